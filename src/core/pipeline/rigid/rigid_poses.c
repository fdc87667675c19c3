/*
 * rigid_poses.c: joints and influences over the rest pose and poses of all clips, summed up.
 *
 * With A the matrix of a candidate joint in a pose and T the blended one of the influence, the place P b of a
 * vertex b is to make the sum of |A P b - T b|^2 over all poses least. That sum is a quadratic form of b, so
 * that it costs a vertex nothing to have many poses: A'A is summed for each joint and each two that share an
 * influence, which makes A'T and T'T of each influence (4x4 matrices; b and its place have a 1 behind).
 */
#include "core/pipeline/rigid/rigid_poses.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/scene/pose.h"
#include "core/scene/scene.h"

/* Poses sampled from all clips together, and from one at most; poses times weights and nodes. */
enum { MOST_POSES = 256, MOST_POSES_A_CLIP = 24, MOST_WORK = 8000000 };

/* A row: compilers that know vectors keep it in one or two registers. */
typedef double row_lanes __attribute__((vector_size(32)));

/* sum += a'b of `rows` rows; on copies, since the three might be one for all that a compiler knows. */
static inline void add_product(double (*sum)[4], size_t rows, const ferry_matrix *a, const ferry_matrix *b) {
    row_lanes total[4], y[3];
    memcpy(total, sum, rows * sizeof *total);
    memcpy(y, b->m, sizeof y);
    for (size_t row = 0; row < 3; row++)
        for (size_t i = 0; i < rows; i++) total[i] += a->m[row][i] * y[row];
    memcpy(sum, total, rows * sizeof *total);
}

static inline void add_form(fy_rigid_form *sum, const ferry_matrix *a, const ferry_matrix *b) {
    add_product(sum->m, 4, a, b);
}

static inline void add_normals(ferry_matrix *sum, const ferry_matrix *joint, const ferry_matrix *to) {
    add_product(sum->m, 3, joint, to);
}

void fy_rigid_add_normals(ferry_matrix *sum, const ferry_matrix *joint, const ferry_matrix *to) {
    add_normals(sum, joint, to);
}

/* fy_influence_matrix() in rows. */
static inline ferry_matrix blend_rows(const ferry_skin *skin, uint32_t influence,
                                      const ferry_matrix *joints) {
    const ferry_influence *run = &skin->influences[influence];
    row_lanes sum[3] = {{0}}, row;
    ferry_matrix blended;
    for (uint32_t w = run->first; w < run->first + run->count; w++)
        for (int i = 0; i < 3; i++) {
            memcpy(&row, joints[skin->weights[w].joint].m[i], sizeof row);
            sum[i] += (double)skin->weights[w].weight * row;
        }
    memcpy(blended.m, sum, sizeof blended.m);
    return blended;
}

/* What an influence sums up that is not made of its joints' sums afterwards (sum_forms). */
static inline void add_influence(fy_rigid *r, uint32_t i) {
    const ferry_influence *run = &r->skin->influences[i];
    ferry_matrix *blended = &r->influences[i];
    *blended = blend_rows(r->skin, i, r->joints);
    ferry_matrix turned = fy_matrix_normals(blended);
    for (uint32_t w = run->first; w < run->first + run->count; w++)
        add_normals(&r->candidates[w].normals, &r->joints[r->skin->weights[w].joint], &turned);
}

/* What those bones between joints add to an influence that are wanted of it. */
static inline void add_influence_to_blends(fy_rigid *r, uint32_t i) {
    const fy_blend_run *run = &r->blend_runs[i];
    const ferry_matrix *bones = &r->joints[r->skin->joint_count + run->first];
    r->influences[i] = blend_rows(r->skin, i, r->joints);
    const ferry_matrix turned = fy_matrix_normals(&r->influences[i]);
    fy_rigid_candidate *to = &r->candidates[fy_rigid_candidate_of(r, i, 0)];
    for (uint32_t left = r->wanted[i], k = 0; left; left >>= 1, k++, to++) {
        if (!(left & 1)) continue;
        add_form(&to->cross, &bones[k], &r->influences[i]);
        add_normals(&to->normals, &bones[k], &turned);
    }
}

static inline void add_forms(fy_rigid *r, uint32_t first, uint32_t count) {
    for (uint32_t j = first; j < first + count; j++)
        add_form(&r->joint_forms[j], &r->joints[j], &r->joints[j]);
    for (uint32_t k = 0; k < r->pair_count; k++)
        add_form(&r->pairs[k].sum, &r->joints[r->pairs[k].a], &r->joints[r->pairs[k].b]);
}

static inline void add_all(fy_rigid *r) {
    add_forms(r, 0, r->skin->joint_count);
    for (uint32_t i = 0; i < r->skin->influence_count; i++)
        if (r->skin->influences[i].count > 1) add_influence(r, i);
}

FY_WIDE static void add_all_wide(fy_rigid *r) {
    add_all(r);
}

static inline void add_wanted(fy_rigid *r) {
    for (uint32_t i = 0; i < r->skin->influence_count; i++)
        if (r->wanted[i]) add_influence_to_blends(r, i);
}

FY_WIDE static void add_wanted_wide(fy_rigid *r) {
    add_wanted(r);
}

/* What is done in each pose: `worlds` are its nodes' matrices, r->joints those of the joints. */
typedef void add_pose_to(fy_rigid *r, const ferry_matrix *worlds);

static void add_to_joints(fy_rigid *r, const ferry_matrix *worlds) {
    (void)worlds;
    (FY_HAS_WIDE ? add_all_wide : add_all)(r);
    r->poses++;
}

static void add_to_axes(fy_rigid *r, const ferry_matrix *worlds) {
    for (uint32_t k = 0; k < r->blend_count; k++) {
        if (!r->blends[k].own_axes) continue;
        const ferry_matrix stretch = fy_blend_stretch_of(&r->blends[k], worlds, r->joints);
        fy_blend_add_stretch(&r->stretches[k], &stretch);
    }
}

static void pose_blend(fy_rigid *r, uint32_t k, const ferry_matrix *worlds) {
    ferry_node node = fy_blend_node(&r->blends[k], worlds, r->joints);
    r->joints[r->skin->joint_count + k] = fy_blend_matrix(&r->blends[k], &node, worlds);
}

FY_WIDE static void add_blends_wide(fy_rigid *r) {
    add_forms(r, r->skin->joint_count, r->blend_count);
}

static void add_blends(fy_rigid *r) {
    add_forms(r, r->skin->joint_count, r->blend_count);
}

static void add_to_blends(fy_rigid *r, const ferry_matrix *worlds) {
    for (uint32_t k = 0; k < r->blend_count; k++) pose_blend(r, k, worlds);
    (FY_HAS_WIDE ? add_blends_wide : add_blends)(r);
}

static void add_to_wanted(fy_rigid *r, const ferry_matrix *worlds) {
    for (uint32_t k = 0; k < r->blend_count; k++)
        if (r->posed[k]) pose_blend(r, k, worlds);
    (FY_HAS_WIDE ? add_wanted_wide : add_wanted)(r);
}

static bool add_pose(fy_rigid *r, const ferry_scene *posed, add_pose_to *add) {
    ferry_mark mark = ferry_job_mark(r->job);
    ferry_matrix *worlds = ferry_new(r->job, ferry_matrix, (size_t)posed->nodes.count + 1);
    if (!worlds || !ferry_world_matrices(posed, worlds)) return false;
    fy_skin_matrices(posed, r->skin, worlds, r->joints);
    add(r, worlds);
    ferry_job_release(r->job, mark);
    return true;
}

static int compare_pairs(const void *x, const void *y) {
    const fy_joint_pair *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

static void sort_pairs(fy_rigid *r) {
    uint32_t kept = 0;
    if (r->pair_count) qsort(r->pairs, r->pair_count, sizeof *r->pairs, compare_pairs);
    for (uint32_t i = 0; i < r->pair_count; i++)
        if (!kept || compare_pairs(&r->pairs[kept - 1], &r->pairs[i]) != 0) r->pairs[kept++] = r->pairs[i];
    r->pair_count = kept;
}

/* Room for `most` pairs; sorted and without repeats whenever the list is full. */
static bool reserve_pairs(fy_rigid *r, uint64_t most, uint32_t *capacity) {
    if (*capacity - r->pair_count < most) sort_pairs(r);
    uint64_t more = most;
    if (*capacity - r->pair_count < most && more < 3 * (uint64_t)r->pair_count)
        more = 3 * (uint64_t)r->pair_count; /* so that the list is seldom full */
    return more <= UINT32_MAX && ferry_tick(r->job) &&
           fy_work_reserve(r->job, (void **)&r->pairs, r->pair_count, capacity, (uint32_t)more,
                           sizeof *r->pairs);
}

static void put_pairs(fy_rigid *r, const ferry_influence *run) {
    const ferry_weight *weights = r->skin->weights;
    for (uint32_t i = run->first; i < run->first + run->count; i++)
        for (uint32_t k = run->first; k < run->first + run->count; k++)
            if (weights[i].joint < weights[k].joint)
                r->pairs[r->pair_count++] = (fy_joint_pair){.a = weights[i].joint, .b = weights[k].joint};
}

/* Of joints that share an influence. */
static bool list_pairs(fy_rigid *r) {
    uint32_t capacity = 0;
    for (uint32_t i = 0; i < r->skin->influence_count; i++) {
        const ferry_influence *run = &r->skin->influences[i];
        const uint64_t most = (uint64_t)run->count * run->count / 2;
        if (!most) continue; /* a joint alone is no pair, and there may be no list yet */
        if (!reserve_pairs(r, most, &capacity)) return false;
        put_pairs(r, run);
    }
    sort_pairs(r);
    return true;
}

/* Each bone of a run with all joints of the influences that may go to it: those which any of them is the mean
 * of. */
static bool put_run(fy_rigid *r, const fy_blend_run *run, uint32_t *capacity) {
    for (uint32_t m = run->first; m < run->first + run->count; m++) {
        const fy_blend *mean = &r->blends[m];
        if (mean->own_axes) continue; /* of the same as the one before it */
        if (!reserve_pairs(r, (uint64_t)mean->count * run->count, capacity)) return false;
        for (uint32_t w = 0; w < mean->count; w++)
            for (uint32_t k = run->first; k < run->first + run->count; k++)
                r->pairs[r->pair_count++] =
                    (fy_joint_pair){.a = mean->weights[w].joint, .b = r->skin->joint_count + k};
    }
    return true;
}

/* Of joints and bones between joints, in place of those of joints. */
static bool list_blend_pairs(fy_rigid *r) {
    uint32_t capacity = 0;
    bool *done = ferry_new(r->job, bool, (size_t)r->blend_count + 1); /* by the first bone of each run */
    if (!done) return false;
    r->pairs = NULL;
    r->pair_count = 0;
    for (uint32_t i = 0; i < r->skin->influence_count; i++) {
        const fy_blend_run *run = &r->blend_runs[i];
        if (!run->count || done[run->first]) continue;
        done[run->first] = true;
        if (!put_run(r, run, &capacity)) return false;
    }
    sort_pairs(r);
    return true;
}

static bool add_clip(fy_rigid *r, const ferry_scene *scene, uint32_t clip, uint32_t most, add_pose_to *add) {
    const ferry_clip *of = &scene->clips.data[clip];
    uint32_t frames = of->duration * of->rate < most ? (uint32_t)(of->duration * of->rate) + 1 : most;
    for (uint32_t i = 0; i < frames; i++) {
        if (!ferry_tick(r->job)) return false;
        ferry_mark mark = ferry_job_mark(r->job);
        const ferry_scene *posed = ferry_pose(r->job, scene, &clip, 1, of->duration * (i + .5) / frames);
        if (!posed || !add_pose(r, posed, add)) return false;
        ferry_job_release(r->job, mark);
    }
    return true;
}

static const fy_joint_pair *find_pair(const fy_rigid *r, uint32_t a, uint32_t b) {
    const fy_joint_pair key = {.a = a, .b = b};
    return bsearch(&key, r->pairs, r->pair_count, sizeof key, compare_pairs);
}

static void add_part(const fy_rigid_form *of, bool turned, double share, fy_rigid_form *sum) {
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) sum->m[i][k] += share * (turned ? of->m[k][i] : of->m[i][k]);
}

/* sum += `share` times A'B of two joints. */
static void add_share(const fy_rigid *r, uint32_t a, uint32_t b, double share, fy_rigid_form *sum) {
    if (a == b)
        add_part(&r->joint_forms[a], false, share, sum);
    else
        add_part(a < b ? &find_pair(r, a, b)->sum : &find_pair(r, b, a)->sum, a > b, share, sum);
}

/* T is the sum of the joints' matrices by weight, and so are A'T and T'T. */
static bool sum_forms(fy_rigid *r) {
    const ferry_skin *skin = r->skin;
    for (uint32_t i = 0; i < skin->influence_count; i++) {
        const ferry_influence *run = &skin->influences[i];
        if (!ferry_tick(r->job)) return false;
        for (uint32_t w = run->first; run->count > 1 && w < run->first + run->count; w++) {
            fy_rigid_form *cross = &r->candidates[w].cross, *all = &r->influence_forms[i];
            for (uint32_t k = run->first; k < run->first + run->count; k++)
                add_share(r, skin->weights[w].joint, skin->weights[k].joint, (double)skin->weights[k].weight,
                          cross);
            for (int row = 0; row < 4; row++)
                for (int col = 0; col < 4; col++)
                    all->m[row][col] += (double)skin->weights[w].weight * cross->m[row][col];
        }
    }
    return true;
}

/* The same of bones between joints, for all influences that may go to them. The bones of a run stand behind
 * one another among the pairs of each joint. */
static bool sum_blend_forms(fy_rigid *r) {
    const ferry_skin *skin = r->skin;
    for (uint32_t i = 0; i < skin->influence_count; i++) {
        const ferry_influence *run = &skin->influences[i];
        const fy_blend_run *blends = &r->blend_runs[i];
        fy_rigid_candidate *to = &r->candidates[fy_rigid_candidate_of(r, i, 0)];
        if (!ferry_tick(r->job)) return false;
        for (uint32_t w = run->first; blends->count && w < run->first + run->count; w++) {
            const fy_joint_pair *pairs =
                find_pair(r, skin->weights[w].joint, skin->joint_count + blends->first);
            for (uint32_t k = 0; k < blends->count; k++)
                add_part(&pairs[k].sum, true, (double)skin->weights[w].weight, &to[k].cross);
        }
    }
    return true;
}

/* The rest pose comes last: its matrices stay, for measuring. */
static bool add_poses(fy_rigid *r, const ferry_scene *scene, add_pose_to *add) {
    uint32_t clips = 0;
    for (uint32_t i = 0; i < scene->clips.count; i++) clips += fy_clip_moves_nodes(&scene->clips.data[i]);
    uint32_t work = scene->nodes.count + r->skin->weight_count + 1, most = MOST_WORK / work;
    if (most > MOST_POSES) most = MOST_POSES;
    if (clips) most /= clips;
    if (most > MOST_POSES_A_CLIP) most = MOST_POSES_A_CLIP;
    if (add == add_to_axes) most = (most + 2) / 3; /* axes need fewer */
    for (uint32_t i = 0; i < scene->clips.count; i++)
        if (fy_clip_moves_nodes(&scene->clips.data[i]) && !add_clip(r, scene, i, most ? most : 1, add))
            return false;
    return add_pose(r, scene, add);
}

bool fy_rigid_find_axes(fy_rigid *r, const ferry_scene *scene) {
    ferry_mark mark = ferry_job_mark(r->job);
    r->stretches = ferry_new(r->job, fy_blend_stretch, (size_t)r->blend_count + 1);
    const bool done = r->stretches && add_poses(r, scene, add_to_axes);
    for (uint32_t k = 0; done && k < r->blend_count; k++)
        if (r->blends[k].own_axes) r->blends[k].axes = fy_blend_axes(&r->stretches[k]);
    r->stretches = NULL;
    ferry_job_release(r->job, mark);
    return done;
}

bool fy_rigid_sum_blends(fy_rigid *r, const ferry_scene *scene) {
    return list_blend_pairs(r) && add_poses(r, scene, add_to_blends) && sum_blend_forms(r);
}

bool fy_rigid_sum_wanted(fy_rigid *r, const ferry_scene *scene) {
    ferry_mark mark = ferry_job_mark(r->job);
    r->posed = ferry_new(r->job, bool, (size_t)r->blend_count + 1);
    for (uint32_t i = 0; r->posed && i < r->skin->influence_count; i++)
        for (uint32_t k = 0; k < r->blend_runs[i].count; k++) {
            if (!(r->wanted[i] >> k & 1)) continue;
            r->posed[r->blend_runs[i].first + k] = true;
            r->candidates[fy_rigid_candidate_of(r, i, k)].cross = (fy_rigid_form){{{0}}};
        }
    const bool done = r->posed && add_poses(r, scene, add_to_wanted);
    r->posed = NULL;
    ferry_job_release(r->job, mark);
    return done;
}

bool fy_rigid_sum_poses(fy_rigid *r, const ferry_scene *scene) {
    return list_pairs(r) && add_poses(r, scene, add_to_joints) && sum_forms(r);
}
