/*
 * pass_helpers.h: helper nodes that readers made for one transform (pivots, joint orientations) are
 * merged into the node above them where one T * R * S says the same in every pose (docs/scene.md,
 * "Helper nodes").
 */
#ifndef FERRY_CORE_PIPELINE_PASS_HELPERS_H
#define FERRY_CORE_PIPELINE_PASS_HELPERS_H

#include "ferry64.h"

/* Helper nodes become part of the node above, where that is exact. A step of the pass above. */
bool fy_merge_helpers(ferry_job *job, ferry_scene *scene);

#endif
