/*
 * pass_scales.c: scales at rest go into vertices and into the nodes below, for targets that store vertices in
 * steps of their node's space: there a scale of 200 makes the steps 200 times as coarse (docs/scene.md,
 * "Scales at rest").
 *
 * A smaller scale makes them finer, and stays.
 *
 * Of a node's world matrix W a diagonal matrix D is taken out: W = W' D. What hangs on the node is D times
 * what it was: vertices in its space, translations of its children, and their scales where D R = R Q, with a
 * diagonal Q again. That holds for any D that is the same in all axes; for others only if it holds for the
 * rotation R of each child, which then must not turn. Where it does not, the largest of the axes is taken out
 * of all three; so it is where morphs turn normals, whose moves targets store in coarse steps of the space
 * that the normals are in. Rotations stay as they are. World matrices times what hangs on them stay what they
 * were, in each pose of each clip; a scale that a clip changes stays with its node.
 */
#include "core/pipeline/pass_scales.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/scene.h"

/* What counts as the same: floats hold no more. */
#define NEAR 1e-6

typedef struct vec {
    double at[3];
} vec;

typedef struct moved {
    bool scale, rotation; /* some clip has another one than the rest pose */
    bool keeps;           /* nothing may be taken out of it */
    bool turns;           /* morphs turn normals of its vertices */
    uint32_t child, next; /* the first child, and the next one of the same parent; FERRY_NONE: none */
    vec above;            /* what its parent's is in its own space: Q */
    vec out;              /* what is taken out of it: D */
    double size;          /* how large its space is in the model's at rest, at most 1 */
    double far;           /* the largest number that would be scaled by what is taken out of it */
} moved;

typedef struct scales {
    ferry_job *job;
    ferry_scene *scene;
    moved *nodes;
    uint32_t changed, first; /* nodes; the first of them */
} scales;

static const vec NONE = {{1, 1, 1}};

static vec vec_of(ferry_vec3 v) {
    return (vec){{(double)v.x, (double)v.y, (double)v.z}};
}

static vec times(vec a, vec b) {
    return (vec){{a.at[0] * b.at[0], a.at[1] * b.at[1], a.at[2] * b.at[2]}};
}

static vec over(vec a, vec b) {
    return (vec){{a.at[0] / b.at[0], a.at[1] / b.at[1], a.at[2] / b.at[2]}};
}

static ferry_vec3 scaled(ferry_vec3 v, vec by) {
    return (ferry_vec3){(float)((double)v.x * by.at[0]), (float)((double)v.y * by.at[1]),
                        (float)((double)v.z * by.at[2])};
}

static double largest(vec v) {
    return fmax(fmax(fabs(v.at[0]), fabs(v.at[1])), fabs(v.at[2]));
}

static bool is_one(vec v) {
    return fabs(v.at[0] - 1) <= NEAR && fabs(v.at[1] - 1) <= NEAR && fabs(v.at[2] - 1) <= NEAR;
}

/* -------------------------------------------------------------------------------------------------- facts */

static bool stands(const ferry_track *track, const float rest[4]) {
    for (uint32_t k = 0; k < track->key_count * track->width; k++) {
        float at = rest[track->width == 1 ? track->channel : k % track->width];
        if (fabs((double)track->values[k] - (double)at) > NEAR * fabs((double)at)) return false;
        if (track->in && (track->in[k] != 0 || track->out[k] != 0)) return false;
    }
    return true;
}

static void see_track(scales *s, const ferry_track *track) {
    if (track->target != FERRY_TARGET_SCALE && track->target != FERRY_TARGET_ROTATE) return;
    const ferry_node *node = &s->scene->nodes.data[track->object];
    moved *to = &s->nodes[track->object];
    const float scale[4] = {node->scale.x, node->scale.y, node->scale.z, 0};
    const float euler[4] = {node->euler.x, node->euler.y, node->euler.z, 0};
    const float quat[4] = {node->quat.x, node->quat.y, node->quat.z, node->quat.w};
    if (track->target == FERRY_TARGET_SCALE)
        to->scale |= !stands(track, scale);
    else
        to->rotation |=
            node->has_quat != (track->width == 4) || !stands(track, node->has_quat ? quat : euler);
}

/* A mesh that hangs on several nodes cannot take in the scales of all of them. */
static bool keep_shared(scales *s) {
    /* node of a mesh, from 1 */
    uint32_t *first = ferry_new(s->job, uint32_t, (size_t)s->scene->meshes.count + 1);
    if (!first) return false;
    for (uint32_t d = 0; d < s->scene->draws.count; d++) {
        const ferry_draw *draw = &s->scene->draws.data[d];
        if (s->scene->meshes.data[draw->mesh].skin != FERRY_NONE) continue;
        if (!first[draw->mesh]) first[draw->mesh] = draw->node + 1;
        if (first[draw->mesh] == draw->node + 1) continue;
        s->nodes[draw->node].keeps = s->nodes[first[draw->mesh] - 1].keeps = true;
    }
    return true;
}

static void see_morph(scales *s, const ferry_morph *morph) {
    const ferry_mesh *mesh = &s->scene->meshes.data[morph->mesh];
    const ferry_skin *skin = mesh->skin == FERRY_NONE ? NULL : &s->scene->skins.data[mesh->skin];
    for (uint32_t k = 0; skin && morph->normals && k < morph->count; k++) {
        const ferry_influence *of = &skin->influences[mesh->influences[morph->vertices[k]]];
        for (uint32_t w = 0; w < of->count; w++)
            s->nodes[skin->joints[skin->weights[of->first + w].joint].node].turns = true;
    }
}

static bool see_all(scales *s) {
    const ferry_scene *scene = s->scene;
    for (uint32_t i = scene->nodes.count; i-- > 0;) s->nodes[i].child = FERRY_NONE;
    for (uint32_t i = scene->nodes.count; i-- > 0;) {
        const ferry_node *node = &scene->nodes.data[i];
        s->nodes[i].keeps = node->fixed || node->billboard != FERRY_BILLBOARD_NONE;
        if (node->parent == FERRY_NONE) continue;
        s->nodes[i].next = s->nodes[node->parent].child;
        s->nodes[node->parent].child = i;
    }
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (uint32_t k = 0; k < scene->clips.data[c].track_count; k++)
            see_track(s, &scene->clips.data[c].tracks[k]);
    for (uint32_t m = 0; m < scene->morphs.count; m++) see_morph(s, &scene->morphs.data[m]);
    return keep_shared(s);
}

static void reach(moved *to, ferry_vec3 v) {
    to->far = fmax(to->far, largest(vec_of(v)));
}

static void reach_all(moved *to, const ferry_vec3 *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) reach(to, list[i]);
}

static void reach_track(scales *s, const ferry_track *track) {
    if (track->target != FERRY_TARGET_TRANSLATE && track->target != FERRY_TARGET_SCALE) return;
    uint32_t parent = s->scene->nodes.data[track->object].parent;
    const float *const lists[] = {track->values, track->in, track->out};
    for (int i = 0; parent != FERRY_NONE && i < 3; i++)
        for (uint32_t k = 0; lists[i] && k < track->key_count; k++)
            s->nodes[parent].far = fmax(s->nodes[parent].far, fabs((double)lists[i][k]));
}

/* What hangs on each node, and what is said of its children. */
static bool find_far(scales *s) {
    const ferry_scene *scene = s->scene;
    uint32_t *nodes = ferry_new(s->job, uint32_t, (size_t)scene->meshes.count + 1); /* of meshes */
    if (!nodes) return false;
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        const ferry_node *node = &scene->nodes.data[i];
        const ferry_vec3 own[] = {node->bounds.min, node->bounds.max, {node->radius, 0, 0}};
        if (node->has_bounds) reach_all(&s->nodes[i], own, 3);
        if (node->parent == FERRY_NONE) continue;
        reach(&s->nodes[node->parent], node->translate);
        reach(&s->nodes[node->parent], node->scale);
    }
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (uint32_t k = 0; k < scene->clips.data[c].track_count; k++)
            reach_track(s, &scene->clips.data[c].tracks[k]);
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[d].mesh];
        nodes[scene->draws.data[d].mesh] = scene->draws.data[d].node;
        if (mesh->skin == FERRY_NONE)
            reach_all(&s->nodes[scene->draws.data[d].node], mesh->positions, mesh->vertex_count);
    }
    for (uint32_t m = 0; m < scene->morphs.count; m++) {
        const ferry_morph *morph = &scene->morphs.data[m];
        if (scene->meshes.data[morph->mesh].skin == FERRY_NONE && morph->positions)
            reach_all(&s->nodes[nodes[morph->mesh]], morph->positions, morph->count);
    }
    return ferry_tick(s->job);
}

/* ----------------------------------------------------------------------------------------------- deciding */

/* Whether D R = R Q, Q being diagonal; R is the node's rotation. */
static bool passes(const ferry_node *node, vec d, vec *q) {
    ferry_matrix r = fy_node_rotation(node);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double sum = 0;
            for (int k = 0; k < 3; k++) sum += r.m[k][i] * d.at[k] * r.m[k][j];
            if (i == j) q->at[i] = sum;
            if (i != j && fabs(sum) > NEAR * largest(d)) return false;
        }
    return true;
}

static bool is_even(vec d) {
    return fabs(d.at[0] - d.at[1]) <= NEAR * fabs(d.at[0]) && fabs(d.at[0] - d.at[2]) <= NEAR * fabs(d.at[0]);
}

static bool children_take(const scales *s, uint32_t node, vec d) {
    vec q;
    for (uint32_t c = s->nodes[node].child; c != FERRY_NONE; c = s->nodes[c].next) {
        const ferry_node *child = &s->scene->nodes.data[c];
        if (s->nodes[c].rotation || child->billboard != FERRY_BILLBOARD_NONE || !passes(child, d, &q))
            return false;
    }
    return true;
}

/* Of a scale that goes into what hangs on the node, the part that makes its steps coarser than those of the
 * model. */
static vec coarser(vec scale, double above) {
    vec d;
    for (int k = 0; k < 3; k++) d.at[k] = fmax(1, above * fabs(scale.at[k]));
    return d;
}

static bool is_usable(vec d) {
    return largest(d) <= 1 / NEAR; /* not if it is no number */
}

static void decide(scales *s, uint32_t number) {
    const ferry_node *node = &s->scene->nodes.data[number];
    moved *to = &s->nodes[number];
    bool root = node->parent == FERRY_NONE;
    double above = root ? 1 : s->nodes[node->parent].size;
    vec d = root ? NONE : s->nodes[node->parent].out;
    if (is_even(d))
        to->above = d;
    else
        passes(node, d, &to->above);
    to->out = to->scale ? to->above : coarser(times(to->above, vec_of(node->scale)), above);
    if (!is_even(to->out) && (to->turns || !is_usable(to->out) || !children_take(s, number, to->out))) {
        double most = largest(to->out);
        to->out = (vec){{most, most, most}};
    }
    bool fits = is_usable(to->out) && to->far * largest(to->out) <= (double)FY_FARTHEST;
    if (to->keeps || !fits || is_one(to->out)) to->out = NONE;
    to->size = fmin(1, above * largest(over(times(to->above, vec_of(node->scale)), to->out)));
    if (!s->changed) s->first = number;
    s->changed += !is_one(to->out);
}

/* ----------------------------------------------------------------------------------------------- changing */

static bool is_touched(const moved *of) {
    return !is_one(of->out) || !is_one(of->above);
}

static void change_node(const scales *s, uint32_t number) {
    ferry_node *node = &s->scene->nodes.data[number];
    const moved *of = &s->nodes[number];
    if (node->parent != FERRY_NONE) node->translate = scaled(node->translate, s->nodes[node->parent].out);
    node->scale = scaled(node->scale, over(of->above, of->out));
    if (!node->has_bounds) return;
    ferry_vec3 a = scaled(node->bounds.min, of->out), b = scaled(node->bounds.max, of->out);
    node->bounds = (ferry_box){{fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)},
                               {fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)}};
    node->radius = (float)((double)node->radius * largest(of->out));
}

static void change_track(ferry_track *track, double by) {
    for (uint32_t k = 0; k < track->key_count; k++) {
        track->values[k] = (float)((double)track->values[k] * by);
        if (track->in) track->in[k] = (float)((double)track->in[k] * by);
        if (track->out) track->out[k] = (float)((double)track->out[k] * by);
    }
}

static float *copy(scales *s, const float *from, uint32_t count) {
    float *own = from ? ferry_scene_new(s->scene, float, count) : NULL;
    if (own) memcpy(own, from, count * sizeof *own);
    return own;
}

/* Tracks of several clips may share their keys. */
static bool own_keys(scales *s, ferry_track *track) {
    const ferry_track was = *track;
    track->values = copy(s, was.values, was.key_count);
    track->in = copy(s, was.in, was.key_count);
    track->out = copy(s, was.out, was.key_count);
    return track->values && (!was.in || (track->in && track->out));
}

/* A track that says what holds at rest goes, unless a clip has no other: a game may ask for it by its
 * name. */
static bool follow_clip(scales *s, ferry_clip *clip) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < clip->track_count; k++) {
        ferry_track track = clip->tracks[k];
        bool moves = track.target == FERRY_TARGET_TRANSLATE, scale = track.target == FERRY_TARGET_SCALE;
        const moved *of = moves || scale ? &s->nodes[track.object] : NULL;
        uint32_t parent = moves ? s->scene->nodes.data[track.object].parent : FERRY_NONE;
        double by = 1;
        bool idle = scale && !of->scale && is_touched(of);
        if (idle && (kept || k + 1 < clip->track_count)) continue;
        if (scale) by = over(of->above, of->out).at[track.channel];
        if (parent != FERRY_NONE) by = s->nodes[parent].out.at[track.channel];
        if (by != 1 && !own_keys(s, &track)) return false;
        if (by != 1) change_track(&track, by);
        clip->tracks[kept++] = track;
    }
    clip->track_count = kept;
    return true;
}

static void change_skin(const scales *s, ferry_skin *skin) {
    for (uint32_t j = 0; j < skin->joint_count; j++)
        for (int row = 0; row < 3; row++)
            for (int col = 0; col < 4; col++)
                skin->joints[j].inverse_bind.m[row][col] *= s->nodes[skin->joints[j].node].out.at[row];
}

/* `unit`: made unit length again. */
static bool change_stream(scales *s, ferry_vec3 **stream, uint32_t count, vec by, bool unit) {
    if (!*stream || !count) return true;
    ferry_vec3 *own = ferry_scene_new(s->scene, ferry_vec3, count);
    for (uint32_t v = 0; own && v < count; v++) {
        own[v] = scaled((*stream)[v], by);
        if (unit) own[v] = fy_vec3_normalize(own[v]);
    }
    *stream = own;
    return own;
}

/* Moves of normals are as long, beside the normals, as they were. */
static bool change_morph(scales *s, ferry_morph *morph, const ferry_vec3 *normals, vec by) {
    vec back = over(NONE, by);
    if (!change_stream(s, &morph->positions, morph->count, by, false)) return false;
    if (!morph->normals || !normals) return true;
    ferry_vec3 *own = ferry_scene_new(s->scene, ferry_vec3, morph->count);
    for (uint32_t k = 0; own && k < morph->count; k++) {
        ferry_vec3 n = scaled(normals[morph->vertices[k]], back);
        float length = (float)fy_vec3_length(n);
        own[k] = fy_vec3_scale(scaled(morph->normals[k], back), length > 0 ? 1 / length : 1);
    }
    morph->normals = own;
    return own || !morph->count;
}

/* The morphs of each mesh: the first, and of each morph the next; FERRY_NONE: none. */
typedef struct morphs {
    uint32_t *first, *next;
} morphs;

static bool list_morphs(const scales *s, morphs *of) {
    const ferry_scene *scene = s->scene;
    of->first = ferry_new(s->job, uint32_t, (size_t)scene->meshes.count + 1);
    of->next = ferry_new(s->job, uint32_t, (size_t)scene->morphs.count + 1);
    if (!of->first || !of->next) return false;
    for (uint32_t i = 0; i < scene->meshes.count; i++) of->first[i] = FERRY_NONE;
    for (uint32_t m = scene->morphs.count; m-- > 0;) {
        of->next[m] = of->first[scene->morphs.data[m].mesh];
        of->first[scene->morphs.data[m].mesh] = m;
    }
    return true;
}

static bool change_mesh(scales *s, const morphs *of, uint32_t number, vec by) {
    ferry_mesh *mesh = &s->scene->meshes.data[number];
    uint32_t count = mesh->vertex_count;
    for (uint32_t m = of->first[number]; m != FERRY_NONE; m = of->next[m])
        if (!change_morph(s, &s->scene->morphs.data[m], mesh->normals, by)) return false;
    return change_stream(s, &mesh->positions, count, by, false) &&
           change_stream(s, &mesh->normals, count, over(NONE, by), true) &&
           change_stream(s, &mesh->tangents, count, by, true) &&
           change_stream(s, &mesh->binormals, count, by, true);
}

static bool change_meshes(scales *s) {
    bool *done = ferry_new(s->job, bool, (size_t)s->scene->meshes.count + 1);
    morphs of;
    if (!done || !list_morphs(s, &of)) return false;
    for (uint32_t d = 0; d < s->scene->draws.count; d++) {
        const ferry_draw *draw = &s->scene->draws.data[d];
        vec by = s->nodes[draw->node].out;
        if (s->scene->meshes.data[draw->mesh].skin != FERRY_NONE || done[draw->mesh] || is_one(by)) continue;
        done[draw->mesh] = true;
        if (!ferry_tick(s->job) || !change_mesh(s, &of, draw->mesh, by)) return false;
    }
    return true;
}

static bool change_all(scales *s) {
    ferry_scene *scene = s->scene;
    for (uint32_t c = 0; c < scene->clips.count; c++)
        if (!follow_clip(s, &scene->clips.data[c])) return false;
    for (uint32_t i = 0; i < scene->nodes.count; i++) change_node(s, i);
    for (uint32_t k = 0; k < scene->skins.count; k++) change_skin(s, &scene->skins.data[k]);
    ferry_say(s->job, FERRY_NOTE, "transforms.baked-scales", fy_scene_place(scene),
              ferry_job_format(s->job, "node[%" PRIu32 "]", s->first),
              "scale%s of %" PRIu32 " node%s baked into vertices and child nodes: \"%s\"%s",
              s->changed == 1 ? "" : "s", s->changed, s->changed == 1 ? "" : "s",
              scene->nodes.data[s->first].name, s->changed == 1 ? "" : " first");
    return change_meshes(s);
}

bool fy_bake_scales(ferry_job *job, ferry_scene *scene) {
    ferry_mark mark = ferry_job_mark(job);
    scales s = {.job = job, .scene = scene, .nodes = ferry_new(job, moved, (size_t)scene->nodes.count + 1)};
    bool done = s.nodes && see_all(&s) && find_far(&s);
    for (uint32_t i = 0; done && i < scene->nodes.count; i++) decide(&s, i);
    done = done && (!s.changed || change_all(&s));
    ferry_job_release(job, mark);
    return done;
}
