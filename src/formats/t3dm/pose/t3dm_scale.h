/* t3dm_scale.h: what the parts of the choice of a base scale share (docs/formats/t3dm.md, "Base scale"). */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_SCALE_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_SCALE_H

#include "ferry64.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* of the room, so that animations may move bones out a little further */
#define FY_T3DM_SCALE_MARGIN (15.0 / 16.0)
/* along the model's longest side: fewer are not given for what clips reach */
#define FY_T3DM_LEAST_STEPS 100.0

/* Of such a pose: length and reach, the scale that would be chosen without clips, and the one that is asked
 * for, or that again. False after an error. */
bool fy_t3dm_scale_for_detail(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_pose *pose);

/* The base scale alone, with the lengths that speak for it. */
bool fy_t3dm_choose_scale(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_pose *pose);

/* The same of a pose of the same scene for which it was chosen. */
void fy_t3dm_take_scale(const fy_t3dm_pose *from, fy_t3dm_pose *pose);

/* A note with the scale, and a loss if a model that is far from its origin got too little of it, and no
 * helper bones (t3dm_helper.h). */
void fy_t3dm_report_scale(ferry_job *job, const char *file, const fy_t3dm_pose *pose, bool helped);

#endif
