/* gx_shade_blend.h: the end of a GameCube pixel: blending with the frame buffer, whose alpha is kept
 * (docs/formats/j3d.md, "GX enumerations"). */
#ifndef FERRY_MACHINE_GX_GX_SHADE_BLEND_H
#define FERRY_MACHINE_GX_GX_SHADE_BLEND_H

#include "ferry64.h"
#include "machine/gx/gx_shader.h"

/* Whether it is blended by the frame buffer's alpha. */
bool fy_gx_reads_frame_alpha(const ferry_gx_material *gx);

fy_gx_frame_alpha fy_gx_frame_alpha_of(const ferry_scene *scene, const ferry_gx_material *gx);

/* Whether nothing is left of what was there, whatever is drawn: no blend, or one that only changes the colour
 * by its own alpha. */
bool fy_gx_blend_hides(const ferry_gx_material *gx);

/* What the pixel engine makes of a colour and what is there (in place). */
void fy_gx_blend(const ferry_gx_material *gx, const uint8_t source[4], uint8_t there[4]);

#endif
