/*
 * pass_scales.h: scales at rest go into vertices and into the nodes below, for targets that store
 * vertices in steps of their node's space: there a scale of 200 makes the steps 200 times as coarse
 * (docs/scene.md, "Scales at rest").
 */
#ifndef FERRY_CORE_PIPELINE_PASS_SCALES_H
#define FERRY_CORE_PIPELINE_PASS_SCALES_H

#include "ferry64.h"

/* Scales at rest become part of vertices and of the nodes below, where that is exact. A step of the pass
 * above, the last one. */
bool fy_bake_scales(ferry_job *job, ferry_scene *scene);

#endif
