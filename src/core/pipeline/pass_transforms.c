/*
 * pass_transforms.c: the scale rules of Softimage and Maya become plain T * R * S nodes.
 *
 * A node whose scale is the same in all axes needs nothing but new numbers. Where it differs and a child does
 * not inherit it, the node is split: a bone (T * R) that such children hang on, and beneath it a helper that
 * carries the scale and everything bound to the node. World matrices stay what they were (docs/scene.md,
 * "Scale rules").
 *
 * So they do in clips: which nodes are split is decided by all poses of all clips, 60 a second, and the new
 * nodes' numbers are worked out for each. What comes out as it went in keeps its tracks; the rest becomes
 * sampled ones.
 */
#include "core/pipeline/pass_transforms.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/pipeline/pass_helpers.h"
#include "core/pipeline/pass_scales.h"
#include "core/scene/curve.h"
#include "core/scene/pose.h"
#include "core/scene/scene.h"

/* Where an old node went. */
typedef struct place {
    uint32_t bone, frame; /* new nodes; the same unless split. The frame has the old world matrix */
    ferry_vec3 scale;     /* what lies between the bone without and the frame with scale */
    float frame_scale;    /* unsplit, for children that do not inherit: uniform scale of the frame */
    bool split;
    ferry_vec3 accumulated; /* Softimage */
} place;

typedef struct transforms {
    ferry_job *job;
    ferry_scene *scene;
    ferry_node_list old, new;
    place *places;
    uint8_t *wants_bone; /* a child does not inherit the scale of this old node */
    uint8_t *uneven;     /* its scale, with all that adds up to it, differs in the axes in some pose */
    bool made;           /* the new nodes are there: only their numbers are wanted */
    uint32_t helpers;
} transforms;

static const ferry_vec3 ONE = {1, 1, 1};

static bool uniform(ferry_vec3 s) {
    return s.x == s.y && s.y == s.z && s.x != 0;
}

/* As near as numbers hold it: products of floats may leave them. */
static ferry_vec3 held(ferry_vec3 v) {
    float *const axes[] = {&v.x, &v.y, &v.z};
    for (int i = 0; i < 3; i++)
        *axes[i] = *axes[i] >= FY_FARTHEST ? FY_FARTHEST : *axes[i] > -FY_FARTHEST ? *axes[i] : -FY_FARTHEST;
    return v;
}

static ferry_node *add_node(transforms *t, const ferry_node *like, uint32_t parent, ferry_vec3 translate,
                            ferry_vec3 scale) {
    ferry_node *node = t->made ? &t->new.data[t->new.count++] : ferry_append(t->scene, &t->new, ferry_node);
    if (!node) return NULL;
    *node = *like;
    node->parent = parent;
    node->translate = held(translate);
    node->scale = held(scale);
    node->scale_rule = FERRY_SCALE_INHERIT;
    return node;
}

static bool add_helper(transforms *t, const ferry_node *old, place *to, ferry_vec3 scale) {
    ferry_node *node = add_node(t, old, to->bone, (ferry_vec3){0, 0, 0}, scale);
    if (!node) return false;
    if (!t->made) node->name = ferry_scene_format(t->scene, "%s.scale", old->name);
    node->has_quat = false;
    node->euler = (ferry_vec3){0, 0, 0};
    to->frame = t->new.count - 1;
    t->new.data[to->bone].billboard = FERRY_BILLBOARD_NONE;
    t->new.data[to->bone].has_bounds = false;
    t->helpers++;
    return true;
}

/* Below a scale of 0 in any axis. */
static bool collapses(const transforms *t, uint32_t index) {
    const ferry_node *node = &t->old.data[index];
    return node->parent != FERRY_NONE && fy_collapses(node, &t->old.data[node->parent]);
}

/* One old node as `scale` behind T * R, relative to `parent`, of which `inside` (uniform) must be taken out
 * again. */
static bool place_node(transforms *t, uint32_t index, uint32_t parent, ferry_vec3 translate, ferry_vec3 scale,
                       float inside) {
    const ferry_node *old = &t->old.data[index];
    place *to = &t->places[index];
    to->scale = scale;
    to->split = t->wants_bone[index] && t->uneven[index];
    to->frame_scale = to->split ? 1 : scale.x;
    float out = 1 / inside;
    ferry_vec3 stored = to->split ? fy_vec3_scale(ONE, out) : inside == 1 ? scale : fy_vec3_scale(scale, out);
    if (collapses(t, index)) stored = (ferry_vec3){0, 0, 0}; /* with all that hangs on it */
    if (!add_node(t, old, parent, translate, stored)) return false;
    to->bone = to->frame = t->new.count - 1;
    return !to->split || add_helper(t, old, to, scale);
}

/* Children that do not inherit hang on a split parent's bone, where lengths are stretched by the scale left
 * out; on an unsplit one they take its uniform scale out again. */
static bool place_apart(transforms *t, uint32_t index, ferry_vec3 scale, ferry_vec3 stretch) {
    const ferry_node *old = &t->old.data[index];
    if (old->parent == FERRY_NONE) return place_node(t, index, FERRY_NONE, old->translate, scale, 1);
    const place *up = &t->places[old->parent];
    if (up->split) return place_node(t, index, up->bone, fy_vec3_mul(old->translate, stretch), scale, 1);
    return place_node(t, index, up->frame, old->translate, scale, up->frame_scale);
}

static bool place_softimage(transforms *t, uint32_t index) {
    const ferry_node *old = &t->old.data[index];
    bool root = old->parent == FERRY_NONE;
    ferry_vec3 above = root ? ONE : t->places[old->parent].accumulated;
    ferry_vec3 scale = held(fy_vec3_mul(above, old->scale));
    t->places[index].accumulated = scale;
    /* a fresh start below another rule */
    if (!root && t->old.data[old->parent].scale_rule != FERRY_SCALE_SOFTIMAGE)
        return place_node(t, index, t->places[old->parent].frame, old->translate, scale, 1);
    return place_apart(t, index, scale, above);
}

static bool place_any(transforms *t, uint32_t index) {
    const ferry_node *old = &t->old.data[index];
    t->places[index].accumulated = ONE;
    if (old->scale_rule == FERRY_SCALE_SOFTIMAGE) return place_softimage(t, index);
    if (fy_compensates(old) && old->parent != FERRY_NONE)
        return place_apart(t, index, old->scale, t->old.data[old->parent].scale);
    uint32_t parent = old->parent == FERRY_NONE ? FERRY_NONE : t->places[old->parent].frame;
    return place_node(t, index, parent, old->translate, old->scale, 1);
}

/* Which nodes have a child that must not see their scale. */
static void find_constraints(transforms *t) {
    for (uint32_t i = 0; i < t->old.count; i++) {
        const ferry_node *node = &t->old.data[i];
        if (node->parent == FERRY_NONE) continue;
        bool softimage = node->scale_rule == FERRY_SCALE_SOFTIMAGE &&
                         t->old.data[node->parent].scale_rule == FERRY_SCALE_SOFTIMAGE;
        if (softimage || fy_compensates(node)) t->wants_bone[node->parent] = 1;
    }
}

/* The scale that place_any() will put behind each old node, in this pose. `sums` is working memory. */
static void find_uneven(transforms *t, const ferry_node *nodes, ferry_vec3 *sums) {
    for (uint32_t i = 0; i < t->old.count; i++) {
        const ferry_node *node = &nodes[i];
        bool soft = node->scale_rule == FERRY_SCALE_SOFTIMAGE;
        ferry_vec3 above = soft && node->parent != FERRY_NONE ? sums[node->parent] : ONE;
        ferry_vec3 scale = fy_vec3_mul(above, node->scale);
        sums[i] = soft ? scale : ONE;
        if (!uniform(scale)) t->uneven[i] = 1;
    }
}

/* -------------------------------------------------------------------------------------------------- clips */

static bool find_uneven_in(transforms *t, const ferry_clip *clip, ferry_vec3 *sums) {
    ferry_mark mark = ferry_job_mark(t->job);
    fy_clip_player player;
    if (!fy_clip_play(t->job, &t->old, clip, &player)) return false;
    for (uint32_t s = 0; s < fy_clip_samples(clip); s++) {
        if (!ferry_tick(t->job)) return false;
        fy_clip_move(&player, fy_clip_sample(clip, s));
        find_uneven(t, player.nodes, sums);
    }
    ferry_job_release(t->job, mark);
    return true;
}

static bool find_all_uneven(transforms *t) {
    ferry_mark mark = ferry_job_mark(t->job);
    ferry_vec3 *sums = ferry_new(t->job, ferry_vec3, t->old.count);
    if (!sums) return false;
    find_uneven(t, t->old.data, sums);
    for (uint32_t c = 0; c < t->scene->clips.count; c++)
        if (!find_uneven_in(t, &t->scene->clips.data[c], sums)) return false;
    ferry_job_release(t->job, mark);
    return true;
}

/* Translations and scales of one node: x, y, z each. */
enum { PARTS = 6 };

static void take_parts(const ferry_node *node, float parts[PARTS]) {
    const float all[PARTS] = {node->translate.x, node->translate.y, node->translate.z,
                              node->scale.x,     node->scale.y,     node->scale.z};
    memcpy(parts, all, sizeof all);
}

/* What all samples of a clip come to. */
typedef struct sampled {
    uint32_t count;
    float *new;    /* PARTS of each new node, sample after sample */
    uint8_t *same; /* of each new node and part: as the old node has it in every sample */
} sampled;

static bool place_all(transforms *t) {
    for (uint32_t i = 0; i < t->old.count; i++)
        if (!place_any(t, i)) return false;
    return true;
}

static void compare_parts(const transforms *t, const float *new, uint8_t *same) {
    for (uint32_t i = 0; i < t->old.count; i++) {
        float old[PARTS];
        uint32_t bone = t->places[i].bone;
        take_parts(&t->old.data[i], old);
        for (uint32_t k = 0; k < PARTS; k++)
            if (new[PARTS * (size_t)bone + k] != old[k]) same[PARTS * (size_t)bone + k] = 0;
    }
}

static bool sample_clip(const transforms *t, const ferry_clip *clip, sampled *to) {
    size_t width = PARTS * (size_t)t->new.count;
    ferry_node *new = ferry_new(t->job, ferry_node, t->new.count);
    fy_clip_player player;
    to->count = fy_clip_samples(clip);
    to->new = ferry_alloc(t->job, to->count, width * sizeof *to->new);
    to->same = ferry_new(t->job, uint8_t, width);
    if (!new || !to->new || !to->same || !fy_clip_play(t->job, &t->old, clip, &player)) return false;
    for (uint32_t i = 0; i < t->old.count; i++)
        memset(to->same + PARTS * (size_t)t->places[i].bone, 1, PARTS);
    float *rest = ferry_new(t->job, float, width);
    if (!rest) return false;
    for (uint32_t n = 0; n < t->new.count; n++) take_parts(&t->new.data[n], rest + PARTS * (size_t)n);
    compare_parts(t, rest, to->same); /* what has no track is as at rest */
    transforms posed = *t;
    posed.old.data = player.nodes;
    posed.new.data = new;
    posed.made = true;
    for (uint32_t s = 0; s < to->count; s++) {
        float *row = to->new + s *width;
        if (!ferry_tick(t->job)) return false;
        fy_clip_move(&player, fy_clip_sample(clip, s));
        posed.new.count = 0;
        if (!place_all(&posed)) return false;
        for (uint32_t n = 0; n < posed.new.count; n++) take_parts(&new[n], row + PARTS * (size_t)n);
        compare_parts(&posed, row, to->same);
    }
    return true;
}

static bool stands_still(const sampled *of, size_t width, size_t at, float rest) {
    for (uint32_t s = 0; s < of->count; s++)
        if (of->new[s * width + at] != rest) return false;
    return true;
}

static bool add_sampled(transforms *t, const ferry_clip *clip, const sampled *of, uint32_t node,
                        uint32_t part, ferry_track *track) {
    size_t width = PARTS * (size_t)t->new.count, at = PARTS *(size_t)node + part;
    *track = (ferry_track){.target = part < 3 ? FERRY_TARGET_TRANSLATE : FERRY_TARGET_SCALE,
                           .object = node,
                           .channel = part % 3,
                           .interpolation = FERRY_LINEAR,
                           .width = 1};
    track->key_count = stands_still(of, width, at, of->new[at]) ? 1 : of->count;
    track->times = ferry_scene_new(t->scene, double, track->key_count);
    track->values = ferry_scene_new(t->scene, float, track->key_count);
    if (!track->times || !track->values) return false;
    for (uint32_t s = 0; s < track->key_count; s++) {
        track->times[s] = fy_clip_sample(clip, s);
        track->values[s] = of->new[s * width + at];
    }
    return true;
}

/* Tracks of nodes that are still the same, with the node's new number; all others but translations and
 * scales. What draws hang on is the frame. */
static uint32_t keep_tracks(const transforms *t, const ferry_clip *clip, const sampled *of,
                            ferry_track *tracks) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < clip->track_count; i++) {
        ferry_track track = clip->tracks[i];
        bool scale = track.target == FERRY_TARGET_SCALE,
             part = scale || track.target == FERRY_TARGET_TRANSLATE;
        if (track.target <= FERRY_TARGET_NODE_VISIBLE) {
            const place *to = &t->places[track.object];
            track.object = track.target == FERRY_TARGET_NODE_VISIBLE ? to->frame : to->bone;
        }
        if (!part || of->same[PARTS * (size_t)track.object + 3 * scale + track.channel])
            tracks[count++] = track;
    }
    return count;
}

static bool follow_clip(transforms *t, ferry_clip *clip) {
    ferry_mark mark = ferry_job_mark(t->job);
    sampled all;
    size_t width = PARTS * (size_t)t->new.count;
    if (!sample_clip(t, clip, &all)) return false;
    ferry_track *tracks = ferry_scene_new(t->scene, ferry_track, clip->track_count + width);
    if (!tracks) return false;
    uint32_t count = keep_tracks(t, clip, &all, tracks);
    for (uint32_t n = 0; n < t->new.count; n++) {
        float rest[PARTS];
        take_parts(&t->new.data[n], rest);
        for (uint32_t k = 0; k < PARTS; k++) {
            size_t at = PARTS * (size_t)n + k;
            if (all.same[at] || stands_still(&all, width, at, rest[k])) continue;
            if (!add_sampled(t, clip, &all, n, k, &tracks[count++])) return false;
        }
    }
    fy_sort_tracks(tracks, count);
    clip->tracks = tracks;
    clip->track_count = count;
    ferry_job_release(t->job, mark);
    return true;
}

/* While scene->nodes are the old ones; t->new are the new. */
static bool follow_clips(transforms *t) {
    for (uint32_t c = 0; c < t->scene->clips.count; c++)
        if (!follow_clip(t, &t->scene->clips.data[c])) return false;
    return true;
}

/* A compensating child looks at its parent's own scale, also below a Softimage parent, where the frame's
 * scale is the accumulated one; no source mixes the rules so, and the measure below would tell. */
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

static bool measure_deviation(transforms *t, const ferry_matrix *before) {
    ferry_matrix *after = ferry_new(t->job, ferry_matrix, (size_t)t->new.count + 1);
    if (!after || !ferry_world_matrices(t->scene, after)) return false;
    double worst = 0;
    uint32_t where = 0;
    for (uint32_t i = 0; i < t->old.count; i++) {
        double d = deviation(&before[i], &after[t->places[i].frame]);
        if (d > worst) {
            worst = d;
            where = i;
        }
    }
    if (worst > 1e-4)
        ferry_say(t->job, FERRY_LOSS, "transforms.scale-error", fy_scene_place(t->scene), "",
                  "node \"%s\" has a scale that separate translation, rotation and scale cannot express; "
                  "matrix error %.3g %%",
                  t->old.data[where].name, 100 * worst);
    if (t->helpers)
        ferry_say(t->job, FERRY_NOTE, "transforms.helper-nodes", fy_scene_place(t->scene), "",
                  "%" PRIu32 " node%s whose scale is not inherited by children got a helper node", t->helpers,
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
    t->uneven = ferry_new(t->job, uint8_t, t->old.count);
    if (!before || !t->places || !t->wants_bone || !t->uneven || !ferry_world_matrices(t->scene, before))
        return false;
    find_constraints(t);
    if (!find_all_uneven(t) || !place_all(t) || !follow_clips(t)) return false;
    t->scene->nodes = t->new;
    rename_nodes(t);
    return measure_deviation(t, before);
}

static bool resolve_rules(ferry_job *job, ferry_scene *scene) {
    bool plain = true;
    for (uint32_t i = 0; i < scene->nodes.count; i++)
        plain &= scene->nodes.data[i].scale_rule == FERRY_SCALE_INHERIT;
    if (plain) return true;
    ferry_mark mark = ferry_job_mark(job);
    transforms t = {.job = job, .scene = scene, .old = scene->nodes};
    bool done = rebuild(&t);
    ferry_job_release(job, mark);
    return done;
}

bool fy_pass_transforms(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    bool folds = caps->folds_scales && strcmp(scene->format, caps->folds_scales) != 0;
    return fy_merge_helpers(job, scene) && resolve_rules(job, scene) &&
           (!folds || fy_bake_scales(job, scene));
}
