/* copy_mesh.h: copies of meshes, morphs and vertex groups with arrays of their own, for passes that change
 * them in place. */
#ifndef FERRY_CORE_SCENE_COPY_MESH_H
#define FERRY_CORE_SCENE_COPY_MESH_H

#include "ferry64.h"

/* In the scene's memory; false at the limit. */
bool fy_copy_mesh(ferry_scene *scene, const ferry_mesh *from, ferry_mesh *to);
bool fy_copy_vertex_color_group(ferry_scene *scene, const ferry_vertex_color_group *from,
                                ferry_vertex_color_group *to);

/* Copies the scene with its meshes, morphs and groups; false at the limit. */
bool fy_copy_meshes(ferry_job *job, ferry_scene *scene, ferry_scene *copy);

#endif
