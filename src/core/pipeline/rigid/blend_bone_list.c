/* blend_bone_list.c: see blend_bone_list.h. */
#include "core/pipeline/rigid/blend_bone_list.h"

#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/pipeline/rigid/blend_bone.h"

/* An influence, and its two heaviest joints. */
typedef struct sharer {
    uint32_t a, b; /* a < b */
    double share;  /* of both joints' weight that a has */
    uint32_t influence;
    uint32_t kind; /* of those of one pair whose weights are the same */
} sharer;

static int by_joints(const void *x, const void *y) {
    const sharer *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    if (p->b != q->b) return p->b < q->b ? -1 : 1;
    if (p->share != q->share) return p->share < q->share ? -1 : 1;
    return (p->influence > q->influence) - (p->influence < q->influence);
}

static bool is_same_pair(const sharer *p, const sharer *q) {
    return p->a == q->a && p->b == q->b;
}

/* The two heaviest joints of an influence; false: it has one only. */
static bool find_joints(const ferry_skin *skin, uint32_t influence, sharer *to) {
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
    to->share = both > 0 ? fmin(fmax(a / both, 0), 1) : 0;
    return true;
}

/* The mean weights of all vertices of the influences `of`. NULL at the memory limit. */
static ferry_weight *mean_weights(fy_rigid *r, const sharer *of, uint32_t count,
                                  const fy_blend_bone_needs *by, uint32_t *used) {
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

/* Bones for the influences `of`: with the axes of bind pose, and with their own. */
static bool list_both(fy_rigid *r, const ferry_scene *scene, const sharer *of, uint32_t count,
                      const fy_blend_bone_needs *by) {
    uint32_t used;
    const ferry_weight *weights = mean_weights(r, of, count, by, &used);
    if (!weights) return false;
    for (int own = 0; own < 2; own++) {
        r->ranks[r->blend_count] = FERRY_NONE;
        r->blends[r->blend_count] = fy_blend_bone_of(scene, r->skin, weights, used, of->a, of->b);
        r->blends[r->blend_count++].own_axes = own;
    }
    return true;
}

/* Shares and weights as near as this are the same. */
#define ALIKE (1 / 256.0)

static uint32_t count_shares(const sharer *of, uint32_t count) {
    uint32_t shares = 1;
    double first = of->share;
    for (uint32_t i = 1; i < count; i++) {
        if (of[i].share < first + ALIKE) continue;
        first = of[i].share;
        shares++;
    }
    return shares;
}

/* Where the influences end that have a bone with the first of them: few shares have one each, many go by
 * ranges of equal width. `all` are those of the pair. */
static uint32_t end_of_group(const sharer *of, uint32_t count, const sharer *all, uint32_t all_count) {
    const bool few = count_shares(all, all_count) <= FY_MOST_SHARES;
    const double least = all->share, range = all[all_count - 1].share - least;
    const double next =
        few ? of->share + ALIKE
            : least + range / FY_MOST_SHARES * (floor((of->share - least) / range * FY_MOST_SHARES) + 1);
    uint32_t end = 1;
    while (end < count && of[end].share < next) end++;
    return end;
}

/* Joints beyond the two heaviest included. */
static bool has_same_weights(fy_rigid *r, uint32_t a, uint32_t b) {
    const ferry_influence *runs[] = {&r->skin->influences[a], &r->skin->influences[b]};
    const ferry_weight *weights = r->skin->weights;
    bool same = true;
    if (runs[0]->count != runs[1]->count) return false; /* so that few do not wait for one of many */
    for (int i = 0; i < 2; i++)
        for (uint32_t w = runs[i]->first; w < runs[i]->first + runs[i]->count; w++)
            r->sums[weights[w].joint] += (double)(i ? -weights[w].weight : weights[w].weight);
    for (int i = 0; i < 2; i++)
        for (uint32_t w = runs[i]->first; w < runs[i]->first + runs[i]->count; w++) {
            same = same && fabs(r->sums[weights[w].joint]) < ALIKE;
            r->sums[weights[w].joint] = 0;
        }
    return same;
}

static int by_kind(const void *x, const void *y) {
    const sharer *p = x, *q = y;
    return p->kind != q->kind ? p->kind < q->kind ? -1 : 1 : by_joints(x, y);
}

/* Tells influences of one pair apart by all their weights, and sorts them so; false: there are more kinds
 * than bones. */
static bool sort_by_kind(fy_rigid *r, sharer *of, uint32_t count) {
    uint32_t firsts[FY_MOST_SHARES], kinds = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind = 0;
        while (kind < kinds && !has_same_weights(r, firsts[kind], of[i].influence)) kind++;
        if (kind == FY_MOST_SHARES) return false;
        if (kind == kinds) firsts[kinds++] = of[i].influence;
        of[i].kind = kind;
    }
    qsort(of, count, sizeof *of, by_kind);
    return true;
}

static uint32_t end_of_kind(const sharer *of, uint32_t count) {
    uint32_t end = 1;
    while (end < count && of[end].kind == of->kind) end++;
    return end;
}

/* Those of one pair of joints, few kinds by themselves, many in the order of shares; the last one takes what
 * rounding may leave. */
static bool list_pair(fy_rigid *r, const ferry_scene *scene, sharer *of, uint32_t count,
                      const fy_blend_bone_needs *by) {
    fy_blend_bone_run run = {r->blend_count, 0};
    const bool few = sort_by_kind(r, of, count);
    for (uint32_t i = 0, group, groups = 0; i < count; i += group, run.count += 2) {
        group = few                         ? end_of_kind(of + i, count - i)
                : ++groups < FY_MOST_SHARES ? end_of_group(of + i, count - i, of, count)
                                            : count - i;
        if (!list_both(r, scene, of + i, group, by)) return false;
    }
    for (uint32_t i = 0; i < count; i++) r->blend_runs[of[i].influence] = run;
    return true;
}

bool fy_blend_bone_list(fy_rigid *r, const ferry_scene *scene, const fy_blend_bone_needs *needs,
                        double least) {
    const ferry_skin *skin = r->skin;
    const size_t room = (size_t)skin->influence_count + 1;
    sharer *all = ferry_new(r->job, sharer, room);
    uint32_t count = 0;
    r->blends = ferry_new(r->job, fy_blend_bone, 2 * room);
    r->ranks = ferry_new(r->job, uint32_t, 2 * room);
    if (!all || !r->blends || !r->ranks) return false;
    for (uint32_t i = 0; i < skin->influence_count; i++)
        count += needs->vertices[i] && find_joints(skin, i, &all[count]);
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
