/*
 * j3d_anim_tracks.c: key tracks and frame tracks become tracks of the scene (docs/formats/j3d.md, "Key
 * tracks", "Frame tracks").
 */
#include "formats/j3d/anim/j3d_anim_tracks.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"
#include "formats/j3d/j3d_tables.h"

enum { KEY_RECORD = 6, SHARING = 256, LEAST_BUDGET = 1 << 22 };

bool fy_j3d_numbers_open(fy_j3d_anim *anim, fy_j3d_numbers *numbers, uint64_t field) {
    numbers->data = fy_j3d_table(&anim->chunk, numbers->what, field, numbers->count, numbers->size);
    return numbers->data;
}

static double number_at(const fy_j3d_numbers *numbers, uint64_t index) {
    const uint8_t *at = numbers->data + index * numbers->size;
    if (numbers->size == 1) return at[0];
    if (numbers->size == 4) return (double)ferry_bef32(at);
    return numbers->whole ? (double)ferry_be16(at) : (double)(int16_t)ferry_be16(at);
}

bool fy_j3d_spend(fy_j3d_anim *anim, uint64_t amount) {
    anim->spent += amount;
    if (anim->spent <= SHARING * (uint64_t)anim->chunk.size + LEAST_BUDGET) return ferry_tick(anim->job);
    return ferry_refuse(&anim->chunk, 0, "j3d.anim-table-reuse",
                        "its tables are referenced more than %d times their size", SHARING);
}

void fy_j3d_enter(fy_j3d_anim *anim, const char *label, uint32_t index) {
    anim->place = ferry_window_part(&anim->chunk, label, index);
}

double fy_j3d_angle_unit(fy_j3d_anim *anim) {
    uint32_t shift = ferry_u8_at(&anim->chunk, 9);
    if (shift == 0xFF) shift = 0;
    if (shift > 16) {
        ferry_say_at(&anim->chunk, 9, FERRY_WARNING, "j3d.angle-shift", "angle shift of %u bits; used 0",
                     shift);
        shift = 0;
    }
    return FY_PI / 32768 * (double)(UINT32_C(1) << shift);
}

void fy_j3d_read_length(fy_j3d_anim *anim, uint64_t frames) {
    static const ferry_loop loops[] = {FERRY_LOOP_ONCE, FERRY_LOOP_ONCE_RESET, FERRY_LOOP_REPEAT,
                                       FERRY_LOOP_MIRROR_ONCE, FERRY_LOOP_MIRROR};
    uint8_t mode = ferry_u8_at(&anim->chunk, 8);
    int16_t count = (int16_t)ferry_u16_at(&anim->chunk, frames);
    if (mode > 4)
        ferry_say_at(&anim->chunk, 8, FERRY_WARNING, "j3d.loop-mode", "unknown loop mode %u; used once",
                     mode);
    if (count < 0)
        ferry_say_at(&anim->chunk, frames, FERRY_WARNING, "j3d.frame-count", "%d frames; used 0", count);
    anim->clip.loop = mode > 4 ? FERRY_LOOP_ONCE : loops[mode];
    anim->clip.rate = ferry_setting_number(anim->job, "clips.rate");
    anim->clip.duration = count > 0 ? count / anim->clip.rate : 0;
    anim->frames = count > 0 ? (uint32_t)count : 1;
}

uint32_t fy_j3d_shown_frames(const fy_j3d_anim *anim, uint32_t count) {
    return count < anim->frames ? count : anim->frames;
}

/* ------------------------------------------------------------------------------------------------- tracks */

/* Room for one more, so that add_track() takes nothing from the job. */
static bool reserve_track(fy_j3d_anim *anim) {
    ferry_clip *clip = &anim->clip;
    return fy_work_reserve(anim->job, (void **)&clip->tracks, clip->track_count, &anim->track_capacity, 1,
                           sizeof *clip->tracks);
}

/* A new track with room for `count` keys; NULL at the limit. */
static ferry_track *add_track(fy_j3d_anim *anim, uint32_t count, ferry_interpolation interpolation,
                              fy_j3d_aim aim) {
    ferry_clip *clip = &anim->clip;
    if (!reserve_track(anim) || !ferry_tick(anim->job)) return NULL;
    ferry_track *track = &clip->tracks[clip->track_count];
    *track = (ferry_track){.target = aim.target,
                           .object = aim.object,
                           .slot = aim.slot,
                           .channel = aim.channel,
                           .interpolation = interpolation};
    if (!fy_track_open_keys(anim->scene, track, count)) return NULL;
    clip->track_count++;
    return track;
}

bool fy_j3d_add_constant(fy_j3d_anim *anim, double value, fy_j3d_aim aim) {
    ferry_track *track = add_track(anim, 1, FERRY_STEP, aim);
    if (track) track->values[0] = (float)value;
    return track;
}

/* Not in the table: a warning, and the thing stays at rest. */
static bool outside(fy_j3d_anim *anim, uint64_t at, const fy_j3d_numbers *numbers, uint64_t first,
                    uint64_t need) {
    if (first + need <= numbers->count) return false;
    ferry_say_at(&anim->place, at, FERRY_WARNING, "j3d.track-out-of-bounds",
                 "a track needs %llu %s starting at index %llu, but there are %u; left out",
                 (unsigned long long)need, numbers->what, (unsigned long long)first, numbers->count);
    return true;
}

/* --------------------------------------------------------------------------------------------- key tracks */

/* A key as stored, in frames. */
typedef struct key {
    double time, value, in, out;
    uint32_t number;
} key;

static int by_time(const void *a, const void *b) {
    const key *x = a, *y = b;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* A sound key; everything of it fits a float behind the units. */
static bool finite_key(const key *k, double unit, double rate) {
    return fy_finite(k->time) && fy_finite((double)(float)(k->value * unit)) &&
           fy_finite((double)(float)(k->in * unit * rate)) &&
           fy_finite((double)(float)(k->out * unit * rate));
}

/* False: not all keys are numbers (reported). */
static bool load_keys(fy_j3d_anim *anim, uint64_t at, const fy_j3d_numbers *numbers, uint32_t first,
                      bool two_slopes, key *keys, uint32_t count) {
    bool rising = true;
    uint32_t stride = two_slopes ? 4 : 3;
    for (uint32_t k = 0; k < count; k++) {
        uint64_t place = first + (uint64_t)k * stride;
        keys[k] = (key){number_at(numbers, place), number_at(numbers, place + 1),
                        number_at(numbers, place + 2), number_at(numbers, place + stride - 1), k};
        if (!finite_key(&keys[k], numbers->unit, anim->clip.rate)) {
            ferry_say_at(&anim->place, at, FERRY_WARNING, "j3d.track-not-finite",
                         "key %u of a track has a value that is not finite; left out", k);
            return false;
        }
        rising &= k == 0 || keys[k].time >= keys[k - 1].time;
    }
    if (rising) return true;
    ferry_say_at(&anim->place, at, FERRY_WARNING, "j3d.key-order",
                 "the %u keys of a track are not sorted by time; sorted", count);
    qsort(keys, count, sizeof *keys, by_time);
    return true;
}

/* Of several keys at one time the first ends what is before and the last begins what is behind. */
static uint32_t drop_between(key *keys, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        bool third = kept > 1 && keys[kept - 1].time == keys[k].time && keys[kept - 2].time == keys[k].time;
        keys[third ? kept - 1 : kept++] = keys[k];
    }
    return kept;
}

static bool add_loaded(fy_j3d_anim *anim, const key *keys, uint32_t count, double unit, fy_j3d_aim aim) {
    double rate = anim->clip.rate;
    ferry_track *track = add_track(anim, count, FERRY_HERMITE, aim);
    if (!track) return false;
    for (uint32_t k = 0; k < count; k++) {
        track->times[k] = keys[k].time / rate;
        track->values[k] = (float)(keys[k].value * unit);
        track->in[k] = (float)(keys[k].in * unit * rate);
        track->out[k] = (float)(keys[k].out * unit * rate);
    }
    return true;
}

bool fy_j3d_add_keys(fy_j3d_anim *anim, uint64_t at, const fy_j3d_numbers *numbers, double fallback,
                     fy_j3d_aim aim) {
    if (!ferry_window_holds(&anim->chunk, at, 1, KEY_RECORD)) return ferry_u16_at(&anim->chunk, at + 4);
    uint32_t count = ferry_u16_at(&anim->chunk, at), first = ferry_u16_at(&anim->chunk, at + 2);
    bool two_slopes = ferry_u16_at(&anim->chunk, at + 4) != 0;
    if (count == 0) return fy_j3d_add_constant(anim, fallback, aim);
    if (outside(anim, at, numbers, first, count == 1 ? 1 : (uint64_t)count * (two_slopes ? 4 : 3)))
        return true;
    if (count == 1) {
        double value = number_at(numbers, first) * numbers->unit;
        if (fy_finite((double)(float)value)) return fy_j3d_add_constant(anim, value, aim);
        ferry_say_at(&anim->place, at, FERRY_WARNING, "j3d.track-not-finite",
                     "the value of a track is not a finite number; left out");
        return true;
    }
    if (!reserve_track(anim) || !fy_j3d_spend(anim, count)) return false;
    ferry_mark mark = ferry_job_mark(anim->job);
    key *keys = ferry_new(anim->job, key, count);
    bool sound = keys && load_keys(anim, at, numbers, first, two_slopes, keys, count);
    bool done = keys && (!sound || add_loaded(anim, keys, drop_between(keys, count), numbers->unit, aim));
    ferry_job_release(anim->job, mark);
    return done;
}

/* ------------------------------------------------------------------------------------------- frame tracks */

/* Keys stand where the value changes; the last one holds. */
bool fy_j3d_add_frames(fy_j3d_anim *anim, uint64_t at, uint32_t count, uint32_t first,
                       const fy_j3d_numbers *numbers, double fallback, fy_j3d_aim aim) {
    uint32_t changes = 1, kept = 0;
    if (count == 0) return fy_j3d_add_constant(anim, fallback, aim);
    count = fy_j3d_shown_frames(anim, count);
    if (outside(anim, at, numbers, first, count)) return true;
    if (!fy_j3d_spend(anim, count)) return false;
    for (uint32_t k = 0; k < count; k++) {
        double value = number_at(numbers, first + (uint64_t)k);
        if (!fy_finite(value)) {
            ferry_say_at(&anim->place, at, FERRY_WARNING, "j3d.track-not-finite",
                         "frame %u of a track has a value that is not finite; left out", k);
            return true;
        }
        changes += k && value != number_at(numbers, first + (uint64_t)k - 1);
    }
    ferry_track *track = add_track(anim, changes, FERRY_STEP, aim);
    if (!track) return false;
    for (uint32_t k = 0; k < count; k++) {
        double value = number_at(numbers, first + (uint64_t)k);
        if (k && value == number_at(numbers, first + (uint64_t)k - 1)) continue;
        track->times[kept] = k / anim->clip.rate;
        track->values[kept++] = (float)(value * numbers->unit);
    }
    return true;
}
