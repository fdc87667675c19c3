/*
 * t3dm_coplanar.c: triangles that lie in the plane of others and within them (docs/formats/t3dm.md,
 * "Coplanar triangles").
 *
 * Triangles are put in the order of a space-filling curve; a binary tree of boxes over that order finds those
 * that touch a triangle. What they cover is cut off from it, until nothing is left.
 */
#include "formats/t3dm/draw/t3dm_coplanar.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/draw/t3dm_layer.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/pose/t3dm_pose.h"

enum {
    BUCKET = 8,           /* triangles of a leaf's box: boxes take less memory than triangles then */
    TOLERANCE = 1,        /* units of the file: a corner is rounded by half of one along each axis */
    VISITS_EACH = 512,    /* boxes that may be looked at, for each triangle there is */
    PIECES = 32,          /* of what is left of a triangle */
    CORNERS = 12,         /* of a piece */
    COST_OF_CUTTING = 16, /* in boxes */
};

/* In front of the plane rounding may bring a triangle behind it; what lies behind is not seen. */
#define BEHIND (1.0 / 16)

typedef struct box {
    int32_t min[3], max[3];
    uint32_t first_draw; /* of what is within */
} box;

typedef struct leaf {
    uint32_t key, triangle;
} leaf;

typedef struct finder {
    fy_layers *layers;
    leaf *leaves;
    box *owns;  /* around the triangle of each leaf: side by side, as they are asked for */
    box *boxes; /* a heap: 1 is the root, boxes[width + i] belongs to leaves BUCKET * i and on */
    uint32_t count, width;
    uint64_t visits_left;
} finder;

typedef struct polygon {
    double at[CORNERS][2];
    uint32_t count;
} polygon;

/* ----------------------------------------------------------------------------------------- the tree */

/* Triangles of one bone keep their plane in every pose. */
static bool is_rigid(const fy_layer_triangle *t) {
    return t->corners[0].bone == t->corners[1].bone && t->corners[0].bone == t->corners[2].bone;
}

static box box_of(const fy_layer_triangle *t) {
    box b = {.first_draw = t->draw};
    for (int i = 0; i < 3; i++) {
        b.min[i] = b.max[i] = t->corners[0].position[i];
        for (int k = 1; k < 3; k++) {
            int32_t at = t->corners[k].position[i];
            if (at < b.min[i]) b.min[i] = at;
            if (at > b.max[i]) b.max[i] = at;
        }
    }
    return b;
}

static uint32_t curve_key(const box *b) {
    uint32_t key = 0;
    for (int bit = 9; bit >= 0; bit--)
        for (int i = 0; i < 3; i++) {
            int32_t centre = (b->min[i] + b->max[i]) / 2 + 32768;
            uint32_t at = (uint32_t)(centre < 0 ? 0 : centre > 65535 ? 65535 : centre) >> 6;
            key = key << 1 | (at >> bit & 1);
        }
    return key;
}

static int by_key(const void *a, const void *b) {
    const leaf *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->triangle < y->triangle ? -1 : x->triangle > y->triangle;
}

static box both(const box *a, const box *b) {
    box sum = *a;
    for (int i = 0; i < 3; i++) {
        if (b->min[i] < sum.min[i]) sum.min[i] = b->min[i];
        if (b->max[i] > sum.max[i]) sum.max[i] = b->max[i];
    }
    if (b->first_draw < sum.first_draw) sum.first_draw = b->first_draw;
    return sum;
}

static bool plant(finder *f) {
    static const box nothing = {
        {INT32_MAX, INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN, INT32_MIN}, FERRY_NONE};
    fy_layers *l = f->layers;
    f->leaves = ferry_new(l->job, leaf, l->triangle_count + (size_t)1);
    if (!f->leaves) return false;
    for (uint32_t i = 0; i < l->triangle_count; i++) {
        const fy_layer_triangle *t = &l->triangles[i];
        if (t->verdict == FY_LAYER_OVERWRITTEN || !l->draws[t->draw].writes || !is_rigid(t)) continue;
        box b = box_of(t);
        f->leaves[f->count++] = (leaf){curve_key(&b), i};
    }
    qsort(f->leaves, f->count, sizeof *f->leaves, by_key);
    for (f->width = 1; BUCKET * (uint64_t)f->width < f->count;) f->width *= 2;
    f->boxes = ferry_new(l->job, box, 2 * (size_t)f->width);
    f->owns = ferry_new(l->job, box, f->count + (size_t)1);
    if (!f->boxes || !f->owns) return false;
    for (uint32_t i = 0; i < f->width; i++) f->boxes[f->width + i] = nothing;
    for (uint32_t i = 0; i < f->count; i++) {
        box *around = &f->boxes[f->width + i / BUCKET];
        f->owns[i] = box_of(&l->triangles[f->leaves[i].triangle]);
        *around = both(around, &f->owns[i]);
    }
    for (uint32_t i = f->width; i-- > 1;) f->boxes[i] = both(&f->boxes[2 * i], &f->boxes[2 * i + 1]);
    return true;
}

static bool touch(const box *a, const box *b) {
    for (int i = 0; i < 3; i++)
        if (a->min[i] - TOLERANCE > b->max[i] || b->min[i] - TOLERANCE > a->max[i]) return false;
    return true;
}

/* ---------------------------------------------------------------------------------- one and another */

/* The corners before rounding, in the order of the source. */
static void exact_corners(const fy_layers *l, const fy_layer_triangle *t, double at[3][3]) {
    const ferry_draw *draw = &l->scene->draws.data[t->draw];
    const ferry_mesh *mesh = &l->scene->meshes.data[draw->mesh];
    fy_t3dm_frame own;
    const fy_t3dm_frame *frames = fy_t3dm_frames(l->pose, l->scene, draw, &own);
    for (int k = 0; k < 3; k++) {
        uint32_t v = mesh->triangles[3 * (size_t)t->index + (size_t)k];
        const fy_t3dm_frame *frame = &frames[fy_t3dm_joint(l->scene, mesh, v)];
        fy_t3dm_point(&frame->to_file, mesh->positions[v], at[k]);
        for (int i = 0; i < 3; i++) at[k][i] *= l->pose->scale;
        fy_t3dm_to_space(frame, l->pose->scale, at[k]);
    }
}

static void normal_of(const double at[3][3], double normal[3]) {
    double a[3], b[3];
    for (int i = 0; i < 3; i++) a[i] = at[1][i] - at[0][i], b[i] = at[2][i] - at[0][i];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        normal[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static uint8_t turned(uint8_t sides) {
    return (uint8_t)((sides & FY_SIDE_FRONT ? FY_SIDE_BACK : 0) | (sides & FY_SIDE_BACK ? FY_SIDE_FRONT : 0));
}

/* Whether `upper` lies in the plane of `lower`, and on a side that is drawn wherever itself is. */
static bool lies_in_plane(const double upper[3][3], uint8_t upper_sides, const double lower[3][3],
                          uint8_t lower_sides) {
    double n[3], m[3];
    normal_of(lower, n);
    normal_of(upper, m);
    double along = fy_dot3(n, m), length = fy_dot3(n, n);
    if (along * along < 0.8 * length * fy_dot3(m, m)) return false;
    if (along < 0) lower_sides = turned(lower_sides);
    if (upper_sides & ~lower_sides) return false;
    bool seen_from_front = (upper_sides == FY_SIDE_FRONT) == (along > 0);
    for (int k = 0; k < 3; k++) {
        double offset[3];
        for (int i = 0; i < 3; i++) offset[i] = upper[k][i] - lower[0][i];
        double above = fy_dot3(offset, n); /* times the normal's length */
        if (!seen_from_front) above = -above;
        bool either = upper_sides == (FY_SIDE_FRONT | FY_SIDE_BACK);
        double most = either || above < 0 ? BEHIND : TOLERANCE;
        if (above * above > most * most * length) return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ cutting */

/* The part of a polygon on one side of a line: where sign * (a x + b y - c) <= 0. False: too many corners. */
static bool cut_polygon(const polygon *from, double a, double b, double c, double sign, polygon *to) {
    to->count = 0;
    for (uint32_t i = 0; i < from->count; i++) {
        const double *p = from->at[i], *q = from->at[(i + 1) % from->count];
        double at_p = sign * (a * p[0] + b * p[1] - c), at_q = sign * (a * q[0] + b * q[1] - c);
        if (to->count + 2 > CORNERS) return false;
        if (at_p <= 0) memcpy(to->at[to->count++], p, sizeof to->at[0]);
        if ((at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0)) {
            double s = at_p / (at_p - at_q);
            for (int k = 0; k < 2; k++) to->at[to->count][k] = p[k] + s * (q[k] - p[k]);
            to->count++;
        }
    }
    if (to->count < 3) to->count = 0;
    return true;
}

static double size_of(double x) {
    return x < 0 ? -x : x;
}

/* Takes a triangle, grown by the tolerance, off a piece; what is left of that joins the pieces. False: too
 * much. */
static bool take_off(polygon piece, const double triangle[3][2], polygon pieces[PIECES], uint32_t *count) {
    const double(*t)[2] = triangle;
    double area = (t[1][0] - t[0][0]) * (t[2][1] - t[0][1]) - (t[1][1] - t[0][1]) * (t[2][0] - t[0][0]);
    for (int k = 0; k < 3 && piece.count; k++) {
        const double *p = t[k], *q = t[(k + 1) % 3];
        /* outwards; as long as the edge, and the sum of its parts is not less than that */
        double a = area > 0 ? q[1] - p[1] : p[1] - q[1], b = area > 0 ? p[0] - q[0] : q[0] - p[0];
        double c = a * p[0] + b * p[1] + TOLERANCE * (size_of(a) > size_of(b) ? size_of(a) : size_of(b));
        polygon outside, inside;
        if (!cut_polygon(&piece, a, b, c, -1, &outside) || !cut_polygon(&piece, a, b, c, 1, &inside))
            return false;
        if (outside.count) {
            if (*count == PIECES) return false;
            pieces[(*count)++] = outside;
        }
        piece = inside;
    }
    return true;
}

/* The two axes in which the plane is seen best. */
static void choose_axes(const double at[3][3], int axes[2]) {
    double n[3];
    normal_of(at, n);
    int most = 0;
    for (int i = 1; i < 3; i++)
        if (size_of(n[i]) > size_of(n[most])) most = i;
    axes[0] = most == 0 ? 1 : 0;
    axes[1] = most == 2 ? 1 : 2;
}

typedef struct remains {
    const fy_layer_triangle *of;
    double at[3][3];
    int axes[2];
    polygon pieces[PIECES];
    uint32_t count;
    bool holes;
} remains;

/* False: too much is left. */
static bool take_off_all(finder *f, remains *r, const fy_layer_triangle *lower) {
    const fy_layers *l = f->layers;
    double at[3][3], flat[3][2];
    exact_corners(l, lower, at);
    if (!lies_in_plane(r->at, l->draws[r->of->draw].sides, at, l->draws[lower->draw].sides)) return true;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++) flat[k][i] = at[k][r->axes[i]];
    polygon before[PIECES];
    uint32_t count = r->count;
    memcpy(before, r->pieces, count * sizeof *before);
    r->count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!take_off(before[i], flat, r->pieces, &r->count)) return false;
    r->holes |= l->draws[lower->draw].holes;
    return true;
}

/* ------------------------------------------------------------------------------------------ finding */

static bool may_lie_on(const fy_layers *l, const fy_layer_triangle *upper, const fy_layer_triangle *lower) {
    return lower->draw < upper->draw && lower->corners[0].bone == upper->corners[0].bone &&
           fy_layer_is_there(&l->draws[lower->draw], &l->draws[upper->draw]) &&
           fy_layer_may_lie_on(&l->draws[upper->draw], &l->draws[lower->draw]);
}

static void start(const fy_layers *l, const fy_layer_triangle *t, remains *r) {
    r->of = t;
    r->holes = false;
    exact_corners(l, t, r->at);
    choose_axes(r->at, r->axes);
    r->count = 1;
    r->pieces[0].count = 3;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++) r->pieces[0].at[k][i] = r->at[k][r->axes[i]];
}

static void spend(finder *f, uint64_t visits) {
    f->visits_left = f->visits_left > visits ? f->visits_left - visits : 0;
}

/* A triangle, what is around it, and what is left of it once something was taken off. */
typedef struct search {
    fy_layer_triangle *t;
    box around;
    bool started;
    remains left;
} search;

/* Takes off what a bucket's triangles cover. True: nothing is left to find out. */
static bool look_into(finder *f, search *s, uint32_t bucket) {
    const fy_layers *l = f->layers;
    for (uint32_t i = BUCKET * bucket; i < BUCKET * (bucket + 1) && i < f->count; i++) {
        const fy_layer_triangle *lower = &l->triangles[f->leaves[i].triangle];
        spend(f, 1);
        if (!touch(&f->owns[i], &s->around) || !may_lie_on(l, s->t, lower)) continue;
        if (!s->started) start(l, s->t, &s->left);
        s->started = true;
        spend(f, COST_OF_CUTTING);
        if (!take_off_all(f, &s->left, lower)) return true;
        if (s->left.count) continue;
        s->t->verdict = FY_LAYER_DECAL;
        l->draws[s->t->draw].over_holes += s->left.holes;
        return true;
    }
    return false;
}

static void look_at(finder *f, fy_layer_triangle *t) {
    uint32_t stack[64], depth = 0;
    search s;
    s.t = t;
    s.around = box_of(t);
    s.started = false;
    s.left.count = 0;
    stack[depth++] = 1;
    while (depth && f->visits_left) {
        uint32_t node = stack[--depth];
        spend(f, 1);
        if (f->boxes[node].first_draw >= t->draw || !touch(&f->boxes[node], &s.around)) continue;
        if (node < f->width) {
            stack[depth++] = 2 * node + 1;
            stack[depth++] = 2 * node;
        } else if (look_into(f, &s, node - f->width)) {
            return;
        }
    }
}

bool fy_layers_find_coplanar(fy_layers *layers, bool *gave_up) {
    finder f = {.layers = layers};
    if (!plant(&f)) return false;
    f.visits_left = VISITS_EACH * (uint64_t)layers->triangle_count;
    if (!f.count) return true;
    for (uint32_t i = 0; i < layers->triangle_count; i++) {
        fy_layer_triangle *t = &layers->triangles[i];
        if (i % 256 == 0 && !ferry_tick(layers->job)) return false;
        if (t->verdict != FY_LAYER_ORDINARY || !layers->draws[t->draw].shows || !is_rigid(t)) continue;
        if (!f.visits_left) break;
        look_at(&f, t);
    }
    *gave_up = !f.visits_left;
    return true;
}
