/* t3dm_read_skeleton.h: bones as nodes, and one skin over all of them. */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_SKELETON_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_SKELETON_H

#include "ferry64_format.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Bones to nodes and one skin. */
bool fy_t3dm_read_skeleton(fy_t3dm_reader *r, ferry_window *chunk);

#endif
