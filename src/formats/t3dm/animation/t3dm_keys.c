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
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/file/t3dm_file.h"

#define SQRT_HALF 0.70710678118
#define LARGEST_WORD 65535.0
#define LARGEST_PART 1023.0

/* ------------------------------------------------------------------------------------------------- codes */

/* A code beside a component, and what its error is by itself and along the rotation. */
typedef struct side {
    uint32_t code;
    double square, along;
} side;

/* The codes above and below each of the three components that are stored. */
static void sides_of(const double below[3], const double q[4], uint32_t largest, side to[3][2]) {
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t code = (uint32_t)below[k] + !i;
            if (code > (uint32_t)LARGEST_PART) code = (uint32_t)LARGEST_PART;
            double error = (code - below[k]) / LARGEST_PART * (2 * SQRT_HALF);
            to[k][i] = (side){code, error * error, error * q[(largest + 1 + k) & 3]};
        }
}

/* The component with the largest square is left out, and made positive. Of the codes on both sides of each of
 * the others those are taken that turn least together. */
uint32_t fy_t3dm_pack_rotation(const float q[4]) {
    double length = 0, one[4], below[3], nearest = INFINITY;
    uint32_t largest = 0, best = 0;
    side at[3][2];
    for (uint32_t k = 0; k < 4; k++) {
        length += (double)q[k] * (double)q[k];
        if (fabs((double)q[k]) > fabs((double)q[largest])) largest = k;
    }
    length = length > 0 ? sqrt(length) : 1;
    for (uint32_t k = 0; k < 4; k++) one[k] = (q[largest] < 0 ? -(double)q[k] : (double)q[k]) / length;
    if (!(one[largest] > 0)) return largest << 30;
    for (uint32_t k = 0; k < 3; k++) {
        double part = (one[(largest + 1 + k) & 3] + SQRT_HALF) / (2 * SQRT_HALF) * LARGEST_PART;
        below[k] = part < 0 ? 0 : part > LARGEST_PART ? LARGEST_PART : part;
    }
    sides_of(below, one, largest, at);
    for (uint32_t sides = 0; sides < 8; sides++) {
        const side *a = &at[0][sides & 1], *b = &at[1][sides >> 1 & 1], *c = &at[2][sides >> 2];
        double along = a->along + b->along + c->along;
        /* how far off the rotation is: the component left out follows from the others */
        double off = a->square + b->square + c->square + along * along / (one[largest] * one[largest]);
        uint32_t code = ((largest << 10 | a->code) << 10 | b->code) << 10 | c->code;
        if (!(off < nearest)) continue;
        nearest = off;
        best = code;
    }
    return best;
}

void fy_t3dm_unpack_rotation(uint32_t code, double q[4]) {
    uint32_t largest = code >> 30;
    double rest = 1;
    for (uint32_t k = 1; k < 4; k++) {
        double part = (code >> (30 - 10 * k) & 0x3FF) / LARGEST_PART * (2 * SQRT_HALF) - SQRT_HALF;
        q[(largest + k) & 3] = part;
        rest -= part * part;
    }
    q[largest] = rest > 0 ? sqrt(rest) : 0;
}

static void find_range(fy_t3dm_channel *channel) {
    float least = channel->samples[0], most = least;
    for (uint32_t t = 0; t <= channel->ticks; t++) {
        least = channel->samples[t] < least ? channel->samples[t] : least;
        most = channel->samples[t] > most ? channel->samples[t] : most;
    }
    channel->offset = least;
    channel->scale = (float)(((double)most - (double)least) / LARGEST_WORD);
}

/* Matrices of the console end at 32,768, which is told where boxes are measured; so far beyond that a range
 * of floats is still finite, and what is no number is nowhere. */
static float held(float sample) {
    const float most = 1e9f;
    return !(sample > -most) ? -most : sample < most ? sample : most;
}

void fy_t3dm_quantise_channel(fy_t3dm_channel *channel) {
    if (channel->kind == FY_T3DM_ROTATION) {
        for (size_t t = 0; t <= channel->ticks; t++)
            channel->codes[t] = fy_t3dm_pack_rotation(channel->samples + 4 * t);
        return;
    }
    for (uint32_t t = 0; t <= channel->ticks; t++) channel->samples[t] = held(channel->samples[t]);
    find_range(channel);
    for (uint32_t t = 0; t <= channel->ticks; t++) {
        double above = (double)channel->samples[t] - (double)channel->offset;
        double code = channel->scale > 0 ? fy_round(above / (double)channel->scale) : 0;
        channel->codes[t] = (uint32_t)(code > LARGEST_WORD ? LARGEST_WORD : code);
    }
}

void fy_t3dm_channel_code(const fy_t3dm_channel *channel, uint32_t tick, double value[4]) {
    if (channel->kind == FY_T3DM_ROTATION)
        fy_t3dm_unpack_rotation(channel->codes[tick], value);
    else
        value[0] = channel->codes[tick] * (double)channel->scale + (double)channel->offset;
}

/* ------------------------------------------------------------------------------------- between keys */

/* Both ends, and of rotations on the shorter way. */
static void open_segment(const fy_t3dm_channel *channel, uint32_t from, uint32_t to, fy_t3dm_segment *s) {
    double dot = 0;
    if (s->to && s->to == from)
        memcpy(s->a, s->end, sizeof s->a);
    else
        fy_t3dm_channel_code(channel, from, s->a);
    fy_t3dm_channel_code(channel, to, s->end);
    s->from = from;
    s->to = to;
    memcpy(s->b, s->end, sizeof s->b);
    for (int k = 0; channel->kind == FY_T3DM_ROTATION && k < 4; k++) dot += s->a[k] * s->b[k];
    for (int k = 0; dot < 0 && k < 4; k++) s->b[k] = -s->b[k];
}

/* Rotations made unit length. */
static void blend(const fy_t3dm_channel *channel, const fy_t3dm_segment *s, uint32_t tick, double value[4]) {
    double part = (tick - s->from) / (double)(s->to - s->from), length = 0;
    if (channel->kind != FY_T3DM_ROTATION) {
        value[0] = s->a[0] + (s->b[0] - s->a[0]) * part;
        return;
    }
    for (int k = 0; k < 4; k++) {
        value[k] = s->a[k] * (1 - part) + s->b[k] * part;
        length += value[k] * value[k];
    }
    length = length > 0 ? sqrt(length) : 1;
    for (int k = 0; k < 4; k++) value[k] /= length;
}

void fy_t3dm_channel_at(const fy_t3dm_channel *channel, uint32_t tick, fy_t3dm_segment *at, double value[4]) {
    uint32_t key = at->key;
    while (key + 2 < channel->key_count && channel->keys[key + 1] < tick) key++;
    if (key != at->key || !at->to) open_segment(channel, channel->keys[key], channel->keys[key + 1], at);
    at->key = key;
    blend(channel, at, tick, value);
}

/* ------------------------------------------------------------------------------------------------- choice */

static double distance(const fy_t3dm_channel *channel, const double a[4], const double b[4]) {
    if (channel->kind != FY_T3DM_ROTATION) return fabs(a[0] - b[0]);
    double apart = 0,
           across = 0; /* of a and b, of a and -b: their product is twice the sine of half the angle */
    for (int k = 0; k < 4; k++) {
        apart += (a[k] - b[k]) * (a[k] - b[k]);
        across += (a[k] + b[k]) * (a[k] + b[k]);
    }
    return sqrt(apart) * sqrt(across);
}

static void take_sample(const fy_t3dm_channel *channel, uint32_t tick, double value[4]) {
    size_t width = channel->kind == FY_T3DM_ROTATION ? 4 : 1;
    for (size_t k = 0; k < width; k++) value[k] = (double)channel->samples[width * tick + k];
}

/* The worst that codes do to samples. Keys need not be nearer: else they would follow what is rounding. */
static double rounding(const fy_t3dm_channel *channel) {
    double worst = 0;
    for (uint32_t t = 0; t <= channel->ticks; t++) {
        double is[4], was[4];
        fy_t3dm_channel_code(channel, t, is);
        take_sample(channel, t, was);
        double off = distance(channel, is, was);
        worst = off > worst ? off : worst;
    }
    return worst;
}

static bool holds(const fy_t3dm_channel *channel, uint32_t from, uint32_t to, double error) {
    fy_t3dm_segment between = {0};
    open_segment(channel, from, to, &between);
    for (uint32_t t = from + 1; t < to; t++) {
        double is[4], was[4];
        blend(channel, &between, t, is);
        take_sample(channel, t, was);
        if (distance(channel, is, was) > error) return false;
    }
    return true;
}

/* The end of a segment: twice as far as long as it holds, then halfway between what did and what did not. */
static uint32_t reach(const fy_t3dm_channel *channel, uint32_t from, double error) {
    uint32_t most = channel->ticks - from, good = 1, bad;
    if (most > FY_T3DM_MOST_TICKS) most = FY_T3DM_MOST_TICKS;
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
    error = share * (error + rounding(channel));
    channel->key_count = 0;
    for (uint32_t at = 0;; at = reach(channel, at, error)) {
        if (!ferry_tick(job)) return false;
        channel->keys[channel->key_count++] = at;
        if (at == channel->ticks) return true;
    }
}
