/*
 * t3dm_clips.h: clips of the scene as animations that the runtime streams (docs/formats/t3dm.md, "Animations
 * from clips").
 *
 *     t3dm_ticks.c   clips by the runtime's ticks, bones at one of them
 *     t3dm_clips.c   which channels there are; clips sampled, their errors measured and reported
 *     t3dm_encode.c  bone by bone: what its channels have to be
 *     t3dm_keys.c    samples -> codes -> the keys that are needed
 *     t3dm_stream.c  keys -> stream and chunk
 *     t3dm_stream_decode.c    stream -> keys, as tracks of a clip
 */
#ifndef FERRY_FORMATS_T3DM_CLIPS_H
#define FERRY_FORMATS_T3DM_CLIPS_H

#include "formats/t3dm/mesh/t3dm_geometry.h"
#include "formats/t3dm/file/t3dm_strings.h"

/* The kind of clips that are known from an A chunk alone. */
#define FY_T3DM_STREAM_KIND "t3dm"

enum { FY_T3DM_TICKS = 60, FY_T3DM_MOST_TICKS = 0x7FFF }; /* a second; a record */

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
} fy_t3dm_animations;

/* t3dm_stream_names.c: the stream `number` of the file `model`, without a folder. */
const char *fy_t3dm_stream_name(ferry_job *job, const char *model, uint32_t number);

/* Whether `name` is one that the function above makes; then *number is set. */
bool fy_t3dm_stream_number(ferry_job *job, const char *model, const char *name, uint32_t *number);

/* Where a stream of that name is written, beside the model, and where the console finds it. */
const char *fy_t3dm_stream_file(ferry_job *job, const char *model, const char *name);
const char *fy_t3dm_stream_path(ferry_job *job, const char *name);

/* t3dm_passthrough.c: streams of animations that are kept have numbers below this one. */
uint32_t fy_t3dm_kept_numbers(ferry_job *job, const ferry_scene *scene, const char *model);

/* Whether a clip moves nodes, and whether it is short enough to be written. */
bool fy_t3dm_clip_moves(const ferry_clip *clip);
bool fy_t3dm_clip_fits(const ferry_clip *clip);

/* Seconds. */
double fy_t3dm_longest_clip(void);

/* Of a clip that fits, loop mode included: the number of its last tick, 1 at least, and its length in
 * seconds. */
uint32_t fy_t3dm_clip_ticks(const ferry_clip *clip);
double fy_t3dm_clip_duration(const ferry_clip *clip);

/* The scene's nodes at a tick of a clip. */
void fy_t3dm_clip_pose(const ferry_scene *scene, const ferry_clip *clip, double tick, ferry_node *nodes);

/* Matrices of the bones to model space, with the scene's nodes in some pose; lengths are the source's. */
void fy_t3dm_bone_worlds(const ferry_scene *scene, const fy_t3dm_pose *pose, const ferry_node *nodes,
                         ferry_matrix *worlds);

/* FERRY_NONE: none. */
uint32_t fy_t3dm_bone_parent(const ferry_scene *scene, const fy_t3dm_pose *pose, uint32_t bone);

/* All clips of the scene that move bones. What cannot be is reported. False after an error. */
bool fy_t3dm_make_animations(ferry_job *job, const ferry_scene *scene, const char *name,
                             fy_t3dm_animations *animations);

/* The range of a scalar channel, and the codes of all samples. */
void fy_t3dm_quantise_channel(fy_t3dm_channel *channel);

/* A rotation (unit length or not) as the runtime unpacks it, the nearest that there is; and back. */
uint32_t fy_t3dm_pack_rotation(const float q[4]);
void fy_t3dm_unpack_rotation(uint32_t code, double q[4]);

/* What the runtime has at a tick: between all codes, and between the keys. `value` holds 1 or 4 numbers.
 * `key` remembers the place between calls with rising ticks; 0 at first. */
void fy_t3dm_channel_code(const fy_t3dm_channel *channel, uint32_t tick, double value[4]);
void fy_t3dm_channel_at(const fy_t3dm_channel *channel, uint32_t tick, uint32_t *key, double value[4]);

/* Chooses keys, as few as are found: what lies between them is off from the samples by at most `share` of
 * this: `error`, of rotations in 2 sin(angle / 2), and the worst that codes do. */
bool fy_t3dm_choose_keys(ferry_job *job, fy_t3dm_channel *channel, double error, double share);

/* The records of all channels, in the runtime's order. The duration becomes what the runtime's sums reach. */
bool fy_t3dm_make_stream(ferry_job *job, fy_t3dm_animation *animation);

/* What the stream's records say, as tracks of nodes: of bone b nodes[b], of which there are `bones`;
 * translations are divided by `scale`. Records that are not there or of no channel end it; channels without a
 * record, of no bone or with values that are not finite have no track. Memory is the scene's, or the job's if
 * that is NULL. False at the limit. */
bool fy_t3dm_play(ferry_job *job, ferry_scene *scene, const fy_t3dm_animation *of, const uint32_t *nodes,
                  uint32_t bones, double scale, ferry_clip *clip);

void fy_t3dm_put_animation(ferry_out *out, fy_t3dm_strings *strings, const fy_t3dm_animation *animation);

#endif
