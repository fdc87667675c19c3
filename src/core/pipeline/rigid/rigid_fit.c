/*
 * rigid_fit.c: the joint on which a vertex is least off, and its place there.
 *
 * With the rest pose alone the place there is exact. With more, a vertex may be off at rest by a bound only
 * (`rigid.rest-error`), and only as far as it pays: there the rest pose counts for more (rest_bound.h). A
 * joint that cannot keep the bound gives way to one that can.
 */
#include "core/pipeline/rigid/rigid_fit.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/pipeline/rigid/rigid_poses.h"

/* Of the bound, so that rounding does not exceed it. */
#define ROUNDED (1 - 1e-9)

/* What is off at rest by less, as a share of the model's size, may be. */
#define NEAR 1e-6

/* The joint with the largest weight; of equal ones the lowest. */
static uint32_t heaviest_weight(const fy_rigid *r, const ferry_influence *run) {
    const ferry_weight *weights = r->skin->weights + run->first;
    for (uint32_t w = 0; w < run->count; w++) r->sums[weights[w].joint] += weights[w].weight;
    uint32_t best = 0;
    for (uint32_t w = 1; w < run->count; w++) {
        uint32_t joint = weights[w].joint, before = weights[best].joint;
        if (r->sums[joint] > r->sums[before] || (r->sums[joint] == r->sums[before] && joint < before))
            best = w;
    }
    for (uint32_t w = 0; w < run->count; w++) r->sums[weights[w].joint] = 0;
    return run->first + best;
}

static bool is_nearly_identity(const ferry_matrix *a, double size) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            if (fabs(a->m[i][k] - (i == k)) > (k == 3 ? 1e-5 * size : 1e-5)) return false;
    return true;
}

static ferry_matrix sum_of(const fy_rigid_form *joint) {
    ferry_matrix sum = {{{0}}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) sum.m[i][k] = joint->m[i][k];
    return sum;
}

/* P = (A'A)^-1 (A'T - A'a), where a is what A adds; a joint that is shrunk to nothing leaves vertices in
 * place. */
static void place(const fy_rigid *r, fy_rigid_candidate *c, const fy_rigid_form *joint) {
    ferry_matrix sum = sum_of(joint), right = {{{0}}}, inverse;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) right.m[i][k] = c->cross.m[i][k] - (k == 3 ? joint->m[i][3] : 0);
    c->stays = r->at_bind || !fy_matrix_invert(&sum, &inverse);
    if (!c->stays) c->place = fy_matrix_multiply(&inverse, &right);
    c->stays = c->stays || !fy_matrix_finite(&c->place) || is_nearly_identity(&c->place, r->size);
    if (c->stays) c->place = fy_matrix_identity();
}

static void find_ways(fy_rigid *r, uint32_t first, uint32_t count) {
    for (uint32_t j = first; j < first + count; j++) {
        ferry_matrix sum = sum_of(&r->joint_forms[j]);
        r->ways[j] = fy_rest_ways_of(&r->joints[j], &sum);
    }
}

void fy_rigid_place_candidates(fy_rigid *r) {
    const ferry_skin *skin = r->skin;
    find_ways(r, 0, skin->joint_count);
    for (uint32_t i = 0; i < skin->influence_count; i++) {
        const ferry_influence *run = &skin->influences[i];
        r->heaviest[i] = heaviest_weight(r, run);
        for (uint32_t w = run->first; run->count > 1 && w < run->first + run->count; w++)
            place(r, &r->candidates[w], &r->joint_forms[skin->weights[w].joint]);
    }
}

void fy_rigid_place_blends(fy_rigid *r) {
    find_ways(r, r->skin->joint_count, r->blend_count);
    for (uint32_t i = 0; i < r->skin->influence_count; i++)
        for (uint32_t k = 0; k < r->blend_runs[i].count; k++) {
            fy_rigid_candidate *between = &r->candidates[r->blend_candidates[i] + k];
            place(r, between, &r->joint_forms[between->joint]);
        }
}

ferry_matrix fy_rigid_normals_at(const fy_rigid *r, uint32_t influence, const fy_rigid_fit *f) {
    const fy_rigid_candidate *c = &r->candidates[f->weight];
    ferry_matrix normals = {{{0}}};
    const ferry_matrix *over_poses = &r->choices[c->choice].normals;
    if (f->share == 0) return c->stays ? fy_matrix_identity() : *over_poses;
    ferry_matrix turned = fy_matrix_normals(&r->influences[influence]);
    fy_rigid_add_normals(&normals, &r->joints[c->joint], &turned);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            normals.m[i][k] = f->share * normals.m[i][k] + (1 - f->share) * over_poses->m[i][k];
    return normals;
}

ferry_matrix fy_rigid_place_at(const fy_rigid *r, uint32_t influence, const fy_rigid_fit *f) {
    const fy_rigid_candidate *c = &r->candidates[f->weight];
    const fy_rest_ways *ways = &r->ways[c->joint];
    ferry_matrix off = fy_rest_off(ways, &c->place, &r->influences[influence]);
    return fy_rest_place(ways, &c->place, &off, f->share);
}

static double quadratic(const fy_rigid_form *f, const double a[4], const double b[4]) {
    double sum = 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) sum += a[i] * f->m[i][k] * b[k];
    return sum;
}

/* The mean square of how far the vertex is off, over all poses. */
static double error_of(const fy_rigid *r, uint32_t influence, uint32_t w, ferry_vec3 bind, ferry_vec3 at) {
    double b[4] = {bind.x, bind.y, bind.z, 1}, x[4] = {at.x, at.y, at.z, 1};
    double sum = quadratic(&r->joint_forms[r->candidates[w].joint], x, x) -
                 2 * quadratic(&r->candidates[w].cross, x, b) +
                 quadratic(&r->influence_forms[influence], b, b);
    return sum > 0 ? sum / r->poses : 0;
}

fy_rigid_fit fy_rigid_fit_of(const fy_rigid *r, uint32_t influence, uint32_t w, ferry_vec3 bind,
                             const fy_rigid_fit *best) {
    const fy_rest_ways *ways = &r->ways[r->candidates[w].joint];
    ferry_matrix off = fy_rest_off(ways, &r->candidates[w].place, &r->influences[influence]), place;
    fy_rigid_fit f = {.weight = w, .rest = fy_rest_distance(ways, &off, bind, 0)};
    f.error = error_of(r, influence, w, bind, fy_matrix_point(&r->candidates[w].place, bind));
    if (r->at_bind || r->bound == HUGE_VAL || f.rest <= NEAR * r->size) return f;
    const double enough = best && best->rest <= r->bound ? best->error - f.error : HUGE_VAL;
    if (enough <= 0) return f;
    const fy_rest_limit limit = {ROUNDED * r->bound, f.error * r->poses, r->poses, enough * r->poses};
    f.share = fy_rest_share(ways, &off, bind, &limit);
    f.rest = fy_rest_distance(ways, &off, bind, f.share);
    place = fy_rest_place(ways, &r->candidates[w].place, &off, f.share);
    f.error = error_of(r, influence, w, bind, fy_matrix_point(&place, bind));
    return f;
}

/* By more than rounding. What is off at rest by more than it may be is worse than all that is not. */
static bool is_better(const fy_rigid *r, const fy_rigid_fit *a, const fy_rigid_fit *b) {
    bool beyond = !r->at_bind && (a->rest > r->bound || b->rest > r->bound);
    return beyond ? a->rest * a->rest < b->rest * b->rest - r->close : a->error < b->error - r->close;
}

fy_rigid_fit fy_rigid_choose_joint(const fy_rigid *r, uint32_t influence, ferry_vec3 bind) {
    const ferry_influence *run = &r->skin->influences[influence];
    fy_rigid_fit best = fy_rigid_fit_of(r, influence, r->heaviest[influence], bind, NULL), other;
    if (r->by_weight) return best;
    for (uint32_t w = run->first; w < run->first + run->count; w++) {
        if (w == r->heaviest[influence]) continue;
        other = fy_rigid_fit_of(r, influence, w, bind, &best);
        if (is_better(r, &other, &best)) best = other;
    }
    return best;
}

fy_rigid_fit fy_rigid_choose_blend(const fy_rigid *r, uint32_t influence, ferry_vec3 bind,
                                   const fy_rigid_fit *joint) {
    fy_rigid_fit best = *joint;
    for (uint32_t k = 0; k < r->blend_runs[influence].count; k++) {
        if (r->ranks[r->blend_runs[influence].first + k] == FERRY_NONE) continue;
        const fy_rigid_fit other =
            fy_rigid_fit_of(r, influence, r->blend_candidates[influence] + k, bind, &best);
        if (is_better(r, &other, &best)) best = other;
    }
    return best;
}
