/* alike.h: how alike two pictures are around a pixel: SSIM of their brightness (docs/simplify.md). */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_ALIKE_H
#define FERRY_CORE_SIMPLIFY_PICTURES_ALIKE_H

#include "core/simplify/pictures/pile.h"

/* Pixels on each side of one that count; and steps of brightness. */
enum { FY_AROUND = 2, FY_FINE = 16 };

/* In sixteenths: sums of whole numbers are the same in any order. What is added up is white at most. */
static inline int16_t fy_brightness(const fy_shown *of) {
    float sum = .299f * of->color[0] + .587f * of->color[1] + .114f * of->color[2];
    return (int16_t)(FY_FINE * (sum < 255 ? sum : 255) + .5f);
}

/* Of what lies around a pixel; or of a column of five. */
typedef struct fy_window {
    int32_t sum, squares, products; /* of both pictures */
} fy_window;

#define FY_WINDOW_PART (1.f / ((2 * FY_AROUND + 1) * (2 * FY_AROUND + 1)))

static inline float fy_window_mean(const fy_window *around) {
    return (float)around->sum * FY_WINDOW_PART;
}

static inline float fy_window_spread(const fy_window *around) {
    float m = fy_window_mean(around);
    return (float)around->squares * FY_WINDOW_PART - m * m;
}

/* 1 - SSIM, beside a picture of that mean and spread. */
static inline float fy_window_unlike(const fy_window *around, float mean, float spread) {
    /* these keep dark and even parts from counting too much */
    const float least = FY_FINE * FY_FINE * 6.5f, least_spread = FY_FINE * FY_FINE * 58.5f;
    float m = fy_window_mean(around), both = (float)around->products * FY_WINDOW_PART - m * mean;
    return 1 - (2 * m * mean + least) * (2 * both + least_spread) /
                   ((m * m + mean * mean + least) * (fy_window_spread(around) + spread + least_spread));
}

#endif
