/* pose_tracks.c: see the header. */
#include "core/pipeline/poses/pose_tracks.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/pipeline/poses/pose_units.h"
#include "core/pipeline/poses/poses.h"
#include "core/scene/curve.h"

static bool add_track(fy_posing *b, const ferry_track *track) {
    if (!fy_job_reserve(b->job, (void **)&b->tracks, b->track_count, &b->track_capacity, 1,
                        sizeof *b->tracks))
        return false;
    b->tracks[b->track_count++] = *track;
    return true;
}

/* `value` at each of its times, as steps; those that change nothing go. */
typedef struct steps {
    double *times;
    float *values;
    uint32_t count;
} steps;

static void add_step(steps *to, double time, float value) {
    if (to->count && to->times[to->count - 1] >= time) to->count--;
    if (to->count && to->values[to->count - 1] == value) return;
    to->times[to->count] = time;
    to->values[to->count++] = value;
}

static bool open_steps(fy_posing *b, size_t most, steps *to) {
    *to = (steps){ferry_scene_new(b->scene, double, most), ferry_scene_new(b->scene, float, most), 0};
    return to->times && to->values;
}

static bool put_steps(fy_posing *b, const steps *from, ferry_target target, uint32_t object, uint32_t channel,
                      float rest) {
    if (from->count == 1 && from->values[0] == rest) return true;
    return add_track(b, &(ferry_track){.target = target,
                                       .object = object,
                                       .channel = channel,
                                       .interpolation = FERRY_STEP,
                                       .width = 1,
                                       .key_count = from->count,
                                       .times = from->times,
                                       .values = from->values});
}

/* When a unit changes its pose in a clip. */
static const fy_change *changes_in(const fy_posing *b, const fy_pose_unit *u, uint32_t clip,
                                   uint32_t *count) {
    static const fy_change rest = {0, 0, 0};
    const fy_change *all = b->choice.changes.data;
    uint32_t low = u->poses.first_change, end = low + u->poses.change_count, high = end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (all[middle].clip < clip)
            low = middle + 1;
        else
            high = middle;
    }
    for (*count = 0; low + *count < end && all[low + *count].clip == clip;) ++*count;
    if (*count) return &all[low];
    *count = 1;
    return &rest;
}

/* What hangs on such a node shows one pose: its bones are 1 or 0 long. */
static bool scale_bones(fy_posing *b, uint32_t clip) {
    for (uint32_t n = 0; n < b->node_count; n++) {
        if (b->nodes[n] == FERRY_NONE) continue;
        const fy_pose_unit *u = &b->all[b->node_units[n]];
        uint32_t count;
        const fy_change *changes = changes_in(b, u, clip, &count);
        for (uint32_t i = 0; i < 3 * u->poses.count; i++) {
            uint32_t pose = i / 3;
            steps s;
            if (!ferry_tick(b->job) || !open_steps(b, count, &s)) return false;
            for (uint32_t k = 0; k < count; k++) add_step(&s, changes[k].time, changes[k].pose == pose);
            if (!put_steps(b, &s, FERRY_TARGET_SCALE, b->nodes[n] + pose, i % 3, pose == 0)) return false;
        }
    }
    return true;
}

static float own_value(const ferry_track *track, bool rest, double time) {
    double value[4] = {rest};
    if (track) fy_track_at(track, time, value);
    return value[0] != 0;
}

/* A draw's pose is seen while it is shown and the draw itself is. */
static bool switch_pose(fy_posing *b, uint32_t clip, const fy_pose_unit *u, uint32_t pose,
                        const ferry_track *own, bool rest, uint32_t draw) {
    uint32_t at = 0, end, key = 0, keys = own ? own->key_count : 0;
    const fy_change *changes = changes_in(b, u, clip, &end);
    steps s;
    if (!open_steps(b, (size_t)end + keys + 1, &s)) return false;
    while (key < keys && own->times[key] <= 0) key++;
    for (uint32_t shown = 0; at < end || key < keys;) {
        double time = at < end && (key == keys || changes[at].time <= own->times[key]) ? changes[at].time
                                                                                       : own->times[key];
        while (at < end && changes[at].time <= time) shown = changes[at++].pose;
        while (key < keys && own->times[key] <= time) key++;
        add_step(&s, time, shown == pose ? own_value(own, rest, time) : 0);
    }
    return put_steps(b, &s, FERRY_TARGET_DRAW_VISIBLE, draw, 0, pose == 0 && rest);
}

static const fy_pose_unit *unit_of(const fy_posing *b, uint32_t mesh) {
    const fy_pose_unit *u = fy_pose_unit_of(b, mesh);
    return u && u->poses.count > 1 ? u : NULL;
}

/* Tracks of visibility: a draw's own, and those that exchange its poses. */
static bool switch_draws(fy_posing *b, uint32_t clip, const ferry_track *const *own) {
    for (uint32_t d = 0; d < b->draw_count; d++) {
        const ferry_draw *draw = &b->scene->draws.data[b->draws[d]];
        const fy_pose_unit *u = unit_of(b, draw->mesh);
        bool rest = draw->visible;
        for (uint32_t k = 0; k < (u ? u->poses.count : 1); k++) {
            bool done = true;
            if (u && !u->bones)
                done = ferry_tick(b->job) && switch_pose(b, clip, u, k, own[d], rest, b->draws[d] + k);
            else if (own[d]) {
                ferry_track track = *own[d];
                track.object = b->draws[d] + k;
                done = add_track(b, &track);
            }
            if (!done) return false;
        }
    }
    return true;
}

/* All other tracks, again for each pose of what they drive. */
static bool carry_track(fy_posing *b, const ferry_track *from) {
    const ferry_scene *scene = b->scene;
    bool material = from->target == FERRY_TARGET_DRAW_MATERIAL,
         vertex_color_group = from->target == FERRY_TARGET_VERTEX_COLOR;
    ferry_track track = *from;
    if (from->target == FERRY_TARGET_MORPH && b->moved[scene->morphs.data[from->object].mesh]) return true;
    if (material) track.object = b->draws[from->object];
    uint32_t mesh = material             ? scene->draws.data[track.object].mesh
                    : vertex_color_group ? scene->vertex_color_groups.data[from->object].mesh
                                         : 0;
    const fy_pose_unit *u = material || vertex_color_group ? unit_of(b, mesh) : NULL;
    if (!add_track(b, &track)) return false;
    for (uint32_t k = 1; u && k < u->poses.count; k++) {
        track.object = material ? b->draws[from->object] + k : b->vertex_color_groups[from->object] + k - 1;
        if (!add_track(b, &track)) return false;
    }
    return true;
}

bool fy_pose_tracks_build(fy_posing *b, uint32_t number) {
    ferry_clip *clip = &b->scene->clips.data[number];
    ferry_mark mark = ferry_job_mark(b->job);
    const ferry_track **own = ferry_new(b->job, const ferry_track *, (size_t)b->draw_count + 1);
    b->track_count = 0;
    if (!own) return false;
    for (uint32_t k = 0; k < clip->track_count; k++) {
        const ferry_track *track = &clip->tracks[k];
        if (track->target == FERRY_TARGET_DRAW_VISIBLE)
            own[track->object] = track;
        else if (!carry_track(b, track))
            return false;
    }
    if (!switch_draws(b, number, own) || !scale_bones(b, number)) return false;
    ferry_job_release(b->job, mark);
    clip->tracks = b->track_count ? ferry_scene_new(b->scene, ferry_track, b->track_count) : NULL;
    clip->track_count = b->track_count;
    if (b->track_count && !clip->tracks) return false;
    if (b->track_count) memcpy(clip->tracks, b->tracks, b->track_count * sizeof *b->tracks);
    fy_sort_tracks(clip->tracks, clip->track_count);
    return true;
}
