/*
 * t3dm_stream_decode.c: a stream as the runtime plays it: its records become the keys of tracks.
 *
 * Format: docs/formats/t3dm.md, "Animations". A record's value is reached when the ticks of all records of
 * its channel up to it are over; in between values run straight, rotations on the shorter way.
 */
#include "formats/t3dm/animation/t3dm_stream_decode.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"
#include "formats/t3dm/animation/t3dm_rotations.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/file/t3dm_file.h"

typedef struct playing {
    ferry_job *job;
    ferry_scene *scene; /* NULL: memory is the job's */
    const fy_t3dm_animation *of;
    ferry_track *tracks; /* of each channel; key_count 0: none */
    uint64_t *ticks;     /* of each channel, so far */
} playing;

static void *take_memory(const playing *p, size_t count, size_t size) {
    return p->scene ? ferry_scene_alloc(p->scene, count, size) : ferry_alloc(p->job, count, size);
}

/* ------------------------------------------------------------------------------------------------ records */

typedef struct place {
    size_t at;
    bool large;
} place;

/* The next record: false at the end, or where it is not whole or of no channel. */
static bool next_record(const fy_t3dm_animation *of, place *at, const uint8_t **record) {
    size_t size = at->large ? 8 : 6;
    if (of->stream.size < size || at->at > of->stream.size - size) return false;
    *record = of->stream.data + at->at;
    uint32_t channel = ferry_be16(*record + 2);
    if (channel >= of->channel_count || (at->at && at->large != (channel < of->rotations))) return false;
    at->at += size;
    at->large = **record >> 7;
    return true;
}

static void count_records(playing *p) {
    const uint8_t *record;
    place at = {0, true};
    for (uint32_t i = 0; i < p->of->records && next_record(p->of, &at, &record); i++)
        p->tracks[ferry_be16(record + 2)].key_count++;
}

/* Of three keys at one time the middle one never shows. */
static void put_key(ferry_track *track, double time) {
    uint32_t count = track->key_count;
    if (count > 1 && track->times[count - 2] == time)
        memmove(track->values + (count - 1) * (size_t)track->width,
                track->values + count * (size_t)track->width, track->width * sizeof *track->values);
    else
        track->times[track->key_count++] = time;
}

static bool put_record(playing *p, const uint8_t *record) {
    uint32_t number = ferry_be16(record + 2);
    const fy_t3dm_channel *channel = &p->of->channels[number];
    ferry_track *track = &p->tracks[number];
    float *value = track->values + track->key_count * (size_t)track->width;
    p->ticks[number] += ferry_be16(record) & 0x7FFF;
    if (track->width == 4) {
        double q[4];
        fy_t3dm_unpack_rotation(ferry_be32(record + 4), q);
        ferry_quat unit = fy_quat_normalize((ferry_quat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]});
        memcpy(value, (const float[4]){unit.x, unit.y, unit.z, unit.w}, 4 * sizeof *value);
    } else {
        *value = (float)(ferry_be16(record + 4) * (double)channel->scale + (double)channel->offset);
    }
    put_key(track, (double)p->ticks[number] / FY_T3DM_TICKS);
    return ferry_tick(p->job);
}

static bool fill_keys(playing *p) {
    const uint8_t *record;
    place at = {0, true};
    for (uint32_t c = 0; c < p->of->channel_count; c++) {
        ferry_track *track = &p->tracks[c];
        size_t count = track->key_count;
        track->width = c < p->of->rotations ? 4 : 1;
        track->interpolation = c < p->of->rotations ? FERRY_NLERP : FERRY_LINEAR;
        track->times = take_memory(p, count + 1, sizeof *track->times);
        track->values = take_memory(p, track->width * (count + 1), sizeof *track->values);
        if (!track->times || !track->values) return false;
        track->key_count = 0;
    }
    for (uint32_t i = 0; i < p->of->records && next_record(p->of, &at, &record); i++)
        if (!put_record(p, record)) return false;
    return true;
}

/* ------------------------------------------------------------------------------------------------- tracks */

static bool is_whole(const ferry_track *track) {
    for (size_t k = 0; k < (size_t)track->key_count * track->width; k++)
        if (!fy_finite((double)track->values[k])) return false;
    return track->key_count;
}

/* What the channel moves; false: no bone. */
static bool aim(const fy_t3dm_channel *channel, const uint32_t *nodes, uint32_t bones, double scale,
                ferry_track *track) {
    bool turn = channel->kind == FY_T3DM_ROTATION;
    if (channel->bone >= bones || turn != (track->width == 4) || channel->component > (turn ? 0 : 2))
        return false;
    if (!turn && channel->kind != FY_T3DM_TRANSLATION && channel->kind != FY_T3DM_SCALING) return false;
    track->target = turn                                   ? FERRY_TARGET_ROTATE
                    : channel->kind == FY_T3DM_TRANSLATION ? FERRY_TARGET_TRANSLATE
                                                           : FERRY_TARGET_SCALE;
    track->object = nodes[channel->bone];
    track->channel = channel->component;
    for (uint32_t k = 0; track->target == FERRY_TARGET_TRANSLATE && k < track->key_count; k++)
        track->values[k] = (float)((double)track->values[k] / scale);
    return is_whole(track);
}

/* Of two for one thing the runtime shows the later channel; slots tell them apart while they are sorted. */
static int by_target(const void *a, const void *b) {
    ferry_track x = *(const ferry_track *)a, y = *(const ferry_track *)b;
    uint32_t first = x.slot, second = y.slot;
    x.slot = y.slot = 0;
    int by = fy_track_order(&x, &y);
    return by ? by : (first > second) - (first < second);
}

static void keep_last(ferry_clip *clip) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < clip->track_count; i++) {
        ferry_track track = clip->tracks[i], *last = kept ? &clip->tracks[kept - 1] : NULL;
        track.slot = 0;
        if (last && fy_track_order(last, &track) == 0)
            *last = track;
        else
            clip->tracks[kept++] = track;
    }
    clip->track_count = kept;
}

bool fy_t3dm_play(ferry_job *job, ferry_scene *scene, const fy_t3dm_animation *of, const uint32_t *nodes,
                  uint32_t bones, double scale, ferry_clip *clip) {
    playing p = {.job = job, .scene = scene, .of = of};
    p.tracks = take_memory(&p, of->channel_count + (size_t)1, sizeof *p.tracks);
    p.ticks = ferry_new(job, uint64_t, of->channel_count + (size_t)1);
    if (!p.tracks || !p.ticks) return false;
    count_records(&p);
    if (!fill_keys(&p)) return false;
    *clip = (ferry_clip){.name = of->name,
                         .kind = FY_T3DM_STREAM_KIND,
                         .duration = of->duration,
                         .loop = FERRY_LOOP_REPEAT, /* or not: the game says */
                         .rate = FY_T3DM_TICKS,
                         .tracks = p.tracks};
    for (uint32_t c = 0; c < of->channel_count; c++) {
        ferry_track track = p.tracks[c];
        track.slot = c;
        if (aim(&of->channels[c], nodes, bones, scale, &track)) clip->tracks[clip->track_count++] = track;
    }
    if (clip->track_count) qsort(clip->tracks, clip->track_count, sizeof *clip->tracks, by_target);
    keep_last(clip);
    return true;
}
