/*
 * gx_shade_texel.h: texture look-ups as the GameCube does them (docs/rendering.md, "GameCube";
 * docs/formats/gx_textures.md).
 */
#ifndef FERRY_MACHINE_GX_GX_SHADE_TEXEL_H
#define FERRY_MACHINE_GX_GX_SHADE_TEXEL_H

#include "ferry64.h"

/* One texel, filtered as the texture says. s and t in 1/128 texel of the largest level, `rho` texels
 * a pixel; 0: of no pixel, from the largest level. */
void fy_gx_sample(const ferry_texture *texture, const ferry_image *image, int64_t s, int64_t t, double rho,
                  uint8_t out[4]);

#endif
