/* gx_shade_blend.h: the end of a GameCube pixel: blending with the frame buffer, whose alpha is kept
 * (docs/formats/j3d.md, "GX enumerations"). */
#ifndef FERRY_MACHINE_GX_GX_SHADE_BLEND_H
#define FERRY_MACHINE_GX_GX_SHADE_BLEND_H

#include "ferry64.h"
#include "machine/gx/gx_shader.h"

/* Whether it is blended by the frame buffer's alpha. */
bool fy_gx_reads_frame_alpha(const ferry_gx_material *gx);

/* Whether a material reads the alpha of the frame buffer, or draws it for one that does (the two share a
 * texture). */
fy_gx_frame_alpha fy_gx_frame_alpha_of(const ferry_scene *scene, const ferry_gx_material *gx);

/* Whether it is ordinary translucency. */
bool fy_gx_mixes_by_alpha(const ferry_gx_material *gx);

/* Whether a stage's picture is a copy of the frame buffer. */
bool fy_gx_reads_frame_buffer(const ferry_gx_material *gx, uint32_t stage);

/* Whether what is behind shows through a material by such a picture: drawn as if opaque, or by its alpha, and
 * nowhere cut out. */
bool fy_gx_shows_frame_buffer(const ferry_gx_material *gx);

/* Whether nothing is left of the previous colour, whatever is drawn: no blend, or one that only scales the
 * new colour by its own alpha. */
bool fy_gx_blend_hides(const ferry_gx_material *gx);

/* Blends a colour with the frame buffer as the pixel engine does (in place). */
void fy_gx_blend(const ferry_gx_material *gx, const uint8_t source[4], uint8_t there[4]);

#endif
