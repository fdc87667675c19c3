/*
 * full_model.h: a model as it was before triangles went (docs/simplify.md). What is decided by looking
 * (materials, textures) is decided by it, as it is by the finest of several levels of detail.
 */
#ifndef FERRY_CORE_SCENE_FULL_MODEL_H
#define FERRY_CORE_SCENE_FULL_MODEL_H

#include "ferry64.h"

/* Keeps copies of meshes, skins and what changes meshes as `scene->full`. False at the limit. */
bool fy_full_model_keep(ferry_job *job, ferry_scene *scene);

/* The scene, with the meshes of the full model in place of its own. The scene itself if it has no full model,
 * or nodes have changed since. In the job's memory; NULL at the limit. */
const ferry_scene *fy_full_model_seen(ferry_job *job, const ferry_scene *scene);

#endif
