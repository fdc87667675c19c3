/* t3dm_skeleton.h: which bones the file gets, and the space that each vertex is stored in. */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_SKELETON_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_SKELETON_H

#include "ferry64.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* Decides about the skeleton, orders the bones and chooses the base scale. `file` names the output in
 * messages. */
bool fy_t3dm_build_pose(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_pose *pose);

#endif
