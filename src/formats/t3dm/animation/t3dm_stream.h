/* t3dm_stream.h: keys as the records of a stream, in the order in which the runtime asks for them. */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_STREAM_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_STREAM_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/file/t3dm_strings.h"

/* The records of all channels, in the runtime's order. The duration becomes what the runtime's sums reach. */
bool fy_t3dm_make_stream(ferry_job *job, fy_t3dm_animation *animation);

/* The record of an animation in chunk A (docs/formats/t3dm.md). */
void fy_t3dm_put_animation(ferry_out *out, fy_t3dm_strings *strings, const fy_t3dm_animation *animation);

#endif
