/*
 * exchange.h: what the writers of FBX and COLLADA share (docs/formats/exchange.md): a prepared scene as
 * models, materials and pictures of its own, with v running up, angles in degrees and keys joined by straight
 * lines.
 *
 *     exchange.c            names, models, bones, skins
 *     exchange_materials.c  looks of the glTF writer -> pictures, wrapping, coordinates
 *     exchange_clips.c      tracks -> keys
 */
#ifndef FERRY_FORMATS_EXCHANGE_EXCHANGE_H
#define FERRY_FORMATS_EXCHANGE_EXCHANGE_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/exchange/exchange_state.h"
#include "formats/gltf/write/gltf_writer.h"

/* Finds all of it, of the job, scene and file in x->g. To be closed in any case. */
bool fy_exchange_open(fy_exchange *x);
void fy_exchange_close(fy_exchange *x);

/* The file, what lies beside it, and what both formats lose. */
bool fy_exchange_finish(fy_exchange *x, ferry_out *out, ferry_file_list *files);

/* A loss of `count` things; none if there are none. `code`: a literal. */
void fy_exchange_tell(const fy_exchange *x, uint32_t count, const char *code, const char *what);

/* The mesh of a model, and its look. */
const ferry_mesh *fy_exchange_mesh(const fy_exchange *x, const fy_exchange_model *model);
const fy_gltf_look *fy_exchange_look(const fy_exchange *x, const fy_exchange_model *model);

/* Sets of coordinates of a model: first that which its picture follows, then all others of the mesh. Returns
 * how many. */
uint32_t fy_exchange_sets(const fy_exchange *x, const fy_exchange_model *model,
                          uint32_t sets[FERRY_UV_SETS + 1]);

/* Coordinates of one vertex in set number `which` of fy_exchange_sets(), v up. */
ferry_vec2 fy_exchange_uv(const fy_exchange *x, const fy_exchange_model *model, const uint32_t *sets,
                          uint32_t which, uint32_t vertex);

/* A vertex's colour as far as the material reads it. False: the model has none. */
bool fy_exchange_has_colors(const fy_exchange *x, const fy_exchange_model *model);
ferry_color fy_exchange_color(const fy_exchange *x, const fy_exchange_model *model, uint32_t vertex);

ferry_vec3 fy_exchange_length3(fy_exchange *x, ferry_vec3 v);

/* The three vertices of a triangle, turned where the front is culled. */
void fy_exchange_triangle(const fy_exchange *x, const fy_exchange_model *model, uint32_t triangle,
                          uint32_t corners[3]);

bool fy_exchange_find_weights(const fy_exchange *x, const ferry_mesh *mesh, fy_exchange_weights *weights);

/* The twin that a joint is bound by; FERRY_NONE: its node itself. */
uint32_t fy_exchange_twin_of(const fy_exchange *x, uint32_t skin, uint32_t joint);

/* A bind matrix with the file's lengths. */
ferry_matrix fy_exchange_bind(const fy_exchange *x, const ferry_joint *joint);

#endif
