/* t3dm_mirror.h: pictures that are their own mirror image (docs/what-is-lost.md, "Textures"). */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_MIRROR_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_MIRROR_H

#include "ferry64.h"
#include "core/image/texels.h"

/* Whether a picture is its own mirror image, left to right (`axis` 0) or top to bottom (1): folding it has an
 * error of at most `most` 255ths. Odd sides have no mirror image. */
bool fy_texels_is_symmetric(const fy_texels *of, fy_texel_needs needs, int axis, double most);

/* The left or upper half, each texel the mean of itself and its mirror image; `error`: root of the mean
 * squared difference of the read components to that mean. False at the memory limit (reported). */
bool fy_texels_fold(ferry_job *job, const fy_texels *from, fy_texel_needs needs, int axis, fy_texels *half,
                    double *error);

#endif
