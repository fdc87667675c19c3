/*
 * t3dm_clips.c: clips of the scene as animations: chosen, sampled, encoded, measured and reported.
 *
 * Format: docs/formats/t3dm.md, "Animations from clips".
 */
#include "formats/t3dm/animation/t3dm_clips.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/curve.h"
#include "core/scene/pose.h"
#include "formats/t3dm/animation/t3dm_bone_bounds.h"
#include "formats/t3dm/animation/t3dm_channels.h"
#include "formats/t3dm/animation/t3dm_clip_error.h"
#include "formats/t3dm/animation/t3dm_clips_choose.h"
#include "formats/t3dm/animation/t3dm_key_reduction.h"
#include "formats/t3dm/animation/t3dm_passthrough.h"
#include "formats/t3dm/animation/t3dm_sampler.h"
#include "formats/t3dm/animation/t3dm_samples.h"
#include "formats/t3dm/animation/t3dm_stream.h"
#include "formats/t3dm/animation/t3dm_stream_names.h"
#include "formats/t3dm/pose/t3dm_ticks.h"

static bool named_alike(const fy_t3dm_sampler *s, uint32_t clip) {
    const ferry_clip *clips = s->scene->clips.data;
    for (uint32_t i = 0; i < s->scene->clips.count; i++)
        if (i != clip && !s->left_out[i] && fy_clip_moves_nodes(&clips[i]) &&
            strcmp(clips[i].name, clips[clip].name) == 0)
            return true;
    return false;
}

static void name_animation(const fy_t3dm_sampler *s, uint32_t clip, uint32_t number, fy_t3dm_animation *to) {
    const ferry_clip *of = &s->scene->clips.data[clip];
    const char *name = fy_t3dm_stream_name(s->job, s->file, number);
    bool alike = named_alike(s, clip);
    to->name = alike ? ferry_job_format(s->job, "%s.%s", of->name, of->kind) : of->name;
    to->path = fy_t3dm_stream_path(s->job, name);
    to->file = fy_t3dm_stream_file(s->job, s->file, name);
}

static void report_clip(const fy_t3dm_sampler *s, const ferry_clip *clip, uint32_t number,
                        const fy_t3dm_animation *of, double floor, double error, double between) {
    double percent = s->height > 0 ? 100 / s->height : 0;
    unsigned long long all = 0;
    for (uint32_t c = 0; c < s->channel_count; c++) all += s->channels[c].ticks + 1ull;
    ferry_say(
        s->job, FERRY_NOTE, "t3dm.animation", s->file,
        ferry_job_format(s->job, "clip[%u] \"%s\"", number, clip->name),
        "%.3f s (%s), %u rotation and %u scalar channels; %u of %llu keys, %zu bytes; error from removed "
        "keys %.3g %% of the height, from rounding %.3g %%, halfway between two ticks %.3g %%",
        of->duration, fy_loop_name(clip->loop), of->rotations, of->channel_count - of->rotations, of->records,
        all, of->stream.size, error * percent, floor * percent, between * percent);
}

/* For the chunk, without what only the stream is made of. */
static void copy_channels(const fy_t3dm_sampler *s, fy_t3dm_channel *to) {
    for (uint32_t c = 0; c < s->channel_count; c++) {
        to[c] = s->channels[c];
        to[c].exact = to[c].samples = NULL;
        to[c].codes = to[c].keys = NULL;
        to[c].played = NULL;
    }
}

/* `s` then tells whether the console's matrices hold it. */
static bool make_animation(fy_t3dm_sampler *s, uint32_t clip, uint32_t number, fy_t3dm_animation *to) {
    const ferry_clip *of = &s->scene->clips.data[clip];
    uint32_t ticks = fy_t3dm_clip_ticks(of);
    double error, floor, between;
    s->farthest = 0;
    fy_t3dm_hold_back(s, of, s->held_back[clip]);
    name_animation(s, clip, number, to);
    *to = (fy_t3dm_animation){clip, to->name,    to->path,     to->file,         fy_t3dm_clip_duration(of),
                              0,    s->channels, s->rotations, s->channel_count, {NULL, 0}};
    fy_t3dm_channel *kept = ferry_new(s->job, fy_t3dm_channel, s->channel_count);
    ferry_mark mark = ferry_job_mark(s->job);
    if (!kept || !fy_t3dm_sample_clip(s, of, ticks)) return false;
    floor = fy_t3dm_encode_clip(s, ticks, -1) ? fy_t3dm_measure_clip(s, of, ticks, true) : -1;
    if (floor < 0 || !fy_t3dm_reduce_keys(s, of, ticks, floor, &error) || !fy_t3dm_make_stream(s->job, to))
        return false;
    between = fy_t3dm_measure_between(s, of, ticks);
    if (between < 0) return false;
    if (fy_t3dm_is_held(s)) report_clip(s, of, clip, to, floor, error, between);
    to->channels = kept;
    copy_channels(s, kept);
    ferry_job_release(s->job, mark);
    return true;
}

/* Rounding may bring a clip over the edge that it stays within in the source. */
static bool make_all(fy_t3dm_sampler *s, fy_t3dm_animations *to) {
    uint32_t kept = fy_t3dm_passthrough_numbers(s->job, s->scene, s->file);
    for (uint32_t c = 0; c < s->scene->clips.count; c++) {
        if (!fy_t3dm_is_made(&s->scene->clips.data[c]) || s->left_out[c]) continue;
        if (!ferry_progress(s->job, "animations", (double)c / s->scene->clips.count)) return false;
        if (!make_animation(s, c, kept + to->count, &to->data[to->count])) return false;
        s->left_out[c] = !fy_t3dm_is_held(s);
        if (fy_t3dm_is_held(s))
            to->count++;
        else
            fy_t3dm_leave_out(s, c);
    }
    return fy_t3dm_report_refused(s);
}

static const fy_t3dm_pose *keep_pose(const fy_t3dm_sampler *s) {
    fy_t3dm_pose *kept = ferry_new(s->job, fy_t3dm_pose, 1);
    if (kept) *kept = s->pose;
    return kept;
}

bool fy_t3dm_build_animations(ferry_job *job, const ferry_scene *scene, const char *name,
                              fy_t3dm_animations *animations) {
    fy_t3dm_sampler s = {.job = job, .scene = scene, .file = name};
    uint32_t moving = 0, made = 0;
    double seconds = 0;
    *animations = (fy_t3dm_animations){.left_out = ferry_new(job, bool, scene->clips.count + (size_t)1)};
    if (!animations->left_out) return false;
    s.left_out = animations->left_out;
    for (uint32_t c = 0; c < scene->clips.count; c++) {
        const ferry_clip *clip = &scene->clips.data[c];
        made += fy_t3dm_is_made(clip);
        if (clip->kept || !fy_clip_moves_nodes(clip)) continue;
        moving++;
        seconds += clip->duration;
    }
    if (!moving) return true;
    if (!fy_t3dm_sampler_open(&s)) return false;
    if (!s.pose.bone_count || !s.pose.layout->animations) {
        ferry_say(job, FERRY_LOSS, "t3dm.animations-dropped", name, "",
                  "%u animation%s (%.1f seconds in total) %s left out: %s", moving, moving == 1 ? "" : "s",
                  seconds, moving == 1 ? "was" : "were",
                  s.pose.layout->animations
                      ? "no bones are written"
                      : ferry_job_format(job, "layout %s does not support them", s.pose.layout->name));
        return true;
    }
    fy_t3dm_find_bounds(&s);
    animations->data = ferry_new(job, fy_t3dm_animation, made);
    animations->pose = keep_pose(&s);
    return animations->data && animations->pose && fy_t3dm_choose_clips(&s) && fy_t3dm_list_channels(&s) &&
           make_all(&s, animations);
}
