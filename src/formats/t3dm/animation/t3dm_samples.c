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

static float get_part(const ferry_vec3 *v, uint32_t component) {
    return component == 0 ? v->x : component == 1 ? v->y : v->z;
}

/* In the file's units. What turns as it did the tick before is not worked out again. */
static void take_sample(const fy_t3dm_sampler *s, fy_t3dm_channel *channel, uint32_t tick) {
    const ferry_node *node = &s->player.nodes[s->pose.nodes[channel->bone]];
    bool scales = channel->kind == FY_T3DM_SCALING;
    if (channel->kind == FY_T3DM_ROTATION) {
        float *to = channel->exact + 4 * (size_t)tick;
        const ferry_quat turn = tick && !s->posed.turned[channel->bone]
                                    ? (ferry_quat){to[-4], to[-3], to[-2], to[-1]}
                                    : fy_t3dm_sampler_turn(s, channel->bone);
        memcpy(to, (const float[4]){turn.x, turn.y, turn.z, turn.w}, 4 * sizeof *to);
        return;
    }
    float part = get_part(scales ? &node->scale : &node->translate, channel->component);
    channel->exact[tick] = scales ? part : (float)((double)part * s->pose.scale);
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
    size_t bones = s->pose.bone_count;
    if (!open_channels(s, ticks) || !fy_clip_play(s->job, &s->scene->nodes, clip, &s->player)) return false;
    s->kept = NULL;
    if (ticks + (uint64_t)1 <= MOST_KEPT / sizeof *s->kept / bones) {
        s->kept = ferry_new(s->job, ferry_matrix, bones * (ticks + (size_t)1));
        if (!s->kept) return false;
    }
    find_moving(s);
    for (uint32_t t = 0; t <= ticks; t++) {
        if (!ferry_tick(s->job)) return false;
        fy_t3dm_sampler_pose(s, clip, t);
        for (uint32_t c = 0; c < s->channel_count; c++)
            if (!t || !s->channels[c].still) take_sample(s, &s->channels[c], t);
        if (s->kept) memcpy(s->kept + t * bones, s->before, bones * sizeof *s->kept);
    }
    fill_still(s, ticks);
    return true;
}
