/*
 * gltf_fast64_scene.h: what Tiny3D's importer makes of a scene beside its materials, so that games
 * need not be changed (docs/formats/fast64.md, "Scenes"): which nodes are bones, colours of vertices,
 * what is not drawn.
 */
#ifndef FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_SCENE_H
#define FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_SCENE_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Ended by a NULL key. */
extern const ferry_setting fy_fast64_settings[];

/* A component of a vertex colour, linear light or alpha, as meshes of such materials have it:
 * display-referred, 0..1, whole 255ths, as Tiny3D's importer rounds them. */
float fy_fast64_shade(float linear, bool alpha);

/* Once all of the scene is there: what else Tiny3D's importer makes of it. False at the memory limit. */
bool fy_fast64_finish(ferry_job *job, ferry_scene *scene);

#endif
