/*
 * texels_resize.h: pictures at any size, for a console that draws them through a bilinear filter
 * (docs/what-is-lost.md, "Textures").
 */
#ifndef FERRY_CORE_IMAGE_TEXELS_RESIZE_H
#define FERRY_CORE_IMAGE_TEXELS_RESIZE_H

#include "ferry64.h"
#include "core/image/texels.h"

/* Resizes to any size. Shrinking finds nearly the picture with the least squared error once the bilinear
 * filter has drawn it; enlarging uses a Catmull-Rom filter. Both continue over the edges as the texture does.
 * Colours are weighted by alpha. False at the memory limit (reported). */
bool fy_texels_resize(ferry_job *job, const fy_texels *from, fy_texel_wraps wraps, uint32_t width,
                      uint32_t height, fy_texels *to);

#endif
