/* t3dm_check_file.h: the rules of the header and the chunk table. */
#ifndef FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_FILE_H
#define FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_FILE_H

#include "ferry64.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* How severe is what the runtime trips over, and what is only wasteful or misleading. */
#define FY_CHECK_WRONG FERRY_ERROR
#define FY_CHECK_ADVICE FERRY_WARNING

/* Checks header, chunk table and strings (docs/formats/t3dm.md, "Layout"). False only at a limit of the job:
 * what is wrong is a message. */
bool fy_t3dm_check_file(fy_t3dm_reader *r);

#endif
