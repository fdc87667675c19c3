/* t3dm_read_skeleton.h: bones as nodes, and one skin over all of them (docs/formats/t3dm.md, "Skeleton"). */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_SKELETON_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_SKELETON_H

#include "ferry64_format.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Adds the bones of the chunk to the scene as nodes, and a skin whose joints they are, and fills in what `r`
 * knows of bones. Parents must come before their children. False after an error. */
bool fy_t3dm_read_skeleton(fy_t3dm_reader *r, ferry_window *chunk);

#endif
