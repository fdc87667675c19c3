/* t3dm_scale_view.h: how long a lit model is stored for those who look at it. */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_SCALE_VIEW_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_SCALE_VIEW_H

#include "ferry64.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* t3dm_scale.c: not above `most`, in five bits, which print in few digits. */
double fy_t3dm_rounded_scale(double most);

/* Of the scales up to `finest`, a power of two, the one at which a model with its longest
 * side is seen best: the finest unless it is lit. False at the memory limit, or once the job was ended. */
bool fy_t3dm_scale_for_view(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose, double length,
                            double finest, double *scale);

#endif
