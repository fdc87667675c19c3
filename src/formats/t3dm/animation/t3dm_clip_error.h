/* t3dm_clip_error.h: how far what is played is from the clip, and how far either goes. */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_CLIP_ERROR_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_CLIP_ERROR_H

#include "ferry64.h"
#include "formats/t3dm/animation/t3dm_sampler.h"

/* The worst of a clip; below 0 if the job was ended. How far the clip itself goes is asked `first` only. */
double fy_t3dm_measure_clip(fy_t3dm_sampler *s, const ferry_clip *clip, uint32_t ticks, bool first);

/* The worst half-way between two ticks. Below 0 if the job was ended. */
double fy_t3dm_measure_between(fy_t3dm_sampler *s, const ferry_clip *clip, uint32_t ticks);

/* The largest element of the bones' matrices so far, and whether the console's hold it: they are 16.16 fixed
 * point. */
void fy_t3dm_find_farthest(fy_t3dm_sampler *s, const fy_t3dm_run_matrix *worlds);
bool fy_t3dm_is_held(const fy_t3dm_sampler *s);

#endif
