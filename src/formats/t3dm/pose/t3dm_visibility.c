/*
 * t3dm_visibility.c: which draws are written, and which of them are seen at the same times
 * (docs/formats/t3dm.md, "Objects").
 */
#include "formats/t3dm/pose/t3dm_visibility.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/visible.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* A draw whose curves are compared; a group is a run of equals. */
typedef struct curve {
    uint32_t group, draw;
    const fy_switches *switches;
} curve;

static int by_switches(const fy_switches *a, const fy_switches *b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->times[i] < b->times[i] || a->times[i] > b->times[i]) return a->times[i] < b->times[i] ? -1 : 1;
        if (a->on[i] != b->on[i]) return a->on[i] ? 1 : -1;
    }
    return 0;
}

static int by_curve(const void *a, const void *b) {
    const curve *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    int order = by_switches(x->switches, y->switches);
    return order ? order : x->draw < y->draw ? -1 : x->draw > y->draw;
}

/* Parts groups by what one more clip does to their draws. */
static void part_groups(curve *curves, uint32_t count, uint32_t *groups) {
    if (count) qsort(curves, count, sizeof *curves, by_curve);
    for (uint32_t i = 0, group = 0; i < count; i++) {
        const curve *c = &curves[i], *last = i ? c - 1 : c;
        group += c->group != last->group || by_switches(c->switches, last->switches) != 0;
        groups[c->draw] = group;
    }
}

static bool switches_any(const ferry_clip *clip) {
    for (uint32_t k = 0; k < clip->track_count; k++)
        if (clip->tracks[k].target == FERRY_TARGET_DRAW_VISIBLE ||
            clip->tracks[k].target == FERRY_TARGET_NODE_VISIBLE)
            return true;
    return false;
}

static bool look_at_clip(ferry_job *job, const ferry_scene *scene, const ferry_clip *clip,
                         fy_t3dm_visibility_groups *visibility, bool *switched) {
    ferry_mark mark = ferry_job_mark(job);
    curve *curves = ferry_new(job, curve, scene->draws.count + (size_t)1);
    fy_switches *found = fy_find_switches(job, scene, clip);
    if (!curves || !found) return false;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        curves[d] = (curve){visibility->groups[d], d, &found[d]};
        switched[d] |= found[d].count != 0;
        for (uint32_t i = 0; i < found[d].count; i++) visibility->written[d] |= found[d].on[i];
    }
    part_groups(curves, scene->draws.count, visibility->groups);
    ferry_job_release(job, mark);
    return true;
}

bool fy_t3dm_find_visibility_groups(ferry_job *job, const ferry_scene *scene, const fy_t3dm_layout *layout,
                                    fy_t3dm_visibility_groups *visibility) {
    uint32_t count = scene->draws.count;
    visibility->written = fy_find_visible(job, scene);
    visibility->groups = ferry_new(job, uint32_t, count + (size_t)1);
    bool *switched = ferry_new(job, bool, count + (size_t)1);
    const bool *visible = fy_find_visible(job, scene);
    if (!visibility->written || !visibility->groups || !switched || !visible) return false;
    for (uint32_t d = 0; d < count; d++) visibility->groups[d] = !visible[d];
    for (uint32_t c = 0; c < scene->clips.count && fy_t3dm_has_tracks(job, layout); c++)
        if (switches_any(&scene->clips.data[c]) &&
            (!ferry_tick(job) || !look_at_clip(job, scene, &scene->clips.data[c], visibility, switched)))
            return false;
    for (uint32_t d = 0; d < count; d++) {
        bool always = !switched[d] && visible[d];
        visibility->groups[d] = always ? 0 : visibility->groups[d] + 1;
    }
    return true;
}
