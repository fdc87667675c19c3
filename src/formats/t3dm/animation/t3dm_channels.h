/* t3dm_channels.h: which parts of which bones the clips move: all animations of a file share the channels. */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_CHANNELS_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_CHANNELS_H

#include "ferry64.h"
#include "formats/t3dm/animation/t3dm_sampler.h"

/* Adds to `moved_now` the parts that are not at rest at this tick of the clip at hand. */
void fy_t3dm_compare_with_rest(fy_t3dm_sampler *s);

/* Once `moved` has the parts that all clips that are written move: what else has to move, and lever arms. */
void fy_t3dm_settle_moved(fy_t3dm_sampler *s);

/* The channels of those parts. False after an error: too many, or the memory limit. */
bool fy_t3dm_list_channels(fy_t3dm_sampler *s);

#endif
