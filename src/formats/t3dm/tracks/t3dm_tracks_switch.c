/* t3dm_tracks_switch.c: producers of what clips make of materials: colours, tiles, variants. */
#include "formats/t3dm/tracks/t3dm_tracks_switch.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/order.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"

/* The tracks of a clip: a run, since they stand by clip. */
static uint32_t find_clip(const fy_t3dm_motion *motion, uint32_t clip) {
    return fy_first_not_before(&clip, motion->tracks, motion->count, sizeof *motion->tracks, fy_by_number);
}

static uint32_t clip_number(const fy_t3dm_tracker *t, const ferry_clip *clip) {
    return (uint32_t)(clip - t->scene->clips.data);
}

/* M chunk of the nth variant of a material of the plan. */
static uint32_t number_of(const fy_t3dm_tracker *t, uint32_t material, uint32_t variant) {
    return t->material_numbers[variant ? t->plan->materials[material].first_variant + variant - 1 : material];
}

static bool add_for(fy_t3dm_tracker *t, uint32_t material, uint32_t variant, const fy_t3dm_track *track) {
    fy_t3dm_track made = *track;
    made.object = number_of(t, material, variant);
    return made.object == FERRY_NONE || fy_t3dm_add_track(t->tracks, &made);
}

static bool is_color(const fy_t3dm_track *track) {
    return track->target == FY_T3DM_TARGET_PRIM || track->target == FY_T3DM_TARGET_ENV;
}

static bool add_motion(fy_t3dm_tracker *t, uint32_t material, uint32_t clip) {
    const fy_t3dm_material *of = &t->plan->materials[material];
    for (uint32_t i = find_clip(of->motion, clip);
         i < of->motion->count && of->motion->tracks[i].clip == clip; i++) {
        const fy_t3dm_track *track = &of->motion->tracks[i].track;
        if (track->target == FY_T3DM_TARGET_MATERIAL) continue;
        uint32_t first = is_color(track) ? 0 : track->object,
                 last = is_color(track) ? of->variant_count : first;
        for (uint32_t variant = first; variant <= last; variant++)
            if (!add_for(t, material, variant, track)) return false;
    }
    return true;
}

bool fy_t3dm_material_tracks(fy_t3dm_tracker *t, const ferry_clip *clip) {
    for (uint32_t i = 0; i < t->plan->material_count; i++)
        if (t->plan->materials[i].motion && t->material_numbers[i] != FERRY_NONE &&
            !add_motion(t, i, clip_number(t, clip)))
            return false;
    return true;
}

/* With which of its material's variants an object is drawn. */
static bool add_switch(fy_t3dm_tracker *t, uint32_t object, const fy_t3dm_track *track) {
    fy_t3dm_track made = *track;
    float *values = ferry_new(t->job, float, track->key_count);
    if (!values) return false;
    for (uint32_t i = 0; i < track->key_count; i++)
        values[i] = (float)number_of(t, t->objects[object].material, (uint32_t)track->values[i]);
    made.object = object;
    made.values = values;
    return fy_t3dm_add_track(t->tracks, &made);
}

bool fy_t3dm_switch_tracks(fy_t3dm_tracker *t, const ferry_clip *clip) {
    uint32_t number = clip_number(t, clip);
    for (uint32_t o = 0; o < t->object_count; o++) {
        const fy_t3dm_motion *motion = t->plan->materials[t->objects[o].material].motion;
        if (!motion || t->objects[o].draw == FERRY_NONE) continue;
        for (uint32_t i = find_clip(motion, number); i < motion->count && motion->tracks[i].clip == number;
             i++)
            if (motion->tracks[i].track.target == FY_T3DM_TARGET_MATERIAL &&
                !add_switch(t, o, &motion->tracks[i].track))
                return false;
    }
    return true;
}
