/*
 * t3dm_tracks_scene.c: tracks that came from a T3DM file and go into one again: materials of objects,
 * primitive and environment colours, lows of tiles (docs/formats/t3dm.md, "Tracks").
 *
 * Keys stay as they are where all channels of a thing have the same times, as those that were read do.
 */
#include "formats/t3dm/tracks/t3dm_tracks_scene.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/scene/curve.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/pose/t3dm_moments.h"
#include "formats/t3dm/tracks/t3dm_tracks_keys.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"

enum { WIDTH = FY_T3DM_TRACK_WIDTH };

bool *fy_t3dm_find_driven(ferry_job *job, const ferry_scene *scene) {
    bool *driven = ferry_new(job, bool, scene->materials.count + (size_t)1);
    for (uint32_t c = 0; driven && c < scene->clips.count; c++) {
        const ferry_clip *clip = &scene->clips.data[c];
        for (uint32_t i = 0; i < clip->track_count; i++) {
            const ferry_track *track = &clip->tracks[i];
            if (track->target >= FERRY_TARGET_PRIM) driven[track->object] = true;
            for (uint32_t k = 0; track->target == FERRY_TARGET_DRAW_MATERIAL && k < track->key_count; k++)
                driven[(uint32_t)track->values[k]] = true;
        }
    }
    return driven;
}

/* ---------------------------------------------------------------------------------------------- one thing */

/* Tracks of all channels of one thing; NULL: it stays at rest there. */
typedef struct thing {
    ferry_target target;
    uint32_t object, slot, width;
    const ferry_track *channels[WIDTH];
    float rest[WIDTH];
} thing;

static bool same_keys(const thing *t) {
    const ferry_track *first = t->channels[0];
    for (uint32_t k = 0; k < t->width; k++) {
        const ferry_track *other = t->channels[k];
        if (!first || !other || other->interpolation != first->interpolation ||
            other->key_count != first->key_count || first->interpolation > FERRY_LINEAR)
            return false;
        if (other->times != first->times &&
            memcmp(other->times, first->times, first->key_count * sizeof *first->times) != 0)
            return false;
    }
    return true;
}

static bool copy_keys(ferry_job *job, const thing *t, fy_t3dm_track *to) {
    uint32_t count = t->channels[0]->key_count;
    float *times = ferry_new(job, float, count), *values = ferry_alloc(job, count, t->width * sizeof *values);
    if (!times || !values) return false;
    for (uint32_t i = 0; i < count; i++) {
        times[i] = (float)t->channels[0]->times[i];
        for (uint32_t k = 0; k < t->width; k++) values[i * (size_t)t->width + k] = t->channels[k]->values[i];
    }
    to->interpolation = t->channels[0]->interpolation;
    to->key_count = count;
    to->times = times;
    to->values = values;
    return true;
}

/* Steps of which nobody sees a half: colours; texels. */
static bool find_keys(ferry_job *job, const ferry_clip *clip, const thing *t, fy_t3dm_track *to) {
    float off = t->target == FERRY_TARGET_TILE ? 1.0f / 64 : 0.25f;
    const float tolerance[WIDTH] = {off, off, off, off};
    const ferry_track *tracks[WIDTH];
    uint32_t count = 0;
    fy_t3dm_moments moments;
    for (uint32_t k = 0; k < t->width; k++)
        if (t->channels[k]) tracks[count++] = t->channels[k];
    if (!fy_t3dm_list_moments(job, clip, tracks, count, false, &moments)) return false;
    float *values = ferry_alloc(job, moments.count, t->width * sizeof *values);
    for (uint32_t i = 0; values && i < moments.count; i++)
        for (uint32_t k = 0; k < t->width; k++) {
            double value[4] = {(double)t->rest[k]};
            if (t->channels[k]) fy_track_at(t->channels[k], moments.samples[i], value);
            values[i * (size_t)t->width + k] = (float)value[0];
        }
    return values && fy_t3dm_linear_keys(job, &moments, values, tolerance, to);
}

static bool make_track(ferry_job *job, const ferry_clip *clip, const thing *t, fy_t3dm_track *to) {
    to->width = (uint8_t)t->width;
    to->slot = (uint8_t)t->slot;
    return same_keys(t) ? copy_keys(job, t, to) : find_keys(job, clip, t, to);
}

static void set_rest(const fy_t3dm_tracker *t, thing *to) {
    const ferry_rdp_material *rdp = t->scene->materials.data[to->object].rdp;
    const ferry_rdp_tile *tile = &rdp->tiles[to->slot];
    const uint8_t *color = to->target == FERRY_TARGET_PRIM ? rdp->prim : rdp->env;
    for (uint32_t k = 0; k < to->width; k++)
        to->rest[k] = to->target == FERRY_TARGET_TILE ? (k ? tile->t.low : tile->s.low) : (float)color[k];
}

/* ---------------------------------------------------------------------------------------- the kinds */

/* M chunk of a material of the scene; FERRY_NONE: it is left out. */
static uint32_t chunk_of(const fy_t3dm_tracker *t, uint32_t material) {
    uint32_t plan = t->plan->of_material ? t->plan->of_material[material] : FERRY_NONE;
    return plan == FERRY_NONE ? FERRY_NONE : t->material_numbers[plan];
}

static bool add_constants(fy_t3dm_tracker *t, const ferry_clip *clip, thing *of) {
    static const uint8_t targets[] = {FY_T3DM_TARGET_PRIM, FY_T3DM_TARGET_ENV, FY_T3DM_TARGET_TILE_OFFSET};
    fy_t3dm_track track = {.target = targets[of->target - FERRY_TARGET_PRIM],
                           .object = chunk_of(t, of->object)};
    if (track.object == FERRY_NONE) return true; /* nothing is drawn with it */
    set_rest(t, of);
    return make_track(t->job, clip, of, &track) && fy_t3dm_add_track(t->tracks, &track);
}

static bool report_switch(fy_t3dm_tracker *t, const ferry_clip *clip, uint32_t draw, uint32_t material) {
    ferry_say(t->job, FERRY_LOSS, "t3dm.material-switch", t->file,
              ferry_job_format(t->job, "clip \"%s\"", clip->name),
              "draw[%u] \"%s\" switches to material \"%s\", which was left out: it keeps its own", draw,
              t->scene->draws.data[draw].name, t->scene->materials.data[material].name);
    return !ferry_failed(t->job);
}

static bool add_switch(fy_t3dm_tracker *t, const ferry_clip *clip, const thing *of) {
    fy_t3dm_track track = {.target = FY_T3DM_TARGET_MATERIAL};
    uint32_t first = t->object_of[of->object];
    if (first == FERRY_NONE) return true; /* it is not drawn */
    if (!make_track(t->job, clip, of, &track)) return false;
    float *numbers = ferry_new(t->job, float, track.key_count);
    for (uint32_t k = 0; numbers && k < track.key_count; k++) {
        uint32_t material = (uint32_t)track.values[k], chunk = chunk_of(t, material);
        if (chunk == FERRY_NONE) return report_switch(t, clip, of->object, material);
        numbers[k] = (float)chunk;
    }
    track.values = numbers;
    for (track.object = first; numbers && track.object != FERRY_NONE; track.object = t->next_of[track.object])
        if (!fy_t3dm_add_track(t->tracks, &track)) return false;
    return numbers;
}

static bool same_thing(const ferry_track *a, const ferry_track *b) {
    return a->target == b->target && a->object == b->object && a->slot == b->slot;
}

bool fy_t3dm_scene_tracks(fy_t3dm_tracker *t, const ferry_clip *clip) {
    for (uint32_t i = 0, end; i < clip->track_count; i = end) {
        const ferry_track *first = &clip->tracks[i];
        thing of = {.target = first->target, .object = first->object, .slot = first->slot};
        for (end = i; end < clip->track_count && same_thing(first, &clip->tracks[end]); end++)
            if (clip->tracks[end].channel < WIDTH)
                of.channels[clip->tracks[end].channel] = &clip->tracks[end];
        if (first->target < FERRY_TARGET_DRAW_MATERIAL) continue;
        of.width = first->target == FERRY_TARGET_DRAW_MATERIAL ? 1
                   : first->target == FERRY_TARGET_TILE        ? 2
                                                               : 4;
        if (!(of.target == FERRY_TARGET_DRAW_MATERIAL ? add_switch(t, clip, &of)
                                                      : add_constants(t, clip, &of)))
            return false;
    }
    return true;
}
