/*
 * t3dm_read_layout.h: which of the layouts L0 to L11 a file has that says no more than "T3DM"
 * (docs/formats/t3dm.md, "Telling old layouts apart").
 */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_LAYOUT_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_LAYOUT_H

#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* L0 or L11, by the header of a file that says "T3DM"; never NULL. L11 stands for all layouts but L0. */
const fy_t3dm_layout *fy_t3dm_guess_header(const ferry_window *in);

/* Sets `r->layout` to the one of L1 to L11 that fewest chunks contradict, the newest of several; a warning
 * where some do. The chunk table must have been read. False if the job was stopped. */
bool fy_t3dm_guess_layout(fy_t3dm_reader *r);

#endif
