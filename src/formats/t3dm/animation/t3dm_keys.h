/* t3dm_keys.h: samples of a channel as codes, and which of them become keys. */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_KEYS_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_KEYS_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_animation.h"

/* The range of a scalar channel, and the codes of all samples. */
void fy_t3dm_quantise_channel(fy_t3dm_channel *channel);

/* Fills `played`, by the codes and keys. */
void fy_t3dm_play_channel(fy_t3dm_channel *channel);

/* Chooses keys, as few as are found: what lies between them is off from the samples by at most `share` of
 * this: `error`, of rotations in 2 sin(angle / 2), and the worst that codes do. */
bool fy_t3dm_choose_keys(ferry_job *job, fy_t3dm_channel *channel, double error, double share);

#endif
