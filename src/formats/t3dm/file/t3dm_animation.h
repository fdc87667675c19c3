/*
 * t3dm_animation.h: animations as the file holds them: channels and their samples (docs/formats/t3dm.md,
 * "Animations from clips").
 */
#ifndef FERRY_FORMATS_T3DM_FILE_T3DM_ANIMATION_H
#define FERRY_FORMATS_T3DM_FILE_T3DM_ANIMATION_H

#include "ferry64.h"

/* As in the file. */
typedef enum fy_t3dm_channel_kind {
    FY_T3DM_TRANSLATION = 0,
    FY_T3DM_SCALING = 1,
    FY_T3DM_ROTATION = 3,
} fy_t3dm_channel_kind;

/* One channel in one clip: a sample each tick, from 0 to the last one. */
typedef struct fy_t3dm_channel {
    uint16_t bone;
    uint8_t kind, component;
    float scale, offset; /* of a scalar: value = code * scale + offset */
    uint32_t ticks;
    float *exact;    /* ticks + 1 values of the clip, of rotations four numbers each (x, y, z, w) */
    float *samples;  /* what they have to be, so that the bone stands right where others are off */
    uint32_t *codes; /* ticks + 1 */
    uint32_t *keys;  /* ticks, rising: the first is 0, the last `ticks` */
    uint32_t key_count;
    double
        *played; /* ticks + 1: what the runtime has, between the keys too; of rotations four numbers each */
    bool still;  /* no track moves it: all of `exact` is the same */
    bool coded;  /* of a scaling channel: it has its codes, which are the same whatever keys are chosen */
    bool level;  /* of a scalar: the codes are all the same, and what is played, too */
} fy_t3dm_channel;

typedef struct fy_t3dm_animation {
    uint32_t clip;                  /* of the scene */
    const char *name, *path, *file; /* of the stream on the console, and of the file written */
    double duration;                /* seconds */
    uint32_t records;
    const fy_t3dm_channel *channels; /* rotations first */
    uint32_t rotations, channel_count;
    ferry_bytes stream;
} fy_t3dm_animation;

typedef struct fy_t3dm_animations {
    fy_t3dm_animation *data;
    uint32_t count;
    bool *left_out; /* clips of the scene that cannot be played: nothing of them is written */
    const struct fy_t3dm_pose *pose; /* of the scene, with the base scale; NULL: nothing moves */
} fy_t3dm_animations;

#endif
