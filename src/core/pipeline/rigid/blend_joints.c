/* blend_joints.c: see blend_joints.h. */
#include "core/pipeline/rigid/blend_joints.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"
#include "core/scene/pose.h"
#include "core/scene/scene.h"

enum { RATE = 60, MOST_SAMPLES = 1 << 18 };

/* ------------------------------------------------------------------------------------------- a pose */

static bool is_above(const ferry_scene *scene, uint32_t above, uint32_t node) {
    while (node != FERRY_NONE && node != above) node = scene->nodes.data[node].parent;
    return node == above;
}

static ferry_vec3 bind_origin(const ferry_joint *joint) {
    ferry_matrix bind;
    if (!fy_matrix_invert(&joint->inverse_bind, &bind)) bind = fy_matrix_identity();
    return (ferry_vec3){(float)bind.m[0][3], (float)bind.m[1][3], (float)bind.m[2][3]};
}

fy_blend fy_blend_of(const ferry_scene *scene, const ferry_skin *skin, uint32_t a, uint32_t b) {
    uint32_t first = skin->joints[a].node, second = skin->joints[b].node;
    ferry_vec3 from = bind_origin(&skin->joints[a]), to = bind_origin(&skin->joints[b]);
    fy_blend blend = {.a = a, .b = b, .parent = first};
    if (is_above(scene, first, second)) {
        blend.pivot = to;
    } else if (is_above(scene, second, first)) {
        blend.parent = second;
        blend.pivot = from;
    } else {
        while (blend.parent != FERRY_NONE && !is_above(scene, blend.parent, second))
            blend.parent = scene->nodes.data[blend.parent].parent;
        blend.pivot = fy_vec3_scale(fy_vec3_add(from, to), 0.5F);
    }
    return blend;
}

/* The rotation in a matrix, axis after axis, and what it scales by on the whole. */
static ferry_quat rotation_of(const ferry_matrix *m, double *scale) {
    ferry_matrix r = fy_matrix_identity();
    double volume = fy_matrix_determinant(m);
    *scale = fy_pow(fabs(volume), 1 / 3.0);
    for (int k = 0; k < 3; k++) {
        double axis[3], length = 0;
        for (int i = 0; i < 3; i++) axis[i] = volume < 0 ? -m->m[i][k] : m->m[i][k];
        for (int before = 0; before < k; before++) {
            double along = 0;
            for (int i = 0; i < 3; i++) along += axis[i] * r.m[i][before];
            for (int i = 0; i < 3; i++) axis[i] -= along * r.m[i][before];
        }
        for (int i = 0; i < 3; i++) length += axis[i] * axis[i];
        length = sqrt(length);
        if (!(length > 0)) return (ferry_quat){0, 0, 0, 1};
        for (int i = 0; i < 3; i++) r.m[i][k] = axis[i] / length;
    }
    return fy_quat_matrix(&r);
}

static ferry_quat half_way(ferry_quat a, ferry_quat b) {
    float sign = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0 ? -1 : 1;
    return fy_quat_normalize(
        (ferry_quat){a.x + sign * b.x, a.y + sign * b.y, a.z + sign * b.z, a.w + sign * b.w});
}

ferry_node fy_blend_node(const fy_blend *blend, const ferry_matrix *worlds, const ferry_matrix *joints) {
    ferry_matrix above = blend->parent == FERRY_NONE ? fy_matrix_identity() : worlds[blend->parent], back;
    double sizes[3];
    ferry_quat turn =
        half_way(rotation_of(&joints[blend->a], &sizes[0]), rotation_of(&joints[blend->b], &sizes[1]));
    ferry_vec3 at = fy_vec3_scale(fy_vec3_add(fy_matrix_point(&joints[blend->a], blend->pivot),
                                              fy_matrix_point(&joints[blend->b], blend->pivot)),
                                  0.5F);
    ferry_quat from = rotation_of(&above, &sizes[2]);
    ferry_matrix turned = fy_matrix_quat(turn),
                 unturn = fy_matrix_quat((ferry_quat){-from.x, -from.y, -from.z, from.w});
    float size = (float)(sizes[2] > 0 ? (sizes[0] + sizes[1]) / 2 / sizes[2] : 1);
    turned = fy_matrix_multiply(&unturn, &turned);
    if (!fy_matrix_invert(&above, &back)) back = fy_matrix_identity();
    return (ferry_node){.parent = blend->parent,
                        .translate = fy_matrix_point(&back, at),
                        .has_quat = true,
                        .quat = fy_quat_matrix(&turned),
                        .scale = {size, size, size},
                        .visible = true};
}

static ferry_matrix inverse_bind(const fy_blend *blend) {
    return fy_matrix_translate(fy_vec3_scale(blend->pivot, -1));
}

ferry_matrix fy_blend_matrix(const fy_blend *blend, const ferry_node *node, const ferry_matrix *worlds) {
    ferry_matrix local = fy_node_local(node), from = inverse_bind(blend);
    if (blend->parent != FERRY_NONE) local = fy_matrix_multiply(&worlds[blend->parent], &local);
    return fy_matrix_multiply(&local, &from);
}

/* ------------------------------------------------------------------------------------------- tracks */

typedef struct sampling {
    ferry_job *job;
    ferry_scene *scene;
    const ferry_skin *skin;
    const fy_blend *blends;
    uint32_t count, first_node;
    ferry_scene posed; /* before the new nodes */
    ferry_matrix *worlds, *joints;
} sampling;

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

static bool open_track(sampling *s, const ferry_clip *clip, uint32_t blend, int part, uint32_t samples,
                       ferry_track *to) {
    bool turn = parts[part].target == FERRY_TARGET_ROTATE;
    *to = (ferry_track){.target = parts[part].target,
                        .object = s->first_node + blend,
                        .channel = parts[part].channel,
                        .interpolation = turn ? FERRY_SLERP : FERRY_LINEAR,
                        .width = turn ? 4 : 1,
                        .key_count = samples};
    to->times = ferry_scene_new(s->scene, double, samples);
    to->values = ferry_scene_new(s->scene, float, (size_t)samples * to->width);
    if (!to->times || !to->values) return false;
    for (uint32_t k = 0; k < samples; k++)
        to->times[k] = samples > 1 ? clip->duration * k / (samples - 1) : 0;
    return true;
}

static int by_target(const void *a, const void *b) {
    return fy_track_order(a, b);
}

static bool sample(sampling *s, ferry_clip *clip) {
    double wanted = ceil(clip->duration * RATE - 1e-6) + 1;
    uint32_t samples = wanted < 1 ? 1 : wanted > MOST_SAMPLES ? MOST_SAMPLES : (uint32_t)wanted;
    size_t more = (size_t)PARTS * s->count;
    ferry_track *tracks = ferry_scene_new(s->scene, ferry_track, clip->track_count + more), *own = tracks;
    if (!tracks) return false;
    own += clip->track_count;
    for (uint32_t b = 0; b < s->count; b++)
        for (int part = 0; part < PARTS; part++)
            if (!open_track(s, clip, b, part, samples, &own[b * (size_t)PARTS + (size_t)part])) return false;
    for (uint32_t k = 0; k < samples; k++) {
        if (!ferry_tick(s->job)) return false;
        memcpy(s->posed.nodes.data, s->scene->nodes.data, s->posed.nodes.count * sizeof(ferry_node));
        fy_clip_nodes(clip, own->times[k], s->posed.nodes.data);
        if (!ferry_world_matrices(&s->posed, s->worlds)) return false;
        fy_skin_matrices(&s->posed, s->skin, s->worlds, s->joints);
        for (uint32_t b = 0; b < s->count; b++) {
            ferry_node node = fy_blend_node(&s->blends[b], s->worlds, s->joints);
            for (int part = 0; part < PARTS; part++) {
                ferry_track *track = &own[b * (size_t)PARTS + (size_t)part];
                take_part(&node, part, track->values + k * (size_t)track->width);
            }
        }
    }
    if (clip->track_count) memcpy(tracks, clip->tracks, clip->track_count * sizeof *tracks);
    clip->tracks = tracks;
    clip->track_count += (uint32_t)more;
    qsort(tracks, clip->track_count, sizeof *tracks, by_target);
    return true;
}

static bool moves_nodes(const ferry_clip *clip) {
    for (uint32_t i = 0; i < clip->track_count; i++)
        if (fy_moves_node(&clip->tracks[i])) return true;
    return false;
}

/* -------------------------------------------------------------------------------------------- bones */

static bool open_sampling(sampling *s) {
    ferry_job *job = s->job;
    s->posed = *s->scene;
    s->posed.nodes.data = ferry_new(job, ferry_node, (size_t)s->scene->nodes.count + 1);
    s->worlds = ferry_new(job, ferry_matrix, (size_t)s->scene->nodes.count + 1);
    s->joints = ferry_new(job, ferry_matrix, (size_t)s->skin->joint_count + 1);
    if (!s->posed.nodes.data || !s->worlds || !s->joints || !ferry_world_matrices(s->scene, s->worlds))
        return false;
    fy_skin_matrices(s->scene, s->skin, s->worlds, s->joints);
    return true;
}

static bool add_joints(sampling *s, ferry_skin *skin) {
    ferry_joint *joints = ferry_scene_new(s->scene, ferry_joint, (size_t)skin->joint_count + s->count);
    if (!joints) return false;
    memcpy(joints, skin->joints, skin->joint_count * sizeof *joints);
    for (uint32_t b = 0; b < s->count; b++) {
        const fy_blend *blend = &s->blends[b];
        ferry_node made = fy_blend_node(blend, s->worlds, s->joints);
        made.name =
            ferry_scene_format(s->scene, "%s+%s", s->scene->nodes.data[skin->joints[blend->a].node].name,
                               s->scene->nodes.data[skin->joints[blend->b].node].name);
        ferry_node *node = made.name ? ferry_append(s->scene, &s->scene->nodes, ferry_node) : NULL;
        if (!node) return false;
        *node = made;
        joints[skin->joint_count + b] =
            (ferry_joint){.node = s->scene->nodes.count - 1, .inverse_bind = inverse_bind(blend)};
    }
    skin->joints = joints;
    skin->joint_count += s->count;
    return true;
}

bool fy_blend_add(ferry_job *job, ferry_scene *scene, ferry_skin *skin, const fy_blend *blends,
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
        if (moves_nodes(&scene->clips.data[c])) done = sample(&s, &scene->clips.data[c]);
    /* The last pose is not the rest pose. */
    done = done && ferry_world_matrices(scene, s.worlds);
    if (done) fy_skin_matrices(scene, skin, s.worlds, s.joints);
    done = done && add_joints(&s, skin);
    ferry_job_release(job, mark);
    return done;
}
