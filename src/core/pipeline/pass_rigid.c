/*
 * pass_rigid.c: for targets with one joint a vertex, each weighted vertex is hung on one joint of its
 * influence.
 *
 * Which one, and at which place, is decided by least squares over the rest pose and poses sampled from the
 * clips (docs/what-is-lost.md, "Skinning"). With A the matrix of a candidate joint in a pose and T the
 * blended one of the influence, the place P b of a vertex b is to make the sum of |A P b - T b|^2 over all
 * poses least. That sum is a quadratic form of b, so that it costs a vertex nothing to have many poses: A'A
 * is summed for each joint and each two that share an influence, which makes A'T and T'T of each influence
 * (4x4 matrices; b and its place have a 1 behind).
 * With the rest pose alone the place there is exact. With more, a vertex may be off at rest by a bound only
 * (`rigid.rest-error`), and only as far as it pays: there the rest pose counts for more (rest_bound.h). A
 * joint that cannot keep the bound gives way to one that can.
 *
 * Bones between two joints are candidates like any other, if they are asked for: one for each influence,
 * between its two heaviest joints. Those that lower the sum of squared errors most are made.
 */
#include "core/pipeline/pass_rigid.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/pipeline/blend_joints.h"
#include "core/pipeline/rest_bound.h"
#include "core/scene/pose.h"
#include "core/scene/scene.h"

/* Poses sampled from all clips together, and from one at most; poses times weights and nodes. */
enum { MOST_POSES = 256, MOST_POSES_A_CLIP = 24, MOST_WORK = 8000000, MOST_BLENDS = 4096 };

typedef struct form {
    double m[4][4];
} form;

/* Two joints of one influence or more: the sum of A'B over all poses. */
typedef struct joint_pair {
    uint32_t a, b; /* a < b */
    form sum;
} joint_pair;

/* A joint that an influence may go to. */
typedef struct candidate {
    ferry_matrix place;   /* where vertices are put, both in bind pose, as all poses want it */
    ferry_matrix normals; /* the same for normals, without length */
    form cross;           /* sum of A'T */
    bool stays;           /* that is where they are */
} candidate;

/* A vertex on a candidate. */
typedef struct fit {
    uint32_t weight;
    double share;       /* the rest pose's (rest_bound.h) */
    double rest, error; /* how far off at rest; the mean square of how far over all poses */
} fit;

/* What became of a vertex. */
typedef struct hung {
    bool stays;
    ferry_matrix place, normals; /* what took it there */
    double stretch;              /* of its normal, before that was made unit length again */
} hung;

typedef struct rigid {
    ferry_job *job;
    ferry_skin *skin;
    uint32_t poses;
    ferry_matrix *joints, *influences; /* of the pose at hand: bind pose -> pose */
    form *joint_forms;                 /* sum of A'A, by joint */
    joint_pair *pairs;                 /* in order */
    uint32_t pair_count;
    form *influence_forms; /* sum of T'T, by influence */
    fy_rest_ways *ways;    /* by joint */
    candidate *candidates; /* by weight of the skin */
    uint32_t *heaviest;    /* weight number of each influence's heaviest joint */
    double *sums;          /* by joint, zero between uses */
    fy_blend *blends;      /* bones between joints, behind those in `joints` and `joint_forms` */
    uint32_t *ranks;       /* of each: its number among those that are made; FERRY_NONE: it is not */
    uint32_t *blend_of;    /* by influence; FERRY_NONE: none. Their candidates are behind the weights' */
    uint32_t blend_count, blend_room; /* there are; are to be made at most */
    hung *hung;                       /* of the mesh at hand, by vertex */
    bool by_weight, at_bind;
    double bound;                     /* how far a vertex may be off at rest */
    uint64_t moved, vertices, beyond; /* that */
    double squares;                   /* sum of mean squared errors, of all vertices that moved */
    double size, largest_shift, largest_error, largest_move, kept, least_kept;
} rigid;

/* ------------------------------------------------------------------------------------------ weights */

static double weight_of(const ferry_skin *skin, const ferry_influence *run, uint32_t joint) {
    double sum = 0;
    for (uint32_t w = 0; w < run->count; w++)
        if (skin->weights[run->first + w].joint == joint) sum += skin->weights[run->first + w].weight;
    return sum;
}

/* The joint with the largest weight; of equal ones the lowest. */
static uint32_t heaviest_weight(const rigid *r, const ferry_influence *run) {
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

/* ----------------------------------------------------------------------------- bones between joints */

/* The joint, or the bone behind them, of a candidate. */
static uint32_t joint_of(const rigid *r, uint32_t w) {
    const ferry_skin *skin = r->skin;
    return w < skin->weight_count ? skin->weights[w].joint
                                  : skin->joint_count + r->blend_of[w - skin->weight_count];
}

typedef struct pair {
    uint32_t a, b, influence; /* a < b */
} pair;

static int by_joints(const void *x, const void *y) {
    const pair *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    if (p->b != q->b) return p->b < q->b ? -1 : 1;
    return (p->influence > q->influence) - (p->influence < q->influence);
}

/* The two heaviest joints of an influence; false: it has one only. */
static bool find_pair(const ferry_skin *skin, uint32_t influence, pair *to) {
    const ferry_influence *run = &skin->influences[influence];
    uint32_t best[2] = {FERRY_NONE, FERRY_NONE};
    for (uint32_t w = run->first; w < run->first + run->count; w++) {
        uint32_t joint = skin->weights[w].joint;
        if (joint == best[0] || joint == best[1]) continue;
        double weight = weight_of(skin, run, joint);
        if (best[0] == FERRY_NONE || weight > weight_of(skin, run, best[0])) {
            best[1] = best[0];
            best[0] = joint;
        } else if (best[1] == FERRY_NONE || weight > weight_of(skin, run, best[1])) {
            best[1] = joint;
        }
    }
    *to = (pair){best[0] < best[1] ? best[0] : best[1], best[0] < best[1] ? best[1] : best[0], influence};
    return best[1] != FERRY_NONE;
}

static bool list_blends(rigid *r, const ferry_scene *scene) {
    const ferry_skin *skin = r->skin;
    pair *pairs = ferry_new(r->job, pair, (size_t)skin->influence_count + 1);
    r->blend_of = ferry_new(r->job, uint32_t, (size_t)skin->influence_count + 1);
    r->blends = ferry_new(r->job, fy_blend, (size_t)skin->influence_count + 1);
    r->ranks = ferry_new(r->job, uint32_t, (size_t)skin->influence_count + 1);
    if (!pairs || !r->blend_of || !r->blends || !r->ranks) return false;
    uint32_t count = 0;
    for (uint32_t i = 0; i < skin->influence_count; i++) {
        r->blend_of[i] = FERRY_NONE;
        count += r->blend_room && find_pair(skin, i, &pairs[count]);
    }
    if (count) qsort(pairs, count, sizeof *pairs, by_joints);
    for (uint32_t i = 0; i < count; i++) {
        bool same = i && pairs[i].a == pairs[i - 1].a && pairs[i].b == pairs[i - 1].b;
        if (!same) {
            r->ranks[r->blend_count] = FERRY_NONE;
            r->blends[r->blend_count++] = fy_blend_of(scene, skin, pairs[i].a, pairs[i].b);
        }
        r->blend_of[pairs[i].influence] = r->blend_count - 1;
    }
    return true;
}

/* -------------------------------------------------------------------------------------------- poses */

/* sum += a'b; on copies, since the three might be one for all that a compiler knows. */
static void add_form(form *sum, const ferry_matrix *a, const ferry_matrix *b) {
    const ferry_matrix x = *a, y = *b;
    form total = *sum;
    for (int row = 0; row < 3; row++)
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 4; k++) total.m[i][k] += x.m[row][i] * y.m[row][k];
    *sum = total;
}

/* Normals go from bind pose to the pose by `to`, the blended matrix's, and back by the joint's alone. */
static void add_normals(ferry_matrix *sum, const ferry_matrix *joint, const ferry_matrix *to) {
    const ferry_matrix x = *joint, y = *to;
    ferry_matrix total = *sum;
    for (int row = 0; row < 3; row++)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 4; k++) total.m[i][k] += x.m[row][i] * y.m[row][k]; /* four: of even length */
    *sum = total;
}

/* What an influence sums up that is not made of its joints' sums afterwards (sum_forms). */
static void add_influence(rigid *r, uint32_t i) {
    const ferry_influence *run = &r->skin->influences[i];
    ferry_matrix *blended = &r->influences[i];
    *blended = fy_influence_matrix(r->skin, i, r->joints);
    ferry_matrix turned = fy_matrix_normals(blended);
    for (uint32_t w = run->first; w < run->first + run->count; w++)
        add_normals(&r->candidates[w].normals, &r->joints[r->skin->weights[w].joint], &turned);
    if (r->blend_of[i] == FERRY_NONE) return;
    uint32_t between = r->skin->weight_count + i;
    add_form(&r->candidates[between].cross, &r->joints[joint_of(r, between)], blended);
    add_normals(&r->candidates[between].normals, &r->joints[joint_of(r, between)], &turned);
}

static bool add_pose(rigid *r, const ferry_scene *posed) {
    ferry_mark mark = ferry_job_mark(r->job);
    ferry_skin *skin = r->skin;
    ferry_matrix *worlds = ferry_new(r->job, ferry_matrix, (size_t)posed->nodes.count + 1);
    if (!worlds || !ferry_world_matrices(posed, worlds)) return false;
    fy_skin_matrices(posed, skin, worlds, r->joints);
    for (uint32_t k = 0; k < r->blend_count; k++) {
        ferry_node node = fy_blend_node(&r->blends[k], worlds, r->joints);
        r->joints[skin->joint_count + k] = fy_blend_matrix(&r->blends[k], &node, worlds);
    }
    for (uint32_t j = 0; j < skin->joint_count + r->blend_count; j++)
        add_form(&r->joint_forms[j], &r->joints[j], &r->joints[j]);
    for (uint32_t k = 0; k < r->pair_count; k++)
        add_form(&r->pairs[k].sum, &r->joints[r->pairs[k].a], &r->joints[r->pairs[k].b]);
    for (uint32_t i = 0; i < skin->influence_count; i++)
        if (skin->influences[i].count > 1) add_influence(r, i);
    r->poses++;
    ferry_job_release(r->job, mark);
    return true;
}

static int compare_pairs(const void *x, const void *y) {
    const joint_pair *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

static void sort_pairs(rigid *r) {
    uint32_t kept = 0;
    if (r->pair_count) qsort(r->pairs, r->pair_count, sizeof *r->pairs, compare_pairs);
    for (uint32_t i = 0; i < r->pair_count; i++)
        if (!kept || compare_pairs(&r->pairs[kept - 1], &r->pairs[i]) != 0) r->pairs[kept++] = r->pairs[i];
    r->pair_count = kept;
}

static uint32_t put_pairs(const ferry_skin *skin, const ferry_influence *run, joint_pair *to) {
    uint32_t count = 0;
    for (uint32_t i = run->first; i < run->first + run->count; i++)
        for (uint32_t k = run->first; k < run->first + run->count; k++)
            if (skin->weights[i].joint < skin->weights[k].joint)
                to[count++] = (joint_pair){.a = skin->weights[i].joint, .b = skin->weights[k].joint};
    return count;
}

/* Sorted and without repeats whenever the list is full. */
static bool list_pairs(rigid *r) {
    uint32_t capacity = 0;
    for (uint32_t i = 0; i < r->skin->influence_count; i++) {
        const ferry_influence *run = &r->skin->influences[i];
        uint64_t most = (uint64_t)run->count * run->count / 2;
        if (!most) continue; /* a joint alone is no pair, and there may be no list yet */
        if (capacity - r->pair_count < most) sort_pairs(r);
        uint64_t more = most;
        if (capacity - r->pair_count < most && more < 3 * (uint64_t)r->pair_count)
            more = 3 * (uint64_t)r->pair_count; /* so that the list is seldom full */
        if (more > UINT32_MAX || !ferry_tick(r->job) ||
            !fy_work_reserve(r->job, (void **)&r->pairs, r->pair_count, &capacity, (uint32_t)more,
                             sizeof *r->pairs))
            return false;
        r->pair_count += put_pairs(r->skin, run, r->pairs + r->pair_count);
    }
    sort_pairs(r);
    return true;
}

static bool moves_nodes(const ferry_clip *clip) {
    for (uint32_t i = 0; i < clip->track_count; i++)
        if (fy_moves_node(&clip->tracks[i])) return true;
    return false;
}

static bool add_clip(rigid *r, const ferry_scene *scene, uint32_t clip, uint32_t most) {
    const ferry_clip *of = &scene->clips.data[clip];
    uint32_t frames = of->duration * of->rate < most ? (uint32_t)(of->duration * of->rate) + 1 : most;
    for (uint32_t i = 0; i < frames; i++) {
        if (!ferry_tick(r->job)) return false;
        ferry_mark mark = ferry_job_mark(r->job);
        const ferry_scene *posed = ferry_pose(r->job, scene, &clip, 1, of->duration * (i + .5) / frames);
        if (!posed || !add_pose(r, posed)) return false;
        ferry_job_release(r->job, mark);
    }
    return true;
}

/* sum += `share` times A'B of two joints. */
static void add_share(const rigid *r, uint32_t a, uint32_t b, double share, form *sum) {
    bool turned = a > b;
    joint_pair key = {.a = turned ? b : a, .b = turned ? a : b};
    const form *of = &r->joint_forms[a];
    if (a != b) {
        const joint_pair *found = bsearch(&key, r->pairs, r->pair_count, sizeof key, compare_pairs);
        of = &found->sum;
    }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) sum->m[i][k] += share * (turned ? of->m[k][i] : of->m[i][k]);
}

/* T is the sum of the joints' matrices by weight, and so are A'T and T'T. */
static bool sum_forms(rigid *r) {
    const ferry_skin *skin = r->skin;
    for (uint32_t i = 0; i < skin->influence_count; i++) {
        const ferry_influence *run = &skin->influences[i];
        if (!ferry_tick(r->job)) return false;
        for (uint32_t w = run->first; run->count > 1 && w < run->first + run->count; w++) {
            form *cross = &r->candidates[w].cross, *all = &r->influence_forms[i];
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

/* The rest pose comes last: its matrices stay, for measuring. */
static bool add_poses(rigid *r, const ferry_scene *scene) {
    uint32_t clips = 0;
    for (uint32_t i = 0; i < scene->clips.count; i++) clips += moves_nodes(&scene->clips.data[i]);
    uint32_t work = scene->nodes.count + r->skin->weight_count + 1, most = MOST_WORK / work;
    if (most > MOST_POSES) most = MOST_POSES;
    if (clips) most /= clips;
    if (most > MOST_POSES_A_CLIP) most = MOST_POSES_A_CLIP;
    for (uint32_t i = 0; i < scene->clips.count; i++)
        if (moves_nodes(&scene->clips.data[i]) && !add_clip(r, scene, i, most ? most : 1)) return false;
    return add_pose(r, scene);
}

/* ------------------------------------------------------------------------------------------- places */

static bool is_nearly_identity(const ferry_matrix *a, double size) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            if (fabs(a->m[i][k] - (i == k)) > (k == 3 ? 1e-5 * size : 1e-5)) return false;
    return true;
}

static ferry_matrix sum_of(const form *joint) {
    ferry_matrix sum = {{{0}}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) sum.m[i][k] = joint->m[i][k];
    return sum;
}

/* P = (A'A)^-1 (A'T - A'a), where a is what A adds; a joint that is shrunk to nothing leaves vertices in
 * place. */
static void place(const rigid *r, candidate *c, const form *joint) {
    ferry_matrix sum = sum_of(joint), right = {{{0}}}, inverse;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) right.m[i][k] = c->cross.m[i][k] - (k == 3 ? joint->m[i][3] : 0);
    c->stays = r->at_bind || !fy_matrix_invert(&sum, &inverse);
    if (!c->stays) c->place = fy_matrix_multiply(&inverse, &right);
    c->stays = c->stays || !fy_matrix_finite(&c->place) || is_nearly_identity(&c->place, r->size);
    if (c->stays) c->place = fy_matrix_identity();
}

/* Without length. */
static ferry_matrix normals_at(const rigid *r, uint32_t influence, const fit *f) {
    const candidate *c = &r->candidates[f->weight];
    ferry_matrix normals = {{{0}}};
    if (f->share == 0) return c->stays ? fy_matrix_identity() : c->normals;
    ferry_matrix turned = fy_matrix_normals(&r->influences[influence]);
    add_normals(&normals, &r->joints[joint_of(r, f->weight)], &turned);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            normals.m[i][k] = f->share * normals.m[i][k] + (1 - f->share) * c->normals.m[i][k];
    return normals;
}

static ferry_matrix place_at(const rigid *r, uint32_t influence, const fit *f) {
    const candidate *c = &r->candidates[f->weight];
    const fy_rest_ways *ways = &r->ways[joint_of(r, f->weight)];
    ferry_matrix off = fy_rest_off(ways, &c->place, &r->influences[influence]);
    return fy_rest_place(ways, &c->place, &off, f->share);
}

static double quadratic(const form *f, const double a[4], const double b[4]) {
    double sum = 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) sum += a[i] * f->m[i][k] * b[k];
    return sum;
}

/* The mean square of how far the vertex is off, over all poses. */
static double error_of(const rigid *r, uint32_t influence, uint32_t w, ferry_vec3 bind, ferry_vec3 at) {
    double b[4] = {bind.x, bind.y, bind.z, 1}, x[4] = {at.x, at.y, at.z, 1};
    double sum = quadratic(&r->joint_forms[joint_of(r, w)], x, x) -
                 2 * quadratic(&r->candidates[w].cross, x, b) +
                 quadratic(&r->influence_forms[influence], b, b);
    return sum > 0 ? sum / r->poses : 0;
}

/* `best`: one that there is already; NULL: none. Keeping the bound at rest only adds to the error over all
 * poses: what is no better without it is not taken further. */
static fit fit_of(const rigid *r, uint32_t influence, uint32_t w, ferry_vec3 bind, const fit *best) {
    const fy_rest_ways *ways = &r->ways[joint_of(r, w)];
    ferry_matrix off = fy_rest_off(ways, &r->candidates[w].place, &r->influences[influence]), place;
    fit f = {.weight = w, .rest = fy_rest_distance(ways, &off, bind, 0)};
    f.error = error_of(r, influence, w, bind, fy_matrix_point(&r->candidates[w].place, bind));
    if (r->at_bind || r->bound == HUGE_VAL || f.rest <= 1e-6 * r->size) return f;
    if (best && best->rest <= r->bound && f.error >= best->error) return f;
    f.share = fy_rest_share(ways, &off, bind, &(fy_rest_limit){r->bound, f.error * r->poses, r->poses});
    f.rest = fy_rest_distance(ways, &off, bind, f.share);
    place = fy_rest_place(ways, &r->candidates[w].place, &off, f.share);
    f.error = error_of(r, influence, w, bind, fy_matrix_point(&place, bind));
    return f;
}

/* By more than rounding. What is off at rest by more than it may be is worse than all that is not. */
static bool is_better(const rigid *r, const fit *a, const fit *b) {
    double near = 1e-8 * r->size * r->size;
    bool beyond = !r->at_bind && (a->rest > r->bound || b->rest > r->bound);
    return beyond ? a->rest * a->rest < b->rest * b->rest - near : a->error < b->error - near;
}

/* On the weight whose joint errs least; the heaviest one wins unless another is better. */
static fit choose_joint(const rigid *r, uint32_t influence, ferry_vec3 bind) {
    const ferry_influence *run = &r->skin->influences[influence];
    fit best = fit_of(r, influence, r->heaviest[influence], bind, NULL), other;
    if (r->by_weight) return best;
    for (uint32_t w = run->first; w < run->first + run->count; w++) {
        if (w == r->heaviest[influence]) continue;
        other = fit_of(r, influence, w, bind, &best);
        if (is_better(r, &other, &best)) best = other;
    }
    uint32_t blend = r->blend_of[influence];
    if (blend == FERRY_NONE || r->ranks[blend] == FERRY_NONE) return best;
    other = fit_of(r, influence, r->skin->weight_count + influence, bind, &best);
    return is_better(r, &other, &best) ? other : best;
}

/* ----------------------------------------------------------------------------------------- vertices */

static void raise(double *most, double value) {
    if (value > *most) *most = value;
}

static void measure_shift(rigid *r, uint32_t influence, const fit *f, ferry_vec3 bind, ferry_vec3 now) {
    const ferry_influence *run = &r->skin->influences[influence];
    uint32_t w = f->weight, joint = joint_of(r, w);
    bool between = w >= r->skin->weight_count;
    const fy_blend *blend = between ? &r->blends[r->blend_of[influence]] : NULL;
    double kept = between ? weight_of(r->skin, run, blend->a) + weight_of(r->skin, run, blend->b)
                          : weight_of(r->skin, run, joint);
    ferry_vec3 at_rest = fy_matrix_point(&r->joints[joint], now),
               blended = fy_matrix_point(&r->influences[influence], bind);
    r->moved++;
    r->kept += kept;
    if (kept < r->least_kept) r->least_kept = kept;
    raise(&r->largest_shift, fy_vec3_length(fy_vec3_sub(at_rest, blended)));
    raise(&r->largest_move, fy_vec3_length(fy_vec3_sub(now, bind)));
    raise(&r->largest_error, sqrt(f->error));
    r->squares += f->error;
    r->beyond += !r->at_bind && f->rest > r->bound;
}

static void turn_direction(ferry_vec3 *directions, uint32_t v, const ferry_matrix *by) {
    if (directions) directions[v] = fy_vec3_normalize(fy_matrix_direction(by, directions[v]));
}

static void hang_vertex(rigid *r, ferry_mesh *mesh, uint32_t v) {
    uint32_t influence = mesh->influences[v];
    ferry_vec3 bind = mesh->positions[v];
    fit f = choose_joint(r, influence, bind);
    uint32_t w = f.weight;
    hung to = {r->candidates[w].stays && f.share == 0, place_at(r, influence, &f),
               normals_at(r, influence, &f), 1};
    const ferry_vec3 place = fy_matrix_point(&to.place, bind);
    to.stays = to.stays || !fy_vec3_finite(place); /* so far away that it would be no number */
    mesh->influences[v] =
        w < r->skin->weight_count ? joint_of(r, w) : r->skin->joint_count + r->ranks[r->blend_of[influence]];
    if (!to.stays) mesh->positions[v] = place;
    measure_shift(r, influence, &f, bind, mesh->positions[v]);
    if (!to.stays && mesh->normals)
        to.stretch = fy_vec3_length(fy_matrix_direction(&to.normals, mesh->normals[v]));
    r->hung[v] = to;
    if (to.stays) return;
    turn_direction(mesh->normals, v, &to.normals);
    turn_direction(mesh->tangents, v, &to.place);
    turn_direction(mesh->binormals, v, &to.place);
}

/* From here on influence j of the skin is "joint j alone", and vertices name joints. */
static void hang_mesh(rigid *r, ferry_mesh *mesh) {
    r->vertices += mesh->vertex_count;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t influence = mesh->influences[v];
        const ferry_influence *run = &r->skin->influences[influence];
        r->hung[v].stays = true;
        if (run->count > 1)
            hang_vertex(r, mesh, v);
        else
            mesh->influences[v] = r->skin->weights[run->first].joint;
    }
}

/* What moves a vertex moves it in its new place. */
static void carry_morph(const rigid *r, const ferry_morph *morph) {
    for (uint32_t k = 0; k < morph->count; k++) {
        const hung *of = &r->hung[morph->vertices[k]];
        if (of->stays) continue;
        if (morph->positions) morph->positions[k] = fy_matrix_direction(&of->place, morph->positions[k]);
        if (morph->normals && of->stretch > 0)
            morph->normals[k] =
                fy_vec3_scale(fy_matrix_direction(&of->normals, morph->normals[k]), (float)(1 / of->stretch));
    }
}

static bool hang_meshes(rigid *r, ferry_scene *scene, uint32_t skin) {
    uint32_t *first = ferry_new(r->job, uint32_t, (size_t)scene->meshes.count + 1); /* morph of each mesh */
    uint32_t *next = ferry_new(r->job, uint32_t, (size_t)scene->morphs.count + 1);
    if (!first || !next) return false;
    for (uint32_t m = 0; m < scene->meshes.count; m++) first[m] = FERRY_NONE;
    for (uint32_t i = 0; i < scene->morphs.count; i++) {
        next[i] = first[scene->morphs.data[i].mesh];
        first[scene->morphs.data[i].mesh] = i;
    }
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        ferry_mesh *mesh = &scene->meshes.data[m];
        if (!ferry_tick(r->job)) return false;
        if (mesh->skin != skin) continue;
        ferry_mark mark = ferry_job_mark(r->job);
        r->hung = ferry_new(r->job, hung, (size_t)mesh->vertex_count + 1);
        if (!r->hung) return false;
        hang_mesh(r, mesh);
        for (uint32_t i = first[m]; i != FERRY_NONE; i = next[i]) carry_morph(r, &scene->morphs.data[i]);
        ferry_job_release(r->job, mark);
    }
    return true;
}

static bool one_joint_each(ferry_scene *scene, ferry_skin *skin) {
    ferry_weight *weights = ferry_scene_new(scene, ferry_weight, skin->joint_count);
    ferry_influence *influences = ferry_scene_new(scene, ferry_influence, skin->joint_count);
    if (skin->joint_count && (!weights || !influences)) return false;
    for (uint32_t j = 0; j < skin->joint_count; j++) {
        weights[j] = (ferry_weight){.joint = j, .weight = 1};
        influences[j] = (ferry_influence){.first = j, .count = 1};
    }
    skin->weights = weights;
    skin->influences = influences;
    skin->weight_count = skin->influence_count = skin->joint_count;
    return true;
}

static bool prepare(rigid *r, const ferry_scene *scene) {
    const ferry_skin *skin = r->skin;
    if (!list_blends(r, scene)) return false;
    r->joints = ferry_new(r->job, ferry_matrix, (size_t)skin->joint_count + r->blend_count + 1);
    r->joint_forms = ferry_new(r->job, form, (size_t)skin->joint_count + r->blend_count + 1);
    r->ways = ferry_new(r->job, fy_rest_ways, (size_t)skin->joint_count + r->blend_count + 1);
    r->sums = ferry_new(r->job, double, (size_t)skin->joint_count + 1);
    r->influences = ferry_new(r->job, ferry_matrix, (size_t)skin->influence_count + 1);
    r->influence_forms = ferry_new(r->job, form, (size_t)skin->influence_count + 1);
    r->heaviest = ferry_new(r->job, uint32_t, (size_t)skin->influence_count + 1);
    r->candidates = ferry_new(r->job, candidate,
                              (size_t)skin->weight_count + (r->blend_count ? skin->influence_count : 0) + 1);
    if (!r->joints || !r->joint_forms || !r->ways || !r->sums || !r->influences || !r->influence_forms ||
        !r->heaviest || !r->candidates)
        return false;
    if (!list_pairs(r) || !add_poses(r, scene)) return false;
    if (!sum_forms(r)) return false;
    for (uint32_t j = 0; j < skin->joint_count + r->blend_count; j++) {
        ferry_matrix sum = sum_of(&r->joint_forms[j]);
        r->ways[j] = fy_rest_ways_of(&r->joints[j], &sum);
    }
    for (uint32_t i = 0; i < skin->influence_count; i++) {
        const ferry_influence *run = &skin->influences[i];
        r->heaviest[i] = heaviest_weight(r, run);
        for (uint32_t w = run->first; run->count > 1 && w < run->first + run->count; w++)
            place(r, &r->candidates[w], &r->joint_forms[skin->weights[w].joint]);
        uint32_t between = skin->weight_count + i;
        if (r->blend_of[i] != FERRY_NONE)
            place(r, &r->candidates[between], &r->joint_forms[joint_of(r, between)]);
    }
    return true;
}

/* What errors are without bones between joints, and what each of these takes off. */
typedef struct bends {
    double squares, largest, *gains;
    uint64_t vertices;
} bends;

static void measure_bends(const rigid *r, const ferry_mesh *mesh, bends *to) {
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t influence = mesh->influences[v], blend = r->blend_of[influence];
        if (r->skin->influences[influence].count < 2) continue;
        fit best = choose_joint(r, influence, mesh->positions[v]);
        raise(&to->largest, best.error);
        to->squares += best.error;
        to->vertices++;
        if (blend == FERRY_NONE) continue;
        fit other = fit_of(r, influence, r->skin->weight_count + influence, mesh->positions[v], &best);
        if (other.rest <= r->bound && other.error < best.error) to->gains[blend] += best.error - other.error;
    }
}

/* The best ones, as many as there is room for; what gains less than rounding is none. */
static uint32_t rank_blends(rigid *r, const bends *of) {
    uint32_t made = 0;
    double least = 1e-8 * r->size * r->size;
    while (made < r->blend_room) {
        uint32_t best = FERRY_NONE;
        for (uint32_t k = 0; k < r->blend_count; k++)
            if (r->ranks[k] == FERRY_NONE && of->gains[k] > (best == FERRY_NONE ? least : of->gains[best]))
                best = k;
        if (best == FERRY_NONE) break;
        r->ranks[best] = made++;
    }
    return made;
}

static bool choose_blends(rigid *r, const ferry_scene *scene, uint32_t skin, bends *before, uint32_t *made) {
    *before = (bends){.gains = ferry_new(r->job, double, (size_t)r->blend_count + 1)};
    if (!before->gains) return false;
    for (uint32_t m = 0; r->blend_count && m < scene->meshes.count; m++) {
        if (!ferry_tick(r->job)) return false;
        if (scene->meshes.data[m].skin == skin) measure_bends(r, &scene->meshes.data[m], before);
    }
    *made = rank_blends(r, before);
    return true;
}

static bool make_blends(rigid *r, ferry_scene *scene, uint32_t made) {
    fy_blend *list = ferry_new(r->job, fy_blend, (size_t)made + 1);
    if (!list) return false;
    for (uint32_t k = 0; k < r->blend_count; k++)
        if (r->ranks[k] != FERRY_NONE) list[r->ranks[k]] = r->blends[k];
    return !made || fy_blend_add(r->job, scene, r->skin, list, made);
}

static void tell_bends(const rigid *r, const ferry_scene *scene, uint32_t index, double height,
                       const bends *before, uint32_t made) {
    double percent = height > 0 ? 100 / height : 0,
           vertices = before->vertices ? (double)before->vertices : 1;
    char path[32];
    if (!r->blend_room) return;
    snprintf(path, sizeof path, "skin[%" PRIu32 "]", index);
    ferry_say(r->job, FERRY_NOTE, "rigid.blend-joints", scene->name, path,
              "%" PRIu32 " %s between two joints; over %" PRIu32
              " poses the RMS error of vertices with several "
              "weights is %.3g %% of the height (maximum %.3g %%), without them %.3g %% (%.3g %%)",
              made, made == 1 ? "bone added" : "bones added", r->poses, sqrt(r->squares / vertices) * percent,
              r->largest_error * percent, sqrt(before->squares / vertices) * percent,
              sqrt(before->largest) * percent);
}

/* What hangs where no joint of its own brings it to its place at rest. */
static void tell_beyond(const rigid *r, const ferry_scene *scene, uint32_t index, double height) {
    char path[32];
    snprintf(path, sizeof path, "skin[%" PRIu32 "]", index);
    ferry_say(r->job, FERRY_LOSS, "rigid.rest-error", scene->name, path,
              "%" PRIu64 " vertices differ at rest by more than %s %% of the height, by up to %.3g units "
              "(%.2g %%): none of their joints comes closer",
              r->beyond, ferry_setting_text(r->job, "rigid.rest-error"), r->largest_shift,
              height > 0 ? 100 * r->largest_shift / height : 0);
}

static void report_shifts(const rigid *r, const ferry_scene *scene, uint32_t index, double height) {
    char path[32], animated[128] = "";
    double percent = height > 0 ? 100 / height : 0;
    snprintf(path, sizeof path, "skin[%" PRIu32 "]", index);
    if (r->poses > 1)
        snprintf(animated, sizeof animated, "; over %" PRIu32 " poses up to %.3g units (%.2g %%)", r->poses,
                 r->largest_error, r->largest_error * percent);
    ferry_say(r->job, FERRY_LOSS, "rigid.weights", scene->name, path,
              "%" PRIu64 " of %" PRIu64 " vertices have several weights and are now bound to %s; maximum "
              "error at rest %.3g units (%.2g %% of the height), in bind pose %.3g units%s; the chosen "
              "joint has %.0f %% of the weight on average, at least %.0f %%",
              r->moved, r->vertices,
              r->by_weight ? "the joint with the largest weight" : "the joint with the smallest error",
              r->largest_shift, r->largest_shift * percent, r->largest_move, animated,
              100 * r->kept / (double)r->moved, 100 * r->least_kept);
}

/* How far a vertex may be off at rest; positions are rounded to floats afterwards. */
static double bound_of(const rigid *r, double height) {
    if (ferry_setting_is(r->job, "rigid.rest-error", "any")) return HUGE_VAL;
    double bound = 0.999 * ferry_setting_number(r->job, "rigid.rest-error") / 100 * height,
           near = 1e-6 * r->size;
    return bound > near ? bound : near;
}

static rigid open_rigid(ferry_job *job, ferry_skin *skin, const ferry_box *box, double height) {
    rigid r = {.job = job, .skin = skin, .least_kept = 1};
    r.by_weight = ferry_setting_is(job, "rigid.joint", "heaviest");
    r.at_bind = ferry_setting_is(job, "rigid.fit", "bind");
    r.size = fy_vec3_length(fy_vec3_sub(box->max, box->min));
    r.bound = bound_of(&r, height);
    double wanted = ferry_setting_number(job, "rigid.blend-joints");
    r.blend_room = wanted >= 1 && !r.by_weight && !r.at_bind
                       ? (uint32_t)(wanted < MOST_BLENDS ? wanted : MOST_BLENDS)
                       : 0;
    return r;
}

bool fy_pass_rigid(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    (void)caps;
    ferry_counts counts;
    if (!ferry_count(scene, &counts)) return false;
    double height = (double)counts.box.max.y - counts.box.min.y;
    for (uint32_t i = 0; i < scene->skins.count; i++) {
        ferry_mark mark = ferry_job_mark(job);
        rigid r = open_rigid(job, &scene->skins.data[i], &counts.box, height);
        bends before;
        uint32_t made = 0;
        if (!prepare(&r, scene) || !choose_blends(&r, scene, i, &before, &made) ||
            !hang_meshes(&r, scene, i) || !make_blends(&r, scene, made))
            return false;
        tell_bends(&r, scene, i, height, &before, made);
        if (r.moved) report_shifts(&r, scene, i, height);
        if (r.beyond) tell_beyond(&r, scene, i, height);
        ferry_job_release(job, mark);
        if (!one_joint_each(scene, r.skin)) return false;
    }
    return true;
}
