/* t3dm_moments.h: when a clip is looked at: its keys, its jumps and, where it bends, its frames. */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_MOMENTS_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_MOMENTS_H

#include "ferry64.h"

/* When a clip is looked at: samples[i] is what to ask the tracks for, times[i] what the key says. Both sides
 * of a jump have the same time, and the first one a sample that is a little earlier. */
typedef struct fy_t3dm_moments {
    uint32_t count;
    const double *samples;
    const float *times;
} fy_t3dm_moments;

/* 0, the end, every key of these tracks of the clip (jumps and steps on both sides), and, where a track is
 * bent or `bends` says that what is made of them is, every frame of the clip (of less than 60 a second:
 * halves, quarters ... of it) between its first and last key. Tracks of one key do not move; if no track
 * does, there is one moment. In the job's memory; false at the limit. */
bool fy_t3dm_list_moments(ferry_job *job, const ferry_clip *clip, const ferry_track *const *tracks,
                          uint32_t count, bool bends, fy_t3dm_moments *moments);

#endif
