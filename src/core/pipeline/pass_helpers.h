/*
 * pass_helpers.h: merges helper nodes that readers made for one transform (pivots, joint orientations) into
 * their parents, where one T * R * S is equal in every pose (docs/scene.md, "Helper nodes").
 */
#ifndef FERRY_CORE_PIPELINE_PASS_HELPERS_H
#define FERRY_CORE_PIPELINE_PASS_HELPERS_H

#include "ferry64.h"

/* Merges helper nodes into their parents where that is exact. A step of pass_transforms.c. */
bool fy_merge_helpers(ferry_job *job, ferry_scene *scene);

#endif
