/*
 * texels.c: pictures at other sizes, and their differences (docs/what-is-lost.md, "Textures").
 */
#include "core/image/texels.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/image/texels_fit.h"
#include "core/image/texels_spot.h"

/* ---------------------------------------------------------------------------------------- whole parts */

static void box_mean(const fy_texels *from, uint32_t left, uint32_t top, uint32_t wide, uint32_t high,
                     uint8_t out[4]) {
    uint64_t color[3] = {0}, plain[3] = {0}, alpha = 0, count = (uint64_t)wide * high;
    for (uint32_t y = top; y < top + high; y++) {
        const uint8_t *texel = from->rgba + 4 * ((size_t)y * from->width + left);
        for (uint32_t x = 0; x < wide; x++, texel += 4) {
            for (int k = 0; k < 3; k++) {
                color[k] += (uint32_t)texel[k] * texel[3];
                plain[k] += texel[k];
            }
            alpha += texel[3];
        }
    }
    for (int k = 0; k < 3; k++)
        out[k] = (uint8_t)(alpha ? (color[k] + alpha / 2) / alpha : (plain[k] + count / 2) / count);
    out[3] = (uint8_t)((alpha + count / 2) / count);
}

bool fy_texels_reduce(ferry_job *job, const fy_texels *from, uint32_t across, uint32_t down, fy_texels *to) {
    *to = (fy_texels){from->width / across, from->height / down, NULL};
    to->rgba = ferry_new(job, uint8_t, (size_t)to->width * to->height * 4);
    if (!to->rgba) return false;
    uint8_t *out = to->rgba;
    for (uint32_t y = 0; y < to->height; y++) {
        if (!ferry_tick(job)) return false;
        for (uint32_t x = 0; x < to->width; x++, out += 4)
            box_mean(from, x * across, y * down, across, down, out);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ any size */

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

/* Enough for colours where nothing is seen, too little to be seen. */
#define UNSEEN .001f

/* Texels that are summed up side by side, since each sum waits for itself. Rows are padded to a multiple. */
enum { BESIDE = 4, NUMBERS = 4 * BESIDE };

typedef struct resizer {
    const fy_texels *from;
    fy_texel_wraps wraps;
    fy_taps across, down;
    float *weights;     /* of `across`, each four times: for four numbers at once */
    float *row;         /* of the source, with what lies beyond its ends; colours times alpha, alpha */
    float *narrow;      /* the same at the new width: as many rows as make a new one, in turn */
    const float **rows; /* those that make a new one */
    float *sums;        /* the new picture */
    int32_t left;       /* where `row` starts */
    uint32_t row_size, padded;
} resizer;

/* A texel, or four texels' numbers: compilers that know vectors keep it in one register. */
typedef float four __attribute__((vector_size(16)));
typedef int32_t four_whole __attribute__((vector_size(16)));
typedef uint8_t four_bytes __attribute__((vector_size(4)));

static inline four load(const float *from) {
    four made;
    memcpy(&made, from, sizeof made);
    return made;
}

static void load_texels(const uint8_t *texels, uint32_t count, float *out) {
    for (uint32_t i = 0; i < count; i++, texels += 4, out += 4) {
        four_bytes bytes;
        memcpy(&bytes, texels, sizeof bytes);
        four texel = __builtin_convertvector(bytes, four);
        const float alpha = texel[3] * (1 / 255.f) + UNSEEN;
        texel *= alpha;
        texel[3] = alpha;
        memcpy(out, &texel, sizeof texel);
    }
}

/* `count` of the row, beyond an end of the picture. */
static void load_beyond(const resizer *by, const uint8_t *texels, uint32_t first, uint32_t count) {
    for (uint32_t i = first; i < first + count; i++)
        load_texels(texels +
                        4 * (size_t)fy_texels_wrapped(by->left + (int64_t)i, by->from->width, by->wraps.s),
                    1, by->row + 4 * (size_t)i);
}

static void load_row(const resizer *by, uint32_t y) {
    const uint8_t *texels = by->from->rgba + 4 * (size_t)y * by->from->width;
    int64_t size = by->row_size, start = by->left < 0 ? -(int64_t)by->left : 0,
            end = (int64_t)by->from->width - by->left;
    if (start > size) start = size;
    end = end < start ? start : end > size ? size : end;
    load_beyond(by, texels, 0, (uint32_t)start);
    load_texels(texels + 4 * (by->left + start), (uint32_t)(end - start), by->row + 4 * start);
    load_beyond(by, texels, (uint32_t)end, (uint32_t)(size - end));
}

/* Weighted sums of `count` texels each. `apart`: where each one's texels start, `step`: its weights. */
static inline void sum_texels(const float *from, const size_t apart[BESIDE], const float *weights,
                              size_t step, size_t count, float *to) {
    four sums[BESIDE] = {{0}};
    for (size_t k = 0; k < 4 * count; k += 4)
        for (size_t i = 0; i < BESIDE; i++)
            sums[i] += load(from + apart[i] + k) * load(weights + step * i + k);
    memcpy(to, sums, sizeof sums);
}

static void narrow_row(const resizer *by, uint32_t width, float *to) {
    size_t count = by->across.count, apart[BESIDE];
    for (uint32_t x = 0; x < by->padded; x += BESIDE) {
        for (uint32_t i = 0; i < BESIDE; i++) {
            uint32_t at = x + i < width ? x + i : width - 1;
            apart[i] = 4 * (size_t)(by->across.first[at] - by->left);
        }
        sum_texels(by->row, apart, by->weights + 4 * count * x, 4 * count, count, to + 4 * (size_t)x);
    }
}

/* A new row. */
static void sum_rows(const float *const *rows, const float *weights, uint32_t count, size_t numbers,
                     float *out) {
    for (size_t i = 0; i < numbers; i += NUMBERS) {
        four sums[BESIDE] = {{0}};
        for (uint32_t k = 0; k < count; k++)
            for (size_t c = 0; c < BESIDE; c++) sums[c] += load(rows[k] + i + 4 * c) * weights[k];
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
        for (; next < first + reach; next++) {
            if (!ferry_tick(job)) return false;
            load_row(by, fy_texels_wrapped(next, by->from->height, by->wraps.t));
            narrow_row(by, width, by->narrow + size * (uint32_t)((next - start) % reach));
        }
        for (int32_t k = 0; k < reach; k++)
            by->rows[k] = by->narrow + size * (uint32_t)((first - start + k) % reach);
        sum_rows(by->rows, by->down.weights + (size_t)to * by->down.count, by->down.count, 4 * (size_t)width,
                 by->sums + 4 * (size_t)to * width);
    }
    return true;
}

/* Neighbours that the filter is reversed over: each counts for about a quarter of the last. */
enum { REVERSED = 6 };

enum { SHARES = 2 * REVERSED + 1 };

/* The reverse of a filter of (shared, 1 - 2 shared, shared); four times each, as weights are. */
static void reverse_filter(double shared, float shares[4 * SHARES]) {
    double own = 1 - 2 * shared, root = sqrt(own * own - 4 * shared * shared), sum = 0;
    double ratio = (root - own) / (2 * shared), weights[REVERSED + 1];
    weights[0] = 1 / root;
    for (int k = 1; k <= REVERSED; k++) weights[k] = weights[k - 1] * ratio;
    for (int k = -REVERSED; k <= REVERSED; k++) sum += weights[k < 0 ? -k : k];
    for (int k = -REVERSED; k <= REVERSED; k++)
        for (int c = 0; c < 4; c++) shares[4 * (k + REVERSED) + c] = (float)(weights[k < 0 ? -k : k] / sum);
}

/* A line of `size` texels that are `step` apart. `copy`: room for it, BESIDE texels more, and REVERSED more
 * at each end. */
static void sharpen_line(float *line, size_t step, uint32_t size, ferry_wrap wrap,
                         const float shares[4 * SHARES], float *copy) {
    static const size_t apart[BESIDE] = {0, 4, 8, 12};
    for (uint32_t i = 0; i < size + 2 * REVERSED; i++) {
        bool inside = i >= REVERSED && i - REVERSED < size;
        size_t at = inside ? i - REVERSED : fy_texels_wrapped((int64_t)i - REVERSED, size, wrap);
        memcpy(copy + 4 * (size_t)i, line + 4 * step * at, 4 * sizeof *copy);
    }
    for (uint32_t i = 0; i < size; i += BESIDE) {
        float made[NUMBERS];
        sum_texels(copy + 4 * (size_t)i, apart, shares, 0, SHARES, made);
        for (uint32_t k = 0; k < BESIDE && i + k < size; k++)
            memcpy(line + 4 * step * (i + k), made + 4 * k, 4 * sizeof *made);
    }
}

static bool sharpen(ferry_job *job, const resizer *by, uint32_t width, uint32_t height) {
    float shares[4 * SHARES],
        *copy =
            ferry_new(job, float, 4 * ((size_t)(width > height ? width : height) + 2 * REVERSED + BESIDE));
    if (!copy) return false;
    if (by->across.shared > 0) reverse_filter(by->across.shared, shares);
    for (uint32_t y = 0; y < height && by->across.shared > 0; y++)
        sharpen_line(by->sums + 4 * (size_t)y * width, 1, width, by->wraps.s, shares, copy);
    if (by->down.shared > 0) reverse_filter(by->down.shared, shares);
    for (uint32_t x = 0; x < width && by->down.shared > 0; x++)
        sharpen_line(by->sums + 4 * (size_t)x, width, height, by->wraps.t, shares, copy);
    return true;
}

/* The first where `which` is set, else the second. */
static inline four either(four_whole which, four first, four second) {
    return (four)((which & (four_whole)first) | (~which & (four_whole)second));
}

/* All of one byte's range, rounded. */
static inline four in_bytes(four value) {
    const four least = {0}, most = {255, 255, 255, 255};
    value = either(value > least, value, least);
    value = either(value < most, value, most);
    return value + .5f;
}

static void finish_row(const float *sums, const fy_texels *to) {
    for (size_t i = 0; i < (size_t)to->width * to->height; i++) {
        four sum = load(sums + 4 * i);
        const float alpha = sum[3];
        sum = alpha > 0 ? sum / alpha : (four){0};
        sum[3] = (alpha - UNSEEN) * 255;
        four_bytes bytes =
            __builtin_convertvector(__builtin_convertvector(in_bytes(sum), four_whole), four_bytes);
        memcpy(to->rgba + 4 * i, &bytes, sizeof bytes);
    }
}

static bool is_cutout(const fy_texels *of, uint64_t *opaque) {
    size_t count = (size_t)of->width * of->height;
    *opaque = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t alpha = of->rgba[4 * i + 3];
        if (alpha != 0 && alpha != 255) return false;
        *opaque += alpha == 255;
    }
    return *opaque > 0 && *opaque < count;
}

/* Thin leaves and wires would vanish otherwise. */
void fy_texels_keep_coverage(const fy_texels *from, const fy_texels *to) {
    uint64_t opaque, histogram[256] = {0}, count = (uint64_t)to->width * to->height;
    if (!is_cutout(from, &opaque)) return;
    for (uint64_t i = 0; i < count; i++) histogram[to->rgba[4 * i + 3]]++;
    uint64_t wanted = opaque * count / ((uint64_t)from->width * from->height), above = 0;
    uint32_t threshold = 256;
    while (threshold > 1 && (above == 0 || above + histogram[threshold - 1] / 2 < wanted))
        above += histogram[--threshold];
    for (uint64_t i = 0; i < count; i++) {
        uint8_t *alpha = &to->rgba[4 * i + 3];
        uint32_t low = *alpha < threshold, above_it = 255 - threshold;
        *alpha = (uint8_t)(low             ? *alpha * 127u / (threshold - 1 ? threshold - 1 : 1)
                           : above_it == 0 ? 255
                                           : 128 + (*alpha - threshold) * 127u / above_it);
    }
}

static bool find_taps(ferry_job *job, uint32_t from, uint32_t to, ferry_wrap wrap, fy_taps *made) {
    bool near = to < from && from < 2 * (uint64_t)to;
    return near ? fy_texels_fit(job, from, to, wrap, made) : make_taps(job, from, to, made);
}

/* Nothing for what a row is padded with. */
static float *repeat_weights(ferry_job *job, const fy_taps *taps, uint32_t width, uint32_t padded) {
    size_t count = (size_t)width * taps->count;
    float *to = ferry_new(job, float, 4 * (size_t)padded * taps->count);
    for (size_t i = 0; to && i < 4 * count; i++) to[i] = taps->weights[i / 4];
    return to;
}

static bool resize(ferry_job *job, const fy_texels *from, fy_texel_wraps wraps, uint32_t width,
                   uint32_t height, fy_texels *to) {
    resizer by = {.from = from, .wraps = wraps};
    *to = (fy_texels){width, height, ferry_new(job, uint8_t, (size_t)width * height * 4)};
    ferry_mark mark = ferry_job_mark(job);
    bool done = to->rgba && find_taps(job, from->width, width, wraps.s, &by.across) &&
                find_taps(job, from->height, height, wraps.t, &by.down);
    if (done) {
        by.left = by.across.first[0];
        by.row_size = (uint32_t)(by.across.first[width - 1] - by.left) + by.across.count;
        by.padded = (width + BESIDE - 1) / BESIDE * BESIDE;
        by.weights = repeat_weights(job, &by.across, width, by.padded);
        by.row = ferry_new(job, float, 4 * (size_t)by.row_size);
        by.narrow = ferry_new(job, float, 4 * (size_t)by.padded * by.down.count);
        by.rows = ferry_new(job, const float *, by.down.count);
        by.sums = ferry_new(job, float, 4 * (size_t)width * height);
        done = by.weights && by.row && by.narrow && by.rows && by.sums &&
               run_resizer(job, &by, width, height) && sharpen(job, &by, width, height);
    }
    if (done) finish_row(by.sums, to);
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

/* ---------------------------------------------------------------------------------------- differences */

/* How a texel differs: colours that are seen through alpha before black and before white. */
typedef struct offset {
    float at[6];
} offset;

static offset offset_of(const float other[4], const uint8_t texel[4], fy_texel_needs needs) {
    offset off = {{0}};
    float a = other[3] * (1 / 255.f), b = (float)texel[3] * (1 / 255.f);
    for (int k = 0; k < 3; k++) {
        float own = (float)texel[k];
        if (!needs.color) {
            off.at[k] = off.at[k + 3] = other[3] - (float)texel[3];
        } else if (!needs.alpha) {
            off.at[k] = off.at[k + 3] = other[k] - own;
        } else {
            off.at[k] = other[k] * a - own * b;
            off.at[k + 3] = off.at[k] - (a - b) * 255;
        }
    }
    return off;
}

/* Differences of brightness are seen before those of hue: components count as in palettes (quantise.c). */
static float square(const offset *off) {
    static const float shares[6] = {3, 4, 2, 3, 4, 2};
    float sum = 0;
    for (int k = 0; k < 6; k++) sum += shares[k] * off->at[k] * off->at[k];
    return sum * (1 / 18.f);
}

/* Columns that are worked on at once. */
enum { COLUMNS = 64 };

/* Texels up to which pictures are compared whole: all that fit texture memory. */
#define FULL_COMPARE 8192

/* About how many of a bigger picture are looked at. */
#define SPARSE_COMPARE 4096

static uint32_t step_of(const fy_texels *big) {
    uint32_t step = 1;
    if ((uint64_t)big->width * big->height > FULL_COMPARE)
        while ((uint64_t)(big->width / step + 1) * (big->height / step + 1) > SPARSE_COMPARE) step++;
    return step;
}

/* Texels of a block, each way: what is wrong all over a block is seen as a wrong colour, what is not as
 * grain. */
enum { BLOCK = 4, BLOCKS = COLUMNS / BLOCK };

/* One strip of columns. */
typedef struct strip {
    const fy_texels *big, *small;
    const fy_importance *importance;
    fy_texel_wraps wraps;
    fy_texel_needs needs;
    uint32_t step, left, columns;
    fy_spot across[COLUMNS];
    float parts[4 * COLUMNS];    /* of them, four times each */
    uint8_t cell[COLUMNS];       /* of the importance */
    four blocks[BLOCKS][2];      /* how their texels differ before black and before white, summed up */
    float heights[BLOCKS];       /* importance of the texels of a block, summed up */
    double texel_sum, block_sum; /* of squares, by texels */
    double enough;               /* of both: no more is asked for */
    double weight;               /* importance of all texels */
} strip;

static const float *cells_of(const strip *of, uint32_t y) {
    if (!of->importance) return NULL;
    return of->importance->cells[(uint64_t)y * FY_IMPORTANCE_CELLS / of->big->height];
}

/* How a row's texels differ, four numbers each of which the last is none: before black, before white. */
typedef struct row_offsets {
    float black[4 * COLUMNS], white[4 * COLUMNS];
} row_offsets;

/* What the filter makes of the columns, and what the big picture has there. */
typedef struct row_pair {
    float other[4 * COLUMNS], own[4 * COLUMNS];
} row_pair;

/* The four texels beside each column are gathered first: what follows is the same for all of a row. */
static void blend_row(const strip *of, const fy_spot *down, float *out) {
    const uint8_t *row0 = of->small->rgba + 4 * (size_t)down->low * of->small->width,
                  *row1 = of->small->rgba + 4 * (size_t)down->high * of->small->width;
    uint8_t near[4][4 * COLUMNS];
    float part = down->part;
    for (uint32_t i = 0; i < of->columns; i++) {
        const fy_spot *at = &of->across[i];
        memcpy(near[0] + 4 * i, row0 + 4 * (size_t)at->low, 4);
        memcpy(near[1] + 4 * i, row0 + 4 * (size_t)at->high, 4);
        memcpy(near[2] + 4 * i, row1 + 4 * (size_t)at->low, 4);
        memcpy(near[3] + 4 * i, row1 + 4 * (size_t)at->high, 4);
    }
    for (uint32_t i = 0; i < 4 * of->columns; i++) {
        float a = near[0][i], b = near[1][i], c = near[2][i], d = near[3][i];
        float top = a + (b - a) * of->parts[i], bottom = c + (d - c) * of->parts[i];
        out[i] = top + (bottom - top) * part;
    }
}

static void take_row(const strip *of, uint32_t y, float *out) {
    const uint8_t *row = of->big->rgba + 4 * ((size_t)y * of->big->width + of->left);
    uint8_t texels[4 * COLUMNS];
    for (uint32_t i = 0; i < of->columns; i++) memcpy(texels + 4 * i, row + 4 * (size_t)i * of->step, 4);
    for (uint32_t i = 0; i < 4 * of->columns; i++) out[i] = texels[i];
}

/* As offset_of() has it, for a whole row. */
static void offsets_of(const row_pair *pair, uint32_t columns, fy_texel_needs needs, row_offsets *to) {
    const float *other = pair->other, *own = pair->own;
    if (needs.color && needs.alpha) {
        for (uint32_t i = 0; i < columns; i++) {
            float a = other[4 * i + 3] * (1 / 255.f), b = own[4 * i + 3] * (1 / 255.f), clear = (a - b) * 255;
            for (uint32_t k = 4 * i; k < 4 * i + 4; k++) {
                to->black[k] = other[k] * a - own[k] * b;
                to->white[k] = to->black[k] - clear;
            }
        }
        return;
    }
    for (uint32_t i = 0; i < 4 * columns; i++)
        to->black[i] = needs.color ? other[i] - own[i] : other[i | 3] - own[i | 3];
    memcpy(to->white, to->black, 4 * columns * sizeof *to->white);
}

/* square() of each column. */
static void square_row(const row_offsets *off, uint32_t columns, float *squares) {
    static const float shares[4] = {3, 4, 2, 0};
    float black[4 * COLUMNS], white[4 * COLUMNS];
    for (uint32_t i = 0; i < columns; i++)
        for (uint32_t k = 0; k < 4; k++) {
            black[4 * i + k] = shares[k] * off->black[4 * i + k] * off->black[4 * i + k];
            white[4 * i + k] = shares[k] * off->white[4 * i + k] * off->white[4 * i + k];
        }
    for (uint32_t i = 0; i < columns; i++) {
        const float *b = black + 4 * i, *w = white + 4 * i;
        squares[i] = (b[0] + b[1] + b[2] + w[0] + w[1] + w[2]) * (1 / 18.f);
    }
}

static void measure_row(strip *of, uint32_t y) {
    fy_spot down = fy_texels_spot(y, of->big->height, of->small->height, of->wraps.t);
    const float *cells = cells_of(of, y);
    row_pair pair;
    row_offsets off;
    float sum = 0, weights = 0, squares[COLUMNS];
    blend_row(of, &down, pair.other);
    take_row(of, y, pair.own);
    offsets_of(&pair, of->columns, of->needs, &off);
    square_row(&off, of->columns, squares);
    for (uint32_t i = 0; i < of->columns; i++) {
        float weight = cells ? cells[of->cell[i]] : 1;
        sum += weight * squares[i];
        weights += weight;
        of->heights[i / BLOCK] += weight;
    }
    for (uint32_t i = 0; i < of->columns; i++) {
        of->blocks[i / BLOCK][0] += load(off.black + 4 * i);
        of->blocks[i / BLOCK][1] += load(off.white + 4 * i);
    }
    of->texel_sum += (double)sum;
    of->weight += (double)weights;
}

/* `rows`: of the blocks that are complete now. */
static void measure_blocks(strip *of, uint32_t rows) {
    for (uint32_t i = 0; i * BLOCK < of->columns; i++) {
        uint32_t wide = of->columns - i * BLOCK < BLOCK ? of->columns - i * BLOCK : BLOCK;
        double texels = wide * rows, mean = (double)of->heights[i] / texels;
        offset off;
        for (int k = 0; k < 3; k++) off.at[k] = of->blocks[i][0][k], off.at[k + 3] = of->blocks[i][1][k];
        of->block_sum += mean * (double)square(&off) / texels;
    }
    memset(of->blocks, 0, sizeof of->blocks);
    memset(of->heights, 0, sizeof of->heights);
}

static void measure_strip(strip *of) {
    uint32_t rows = 0;
    of->columns = 0;
    for (uint32_t x = of->left; x < of->big->width && of->columns < COLUMNS; x += of->step) {
        of->cell[of->columns] = (uint8_t)((uint64_t)x * FY_IMPORTANCE_CELLS / of->big->width);
        of->across[of->columns] = fy_texels_spot(x, of->big->width, of->small->width, of->wraps.s);
        for (uint32_t k = 0; k < 4; k++) of->parts[4 * of->columns + k] = of->across[of->columns].part;
        of->columns++;
    }
    for (uint32_t y = 0; y < of->big->height && of->texel_sum + of->block_sum < of->enough; y += of->step) {
        measure_row(of, y);
        if (++rows == BLOCK) measure_blocks(of, rows), rows = 0;
    }
    if (rows) measure_blocks(of, rows);
}

static uint32_t cell_at(uint32_t at, uint32_t size) {
    return (uint32_t)((uint64_t)at * FY_IMPORTANCE_CELLS / size);
}

/* Importance of all texels that are looked at, and a little more than rounding can add to it. */
static double most_weight(const strip *of) {
    uint32_t rows[FY_IMPORTANCE_CELLS] = {0}, columns[FY_IMPORTANCE_CELLS] = {0};
    double sum = 0;
    for (uint32_t x = 0; x < of->big->width; x += of->step) columns[cell_at(x, of->big->width)]++;
    for (uint32_t y = 0; y < of->big->height; y += of->step) rows[cell_at(y, of->big->height)]++;
    for (int y = 0; y < FY_IMPORTANCE_CELLS; y++)
        for (int x = 0; x < FY_IMPORTANCE_CELLS; x++)
            sum += (of->importance ? (double)of->importance->cells[y][x] : 1) * rows[y] * columns[x];
    return sum * 1.0001;
}

static double weighed_difference(const fy_texels *big, const fy_texels *small, fy_texel_wraps wraps,
                                 fy_texel_needs needs, const fy_importance *importance, double enough) {
    strip of = {.big = big,
                .small = small,
                .importance = importance,
                .wraps = wraps,
                .needs = needs,
                .step = step_of(big),
                .enough = INFINITY};
    if (enough < INFINITY) of.enough = 2 * enough * enough * most_weight(&of);
    for (; of.left < big->width && of.texel_sum + of.block_sum < of.enough; of.left += COLUMNS * of.step)
        measure_strip(&of);
    return of.weight > 0 ? sqrt((of.texel_sum + of.block_sum) / (2 * of.weight)) : 0;
}

FY_WIDE static double weighed_difference_wide(const fy_texels *big, const fy_texels *small,
                                              fy_texel_wraps wraps, fy_texel_needs needs,
                                              const fy_importance *importance, double enough) {
    return weighed_difference(big, small, wraps, needs, importance, enough);
}

double fy_texels_weighed_difference(const fy_texels *big, const fy_texels *small, fy_texel_wraps wraps,
                                    fy_texel_needs needs, const fy_importance *importance, double enough) {
    return (FY_HAS_WIDE ? weighed_difference_wide : weighed_difference)(big, small, wraps, needs, importance,
                                                                        enough);
}

double fy_texels_difference(const fy_texels *big, const fy_texels *small, fy_texel_wraps wraps,
                            fy_texel_needs needs) {
    return fy_texels_weighed_difference(big, small, wraps, needs, NULL, INFINITY);
}

void fy_texels_contrast(const fy_texels *of, fy_texel_needs needs, const fy_importance *importance,
                        double contrast[2]) {
    uint32_t step = step_of(of);
    double sums[2] = {0}, counts[2] = {0};
    for (uint32_t y = 0; y < of->height; y += step)
        for (uint32_t x = 0; x < of->width; x += step) {
            const uint8_t *texel = of->rgba + 4 * ((size_t)y * of->width + x), *next;
            for (int axis = 0; axis < 2; axis++) {
                if (axis ? y + 1 == of->height : x + 1 == of->width) continue;
                next = texel + 4 * (axis ? (size_t)of->width : 1);
                float other[4] = {next[0], next[1], next[2], next[3]};
                offset off = offset_of(other, texel, needs);
                double weight =
                    importance ? (double)importance->cells[cell_at(y, of->height)][cell_at(x, of->width)] : 1;
                sums[axis] += weight * (double)square(&off);
                counts[axis] += weight;
            }
        }
    for (int axis = 0; axis < 2; axis++) contrast[axis] = counts[axis] > 0 ? sums[axis] / counts[axis] : 0;
}
