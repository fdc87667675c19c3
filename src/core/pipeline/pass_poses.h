/*
 * pass_poses.h: replaces morphing vertices by a few poses, each a draw of its own, of which one is visible at
 * a time (docs/what-is-lost.md, "Poses"). Meshes on one node change together.
 */
#ifndef FERRY_CORE_PIPELINE_PASS_POSES_H
#define FERRY_CORE_PIPELINE_PASS_POSES_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Replaces morphs by poses, if the user asks for it. */
bool fy_pass_poses(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

#endif
