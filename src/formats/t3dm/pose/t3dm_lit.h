/* t3dm_lit.h: whether what is drawn depends on normals (docs/formats/t3dm.md, "Base scale"). */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_LIT_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_LIT_H

#include "ferry64.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* Whether light, an environment map or another effect of the console takes the normals of anything that is
 * written. Materials need not be planned yet: animations, helper bones and the base scale come first. */
bool fy_t3dm_follows_normals(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose);

#endif
