/*
 * t3dm_read_hazards.h: materials that the console will not draw as they are written, because of what the
 * object before leaves in its registers (docs/formats/n64_drawing.md, "State around a model").
 */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_HAZARDS_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_HAZARDS_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Warns of materials that the objects before them spoil, level of detail by level. The file's draws are the
 * scene's from `first_draw` on. False if the job was stopped. */
bool fy_t3dm_read_hazards(fy_t3dm_reader *r, uint32_t first_draw);

#endif
