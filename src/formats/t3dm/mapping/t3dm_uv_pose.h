/*
 * t3dm_uv_pose.h: the pose in which coordinates that follow the joints are baked, and the model is looked at
 * (docs/what-is-lost.md, "Texture coordinates").
 */
#ifndef FERRY_FORMATS_T3DM_MAPPING_T3DM_UV_POSE_H
#define FERRY_FORMATS_T3DM_MAPPING_T3DM_UV_POSE_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Sets the planner's `pose` and `posed`, and the plan's `typical`. False at the memory limit. */
bool fy_planner_find_pose(fy_planner *p);

#endif
