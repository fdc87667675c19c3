/*
 * gx_shade.h: shades vertices and pixels of a GX material as the GameCube does (docs/rendering.md,
 * "GameCube").
 *
 * A shader is made once per material and view. It turns vertices into rasteriser vertices (channels lit,
 * texture coordinates generated) and is the pixel function behind a fy_raster_material: texels, indirect
 * shifts, the TEV stages as fy_tev_run() computes them, alpha compare, fog, blending.
 */
#ifndef FERRY_MACHINE_GX_GX_SHADE_H
#define FERRY_MACHINE_GX_GX_SHADE_H

#include "ferry64.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/raster_material.h"

/* NULL at the memory limit. `scene` and `gx` must outlive the shader, which lives as long as the job. */
fy_gx_shader *fy_gx_shader_open(ferry_job *job, const ferry_scene *scene, const ferry_gx_material *gx,
                                ferry_cull cull, const fy_gx_view *view);

/* The rasteriser's settings for this shader. */
fy_raster_material fy_gx_shader_material(fy_gx_shader *shader);

/* The texels that all stages read at a vertex, with indirect shifts, from the largest mip levels. */
void fy_gx_texels(const fy_gx_shader *shader, const fy_gx_vertex *vertex, fy_tev_inputs *inputs);

/* The size of a pixel in texels, by texgen; it determines the mip levels. */
typedef struct fy_gx_footprint {
    double rho[FERRY_GX_MAX_TEXGENS];
} fy_gx_footprint;

/* The size for a pixel with these neighbours to the right and below. */
void fy_gx_footprint_of(const fy_gx_shader *shader, const fy_gx_vertex *vertex, const fy_gx_vertex *right,
                        const fy_gx_vertex *below, fy_gx_footprint *footprint);

/* As fy_gx_texels(), from the mip levels that such a pixel reads. Light is looked up as the machine does: at
 * the corners of the triangle, and interpolated. */
void fy_gx_texels_over(const fy_gx_shader *shader, const fy_gx_vertex *vertex, const fy_gx_vertex corners[3],
                       const double shares[3], const fy_gx_footprint *footprint, fy_tev_inputs *inputs);

#endif
