/*
 * quantise_few.h: a palette, and the nearest of its colours for many texels side by side where these are few:
 * all are looked at.
 */
#ifndef FERRY_CORE_IMAGE_QUANTISE_FEW_H
#define FERRY_CORE_IMAGE_QUANTISE_FEW_H

#include "ferry64.h"

typedef struct fy_palette {
    uint32_t count;
    uint8_t colors[256][4]; /* r g b: five bits widened; a: 0 or 255 */
} fy_palette;

/* What differences of a component count, in ninths: those of brightness are seen before those of hue, but
 * hues are not given up. */
enum { FY_RED_SHARE = 3, FY_GREEN_SHARE = 4, FY_BLUE_SHARE = 2 };

/* The least alpha of what is opaque. */
enum { FY_OPAQUE = 128 };

enum { FY_FEW = 16, FY_FEW_BESIDE = 64 };

/* A palette of FY_FEW colours at most. Distances go without the square of the texel's own length, which is
 * the same for all colours: sums of products, times FY_FEW, and the colour's place, so that the least of them
 * says which is nearest. */
typedef struct fy_few {
    uint32_t count, hole; /* opaque colours; the transparent one, or as large as the palette: none */
    int32_t factors[FY_FEW][3], sums[FY_FEW];
} fy_few;

/* False: there are more colours, or no opaque ones. */
bool fy_few_open(const fy_palette *palette, fy_few *by);

/* Places of the nearest opaque colours, of equal ones the first, for `count` of FY_FEW_BESIDE texels or
 * fewer, each `step` bytes behind the one before. */
void fy_few_find(const fy_few *by, const uint8_t *texels, size_t step, uint32_t count,
                 uint8_t places[FY_FEW_BESIDE]);

#endif
