/*
 * export_scene.h: what the writers of FBX and COLLADA share (docs/formats/exchange.md): a prepared scene as
 * models, materials and pictures of its own, with v running up, angles in degrees and keys joined by straight
 * lines.
 *
 *     export_scene.c            names, models, bones, skins
 *     export_scene_materials.c  looks -> pictures, wrapping, coordinates
 *     export_scene_clips.c      tracks -> keys
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_SCENE_H
#define FERRY_FORMATS_EXPORT_EXPORT_SCENE_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/export/export_scene_state.h"

/* Finds all of it, of what x->e says. */
bool fy_export_scene_open(fy_export_scene *x);

/* The file, what lies beside it, and what both formats lose. */
bool fy_export_scene_finish(fy_export_scene *x, ferry_out *out, ferry_file_list *files);

/* A loss of `count` things; none if there are none. `code`: a literal. */
void fy_export_tell(const fy_export_scene *x, uint32_t count, const char *code, const char *what);

/* The mesh of a model, and its look. */
const ferry_mesh *fy_export_model_mesh(const fy_export_scene *x, const fy_export_model *model);
const fy_export_look *fy_export_model_look(const fy_export_scene *x, const fy_export_model *model);

/* Sets of coordinates of a model: first that which its picture follows, then all others of the mesh. Returns
 * how many. */
uint32_t fy_export_model_sets(const fy_export_scene *x, const fy_export_model *model,
                          uint32_t sets[FERRY_UV_SETS + 1]);

/* Coordinates of one vertex in set number `which` of fy_export_model_sets(), v up. */
ferry_vec2 fy_export_model_uv(const fy_export_scene *x, const fy_export_model *model, const uint32_t *sets,
                          uint32_t which, uint32_t vertex);

/* A vertex's colour as far as the material reads it. False: the model has none. */
bool fy_export_model_has_colors(const fy_export_scene *x, const fy_export_model *model);
ferry_color fy_export_model_color(const fy_export_scene *x, const fy_export_model *model, uint32_t vertex);

ferry_vec3 fy_export_length3(fy_export_scene *x, ferry_vec3 v);

/* The three vertices of a triangle, turned where the front is culled. */
void fy_export_model_triangle(const fy_export_scene *x, const fy_export_model *model, uint32_t triangle,
                          uint32_t corners[3]);

bool fy_export_find_weights(const fy_export_scene *x, const ferry_mesh *mesh, fy_export_weights *weights);

/* The twin that a joint is bound by; FERRY_NONE: its node itself. */
uint32_t fy_export_twin_of(const fy_export_scene *x, uint32_t skin, uint32_t joint);

/* A bind matrix with the file's lengths. */
ferry_matrix fy_export_bind(const fy_export_scene *x, const ferry_joint *joint);

#endif
