/* t3dm_keys.h: samples of a channel as codes, and which of them become keys. */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_KEYS_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_KEYS_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_animation.h"

/* The range of a scalar channel, and the codes of all samples. */
void fy_t3dm_quantise_channel(fy_t3dm_channel *channel);

/* A rotation (unit length or not) as the runtime unpacks it, the nearest that there is; and back. */
uint32_t fy_t3dm_pack_rotation(const float q[4]);
void fy_t3dm_unpack_rotation(uint32_t code, double q[4]);

/* Where a channel is read, between two keys; zeros at first, and again once its codes or keys change. */
typedef struct fy_t3dm_segment {
    uint32_t key, from, to;    /* the key's number, both ticks; to is 0: none yet */
    double a[4], b[4], end[4]; /* what the runtime has there; b is `end` by the shorter way from a */
} fy_t3dm_segment;

/* What the runtime has at a tick: between all codes, and between the keys. `value` holds 1 or 4 numbers. `at`
 * remembers the place between calls with rising ticks. */
void fy_t3dm_channel_code(const fy_t3dm_channel *channel, uint32_t tick, double value[4]);
void fy_t3dm_channel_at(const fy_t3dm_channel *channel, uint32_t tick, fy_t3dm_segment *at, double value[4]);

/* Chooses keys, as few as are found: what lies between them is off from the samples by at most `share` of
 * this: `error`, of rotations in 2 sin(angle / 2), and the worst that codes do. */
bool fy_t3dm_choose_keys(ferry_job *job, fy_t3dm_channel *channel, double error, double share);

#endif
