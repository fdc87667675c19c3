/*
 * texels.h: pictures at other sizes, and how far one picture is from another as the console would show
 * both (docs/what-is-lost.md, "Textures").
 */
#ifndef FERRY_CORE_IMAGE_TEXELS_H
#define FERRY_CORE_IMAGE_TEXELS_H

#include "ferry64.h"

/* How much of the model's surface shows which part of a picture, by rows of cells (t3dm_importance.h); the
 * mean over the picture is 1. */
enum { FY_IMPORTANCE_CELLS = 32 };

typedef struct fy_importance {
    float cells[FY_IMPORTANCE_CELLS][FY_IMPORTANCE_CELLS];
} fy_importance;

/* A picture as the console would show it. */
typedef struct fy_texels {
    uint32_t width, height;
    uint8_t *rgba;
} fy_texels;

/* Which components are read. */
typedef struct fy_texel_needs {
    bool color, alpha;
} fy_texel_needs;

/* What lies beyond the edges. */
typedef struct fy_texel_wraps {
    ferry_wrap s, t;
} fy_texel_wraps;

/* Half the width and height, or any other whole part: means of the texels under each new one, colours
 * weighted by alpha. False at the memory limit (reported). */
bool fy_texels_reduce(ferry_job *job, const fy_texels *from, uint32_t across, uint32_t down, fy_texels *to);

/* Any size: of all pictures of that size nearly the one that differs least in squares when it is drawn
 * through the bilinear filter; where there are to be more texels, a Catmull-Rom filter. Both go on over the
 * edges as the texture does. Colours are weighted by alpha. False at the
 * memory limit (reported). */
bool fy_texels_resize(ferry_job *job, const fy_texels *from, fy_texel_wraps wraps, uint32_t width,
                      uint32_t height, fy_texels *to);

/* If the alpha of `from` is 0 or 255 everywhere, scales that of `to`, the same picture at another size, so
 * that as large a share of its texels has 128 or more. */
void fy_texels_keep_coverage(const fy_texels *from, const fy_texels *to);

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
