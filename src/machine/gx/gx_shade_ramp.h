/*
 * gx_shade_ramp.h: stand-ins for toon ramps. The Wind Waker's models name two textures that hold
 * nothing but stripes; the game puts its own ramps into their place (docs/rendering.md, "GameCube").
 */
#ifndef FERRY_MACHINE_GX_GX_SHADE_RAMP_H
#define FERRY_MACHINE_GX_GX_SHADE_RAMP_H

#include "ferry64.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev_formula.h"

fy_gx_ramp fy_gx_open_ramp(const ferry_texture *texture, const ferry_image *image);
void fy_gx_ramp_texel(fy_gx_ramp ramp, double s, uint8_t rgba[4]);

/* A soft step from shade to light along s in red, and near full light along t in green: what a game puts in
 * the place of a ramp that its model leaves open. False at the limit. */
bool fy_gx_stand_in(ferry_job *job, const ferry_texture *texture, const ferry_image *image, shade_map *map);

/* What the stages that look a lit colour up read where its red is `light`, 0..1. A second light's green is
 * off, as in pictures. Other stages' texels stay. */
void fy_gx_ramp_texels(const ferry_scene *scene, const ferry_gx_material *gx, double light,
                       fy_tev_inputs *inputs);

/* Puts what ramps are in full light into the formulas, in the place of the ramps. */
void fy_gx_ramp_substitute(const ferry_scene *scene, fy_tev *tev);

#endif
