/*
 * t3dm_read_object.h: an object's chunk becomes a mesh and a draw (docs/formats/t3dm.md, "Objects").
 */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_OBJECT_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_OBJECT_H

#include "ferry64_format.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Replays the parts of an object's chunk, and adds a mesh and a draw to the scene. `material` is the scene's
 * or FERRY_NONE. Skeleton and vertices must have been read. A slot that holds no vertex any more is refused.
 * False after an error. */
bool fy_t3dm_read_object(fy_t3dm_reader *r, ferry_window *chunk, uint32_t material);

#endif
