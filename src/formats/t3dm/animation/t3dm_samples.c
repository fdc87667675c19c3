/* t3dm_samples.c: a clip as samples of its channels, one a tick. */
#include "formats/t3dm/animation/t3dm_samples.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/pose.h"
#include "formats/t3dm/file/t3dm_cache.h"

enum { PARTS = FY_T3DM_PARTS, ROTATION_PART = FY_T3DM_ROTATION_PART };

/* Bytes of a clip's matrices that are kept, so that it is posed once: 6 seconds of 29 bones. */
enum { MOST_KEPT = 1 << 20 };

/* In the file's units. */
static void take_samples(const fy_t3dm_sampler *s, fy_t3dm_channel *channel, uint32_t from, uint32_t count) {
    const fy_t3dm_run_parts *parts = &s->posed.parts[channel->bone];
    if (channel->kind == FY_T3DM_ROTATION) {
        float turns[4][FY_T3DM_RUN], *to = channel->exact + 4 * (size_t)from;
        fy_t3dm_run_turns(&s->posed, channel->bone, turns);
        for (uint32_t t = 0; t < count; t++)
            for (uint32_t k = 0; k < 4; k++) to[4 * t + k] = turns[k][t];
        return;
    }
    const bool scales = channel->kind == FY_T3DM_SCALING;
    const float *values = (scales ? parts->scale : parts->translate)[channel->component];
    for (uint32_t t = 0; t < count; t++)
        channel->exact[from + t] = scales ? values[t] : (float)((double)values[t] * s->pose.scale);
}

static bool open_channels(fy_t3dm_sampler *s, uint32_t ticks) {
    for (uint32_t c = 0; c < s->channel_count; c++) {
        fy_t3dm_channel *channel = &s->channels[c];
        size_t width = channel->kind == FY_T3DM_ROTATION ? 4 : 1;
        channel->ticks = ticks;
        channel->still = true;
        channel->coded = channel->level = false;
        channel->exact = ferry_alloc(s->job, ticks + (size_t)1, width * sizeof *channel->exact);
        channel->samples = ferry_alloc(s->job, ticks + (size_t)1, width * sizeof *channel->samples);
        channel->codes = ferry_new(s->job, uint32_t, ticks + (size_t)1);
        channel->keys = ferry_new(s->job, uint32_t, ticks + (size_t)1);
        channel->played = ferry_alloc(s->job, ticks + (size_t)1, width * sizeof *channel->played);
        if (!channel->exact || !channel->samples || !channel->codes || !channel->keys || !channel->played)
            return false;
    }
    return true;
}

/* Which part of a bone a track moves; below 0: none, or all of them. */
static uint32_t part_of(const ferry_track *track) {
    return track->target == FERRY_TARGET_TRANSLATE ? track->channel
           : track->target == FERRY_TARGET_SCALE   ? 3 + track->channel
                                                   : ROTATION_PART;
}

/* Channels that some track of the clip at hand moves. */
static void find_moving(fy_t3dm_sampler *s) {
    for (uint32_t i = 0; i < s->player.count; i++) {
        const ferry_track *track = s->player.tracks[i].track;
        uint32_t bone = fy_moves_node(track) ? s->pose.bones[track->object] : FY_T3DM_NO_BONE;
        if (bone == FY_T3DM_NO_BONE) continue;
        uint32_t channel = s->of_part[PARTS * (size_t)bone + part_of(track)];
        if (channel != FERRY_NONE) s->channels[channel].still = false;
    }
}

/* The others have at each tick what they have at the first. */
static void fill_still(fy_t3dm_sampler *s, uint32_t ticks) {
    for (uint32_t c = 0; c < s->channel_count; c++) {
        fy_t3dm_channel *channel = &s->channels[c];
        size_t width = channel->kind == FY_T3DM_ROTATION ? 4 : 1;
        for (size_t t = 1; channel->still && t <= ticks; t++)
            memcpy(channel->exact + t * width, channel->exact, width * sizeof *channel->exact);
    }
}

bool fy_t3dm_sample_clip(fy_t3dm_sampler *s, const ferry_clip *clip, uint32_t ticks) {
    const size_t bones = s->pose.bone_count, runs = ticks / FY_T3DM_RUN + (size_t)1;
    if (!open_channels(s, ticks) || !fy_t3dm_sampler_take(s, clip)) return false;
    s->kept = NULL;
    if (runs <= MOST_KEPT / sizeof *s->kept / bones) {
        s->kept = ferry_new(s->job, fy_t3dm_run_matrix, bones * runs);
        if (!s->kept) return false;
    }
    find_moving(s);
    fy_t3dm_sampler_start(s);
    for (uint32_t t = 0; t <= ticks; t += FY_T3DM_RUN) {
        uint32_t count = ticks - t < FY_T3DM_RUN ? ticks - t + 1 : FY_T3DM_RUN;
        if (!ferry_tick(s->job)) return false;
        fy_t3dm_sampler_pose(s, clip, t, ticks);
        for (uint32_t c = 0; c < s->channel_count; c++)
            if (!t || !s->channels[c].still) take_samples(s, &s->channels[c], t, count);
        if (s->kept) memcpy(s->kept + t / FY_T3DM_RUN * bones, s->before, bones * sizeof *s->kept);
    }
    fill_still(s, ticks);
    return true;
}
