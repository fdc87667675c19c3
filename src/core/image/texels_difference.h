/*
 * texels_difference.h: how far one picture is from another as the console would show both
 * (docs/what-is-lost.md, "Textures").
 */
#ifndef FERRY_CORE_IMAGE_TEXELS_DIFFERENCE_H
#define FERRY_CORE_IMAGE_TEXELS_DIFFERENCE_H

#include "ferry64.h"
#include "core/image/texels.h"

/* How much of the model's surface shows which part of a picture, by rows of cells (t3dm_importance.h); the
 * mean over the picture is 1. */
enum { FY_IMPORTANCE_CELLS = 32 };

typedef struct fy_importance {
    float cells[FY_IMPORTANCE_CELLS][FY_IMPORTANCE_CELLS];
} fy_importance;

/* Difference in 255ths, `small` being drawn over `big` through the bilinear filter: root of the mean square,
 * half over texels and half over the means of blocks of four by four, since a wrong colour is seen more than
 * grain and blur. Parts of `big` count by `importance`, all alike if that is NULL. Colours that are seen
 * through alpha are compared before black and before white. Big pictures are compared at every n-th row and
 * column. Given up, for some value of at least `enough`, once it cannot be less. */
double fy_texels_weighed_difference(const fy_texels *big, const fy_texels *small, fy_texel_wraps wraps,
                                    fy_texel_needs needs, const fy_importance *importance, double enough);

/* The same to its end, with all parts alike. */
double fy_texels_difference(const fy_texels *big, const fy_texels *small, fy_texel_wraps wraps,
                            fy_texel_needs needs);

/* The mean squared difference between texels side by side ([0]) and on top of each other ([1]), parts
 * counting by their importance (NULL: alike). */
void fy_texels_contrast(const fy_texels *of, fy_texel_needs needs, const fy_importance *importance,
                        double contrast[2]);

#endif
