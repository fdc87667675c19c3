/* blend_list.c: see blend_list.h. */
#include "core/pipeline/rigid/blend_list.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/pipeline/rigid/blend_joints.h"

/* An influence, and its two heaviest joints. */
typedef struct kin {
    uint32_t a, b; /* a < b */
    double share;  /* of both joints' weight that a has */
    uint32_t influence;
} kin;

static int by_joints(const void *x, const void *y) {
    const kin *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    if (p->b != q->b) return p->b < q->b ? -1 : 1;
    if (p->share != q->share) return p->share < q->share ? -1 : 1;
    return (p->influence > q->influence) - (p->influence < q->influence);
}

static bool is_same_pair(const kin *p, const kin *q) {
    return p->a == q->a && p->b == q->b;
}

/* The two heaviest joints of an influence; false: it has one only. */
static bool find_kin(const ferry_skin *skin, uint32_t influence, kin *to) {
    const ferry_influence *run = &skin->influences[influence];
    uint32_t best[2] = {FERRY_NONE, FERRY_NONE};
    for (uint32_t w = run->first; w < run->first + run->count; w++) {
        uint32_t joint = skin->weights[w].joint;
        if (joint == best[0] || joint == best[1]) continue;
        double weight = fy_rigid_weight_of(skin, run, joint);
        if (best[0] == FERRY_NONE || weight > fy_rigid_weight_of(skin, run, best[0])) {
            best[1] = best[0];
            best[0] = joint;
        } else if (best[1] == FERRY_NONE || weight > fy_rigid_weight_of(skin, run, best[1])) {
            best[1] = joint;
        }
    }
    if (best[1] == FERRY_NONE) return false;
    to->influence = influence;
    to->a = best[0] < best[1] ? best[0] : best[1];
    to->b = best[0] < best[1] ? best[1] : best[0];
    double a = fy_rigid_weight_of(skin, run, to->a), both = a + fy_rigid_weight_of(skin, run, to->b);
    to->share = both > 0 ? a / both : 0;
    return true;
}

/* The mean weights of all vertices of the influences `of`. NULL at the memory limit. */
static ferry_weight *mean_weights(fy_rigid *r, const kin *of, uint32_t count, const fy_blend_needs *by,
                                  uint32_t *used) {
    const ferry_skin *skin = r->skin;
    uint32_t room = 0;
    double all = 0;
    for (uint32_t i = 0; i < count; i++) room += skin->influences[of[i].influence].count;
    ferry_weight *weights = ferry_new(r->job, ferry_weight, (size_t)room + 1);
    *used = 0;
    for (uint32_t i = 0; weights && i < count; i++) {
        const ferry_influence *run = &skin->influences[of[i].influence];
        for (uint32_t w = run->first; w < run->first + run->count; w++) {
            const double more = (double)skin->weights[w].weight * by->vertices[of[i].influence];
            double *sum = &r->sums[skin->weights[w].joint];
            if (*sum == 0) weights[(*used)++].joint = skin->weights[w].joint; /* again, if its weight is 0 */
            *sum += more;
            all += more;
        }
    }
    for (uint32_t w = 0; w < *used; w++) {
        weights[w].weight = all > 0 ? (float)(r->sums[weights[w].joint] / all) : 0;
        r->sums[weights[w].joint] = 0;
    }
    return weights;
}

/* A bone for the influences `of`. */
static bool list_one(fy_rigid *r, const ferry_scene *scene, const kin *of, uint32_t count,
                     const fy_blend_needs *by) {
    uint32_t used;
    const ferry_weight *weights = mean_weights(r, of, count, by, &used);
    if (!weights) return false;
    r->ranks[r->blend_count] = FERRY_NONE;
    r->blends[r->blend_count++] = fy_blend_of(scene, r->skin, weights, used, of->a, of->b);
    return true;
}

/* Where the influences end that go with the first, whose shares are less than `step` above its own. */
static uint32_t end_of_part(const kin *of, uint32_t count, double step) {
    uint32_t end = 1;
    while (end < count && of[end].share < of->share + step) end++;
    return end;
}

/* How far shares in one part are apart at most: as good as nothing, or as much as few enough parts take. */
static double step_between(const kin *of, uint32_t count) {
    const double alike = 1 / 256.0, range = of[count - 1].share - of->share;
    uint32_t parts = 0;
    for (uint32_t i = 0; i < count; parts++) i += end_of_part(of + i, count - i, alike);
    return parts <= FY_MOST_BLENDS ? alike : 1.001 * range / FY_MOST_BLENDS;
}

/* Those of one pair of joints, in the order of shares. */
static bool list_pair(fy_rigid *r, const ferry_scene *scene, const kin *of, uint32_t count,
                      const fy_blend_needs *by) {
    const double step = step_between(of, count);
    fy_blend_run run = {r->blend_count, 0};
    for (uint32_t i = 0, part; i < count; i += part, run.count++) {
        part = end_of_part(of + i, count - i, step);
        if (!list_one(r, scene, of + i, part, by)) return false;
    }
    for (uint32_t i = 0; i < count; i++) r->blend_runs[of[i].influence] = run;
    return true;
}

bool fy_blend_list(fy_rigid *r, const ferry_scene *scene, const fy_blend_needs *needs, double least) {
    const ferry_skin *skin = r->skin;
    const size_t room = (size_t)skin->influence_count + 1;
    kin *all = ferry_new(r->job, kin, room);
    uint32_t count = 0;
    r->blends = ferry_new(r->job, fy_blend, room);
    r->ranks = ferry_new(r->job, uint32_t, room);
    if (!all || !r->blends || !r->ranks) return false;
    for (uint32_t i = 0; i < skin->influence_count; i++)
        count += needs->vertices[i] && find_kin(skin, i, &all[count]);
    if (count) qsort(all, count, sizeof *all, by_joints);
    for (uint32_t i = 0, next; i < count; i = next) {
        double squares = needs->squares[all[i].influence];
        for (next = i + 1; next < count && is_same_pair(&all[next], &all[i]); next++)
            squares += needs->squares[all[next].influence];
        if (!ferry_tick(r->job)) return false;
        if (squares > least && !list_pair(r, scene, all + i, next - i, needs)) return false;
    }
    return true;
}
