/*
 * t3dm_read_object.h: an object's triangles, found as the console finds them: parts load vertices into
 * the cache and draw from its slots; what a load or a strip buffer destroyed is gone.
 */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_OBJECT_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_OBJECT_H

#include "ferry64_format.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Replays an object's parts; adds a mesh and a draw. `material` is the scene's or
 * FERRY_NONE. */
bool fy_t3dm_read_object(fy_t3dm_reader *r, ferry_window *chunk, uint32_t material);

#endif
