/*
 * t3dm_tracks_visible.c: objects that clips show and hide (docs/formats/t3dm.md, "Tracks").
 *
 * An object is made of draws that appear and disappear together (t3dm_visibility.c), so that it has one
 * curve.
 */
#include "formats/t3dm/tracks/t3dm_tracks_visible.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/visible.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"

static const fy_covered *covered(const fy_t3dm_tracker *t, uint32_t draw) {
    static const fy_covered not_at_all = {.shown_by = FERRY_NONE};
    return t->plan->covered ? &t->plan->covered[draw] : &not_at_all;
}

bool fy_t3dm_hide(fy_t3dm_tracker *t) {
    uint32_t before = t->tracks->hidden_count;
    const bool *visible = fy_find_visible(t->job, t->scene);
    if (!visible) return false;
    for (uint32_t i = 0; i < t->object_count; i++) {
        uint32_t draw = t->objects[i].draw;
        if (draw == FERRY_NONE) continue;
        if (!covered(t, draw)->hidden && visible[draw]) continue;
        if (!fy_t3dm_add_hidden(t->tracks, i)) return false;
    }
    uint32_t hidden = t->tracks->hidden_count - before;
    if (hidden)
        ferry_say(t->job, FERRY_NOTE, "t3dm.hidden-at-rest", t->file, "",
                  "%u of %u objects are hidden until an animation or the game shows them: without "
                  "ferry64_tracks.h, the game must hide them itself",
                  hidden, t->object_count);
    return !ferry_failed(t->job);
}

static bool add_switches(fy_t3dm_tracker *t, uint32_t object, const fy_switches *switches) {
    float *times = ferry_new(t->job, float, switches->count),
          *values = ferry_new(t->job, float, switches->count);
    if (!times || !values) return false;
    for (uint32_t i = 0; i < switches->count; i++) {
        times[i] = (float)switches->times[i];
        values[i] = switches->on[i];
    }
    return fy_t3dm_add_track(t->tracks, &(fy_t3dm_track){.target = FY_T3DM_TARGET_VISIBLE,
                                                         .width = 1,
                                                         .interpolation = FERRY_STEP,
                                                         .object = object,
                                                         .key_count = switches->count,
                                                         .times = times,
                                                         .values = values});
}

bool fy_t3dm_visible_tracks(fy_t3dm_tracker *t, const ferry_clip *clip) {
    double start = 0;
    bool on = true;
    const fy_switches shown = {.count = 1, .times = &start, .on = &on};
    fy_switches *found = fy_find_switches(t->job, t->scene, clip);
    for (uint32_t i = 0; found && i < t->object_count; i++) {
        uint32_t draw = t->objects[i].draw;
        if (draw == FERRY_NONE) continue;
        /* what is visible in the source, and hidden for being covered: the clip may hide what covers it */
        const uint32_t by = covered(t, draw)->shown_by;
        bool returns = !found[draw].count && by != FERRY_NONE && found[by].count;
        const fy_switches *switches = returns ? &shown : &found[draw];
        if (switches->count && !add_switches(t, i, switches)) return false;
    }
    return found;
}
