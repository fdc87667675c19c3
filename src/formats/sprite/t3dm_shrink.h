/*
 * t3dm_shrink.h: other sizes of one picture, for choosing among sizes (docs/what-is-lost.md, "Textures").
 */
#ifndef FERRY_FORMATS_SPRITE_T3DM_SHRINK_H
#define FERRY_FORMATS_SPRITE_T3DM_SHRINK_H

#include "ferry64.h"
#include "core/image/texels.h"

enum { FY_SHRINKER_LEVELS = 5 };

/* Makes other sizes of one picture. */
typedef struct fy_shrinker {
    ferry_job *job;
    fy_texel_wraps wraps;
    bool alpha_is_grey;
    fy_coverage coverage; /* of the picture */
    /* each half the size of the one before, as far as needed; the first is the picture */
    fy_texels levels[FY_SHRINKER_LEVELS];
} fy_shrinker;

/* Opens a shrinker of one picture; the picture must outlive it. */
fy_shrinker fy_shrinker_of(ferry_job *job, const fy_texels *source, fy_texel_wraps wraps,
                           fy_texel_needs needs);

/* The picture at a size: cutouts keep their coverage, and where colour and alpha are equal they stay equal.
 * False at the memory limit (reported). */
bool fy_shrink(fy_shrinker *by, uint32_t width, uint32_t height, fy_texels *made);

/* Whether alpha and all components of the colour that are read are equal in each texel. */
bool fy_texels_alpha_is_grey(const fy_texels *of, fy_texel_needs needs);

#endif
