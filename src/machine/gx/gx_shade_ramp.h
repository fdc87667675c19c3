/*
 * gx_shade_ramp.h: stand-ins for toon ramps. The Wind Waker's models name two textures that hold
 * nothing but stripes; the game puts its own ramps into their place (docs/rendering.md, "GameCube").
 */
#ifndef FERRY_MACHINE_GX_GX_SHADE_RAMP_H
#define FERRY_MACHINE_GX_GX_SHADE_RAMP_H

#include "ferry64.h"
#include "machine/gx/gx_shader.h"

fy_gx_ramp fy_gx_open_ramp(const ferry_texture *texture, const ferry_image *image);
void fy_gx_ramp_texel(fy_gx_ramp ramp, double s, uint8_t rgba[4]);

/* A soft step from shade to light along s in red, and near full light along t in green: what a game puts in
 * the place of a ramp that its model leaves open. False at the limit. */
bool fy_gx_stand_in(ferry_job *job, const ferry_texture *texture, const ferry_image *image, shade_map *map);

#endif
