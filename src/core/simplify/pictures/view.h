/*
 * view.h: one of the small pictures: what it showed of the source, what it shows now, and how unlike both
 * are (docs/simplify.md, "How it works").
 */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_VIEW_H
#define FERRY_CORE_SIMPLIFY_PICTURES_VIEW_H

#include "ferry64.h"
#include "core/simplify/pictures/alike.h"
#include "core/simplify/pictures/pile.h"

typedef struct fy_view {
    fy_picture_side side;
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

/* Pixels from `left` to before `right`, and so on. */
typedef struct fy_part {
    int left, right, bottom, top;
} fy_part;

#define FY_NO_PART ((fy_part){FY_PICTURE_SIZE, 0, FY_PICTURE_SIZE, 0})

/* All pixels that have a whole window around them. */
#define FY_WHOLE ((fy_part){FY_AROUND, FY_PICTURE_SIZE - FY_AROUND, FY_AROUND, FY_PICTURE_SIZE - FY_AROUND})

static inline void fy_part_add(fy_part *b, uint32_t pixel) {
    int x = (int)(pixel % FY_PICTURE_SIZE), y = (int)(pixel / FY_PICTURE_SIZE);
    b->left = x < b->left ? x : b->left;
    b->right = x >= b->right ? x + 1 : b->right;
    b->bottom = y < b->bottom ? y : b->bottom;
    b->top = y >= b->top ? y + 1 : b->top;
}

/* All that have one of it around; none at the edge of pictures. */
static inline fy_part fy_part_around(fy_part b, int by) {
    return (fy_part){b.left - by < FY_AROUND ? FY_AROUND : b.left - by,
                     b.right + by > FY_PICTURE_SIZE - FY_AROUND ? FY_PICTURE_SIZE - FY_AROUND : b.right + by,
                     b.bottom - by < FY_AROUND ? FY_AROUND : b.bottom - by,
                     b.top + by > FY_PICTURE_SIZE - FY_AROUND ? FY_PICTURE_SIZE - FY_AROUND : b.top + by};
}

/* Memory for all planes. False at the limit. Again: what is known of the source is another view's. */
bool fy_view_open(ferry_job *job, fy_view *view);
bool fy_view_open_again(ferry_job *job, const fy_view *before, fy_view *view);

/* What `source` is around each pixel: once, before anything changes. */
void fy_view_measure_source(const fy_view *view);

/* 1 - SSIM around all pixels of a part as it is now, their sum. `errors`: where to keep it by pixel; NULL:
 * nowhere. */
double fy_view_compare(const fy_view *view, fy_part part, float *errors);

/* The sum of what is kept. */
double fy_view_error(const fy_view *view, fy_part part);

#endif
