/*
 * rest_bound.c: see rest_bound.h.
 *
 * With S the sum of A'A = G G', x* the place that is best over all poses, and x = x* + G'^-1 w, the sum of
 * squared errors grows by |w|^2, and what is off at rest is r + L G'^-1 w, where L is the joint's matrix at
 * rest without what it adds. Turned so that the columns m of L G'^-1 stand at right angles, each part of w
 * can be found by itself: if the rest pose counts k times more, it is -k (m.r) / (1 + k m.m). The share is k
 * / (1 + k), so that 1 is a number, too.
 */
#include "core/pipeline/rigid/rest_bound.h"

#include <math.h>

#include "ferry64.h"
#include "core/base/maths.h"

/* A way that moves so little at rest, against all poses together, that places would go far away for it. */
static const double LEAST = 1e-8;

/* Error over the other poses that is worth as much as error at rest. Both are norms of what is linear in the
 * place, so that their sum has one least value, and it stands on the same ways. */
static const double WORTH = 2;

/* `sum` = G G', G below the diagonal; gives the transpose of G's inverse. False: the sum is singular. */
static bool invert_root(const ferry_matrix *sum, ferry_matrix *to) {
    double g[3][3] = {{0}}, inverse[3][3] = {{0}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k <= i; k++) {
            double value = sum->m[i][k];
            for (int n = 0; n < k; n++) value -= g[i][n] * g[k][n];
            if (i == k && !(value > 1e-12 * sum->m[i][i])) return false;
            g[i][k] = i == k ? sqrt(value) : value / g[k][k];
        }
    for (int col = 0; col < 3; col++)
        for (int row = col; row < 3; row++) {
            double value = row == col;
            for (int n = col; n < row; n++) value -= g[row][n] * inverse[n][col];
            inverse[row][col] = value / g[row][row];
        }
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 3; col++) to->m[row][col] = inverse[col][row];
    return fy_matrix_finite(to);
}

/* The 3x3 parts only. */
static ferry_matrix multiply(const ferry_matrix *a, const ferry_matrix *b) {
    ferry_matrix out = {{{0}}};
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 3; col++)
            for (int k = 0; k < 3; k++) out.m[row][col] += a->m[row][k] * b->m[k][col];
    return out;
}

fy_rest_ways fy_rest_ways_of(const ferry_matrix *joint, const ferry_matrix *sum) {
    fy_rest_ways w = {.joint = *joint};
    ferry_matrix root = {{{0}}}, turns;
    if (!invert_root(sum, &root)) return w;
    w.moves = multiply(joint, &root);
    fy_matrix_square_columns(&w.moves, &turns);
    w.steps = multiply(&root, &turns);
    for (int k = 0; k < 3; k++) {
        for (int row = 0; row < 3; row++) w.lengths[k] += w.moves.m[row][k] * w.moves.m[row][k];
        if (!(w.lengths[k] > LEAST)) w.lengths[k] = 0;
    }
    return w;
}

ferry_matrix fy_rest_off(const fy_rest_ways *w, const ferry_matrix *place, const ferry_matrix *wanted) {
    ferry_matrix off = fy_matrix_multiply(&w->joint, place);
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 4; col++) off.m[row][col] -= wanted->m[row][col];
    return off;
}

/* Steps of way k, for each unit that what is off lies along it. */
static double steps_of(const fy_rest_ways *w, int k, double share) {
    return w->lengths[k] > 0 ? -share / (1 - share + share * w->lengths[k]) : 0;
}

/* What a vertex is off at rest at share 0, and how much of that lies along each way. */
typedef struct vertex_off {
    double from[3], along[3];
} vertex_off;

static vertex_off vertex_off_of(const fy_rest_ways *w, const ferry_matrix *off, ferry_vec3 bind) {
    vertex_off of = {{0}, {0}};
    for (int i = 0; i < 3; i++) {
        const double *row = off->m[i];
        of.from[i] = row[0] * (double)bind.x + row[1] * (double)bind.y + row[2] * (double)bind.z + row[3];
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) of.along[k] += w->moves.m[i][k] * of.from[i];
    return of;
}

double fy_rest_distance(const fy_rest_ways *w, const ferry_matrix *off, ferry_vec3 bind, double share) {
    const vertex_off of = vertex_off_of(w, off, bind);
    double left[3] = {of.from[0], of.from[1], of.from[2]}, sum = 0;
    for (int k = 0; k < 3; k++) {
        double step = steps_of(w, k, share) * of.along[k];
        for (int i = 0; i < 3; i++) left[i] += step * w->moves.m[i][k];
    }
    for (int i = 0; i < 3; i++) sum += left[i] * left[i];
    return sqrt(sum);
}

/* A vertex on all its ways at once, which stand at right angles: what it is off at rest along each, and apart
 * from them; squared. */
typedef struct ways_off {
    const fy_rest_ways *ways;
    const fy_rest_limit *limit;
    double along[3], apart;
    double longest; /* of all ways */
} ways_off;

static ways_off ways_off_of(const fy_rest_ways *w, const ferry_matrix *off, ferry_vec3 bind,
                            const fy_rest_limit *limit) {
    const vertex_off of = vertex_off_of(w, off, bind);
    double left[3] = {of.from[0], of.from[1], of.from[2]};
    ways_off to = {.ways = w, .limit = limit, .longest = LEAST};
    for (int k = 0; k < 3; k++) {
        if (!(w->lengths[k] > 0)) continue;
        const double part = of.along[k] / w->lengths[k];
        for (int i = 0; i < 3; i++) left[i] -= part * w->moves.m[i][k];
        to.along[k] = of.along[k] * part;
        to.longest = fmax(to.longest, w->lengths[k]);
    }
    for (int i = 0; i < 3; i++) to.apart += left[i] * left[i];
    return to;
}

/* A share as it is looked for: from 0 to 1, too, but such that what lies along the longest way shrinks evenly
 * in between. */
static double share_at(const ways_off *of, double at) {
    return at / (at + (1 - at) * of->longest);
}

/* By how much more a vertex is off than it may be. On the way there the squares of the others grow by what is
 * off at rest times what it loses, times twice the number of poses that the rest pose counts for, 1 / (1 -
 * share). `growth`: of all squares. */
static double excess_at(const ways_off *of, double at, double *growth) {
    const double others = of->limit->poses - 1, back = (1 - at) * of->longest, weight = back / (at + back);
    double rest = of->apart;
    *growth = 0;
    for (int k = 0; k < 3; k++) {
        const double length = of->ways->lengths[k], one = 1 / (back + at * length), left = back * one,
                     step = at * one;
        rest += of->along[k] * left * left;
        *growth += of->along[k] * length * step * step;
    }
    const double squares = of->limit->squares + *growth - rest, root = sqrt(rest),
                 far = root - of->limit->most,
                 worth = sqrt(squares > 0 ? squares * others : 0) - WORTH * root / weight;
    return worth > far ? worth : far;
}

/* Between a place that is too far off and one that is not, the next is looked for where a straight line meets
 * zero; of an end that stays only half counts (the Illinois method). */
double fy_rest_share(const fy_rest_ways *w, const ferry_matrix *off, ferry_vec3 bind,
                     const fy_rest_limit *limit) {
    enum { STEPS = 100 };
    const ways_off of = ways_off_of(w, off, bind, limit);
    const double near = 1e-13 * limit->most;
    double low = 0, high = 1 - 1e-12, growth, least = 0; /* growth at `low` */
    double above = excess_at(&of, low, &growth), below, excess;
    if (!(above > 0)) return 0;
    excess = below = excess_at(&of, high, &growth);
    if (below > 0) return 1;
    for (int i = 0; i < STEPS && !(excess <= 0 && excess > -near) && !(least >= limit->enough); i++) {
        const bool was_low = excess > 0;
        double at = (low * below - high * above) / (below - above);
        if (!(at > low && at < high)) at = (low + high) / 2;
        if (!(at > low && at < high)) break;
        excess = excess_at(&of, at, &growth);
        if (excess > 0) {
            low = at, above = excess, least = growth;
            if (was_low) below /= 2;
        } else {
            high = at, below = excess;
            if (i && !was_low) above /= 2;
        }
    }
    return share_at(&of, high);
}

ferry_matrix fy_rest_place(const fy_rest_ways *w, const ferry_matrix *place, const ferry_matrix *off,
                           double share) {
    ferry_matrix moved = *place;
    for (int k = 0; share > 0 && k < 3; k++)
        for (int col = 0; col < 4; col++) {
            double along = 0, steps = steps_of(w, k, share);
            for (int i = 0; i < 3; i++) along += w->moves.m[i][k] * off->m[i][col];
            for (int i = 0; i < 3; i++) moved.m[i][col] += steps * along * w->steps.m[i][k];
        }
    return moved;
}
