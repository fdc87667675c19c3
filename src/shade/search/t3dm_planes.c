/*
 * t3dm_planes.c: see t3dm_planes.h.
 *
 * Nearly all the time of a search goes into these loops. They have no branches, and sums run in eight lanes
 * in an order that is the same for every compiler.
 */
#include "shade/search/t3dm_planes.h"

#include <string.h>

#include "core/base/maths.h"

enum { LANES = 8 };

_Static_assert(FY_SEARCH_PICKED % LANES == 0 && FY_SEARCH_COLUMNS % LANES == 0, "planes are read in lanes");

typedef float eight __attribute__((vector_size(4 * LANES)));
typedef int32_t eight_whole __attribute__((vector_size(4 * LANES)));

/* Macros, since how vectors are passed to functions depends on the processor. */
#define LOAD(from, i) (*(const eight_at *)(const void *)((from) + (i)))
#define STORE(to, i, value) (*(eight_at *)(void *)((to) + (i)) = (value))
/* A vector at the place of any float. */
typedef float eight_at __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

#define ALL(value) ((eight){0} + (value))

/* Where the mask is set; else zero, or the other one. */
#define WHERE(mask, value) ((eight)((eight_whole)(mask) & (eight_whole)(value)))
#define EITHER(mask, value, other)                                                                           \
    ((eight)(((eight_whole)(mask) & (eight_whole)(value)) | (~(eight_whole)(mask) & (eight_whole)(other))))

static int values_of(const fy_search_question *q) {
    return fy_plane_parts(q) * FY_SEARCH_COLUMNS;
}

static float sum_of(const eight *lanes) {
    float all = 0;
    for (int k = 0; k < LANES; k++) all += (*lanes)[k];
    return all;
}

/* ------------------------------------------------------------------------------------------- planes */

static inline void fill(const fy_search_question *q, const float color[3], const fy_color_plane *times,
                        fy_color_plane *out) {
    for (int k = 0; k < fy_plane_parts(q); k++) {
        const int at = FY_SEARCH_AT(k, 0), end = at + FY_SEARCH_COLUMNS;
        const eight all = ALL(color[k]);
        if (times)
            for (int i = at; i < end; i += LANES) STORE(out->v, i, all * LOAD(times->v, i));
        else
            for (int i = at; i < end; i += LANES) STORE(out->v, i, all);
    }
}

#define CYCLE(of, i) ((LOAD((of)->a->v, i) - LOAD((of)->b->v, i)) * LOAD((of)->c->v, i) + LOAD((of)->d->v, i))

/* How far a value leaves the range that the hardware keeps between the cycles. */
static inline void find_excess(const eight *value, float most, eight *out) {
    const eight below = -.5F - *value, above = *value - most;
    *out = WHERE(below > 0, below) + WHERE(above > 0, above);
}

static inline void run(const fy_search_question *q, const fy_plane_cycle cycles[2], float most,
                       fy_color_plane *combined, fy_color_plane *out) {
    const fy_plane_cycle first = cycles[0], second = cycles[1];
    const int count = values_of(q);
    if (!second.a) {
        for (int i = 0; i < count; i += LANES) STORE(out->v, i, CYCLE(&first, i));
        return;
    }
    for (int i = 0; i < count; i += LANES) {
        const eight inner = CYCLE(&first, i);
        eight beyond;
        STORE(combined->v, i, inner); /* the second cycle may read it */
        find_excess(&inner, most, &beyond);
        STORE(out->v, i, CYCLE(&second, i) + 4 * beyond);
    }
}

static inline void find_slope(const fy_search_question *q, const fy_color_plane *next,
                              const fy_color_plane *now, float by, fy_color_plane *out) {
    const eight part = ALL(1 / by);
    for (int i = 0; i < values_of(q); i += LANES)
        STORE(out->v, i, (LOAD(next->v, i) - LOAD(now->v, i)) * part);
}

/* -------------------------------------------------------------------------------------------- sums */

/* Zero for what is no number. */
static inline void clamp(eight *value) {
    const eight positive = WHERE(*value > 0, *value);
    *value = EITHER(positive < 1, positive, ALL(1.F));
}

static inline float judge(const fy_search_question *q, const fy_color_plane *out) {
    eight terms[FY_SEARCH_VALUES / LANES], sums = {0};
    const int count = values_of(q) / LANES;
    for (int n = 0; n < count; n++) {
        const eight value = LOAD(out->v, n * LANES);
        eight off = value, beyond;
        clamp(&off);
        off -= LOAD(q->wanted.v, n * LANES);
        find_excess(&value, 1.49F, &beyond); /* beyond the wrap the hardware shows something else entirely */
        terms[n] = off * off * LOAD(q->counts.v, n * LANES) + beyond * beyond;
    }
    for (int time = 0; time < 3 / fy_plane_parts(q); time++) /* the same order of sums where all is grey */
        for (int n = 0; n < count; n++) sums += terms[n];
    return sum_of(&sums) / q->count;
}

/* All products at once: each of the sums waits for itself only. */
static inline void multiply_slopes(const fy_search_question *q, const fy_plane_slopes *slopes, int count,
                                   const fy_color_plane *now, fy_plane_range range, fy_plane_products *out) {
    eight normal[FY_PLANE_SLOPES][FY_PLANE_SLOPES] = {{{0}}}, right[FY_PLANE_SLOPES] = {{0}};
    for (int time = 0; time < range.times; time++)
        for (int i = range.from; i < range.from + range.count; i += LANES) {
            const eight value = LOAD(now->v, i), wanted = LOAD(q->wanted.v, i);
            const eight_whole free = ((value > 0) | (wanted > 0)) & ((value < 1) | (wanted < 1));
            const eight weight = WHERE(free, LOAD(q->counts.v, i)), missing = wanted - value;
            eight slope[FY_PLANE_SLOPES];
            for (int a = 0; a < count; a++) {
                slope[a] = LOAD(slopes->by[a].v, i);
                right[a] += slope[a] * missing * weight;
                for (int b = 0; b <= a; b++) normal[a][b] += slope[a] * slope[b] * weight;
            }
        }
    for (int a = 0; a < count; a++) {
        out->right[a] = sum_of(&right[a]);
        for (int b = 0; b <= a; b++) out->normal[a][b] = out->normal[b][a] = sum_of(&normal[a][b]);
    }
}

/* By how many, so that the sums stay in registers. */
static inline void multiply(const fy_search_question *q, const fy_plane_slopes *slopes,
                            const fy_color_plane *now, fy_plane_range range, fy_plane_products *out) {
    if (slopes->count == 1)
        multiply_slopes(q, slopes, 1, now, range, out);
    else if (slopes->count == 2)
        multiply_slopes(q, slopes, 2, now, range, out);
    else
        multiply_slopes(q, slopes, 3, now, range, out);
}

/* ---------------------------------------------------------------------------------- for which processor */

FY_WIDE static void fill_wide(const fy_search_question *q, const float color[3], const fy_color_plane *times,
                              fy_color_plane *out) {
    fill(q, color, times, out);
}

FY_WIDE static void run_wide(const fy_search_question *q, const fy_plane_cycle cycles[2], float most,
                             fy_color_plane *combined, fy_color_plane *out) {
    run(q, cycles, most, combined, out);
}

FY_WIDE static float judge_wide(const fy_search_question *q, const fy_color_plane *out) {
    return judge(q, out);
}

FY_WIDE static void find_slope_wide(const fy_search_question *q, const fy_color_plane *next,
                                    const fy_color_plane *now, float by, fy_color_plane *out) {
    find_slope(q, next, now, by, out);
}

FY_WIDE static void multiply_wide(const fy_search_question *q, const fy_plane_slopes *slopes,
                                  const fy_color_plane *now, fy_plane_range range, fy_plane_products *out) {
    multiply(q, slopes, now, range, out);
}

const fy_plane_work *fy_plane_work_here(void) {
    static const fy_plane_work plain = {fill, run, judge, find_slope, multiply},
                               wide = {fill_wide, run_wide, judge_wide, find_slope_wide, multiply_wide};
    return FY_HAS_WIDE ? &wide : &plain;
}
