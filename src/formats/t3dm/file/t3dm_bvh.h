/*
 * t3dm_bvh.h: the tree of boxes that finds objects in a frustum (docs/formats/t3dm.md, "BVH").
 */
#ifndef FERRY_FORMATS_T3DM_FILE_T3DM_BVH_H
#define FERRY_FORMATS_T3DM_FILE_T3DM_BVH_H

#include "ferry64.h"

enum {
    FY_T3DM_BVH_OBJECTS = 2048,      /* the most: a leaf's first entry has 12 bits with a sign */
    FY_T3DM_BVH_LEAF = 15,           /* entries of a leaf, the most */
    FY_T3DM_BVH_REACH = 0x10000 * 4, /* objects start less than this many bytes before the chunk */
    FY_T3DM_BVH_NODES_AT = 4,
    FY_T3DM_BVH_NODE = 14,
};

/* Makes a box (least x, y, z, greatest x, y, z) hold another one, too. */
void fy_t3dm_unite_boxes(int16_t box[6], const int16_t with[6]);

/* Makes `*bytes` the chunk for objects 0 to `count` - 1 with these boxes (least x, y, z, greatest x, y, z), 1
 * to FY_T3DM_BVH_OBJECTS of them, in units of the file. The bytes are the job's. False at the memory limit.
 * */
bool fy_t3dm_build_bvh(ferry_job *job, const int16_t (*boxes)[6], uint32_t count, ferry_bytes *bytes);

#endif
