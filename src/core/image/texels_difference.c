/*
 * texels_difference.c: how far a picture is from another one of another size, and how much its texels differ
 * from each other (docs/what-is-lost.md, "Textures").
 */
#include "core/image/texels_difference.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "core/base/maths.h"
#include "core/image/texels.h"
#include "core/image/texels_four.h"
#include "core/image/texels_spot.h"

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

/* -------------------------------------------------------------------------- of two pictures, in strips */

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
    float parts[4 * COLUMNS]; /* of them, four times each */
    uint32_t kept[2];         /* rows of the small picture that are filtered across the columns */
    float rows[2][4 * COLUMNS];
    uint8_t cell[COLUMNS];       /* of the importance */
    fy_four blocks[BLOCKS][2];   /* how their texels differ before black and before white, summed up */
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

/* The two texels beside each column are gathered first: what follows is the same for all of a row. */
static void filter_across(const strip *of, uint32_t y, float *out) {
    const uint8_t *row = of->small->rgba + 4 * (size_t)y * of->small->width;
    uint8_t near[2][4 * COLUMNS];
    for (uint32_t i = 0; i < of->columns; i++) {
        const fy_spot *at = &of->across[i];
        memcpy(near[0] + 4 * i, row + 4 * (size_t)at->low, 4);
        memcpy(near[1] + 4 * i, row + 4 * (size_t)at->high, 4);
    }
    for (uint32_t i = 0; i < 4 * of->columns; i++) {
        float a = near[0][i], b = near[1][i];
        out[i] = a + (b - a) * of->parts[i];
    }
}

/* A row of the small picture across the columns, which the rows of the big one beside it need, too. What
 * `other` is kept in stays. */
static const float *row_across(strip *of, uint32_t y, uint32_t other) {
    const int to = of->kept[0] == y || (of->kept[1] != y && of->kept[1] == other) ? 0 : 1;
    if (of->kept[to] != y) filter_across(of, y, of->rows[to]);
    of->kept[to] = y;
    return of->rows[to];
}

static void blend_row(strip *of, const fy_spot *down, float *out) {
    const float *top = row_across(of, down->low, down->high), *bottom = row_across(of, down->high, down->low),
                part = down->part;
    for (uint32_t i = 0; i < 4 * of->columns; i++) out[i] = top[i] + (bottom[i] - top[i]) * part;
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
        of->blocks[i / BLOCK][0] += fy_four_load(off.black + 4 * i);
        of->blocks[i / BLOCK][1] += fy_four_load(off.white + 4 * i);
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
    of->kept[0] = of->kept[1] = FERRY_NONE;
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

/* -------------------------------------------------------------------------------------- of one picture */

/* How much a texel differs from the next one along an axis. */
static double step_beside(const fy_texels *of, const uint8_t *texel, int axis, fy_texel_needs needs) {
    const uint8_t *next = texel + 4 * (axis ? (size_t)of->width : 1);
    const float other[4] = {next[0], next[1], next[2], next[3]};
    const offset off = offset_of(other, texel, needs);
    return (double)square(&off);
}

void fy_texels_contrast(const fy_texels *of, fy_texel_needs needs, const fy_importance *importance,
                        double contrast[2]) {
    uint32_t step = step_of(of);
    double sums[2] = {0}, counts[2] = {0};
    for (uint32_t y = 0; y < of->height; y += step) {
        const float *cells = importance ? importance->cells[cell_at(y, of->height)] : NULL;
        const uint8_t *row = of->rgba + 4 * (size_t)y * of->width;
        uint64_t cell = 0; /* cell_at() of the column, without dividing */
        for (uint32_t x = 0; x < of->width; x += step) {
            while ((cell + 1) * of->width <= (uint64_t)x * FY_IMPORTANCE_CELLS) cell++;
            double weight = cells ? (double)cells[cell] : 1;
            for (int axis = 0; axis < 2; axis++) {
                if (axis ? y + 1 == of->height : x + 1 == of->width) continue;
                sums[axis] += weight * step_beside(of, row + 4 * (size_t)x, axis, needs);
                counts[axis] += weight;
            }
        }
    }
    for (int axis = 0; axis < 2; axis++) contrast[axis] = counts[axis] > 0 ? sums[axis] / counts[axis] : 0;
}
