/* blend_bone.c: see blend_bone.h. */
#include "core/pipeline/rigid/blend_bone.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"
#include "core/scene/pose.h"
#include "core/scene/scene.h"

enum { RATE = 60, MOST_SAMPLES = 1 << 18 };

/* ------------------------------------------------------------------------------------------- a pose */

static uint32_t depth_of(const ferry_scene *scene, uint32_t node) {
    uint32_t depth = 0;
    for (; node != FERRY_NONE; node = scene->nodes.data[node].parent) depth++;
    return depth;
}

/* The lowest node that is both of them or above both; FERRY_NONE: there is none. */
static uint32_t above_both(const ferry_scene *scene, uint32_t a, uint32_t b) {
    uint32_t depths[2] = {depth_of(scene, a), depth_of(scene, b)};
    for (; depths[0] > depths[1]; depths[0]--) a = scene->nodes.data[a].parent;
    for (; depths[1] > depths[0]; depths[1]--) b = scene->nodes.data[b].parent;
    while (a != b) {
        a = scene->nodes.data[a].parent;
        b = scene->nodes.data[b].parent;
    }
    return a;
}

static ferry_vec3 bind_origin(const ferry_joint *joint) {
    ferry_matrix bind;
    if (!fy_matrix_invert(&joint->inverse_bind, &bind)) bind = fy_matrix_identity();
    return (ferry_vec3){(float)bind.m[0][3], (float)bind.m[1][3], (float)bind.m[2][3]};
}

/* Of bind pose in the joint's space. */
static float size_of(const ferry_joint *joint) {
    const float size = (float)fy_pow(fabs(fy_matrix_determinant(&joint->inverse_bind)), 1 / 3.0);
    return size > 1e-30F && size < 1e30F ? size : 1;
}

fy_blend_bone fy_blend_bone_of(const ferry_scene *scene, const ferry_skin *skin, const ferry_weight *weights,
                               uint32_t count, uint32_t a, uint32_t b) {
    uint32_t first = skin->joints[a].node, second = skin->joints[b].node;
    ferry_vec3 from = bind_origin(&skin->joints[a]), to = bind_origin(&skin->joints[b]);
    fy_blend_bone blend = {
        .weights = weights, .count = count, .a = a, .b = b, .size = size_of(&skin->joints[a])};
    const uint32_t upper = above_both(scene, first, second);
    blend.pivot = upper == first ? to : upper == second ? from : fy_vec3_scale(fy_vec3_add(from, to), 0.5F);
    blend.parent = upper;
    for (uint32_t w = 0; w < count && blend.parent != FERRY_NONE; w++)
        blend.parent = above_both(scene, blend.parent, skin->joints[weights[w].joint].node);
    fy_blend_bone_turn(&blend, fy_matrix_identity());
    return blend;
}

void fy_blend_bone_turn(fy_blend_bone *blend, ferry_matrix axes) {
    const ferry_matrix from = fy_matrix_translate(fy_vec3_scale(blend->pivot, -1)),
                       size = fy_matrix_scale((ferry_vec3){blend->size, blend->size, blend->size});
    ferry_matrix back = fy_matrix_identity();
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) back.m[i][k] = axes.m[k][i];
    back = fy_matrix_multiply(&back, &from);
    blend->axes = axes;
    blend->inverse_bind = fy_matrix_multiply(&size, &back);
}

/* The rotation in a matrix by its first two axes: of one that is flat, too. */
static ferry_matrix rotation_by_axes(const ferry_matrix *m) {
    ferry_vec3 axes[3];
    ferry_matrix r = fy_matrix_identity();
    for (int k = 0; k < 2; k++)
        axes[k] = fy_vec3_normalize((ferry_vec3){(float)m->m[0][k], (float)m->m[1][k], (float)m->m[2][k]});
    axes[2] = fy_vec3_normalize(fy_vec3_cross(axes[0], axes[1]));
    axes[1] = fy_vec3_cross(axes[2], axes[0]);
    if (!(fy_vec3_length(axes[2]) > 0)) return r;
    for (int k = 0; k < 3; k++)
        r.m[0][k] = (double)axes[k].x, r.m[1][k] = (double)axes[k].y, r.m[2][k] = (double)axes[k].z;
    return r;
}

/* Whether its columns lie nearly in a plane, or are mirrored. */
static bool is_flat(const ferry_matrix *m) {
    const double determinant = fy_matrix_determinant(m);
    double squared = 1; /* what it would be, were they at right angles */
    for (int k = 0; k < 3; k++)
        squared *= m->m[0][k] * m->m[0][k] + m->m[1][k] * m->m[1][k] + m->m[2][k] * m->m[2][k];
    return !(determinant > 0) || !(determinant * determinant > 1e-18 * squared);
}

/* The rotation that is nearest to a matrix that is not mirrored: what is left of it between itself and its
 * transposed inverse (Newton's method; it doubles its digits each time). */
static ferry_matrix nearest_rotation(const ferry_matrix *m) {
    enum { ROUNDS = 24 };
    ferry_matrix r = *m;
    double size = 0, moved = 1;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) size += m->m[i][k] * m->m[i][k];
    size = sqrt(size / 3); /* of a rotation: 1 */
    if (!(size > 0) || is_flat(m)) return rotation_by_axes(m);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) r.m[i][k] /= size;
    for (int round = 0; round < ROUNDS && moved > 1e-14; round++) {
        const ferry_matrix cofactors = fy_matrix_normals(&r);
        double half = .5 / (r.m[0][0] * cofactors.m[0][0] + r.m[0][1] * cofactors.m[0][1] +
                            r.m[0][2] * cofactors.m[0][2]);
        moved = 0; /* squared: the next step is as small as that */
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++) {
                const double step = half * cofactors.m[i][k] - .5 * r.m[i][k];
                moved += step * step;
                r.m[i][k] += step;
            }
    }
    /* flat ones take a round for each halving of their least width */
    return moved <= 1e-14 && fy_matrix_finite(&r) ? r : rotation_by_axes(m);
}

/* Mirrored ones are stretched backwards. */
static fy_blend_bone_mean split_mean(const ferry_matrix *m) {
    const double sign = fy_matrix_determinant(m) < 0 ? -1 : 1;
    ferry_matrix upright = *m;
    fy_blend_bone_mean to = {.mean = *m, .stretch = {{{0}}}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) upright.m[i][k] *= sign;
    upright.m[0][3] = upright.m[1][3] = upright.m[2][3] = 0;
    to.turn = nearest_rotation(&upright);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            for (int row = 0; row < 3; row++)
                to.stretch.m[i][k] += sign * to.turn.m[row][i] * upright.m[row][k];
    return to;
}

/* The mean of the joints' matrices, seen from the bone's parent. */
static ferry_matrix mean_of(const fy_blend_bone *blend, const ferry_matrix *worlds,
                            const ferry_matrix *joints) {
    ferry_matrix mean = {{{0}}}, back;
    for (uint32_t w = 0; w < blend->count; w++)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 4; k++)
                mean.m[i][k] += (double)blend->weights[w].weight * joints[blend->weights[w].joint].m[i][k];
    if (blend->parent != FERRY_NONE && fy_matrix_invert(&worlds[blend->parent], &back))
        mean = fy_matrix_multiply(&back, &mean);
    return mean;
}

fy_blend_bone_mean fy_blend_bone_mean_of(const fy_blend_bone *blend, const ferry_matrix *worlds,
                                         const ferry_matrix *joints) {
    const ferry_matrix mean = mean_of(blend, worlds, joints);
    return split_mean(&mean);
}

/* How long one of the bone's axes becomes. */
static float scale_along(const fy_blend_bone *blend, const fy_blend_bone_mean *mean, int axis) {
    double scale = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            scale += blend->axes.m[i][axis] * mean->stretch.m[i][k] * blend->axes.m[k][axis];
    return (float)scale;
}

/* Turned, and scaled along the bone's axes: without shear. */
ferry_node fy_blend_bone_node(const fy_blend_bone *blend, const fy_blend_bone_mean *mean) {
    const ferry_matrix turn = fy_matrix_multiply(&mean->turn, &blend->axes);
    const ferry_vec3 scale = {scale_along(blend, mean, 0), scale_along(blend, mean, 1),
                              scale_along(blend, mean, 2)};
    return (ferry_node){.parent = blend->parent,
                        .visible = true,
                        .has_quat = true,
                        .quat = fy_quat_matrix(&turn),
                        .scale = fy_vec3_scale(scale, 1 / blend->size),
                        .translate = fy_matrix_point(&mean->mean, blend->pivot)};
}

ferry_matrix fy_blend_bone_matrix(const fy_blend_bone *blend, const ferry_node *node,
                                  const ferry_matrix *worlds) {
    ferry_matrix local = fy_node_local(node);
    if (blend->parent != FERRY_NONE) local = fy_matrix_multiply(&worlds[blend->parent], &local);
    return fy_matrix_multiply(&local, &blend->inverse_bind);
}

/* ------------------------------------------------------------------------------------------- tracks */

typedef struct sampling {
    ferry_job *job;
    ferry_scene *scene;
    const ferry_skin *skin;
    const fy_blend_bone *blends;
    uint32_t count, first_node;
    ferry_matrix *worlds, *joints;
    ferry_vec3 *at_rest, *scales; /* of each bone, at rest and at the sample before */
} sampling;

static ferry_node node_of(const sampling *s, uint32_t blend) {
    const fy_blend_bone_mean mean = fy_blend_bone_mean_of(&s->blends[blend], s->worlds, s->joints);
    return fy_blend_bone_node(&s->blends[blend], &mean);
}

static const struct {
    ferry_target target;
    uint32_t channel;
} parts[] = {{FERRY_TARGET_TRANSLATE, 0}, {FERRY_TARGET_TRANSLATE, 1}, {FERRY_TARGET_TRANSLATE, 2},
             {FERRY_TARGET_ROTATE, 0},    {FERRY_TARGET_SCALE, 0},     {FERRY_TARGET_SCALE, 1},
             {FERRY_TARGET_SCALE, 2}};
enum { PARTS = sizeof parts / sizeof *parts };

static void take_part(const ferry_node *node, int part, float *value) {
    const float all[] = {node->translate.x, node->translate.y, node->translate.z, 0,
                         node->scale.x,     node->scale.y,     node->scale.z};
    const float turn[] = {node->quat.x, node->quat.y, node->quat.z, node->quat.w};
    if (parts[part].target == FERRY_TARGET_ROTATE)
        memcpy(value, turn, sizeof turn);
    else
        *value = all[part];
}

static bool open_track(const sampling *s, uint32_t blend, int part, double *times, uint32_t samples,
                       ferry_track *to) {
    bool turn = parts[part].target == FERRY_TARGET_ROTATE;
    *to = (ferry_track){.target = parts[part].target,
                        .object = s->first_node + blend,
                        .channel = parts[part].channel,
                        .interpolation = turn ? FERRY_SLERP : FERRY_LINEAR,
                        .width = turn ? 4 : 1,
                        .key_count = samples,
                        .times = times};
    to->values = ferry_new(s->job, float, (size_t)samples * to->width);
    return to->values != NULL;
}

static bool is_still(const ferry_track *track) {
    const size_t size = track->width * sizeof *track->values;
    for (uint32_t k = 1; k < track->key_count; k++)
        if (memcmp(track->values, track->values + k * (size_t)track->width, size) != 0) return false;
    return true;
}

/* Into the scene: one key, where all are the same. */
static bool keep_track(const sampling *s, ferry_track *track) {
    if (is_still(track)) track->key_count = 1;
    const size_t count = (size_t)track->key_count * track->width;
    float *values = ferry_scene_new(s->scene, float, count);
    if (values) memcpy(values, track->values, count * sizeof *values);
    track->values = values;
    return values != NULL;
}

/* A matrix that turns by half a circle and mirrors two axes is none: of the ways to write the same, the one
 * whose scale is nearest to that before. What passes zero along an axis would spin from one sample to the
 * next, and be flat in between. */
static void keep_signs(ferry_node *node, ferry_vec3 last) {
    static const float signs[][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    const ferry_quat q = node->quat;
    const ferry_quat turns[] = {q, {q.w, q.z, -q.y, -q.x}, {-q.z, q.w, q.x, -q.y}, {q.y, -q.x, q.w, -q.z}};
    const ferry_vec3 scale = node->scale;
    double least = HUGE_VAL;
    for (int k = 0; k < 4; k++) {
        const ferry_vec3 so = fy_vec3_mul(scale, (ferry_vec3){signs[k][0], signs[k][1], signs[k][2]});
        const double off = fy_vec3_length(fy_vec3_sub(so, last));
        if (!(off < least)) continue;
        least = off;
        node->scale = so;
        node->quat = turns[k];
    }
}

/* PARTS tracks of each bone, at each of the times. */
static bool fill_tracks(sampling *s, const ferry_clip *clip, const double *times, uint32_t samples,
                        ferry_track *tracks) {
    fy_clip_player player;
    ferry_scene posed = *s->scene;
    if (!fy_clip_play(s->job, &s->scene->nodes, clip, &player)) return false;
    posed.nodes.data = player.nodes;
    memcpy(s->scales, s->at_rest, s->count * sizeof *s->scales);
    for (uint32_t k = 0; k < samples; k++) {
        if (!ferry_tick(s->job)) return false;
        fy_clip_move(&player, times[k]);
        if (!ferry_world_matrices(&posed, s->worlds)) return false;
        fy_skin_matrices(&posed, s->skin, s->worlds, s->joints);
        for (uint32_t b = 0; b < s->count; b++) {
            ferry_node node = node_of(s, b);
            keep_signs(&node, s->scales[b]);
            s->scales[b] = node.scale;
            for (int part = 0; part < PARTS; part++) {
                ferry_track *track = &tracks[b * (size_t)PARTS + (size_t)part];
                take_part(&node, part, track->values + k * (size_t)track->width);
            }
        }
    }
    return true;
}

static uint32_t samples_of(const ferry_clip *clip) {
    double wanted = ceil(clip->duration * RATE - 1e-6) + 1;
    return wanted < 1 ? 1 : wanted > MOST_SAMPLES ? MOST_SAMPLES : (uint32_t)wanted;
}

static bool sample(sampling *s, ferry_clip *clip) {
    uint32_t samples = samples_of(clip);
    size_t more = (size_t)PARTS * s->count;
    ferry_track *tracks = ferry_scene_new(s->scene, ferry_track, clip->track_count + more), *own = tracks;
    double *times = ferry_scene_new(s->scene, double, samples);
    ferry_mark mark = ferry_job_mark(s->job);
    if (!tracks || !times) return false;
    own += clip->track_count;
    for (uint32_t k = 0; k < samples; k++) times[k] = samples > 1 ? clip->duration * k / (samples - 1) : 0;
    for (uint32_t b = 0; b < s->count; b++)
        for (int part = 0; part < PARTS; part++)
            if (!open_track(s, b, part, times, samples, &own[b * (size_t)PARTS + (size_t)part])) return false;
    if (!fill_tracks(s, clip, times, samples, own)) return false;
    for (size_t i = 0; i < more; i++)
        if (!keep_track(s, &own[i])) return false;
    if (clip->track_count) memcpy(tracks, clip->tracks, clip->track_count * sizeof *tracks);
    clip->tracks = tracks;
    clip->track_count += (uint32_t)more;
    fy_sort_tracks(tracks, clip->track_count);
    ferry_job_release(s->job, mark);
    return true;
}

double fy_blend_bone_samples(const ferry_scene *scene) {
    double sum = 0;
    for (uint32_t c = 0; c < scene->clips.count; c++)
        if (fy_clip_moves_nodes(&scene->clips.data[c])) sum += samples_of(&scene->clips.data[c]);
    return sum;
}

/* -------------------------------------------------------------------------------------------- bones */

static bool open_sampling(sampling *s) {
    ferry_job *job = s->job;
    s->worlds = ferry_new(job, ferry_matrix, (size_t)s->scene->nodes.count + 1);
    s->joints = ferry_new(job, ferry_matrix, (size_t)s->skin->joint_count + 1);
    s->at_rest = ferry_new(job, ferry_vec3, (size_t)s->count + 1);
    s->scales = ferry_new(job, ferry_vec3, (size_t)s->count + 1);
    if (!s->worlds || !s->joints || !s->at_rest || !s->scales || !ferry_world_matrices(s->scene, s->worlds))
        return false;
    fy_skin_matrices(s->scene, s->skin, s->worlds, s->joints);
    for (uint32_t b = 0; b < s->count; b++) s->at_rest[b] = node_of(s, b).scale;
    return true;
}

static bool add_joints(sampling *s, ferry_skin *skin) {
    ferry_joint *joints = ferry_scene_new(s->scene, ferry_joint, (size_t)skin->joint_count + s->count);
    if (!joints) return false;
    memcpy(joints, skin->joints, skin->joint_count * sizeof *joints);
    for (uint32_t b = 0; b < s->count; b++) {
        const fy_blend_bone *blend = &s->blends[b];
        ferry_node made = node_of(s, b);
        made.name =
            ferry_scene_format(s->scene, "%s+%s", s->scene->nodes.data[skin->joints[blend->a].node].name,
                               s->scene->nodes.data[skin->joints[blend->b].node].name);
        ferry_node *node = made.name ? ferry_append(s->scene, &s->scene->nodes, ferry_node) : NULL;
        if (!node) return false;
        *node = made;
        joints[skin->joint_count + b] =
            (ferry_joint){.node = s->scene->nodes.count - 1, .inverse_bind = blend->inverse_bind};
    }
    skin->joints = joints;
    skin->joint_count += s->count;
    return true;
}

bool fy_blend_bone_add(ferry_job *job, ferry_scene *scene, ferry_skin *skin, const fy_blend_bone *blends,
                       uint32_t count) {
    ferry_mark mark = ferry_job_mark(job);
    sampling s = {.job = job,
                  .scene = scene,
                  .skin = skin,
                  .blends = blends,
                  .count = count,
                  .first_node = scene->nodes.count};
    bool done = open_sampling(&s);
    for (uint32_t c = 0; done && c < scene->clips.count; c++)
        if (fy_clip_moves_nodes(&scene->clips.data[c])) done = sample(&s, &scene->clips.data[c]);
    /* The last pose is not the rest pose. */
    done = done && ferry_world_matrices(scene, s.worlds);
    if (done) fy_skin_matrices(scene, skin, s.worlds, s.joints);
    done = done && add_joints(&s, skin);
    ferry_job_release(job, mark);
    return done;
}
