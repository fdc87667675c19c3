/* t3dm_check_file.h: the rules of the header and the chunk table. */
#ifndef FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_FILE_H
#define FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_FILE_H

#include "ferry64.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

#define FY_CHECK_WRONG FERRY_ERROR
#define FY_CHECK_ADVICE FERRY_WARNING

/* Header, chunk table, strings. */
bool fy_t3dm_check_file(fy_t3dm_reader *r);

#endif
