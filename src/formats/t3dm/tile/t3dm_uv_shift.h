/* t3dm_uv_shift.h: coordinates that clips shift (docs/what-is-lost.md, "Animated materials"). */
#ifndef FERRY_FORMATS_T3DM_TILE_T3DM_UV_SHIFT_H
#define FERRY_FORMATS_T3DM_TILE_T3DM_UV_SHIFT_H

#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "shade/t3dm_states.h"
#include "shade/t3dm_uv.h"

/* How a texgen of the material makes its coordinates at a moment of a clip, in seconds. */
fy_uv_map fy_mapping_uv_at(const fy_mapping *m, const fy_material_clip *clip, double time, uint8_t texgen);

/* What is added to s (row 0) or t between two maps, in pictures. What projections add is multiplied by their
 * divisor. */
double fy_uv_shift(const fy_uv_map *from, const fy_uv_map *to, int row);

/* Whether two maps differ by no more than that. */
bool fy_uv_is_shifted(const fy_uv_map *from, const fy_uv_map *to);

/* By how many texels clips move the low of the material's texture `use` along an axis: from range[0] (not
 * above 0) to range[1] (not below 0). Both are 0 where they do more than that. False at the memory limit. */
bool fy_mapping_scroll_range(const fy_mapping *m, unsigned use, int axis, double range[2]);

#endif
