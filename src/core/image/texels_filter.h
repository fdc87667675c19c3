/*
 * texels_filter.h: pictures for a console whose filter reads three texels instead of four
 * (docs/formats/n64_drawing.md, "Filters"; docs/what-is-lost.md, "Textures").
 */
#ifndef FERRY_CORE_IMAGE_TEXELS_FILTER_H
#define FERRY_CORE_IMAGE_TEXELS_FILTER_H

#include "ferry64.h"
#include "core/image/texels.h"

/* The mean difference of a magnified picture, in 255ths, if the filter omits the texel that is farthest from
 * a pixel. */
double fy_texels_filter_error(const fy_texels *of, fy_texel_wraps wraps, fy_texel_needs needs);

/* The picture at `times` times its width and height, as the bilinear filter draws it: then a filter of three
 * texels gives nearly the same result as one of four. An odd `times` keeps all original texels. False at the
 * memory limit (reported). */
bool fy_texels_magnify(ferry_job *job, const fy_texels *from, fy_texel_wraps wraps, uint32_t times,
                       fy_texels *to);

/* The mean difference of that, in 255ths: with an even `times`, no texel coincides with one of the source,
 * and peaks are lost. */
double fy_texels_magnified_error(const fy_texels *from, const fy_texels *to, fy_texel_needs needs);

#endif
