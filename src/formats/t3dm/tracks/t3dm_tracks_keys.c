/*
 * t3dm_tracks_keys.c: when clips are looked at for the tracks chunk, and the keys that are needed of what was
 * seen.
 *
 * Format: docs/formats/t3dm.md, "Tracks".
 */
#include "formats/t3dm/tracks/t3dm_tracks_keys.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/pose/t3dm_moments.h"

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

static void keep_key(curve *c, uint32_t at) {
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
    keep_key(c, 0);
    for (uint32_t i = 1; i < c->moments->count; i++) {
        if (alike(c, last, i, 1)) continue;
        keep_key(c, i);
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
    keep_key(c, 0);
    for (uint32_t i = 1; i < c->moments->count; i++) {
        bool jump = at_once(c, i - 1, i);
        if (jump && alike(c, i - 1, i, 0)) continue;
        if (!jump && within(c, &passes, from, i)) {
            narrow(c, &passes, from, i);
            continue;
        }
        if (from != i - 1) keep_key(c, from = i - 1);
        if (jump) keep_key(c, from = i);
        open_cone(&passes);
        if (!jump) narrow(c, &passes, from, i);
    }
    if (!passes.flat) keep_key(c, c->moments->count - 1);
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
