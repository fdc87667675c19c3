/* t3dm_write_collect.h: which draws become objects of a T3DM file, in which order, and which of them may
 * become one object (docs/formats/t3dm.md, "Objects"). */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_COLLECT_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_COLLECT_H

#include "ferry64.h"
#include "formats/t3dm/write/t3dm_writer.h"

/* What is drawn, in the order in which the file draws it: the writer's list of objects. False after
 * an error. */
bool fy_t3dm_collect_records(fy_t3dm_writer *w);

/* Whether two neighbours of that list may become one object. */
bool fy_t3dm_may_join(const fy_t3dm_writer *w, const fy_t3dm_record *a, const fy_t3dm_record *b);

#endif
