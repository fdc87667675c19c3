/*
 * texels_filter.h: pictures for a console that filters three texels, not four (docs/formats/n64_drawing.md,
 * "Filters"; docs/what-is-lost.md, "Textures").
 */
#ifndef FERRY_CORE_IMAGE_TEXELS_FILTER_H
#define FERRY_CORE_IMAGE_TEXELS_FILTER_H

#include "ferry64.h"
#include "core/image/texels.h"

/* What a magnified picture differs by, in 255ths on average, if the filter leaves out the texel that is
 * farthest from a pixel. */
double fy_texels_filter_error(const fy_texels *of, fy_texel_wraps wraps, fy_texel_needs needs);

/* The same picture, as the bilinear filter draws it, of `times` times the width and height: in between,
 * three texels say nearly what four do. Where `times` is odd, it keeps all texels. False at the memory limit
 * (reported). */
bool fy_texels_magnify(ferry_job *job, const fy_texels *from, fy_texel_wraps wraps, uint32_t times,
                       fy_texels *to);

/* What that differs by, in 255ths on average: where `times` is even, no texel lies on one of the source's,
 * and peaks are cut. */
double fy_texels_magnified_error(const fy_texels *from, const fy_texels *to, fy_texel_needs needs);

#endif
