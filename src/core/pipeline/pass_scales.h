/*
 * pass_scales.h: multiplies scales at rest into vertices and child nodes, for targets that store vertices as
 * integers in their node's space: there a scale of 200 makes the grid 200 times as coarse (docs/scene.md,
 * "Scales at rest").
 */
#ifndef FERRY_CORE_PIPELINE_PASS_SCALES_H
#define FERRY_CORE_PIPELINE_PASS_SCALES_H

#include "ferry64.h"

/* Multiplies scales at rest into vertices and child nodes where that is exact. The last step of
 * pass_transforms.c. */
bool fy_bake_scales(ferry_job *job, ferry_scene *scene);

#endif
