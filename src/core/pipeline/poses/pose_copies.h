/* pose_copies.h: adds a mesh, a draw and, if bones hide them, a node for each pose. */
#ifndef FERRY_CORE_PIPELINE_POSES_POSE_COPIES_H
#define FERRY_CORE_PIPELINE_POSES_POSE_COPIES_H

#include "core/pipeline/poses/pose_units.h"

/* Poses follow their originals in the lists. False at the memory limit. */
bool fy_pose_copies_add(fy_posing *b);

#endif
