/* ttyd_tracks.c: adds a track to a clip of an actor. */
#include "formats/ttyd/ttyd_tracks.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"
#include "formats/ttyd/ttyd.h"
#include "formats/ttyd/ttyd_blocks.h"

/* A clip that is played once holds the end itself; the scene's loop mode stops a thousandth of a frame
 * before: what comes at the end comes so much earlier. */
static const double EARLY = 0.002 / FY_TTYD_RATE;

static bool reserve_track(fy_ttyd *t) {
    return fy_work_reserve(t->job, (void **)&t->tracks, t->track_count, &t->track_capacity, 1,
                           sizeof *t->tracks);
}

/* Of several keys at one time the first ends what is before and the last begins what is behind. */
static uint32_t drop_between(fy_ttyd_key *keys, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        bool third = kept > 1 && keys[kept - 1].time == keys[k].time && keys[kept - 2].time == keys[k].time;
        keys[third ? kept - 1 : kept++] = keys[k];
    }
    return kept;
}

/* Keys that no moment of the clip looks at. */
static uint32_t drop_outside(fy_ttyd_key *keys, uint32_t count, double end) {
    uint32_t first = 0, last = count;
    while (first + 1 < last && keys[first + 1].time <= 0) first++;
    while (last - first > 1 && keys[last - 2].time >= end) last--;
    for (uint32_t k = first; k < last; k++) keys[k - first] = keys[k];
    return last - first;
}

static void hurry(fy_ttyd_key *keys, uint32_t count, double end) {
    for (uint32_t k = 0; k < count; k++) {
        if (keys[k].time < end - EARLY || keys[k].time > end) continue;
        keys[k].time = k && keys[k - 1].time > end - EARLY ? keys[k - 1].time : end - EARLY;
    }
}

/* Of steps at one time the last holds; those that change nothing go. */
static uint32_t join_steps(fy_ttyd_key *keys, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (kept && keys[kept - 1].time == keys[k].time) kept--;
        if (!kept || keys[kept - 1].value != keys[k].value) keys[kept++] = keys[k];
    }
    return kept;
}

static bool is_constant(const fy_ttyd_key *keys, uint32_t count, ferry_interpolation how) {
    for (uint32_t k = 0; k < count; k++)
        if (keys[k].value != keys[0].value ||
            (how == FERRY_HERMITE && count > 1 && (keys[k].in != 0 || keys[k].out != 0)))
            return false;
    return true;
}

static bool is_finite(const ferry_track *track) {
    for (uint32_t k = 0; k < track->key_count; k++)
        if (!fy_finite((double)track->values[k]) ||
            (track->in && !(fy_finite((double)track->in[k]) && fy_finite((double)track->out[k]))))
            return false;
    return true;
}

bool fy_ttyd_add_track(fy_ttyd *t, const fy_ttyd_clip *clip, ferry_track track, fy_ttyd_key *keys,
                       uint32_t count, double rest, bool needed) {
    count = track.interpolation == FERRY_STEP ? join_steps(keys, count) : drop_between(keys, count);
    count = drop_outside(keys, count, clip->length / FY_TTYD_RATE);
    if (!clip->loops && clip->length > 0) hurry(keys, count, clip->length / FY_TTYD_RATE);
    if (is_constant(keys, count, track.interpolation)) {
        if (!needed && keys[0].value == rest) return true;
        count = 1;
        keys[0].time = 0;
        track.interpolation = FERRY_STEP;
    }
    if (!fy_track_open_keys(t->scene, &track, count) || !reserve_track(t)) return false;
    for (uint32_t k = 0; k < count; k++) {
        track.times[k] = keys[k].time;
        track.values[k] = (float)keys[k].value;
        if (track.in) track.in[k] = (float)keys[k].in;
        if (track.out) track.out[k] = (float)keys[k].out;
    }
    if (!is_finite(&track)) {
        ferry_window window = clip->window;
        return ferry_refuse(&window, 0, "ttyd.not-finite", "the sum of its deltas overflows a float");
    }
    t->tracks[t->track_count++] = track;
    return fy_ttyd_spend(t, count);
}
