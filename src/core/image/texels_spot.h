/*
 * texels_spot.h: the correspondence of texels between two sizes of a picture, for texels_resize.c,
 * texels_difference.c, texels_fit.c and texels_filter.c (docs/what-is-lost.md, "Textures").
 */
#ifndef FERRY_CORE_IMAGE_TEXELS_SPOT_H
#define FERRY_CORE_IMAGE_TEXELS_SPOT_H

#include "ferry64.h"

/* The texels of a row that contribute to each new texel; `first` may be before the row's start. */
typedef struct fy_taps {
    uint32_t count; /* for each new texel */
    int32_t *first;
    float *weights;
    /* correction for neighbours: the mean product of their weights, divided by the mean of both kinds; 0:
     * none */
    double shared;
} fy_taps;

/* The position of a texel of the big picture in the small one. */
typedef struct fy_spot {
    uint32_t low, high;
    float part; /* of `high` */
} fy_spot;

/* The texel that is read for a position beyond the edges. */
uint32_t fy_texels_wrapped(int64_t at, uint32_t size, ferry_wrap wrap);

/* The texels of the small picture between which the bilinear filter interpolates one of the big picture. */
fy_spot fy_texels_spot(uint32_t at, uint32_t big, uint32_t small, ferry_wrap wrap);

#endif
