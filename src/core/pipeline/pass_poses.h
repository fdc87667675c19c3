/*
 * pass_poses.h: vertices that morphs move become a few poses, each a draw of its own, of which one is
 * shown at a time (docs/what-is-lost.md, "Poses"). Meshes that hang on one node change together.
 */
#ifndef FERRY_CORE_PIPELINE_PASS_POSES_H
#define FERRY_CORE_PIPELINE_PASS_POSES_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Vertices that morphs move become a few poses that are shown in turn, if the user asks for it. */
bool fy_pass_poses(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

#endif
