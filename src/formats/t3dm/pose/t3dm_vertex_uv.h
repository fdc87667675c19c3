/*
 * t3dm_vertex_uv.h: texture coordinates of a vertex as the file holds them, at rest and in
 * clips.
 */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_VERTEX_UV_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_VERTEX_UV_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"

enum { FY_T3DM_DEFAULT_SIZE = 32 }; /* sides of a texture that nobody named */

/* Of a material whose coordinates clips move: what the first two rows of its uv_matrix are `time` seconds
 * into a clip. False: they are no longer made of a UV set. */
bool fy_t3dm_uv_at(const ferry_scene *scene, const fy_t3dm_material *material, const ferry_clip *clip,
                   double time, double rows[2][4]);

/* Steps of a vertex's texture coordinate (1/32 texels) in one repeat of texture A, along s or t. */
double fy_t3dm_texel_steps(const fy_t3dm_material *material, int axis);

#endif
