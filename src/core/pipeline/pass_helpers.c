/*
 * pass_helpers.c: helper nodes that readers made for one transform (pivots, joint orientations) are merged
 * into the node above them where one T * R * S says the same in every pose (docs/scene.md, "Helper nodes").
 *
 * What only one node of a chain has keeps its tracks. A product of several that move is no curve of the scene
 * any more: it is sampled, 60 times a second.
 */
#include "core/pipeline/pass_helpers.h"

#include <inttypes.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"
#include "core/scene/pose.h"
#include "core/scene/scene.h"

enum { TRANSLATION, ROTATION, SCALE, PARTS };

/* Of a node and what is merged into it so far: true in every pose of every clip. */
typedef struct facts {
    bool still[PARTS]; /* at the origin, not turned, of scale 1 */
    bool bare;         /* nothing is drawn by it, and it is shown */
    bool faced;        /* a child looks at its own scale */
    uint32_t children;
} facts;

/* A node that something is merged into, and which node of the chain each part comes from; FERRY_NONE: it is a
 * product. */
typedef struct chain {
    uint32_t top, sources[PARTS];
} chain;

typedef struct merging {
    ferry_job *job;
    ferry_scene *scene;
    facts *own, *all; /* of each node alone; with what is merged into it */
    uint32_t *below;  /* the helper that is merged into a node, FERRY_NONE: none */
    uint32_t *tops;   /* what each node is merged into in the end: itself, if it stays */
    uint32_t *places; /* new numbers */
    chain *chains;    /* by top */
    uint32_t chain_count, merged;
} merging;

/* -------------------------------------------------------------------------------------------------- facts */

static bool turned(const ferry_node *node) {
    if (node->has_quat) return node->quat.x != 0 || node->quat.y != 0 || node->quat.z != 0;
    return node->euler.x != 0 || node->euler.y != 0 || node->euler.z != 0;
}

static void see_tracks(merging *f, const ferry_clip *clip) {
    for (uint32_t k = 0; k < clip->track_count; k++) {
        const ferry_track *track = &clip->tracks[k];
        if (track->target == FERRY_TARGET_NODE_VISIBLE) f->own[track->object].bare = false;
        if (fy_moves_node(track)) f->own[track->object].still[track->target - FERRY_TARGET_TRANSLATE] = false;
    }
}

static void see_all(merging *f) {
    const ferry_scene *scene = f->scene;
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        const ferry_node *node = &scene->nodes.data[i];
        facts *known = &f->own[i];
        known->still[TRANSLATION] =
            node->translate.x == 0 && node->translate.y == 0 && node->translate.z == 0;
        known->still[ROTATION] = !turned(node);
        known->still[SCALE] = node->scale.x == 1 && node->scale.y == 1 && node->scale.z == 1;
        known->bare = node->visible && node->billboard == FERRY_BILLBOARD_NONE && !node->fixed;
        if (node->parent == FERRY_NONE) continue;
        f->own[node->parent].children++;
        f->own[node->parent].faced |= node->scale_rule != FERRY_SCALE_INHERIT;
    }
    for (uint32_t d = 0; d < scene->draws.count; d++) f->own[scene->draws.data[d].node].bare = false;
    for (uint32_t s = 0; s < scene->skins.count; s++)
        for (uint32_t j = 0; j < scene->skins.data[s].joint_count; j++)
            f->own[scene->skins.data[s].joints[j].node].bare = false;
    for (uint32_t c = 0; c < scene->clips.count; c++) see_tracks(f, &scene->clips.data[c]);
}

/* What hangs on the lower node hangs on the upper one afterwards. An uneven scale above a rotation would
 * shear. */
static bool may_fold(const merging *f, uint32_t node) {
    const ferry_node *lower = &f->scene->nodes.data[node];
    if (!lower->helper || lower->parent == FERRY_NONE || lower->scale_rule != FERRY_SCALE_INHERIT)
        return false;
    const ferry_node *upper = &f->scene->nodes.data[lower->parent];
    const facts *up = &f->all[lower->parent], *down = &f->all[node];
    if (!up->bare || up->children != 1 || !lower->visible || lower->billboard != FERRY_BILLBOARD_NONE)
        return false;
    if (!up->still[SCALE] && (!down->still[ROTATION] || down->faced)) return false;
    if (upper->scale_rule == FERRY_SCALE_INHERIT) return true;
    return fy_compensates(upper) && down->still[TRANSLATION];
}

/* Lower nodes have the higher numbers: they are merged first, and bring what was merged into them along. */
static void decide(merging *f) {
    for (uint32_t i = f->scene->nodes.count; i-- > 0;) {
        if (!may_fold(f, i)) continue;
        uint32_t above = f->scene->nodes.data[i].parent;
        f->below[above] = i;
        f->merged++;
        for (int part = 0; part < PARTS; part++) f->all[above].still[part] &= f->all[i].still[part];
        f->all[above].faced = f->all[i].faced;
    }
}

/* ----------------------------------------------------------------------------------------------- products */

/* The product of a node and all that is merged into it. */
typedef struct product {
    double translate[3], scale[3];
    ferry_matrix rotation;
} product;

static void read_parts(const ferry_node *node, double translate[3], double scale[3]) {
    const double t[3] = {(double)node->translate.x, (double)node->translate.y, (double)node->translate.z};
    const double s[3] = {(double)node->scale.x, (double)node->scale.y, (double)node->scale.z};
    memcpy(translate, t, sizeof t);
    memcpy(scale, s, sizeof s);
}

static product multiply(const merging *f, const ferry_node *nodes, uint32_t top) {
    product p = {.rotation = fy_node_rotation(&nodes[top])};
    read_parts(&nodes[top], p.translate, p.scale);
    for (uint32_t i = f->below[top]; i != FERRY_NONE; i = f->below[i]) {
        double t[3], s[3];
        ferry_matrix rotation = fy_node_rotation(&nodes[i]);
        read_parts(&nodes[i], t, s);
        for (int row = 0; row < 3; row++)
            for (int k = 0; k < 3; k++) p.translate[row] += p.rotation.m[row][k] * p.scale[k] * t[k];
        p.rotation = fy_matrix_multiply(&p.rotation, &rotation);
        for (int k = 0; k < 3; k++) p.scale[k] *= s[k];
    }
    return p;
}

/* The one node of a chain that a part comes from; FERRY_NONE: it is a product. */
static uint32_t source_of(const merging *f, uint32_t top, int part) {
    uint32_t source = top, count = !f->own[top].still[part];
    for (uint32_t i = f->below[top]; i != FERRY_NONE; i = f->below[i]) {
        if (f->own[i].still[part]) continue;
        if (part == TRANSLATION || count++) return FERRY_NONE;
        source = i;
    }
    return source;
}

/* ------------------------------------------------------------------------------------------------- chains */

static void put_vector(const double from[3], ferry_vec3 *to) {
    *to = (ferry_vec3){(float)from[0], (float)from[1], (float)from[2]};
}

/* The node that stands for a chain, at rest. */
static ferry_node whole_node(const merging *f, uint32_t top) {
    const ferry_node *nodes = f->scene->nodes.data;
    ferry_node node = nodes[top];
    product p = multiply(f, nodes, top);
    uint32_t turn = source_of(f, top, ROTATION);
    put_vector(p.translate, &node.translate);
    put_vector(p.scale, &node.scale);
    node.has_quat = turn == FERRY_NONE || nodes[turn].has_quat;
    node.euler = turn == FERRY_NONE ? node.euler : nodes[turn].euler;
    node.quat = turn == FERRY_NONE ? fy_quat_matrix(&p.rotation) : nodes[turn].quat;
    return node;
}

/* New numbers, and the chains: nodes that something is merged into, with where each part of them comes
 * from. */
static bool find_places(merging *f) {
    uint32_t count = f->scene->nodes.count, kept = 0;
    f->places = ferry_new(f->job, uint32_t, count);
    f->tops = ferry_new(f->job, uint32_t, count);
    f->chains = ferry_new(f->job, chain, f->merged);
    if (!f->places || !f->tops || !f->chains) return false;
    for (uint32_t i = 0; i < count; i++) f->tops[i] = i;
    for (uint32_t i = 0; i < count; i++) {
        bool top = f->tops[i] == i;
        f->places[i] = top ? kept++ : f->places[f->tops[i]];
        if (f->below[i] != FERRY_NONE) f->tops[f->below[i]] = f->tops[i];
        if (!top || f->below[i] == FERRY_NONE) continue;
        chain *c = &f->chains[f->chain_count++];
        c->top = i;
        for (int part = 0; part < PARTS; part++) c->sources[part] = source_of(f, i, part);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- tracks */

enum { NUMBERS = 10 }; /* of a sample: translation, quaternion, scale */

static bool is_product(const chain *c) {
    return c->sources[TRANSLATION] == FERRY_NONE || c->sources[ROTATION] == FERRY_NONE ||
           c->sources[SCALE] == FERRY_NONE;
}

/* Chains that hold a product and that the clip moves, by marks on their tops. */
static uint32_t find_moved(merging *f, const ferry_clip *clip, uint8_t *marks, const chain **moved) {
    uint32_t count = 0;
    memset(marks, 0, f->scene->nodes.count);
    for (uint32_t k = 0; k < clip->track_count; k++)
        if (fy_moves_node(&clip->tracks[k])) marks[f->tops[clip->tracks[k].object]] = 1;
    for (uint32_t c = 0; c < f->chain_count; c++)
        if (marks[f->chains[c].top] && is_product(&f->chains[c])) moved[count++] = &f->chains[c];
    return count;
}

static void put_numbers(const product *p, float to[NUMBERS]) {
    ferry_quat q = fy_quat_matrix(&p->rotation);
    const float quat[4] = {q.x, q.y, q.z, q.w};
    for (int k = 0; k < 3; k++) to[k] = (float)p->translate[k], to[7 + k] = (float)p->scale[k];
    memcpy(to + 3, quat, sizeof quat);
}

/* NUMBERS for each chain and sample. */
static float *sample(merging *f, const ferry_clip *clip, const chain **moved, uint32_t count) {
    uint32_t samples = fy_clip_samples(clip);
    fy_clip_player player;
    float *numbers = ferry_alloc(f->job, samples, (size_t)count * NUMBERS * sizeof *numbers);
    if (!numbers || !fy_clip_play(f->job, &f->scene->nodes, clip, &player)) return NULL;
    for (uint32_t s = 0; s < samples; s++) {
        fy_clip_move(&player, fy_clip_sample(clip, s));
        for (uint32_t c = 0; c < count; c++) {
            product p = multiply(f, player.nodes, moved[c]->top);
            put_numbers(&p, numbers + ((size_t)c * samples + s) * NUMBERS);
        }
        if (!ferry_tick(f->job)) return NULL;
    }
    return numbers;
}

/* `width` of the numbers, from number `at` on. */
static bool add_track(merging *f, ferry_clip *clip, ferry_track track, const float *numbers, uint32_t at) {
    uint32_t samples = fy_clip_samples(clip);
    track.key_count = samples;
    track.times = ferry_scene_new(f->scene, double, samples);
    track.values = ferry_scene_new(f->scene, float, (size_t)samples *track.width);
    if (!track.times || !track.values) return false;
    for (uint32_t s = 0; s < samples; s++) {
        track.times[s] = fy_clip_sample(clip, s);
        memcpy(track.values + (size_t)s * track.width, numbers + (size_t)s * NUMBERS + at,
               track.width * sizeof(float));
    }
    clip->tracks[clip->track_count++] = track;
    return true;
}

static bool add_products(merging *f, ferry_clip *clip, const chain *c, const float *numbers) {
    static const ferry_target targets[PARTS] = {FERRY_TARGET_TRANSLATE, FERRY_TARGET_ROTATE,
                                                FERRY_TARGET_SCALE};
    static const uint32_t firsts[PARTS] = {0, 3, 7};
    for (int part = 0; part < PARTS; part++) {
        bool turn = part == ROTATION;
        for (uint32_t k = 0; c->sources[part] == FERRY_NONE && k < (turn ? 1 : 3); k++) {
            ferry_track track = {.target = targets[part],
                                 .object = f->places[c->top],
                                 .channel = k,
                                 .interpolation = turn ? FERRY_NLERP : FERRY_LINEAR,
                                 .width = turn ? 4 : 1};
            if (!add_track(f, clip, track, numbers, firsts[part] + k)) return false;
        }
    }
    return true;
}

/* Tracks of parts that became products go; all others follow their nodes. */
static void keep_tracks(const merging *f, const ferry_clip *from, ferry_clip *to, const uint32_t *chain_of) {
    for (uint32_t k = 0; k < from->track_count; k++) {
        ferry_track track = from->tracks[k];
        if (track.target <= FERRY_TARGET_NODE_VISIBLE) {
            uint32_t number = chain_of[f->tops[track.object]];
            bool part = fy_moves_node(&track) && number != FERRY_NONE;
            if (part && f->chains[number].sources[track.target - FERRY_TARGET_TRANSLATE] == FERRY_NONE)
                continue;
            track.object = f->places[track.object];
        }
        to->tracks[to->track_count++] = track;
    }
}

static bool follow_clip(merging *f, ferry_clip *clip, const uint32_t *chain_of) {
    ferry_mark mark = ferry_job_mark(f->job);
    const chain **moved = ferry_new(f->job, const chain *, f->chain_count);
    uint8_t *marks = ferry_new(f->job, uint8_t, f->scene->nodes.count);
    if (!moved || !marks) return false;
    uint32_t count = find_moved(f, clip, marks, moved), samples = fy_clip_samples(clip);
    float *numbers = count ? sample(f, clip, moved, count) : NULL;
    ferry_clip to = *clip;
    to.track_count = 0;
    to.tracks = ferry_scene_new(f->scene, ferry_track, clip->track_count + 7 * (size_t)count + 1);
    if ((count && !numbers) || !to.tracks) return false;
    keep_tracks(f, clip, &to, chain_of);
    for (uint32_t c = 0; c < count; c++)
        if (!add_products(f, &to, moved[c], numbers + (size_t)c * samples * NUMBERS)) return false;
    fy_sort_tracks(to.tracks, to.track_count);
    *clip = to;
    ferry_job_release(f->job, mark);
    return true;
}

/* ---------------------------------------------------------------------------------------------------- all */

static void rename_all(merging *f) {
    ferry_scene *scene = f->scene;
    for (uint32_t d = 0; d < scene->draws.count; d++)
        scene->draws.data[d].node = f->places[scene->draws.data[d].node];
    for (uint32_t s = 0; s < scene->skins.count; s++)
        for (uint32_t j = 0; j < scene->skins.data[s].joint_count; j++) {
            ferry_joint *joint = &scene->skins.data[s].joints[j];
            joint->node = f->places[joint->node];
        }
}

static bool fold_chains(merging *f) {
    ferry_scene *scene = f->scene;
    ferry_node_list *nodes = &scene->nodes;
    uint32_t kept = 0, *chain_of = ferry_new(f->job, uint32_t, nodes->count);
    ferry_node *wholes = ferry_new(f->job, ferry_node, nodes->count);
    if (!chain_of || !wholes || !find_places(f)) return false;
    for (uint32_t i = 0; i < nodes->count; i++) chain_of[i] = FERRY_NONE;
    for (uint32_t c = 0; c < f->chain_count; c++) chain_of[f->chains[c].top] = c;
    for (uint32_t c = 0; c < scene->clips.count; c++)
        if (!follow_clip(f, &scene->clips.data[c], chain_of)) return false;
    for (uint32_t i = 0; i < nodes->count; i++) {
        if (f->tops[i] != i) continue;
        wholes[kept] = chain_of[i] == FERRY_NONE ? nodes->data[i] : whole_node(f, i);
        if (wholes[kept].parent != FERRY_NONE) wholes[kept].parent = f->places[wholes[kept].parent];
        kept++;
    }
    memcpy(nodes->data, wholes, kept * sizeof *wholes);
    nodes->count = kept;
    rename_all(f);
    ferry_say(f->job, FERRY_NOTE, "transforms.merged-nodes", fy_scene_place(scene), "",
              "%" PRIu32 " helper node%s with a single transform merged into the parent", f->merged,
              f->merged == 1 ? "" : "s");
    return true;
}

bool fy_merge_helpers(ferry_job *job, ferry_scene *scene) {
    bool any = false;
    for (uint32_t i = 0; i < scene->nodes.count; i++) any |= scene->nodes.data[i].helper;
    if (!any) return true;
    ferry_mark mark = ferry_job_mark(job);
    size_t count = scene->nodes.count;
    merging f = {.job = job,
                 .scene = scene,
                 .own = ferry_new(job, facts, count),
                 .all = ferry_new(job, facts, count),
                 .below = ferry_new(job, uint32_t, count)};
    if (!f.own || !f.all || !f.below) return false;
    for (size_t i = 0; i < count; i++) f.below[i] = FERRY_NONE;
    see_all(&f);
    memcpy(f.all, f.own, count * sizeof *f.all);
    decide(&f);
    bool done = !f.merged || fold_chains(&f);
    ferry_job_release(job, mark);
    return done;
}
