/*
 * t3dm_skeleton.c: which bones the file gets, and the space that each vertex is stored in.
 *
 * Format: docs/formats/t3dm.md, "Skeleton".
 */
#include "formats/t3dm/pose/t3dm_skeleton.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_scale.h"

bool fy_t3dm_build_pose(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_pose *pose) {
    return fy_t3dm_stand(job, scene, file, pose) && fy_t3dm_choose_scale(job, scene, file, pose);
}
