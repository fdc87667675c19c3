/* export_scene_models.h: vertices of models, as FBX and COLLADA store them (docs/formats/fbx.md,
 * "Meshes"). */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_SCENE_MODELS_H
#define FERRY_FORMATS_EXPORT_EXPORT_SCENE_MODELS_H

#include "ferry64.h"
#include "formats/export/export_scene_state.h"

/* The mesh of a model, and its look. */
const ferry_mesh *fy_export_model_mesh(const fy_export_scene *x, const fy_export_model *model);

/* The UV sets of a model: first that of its picture, then all others of the mesh. Returns how many. */
uint32_t fy_export_model_sets(const fy_export_scene *x, const fy_export_model *model,
                              uint32_t sets[FERRY_UV_SETS + 1]);

/* Coordinates of one vertex in set number `which` of fy_export_model_sets(), v up. */
ferry_vec2 fy_export_model_uv(const fy_export_scene *x, const fy_export_model *model, const uint32_t *sets,
                              uint32_t which, uint32_t vertex);

/* A vertex's colour as far as the material reads it. False: the model has none. */
bool fy_export_model_has_colors(const fy_export_scene *x, const fy_export_model *model);
ferry_color fy_export_model_color(const fy_export_scene *x, const fy_export_model *model, uint32_t vertex);

/* A vector of the scene in units of the file. Notes if it is too large for a float. */
ferry_vec3 fy_export_length3(fy_export_scene *x, ferry_vec3 v);

/* The three vertices of a triangle, reversed if the front is culled. */
void fy_export_model_triangle(const fy_export_scene *x, const fy_export_model *model, uint32_t triangle,
                              uint32_t corners[3]);

/* How many UV sets of all models exceed the limit of fy_export_model_sets(). */
uint32_t fy_export_count_dropped_sets(const fy_export_scene *x);

#endif
