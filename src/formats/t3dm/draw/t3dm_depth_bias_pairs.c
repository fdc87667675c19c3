/*
 * t3dm_depth_bias_pairs.c: which coplanar layers lie over each other in a pose, and how far apart
 * (docs/formats/t3dm.md, "Depth bias").
 *
 * Boxes are swept along x; triangles of two coplanar layers whose boxes touch are laid on each other in the
 * plane of the lower one, and what they share tells by its corners how far apart they are there.
 */
#include "formats/t3dm/draw/t3dm_depth_bias_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/base/order.h"
#include "core/scene/visible.h"
#include "formats/t3dm/pose/t3dm_frames.h"

/* What lies so near is one plane, in units of the file: nearer than the GameCube tells apart at a few times a
 * figure's size. */
#define ONE_PLANE (1.0 / 16)
/* Coplanar layers that go through each other within half a unit: where they do is lost by rounding
 * corners. */
#define ROUNDING 0.5
#define LEAST_AREA 1.0 /* of what is shared, in square units of the file */
#define PARALLEL 0.8   /* square of the cosine */

enum { CORNERS = 8, COST_OF_LAYING = 16, MOST_PAIRS = 1 << 18 };

typedef struct solid_box {
    double min[3], max[3];
} solid_box;

typedef struct facet {
    double at[3][3]; /* units of the file, model space */
    solid_box box;
} facet;

/* A coplanar layer as it stands. */
typedef struct stand {
    uint32_t coplanar_layer;
    facet *facets;
    uint32_t count;
    double normal[3];
    solid_box box;
} stand;

static void cross(const double a[3], const double b[3], double to[3]) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        to[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static void normal_of(const facet *f, double to[3]) {
    double a[3], b[3];
    for (int i = 0; i < 3; i++) a[i] = f->at[1][i] - f->at[0][i], b[i] = f->at[2][i] - f->at[0][i];
    cross(a, b, to);
}

static bool make_unit(double v[3]) {
    double length = sqrt(fy_dot3(v, v));
    if (!(length > 0) || !fy_finite(length)) return false;
    for (int i = 0; i < 3; i++) v[i] /= length;
    return true;
}

/* ------------------------------------------------------------------------------------- one coplanar layer */

static solid_box empty_box(void) {
    return (solid_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static void widen_box(solid_box *box, const double at[3]) {
    for (int i = 0; i < 3; i++)
        box->min[i] = fmin(box->min[i], at[i]), box->max[i] = fmax(box->max[i], at[i]);
}

static bool touch(const solid_box *a, const solid_box *b, double by) {
    for (int i = 0; i < 3; i++)
        if (a->min[i] > b->max[i] + by || b->min[i] > a->max[i] + by) return false;
    return true;
}

static void stand_up(const fy_coplanar_search *s, const ferry_scene *scene, const ferry_matrix *world,
                     const ferry_draw *draw, stand *to) {
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    to->box = empty_box();
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        facet *f = &to->facets[t];
        double normal[3];
        f->box = empty_box();
        for (int k = 0; k < 3; k++) {
            fy_t3dm_point(world, mesh->positions[mesh->triangles[3 * (size_t)t + (size_t)k]], f->at[k]);
            for (int i = 0; i < 3; i++) f->at[k][i] *= s->scale;
            widen_box(&f->box, f->at[k]);
            widen_box(&to->box, f->at[k]);
        }
        normal_of(f, normal);
        for (int i = 0; i < 3; i++) to->normal[i] += normal[i];
    }
    to->count =
        make_unit(to->normal) && fy_finite(to->box.max[0] - to->box.min[0]) ? mesh->triangle_count : 0;
}

static bool stand_all(const fy_coplanar_search *s, const ferry_scene *scene,
                      const fy_coplanar_layer *coplanar_layers, uint32_t count, stand *stands,
                      uint32_t *standing) {
    ferry_matrix *worlds = ferry_new(s->job, ferry_matrix, scene->nodes.count + (size_t)1);
    const bool *visible = fy_find_visible(s->job, scene);
    if (!visible || !worlds || !ferry_world_matrices(scene, worlds)) return false;
    *standing = 0;
    for (uint32_t i = 0; i < count; i++) {
        const ferry_draw *draw = &scene->draws.data[coplanar_layers[i].draw];
        stand *to = &stands[*standing];
        if (!visible[coplanar_layers[i].draw]) continue;
        *to = (stand){.coplanar_layer = i};
        to->facets = ferry_new(s->job, facet, scene->meshes.data[draw->mesh].triangle_count + (size_t)1);
        if (!to->facets || !ferry_tick(s->job)) return false;
        stand_up(s, scene, &worlds[draw->node], draw, to);
        *standing += to->count != 0;
    }
    return true;
}

/* ------------------------------------------------------------------------------------ two triangles */

/* A polygon over a triangle's plane: along it, along it, above it. */
typedef struct shadow {
    double at[CORNERS][3];
    uint32_t count;
} shadow;

static void cut_shadow(shadow *s, const double p[2], const double q[2]) {
    double side[2] = {p[1] - q[1], q[0] - p[0]}; /* to the left, inwards */
    shadow from = *s;
    s->count = 0;
    for (uint32_t i = 0; i < from.count; i++) {
        const double *a = from.at[i], *b = from.at[(i + 1) % from.count];
        double in_a = side[0] * (a[0] - p[0]) + side[1] * (a[1] - p[1]);
        double in_b = side[0] * (b[0] - p[0]) + side[1] * (b[1] - p[1]);
        if (s->count + 2 > CORNERS) break; /* a triangle cut by three lines has six at most */
        if (in_a >= 0) memcpy(s->at[s->count++], a, sizeof s->at[0]);
        if ((in_a >= 0) == (in_b >= 0)) continue;
        double t = in_a / (in_a - in_b);
        for (int k = 0; k < 3; k++) s->at[s->count][k] = a[k] + t * (b[k] - a[k]);
        s->count++;
    }
}

static double area_of(const shadow *s) {
    double sum = 0;
    for (uint32_t i = 2; i < s->count; i++)
        sum += (s->at[i - 1][0] - s->at[0][0]) * (s->at[i][1] - s->at[0][1]) -
               (s->at[i - 1][1] - s->at[0][1]) * (s->at[i][0] - s->at[0][0]);
    return fabs(sum) / 2;
}

/* How far the upper coplanar layer lies in front of the lower one, at least and at most. */
typedef struct gap {
    double least, most;
} gap;

static void measure_gap(const facet *lower, const facet *upper, gap *to) {
    double across[3], along[3], normal[3], base[3][2] = {{0, 0}};
    for (int i = 0; i < 3; i++) across[i] = lower->at[1][i] - lower->at[0][i];
    normal_of(lower, normal);
    if (!make_unit(normal) || !make_unit(across)) return;
    cross(normal, across, along);
    shadow s = {.count = 3};
    for (int k = 0; k < 3; k++) {
        double p[3], q[3];
        for (int i = 0; i < 3; i++)
            p[i] = lower->at[k][i] - lower->at[0][i], q[i] = upper->at[k][i] - lower->at[0][i];
        base[k][0] = fy_dot3(p, across), base[k][1] = fy_dot3(p, along);
        s.at[k][0] = fy_dot3(q, across), s.at[k][1] = fy_dot3(q, along), s.at[k][2] = fy_dot3(q, normal);
    }
    for (int k = 0; k < 3; k++) cut_shadow(&s, base[k], base[(k + 1) % 3]);
    if (area_of(&s) < LEAST_AREA) return;
    for (uint32_t i = 0; i < s.count; i++) {
        to->least = fmin(to->least, s.at[i][2]);
        to->most = fmax(to->most, s.at[i][2]);
    }
}

/* ------------------------------------------------------------------------------------ two coplanar layers */

static void spend(fy_coplanar_search *s, uint64_t steps) {
    s->steps_left = s->steps_left > steps ? s->steps_left - steps : 0;
}

static gap find_gap(fy_coplanar_search *s, const stand *lower, const stand *upper) {
    gap found = {INFINITY, -INFINITY};
    for (uint32_t i = 0; i < lower->count && s->steps_left; i++) {
        spend(s, 1);
        if (!touch(&lower->facets[i].box, &upper->box, s->reach)) continue;
        for (uint32_t k = 0; k < upper->count && s->steps_left; k++) {
            spend(s, 1);
            if (!touch(&lower->facets[i].box, &upper->facets[k].box, s->reach)) continue;
            spend(s, COST_OF_LAYING);
            measure_gap(&lower->facets[i], &upper->facets[k], &found);
        }
    }
    return found;
}

/* Coplanar layers that go through each other have no order but that of depth. */
static bool judge(const fy_coplanar_search *s, const gap *found, fy_coplanar_pair *pair) {
    double least = found->least, most = found->most;
    if (least > most) return false;
    pair->above = pair->below = INFINITY;
    pair->one_plane = (least >= -ONE_PLANE && most <= ONE_PLANE) ||
                      (least < -ONE_PLANE && most > ONE_PLANE && least >= -ROUNDING && most <= ROUNDING);
    if (pair->one_plane) return true;
    if (least >= -ONE_PLANE) pair->above = fmax(least, 0);
    if (most <= ONE_PLANE) pair->below = fmax(-most, 0);
    return fmin(pair->above, pair->below) < s->reach;
}

static int by_coplanar_layers(const void *a, const void *b) {
    const fy_coplanar_pair *x = a, *y = b;
    if (x->lower != y->lower) return x->lower < y->lower ? -1 : 1;
    return x->upper < y->upper ? -1 : x->upper > y->upper;
}

static const fy_coplanar_pair *find_pair(const fy_coplanar_pairs *pairs, uint32_t lower, uint32_t upper) {
    fy_coplanar_pair wanted = {.lower = lower, .upper = upper};
    uint32_t low =
        fy_first_not_before(&wanted, pairs->data, pairs->merged, sizeof *pairs->data, by_coplanar_layers);
    return low < pairs->merged && !by_coplanar_layers(&pairs->data[low], &wanted) ? &pairs->data[low] : NULL;
}

static bool look_at(fy_coplanar_search *s, const fy_coplanar_layer *coplanar_layers, const stand *a,
                    const stand *b, fy_coplanar_pairs *pairs) {
    const stand *lower = a->coplanar_layer < b->coplanar_layer ? a : b,
                *upper = a->coplanar_layer < b->coplanar_layer ? b : a;
    double facing = fy_dot3(lower->normal, upper->normal);
    spend(s, 1);
    if (coplanar_layers[lower->coplanar_layer].level != coplanar_layers[upper->coplanar_layer].level)
        return true;
    if (!coplanar_layers[lower->coplanar_layer].writes || facing * facing < PARALLEL ||
        !touch(&a->box, &b->box, s->reach))
        return true;
    const fy_coplanar_pair *known = find_pair(pairs, lower->coplanar_layer, upper->coplanar_layer);
    if (known && known->one_plane) return true;
    fy_coplanar_pair pair = {
        .lower = lower->coplanar_layer, .upper = upper->coplanar_layer, .turned = facing < 0};
    gap found = find_gap(s, lower, upper);
    if (!judge(s, &found, &pair)) return true;
    if (!fy_job_reserve(pairs->job, (void **)&pairs->data, pairs->count, &pairs->capacity, 1, sizeof pair))
        return false;
    pairs->data[pairs->count++] = pair;
    if (pairs->count >= MOST_PAIRS) s->steps_left = 0;
    return true;
}

/* ------------------------------------------------------------------------------------------------- a pose */

static int by_left(const void *a, const void *b) {
    const stand *x = a, *y = b;
    if (x->box.min[0] < y->box.min[0] || x->box.min[0] > y->box.min[0])
        return x->box.min[0] < y->box.min[0] ? -1 : 1;
    return x->coplanar_layer < y->coplanar_layer ? -1 : x->coplanar_layer > y->coplanar_layer;
}

static bool sweep(fy_coplanar_search *s, const fy_coplanar_layer *coplanar_layers, const stand *stands,
                  uint32_t count, fy_coplanar_pairs *pairs) {
    for (uint32_t i = 0; i < count; i++) {
        if (!ferry_tick(s->job)) return false;
        for (uint32_t k = i + 1; k < count && s->steps_left; k++) {
            if (stands[k].box.min[0] > stands[i].box.max[0] + s->reach) break;
            if (!look_at(s, coplanar_layers, &stands[i], &stands[k], pairs)) return false;
        }
    }
    return true;
}

bool fy_coplanar_find_pairs(fy_coplanar_search *s, const ferry_scene *scene,
                            const fy_coplanar_layer *coplanar_layers, uint32_t count,
                            fy_coplanar_pairs *pairs) {
    uint32_t standing;
    ferry_mark mark = ferry_job_mark(s->job);
    stand *stands = ferry_new(s->job, stand, count + (size_t)1);
    if (!stands || !stand_all(s, scene, coplanar_layers, count, stands, &standing)) return false;
    if (standing) qsort(stands, standing, sizeof *stands, by_left);
    bool done = sweep(s, coplanar_layers, stands, standing, pairs);
    ferry_job_release(s->job, mark);
    if (done) fy_coplanar_pairs_merge(pairs);
    return done;
}

/* -------------------------------------------------------------------------------------------------- pairs */

static int by_pair(const void *a, const void *b) {
    const fy_coplanar_pair *x = a, *y = b;
    int order = by_coplanar_layers(x, y);
    if (order) return order;
    return (x->turned > y->turned) - (x->turned < y->turned);
}

/* Coplanar layers that were turned against each other in one pose only keep to the one that comes first:
 * rare. */
void fy_coplanar_pairs_merge(fy_coplanar_pairs *pairs) {
    uint32_t kept = 0;
    if (pairs->count == pairs->merged) return;
    qsort(pairs->data, pairs->count, sizeof *pairs->data, by_pair);
    for (uint32_t i = 0; i < pairs->count; i++) {
        fy_coplanar_pair *pair = &pairs->data[i], *last = kept ? &pairs->data[kept - 1] : pair;
        if (kept && !by_coplanar_layers(pair, last)) {
            bool flipped = pair->turned != last->turned;
            last->one_plane |= pair->one_plane;
            last->above = fmin(last->above, flipped ? INFINITY : pair->above);
            last->below = fmin(last->below, flipped ? INFINITY : pair->below);
        } else {
            pairs->data[kept++] = *pair;
        }
    }
    pairs->count = pairs->merged = kept;
}

void fy_coplanar_pairs_close(fy_coplanar_pairs *pairs) {
    fy_job_drop(pairs->job, pairs->data);
    *pairs = (fy_coplanar_pairs){.job = pairs->job};
}
