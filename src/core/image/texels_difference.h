/*
 * texels_difference.h: the difference of two pictures as the console would show them (docs/what-is-lost.md,
 * "Textures").
 */
#ifndef FERRY_CORE_IMAGE_TEXELS_DIFFERENCE_H
#define FERRY_CORE_IMAGE_TEXELS_DIFFERENCE_H

#include "ferry64.h"
#include "core/image/texels.h"

/* How much of the model's surface shows each part of a picture, by rows of cells (t3dm_importance.h); the
 * mean over the picture is 1. */
enum { FY_IMPORTANCE_CELLS = 32 };

typedef struct fy_importance {
    float cells[FY_IMPORTANCE_CELLS][FY_IMPORTANCE_CELLS];
} fy_importance;

/* The difference in 255ths, with `small` drawn at the size of `big` through the bilinear filter: the root
 * mean square, half over texels and half over the means of 4 x 4 blocks, since a wrong colour is more visible
 * than grain and blur. Parts of `big` are weighted by `importance`; NULL: equally. Translucent colours are
 * compared over black and over white. Of big pictures only every n-th row and column is compared. Once the
 * result cannot be less than `enough`, the search stops and returns some value of at least `enough`. */
double fy_texels_weighed_difference(const fy_texels *big, const fy_texels *small, fy_texel_wraps wraps,
                                    fy_texel_needs needs, const fy_importance *importance, double enough);

/* The same without stopping early, with all parts weighted equally. */
double fy_texels_difference(const fy_texels *big, const fy_texels *small, fy_texel_wraps wraps,
                            fy_texel_needs needs);

/* The mean squared difference between texels side by side ([0]) and on top of each other ([1]), parts
 * counting by their importance (NULL: alike). */
void fy_texels_contrast(const fy_texels *of, fy_texel_needs needs, const fy_importance *importance,
                        double contrast[2]);

#endif
