/* t3dm_samples.h: a clip as samples of its channels, one a tick. */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_SAMPLES_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_SAMPLES_H

#include "ferry64.h"
#include "formats/t3dm/animation/t3dm_sampler.h"

/* Fills `exact` of all channels, and the matrices of all ticks (`kept`) where there is room for them. False
 * at the memory limit, or if the job was ended. */
bool fy_t3dm_sample_clip(fy_t3dm_sampler *s, const ferry_clip *clip, uint32_t ticks);

#endif
