/*
 * t3dm_shade.h: what a vertex carries: texture coordinates and colour as its material wants them
 * (docs/formats/t3dm.md, "Vertices").
 */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_SHADE_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_SHADE_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* A vertex's texture coordinates (1 = one repeat of texture A, v down, without any half-texel shift) and its
 * colour, as the file shall hold them. Always finite. */
void fy_t3dm_shade(const fy_t3dm_material *material, const ferry_scene *scene, const ferry_draw *draw,
                   uint32_t vertex, double uv[2], uint8_t rgba[4]);

/* The texture coordinates alone. */
void fy_t3dm_shade_uv(const fy_t3dm_material *material, const ferry_scene *scene, const ferry_draw *draw,
                      uint32_t vertex, double uv[2]);

#endif
