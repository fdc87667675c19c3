/*
 * texels.h: a picture as the console would show it, at a whole part of its size (docs/what-is-lost.md,
 * "Textures").
 */
#ifndef FERRY_CORE_IMAGE_TEXELS_H
#define FERRY_CORE_IMAGE_TEXELS_H

#include "ferry64.h"

/* A picture as the console would show it. */
typedef struct fy_texels {
    uint32_t width, height;
    uint8_t *rgba;
} fy_texels;

/* Which components are read. */
typedef struct fy_texel_needs {
    bool color, alpha;
} fy_texel_needs;

/* How the picture continues beyond its edges. */
typedef struct fy_texel_wraps {
    ferry_wrap s, t;
} fy_texel_wraps;

/* Divides the width and height by whole numbers: each new texel is the mean of those it covers, colours
 * weighted by alpha. False at the memory limit (reported). */
bool fy_texels_reduce(ferry_job *job, const fy_texels *from, uint32_t across, uint32_t down, fy_texels *to);

/* How many of a picture's texels are opaque; none where any alpha is neither 0 nor 255. */
typedef struct fy_coverage {
    uint64_t opaque, texels;
} fy_coverage;

fy_coverage fy_texels_coverage(const fy_texels *of);

/* Of a picture that is opaque here and clear there, scales the alpha of `to`, the same one at another size,
 * so that the same share of its texels has 128 or more. */
void fy_texels_keep_coverage(fy_coverage from, const fy_texels *to);

#endif
