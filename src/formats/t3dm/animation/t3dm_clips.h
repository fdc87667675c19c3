/*
 * t3dm_clips.h: clips of the scene as animations that the runtime streams (docs/formats/t3dm.md, "Animations
 * from clips").
 *
 *     pose/t3dm_ticks.c       clips by the runtime's ticks
 *     pose/t3dm_run.c         bones at several of them
 *     t3dm_sampler.c          what all of this works on: bones, channels, the clip at hand
 *     t3dm_bone_bounds.c      what each bone carries: by this errors are measured
 *     t3dm_clips_choose.c     which clips are written
 *     t3dm_channels.c         which parts of which bones they move
 *     t3dm_samples.c          a clip as samples of these channels
 *     t3dm_clip_error.c       how far what is played is from the clip
 *     t3dm_key_reduction.c    as few keys as the error allows
 *     t3dm_clips.c            these in turn, for each clip; what is reported
 *     t3dm_encode.c           bone by bone: what its channels have to be
 *     t3dm_keys.c             samples -> codes -> the keys that are needed
 *     t3dm_rotations.c        the codes of rotations
 *     t3dm_stream.c           keys -> stream and chunk
 *     t3dm_stream_decode.c    stream -> keys, as tracks of a clip
 */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_CLIPS_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_CLIPS_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_animation.h"

/* All clips of the scene that move bones. What cannot be is reported. False after an error. */
bool fy_t3dm_build_animations(ferry_job *job, const ferry_scene *scene, const char *name,
                              fy_t3dm_animations *animations);

#endif
