/* curve.c: the value of a track at a time, and the loop modes (docs/scene.md, "Clips"). */
#include "core/scene/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/labels.h"

/* The last key that is not later than `time`, which no key before the first is asked for. */
static uint32_t find_key(const ferry_track *track, double time) {
    uint32_t low = 0, high = track->key_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (track->times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

bool fy_track_open_keys(ferry_scene *scene, ferry_track *track, uint32_t count) {
    const bool slopes = track->interpolation == FERRY_HERMITE;
    track->width = 1;
    track->key_count = count;
    track->times = ferry_scene_new(scene, double, count);
    track->values = ferry_scene_new(scene, float, count);
    track->in = slopes ? ferry_scene_new(scene, float, count) : NULL;
    track->out = slopes ? ferry_scene_new(scene, float, count) : NULL;
    return track->times && track->values && (!slopes || (track->in && track->out));
}

static void take_key(const ferry_track *track, uint32_t key, double value[4]) {
    for (uint32_t k = 0; k < track->width; k++)
        value[k] = (double)track->values[(size_t)key * track->width + k];
}

static double dot(const double a[4], const double b[4]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* Number by number; a quaternion is made unit length again. */
static void hermite(const ferry_track *track, uint32_t key, double s, double length, double value[4]) {
    double s2 = s * s, s3 = s2 * s;
    for (uint32_t k = 0; k < track->width; k++) {
        size_t at = (size_t)key * track->width + k, next = at + track->width;
        double v0 = (double)track->values[at], v1 = (double)track->values[next];
        double m0 = (double)track->out[at], m1 = (double)track->in[next];
        value[k] = (2 * s3 - 3 * s2 + 1) * v0 + (-2 * s3 + 3 * s2) * v1 +
                   length * ((s3 - 2 * s2 + s) * m0 + (s3 - s2) * m1);
    }
    double size = track->width == 4 ? sqrt(dot(value, value)) : 1;
    /* through zero: there is no such rotation */
    if (!(size > 1e-9 && size < 1e30)) take_key(track, key, value), size = 1;
    for (uint32_t k = 0; track->width == 4 && k < 4; k++) value[k] /= size;
}

/* Between two unit quaternions, on the shorter way. */
static void turn_between(const double a[4], const double b[4], double s, bool even, double out[4]) {
    double c = dot(a, b), sign = c < 0 ? -1 : 1, from = 1 - s, to = s;
    c *= sign;
    if (even && s > 0 && c < 0.9999) { /* at the first one shares are 1 and 0 anyway */
        double angle = fy_acos(c), whole = fy_sin(angle);
        from = fy_sin((1 - s) * angle) / whole;
        to = fy_sin(s * angle) / whole;
    }
    for (int k = 0; k < 4; k++) out[k] = from * a[k] + to * sign * b[k];
    double length = sqrt(dot(out, out));
    for (int k = 0; k < 4 && length > 0; k++) out[k] /= length;
}

/* A single number, as nearly all tracks have: what hermite() and value_at() do for several. */
static double number_at(const ferry_track *track, uint32_t key, double s, double length) {
    double v0 = (double)track->values[key], v1 = (double)track->values[key + 1];
    if (track->interpolation != FERRY_HERMITE) return v0 + s * (v1 - v0);
    double m0 = (double)track->out[key], m1 = (double)track->in[key + 1], s2 = s * s, s3 = s2 * s;
    return (2 * s3 - 3 * s2 + 1) * v0 + (-2 * s3 + 3 * s2) * v1 +
           length * ((s3 - 2 * s2 + s) * m0 + (s3 - s2) * m1);
}

/* Whether number_at() does for it. */
static bool is_number(const ferry_track *track) {
    return track->width == 1 && track->interpolation <= FERRY_HERMITE;
}

/* Whether a value at a time is between two keys, the last that is not later and the next; then how far it is
 * from one to the other, and these from each other. */
static bool is_between(const ferry_track *track, double time, uint32_t key, double *s, double *length) {
    if (!(time >= track->times[0]) || key + 1 == track->key_count || track->interpolation == FERRY_STEP)
        return false;
    *length = track->times[key + 1] - track->times[key];
    *s = (time - track->times[key]) / *length;
    return true;
}

static double number_near(const ferry_track *track, double time, uint32_t key) {
    double s, length;
    return is_between(track, time, key, &s, &length) ? number_at(track, key, s, length)
                                                     : (double)track->values[key];
}

/* The value at a time of which the last key that is not later is known. */
static void value_at(const ferry_track *track, double time, uint32_t key, double value[4]) {
    double s, length;
    if (is_number(track)) {
        value[0] = number_near(track, time, key);
        return;
    }
    take_key(track, key, value);
    if (!is_between(track, time, key, &s, &length)) return;
    double next[4] = {0, 0, 0, 0}, from[4];
    take_key(track, key + 1, next);
    switch (track->interpolation) {
    case FERRY_STEP:
        return;
    case FERRY_LINEAR:
        for (uint32_t k = 0; k < track->width; k++) value[k] += s * (next[k] - value[k]);
        return;
    case FERRY_HERMITE:
        hermite(track, key, s, length, value);
        return;
    case FERRY_NLERP:
    case FERRY_SLERP:
        for (int k = 0; k < 4; k++) from[k] = value[k];
        turn_between(from, next, s, track->interpolation == FERRY_SLERP, value);
        return;
    }
}

void fy_track_at(const ferry_track *track, double time, double value[4]) {
    value_at(track, time, time < track->times[0] ? 0 : find_key(track, time), value);
}

static bool holds_at(const ferry_track *track, uint32_t key, double time) {
    return track->times[key] <= time && (key + 1 == track->key_count || time < track->times[key + 1]);
}

/* The last key that is not later, where that is the one found last, or the one behind it, mostly. */
static inline uint32_t move_key(const ferry_track *track, double time, uint32_t key) {
    if (holds_at(track, key, time)) return key;
    if (key + 1 < track->key_count && holds_at(track, key + 1, time)) return key + 1;
    return time < track->times[0] ? 0 : find_key(track, time);
}

void fy_track_near(const ferry_track *track, double time, uint32_t *key, double value[4]) {
    *key = move_key(track, time, *key);
    value_at(track, time, *key, value);
}

bool fy_track_has_number(const ferry_track *track) {
    return is_number(track);
}

double fy_number_near(const ferry_track *track, double time, uint32_t *key) {
    *key = move_key(track, time, *key);
    return number_near(track, time, *key);
}

bool fy_track_stays(const ferry_track *track) {
    if (track->key_count == 1) return true;
    if (track->interpolation != FERRY_STEP && track->interpolation != FERRY_LINEAR) return false;
    for (size_t k = track->width; k < (size_t)track->key_count * track->width; k++)
        if (memcmp(&track->values[k], &track->values[k - track->width], sizeof *track->values) != 0)
            return false;
    return true;
}

/* Curves are a little off what is whole: slopes are floats. */
int fy_whole(double value, int least, int most) {
    value += value < 0 ? -1e-4 : 1e-4;
    return !(value > least) ? least : value >= most ? most : (int)value; /* what is no number: the least */
}

/* --------------------------------------------------------------------------------------------- loop modes */

/* In frames. What is a whole frame but for rounding is that frame: stepped tracks would show the one before
 * it. Durations may have been stored as floats, which are `share` of them off. */
static double to_frames(double seconds, double rate, double share) {
    double frames = seconds * rate, whole = floor(frames + 0.5);
    return fabs(frames - whole) < 1e-5 + share * frames ? whole : frames;
}

double fy_clip_time(const ferry_clip *clip, double seconds) {
    double end = to_frames(clip->duration, clip->rate, 2e-7), frame = to_frames(seconds, clip->rate, 0),
           round;
    if (!(end > 0) || !(frame > 0)) return 0;
    switch (clip->loop) {
    case FERRY_LOOP_ONCE:
        frame = frame < end - 0.001 ? frame : end > 0.001 ? end - 0.001 : 0;
        break;
    case FERRY_LOOP_ONCE_RESET:
        frame = frame < end ? frame : 0;
        break;
    case FERRY_LOOP_REPEAT:
        frame = fmod(frame, end); /* exact by its definition */
        break;
    case FERRY_LOOP_MIRROR_ONCE:
        frame = frame < end ? frame : frame < 2 * end ? 2 * end - frame : 0;
        break;
    case FERRY_LOOP_MIRROR:
        round = fmod(frame, 2 * end);
        frame = round < end ? round : 2 * end - round;
        break;
    }
    return frame / clip->rate;
}

/* ------------------------------------------------------------------------------------------------ samples */

enum { SAMPLES_A_SECOND = 60, MOST_SAMPLES = 1 << 18 };

uint32_t fy_clip_samples(const ferry_clip *clip) {
    double samples = ceil(clip->duration * SAMPLES_A_SECOND);
    return (samples < MOST_SAMPLES ? (uint32_t)samples : MOST_SAMPLES) + 1;
}

double fy_clip_sample(const ferry_clip *clip, uint32_t sample) {
    double time = sample / (double)SAMPLES_A_SECOND;
    return time < clip->duration ? time : clip->duration;
}

/* -------------------------------------------------------------------------------------------------- names */

static int order(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

int fy_track_order(const ferry_track *a, const ferry_track *b) {
    int by = order(a->target, b->target);
    if (!by) by = order(a->object, b->object);
    if (!by) by = order(a->slot, b->slot);
    return by ? by : order(a->channel, b->channel);
}

static int by_channel(const void *a, const void *b) {
    return fy_track_order(a, b);
}

/* Most tracks are in order already: they were read so, or sorted by the step before. */
static void sort_tracks(ferry_track *tracks, uint32_t count, int (*order_of)(const void *, const void *)) {
    for (uint32_t k = 1; k < count; k++)
        if (order_of(&tracks[k - 1], &tracks[k]) > 0) {
            qsort(tracks, count, sizeof *tracks, order_of);
            return;
        }
}

void fy_sort_tracks(ferry_track *tracks, uint32_t count) {
    sort_tracks(tracks, count, by_channel);
}

/* Of two for one channel, the one of more keys comes first. */
static int by_channel_and_keys(const void *a, const void *b) {
    const ferry_track *x = a, *y = b;
    int by = fy_track_order(x, y);
    if (by) return by;
    if (x->key_count != y->key_count) return x->key_count > y->key_count ? -1 : 1;
    return memcmp(x->values, y->values, (size_t)x->key_count * x->width * sizeof *x->values);
}

uint32_t fy_tracks_one_each(ferry_track *tracks, uint32_t count) {
    uint32_t kept = 0;
    sort_tracks(tracks, count, by_channel_and_keys);
    for (uint32_t k = 0; k < count; k++)
        if (!kept || fy_track_order(&tracks[kept - 1], &tracks[k]) != 0) tracks[kept++] = tracks[k];
    return kept;
}

const char *fy_target_name(ferry_target target) {
    static const char *const names[] = {
        "translate", "rotate",         "scale",  "visible", "visible",  "texture", "matrix", "register",
        "konst",     "material-color", "weight", "color",   "material", "prim",    "env",    "low"};
    return target < FERRY_TARGET_COUNT ? names[target] : "?";
}

const char *fy_target_object(ferry_target target) {
    return fy_thing_name(fy_target_thing(target));
}

const char *fy_interpolation_name(ferry_interpolation interpolation) {
    static const char *const names[] = {"step", "linear", "hermite", "nlerp", "slerp"};
    return interpolation <= FERRY_SLERP ? names[interpolation] : "?";
}

const char *fy_loop_name(ferry_loop loop) {
    static const char *const names[] = {"once", "once-reset", "repeat", "mirror-once", "mirror"};
    return loop <= FERRY_LOOP_MIRROR ? names[loop] : "?";
}
