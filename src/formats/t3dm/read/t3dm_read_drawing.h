/* t3dm_read_drawing.h: what drawing an object costs, counted while it is read (docs/cost.md, "Drawing"). */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_DRAWING_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_DRAWING_H

#include "formats/t3dm/read/t3dm_read_parts.h"

/* Fills in the next of the reader's `drawings` from a replayed object. True and nothing done where nobody
 * wants to know. False at the memory limit. */
bool fy_t3dm_measure_drawing(const fy_t3dm_replay *p);

#endif
