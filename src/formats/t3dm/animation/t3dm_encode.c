/*
 * t3dm_encode.c: codes and keys of a clip's channels, bone by bone from the root on, each chosen against what
 * the bones above became.
 *
 * Format: docs/formats/t3dm.md, "Animations from clips". A rotation is off by up to 0.14 degrees for its code
 * and more for keys left out. What hangs on the bone is told so: a bone turns against what its parent really
 * does, so that in model space it is off by its own error and not by those of the whole chain. Where a bone
 * has channels that move it, these put the middle of what it carries where it belongs.
 */
#include "formats/t3dm/animation/t3dm_encode.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/animation/t3dm_keys.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/pose/t3dm_ticks.h"

typedef struct quat {
    double x, y, z, w;
} quat;

typedef struct vec {
    double at[3];
} vec;

static inline quat multiply(quat a, quat b) {
    return (quat){
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static inline quat conjugate(quat a) {
    return (quat){-a.x, -a.y, -a.z, a.w};
}

static inline quat unit(quat a) {
    double length = sqrt(a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w);
    return length > 0 ? (quat){a.x / length, a.y / length, a.z / length, a.w / length} : (quat){0, 0, 0, 1};
}

static inline vec rotate(quat a, vec v) {
    quat p = multiply(multiply(a, (quat){v.at[0], v.at[1], v.at[2], 0}), conjugate(a));
    return (vec){{p.x, p.y, p.z}};
}

/* ---------------------------------------------------------------------------------------------- one bone */

/* A bone's transform at a tick, in units of the file. */
typedef struct local {
    quat turn;
    vec shift, scale;
} local;

/* What points of a bone's space have to be moved by, first turned, to stand where they belong. */
typedef struct drift {
    float turn[4], shift[3];
} drift;

typedef struct encoding {
    const fy_t3dm_encoder *e;
    drift *drifts; /* of each bone, ticks + 1 */
    double share;  /* below 0: all keys stay */
} encoding;

/* Of the bone above, tick by tick; NULL: there is none. */
static const drift *drifts_above(const encoding *n, uint32_t bone) {
    uint32_t parent = fy_t3dm_bone_parent(n->e->scene, n->e->pose, bone);
    return parent == FERRY_NONE ? NULL : &n->drifts[parent * ((size_t)n->e->ticks + 1)];
}

static inline const drift *drift_at(const drift *drifts, uint32_t tick) {
    static const drift none = {{0, 0, 0, 1}, {0, 0, 0}};
    return drifts ? &drifts[tick] : &none;
}

static inline quat turn_of(const drift *d) {
    return (quat){(double)d->turn[0], (double)d->turn[1], (double)d->turn[2], (double)d->turn[3]};
}

static fy_t3dm_channel *channel_of(const encoding *n, uint32_t bone, uint32_t part) {
    uint32_t number = n->e->of_part[FY_T3DM_PARTS * (size_t)bone + part];
    return number == FERRY_NONE ? NULL : &n->e->channels[number];
}

/* A bone at rest, its channels, and the drift of the bone above. */
typedef struct bone_source {
    local rest, still; /* `still`: with what its channels have at all ticks where no track moves them */
    const drift *above;
    fy_t3dm_channel *turn, *shift[3], *scale[3];
    const float *moved_shift[3], *moved_scale[3]; /* exact values of the others; NULL: `still` has it */
} bone_source;

/* What a part of a bone is at all ticks, or where it is found tick by tick. */
static const float *open_part(const fy_t3dm_channel *channel, double *still) {
    if (channel && channel->still) *still = (double)channel->exact[0];
    return channel && !channel->still ? channel->exact : NULL;
}

static bone_source open_bone(const encoding *n, uint32_t bone) {
    const ferry_node *node = &n->e->scene->nodes.data[n->e->pose->nodes[bone]];
    ferry_quat rest = fy_node_quat(node);
    double scale = n->e->pose->scale;
    bone_source b = {.rest = {{(double)rest.x, (double)rest.y, (double)rest.z, (double)rest.w},
                              {{(double)node->translate.x * scale, (double)node->translate.y * scale,
                                (double)node->translate.z * scale}},
                              {{(double)node->scale.x, (double)node->scale.y, (double)node->scale.z}}},
                     .above = drifts_above(n, bone),
                     .turn = channel_of(n, bone, FY_T3DM_ROTATION_PART)};
    b.still = b.rest;
    for (uint32_t k = 0; k < 3; k++) {
        b.shift[k] = channel_of(n, bone, k);
        b.scale[k] = channel_of(n, bone, 3 + k);
        b.moved_shift[k] = open_part(b.shift[k], &b.still.shift.at[k]);
        b.moved_scale[k] = open_part(b.scale[k], &b.still.scale.at[k]);
    }
    return b;
}

static inline quat exact_turn(const fy_t3dm_channel *turn, uint32_t tick) {
    const float *q = turn->exact + 4 * (size_t)tick;
    return (quat){(double)q[0], (double)q[1], (double)q[2], (double)q[3]};
}

static inline local exact(const bone_source *b, uint32_t tick) {
    local l = b->still;
    if (b->turn) l.turn = exact_turn(b->turn, tick);
    for (uint32_t k = 0; k < 3; k++) {
        if (b->moved_shift[k]) l.shift.at[k] = (double)b->moved_shift[k][tick];
        if (b->moved_scale[k]) l.scale.at[k] = (double)b->moved_scale[k][tick];
    }
    return l;
}

static inline vec scaled(vec v, vec by) {
    return (vec){{v.at[0] * by.at[0], v.at[1] * by.at[1], v.at[2] * by.at[2]}};
}

static inline vec add(vec a, vec b) {
    return (vec){{a.at[0] + b.at[0], a.at[1] + b.at[1], a.at[2] + b.at[2]}};
}

/* Where a point of the parent's space has to be. */
static inline vec above(const drift *d, vec point) {
    vec shift = {{(double)d->shift[0], (double)d->shift[1], (double)d->shift[2]}};
    return add(rotate(turn_of(d), point), shift);
}

static bool choose_coding(const encoding *n, fy_t3dm_channel *channel) {
    bool played = channel->coded && channel->level;
    if (!channel->coded) fy_t3dm_quantise_channel(channel);
    if (n->share < 0) {
        for (uint32_t t = 0; t <= channel->ticks; t++) channel->keys[t] = t;
        channel->key_count = channel->ticks + 1;
    } else if (!fy_t3dm_choose_keys(n->e->job, channel, n->e->allowances[channel - n->e->channels],
                                    n->share)) {
        return false;
    }
    if (!played) fy_t3dm_play_channel(channel);
    return true;
}

static bool encode_rotation(const encoding *n, const bone_source *b) {
    for (uint32_t t = 0; b->turn && t <= n->e->ticks; t++) {
        quat wanted = multiply(turn_of(drift_at(b->above, t)), exact_turn(b->turn, t));
        float *to = b->turn->samples + 4 * (size_t)t;
        to[0] = (float)wanted.x, to[1] = (float)wanted.y, to[2] = (float)wanted.z, to[3] = (float)wanted.w;
    }
    return !b->turn || choose_coding(n, b->turn);
}

/* The rotation as it will be played. */
static inline quat played_turn(const bone_source *b, uint32_t tick) {
    if (!b->turn) return b->rest.turn;
    const double *q = b->turn->played + 4 * (size_t)tick;
    return (quat){q[0], q[1], q[2], q[3]};
}

/* A bone that is moved along some axes only is put right along those. */
static bool encode_translation(const encoding *n, const bone_source *b, uint32_t bone) {
    fy_t3dm_channel *const *channels = b->shift;
    if (!channels[0] && !channels[1] && !channels[2]) return true;
    vec middle = {{n->e->middles[bone][0], n->e->middles[bone][1], n->e->middles[bone][2]}};
    bool bare = middle.at[0] == 0 && middle.at[1] == 0 && middle.at[2] == 0; /* turns leave it where it is */
    for (uint32_t t = 0; t <= n->e->ticks; t++) {
        local l = exact(b, t);
        if (bare) {
            vec origin = above(drift_at(b->above, t), l.shift);
            for (uint32_t k = 0; k < 3; k++)
                if (channels[k]) channels[k]->samples[t] = (float)origin.at[k];
            continue;
        }
        vec arm = scaled(middle, l.scale);
        vec wanted = above(drift_at(b->above, t), add(l.shift, rotate(l.turn, arm))),
            now = rotate(played_turn(b, t), arm);
        for (uint32_t k = 0; k < 3; k++)
            if (channels[k]) channels[k]->samples[t] = (float)(wanted.at[k] - now.at[k]);
    }
    for (uint32_t k = 0; k < 3; k++)
        if (channels[k] && !choose_coding(n, channels[k])) return false;
    return ferry_tick(n->e->job);
}

static bool encode_scale(const encoding *n, const bone_source *b) {
    for (uint32_t k = 0; k < 3; k++) {
        fy_t3dm_channel *channel = b->scale[k];
        if (!channel) continue;
        if (!channel->coded)
            memcpy(channel->samples, channel->exact, (n->e->ticks + (size_t)1) * sizeof *channel->samples);
        if (!choose_coding(n, channel)) return false;
        channel->coded = true;
    }
    return true;
}

/* Where a bone is smaller than a hundredth of its largest, its children do not follow what it is off by: they
 * would have to move by over a hundred times as much, and its scale is too coarse to bring that back. */
static double least_followed(const encoding *n, const bone_source *b) {
    double largest = 0;
    for (uint32_t k = 0; k < 3; k++) {
        if (!b->moved_scale[k]) largest = fmax(largest, fabs(b->still.scale.at[k]));
        for (uint32_t t = 0; b->moved_scale[k] && t <= n->e->ticks; t++)
            largest = fmax(largest, fabs((double)b->moved_scale[k][t]));
    }
    return fmax(largest / 100, 1e-6);
}

/* Turns go through a scale only if it is the same along all axes. */
static bool is_even(vec scale, double least) {
    double size = fabs(scale.at[0]);
    return size > least && fabs(scale.at[1] - scale.at[0]) <= 1e-3 * size &&
           fabs(scale.at[2] - scale.at[0]) <= 1e-3 * size;
}

static void find_drift(const encoding *n, const bone_source *b, uint32_t bone) {
    drift *to = n->drifts + bone * ((size_t)n->e->ticks + 1);
    const double least = least_followed(n, b);
    for (uint32_t t = 0; t <= n->e->ticks; t++) {
        const drift *up = drift_at(b->above, t);
        local l = exact(b, t);
        quat now = played_turn(b, t), back = conjugate(now);
        vec off = above(up, l.shift);
        for (uint32_t k = 0; k < 3; k++) off.at[k] -= b->shift[k] ? b->shift[k]->played[t] : l.shift.at[k];
        bool even = is_even(l.scale, least);
        quat turn = even ? unit(multiply(back, multiply(turn_of(up), l.turn))) : (quat){0, 0, 0, 1};
        off = rotate(back, off);
        to[t] = (drift){{(float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w}, {0, 0, 0}};
        for (int k = 0; k < 3 && even; k++) to[t].shift[k] = (float)(off.at[k] / l.scale.at[k]);
    }
}

/* The first of the bones that hang on a bone follows it. */
static bool carries_bones(const encoding *n, uint32_t bone) {
    return bone + 1 < n->e->pose->bone_count &&
           fy_t3dm_bone_parent(n->e->scene, n->e->pose, bone + 1) == bone;
}

bool fy_t3dm_encode(const fy_t3dm_encoder *encoder, double share) {
    encoding n = {.e = encoder, .share = share};
    ferry_mark mark = ferry_job_mark(encoder->job);
    uint32_t bones = encoder->pose->bone_count;
    n.drifts = ferry_alloc(encoder->job, bones * ((size_t)encoder->ticks + 1), sizeof *n.drifts);
    bool done = n.drifts != NULL;
    for (uint32_t b = 0; done && b < bones; b++) {
        bone_source source = open_bone(&n, b);
        done =
            encode_rotation(&n, &source) && encode_translation(&n, &source, b) && encode_scale(&n, &source);
        if (done && carries_bones(&n, b)) find_drift(&n, &source, b);
    }
    ferry_job_release(encoder->job, mark);
    return done;
}
