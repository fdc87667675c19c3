/*
 * gx_bake.h: a GameCube material as one picture at several levels of light, for callers that cannot run its
 * stages at every pixel (docs/simplify.md, "How it works").
 */
#ifndef FERRY_MACHINE_GX_GX_BAKE_H
#define FERRY_MACHINE_GX_GX_BAKE_H

#include "ferry64_format.h"

/* The bake_material of ferry_caps. Textures with other coordinates count as their mean colour. */
bool fy_gx_bake(ferry_job *job, const ferry_scene *scene, uint32_t material, ferry_baking *baking);

#endif
