/*
 * t3dm_tracks_material.h: textures that clips exchange: a material for each look, and which one when
 * (docs/what-is-lost.md, "Animated materials").
 */
#ifndef FERRY_FORMATS_T3DM_ANIMATED_T3DM_TRACKS_MATERIAL_H
#define FERRY_FORMATS_T3DM_ANIMATED_T3DM_TRACKS_MATERIAL_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* The variants that clips want of m->to, which is number `material` of the plan, as materials
 * behind it, and which one when. False: an error was said. */
bool fy_mapping_set_variants(fy_mapping *m, uint32_t material);

#endif
