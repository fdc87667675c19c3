/*
 * gltf_fast64_scene.h: what Tiny3D's importer makes of a scene beside its materials, so that games
 * need not be changed (docs/formats/fast64.md, "Scenes"): which nodes are bones, colours of vertices,
 * what is not drawn.
 */
#ifndef FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_SCENE_H
#define FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_SCENE_H

#include "ferry64.h"
#include "ferry64_format.h"

/* The settings `fast64...` of the two glTF formats, ended by a NULL key. */
extern const ferry_setting fy_fast64_settings[];

/* A component of a vertex colour, linear light or alpha, as meshes of such materials have it:
 * display-referred, 0..1, whole 255ths, as Tiny3D's importer rounds them. */
float fy_fast64_shade(float linear, bool alpha);

/* Once all of the scene is there: leaves out draws of fast64's own library, and makes of nodes what Tiny3D's
 * importer makes of them. False at a limit of the job. */
bool fy_fast64_finish(ferry_job *job, ferry_scene *scene);

#endif
