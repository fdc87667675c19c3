/* t3dm_reached.h: the part of its only picture that a material reaches (docs/what-is-lost.md, "Textures"). */
#ifndef FERRY_FORMATS_T3DM_MATERIAL_T3DM_REACHED_H
#define FERRY_FORMATS_T3DM_MATERIAL_T3DM_REACHED_H

#include "formats/t3dm/material/t3dm_mapping.h"

/* Adds a vertex's coordinates, of a picture of that size. */
void fy_reach_widen(fy_reach *to, const fy_uv_map *map, ferry_vec2 uv, const uint32_t size[2]);

/* Whole periods (0: there are none) that the reach has to go back on an axis to start in the first, but for a
 * texel. */
int32_t fy_reach_periods(const fy_reach *of, int axis, uint32_t period);

/* The part of the picture that is reached, as another use. False: it is the whole picture as it was. */
bool fy_reach_use(const fy_reach *of, const ferry_image *image, fy_texture_use *use);

/* Whether the material has one picture whose coordinates are free to follow what is stored of it. */
bool fy_mapping_may_follow(const fy_mapping *m);

/* If the picture does not fit texture memory: lets the vertices' coordinates follow what is stored of it, and
 * stores less of it where that is closer. False at the memory limit (reported). */
bool fy_mapping_choose_part(fy_mapping *m);

/* Coordinates of the part that is stored. */
void fy_mapping_follow_part(const fy_mapping *m, const fy_texture_window *window, const ferry_image *image);

#endif
