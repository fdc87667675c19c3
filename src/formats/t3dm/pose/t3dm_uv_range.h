/*
 * t3dm_uv_range.h: texture coordinates in a vertex's 16 bits: how they are stored, and by how many whole
 * repeats they may be moved (docs/formats/t3dm.md, "Vertices").
 */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_UV_RANGE_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_UV_RANGE_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"

enum {
    FY_T3DM_UV_MIN = -32768, /* steps: 1/32 texels, or as many texels more as uv_shift says */
    FY_T3DM_UV_MAX = 32767,
    FY_T3DM_UV_SPAN = 1024 * 32, /* of one triangle */
};

/* `uv`: 1 is one repeat of texture A. In steps, before it is brought into range. */
int32_t fy_t3dm_store_uv(const fy_t3dm_material *material, const fy_t3dm_layout *layout, int axis, double uv);

/* Steps along s and t after which all tiles of the material show the same again; 0: never. */
void fy_t3dm_uv_periods(const fy_t3dm_material *material, int64_t periods[2]);

/* Whole repeats that bring all of an object's coordinates into range; 0 if they lie there. False: none do. */
bool fy_t3dm_object_move(int64_t least, int64_t most, int64_t period, int64_t *by);

/* Whole repeats that bring one triangle nearest to zero. Neighbours move alike where they can. */
int64_t fy_t3dm_triangle_move(int64_t least, int64_t most, int64_t period);

#endif
