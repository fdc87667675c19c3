/*
 * t3dm_read_animation.h: an animation's chunk and the stream beside the model that holds its keys.
 * Both are kept as they are, the stream as `A[n].sdata`; what contradicts the rules is said. What the
 * stream plays becomes tracks of a clip: the one that the tracks chunk has for it, or one of its own
 * (docs/formats/t3dm.md, "Animations as clips").
 */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_ANIMATION_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_ANIMATION_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Keeps the animation of chunk number `chunk` as an extra at `path`, and its stream, from a file beside the
 * model, at `path` with ".sdata" behind it. A stream that is missing is a note. False after an error. */
bool fy_t3dm_read_animation(fy_t3dm_reader *r, uint32_t chunk, const char *path);

/* Once all chunks are read: turns what the kept streams play into tracks of the file's clips, the scene's
 * from `first_clip` on, or into new clips. The file's extras are the scene's from `first_extra` on. False at
 * a limit of the job. */
bool fy_t3dm_read_clips(fy_t3dm_reader *r, uint32_t first_clip, uint32_t first_extra);

#endif
