/*
 * t3dm_tracks_hold.c: weights that would move texture coordinates out of 16 bits (docs/formats/t3dm.md,
 * "Tracks").
 *
 * What leaves 16 bits comes back on the other side. So at each moment all weights of a material are made less
 * by one factor: the largest with which every coordinate stays inside, by each of its moves and by all of
 * them.
 */
#include "formats/t3dm/tracks/t3dm_tracks_hold.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"

/* Keys that are left out, and rounding, may be off by so much: steps of texture coordinates. */
#define MARGIN 16.0

static double rest_of(const fy_t3dm_tracker *t, uint32_t vertex, int axis) {
    const uint8_t *pair = t->vertices + (size_t)(vertex / 2) * FY_T3DM_VERTEX_PAIR;
    return (int16_t)ferry_be16(pair + 0x18 + 4 * (size_t)(vertex & 1) + 2 * (size_t)axis);
}

/* The part of a way that stays inside. */
static double part_inside(double rest, double way) {
    /* it may lie at the edge */
    double most = fmax(INT16_MAX - MARGIN, rest), least = fmin(INT16_MIN + MARGIN, rest);
    if (way == 0) return 1;
    if (rest + way > most) return fmax(0, (most - rest) / way);
    if (rest + way < least) return fmax(0, (least - rest) / way);
    return 1;
}

/* Of the moves of one axis, whose lists name vertices in rising order. */
static double part_of_axis(const fy_t3dm_tracker *t, const fy_t3dm_morph *terms, int axis,
                           const double *weights, double *longest) {
    uint32_t at[FY_T3DM_UV_TERMS / 2] = {0};
    double part = 1;
    for (;;) {
        uint32_t vertex = FERRY_NONE;
        for (int k = 0; k < FY_T3DM_UV_TERMS / 2; k++)
            if (at[k] < terms[k].count && terms[k].moves[at[k]].vertex < vertex)
                vertex = terms[k].moves[at[k]].vertex;
        if (vertex == FERRY_NONE) return part;
        double rest = rest_of(t, vertex, axis), sum = 0;
        for (int k = 0; k < FY_T3DM_UV_TERMS / 2; k++) {
            if (at[k] == terms[k].count || terms[k].moves[at[k]].vertex != vertex) continue;
            double way = weights[k] * terms[k].moves[at[k]++].shift[axis];
            part = fmin(part, part_inside(rest, way));
            sum += way;
        }
        part = fmin(part, part_inside(rest, sum));
        *longest = fmax(*longest, fabs(sum));
    }
}

/* Nothing moves. */
static bool is_short(const double *longest, const double *weights) {
    double sums[2] = {0, 0};
    for (int k = 0; k < FY_T3DM_UV_TERMS; k++)
        sums[k / (FY_T3DM_UV_TERMS / 2)] += fabs(weights[k]) * longest[k];
    return fmax(sums[0], sums[1]) < MARGIN;
}

double fy_t3dm_hold_shifts(const fy_t3dm_tracker *t, const fy_t3dm_morph terms[FY_T3DM_UV_TERMS],
                           const double longest[FY_T3DM_UV_TERMS], double weights[FY_T3DM_UV_TERMS]) {
    double part = 1, way = 0;
    if (!t->vertices || is_short(longest, weights)) return 0;
    for (int axis = 0; axis < 2; axis++) {
        int first = axis * FY_T3DM_UV_TERMS / 2;
        part = fmin(part, part_of_axis(t, terms + first, axis, weights + first, &way));
    }
    for (int k = 0; k < FY_T3DM_UV_TERMS && part < 1; k++) weights[k] *= part;
    return (1 - part) * way;
}
