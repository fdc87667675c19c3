/* pass_transforms.h: turns the scale rules of Softimage and Maya into plain T * R * S nodes. */
#ifndef FERRY_CORE_PIPELINE_PASS_TRANSFORMS_H
#define FERRY_CORE_PIPELINE_PASS_TRANSFORMS_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Replaces scale rules by T * R * S, with helper nodes where one node cannot represent the result. */
bool fy_pass_transforms(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

#endif
