/* t3dm_read_layout.h: which of the layouts L0 to L11 a file has that says no more than "T3DM". */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_LAYOUT_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_LAYOUT_H

#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Of a file that says "T3DM": L0 or L11, by its header; then one of L1 to L11 by all its
 * chunks. */
const fy_t3dm_layout *fy_t3dm_guess_header(const ferry_window *in);
bool fy_t3dm_guess_layout(fy_t3dm_reader *r);

#endif
