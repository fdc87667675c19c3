/*
 * texels_spot.h: how texels of two sizes of a picture lie to each other, for texels_resize.c,
 * texels_difference.c, texels_fit.c and texels_filter.c (docs/what-is-lost.md, "Textures").
 */
#ifndef FERRY_CORE_IMAGE_TEXELS_SPOT_H
#define FERRY_CORE_IMAGE_TEXELS_SPOT_H

#include "ferry64.h"

/* Which texels of a row make each texel of the new one; `first` may lie before the row's start. */
typedef struct fy_taps {
    uint32_t count; /* for each new texel */
    int32_t *first;
    float *weights;
    /* of neighbours, to be taken off again: mean product of their weights, over the mean of both kinds; 0:
     * nothing to do */
    double shared;
} fy_taps;

/* Where a texel of the big picture lies in the small one. */
typedef struct fy_spot {
    uint32_t low, high;
    float part; /* of `high` */
} fy_spot;

/* The texel that stands for one beyond the edges. */
uint32_t fy_texels_wrapped(int64_t at, uint32_t size, ferry_wrap wrap);

/* Between which texels of the small picture the bilinear filter draws one of the big one. */
fy_spot fy_texels_spot(uint32_t at, uint32_t big, uint32_t small, ferry_wrap wrap);

#endif
