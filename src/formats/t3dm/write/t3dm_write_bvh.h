/*
 * t3dm_write_bvh.h: the box tree of a file: the tree of the T3DM file that the scene was read from, if the
 * new objects correspond to the old ones; else a new one.
 */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_BVH_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_BVH_H

#include "ferry64.h"
#include "formats/t3dm/animation/t3dm_passthrough.h"
#include "formats/t3dm/file/t3dm_layout.h"

/* The new objects for those of the source. */
typedef struct fy_t3dm_remap {
    uint32_t count;
    const uint32_t *numbers;   /* of each: its index in the new file; FERRY_NONE: it is not in it */
    uint32_t objects;          /* of the new file */
    const int16_t (*boxes)[6]; /* by object of the new file */
} fy_t3dm_remap;

/* Adapts the source's box trees to the new objects. If that is not possible, or a new tree is wanted, they
 * are dropped and *anew is set: the next function must be called. Losses are reported. False at the memory
 * limit. */
bool fy_t3dm_plan_bvh(ferry_job *job, const char *name, const fy_t3dm_layout *layout,
                      const fy_t3dm_remap *moves, fy_t3dm_passthrough_list *kept, bool *anew);

/* Builds a tree of the new objects, the first of which is `distance` bytes before it. False after an
 * error. */
bool fy_t3dm_new_bvh(ferry_job *job, const char *name, const fy_t3dm_remap *moves, size_t distance,
                     bool bones, ferry_bytes *chunk);

#endif
