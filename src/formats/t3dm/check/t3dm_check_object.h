/* t3dm_check_object.h: the rules of objects and parts. The cache was simulated by the reader. */
#ifndef FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_OBJECT_H
#define FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_OBJECT_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Checks objects and parts, and the header's counts; the scene's draw of object n is `first_draw + n`. False
 * only at a limit of the job: what is wrong is a message. */
bool fy_t3dm_check_objects(fy_t3dm_reader *r, uint32_t first_draw);

#endif
