/* t3dm_key_reduction.h: as few keys as the error that is asked for allows. */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_KEY_REDUCTION_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_KEY_REDUCTION_H

#include "ferry64.h"
#include "formats/t3dm/animation/t3dm_sampler.h"

/* Codes and keys of all channels. `share` of what keys may be off by; below 0: all samples are keys. False at
 * the memory limit, or if the job was ended. */
bool fy_t3dm_encode_clip(fy_t3dm_sampler *s, uint32_t ticks, double share);

/* Until the whole is no more than the sampler's error worse than `floor`, which is what all codes are off by.
 * `error`: how much worse it is. */
bool fy_t3dm_reduce_keys(fy_t3dm_sampler *s, const ferry_clip *clip, uint32_t ticks, double floor,
                         double *error);

#endif
