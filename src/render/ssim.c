/*
 * ssim.c: structural similarity of two pictures, as Wang, Bovik, Sheikh and Simoncelli define it (IEEE
 * Transactions on Image Processing 13(4), 2004): means, variances and covariance of brightness under a
 * Gaussian window of 11 x 11 pixels and standard deviation 1.5. At a picture's border the window is what is
 * left of it, weighted up.
 */
#include "render/ssim.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"

enum { RADIUS = 5, ROWS = 2 * RADIUS + 1 };

/* exp(-x^2 / (2 * 1.5^2)), x from -RADIUS to RADIUS */
static const double window[ROWS] = {
    0.0038659201394728076, 0.028565500784550377,  0.13533528323661270,
    0.41111229050718745,   0.80073740291680806,   1,
    0.80073740291680806,   0.41111229050718745,   0.13533528323661270,
    0.028565500784550377,  0.0038659201394728076,
};

/* Keep quotients of nearly nothing tame: (0.01 * 255)^2, (0.03 * 255)^2. */
#define C1 6.5025
#define C2 58.5225

/* Of brightness in both pictures: of its products with itself and with the other, too. */
typedef struct moments {
    double a, b, aa, bb, ab;
} moments;

static double brightness(const uint8_t rgba[4]) {
    return 0.299 * rgba[0] + 0.587 * rgba[1] + 0.114 * rgba[2];
}

static void add_moments(moments *sum, double weight, const moments *m) {
    sum->a += weight * m->a;
    sum->b += weight * m->b;
    sum->aa += weight * m->aa;
    sum->bb += weight * m->bb;
    sum->ab += weight * m->ab;
}

/* The window about an element of a line: its elements from .. to that exist. */
typedef struct reach {
    uint32_t from, to;
    const double *weights; /* of element `from` and those after it */
    double inverse;        /* of their sum */
} reach;

static reach reach_about(uint32_t at, uint32_t limit) {
    reach r = {at > RADIUS ? at - RADIUS : 0, limit - at > RADIUS ? at + RADIUS + 1 : limit, NULL, 0};
    double whole = 0;
    r.weights = &window[RADIUS + r.from - at];
    for (uint32_t i = r.from; i < r.to; i++) whole += r.weights[i - r.from];
    r.inverse = 1 / whole;
    return r;
}

static moments times(const moments *sum, double by) {
    return (moments){by * sum->a, by * sum->b, by * sum->aa, by * sum->bb, by * sum->ab};
}

static double similarity(const moments *m) {
    double square_a = m->a * m->a, square_b = m->b * m->b, product = m->a * m->b;
    double variance_a = m->aa - square_a, variance_b = m->bb - square_b, covariance = m->ab - product;
    return (2 * product + C1) * (2 * covariance + C2) /
           ((square_a + square_b + C1) * (variance_a + variance_b + C2));
}

static uint64_t color_error(const uint8_t a[4], const uint8_t b[4]) {
    return (uint64_t)(abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[2] - b[2]));
}

/* Blurred rows about the one at hand, each at its number modulo ROWS. */
typedef struct rows {
    uint32_t left, right; /* columns that the mask has anything in */
    moments *raw;
    moments *blurred[ROWS];
    uint32_t next; /* the next row to blur */
} rows;

static void find_columns(const uint8_t *mask, uint32_t width, uint32_t height, rows *r) {
    r->left = width;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            if (!mask[(size_t)y * width + x]) continue;
            if (x < r->left) r->left = x;
            if (x >= r->right) r->right = x + 1;
        }
}

static bool open_rows(ferry_job *job, uint32_t width, rows *r) {
    r->raw = ferry_new(job, moments, width);
    bool fine = r->raw != NULL;
    for (int i = 0; fine && i < ROWS; i++) fine = (r->blurred[i] = ferry_new(job, moments, width)) != NULL;
    return fine;
}

/* Means along row `y`. */
static void blur_row(const ferry_picture *a, const ferry_picture *b, uint32_t y, const rows *r) {
    moments *out = r->blurred[y % ROWS];
    uint32_t first = r->left > RADIUS ? r->left - RADIUS : 0;
    uint32_t end = a->width - r->right > RADIUS ? r->right + RADIUS : a->width;
    for (uint32_t x = first; x < end; x++) {
        size_t at = ((size_t)y * a->width + x) * 4;
        double in_a = brightness(&a->rgba[at]), in_b = brightness(&b->rgba[at]);
        r->raw[x] = (moments){in_a, in_b, in_a * in_a, in_b * in_b, in_a * in_b};
    }
    for (uint32_t x = r->left; x < r->right; x++) {
        reach near = reach_about(x, a->width);
        moments sum = {0};
        for (uint32_t i = near.from; i < near.to; i++)
            add_moments(&sum, near.weights[i - near.from], &r->raw[i]);
        out[x] = times(&sum, near.inverse);
    }
}

static bool has_pixels(const uint8_t *mask, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (mask[i]) return true;
    return false;
}

/* Row `y` of both pictures with a row of the mask. */
static void sum_row(const ferry_picture *a, const ferry_picture *b, const uint8_t *mask, uint32_t y, rows *r,
                    fy_ssim_sums *sums, float *each) {
    reach near = reach_about(y, a->height);
    const moments *lines[ROWS];
    if (r->next < near.from) r->next = near.from;
    for (; r->next < near.to; r->next++) blur_row(a, b, r->next, r);
    for (uint32_t i = near.from; i < near.to; i++) lines[i - near.from] = r->blurred[i % ROWS];
    for (uint32_t x = r->left; x < r->right; x++) {
        if (!mask[x]) continue;
        moments sum = {0};
        for (uint32_t i = 0; i < near.to - near.from; i++) add_moments(&sum, near.weights[i], &lines[i][x]);
        moments mean = times(&sum, near.inverse);
        size_t at = (size_t)y * a->width + x;
        double found = similarity(&mean);
        if (each) each[at] = (float)found;
        sums->ssim += found;
        sums->color_error += color_error(&a->rgba[4 * at], &b->rgba[4 * at]);
        sums->pixels++;
    }
}

bool fy_ssim(ferry_job *job, const ferry_picture *a, const ferry_picture *b, const uint8_t *mask,
             fy_ssim_sums *sums, float *each) {
    ferry_mark mark = ferry_job_mark(job);
    rows r = {0};
    *sums = (fy_ssim_sums){0};
    bool fine = open_rows(job, a->width, &r);
    find_columns(mask, a->width, a->height, &r);
    for (uint32_t y = 0; fine && y < a->height; y++) {
        const uint8_t *row = &mask[(size_t)y * a->width];
        if (has_pixels(row, a->width)) sum_row(a, b, row, y, &r, sums, each);
        fine = ferry_tick(job);
    }
    ferry_job_release(job, mark);
    return fine;
}

void fy_color_sums(const ferry_picture *a, const ferry_picture *b, const uint8_t *mask, fy_ssim_sums *sums) {
    *sums = (fy_ssim_sums){0};
    for (size_t i = 0; i < (size_t)a->width * a->height; i++) {
        if (!mask[i]) continue;
        sums->color_error += color_error(&a->rgba[4 * i], &b->rgba[4 * i]);
        sums->pixels++;
    }
    sums->ssim = (double)sums->pixels;
}

static uint32_t below(uint32_t at, uint32_t by) {
    return at > by ? at - by : 0;
}

static uint32_t above(uint32_t at, uint32_t by, uint32_t limit) {
    return limit - at > by + 1 ? at + by + 1 : limit;
}

uint8_t *fy_ssim_mask(ferry_job *job, const ferry_picture *a, const ferry_picture *b, uint32_t rim) {
    uint32_t width = a->width, height = a->height;
    uint8_t *mask = ferry_new(job, uint8_t, (size_t)width * height);
    for (uint32_t y = 0; mask && y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            size_t at = (size_t)y * width + x;
            if (!a->covered[at] && !b->covered[at]) continue;
            uint32_t left = below(x, rim), right = above(x, rim, width);
            for (uint32_t row = below(y, rim); row < above(y, rim, height); row++)
                memset(&mask[(size_t)row * width + left], 1, right - left);
        }
    return mask;
}
