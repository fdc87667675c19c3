/*
 * texels_resize.c: pictures at any size, for a console that draws them through a bilinear filter
 * (docs/what-is-lost.md, "Textures").
 */
#include "core/image/texels_resize.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/image/texels.h"
#include "core/image/texels_fit.h"
#include "core/image/texels_four.h"
#include "core/image/texels_spot.h"

/* ------------------------------------------------------------------------------------------ weights */

/* Where at least half of the texels go, weights are those that the bilinear filter will draw the new texel
 * with, and what neighbours share because of that is taken off again (sharpen()): of all pictures of the
 * size, the result differs least in squares. */
static double catmull_rom(double x) {
    if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
    return x < 2 ? ((-.5 * x + 2.5) * x - 4) * x + 2 : 0;
}

static double kernel(double x, double scale) {
    x = fabs(x);
    if (scale <= 1) return catmull_rom(x);
    return x < scale ? 1 - x / scale : 0;
}

/* How much of the weight of a texel's source texels goes to its neighbours, in the picture's middle. */
static double shared_weight(double scale) {
    double own = 0, next = 0;
    for (int i = 0; i < 64; i++) { /* source texels at many places between two new ones */
        double x = (i + .5) / 64, steps = floor(x * scale) + .5, at = steps / scale;
        double a = at < 1 ? 1 - at : 0;
        own += a * a + (1 - a) * (1 - a);
        next += a * (1 - a);
    }
    return next / (own + 2 * next);
}

static bool make_taps(ferry_job *job, uint32_t from, uint32_t to, fy_taps *made) {
    double scale = (double)from / to, reach = scale > 1 ? scale : 2;
    made->count = (uint32_t)(2 * reach) + 1; /* nothing counts that is `reach` away */
    made->shared = scale > 1 ? shared_weight(scale) : 0;
    made->first = ferry_new(job, int32_t, to);
    made->weights = ferry_new(job, float, (size_t)to * made->count);
    if (!made->first || !made->weights) return false;
    for (uint32_t i = 0; i < to; i++) {
        double middle = (i + .5) * scale - .5, sum = 0;
        float *weights = made->weights + (size_t)i * made->count;
        made->first[i] = (int32_t)floor(middle - reach) + 1;
        for (uint32_t k = 0; k < made->count; k++) sum += kernel(made->first[i] + (double)k - middle, scale);
        for (uint32_t k = 0; k < made->count; k++)
            weights[k] = (float)(kernel(made->first[i] + (double)k - middle, scale) / sum);
    }
    return true;
}

/* ------------------------------------------------------------------------------------- weighted sums */

/* Enough for colours where nothing is seen, too little to be seen. */
#define UNSEEN .001f

/* Sums that are made side by side, since each waits for itself. Rows are padded to a multiple of two texels
 * for each. */
enum { BESIDE = 4, NUMBERS = 8 * BESIDE };

typedef struct resizer {
    const fy_texels *from;
    fy_texel_wraps wraps;
    fy_taps across, down;
    fy_texels_line across_fit, down_fit;
    float *pair;        /* two rows of the source, texel by texel, with what lies beyond their ends; colours
                         * times alpha, alpha */
    float *narrow;      /* the same at the new width: as many rows as make a new one, in turn */
    float *spare;       /* one that nobody asked for */
    const float **rows; /* those that make a new one */
    float *sums;        /* the new picture */
    int32_t left;       /* where `pair` starts */
    uint32_t row_size, padded;
} resizer;

/* Of two rows, in turn. */
static void load_texels(const uint8_t *first, const uint8_t *second, uint32_t count, float *out) {
    for (uint32_t i = 0; i < count; i++, first += 4, second += 4, out += 8) {
        fy_eight two;
        fy_eight_of_bytes(first, second, &two);
        const fy_eight alpha =
            __builtin_shufflevector(two, two, 3, 3, 3, 3, 7, 7, 7, 7) * (1 / 255.f) + UNSEEN;
        two *= alpha;
        two = __builtin_shufflevector(two, alpha, 0, 1, 2, 11, 4, 5, 6, 15);
        memcpy(out, &two, sizeof two);
    }
}

/* `count` of the rows, beyond an end of the picture. */
static void load_beyond(const resizer *by, const uint8_t *const rows[2], uint32_t first, uint32_t count) {
    for (uint32_t i = first; i < first + count; i++) {
        const size_t at = 4 * (size_t)fy_texels_wrapped(by->left + (int64_t)i, by->from->width, by->wraps.s);
        load_texels(rows[0] + at, rows[1] + at, 1, by->pair + 8 * (size_t)i);
    }
}

static const uint8_t *source_row(const resizer *by, int64_t y) {
    return by->from->rgba + 4 * (size_t)fy_texels_wrapped(y, by->from->height, by->wraps.t) * by->from->width;
}

static void load_rows(const resizer *by, int64_t first, int64_t second) {
    const uint8_t *const rows[2] = {source_row(by, first), source_row(by, second)};
    int64_t size = by->row_size, start = by->left < 0 ? -(int64_t)by->left : 0,
            end = (int64_t)by->from->width - by->left;
    if (start > size) start = size;
    end = end < start ? start : end > size ? size : end;
    load_beyond(by, rows, 0, (uint32_t)start);
    load_texels(rows[0] + 4 * (by->left + start), rows[1] + 4 * (by->left + start), (uint32_t)(end - start),
                by->pair + 8 * start);
    load_beyond(by, rows, (uint32_t)end, (uint32_t)(size - end));
}

/* Both rows at the new width. */
static void narrow_rows(const resizer *by, uint32_t width, float *const to[2]) {
    const size_t count = by->across.count;
    for (uint32_t x = 0; x < by->padded; x += BESIDE) {
        const float *from[BESIDE], *weights[BESIDE];
        fy_eight sums[BESIDE] = {{0}};
        for (uint32_t i = 0; i < BESIDE; i++) { /* what a row is padded with says nothing */
            uint32_t at = x + i < width ? x + i : width - 1;
            from[i] = by->pair + 8 * (ptrdiff_t)(by->across.first[at] - by->left);
            weights[i] = by->across.weights + count * at;
        }
        for (size_t k = 0; k < count; k++)
            for (size_t i = 0; i < BESIDE; i++) fy_eight_add(&sums[i], from[i] + 8 * k, weights[i][k]);
        for (size_t i = 0; i < BESIDE; i++) {
            memcpy(to[0] + 4 * (x + i), &sums[i], 4 * sizeof(float));
            memcpy(to[1] + 4 * (x + i), (const float *)&sums[i] + 4, 4 * sizeof(float));
        }
    }
}

/* A new row. */
static void sum_rows(const float *const *rows, const float *weights, uint32_t count, size_t numbers,
                     float *out) {
    for (size_t i = 0; i < numbers; i += NUMBERS) {
        fy_eight sums[BESIDE] = {{0}};
        for (uint32_t k = 0; k < count; k++)
            for (size_t c = 0; c < BESIDE; c++) fy_eight_add(&sums[c], rows[k] + i + 8 * c, weights[k]);
        memcpy(out + i, sums, (numbers - i < NUMBERS ? numbers - i : NUMBERS) * sizeof *out);
    }
}

/* Of the source's rows, and those beyond its edges, those that make a new one are kept. */
static bool run_resizer(ferry_job *job, resizer *by, uint32_t width, uint32_t height) {
    const int32_t reach = (int32_t)by->down.count, start = by->down.first[0];
    const size_t size = 4 * (size_t)by->padded;
    int32_t next = start;
    for (uint32_t to = 0; to < height; to++) {
        const int32_t first = by->down.first[to];
        while (next < first + reach) {
            const int32_t count = next + 1 < first + reach ? 2 : 1; /* of one the other is not used */
            float *rows[2] = {by->spare, by->spare};
            if (!ferry_tick(job)) return false;
            load_rows(by, next, next + count - 1);
            for (int32_t i = 0; i < count; i++, next++)
                rows[i] = by->narrow + size * (uint32_t)((next - start) % reach);
            narrow_rows(by, width, rows);
        }
        for (int32_t k = 0; k < reach; k++)
            by->rows[k] = by->narrow + size * (uint32_t)((first - start + k) % reach);
        sum_rows(by->rows, by->down.weights + (size_t)to * by->down.count, by->down.count, 4 * (size_t)width,
                 by->sums + 4 * (size_t)to * width);
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- sharpening */

/* Neighbours that the filter is reversed over: each counts for about a quarter of the last. */
enum { REVERSED = 6 };

enum { SHARES = 2 * REVERSED + 1, FITTED = 8 };

/* The reverse of a filter of (shared, 1 - 2 shared, shared). */
static void reverse_filter(double shared, float shares[SHARES]) {
    double own = 1 - 2 * shared, root = sqrt(own * own - 4 * shared * shared), sum = 0;
    double ratio = (root - own) / (2 * shared), weights[REVERSED + 1];
    weights[0] = 1 / root;
    for (int k = 1; k <= REVERSED; k++) weights[k] = weights[k - 1] * ratio;
    for (int k = -REVERSED; k <= REVERSED; k++) sum += weights[k < 0 ? -k : k];
    for (int k = -REVERSED; k <= REVERSED; k++) shares[k + REVERSED] = (float)(weights[k < 0 ? -k : k] / sum);
}

/* Two lines of texels. */
typedef struct two_lines {
    float *lines[2];
    size_t step; /* from texel to texel */
    uint32_t size;
    ferry_wrap wrap;
} two_lines;

/* `copy`: room for both, BESIDE texels more of each, and REVERSED more at each end. */
static void sharpen_lines(const two_lines *of, const float shares[SHARES], float *copy) {
    for (uint32_t i = 0; i < of->size + 2 * REVERSED; i++) {
        bool inside = i >= REVERSED && i - REVERSED < of->size;
        size_t at = inside ? i - REVERSED : fy_texels_wrapped((int64_t)i - REVERSED, of->size, of->wrap);
        for (size_t k = 0; k < 2; k++)
            memcpy(copy + 8 * (size_t)i + 4 * k, of->lines[k] + of->step * at, 4 * sizeof *copy);
    }
    for (uint32_t i = 0; i < of->size; i += BESIDE) {
        fy_eight sums[BESIDE] = {{0}};
        for (size_t k = 0; k < SHARES; k++)
            for (size_t c = 0; c < BESIDE; c++) fy_eight_add(&sums[c], copy + 8 * (i + c + k), shares[k]);
        for (uint32_t c = 0; c < BESIDE && i + c < of->size; c++)
            for (size_t k = 0; k < 2; k++)
                memcpy(of->lines[k] + of->step * (i + c), (const float *)&sums[c] + 4 * k, 4 * sizeof *copy);
    }
}

/* `count` lines that are `next` apart; the last of an odd number twice. */
static void sharpen_all(two_lines of, float *first, size_t next, uint32_t count, double shared, float *copy) {
    float shares[SHARES];
    if (!(shared > 0)) return;
    reverse_filter(shared, shares);
    for (uint32_t i = 0; i < count; i += 2) {
        of.lines[0] = first + next * i;
        of.lines[1] = first + next * (i + 1 < count ? i + 1 : i);
        sharpen_lines(&of, shares, copy);
    }
}

/* Eight rows at a time, since each number of a row waits for the one before it. */
static void fit_rows(const fy_texels_line *fit, float *sums, uint32_t width, uint32_t height, float *copy) {
    float room[4 * FITTED];
    for (uint32_t y = 0; y < height; y += FITTED) {
        const uint32_t count = height - y < FITTED ? height - y : FITTED;
        float *rows = sums + 4 * (size_t)y * width;
        for (size_t x = 0; x < width; x++)
            for (size_t k = 0; k < count; k++)
                memcpy(copy + 4 * (FITTED * x + k), rows + 4 * (k * width + x), 4 * sizeof *copy);
        fy_texels_line_solve(fit, copy, 4 * FITTED, room);
        for (size_t x = 0; x < width; x++)
            for (size_t k = 0; k < count; k++)
                memcpy(rows + 4 * (k * width + x), copy + 4 * (FITTED * x + k), 4 * sizeof *copy);
    }
}

static bool sharpen(ferry_job *job, const resizer *by, uint32_t width, uint32_t height) {
    const size_t longest = width > height ? width : height, row = 4 * (size_t)width;
    float *copy = ferry_new(job, float, 4 * FITTED * (longest + 2 * REVERSED + BESIDE));
    if (!copy) return false;
    if (by->across_fit.size) fit_rows(&by->across_fit, by->sums, width, height, copy);
    if (by->down_fit.size) fy_texels_line_solve(&by->down_fit, by->sums, row, copy);
    sharpen_all((two_lines){.step = 4, .size = width, .wrap = by->wraps.s}, by->sums, row, height,
                by->across.shared, copy);
    sharpen_all((two_lines){.step = row, .size = height, .wrap = by->wraps.t}, by->sums, 4, width,
                by->down.shared, copy);
    return true;
}

/* ------------------------------------------------------------------------------------------- the whole */

/* The first where `which` is set, else the second. */
static inline fy_four either(fy_four_whole which, fy_four first, fy_four second) {
    return (fy_four)((which & (fy_four_whole)first) | (~which & (fy_four_whole)second));
}

/* All of one byte's range, rounded. */
static inline fy_four in_bytes(fy_four value) {
    const fy_four least = {0}, most = {255, 255, 255, 255};
    value = either(value > least, value, least);
    value = either(value < most, value, most);
    return value + .5f;
}

static void store_texels(const float *sums, const fy_texels *to) {
    for (size_t i = 0; i < (size_t)to->width * to->height; i++) {
        fy_four sum = fy_four_load(sums + 4 * i);
        const float alpha = sum[3];
        sum = alpha > 0 ? sum / alpha : (fy_four){0};
        sum[3] = (alpha - UNSEEN) * 255;
        fy_four_to_bytes(in_bytes(sum), to->rgba + 4 * i);
    }
}

static bool find_taps(ferry_job *job, uint32_t from, uint32_t to, ferry_wrap wrap, fy_taps *made,
                      fy_texels_line *fit) {
    bool near = to < from && from < 2 * (uint64_t)to;
    return near ? fy_texels_fit(job, from, to, wrap, made, fit) : make_taps(job, from, to, made);
}

static bool resize(ferry_job *job, const fy_texels *from, fy_texel_wraps wraps, uint32_t width,
                   uint32_t height, fy_texels *to) {
    resizer by = {.from = from, .wraps = wraps};
    *to = (fy_texels){width, height, ferry_new(job, uint8_t, (size_t)width * height * 4)};
    ferry_mark mark = ferry_job_mark(job);
    bool done = to->rgba && find_taps(job, from->width, width, wraps.s, &by.across, &by.across_fit) &&
                find_taps(job, from->height, height, wraps.t, &by.down, &by.down_fit);
    if (done) {
        by.left = by.across.first[0];
        by.row_size = (uint32_t)(by.across.first[width - 1] - by.left) + by.across.count;
        by.padded = (width + 2 * BESIDE - 1) / (2 * BESIDE) * (2 * BESIDE);
        by.pair = ferry_new(job, float, 8 * (size_t)by.row_size);
        by.narrow = ferry_new(job, float, 4 * (size_t)by.padded * by.down.count);
        by.spare = ferry_new(job, float, 4 * (size_t)by.padded);
        by.rows = ferry_new(job, const float *, by.down.count);
        by.sums = ferry_new(job, float, 4 * (size_t)width * height);
        done = by.pair && by.narrow && by.spare && by.rows && by.sums &&
               run_resizer(job, &by, width, height) && sharpen(job, &by, width, height);
    }
    if (done) store_texels(by.sums, to);
    ferry_job_release(job, mark);
    return done;
}

FY_WIDE static bool resize_wide(ferry_job *job, const fy_texels *from, fy_texel_wraps wraps, uint32_t width,
                                uint32_t height, fy_texels *to) {
    return resize(job, from, wraps, width, height, to);
}

bool fy_texels_resize(ferry_job *job, const fy_texels *from, fy_texel_wraps wraps, uint32_t width,
                      uint32_t height, fy_texels *to) {
    return (FY_HAS_WIDE ? resize_wide : resize)(job, from, wraps, width, height, to);
}
