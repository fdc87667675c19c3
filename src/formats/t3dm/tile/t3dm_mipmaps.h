/*
 * t3dm_mipmaps.h: which textures of a T3DM model can have mip levels without being drawn wrong
 * (docs/formats/sprite.md, "Mip levels").
 */
#ifndef FERRY_FORMATS_T3DM_TILE_T3DM_MIPMAPS_H
#define FERRY_FORMATS_T3DM_TILE_T3DM_MIPMAPS_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Decides which exports get mip levels (docs/formats/sprite.md, "Mip levels"). */
bool fy_t3dm_plan_levels(fy_planner *planner);

/* Where smaller levels are what is mostly seen of a picture, the planner's scene has those in its place. The
 * model must have been surveyed. False at the memory limit. */
bool fy_t3dm_show_levels(fy_planner *p);

/* Puts what games put in the place of toon ramps into the planner's pictures (docs/rendering.md, "Ramps").
 * False at the memory limit. */
bool fy_t3dm_supply_ramps(fy_planner *p);

#endif
