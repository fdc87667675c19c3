/*
 * pictures.h: small pictures of the surface from several sides, at rest: what they showed of the source, what
 * they show now, and how alike they would be if some triangles were different.
 */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_PICTURES_H
#define FERRY_CORE_SIMPLIFY_PICTURES_PICTURES_H

#include "core/simplify/pictures/eyes.h"
#include "core/simplify/pictures/pile.h"

typedef struct fy_view {
    fy_side side;
    double weight;          /* how much it counts */
    fy_shown *source;       /* by pixel: what the source showed, ... */
    int16_t *then, *now;    /* by pixel: brightness of the source, and of what is left */
    float *means, *spreads; /* of the source's around a pixel */
    float *errors;          /* by pixel, now: 1 - SSIM around it */
    uint32_t *heads;        /* by pixel: the first fragment, by `next` */
    uint32_t *pixels;       /* those that the triangles at hand cover now */
    uint32_t pixel_count, pixel_capacity;
    double error; /* around those pixels */
} fy_view;

typedef struct fy_pictures {
    fy_model of;
    fy_eyes eyes;
    fy_view *views; /* from all sides, then from the eyes */
    uint32_t view_count;
    fy_fragment *fragments; /* of all views */
    uint32_t fragment_count, fragment_capacity, spare;
    uint32_t trial; /* number of the look that is taken; by pixel of the view at hand: */
    uint32_t *trial_heads, *trial_stamps, *done_stamps;
    int16_t *olds;         /* by number: brightness of pixels before a trial */
    uint32_t mark, *marks; /* of triangles: those at hand */
    const uint32_t *triangles;
    uint32_t count;
    fy_solid *solids; /* of those at hand that are there now */
    uint32_t solid_count, solid_capacity;
    uint32_t every; /* which views are drawn: all, or every second */
    uint64_t work;  /* pixels that trials drew */
} fy_pictures;

/* Draws the source. False at the limit, or stopped. */
bool fy_pictures_open(fy_shell *shell, fy_pictures *pictures);

/* Draws what is left. The same. Half: in every second view; the others show nothing. */
bool fy_pictures_draw(fy_pictures *pictures);
bool fy_pictures_draw_half(fy_pictures *pictures);

/* Draws what is left, and sums how unlike all is, in pixels. The same. */
bool fy_pictures_measure(fy_pictures *pictures, double *unlike);

/* By triangle: what pixels of it, and beside those, are unlike. */
void fy_pictures_sum(const fy_pictures *pictures, double *sums);

/* Takes triangles at hand, as they are drawn, in all views that are. False at the limit. */
bool fy_pictures_begin(fy_pictures *pictures, const uint32_t *triangles, uint32_t count);

/* Adds to `more` how much less alike the pictures would be with those triangles as they are now, in pixels;
 * not all of it where the sum hardly gets below 0 any more. False at the limit. */
bool fy_pictures_try(fy_pictures *pictures, double *more);

/* Both as every second side says, and of that all: to compare what is tried, not to keep it. */
bool fy_pictures_begin_half(fy_pictures *pictures, const uint32_t *triangles, uint32_t count);
bool fy_pictures_try_half(fy_pictures *pictures, double *more);

/* Draws them as they are now. The same. */
bool fy_pictures_keep(fy_pictures *pictures);

void fy_pictures_close(fy_pictures *pictures);

#endif
