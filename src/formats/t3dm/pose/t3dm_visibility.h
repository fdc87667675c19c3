/*
 * t3dm_visibility.h: which draws are written, and which of them are seen at the same times
 * (docs/formats/t3dm.md, "Objects").
 */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_VISIBILITY_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_VISIBILITY_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* In the job's memory. False at the limit. */
bool fy_t3dm_find_visibility_groups(ferry_job *job, const ferry_scene *scene, const fy_t3dm_layout *layout,
                                    fy_t3dm_visibility_groups *visibility);

#endif
