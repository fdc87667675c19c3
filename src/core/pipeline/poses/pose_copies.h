/* pose_copies.h: a mesh, a draw and, where bones hide them, a node for each pose */
#ifndef FERRY_CORE_PIPELINE_POSES_POSE_COPIES_H
#define FERRY_CORE_PIPELINE_POSES_POSE_COPIES_H

#include "core/pipeline/poses/pose_units.h"

/* Poses stand behind what they are poses of. False at the memory limit. */
bool fy_pose_copies_add(fy_posing *b);

#endif
