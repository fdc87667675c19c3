/* t3dm_key_reduction.c: as few keys as the error that is asked for allows. */
#include "formats/t3dm/animation/t3dm_key_reduction.h"

#include <math.h>

#include "ferry64.h"
#include "formats/t3dm/animation/t3dm_clip_error.h"
#include "formats/t3dm/animation/t3dm_encode.h"

/* What moves what a bone carries by `error`, as a number of the channel. */
static double allowance(const fy_t3dm_sampler *s, const fy_t3dm_channel *channel, double error) {
    const fy_t3dm_bone_bounds *of = &s->bounds[channel->bone];
    if (channel->kind == FY_T3DM_TRANSLATION)
        return of->stretch > 0 ? error * s->pose.scale / of->stretch : 0;
    if (of->lever_arm <= 0) return 0;
    if (channel->kind == FY_T3DM_ROTATION) return error / of->lever_arm;
    const ferry_vec3 *scale = &s->scene->nodes.data[s->pose.nodes[channel->bone]].scale;
    double own = fabs((double)(channel->component == 0   ? scale->x
                               : channel->component == 1 ? scale->y
                                                         : scale->z));
    return error * own / of->farthest_below;
}

bool fy_t3dm_encode_clip(fy_t3dm_sampler *s, uint32_t ticks, double share) {
    fy_t3dm_encoder encoder = {.job = s->job,
                               .scene = s->scene,
                               .pose = &s->pose,
                               .channels = s->channels,
                               .of_part = s->of_part,
                               .allowances = s->allowances,
                               .middles = (const double(*)[3])s->middles,
                               .ticks = ticks};
    return fy_t3dm_encode(&encoder, share);
}

/* Errors of a chain add up: each channel is allowed less until the whole is within. */
bool fy_t3dm_reduce_keys(fy_t3dm_sampler *s, const ferry_clip *clip, uint32_t ticks, double floor,
                         double *error) {
    double share = 1;
    for (uint32_t c = 0; c < s->channel_count; c++)
        s->allowances[c] = allowance(s, &s->channels[c], s->error);
    for (int tries = 0; tries < 8; tries++) {
        if (!fy_t3dm_encode_clip(s, ticks, share)) return false;
        double whole = fy_t3dm_measure_clip(s, clip, ticks, false);
        if (whole < 0) return false;
        *error = whole > floor ? whole - floor : 0;
        if (*error <= s->error) return true;
        double less = 0.9 * (floor + s->error) / whole;
        share *= less > 0.5 ? less : 0.5;
    }
    *error = 0;
    return fy_t3dm_encode_clip(s, ticks, -1);
}
