/*
 * t3dm_read_animation.h: an animation's chunk and the stream beside the model that holds its keys.
 * Both are kept as they are, the stream as `A[n].sdata`; what contradicts the rules is said. What the
 * stream plays becomes tracks of a clip: the one that the tracks chunk has for it, or one of its own.
 */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_ANIMATION_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_ANIMATION_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* An animation's chunk, kept at `path`, and its stream. */
bool fy_t3dm_read_animation(fy_t3dm_reader *r, uint32_t chunk, const char *path);

/* The same: what the kept streams play, as tracks of the file's clips, which are those from `first_clip` on,
 * or as new ones; its extras begin with `first_extra`. */
bool fy_t3dm_read_clips(fy_t3dm_reader *r, uint32_t first_clip, uint32_t first_extra);

#endif
