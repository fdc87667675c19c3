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

/* Ticks that are worked on side by side, so that compilers make vector code of it. */
enum { AT_ONCE = 8 };

/* What points of a bone's space have to be moved by, first turned, to stand where they belong. */
typedef struct drift {
    float turn[4][AT_ONCE], shift[3][AT_ONCE];
} drift;

typedef struct encoding {
    const fy_t3dm_encoder *e;
    drift *drifts;    /* of each bone, as many as hold all ticks */
    size_t run_count; /* so many */
    double share;     /* below 0: all keys stay */
} encoding;

/* Of the bone above; NULL: there is none. */
static const drift *drifts_above(const encoding *n, uint32_t bone) {
    uint32_t parent = fy_t3dm_bone_parent(n->e->scene, n->e->pose, bone);
    return parent == FERRY_NONE ? NULL : &n->drifts[parent * n->run_count];
}

static const drift *drift_from(const drift *drifts, uint32_t tick) {
    static const drift none = {.turn = {[3] = {1, 1, 1, 1, 1, 1, 1, 1}}};
    return drifts ? &drifts[tick / AT_ONCE] : &none;
}

static inline quat turn_of(const drift *d, int i) {
    return (quat){(double)d->turn[0][i], (double)d->turn[1][i], (double)d->turn[2][i], (double)d->turn[3][i]};
}

/* How many ticks there are from `tick` on, of those that are worked on at once. */
static uint32_t some_of(const encoding *n, uint32_t tick) {
    return n->e->ticks - tick < AT_ONCE ? n->e->ticks - tick + 1 : AT_ONCE;
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

/* A bone at some ticks, as the clip has it and as it is played. */
typedef struct rows {
    double turn[4][AT_ONCE], shift[3][AT_ONCE], scale[3][AT_ONCE], played[4][AT_ONCE];
} rows;

static inline void fill_row(double to[AT_ONCE], double value) {
    for (int i = 0; i < AT_ONCE; i++) to[i] = value;
}

static inline void take_part(const float *moved, double still, uint32_t tick, uint32_t some,
                             double to[AT_ONCE]) {
    fill_row(to, still);
    for (uint32_t i = 0; moved && i < some; i++) to[i] = (double)moved[tick + i];
}

static inline void take_turns(const bone_source *b, uint32_t tick, uint32_t some, rows *to) {
    const quat rest = b->rest.turn;
    const double still[4] = {rest.x, rest.y, rest.z, rest.w};
    for (uint32_t k = 0; k < 4; k++) {
        fill_row(to->turn[k], still[k]);
        for (uint32_t i = 0; b->turn && i < some; i++)
            to->turn[k][i] = (double)b->turn->exact[4 * (size_t)(tick + i) + k];
    }
}

/* Rotations as they will be played, too. */
static inline void take_rows(const bone_source *b, uint32_t tick, uint32_t some, rows *to) {
    const quat rest = b->rest.turn;
    const double still[4] = {rest.x, rest.y, rest.z, rest.w};
    take_turns(b, tick, some, to);
    for (uint32_t k = 0; k < 3; k++) {
        take_part(b->moved_shift[k], b->still.shift.at[k], tick, some, to->shift[k]);
        take_part(b->moved_scale[k], b->still.scale.at[k], tick, some, to->scale[k]);
    }
    for (uint32_t k = 0; k < 4; k++) {
        fill_row(to->played[k], still[k]);
        for (uint32_t i = 0; b->turn && i < some; i++)
            to->played[k][i] = b->turn->played[4 * (size_t)(tick + i) + k];
    }
}

static inline quat quat_at(const double of[4][AT_ONCE], int i) {
    return (quat){of[0][i], of[1][i], of[2][i], of[3][i]};
}

static inline vec vec_at(const double of[3][AT_ONCE], int i) {
    return (vec){{of[0][i], of[1][i], of[2][i]}};
}

static inline vec scaled(vec v, vec by) {
    return (vec){{v.at[0] * by.at[0], v.at[1] * by.at[1], v.at[2] * by.at[2]}};
}

static inline vec add(vec a, vec b) {
    return (vec){{a.at[0] + b.at[0], a.at[1] + b.at[1], a.at[2] + b.at[2]}};
}

/* Where a point of the parent's space has to be. */
static inline vec above(const drift *d, int i, vec point) {
    vec shift = {{(double)d->shift[0][i], (double)d->shift[1][i], (double)d->shift[2][i]}};
    return add(rotate(turn_of(d, i), point), shift);
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

static inline void want_turns(const drift *up, const rows *r, float wanted[4][AT_ONCE]) {
    for (int i = 0; i < AT_ONCE; i++) {
        quat q = multiply(turn_of(up, i), quat_at(r->turn, i));
        wanted[0][i] = (float)q.x, wanted[1][i] = (float)q.y;
        wanted[2][i] = (float)q.z, wanted[3][i] = (float)q.w;
    }
}

static inline void find_turns(const encoding *n, const bone_source *b) {
    for (uint32_t t = 0; t <= n->e->ticks; t += AT_ONCE) {
        const uint32_t some = some_of(n, t);
        float wanted[4][AT_ONCE], *to = b->turn->samples + 4 * (size_t)t;
        rows r;
        take_turns(b, t, some, &r);
        want_turns(drift_from(b->above, t), &r, wanted);
        for (uint32_t i = 0; i < some; i++)
            for (uint32_t k = 0; k < 4; k++) to[4 * i + k] = wanted[k][i];
    }
}

FY_WIDE static void find_turns_wide(const encoding *n, const bone_source *b) {
    find_turns(n, b);
}

static bool encode_rotation(const encoding *n, const bone_source *b) {
    if (!b->turn) return true;
    (FY_HAS_WIDE ? find_turns_wide : find_turns)(n, b);
    return choose_coding(n, b->turn);
}

/* Where the origin has to be. Turns leave it where it is if the middle of what the bone carries is there. */
static inline void want_shifts(const drift *up, const rows *r, vec middle, float wanted[3][AT_ONCE]) {
    for (int i = 0; i < AT_ONCE; i++) {
        vec arm = scaled(middle, vec_at(r->scale, i));
        vec to = above(up, i, add(vec_at(r->shift, i), rotate(quat_at(r->turn, i), arm))),
            now = rotate(quat_at(r->played, i), arm);
        for (int k = 0; k < 3; k++) wanted[k][i] = (float)(to.at[k] - now.at[k]);
    }
}

static inline void want_bare_shifts(const drift *up, const rows *r, float wanted[3][AT_ONCE]) {
    for (int i = 0; i < AT_ONCE; i++) {
        vec to = above(up, i, vec_at(r->shift, i));
        for (int k = 0; k < 3; k++) wanted[k][i] = (float)to.at[k];
    }
}

static inline void find_shifts(const encoding *n, const bone_source *b, vec middle) {
    const bool bare = middle.at[0] == 0 && middle.at[1] == 0 && middle.at[2] == 0;
    for (uint32_t t = 0; t <= n->e->ticks; t += AT_ONCE) {
        const uint32_t some = some_of(n, t);
        float wanted[3][AT_ONCE];
        rows r;
        take_rows(b, t, some, &r);
        if (bare)
            want_bare_shifts(drift_from(b->above, t), &r, wanted);
        else
            want_shifts(drift_from(b->above, t), &r, middle, wanted);
        for (uint32_t k = 0; k < 3; k++)
            if (b->shift[k]) memcpy(b->shift[k]->samples + t, wanted[k], some * sizeof *wanted[k]);
    }
}

FY_WIDE static void find_shifts_wide(const encoding *n, const bone_source *b, vec middle) {
    find_shifts(n, b, middle);
}

/* A bone that is moved along some axes only is put right along those. */
static bool encode_translation(const encoding *n, const bone_source *b, uint32_t bone) {
    const double *middle = n->e->middles[bone];
    if (!b->shift[0] && !b->shift[1] && !b->shift[2]) return true;
    (FY_HAS_WIDE ? find_shifts_wide : find_shifts)(n, b, (vec){{middle[0], middle[1], middle[2]}});
    for (uint32_t k = 0; k < 3; k++)
        if (b->shift[k] && !choose_coding(n, b->shift[k])) return false;
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
static inline bool is_even(vec scale, double least) {
    double size = fabs(scale.at[0]);
    return (size > least) & (fabs(scale.at[1] - scale.at[0]) <= 1e-3 * size) &
           (fabs(scale.at[2] - scale.at[0]) <= 1e-3 * size);
}

/* `at`: where the bone's origin is played. */
static inline void drift_some(const drift *up, const rows *r, const double at[3][AT_ONCE], double least,
                              drift *restrict to) {
    for (int i = 0; i < AT_ONCE; i++) {
        quat back = conjugate(quat_at(r->played, i));
        vec scale = vec_at(r->scale, i), off = above(up, i, vec_at(r->shift, i));
        for (int k = 0; k < 3; k++) off.at[k] -= at[k][i];
        const bool even = is_even(scale, least);
        quat turn = unit(multiply(back, multiply(turn_of(up, i), quat_at(r->turn, i))));
        off = rotate(back, off);
        to->turn[0][i] = (float)(even ? turn.x : 0), to->turn[1][i] = (float)(even ? turn.y : 0);
        to->turn[2][i] = (float)(even ? turn.z : 0), to->turn[3][i] = (float)(even ? turn.w : 1);
        for (int k = 0; k < 3; k++) to->shift[k][i] = (float)(even ? off.at[k] / scale.at[k] : 0);
    }
}

static inline void find_drift(const encoding *n, const bone_source *b, uint32_t bone) {
    drift *to = n->drifts + bone * n->run_count;
    const double least = least_followed(n, b);
    for (uint32_t t = 0; t <= n->e->ticks; t += AT_ONCE) {
        const uint32_t some = some_of(n, t);
        double at[3][AT_ONCE];
        rows r;
        take_rows(b, t, some, &r);
        for (uint32_t k = 0; k < 3; k++) {
            memcpy(at[k], r.shift[k], sizeof at[k]);
            if (b->shift[k]) memcpy(at[k], b->shift[k]->played + t, some * sizeof *at[k]);
        }
        drift_some(drift_from(b->above, t), &r, (const double(*)[AT_ONCE])at, least, &to[t / AT_ONCE]);
    }
}

FY_WIDE static void find_drift_wide(const encoding *n, const bone_source *b, uint32_t bone) {
    find_drift(n, b, bone);
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
    n.run_count = encoder->ticks / AT_ONCE + (size_t)1;
    n.drifts = ferry_alloc(encoder->job, bones * n.run_count, sizeof *n.drifts);
    bool done = n.drifts != NULL;
    for (uint32_t b = 0; done && b < bones; b++) {
        bone_source source = open_bone(&n, b);
        done =
            encode_rotation(&n, &source) && encode_translation(&n, &source, b) && encode_scale(&n, &source);
        if (done && carries_bones(&n, b)) (FY_HAS_WIDE ? find_drift_wide : find_drift)(&n, &source, b);
    }
    ferry_job_release(encoder->job, mark);
    return done;
}
