/*
 * full_model.h: the model before simplification (docs/simplify.md). Decisions that depend on the look
 * (materials, textures) are made for it, so that all levels of detail share them.
 */
#ifndef FERRY_CORE_SCENE_FULL_MODEL_H
#define FERRY_CORE_SCENE_FULL_MODEL_H

#include "ferry64.h"

/* Stores copies of meshes, skins, morphs and vertex groups as `scene->full`. False at the limit. */
bool fy_full_model_keep(ferry_job *job, ferry_scene *scene);

/* The scene with the meshes of the full model in place of its own; the scene itself if it has no full model,
 * or its nodes have changed since. In the job's memory; NULL at the limit. */
const ferry_scene *fy_full_model_seen(ferry_job *job, const ferry_scene *scene);

#endif
