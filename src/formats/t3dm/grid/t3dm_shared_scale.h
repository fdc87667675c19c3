/* t3dm_shared_scale.h: the base scale that a model says it needs, where several models share one. */
#ifndef FERRY_FORMATS_T3DM_GRID_T3DM_SHARED_SCALE_H
#define FERRY_FORMATS_T3DM_GRID_T3DM_SHARED_SCALE_H

#include "ferry64.h"

/* ferry_format.shared_setting: sets `*scale` to the base scale that this scene would be written with, in file
 * units per unit of the scene, and tells nothing of the bones that come with it. False after an error. */
bool fy_t3dm_shared_setting(ferry_job *job, const ferry_scene *scene, double *scale);

#endif
