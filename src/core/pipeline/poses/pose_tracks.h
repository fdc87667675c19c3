/* pose_tracks.h: tracks that show one pose at a time. */
#ifndef FERRY_CORE_PIPELINE_POSES_POSE_TRACKS_H
#define FERRY_CORE_PIPELINE_POSES_POSE_TRACKS_H

#include "core/pipeline/poses/pose_units.h"

/* Replaces a clip's tracks: they show one pose at a time instead of weighting morphs; everything else that
 * they drove, they drive in each pose. False at the memory limit. */
bool fy_pose_tracks_build(fy_posing *b, uint32_t clip);

#endif
