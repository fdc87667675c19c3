/*
 * t3dm_check_bvh.h: the rules of the tree of boxes: each object is reached once, nothing else is
 * (docs/formats/t3dm.md, "BVH").
 */
#ifndef FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_BVH_H
#define FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_BVH_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Checks the file's tree, if it has one. False only at a limit of the job: what is wrong is a message. */
bool fy_t3dm_check_bvh(fy_t3dm_reader *r);

#endif
