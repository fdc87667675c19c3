/* export_curve.c: see export_curve.h. */
#include "formats/export/export_curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"
#include "formats/export/export.h"

/* Samples between two keys: so many a second, but as many as turns need, and no more than say what a cubic
 * does. */
enum { SAMPLES_A_SECOND = 240, MOST_PIECES = 256, MOST_TURNED_PIECES = 1024 };

#define TURN_OF_PIECE (FY_PI / 90)

/* --------------------------------------------------------------------------------------------- samples */

static int by_time(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct sampling {
    const ferry_track *const *tracks;
    uint32_t track_count;
    double *times; /* of all keys, rising, none twice; the clip's start and end */
    size_t count;
    fy_export_curve *curve;
} sampling;

static bool find_times(fy_export *e, sampling *s, double duration) {
    size_t most = 2, kept = 0;
    for (uint32_t i = 0; i < s->track_count; i++) most += s->tracks[i]->key_count;
    s->times = ferry_new(e->job, double, most);
    if (!s->times) return false;
    s->times[s->count++] = 0;
    if (duration > 0) s->times[s->count++] = duration;
    for (uint32_t i = 0; i < s->track_count; i++)
        for (uint32_t k = 0; k < s->tracks[i]->key_count; k++) {
            double time = s->tracks[i]->times[k];
            if (time > 0 && time < duration) s->times[s->count++] = time;
        }
    qsort(s->times, s->count, sizeof *s->times, by_time);
    for (size_t i = 0; i < s->count; i++)
        if (!i || s->times[i] != s->times[kept - 1]) s->times[kept++] = s->times[i];
    s->count = kept;
    return true;
}

/* What a straight line from key to key says of a track. */
static bool is_straight(const fy_export_curve *curve, const ferry_track *track) {
    if (track->key_count == 1 || track->interpolation == FERRY_STEP) return true;
    if (curve->turns) return track->interpolation == FERRY_SLERP;
    return track->interpolation == FERRY_LINEAR && !curve->shares;
}

/* Into how many the time between two keys is cut. */
static uint32_t pieces_between(const sampling *s, double from, double to) {
    double pieces = 1, turn = 0, rate = s->curve->rate > 0 ? s->curve->rate : SAMPLES_A_SECOND;
    for (uint32_t i = 0; i < s->track_count && !s->curve->steps; i++) {
        const ferry_track *track = s->tracks[i];
        double a[4], b[4];
        if (is_straight(s->curve, track) || to <= track->times[0] ||
            from >= track->times[track->key_count - 1])
            continue;
        pieces = fmax(pieces, fmin(ceil((to - from) * rate), MOST_PIECES));
        if (!s->curve->turns || track->width == 4) continue;
        fy_track_at(track, from, a);
        fy_track_at(track, to, b);
        turn = fmax(turn, fabs(b[0] - a[0]));
    }
    return (uint32_t)fmax(pieces, fmin(ceil(turn / TURN_OF_PIECE), MOST_TURNED_PIECES));
}

/* The key of a track that stands at `time`; FERRY_NONE: none. */
static bool jumps_at(const ferry_track *track, double time) {
    uint32_t low = 0, high = track->key_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (track->times[middle] < time)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == track->key_count || track->times[low] != time) return false;
    return track->interpolation == FERRY_STEP ||
           (low + 1 < track->key_count && track->times[low + 1] == time);
}

static bool any_jumps(const sampling *s, double time) {
    for (uint32_t i = 0; i < s->track_count; i++)
        if (jumps_at(s->tracks[i], time)) return true;
    return false;
}

/* The float below a positive one. */
static float below(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits--;
    memcpy(&value, &bits, sizeof bits);
    return value;
}

/* Of two samples that the file cannot tell apart the later one holds. */
static void add_sample(fy_export_curve *curve, double at, float time) {
    if (curve->count && time <= curve->times[curve->count - 1]) {
        curve->at[curve->count - 1] = at;
        return;
    }
    curve->times[curve->count] = time;
    curve->at[curve->count++] = at;
}

static void add_before(fy_export_curve *curve, double time) {
    float there = (float)time;
    if (there > 0 && below(there) > curve->times[curve->count - 1])
        add_sample(curve, (double)below(there), below(there));
}

static void fill_samples(const sampling *s) {
    add_sample(s->curve, 0, 0);
    for (size_t i = 1; i < s->count; i++) {
        double from = s->times[i - 1], to = s->times[i];
        uint32_t pieces = pieces_between(s, from, to);
        for (uint32_t k = 1; k < pieces; k++) {
            double at = from + (to - from) * k / pieces;
            add_sample(s->curve, at, (float)at);
        }
        if (!s->curve->steps && any_jumps(s, to)) add_before(s->curve, to);
        add_sample(s->curve, to, (float)to);
    }
}

uint32_t fy_export_node_run(const ferry_clip *clip, uint32_t first, const ferry_track *run[3]) {
    uint32_t count = 0;
    for (; count < 3 && first + count < clip->track_count; count++) {
        run[count] = &clip->tracks[first + count];
        if (run[count]->target != run[0]->target || run[count]->object != run[0]->object) break;
    }
    return count;
}

bool fy_export_curve_open(fy_export *e, const ferry_track *const *tracks, uint32_t count, double duration,
                          fy_export_curve *curve) {
    sampling s = {.tracks = tracks, .track_count = count, .curve = curve};
    size_t most = 1;
    curve->steps = !curve->shares;
    for (uint32_t i = 0; i < count; i++)
        curve->steps &= tracks[i]->interpolation == FERRY_STEP || tracks[i]->key_count == 1;
    if (!find_times(e, &s, duration)) return false;
    for (size_t i = 1; i < s.count; i++) most += 1 + (size_t)pieces_between(&s, s.times[i - 1], s.times[i]);
    curve->at = ferry_new(e->job, double, most);
    curve->times = ferry_new(e->job, float, most);
    if (!curve->at || !curve->times || !ferry_tick(e->job)) return false;
    fill_samples(&s);
    curve->values = ferry_alloc(e->job, curve->count, curve->width * sizeof *curve->values);
    curve->keys = ferry_new(e->job, uint32_t, curve->count);
    return curve->values && curve->keys;
}

/* ------------------------------------------------------------------------------------------------ keys */

static const float *sample(const fy_export_curve *curve, uint32_t number) {
    return curve->values + (size_t)number * curve->width;
}

/* Of rotations the angle between them. */
static double distance(const fy_export_curve *curve, const double *a, const float *b) {
    double apart = 0, across = 0, sum = 0;
    for (uint32_t k = 0; k < curve->width; k++) {
        double less = a[k] - (double)b[k], more = a[k] + (double)b[k];
        apart += less * less;
        across += more * more;
        if (curve->sizes) sum += fabs(less) * curve->sizes[k];
    }
    if (curve->sizes) return sum;
    return curve->turns ? 2 * sqrt(apart < across ? apart : across) : sqrt(apart);
}

/* What a program shows at sample `at` if keys stand at `from` and `to`. */
static void between(const fy_export_curve *curve, uint32_t from, uint32_t to, uint32_t at, double *out) {
    double span = (double)curve->times[to] - (double)curve->times[from];
    double part = ((double)curve->times[at] - (double)curve->times[from]) / span;
    if (curve->turns) {
        float ends[8];
        double times[2] = {0, 1};
        memcpy(ends, sample(curve, from), 4 * sizeof *ends);
        memcpy(ends + 4, sample(curve, to), 4 * sizeof *ends);
        const ferry_track line = {
            .interpolation = FERRY_SLERP, .width = 4, .key_count = 2, .times = times, .values = ends};
        fy_track_at(&line, part, out);
        return;
    }
    for (uint32_t k = 0; k < curve->width; k++) {
        double a = (double)sample(curve, from)[k], b = (double)sample(curve, to)[k];
        out[k] = a + (b - a) * part;
    }
}

static bool holds(fy_export_curve *curve, uint32_t from, uint32_t to, double allowance, double *room,
                  double *worst) {
    *worst = 0;
    for (uint32_t at = from + 1; at < to; at++) {
        between(curve, from, to, at, room);
        double off = distance(curve, room, sample(curve, at));
        if (off > allowance) return false;
        *worst = off > *worst ? off : *worst;
    }
    return true;
}

/* The end of a segment: twice as far as long as it holds, then halfway between what did and what did not. */
static uint32_t reach(fy_export_curve *curve, uint32_t from, double allowance, double *room) {
    uint32_t most = curve->count - 1 - from, good = 1, bad = 0;
    double worst, kept = 0;
    for (uint32_t step = 2; good < most && !bad; step *= 2) {
        if (step > most) step = most;
        if (!holds(curve, from, from + step, allowance, room, &worst)) {
            bad = step;
            continue;
        }
        good = step;
        kept = worst;
    }
    while (bad && bad - good > 1) {
        uint32_t middle = good + (bad - good) / 2;
        bool fine = holds(curve, from, from + middle, allowance, room, &worst);
        *(fine ? &good : &bad) = middle;
        if (fine) kept = worst;
    }
    curve->error = kept > curve->error ? kept : curve->error;
    return from + good;
}

static void keep_all(fy_export_curve *curve) {
    for (uint32_t i = 0; i < curve->count; i++) curve->keys[i] = i;
    curve->key_count = curve->count;
}

/* Of steps a key goes where nothing changes; the last one stays, to say how long it all takes. */
static void keep_steps(fy_export_curve *curve) {
    size_t size = curve->width * sizeof *curve->values;
    curve->key_count = 0;
    for (uint32_t i = 0; i < curve->count; i++)
        if (!i || i + 1 == curve->count || memcmp(sample(curve, i), sample(curve, i - 1), size) != 0)
            curve->keys[curve->key_count++] = i;
}

bool fy_export_curve_reduce(fy_export *e, double allowance, fy_export_curve *curve) {
    double *room = ferry_new(e->job, double, curve->width);
    curve->error = 0;
    keep_all(curve);
    if (!room) return false;
    if (curve->steps) keep_steps(curve);
    if (curve->steps || curve->count < 3) return true;
    curve->key_count = 0;
    for (uint32_t at = 0;; at = reach(curve, at, allowance, room)) {
        if (!ferry_tick(e->job)) return false;
        curve->keys[curve->key_count++] = at;
        if (at + 1 == curve->count) return true;
    }
}

void fy_export_curve_keep_ends(fy_export_curve *curve) {
    curve->keys[0] = 0;
    curve->keys[curve->count > 1] = curve->count - 1;
    curve->key_count = curve->count > 1 ? 2 : 1;
}

bool fy_export_curve_stays(const fy_export_curve *curve, double allowance) {
    double first[4];
    if (curve->width > 4) return false;
    for (uint32_t k = 0; k < curve->width; k++) first[k] = (double)sample(curve, 0)[k];
    for (uint32_t i = 1; i < curve->count; i++)
        if (distance(curve, first, sample(curve, i)) > allowance) return false;
    return true;
}
