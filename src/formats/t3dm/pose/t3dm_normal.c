/*
 * t3dm_normal.c: normals in 16 bits: 5 of x, 6 of y, 5 of z.
 *
 * Format: docs/formats/t3dm.md, "Vertices". The steps are coarse: of many unit vectors that become the same
 * bits, the reader takes one that becomes them again.
 */
#include "formats/t3dm/pose/t3dm_normal.h"

#include <math.h>

#include "ferry64.h"
#include "core/base/maths.h"

#define LONGEST 1.0001 /* component that fits: well inside of what becomes the last bits */

static const double steps[3] = {15.5, 31.5, 15.5};

static int32_t packed(double value, double scale, int32_t least, int32_t most) {
    double rounded = fy_round(value * scale);
    return rounded < least ? least : rounded > most ? most : (int32_t)rounded;
}

uint16_t fy_t3dm_pack_normal(double x, double y, double z) {
    uint32_t a = (uint32_t)packed(x, steps[0], -16, 15) & 31, b = (uint32_t)packed(y, steps[1], -32, 31) & 63,
             c = (uint32_t)packed(z, steps[2], -16, 15) & 31;
    return (uint16_t)(a << 11 | b << 5 | c);
}

/* A component rounded down or up to steps[]. */
typedef struct rounding {
    bool fits;
    int32_t bits;
    double lit, off; /* as the console reads it; the square of how far off */
} rounding;

static rounding round_component(int i, double value, int up) {
    rounding r = {.bits = (int32_t)fy_whole_below(value * steps[i]) + up};
    r.fits = r.bits >= -(int32_t)(steps[i] + 1) && r.bits <= (int32_t)steps[i];
    r.lit = r.bits / (steps[i] + 0.5);
    r.off = (value - r.bits / steps[i]) * (value - r.bits / steps[i]);
    return r;
}

uint16_t fy_t3dm_pack_lit_normal(const fy_t3dm_normals *normals, ferry_vec3 n) {
    const double v[3] = {(double)n.x, (double)n.y, (double)n.z};
    double least = INFINITY;
    rounding ways[3][2];
    const rounding *best[3] = {NULL};
    for (int i = 0; i < 3; i++) {
        for (int up = 0; up < 2; up++) ways[i][up] = round_component(i, v[i], up);
    }
    for (unsigned way = 0; way < 8; way++) {
        const rounding *x = &ways[0][way & 1], *y = &ways[1][way >> 1 & 1], *z = &ways[2][way >> 2];
        const double off = x->off + y->off + z->off, lit[3] = {x->lit, y->lit, z->lit};
        if (!x->fits || !y->fits || !z->fits || off >= least || fy_t3dm_normal_square(normals, lit) > 1)
            continue;
        least = off;
        best[0] = x;
        best[1] = y;
        best[2] = z;
    }
    if (least == INFINITY) return fy_t3dm_pack_normal(v[0], v[1], v[2]);
    return fy_t3dm_pack_normal(best[0]->bits / steps[0], best[1]->bits / steps[1], best[2]->bits / steps[2]);
}

static int32_t signed_bits(uint32_t value, uint32_t bits) {
    int32_t full = (int32_t)(value & ((1u << bits) - 1));
    return full >= 1 << (bits - 1) ? full - (1 << bits) : full;
}

/* All that is rounded to the same, a little smaller, so that a normal that was carried to another space and
 * back is still in it. */
typedef struct cell {
    double least[3], most[3];
} cell;

static cell cell_of(const double middle[3]) {
    const double inner = 0.4995;
    cell c;
    for (int i = 0; i < 3; i++) {
        c.least[i] = (middle[i] - inner) / steps[i];
        /* The last step takes in all that is longer. */
        c.most[i] = middle[i] == floor(steps[i]) ? 2 : (middle[i] + inner) / steps[i];
    }
    return c;
}

/* Into the cell; true if that changes nothing. */
static bool clamp(const cell *c, double v[3]) {
    bool inside = true;
    for (int i = 0; i < 3; i++) {
        double at = v[i] < c->least[i] ? c->least[i] : v[i] > c->most[i] ? c->most[i] : v[i];
        inside = inside && at == v[i];
        v[i] = at;
    }
    return inside;
}

/* How much the other components count beside one, where columns are not at right angles. */
static double beside(const fy_t3dm_normals *normals, const double v[3], int component) {
    double sum = 0;
    if (!normals || !normals->uneven) return 0;
    for (int i = 0; i < 3; i++) {
        const double *row = normals->columns.m[i];
        for (int k = 0; k < 3; k++) sum += k == component ? 0 : row[component] * row[k] * v[k];
    }
    return sum;
}

/* One component makes up for what is missing to a stored normal, if the cell has room for that. */
static bool fill_cell(const cell *c, const fy_t3dm_normals *normals, double v[3]) {
    double rest = 1 - fy_t3dm_normal_square(normals, v);
    for (int i = 0; i < 3; i++) {
        double off = beside(normals, v, i), from = v[i] + off;
        double square = from * from + rest, root = square > 0 ? sqrt(square) : 0;
        double at = (from < 0 ? -root : root) - off;
        if (square < 0 || at < c->least[i] || at > c->most[i]) continue;
        const double was = v[i];
        v[i] = at;
        if (!normals || !normals->uneven || fy_t3dm_normal_square(normals, v) < 1 + 1e-9) return true;
        v[i] = was; /* too long for the bits */
    }
    return false;
}

/* Back and forth between the stored normals, a sphere where bones are even, and the cell. False where they do
 * not meet: it ends on the former, as near as it gets, which is where a round changes nothing. */
static bool meet(const cell *within, const fy_t3dm_normals *normals, double v[3]) {
    enum { ROUNDS = 256 };
    for (int round = 0; round < ROUNDS; round++) {
        const double was[3] = {v[0], v[1], v[2]};
        double length = sqrt(fy_t3dm_normal_square(normals, v));
        for (int i = 0; i < 3; i++) v[i] /= length;
        if (clamp(within, v) || fill_cell(within, normals, v)) return true;
        if (v[0] == was[0] && v[1] == was[1] && v[2] == was[2]) return false;
    }
    return false;
}

void fy_t3dm_rounded_normal(uint16_t bits, double n[3]) {
    n[0] = signed_bits(bits >> 11u, 5) / steps[0];
    n[1] = signed_bits(bits >> 5u, 6) / steps[1];
    n[2] = signed_bits(bits, 5) / steps[2];
}

/* Others than this library store unit vectors under any bone, and so do games that move them: then the
 * direction counts. */
ferry_vec3 fy_t3dm_unpack_normal(uint16_t bits, const fy_t3dm_normals *normals) {
    const double middle[3] = {signed_bits(bits >> 11u, 5), signed_bits(bits >> 5u, 6), signed_bits(bits, 5)};
    const cell within = cell_of(middle);
    double v[3];
    fy_t3dm_rounded_normal(bits, v);
    if (fy_t3dm_normal_square(normals, v) == 0) return (ferry_vec3){0, 0, 0};
    if (!meet(&within, normals, v) && normals && normals->uneven) fy_t3dm_rounded_normal(bits, v);
    double length = sqrt(fy_t3dm_normal_square(normals, v));
    return (ferry_vec3){(float)(v[0] / length), (float)(v[1] / length), (float)(v[2] / length)};
}

double fy_t3dm_normal_square(const fy_t3dm_normals *normals, const double v[3]) {
    double square = 0, longest = 0;
    if (!normals || !normals->uneven) return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    for (int i = 0; i < 3; i++) {
        const double *row = normals->columns.m[i];
        double turned = row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
        square += turned * turned;
        longest = fmax(longest, fabs(v[i]));
    }
    return fmax(square, longest * longest / (LONGEST * LONGEST));
}
