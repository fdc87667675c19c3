/*
 * t3dm_tracks_keys.c: when clips are looked at for the tracks chunk, and the keys that are needed of what was
 * seen.
 *
 * Format: docs/formats/t3dm.md, "Tracks".
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/maths.h"
#include "formats/t3dm/tracks/t3dm_tracks.h"

enum { MOST_FRAMES = 1 << 16 }; /* longer clips are looked at less often */

/* ------------------------------------------------------------------------------------------ moments */

typedef struct moment {
    double at;
    bool before; /* the earlier side of a jump */
} moment;

typedef struct moment_list {
    moment *list;
    uint32_t count;
    double first, last; /* of the keys of what moves */
    bool bent;
} moment_list;

/* Keys say times as floats: what falls together there is one time. */
static int by_time(const void *a, const void *b) {
    const moment *x = a, *y = b;
    float s = (float)x->at, t = (float)y->at;
    if (s < t || s > t) return s < t ? -1 : 1;
    if (x->before != y->before) return x->before ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static void add_moment(moment_list *m, const ferry_clip *clip, double at, bool before) {
    if (at < 0 || at > clip->duration || (before && at <= 0)) return;
    m->list[m->count++] = (moment){at, before};
}

static bool is_jump(const ferry_track *track, uint32_t key) {
    if (!key) return false;
    return track->interpolation == FERRY_STEP || track->times[key - 1] >= track->times[key];
}

static void add_keys(moment_list *m, const ferry_clip *clip, const ferry_track *track) {
    if (track->key_count < 2) return;
    for (uint32_t k = 0; k < track->key_count; k++) {
        add_moment(m, clip, track->times[k], false);
        if (is_jump(track, k)) add_moment(m, clip, track->times[k], true);
    }
    m->first = fmin(m->first, track->times[0]);
    m->last = fmax(m->last, track->times[track->key_count - 1]);
    m->bent = m->bent || track->interpolation > FERRY_LINEAR;
}

/* Looks a second: at frames, and between them as often as games may show. */
static double looks_of(const ferry_clip *clip) {
    double looks = clip->rate;
    while (looks < FY_T3DM_TICKS) looks *= 2;
    return looks;
}

static uint32_t count_frames(const ferry_clip *clip) {
    double frames = floor(clip->duration * looks_of(clip));
    return frames < MOST_FRAMES ? (uint32_t)frames : MOST_FRAMES;
}

static void add_frames(moment_list *m, const ferry_clip *clip, uint32_t frames) {
    double looks = looks_of(clip), all = floor(clip->duration * looks),
           step = all > frames ? clip->duration / frames : 1 / looks;
    for (uint32_t i = 0; i <= frames; i++)
        if (i * step > m->first && i * step < m->last) add_moment(m, clip, i * step, false);
}

/* Of one time: the side before a jump, if there is one, and the one that holds. At the end, the side behind a
 * jump is never reached. */
static void take_time(const ferry_clip *clip, const moment *first, const moment *last, double *samples,
                      float *times, uint32_t *count) {
    float time = (float)first->at;
    if (first->before) {
        double apart = *count ? first->at - samples[*count - 1] : first->at;
        times[*count] = time;
        samples[(*count)++] = first->at - fmin(1e-6, apart / 2);
        if (last->before || !(time < (float)clip->duration)) return;
    }
    times[*count] = time;
    samples[(*count)++] = last->at;
}

static bool settle(ferry_job *job, moment_list *m, const ferry_clip *clip, fy_t3dm_moments *to) {
    double *samples = ferry_new(job, double, m->count);
    float *times = ferry_new(job, float, m->count);
    if (!samples || !times) return false;
    qsort(m->list, m->count, sizeof *m->list, by_time);
    for (uint32_t i = 0, end; i < m->count; i = end) {
        for (end = i + 1; end < m->count && (float)m->list[end].at <= (float)m->list[i].at;) end++;
        take_time(clip, &m->list[i], &m->list[end - 1], samples, times, &to->count);
    }
    to->samples = samples;
    to->times = times;
    return true;
}

bool fy_t3dm_list_moments(ferry_job *job, const ferry_clip *clip, const ferry_track *const *tracks,
                          uint32_t count, bool bends, fy_t3dm_moments *to) {
    moment_list m = {.first = clip->duration};
    uint64_t most = 2;
    bool moves = false;
    for (uint32_t i = 0; i < count; i++) most += 2 * (uint64_t)tracks[i]->key_count;
    most += count_frames(clip) + (uint64_t)1;
    *to = (fy_t3dm_moments){0};
    m.list = most < UINT32_MAX ? ferry_new(job, moment, fy_count(most)) : NULL;
    if (!m.list) return false;
    add_moment(&m, clip, 0, false);
    for (uint32_t i = 0; i < count; i++) {
        moves = moves || tracks[i]->key_count > 1;
        add_keys(&m, clip, tracks[i]);
    }
    if (moves && (bends || m.bent)) add_frames(&m, clip, count_frames(clip));
    if (moves && clip->duration > 0) add_moment(&m, clip, clip->duration, false);
    return settle(job, &m, clip, to);
}

/* --------------------------------------------------------------------------------------------- keys */

typedef struct curve {
    const fy_t3dm_moments *moments;
    const float *values, *tolerance;
    uint32_t width;
    float *times, *kept; /* of the keys */
    uint32_t count;
} curve;

static double value_of(const curve *c, uint32_t at, uint32_t k) {
    return (double)c->values[(size_t)at * c->width + k];
}

/* Whether two moments have the same value, but for the tolerance (`share` 1) or none. */
static bool alike(const curve *c, uint32_t a, uint32_t b, double share) {
    for (uint32_t k = 0; k < c->width; k++)
        if (fabs(value_of(c, a, k) - value_of(c, b, k)) > share * (double)c->tolerance[k]) return false;
    return true;
}

static bool at_once(const curve *c, uint32_t a, uint32_t b) {
    return !(c->moments->times[a] < c->moments->times[b]);
}

static void keep(curve *c, uint32_t at) {
    c->times[c->count] = c->moments->times[at];
    memcpy(c->kept + (size_t)c->count++ * c->width, c->values + (size_t)at * c->width,
           c->width * sizeof *c->kept);
}

static bool is_stepped(const curve *c) {
    for (uint32_t i = 1; i < c->moments->count; i++)
        if (!at_once(c, i - 1, i) && !alike(c, i - 1, i, 0)) return false;
    return true;
}

static bool stays(const curve *c) {
    for (uint32_t i = 1; i < c->moments->count; i++)
        if (!alike(c, 0, i, 1)) return false;
    return true;
}

static void keep_steps(curve *c) {
    uint32_t last = 0;
    keep(c, 0);
    for (uint32_t i = 1; i < c->moments->count; i++) {
        if (alike(c, last, i, 1)) continue;
        keep(c, i);
        last = i;
    }
}

enum { WIDTH = FY_T3DM_TRACK_WIDTH };

/* Slopes from a key on that pass everything seen so far. */
typedef struct cone {
    double least[WIDTH], most[WIDTH];
    bool flat; /* one of them is none at all */
} cone;

static void open_cone(cone *to) {
    for (int k = 0; k < WIDTH; k++) {
        to->least[k] = -HUGE_VAL;
        to->most[k] = HUGE_VAL;
    }
    to->flat = true;
}

static double slope_to(const curve *c, uint32_t from, uint32_t at, uint32_t k, double off) {
    double length = (double)c->moments->times[at] - (double)c->moments->times[from];
    return (value_of(c, at, k) + off - value_of(c, from, k)) / length;
}

static bool within(const curve *c, const cone *in, uint32_t from, uint32_t at) {
    for (uint32_t k = 0; k < c->width; k++) {
        double slope = slope_to(c, from, at, k, 0);
        if (slope < in->least[k] || slope > in->most[k]) return false;
    }
    return true;
}

static void narrow(const curve *c, cone *to, uint32_t from, uint32_t at) {
    for (uint32_t k = 0; k < c->width; k++) {
        double off = (double)c->tolerance[k];
        to->least[k] = fmax(to->least[k], slope_to(c, from, at, k, -off));
        to->most[k] = fmin(to->most[k], slope_to(c, from, at, k, off));
    }
    to->flat = to->flat && alike(c, from, at, 1);
}

/* As far as a straight line from the last key passes all between, then the next key. What stays the same to
 * the end needs none. */
static void keep_lines(curve *c) {
    uint32_t from = 0;
    cone passes;
    open_cone(&passes);
    keep(c, 0);
    for (uint32_t i = 1; i < c->moments->count; i++) {
        bool jump = at_once(c, i - 1, i);
        if (jump && alike(c, i - 1, i, 0)) continue;
        if (!jump && within(c, &passes, from, i)) {
            narrow(c, &passes, from, i);
            continue;
        }
        if (from != i - 1) keep(c, from = i - 1);
        if (jump) keep(c, from = i);
        open_cone(&passes);
        if (!jump) narrow(c, &passes, from, i);
    }
    if (!passes.flat) keep(c, c->moments->count - 1);
}

bool fy_t3dm_linear_keys(ferry_job *job, const fy_t3dm_moments *moments, const float *values,
                         const float *tolerance, fy_t3dm_track *track) {
    curve c = {moments, values, tolerance, track->width, NULL, NULL, 0};
    c.times = ferry_new(job, float, moments->count);
    c.kept = ferry_alloc(job, moments->count, track->width * sizeof *c.kept);
    if (!c.times || !c.kept) return false;
    bool stepped = is_stepped(&c) || stays(&c);
    (stepped ? keep_steps : keep_lines)(&c);
    track->interpolation = stepped ? FERRY_STEP : FERRY_LINEAR;
    track->times = c.times;
    track->values = c.kept;
    track->key_count = c.count;
    return true;
}
