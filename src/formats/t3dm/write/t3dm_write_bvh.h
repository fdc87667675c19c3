/*
 * t3dm_write_bvh.h: the box tree of a file: that of the T3DM file that a scene was read from, as long
 * as the new objects can be put in the places of the old ones, or a new one.
 */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_BVH_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_BVH_H

#include "ferry64.h"
#include "formats/t3dm/animation/t3dm_passthrough.h"
#include "formats/t3dm/file/t3dm_layout.h"

/* What became of the objects of the source. */
typedef struct fy_t3dm_remap {
    uint32_t count;
    const uint32_t *numbers;   /* of each: its number in the new file; FERRY_NONE: it is not there */
    uint32_t objects;          /* of the new file */
    const int16_t (*boxes)[6]; /* of each of these */
} fy_t3dm_remap;

/* Makes kept box trees ones of the new objects; where that cannot be, or another one is
 * wanted, they are left out, and *anew tells that the next function is to be called. Losses are reported.
 * False: no memory. */
bool fy_t3dm_plan_bvh(ferry_job *job, const char *name, const fy_t3dm_layout *layout,
                      const fy_t3dm_remap *moves, fy_t3dm_passthrough_list *kept, bool *anew);

/* A tree of the new objects, the first of which lies `distance` bytes before it. False after an error. */
bool fy_t3dm_new_bvh(ferry_job *job, const char *name, const fy_t3dm_remap *moves, size_t distance,
                     bool bones, ferry_bytes *chunk);

#endif
