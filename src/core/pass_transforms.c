/*
 * pass_transforms.c: the scale rules of Softimage and Maya become plain T * R * S nodes.
 *
 * A node whose scale is the same in all axes needs nothing but new numbers. Where it differs and a child does not inherit
 * it, the node is split: a bone (T * R) that such children hang on, and beneath it a helper that carries the scale and
 * everything bound to the node. World matrices stay what they were (docs/scene.md, "Scale rules").
 */
#include "core/job.h"
#include "core/maths.h"
#include "core/passes.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Where an old node went. */
typedef struct place {
    uint32_t   bone, frame; /* new nodes; the same unless split. The frame has the old world matrix */
    ferry_vec3 scale;       /* what lies between the bone without and the frame with scale */
    float      frame_scale; /* unsplit, for children that do not inherit: uniform scale of the frame */
    bool       split;
    ferry_vec3 accumulated; /* Softimage */
} place;

typedef struct transforms {
    ferry_job      *job;
    ferry_scene    *scene;
    ferry_node_list old, new;
    place          *places;
    uint8_t        *wants_bone; /* a child does not inherit the scale of this old node */
    uint32_t        helpers;
} transforms;

static const ferry_vec3 ONE = {1, 1, 1};

static bool uniform(ferry_vec3 s) {
    return s.x == s.y && s.y == s.z && s.x != 0;
}

static ferry_node *add_node(transforms *t, const ferry_node *like, uint32_t parent, ferry_vec3 translate, ferry_vec3 scale) {
    ferry_node *node = ferry_append(t->scene, &t->new, ferry_node);
    if (!node) return NULL;
    *node = *like;
    node->parent = parent;
    node->translate = translate;
    node->scale = scale;
    node->scale_rule = FERRY_SCALE_INHERIT;
    return node;
}

static bool add_helper(transforms *t, const ferry_node *old, place *to, ferry_vec3 scale) {
    ferry_node *node = add_node(t, old, to->bone, (ferry_vec3){0, 0, 0}, scale);
    if (!node) return false;
    node->name = ferry_scene_format(t->scene, "%s.scale", old->name);
    node->has_quat = false;
    node->euler = (ferry_vec3){0, 0, 0};
    to->frame = t->new.count - 1;
    t->new.data[to->bone].billboard = FERRY_BILLBOARD_NONE;
    t->new.data[to->bone].has_bounds = false;
    t->helpers++;
    return true;
}

/* One old node as `scale` behind T * R, relative to `parent`, of which `inside` (uniform) must be taken out again. */
static bool place_node(transforms *t, uint32_t index, uint32_t parent, ferry_vec3 translate, ferry_vec3 scale,
                       float inside) {
    const ferry_node *old = &t->old.data[index];
    place            *to = &t->places[index];
    to->scale = scale;
    to->split = t->wants_bone[index] && !uniform(scale);
    to->frame_scale = to->split ? 1 : scale.x;
    float      out = 1 / inside;
    ferry_vec3 stored = to->split ? fy_vec3_scale(ONE, out) : inside == 1 ? scale : fy_vec3_scale(scale, out);
    if (!add_node(t, old, parent, translate, stored)) return false;
    to->bone = to->frame = t->new.count - 1;
    return !to->split || add_helper(t, old, to, scale);
}

/* Children that do not inherit hang on a split parent's bone, where lengths are stretched by the scale left out; on an
 * unsplit one they take its uniform scale out again. */
static bool place_apart(transforms *t, uint32_t index, ferry_vec3 scale, ferry_vec3 stretch) {
    const ferry_node *old = &t->old.data[index];
    if (old->parent == FERRY_NONE) return place_node(t, index, FERRY_NONE, old->translate, scale, 1);
    const place *up = &t->places[old->parent];
    if (up->split) return place_node(t, index, up->bone, fy_vec3_mul(old->translate, stretch), scale, 1);
    return place_node(t, index, up->frame, old->translate, scale, up->frame_scale);
}

static bool place_softimage(transforms *t, uint32_t index) {
    const ferry_node *old = &t->old.data[index];
    bool              root = old->parent == FERRY_NONE;
    ferry_vec3        above = root ? ONE : t->places[old->parent].accumulated;
    ferry_vec3        scale = fy_vec3_mul(above, old->scale);
    t->places[index].accumulated = scale;
    if (!root && t->old.data[old->parent].scale_rule != FERRY_SCALE_SOFTIMAGE) /* a fresh start below another rule */
        return place_node(t, index, t->places[old->parent].frame, old->translate, scale, 1);
    return place_apart(t, index, scale, above);
}

static bool place_any(transforms *t, uint32_t index) {
    const ferry_node *old = &t->old.data[index];
    t->places[index].accumulated = ONE;
    if (old->scale_rule == FERRY_SCALE_SOFTIMAGE) return place_softimage(t, index);
    if (old->scale_rule == FERRY_SCALE_COMPENSATE && old->parent != FERRY_NONE)
        return place_apart(t, index, old->scale, t->old.data[old->parent].scale);
    uint32_t parent = old->parent == FERRY_NONE ? FERRY_NONE : t->places[old->parent].frame;
    return place_node(t, index, parent, old->translate, old->scale, 1);
}

/* Which nodes have a child that must not see their scale. */
static void find_wishes(transforms *t) {
    for (uint32_t i = 0; i < t->old.count; i++) {
        const ferry_node *node = &t->old.data[i];
        if (node->parent == FERRY_NONE) continue;
        bool softimage = node->scale_rule == FERRY_SCALE_SOFTIMAGE &&
                         t->old.data[node->parent].scale_rule == FERRY_SCALE_SOFTIMAGE;
        if (softimage || node->scale_rule == FERRY_SCALE_COMPENSATE) t->wants_bone[node->parent] = 1;
    }
}

/* A compensating child looks at its parent's own scale, also below a Softimage parent, where the frame's scale is the
 * accumulated one; no source mixes the rules so, and the measure below would tell. */
static double deviation(const ferry_matrix *before, const ferry_matrix *after) {
    double worst = 0, size = 1e-6;
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 4; col++) {
            double d = fabs(before->m[row][col] - after->m[row][col]);
            if (d > worst) worst = d;
            if (fabs(before->m[row][col]) > size) size = fabs(before->m[row][col]);
        }
    return worst / size;
}

static bool measure(transforms *t, const ferry_matrix *before) {
    ferry_matrix *after = ferry_new(t->job, ferry_matrix, (size_t)t->new.count + 1);
    if (!after || !ferry_world_matrices(t->scene, after)) return false;
    double   worst = 0;
    uint32_t where = 0;
    for (uint32_t i = 0; i < t->old.count; i++) {
        double d = deviation(&before[i], &after[t->places[i].frame]);
        if (d > worst) {
            worst = d;
            where = i;
        }
    }
    if (worst > 1e-4)
        ferry_say(t->job, FERRY_LOSS, "transforms.scale", t->scene->name, "",
                  "node \"%s\" has a scale that plain nodes cannot hold; its matrix is off by %.3g %%",
                  t->old.data[where].name, 100 * worst);
    if (t->helpers)
        ferry_say(t->job, FERRY_NOTE, "transforms.helpers", t->scene->name, "",
                  "%" PRIu32 " node%s with a scale that children do not inherit got a helper node", t->helpers,
                  t->helpers == 1 ? "" : "s");
    return true;
}

static void rename_nodes(transforms *t) {
    for (uint32_t d = 0; d < t->scene->draws.count; d++) {
        ferry_draw *draw = &t->scene->draws.data[d];
        draw->node = t->places[draw->node].frame;
    }
    for (uint32_t s = 0; s < t->scene->skins.count; s++)
        for (uint32_t j = 0; j < t->scene->skins.data[s].joint_count; j++) {
            ferry_joint *joint = &t->scene->skins.data[s].joints[j];
            joint->node = t->places[joint->node].frame;
        }
}

static bool rebuild(transforms *t) {
    ferry_matrix *before = ferry_new(t->job, ferry_matrix, t->old.count);
    t->places = ferry_new(t->job, place, t->old.count);
    t->wants_bone = ferry_new(t->job, uint8_t, t->old.count);
    if (!before || !t->places || !t->wants_bone || !ferry_world_matrices(t->scene, before)) return false;
    find_wishes(t);
    for (uint32_t i = 0; i < t->old.count; i++)
        if (!place_any(t, i)) return false;
    t->scene->nodes = t->new;
    rename_nodes(t);
    return measure(t, before);
}

bool fy_pass_transforms(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    (void)caps;
    bool plain = true;
    for (uint32_t i = 0; i < scene->nodes.count; i++) plain &= scene->nodes.data[i].scale_rule == FERRY_SCALE_INHERIT;
    if (plain) return true;
    ferry_mark mark = ferry_job_mark(job);
    transforms t = {.job = job, .scene = scene, .old = scene->nodes};
    bool       done = rebuild(&t);
    ferry_job_release(job, mark);
    return done;
}
