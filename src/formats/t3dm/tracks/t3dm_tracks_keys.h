/*
 * t3dm_tracks_keys.h: when clips are looked at for the tracks chunk, and the keys that are needed of
 * what was seen.
 */
#ifndef FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_KEYS_H
#define FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_KEYS_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/pose/t3dm_moments.h"

/* The fewest keys that one greedy walk finds, so that straight lines between them are off by at most
 * `tolerance[k]` in component k at every moment: values are moments->count times track->width numbers, keys
 * are some of them. Jumps stay exact. What never leaves the tolerance around its first value is one key.
 * Fills times, values, key_count and the interpolation (FERRY_STEP if all changes are jumps) in the job's
 * memory. Linear. False at the limit. */
bool fy_t3dm_linear_keys(ferry_job *job, const fy_t3dm_moments *moments, const float *values,
                         const float *tolerance, fy_t3dm_track *track);

#endif
