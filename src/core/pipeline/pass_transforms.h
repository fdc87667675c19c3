/* pass_transforms.h: the scale rules of Softimage and Maya become plain T * R * S nodes. */
#ifndef FERRY_CORE_PIPELINE_PASS_TRANSFORMS_H
#define FERRY_CORE_PIPELINE_PASS_TRANSFORMS_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Scale rules become T * R * S, with helper nodes where one node cannot hold the result. */
bool fy_pass_transforms(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

#endif
