/*
 * t3dm_keys.c: samples of a channel as codes, and which of them become keys.
 *
 * Format: docs/formats/t3dm.md, "Animations" and "Animations from clips".
 */
#include "formats/t3dm/animation/t3dm_keys.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/animation/t3dm_rotations.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/file/t3dm_file.h"

#define LARGEST_WORD 65535.0

/* ------------------------------------------------------------------------------------------------- codes */

static void find_range(fy_t3dm_channel *channel) {
    float least = channel->samples[0], most = least;
    for (uint32_t t = 0; t <= channel->ticks; t++) {
        least = channel->samples[t] < least ? channel->samples[t] : least;
        most = channel->samples[t] > most ? channel->samples[t] : most;
    }
    channel->offset = least;
    channel->scale = (float)(((double)most - (double)least) / LARGEST_WORD);
    channel->level = least == most;
}

/* Matrices of the console end at 32,768, which is told where boxes are measured; so far beyond that a range
 * of floats is still finite, and what is no number is nowhere. */
static float held(float sample) {
    const float most = 1e9f;
    return !(sample > -most) ? -most : sample < most ? sample : most;
}

void fy_t3dm_quantise_channel(fy_t3dm_channel *channel) {
    if (channel->kind == FY_T3DM_ROTATION) {
        fy_t3dm_pack_rotations(channel->samples, channel->ticks + (size_t)1, channel->codes);
        return;
    }
    for (uint32_t t = 0; t <= channel->ticks; t++) channel->samples[t] = held(channel->samples[t]);
    find_range(channel);
    if (channel->level) {
        memset(channel->codes, 0, (channel->ticks + (size_t)1) * sizeof *channel->codes);
        return;
    }
    for (uint32_t t = 0; t <= channel->ticks; t++) {
        double above = (double)channel->samples[t] - (double)channel->offset;
        double code = channel->scale > 0 ? fy_round(above / (double)channel->scale) : 0;
        channel->codes[t] = (uint32_t)(code > LARGEST_WORD ? LARGEST_WORD : code);
    }
}

/* What the runtime has at a tick that is a key. */
static void take_code(const fy_t3dm_channel *channel, uint32_t tick, double value[4]) {
    if (channel->kind == FY_T3DM_ROTATION)
        fy_t3dm_unpack_rotation(channel->codes[tick], value);
    else
        value[0] = channel->codes[tick] * (double)channel->scale + (double)channel->offset;
}

/* ------------------------------------------------------------------------------------- between keys */

typedef struct segment {
    uint32_t from, to;         /* ticks; to is 0: none yet */
    double a[4], b[4], end[4]; /* what the runtime has there; b is `end` by the shorter way from a */
    bool taken;                /* while keys are chosen: of rotations `played` has what take_code() makes */
} segment;

static void take_end(const fy_t3dm_channel *channel, uint32_t tick, const segment *s, double value[4]) {
    if (s->taken && channel->kind == FY_T3DM_ROTATION)
        memcpy(value, channel->played + 4 * (size_t)tick, 4 * sizeof *value);
    else
        take_code(channel, tick, value);
}

/* Both ends, and of rotations on the shorter way. */
static void open_segment(const fy_t3dm_channel *channel, uint32_t from, uint32_t to, segment *s) {
    double dot = 0;
    if (s->to && s->to == from)
        memcpy(s->a, s->end, sizeof s->a);
    else
        take_end(channel, from, s, s->a);
    take_end(channel, to, s, s->end);
    s->from = from;
    s->to = to;
    memcpy(s->b, s->end, sizeof s->b);
    for (int k = 0; channel->kind == FY_T3DM_ROTATION && k < 4; k++) dot += s->a[k] * s->b[k];
    for (int k = 0; dot < 0 && k < 4; k++) s->b[k] = -s->b[k];
}

/* Rotations not made unit length yet. */
static void mix(const segment *s, uint32_t tick, double value[4]) {
    double part = (tick - s->from) / (double)(s->to - s->from);
    for (int k = 0; k < 4; k++) value[k] = s->a[k] * (1 - part) + s->b[k] * part;
}

static void make_unit(double value[4]) {
    double length = 0;
    for (int k = 0; k < 4; k++) length += value[k] * value[k];
    length = length > 0 ? sqrt(length) : 1;
    for (int k = 0; k < 4; k++) value[k] /= length;
}

static double between(const segment *s, uint32_t tick) {
    if (s->a[0] == s->b[0]) return s->a[0];
    double part = (tick - s->from) / (double)(s->to - s->from);
    return s->a[0] + (s->b[0] - s->a[0]) * part;
}

void fy_t3dm_play_channel(fy_t3dm_channel *channel) {
    segment s = {0};
    if (channel->level) {
        double value[4];
        take_code(channel, 0, value);
        for (uint32_t t = 0; t <= channel->ticks; t++) channel->played[t] = value[0];
        return;
    }
    for (uint32_t k = 0; k + 1 < channel->key_count; k++) {
        uint32_t from = channel->keys[k], to = channel->keys[k + 1];
        open_segment(channel, from, to, &s);
        for (uint32_t t = k ? from + 1 : from; t <= to; t++)
            if (channel->kind == FY_T3DM_ROTATION) {
                mix(&s, t, channel->played + 4 * (size_t)t);
                make_unit(channel->played + 4 * (size_t)t);
            } else {
                channel->played[t] = between(&s, t);
            }
    }
}

/* ------------------------------------------------------------------------------------------------- choice */

/* Of a and b, and of a and -b: their product is twice the sine of half the angle. */
static double turn_between(const double a[4], const double b[4]) {
    double apart = 0, across = 0;
    for (int k = 0; k < 4; k++) {
        apart += (a[k] - b[k]) * (a[k] - b[k]);
        across += (a[k] + b[k]) * (a[k] + b[k]);
    }
    return sqrt(apart) * sqrt(across);
}

/* Whether that is less, or more, than `limit` so clearly that rounding cannot matter, without roots: the
 * square of it is (aa + bb)^2 - 4 ab^2. `length`: the square of what `a` has yet to be divided by. */
static int compare_turn(const double a[4], double length, const double b[4], double limit) {
    double ab = 0, aa = 0, bb = 0;
    for (int k = 0; k < 4; k++) {
        ab += a[k] * b[k];
        aa += a[k] * a[k];
        bb += b[k] * b[k];
    }
    double whole = (aa / length + bb) * (aa / length + bb) * length, square = whole - 4 * ab * ab,
           most = limit * limit * length;
    if (square < most * (1 - 1e-6) - whole * 1e-12) return -1;
    return square > most * (1 + 1e-6) + whole * 1e-12;
}

static void take_turn(const fy_t3dm_channel *channel, uint32_t tick, double value[4]) {
    for (size_t k = 0; k < 4; k++) value[k] = (double)channel->samples[4 * (size_t)tick + k];
}

static double scalar_off(const fy_t3dm_channel *channel, uint32_t tick, double is) {
    return fabs(is - (double)channel->samples[tick]);
}

/* The worst that codes do to samples. Keys need not be nearer: else they would follow what is rounding. Of
 * rotations `played` gets what the codes are. */
static double rounding(fy_t3dm_channel *channel) {
    double worst = 0;
    for (uint32_t t = 0; t <= channel->ticks; t++) {
        double is[4], was[4], off;
        take_code(channel, t, is);
        if (channel->kind == FY_T3DM_ROTATION) {
            memcpy(channel->played + 4 * (size_t)t, is, sizeof is);
            take_turn(channel, t, was);
            if (compare_turn(is, 1, was, worst) < 0) continue;
            off = turn_between(is, was);
        } else {
            off = scalar_off(channel, t, is[0]);
        }
        worst = off > worst ? off : worst;
    }
    return worst;
}

static bool turn_holds(const fy_t3dm_channel *channel, const segment *s, uint32_t tick, double error) {
    double is[4], was[4], length = 0;
    mix(s, tick, is);
    take_turn(channel, tick, was);
    for (int k = 0; k < 4; k++) length += is[k] * is[k];
    int order = compare_turn(is, length, was, error);
    if (order) return order < 0;
    make_unit(is);
    return !(turn_between(is, was) > error);
}

static inline bool holds_at(const fy_t3dm_channel *channel, const segment *s, uint32_t tick, double error) {
    return channel->kind == FY_T3DM_ROTATION ? turn_holds(channel, s, tick, error)
                                             : !(scalar_off(channel, tick, between(s, tick)) > error);
}

static bool holds(const fy_t3dm_channel *channel, uint32_t from, uint32_t to, double error) {
    segment s = {.taken = true};
    open_segment(channel, from, to, &s);
    if (to - from < 2) return true;
    if (!holds_at(channel, &s, from + (to - from) / 2, error)) return false; /* where most that fail do */
    for (uint32_t t = from + 1; t < to; t++)
        if (!holds_at(channel, &s, t, error)) return false;
    return true;
}

static uint32_t farthest_key(const fy_t3dm_channel *channel, uint32_t from) {
    uint32_t most = channel->ticks - from;
    return from + (most < FY_T3DM_MOST_TICKS ? most : FY_T3DM_MOST_TICKS);
}

/* The end of a segment: twice as far as long as it holds, then halfway between what did and what did not. */
static uint32_t reach(const fy_t3dm_channel *channel, uint32_t from, double error) {
    uint32_t most = farthest_key(channel, from) - from, good = 1, bad;
    for (uint32_t step = 2;; step *= 2) {
        if (step > most) step = most;
        if (step <= good) return from + good;
        if (!holds(channel, from, from + step, error)) {
            bad = step;
            break;
        }
        good = step;
    }
    while (bad - good > 1) {
        uint32_t middle = good + (bad - good) / 2;
        if (holds(channel, from, from + middle, error))
            good = middle;
        else
            bad = middle;
    }
    return from + good;
}

bool fy_t3dm_choose_keys(ferry_job *job, fy_t3dm_channel *channel, double error, double share) {
    /* nothing is off */
    bool level = channel->level && error >= 0 && share >= 0;
    if (!level) error = share * (error + rounding(channel));
    channel->key_count = 0;
    for (uint32_t at = 0;; at = level ? farthest_key(channel, at) : reach(channel, at, error)) {
        if (!ferry_tick(job)) return false;
        channel->keys[channel->key_count++] = at;
        if (at == channel->ticks) return true;
    }
}
