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
static inline void add_rows(double (*sum)[4], size_t rows, const ferry_matrix *a, const row_lanes b[3]) {
    row_lanes total[4];
    for (size_t i = 0; i < rows; i++) memcpy(&total[i], sum[i], sizeof *total);
    for (size_t row = 0; row < 3; row++)
        for (size_t i = 0; i < rows; i++) total[i] += a->m[row][i] * b[row];
    for (size_t i = 0; i < rows; i++) memcpy(sum[i], &total[i], sizeof *total);
}

static inline void add_form(fy_rigid_form *sum, const ferry_matrix *a, const ferry_matrix *b) {
    row_lanes rows[3];
    memcpy(rows, b->m, sizeof rows);
    add_rows(sum->m, 4, a, rows);
}

void fy_rigid_add_normals(ferry_matrix *sum, const ferry_matrix *joint, const ferry_matrix *to) {
    row_lanes rows[3];
    memcpy(rows, to->m, sizeof rows);
    add_rows(sum->m, 3, joint, rows);
}

/* A matrix in rows. */
typedef struct row_matrix {
    row_lanes rows[3];
} row_matrix;

/* fy_influence_matrix() in rows. */
static inline void blend_rows(const ferry_skin *skin, uint32_t influence, const ferry_matrix *joints,
                              row_matrix *blended) {
    const ferry_influence *run = &skin->influences[influence];
    row_lanes sum[3] = {{0}}, row;
    for (uint32_t w = run->first; w < run->first + run->count; w++)
        for (int i = 0; i < 3; i++) {
            memcpy(&row, joints[skin->weights[w].joint].m[i], sizeof row);
            sum[i] += (double)skin->weights[w].weight * row;
        }
    for (int i = 0; i < 3; i++) blended->rows[i] = sum[i];
}

static inline void cross_rows(const row_lanes *a, const row_lanes *b, row_lanes *to) {
    *to = __builtin_shufflevector(*a, *a, 1, 2, 0, 3) * __builtin_shufflevector(*b, *b, 2, 0, 1, 3) -
          __builtin_shufflevector(*a, *a, 2, 0, 1, 3) * __builtin_shufflevector(*b, *b, 1, 2, 0, 3);
}

/* fy_matrix_normals() in rows. */
static inline void turn_rows(const row_matrix *m, row_matrix *to) {
    for (int i = 0; i < 3; i++) cross_rows(&m->rows[(i + 1) % 3], &m->rows[(i + 2) % 3], &to->rows[i]);
    const row_lanes volume = m->rows[0] * to->rows[0];
    if (volume[0] + volume[1] + volume[2] < 0)
        for (int i = 0; i < 3; i++) to->rows[i] = -to->rows[i];
}

static inline void add_forms(fy_rigid *r, uint32_t first, uint32_t count) {
    for (uint32_t j = first; j < first + count; j++)
        add_form(&r->joint_forms[j], &r->joints[j], &r->joints[j]);
    for (uint32_t k = 0; k < r->pair_count; k++)
        add_form(&r->pairs[k].sum, &r->joints[r->pairs[k].a], &r->joints[r->pairs[k].b]);
}

FY_WIDE static void add_forms_wide(fy_rigid *r, uint32_t first, uint32_t count) {
    add_forms(r, first, count);
}

static inline void add_chosen(fy_rigid *r) {
    row_matrix blended, turned = {{{0}}};
    uint32_t influence = FERRY_NONE;
    for (fy_rigid_choice *c = r->choices; c < r->choices + r->choice_count; c++) {
        if (c->influence != influence) {
            influence = c->influence;
            blend_rows(r->skin, influence, r->joints, &blended);
            turn_rows(&blended, &turned);
        }
        add_rows(c->normals.m, 3, &r->joints[c->joint], turned.rows);
    }
}

FY_WIDE static void add_chosen_wide(fy_rigid *r) {
    add_chosen(r);
}

/* What is done in each pose: `worlds` are its nodes' matrices, r->joints those of the joints. */
typedef void add_pose_to(fy_rigid *r, const ferry_matrix *worlds);

static void add_to_joints(fy_rigid *r, const ferry_matrix *worlds) {
    (void)worlds;
    (FY_HAS_WIDE ? add_forms_wide : add_forms)(r, 0, r->skin->joint_count);
    r->poses++;
}

static void add_to_axes(fy_rigid *r, const ferry_matrix *worlds) {
    for (uint32_t k = 0; k < r->blend_count; k++) {
        if (!r->blends[k].own_axes) continue;
        const fy_blend_bone_mean mean = fy_blend_bone_mean_of(&r->blends[k], worlds, r->joints);
        fy_blend_bone_add_stretch(&r->stretches[k], &mean.stretch);
    }
}

/* A bone with axes of its own is the mean of the same joints as the one before it. */
static void pose_blends(fy_rigid *r, const ferry_matrix *worlds, bool made_only) {
    fy_blend_bone_mean mean;
    uint32_t mean_of = FERRY_NONE;
    for (uint32_t k = 0; k < r->blend_count; k++) {
        const fy_blend_bone *blend = &r->blends[k];
        const uint32_t first = k - blend->own_axes;
        if (made_only && r->ranks[k] == FERRY_NONE) continue;
        if (mean_of != first) mean = fy_blend_bone_mean_of(blend, worlds, r->joints);
        mean_of = first;
        const ferry_node node = fy_blend_bone_node(blend, &mean);
        r->joints[r->skin->joint_count + k] = fy_blend_bone_matrix(blend, &node, worlds);
    }
}

static void add_to_blends(fy_rigid *r, const ferry_matrix *worlds) {
    pose_blends(r, worlds, false);
    (FY_HAS_WIDE ? add_forms_wide : add_forms)(r, r->skin->joint_count, r->blend_count);
}

static void add_to_normals(fy_rigid *r, const ferry_matrix *worlds) {
    pose_blends(r, worlds, true);
    (FY_HAS_WIDE ? add_chosen_wide : add_chosen)(r);
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
static bool put_run(fy_rigid *r, const fy_blend_bone_run *run, uint32_t *capacity) {
    for (uint32_t m = run->first; m < run->first + run->count; m++) {
        const fy_blend_bone *mean = &r->blends[m];
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
        const fy_blend_bone_run *run = &r->blend_runs[i];
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
        const fy_blend_bone_run *blends = &r->blend_runs[i];
        fy_rigid_candidate *to = &r->candidates[r->blend_candidates[i]];
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
    r->stretches = ferry_new(r->job, fy_blend_bone_stretch, (size_t)r->blend_count + 1);
    const bool done = r->stretches && add_poses(r, scene, add_to_axes);
    for (uint32_t k = 0; done && k < r->blend_count; k++)
        if (r->blends[k].own_axes) fy_blend_bone_turn(&r->blends[k], fy_blend_bone_axes(&r->stretches[k]));
    r->stretches = NULL;
    ferry_job_release(r->job, mark);
    return done;
}

bool fy_rigid_sum_blends(fy_rigid *r, const ferry_scene *scene) {
    return list_blend_pairs(r) && add_poses(r, scene, add_to_blends) && sum_blend_forms(r);
}

static void list_chosen(fy_rigid *r, uint32_t influence, uint32_t first, uint32_t count) {
    for (fy_rigid_candidate *c = r->candidates + first; c < r->candidates + first + count; c++) {
        if (c->choice == FERRY_NONE) continue;
        c->choice = r->choice_count++;
        r->choices[c->choice].influence = influence;
        r->choices[c->choice].joint = c->joint;
    }
}

/* The candidates that were chosen, with a number each. */
static bool list_choices(fy_rigid *r) {
    const ferry_skin *skin = r->skin;
    r->choices = ferry_new(r->job, fy_rigid_choice, (size_t)r->choice_count + 1);
    r->choice_count = 0;
    for (uint32_t i = 0; r->choices && i < skin->influence_count; i++) {
        list_chosen(r, i, skin->influences[i].first, skin->influences[i].count);
        if (r->blend_candidates) list_chosen(r, i, r->blend_candidates[i], r->blend_runs[i].count);
    }
    return r->choices != NULL;
}

bool fy_rigid_sum_normals(fy_rigid *r, const ferry_scene *scene) {
    return list_choices(r) && add_poses(r, scene, add_to_normals);
}

bool fy_rigid_sum_poses(fy_rigid *r, const ferry_scene *scene) {
    if (!list_pairs(r) || !add_poses(r, scene, add_to_joints) || !sum_forms(r)) return false;
    for (uint32_t i = 0; i < r->skin->influence_count; i++)
        r->influences[i] = fy_influence_matrix(r->skin, i, r->joints);
    return true;
}
