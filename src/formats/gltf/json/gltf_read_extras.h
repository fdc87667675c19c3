/*
 * gltf_read_extras.h: what this library writes into a file's extras, read again (docs/formats/gltf.md, "Read
 * again"): which nodes stand for draws and second bindings, and in which order draws are drawn; billboards;
 * vertex colour groups. Of other programs' files nothing of it counts: who changes a file changes its
 * generator, and numbers in extras are those that the file had.
 */
#ifndef FERRY_FORMATS_GLTF_JSON_GLTF_READ_EXTRAS_H
#define FERRY_FORMATS_GLTF_JSON_GLTF_READ_EXTRAS_H

#include "ferry64.h"
#include "formats/gltf/json/gltf_reader.h"

/* The "name" of an element as the scene's text. One without has `otherwise` and its number ("mesh3"), or ""
 * in a file of this library. */
const char *fy_gltf_name_of(const fy_gltf_in *g, const char *list, uint32_t index, const char *otherwise);

/* Fills in `stand_ins`: nodes that this library wrote to show a draw of another node. A claim that cannot be
 * is a warning, and the node is one like others. False at a limit of the job. */
bool fy_gltf_find_stand_ins(fy_gltf_in *g);

/* Whether this library wrote the file, and `gltf.extras` lets that count: what fy_gltf_in.ferry64_extras
 * gets. */
bool fy_gltf_has_ferry64_extras(const fy_gltf_in *g);

/* The file's text as the scene's, in its memory; names that this library wrote are the scene's text already.
 * */
const char *fy_gltf_extras_text(const fy_gltf_in *g, const char *text);

/* Sets the scene's `unit` and `layered` from the file's extras; without valid ones they stay or become false.
 * */
void fy_gltf_read_scene_extras(fy_gltf_in *g);

/* Sets whether node `number` of the file is visible at rest (KHR_node_visibility, of any file), and how it
 * turns to the camera (extras). */
void fy_gltf_rest_extras(const fy_gltf_in *g, uint32_t number, ferry_node *node);

/* Sorts `order` by the numbers that extras give to draws. False at the memory limit. */
bool fy_gltf_order_draws(fy_gltf_in *g);

/* Sets name and visibility of a draw that node `node` of the file shows, where extras say them. */
void fy_gltf_draw_extras(const fy_gltf_in *g, uint32_t node, ferry_draw *draw);

/* Adds the groups of vertex colours in extras to the scene, and fills in `vertex_color_groups`. False at a
 * limit of the job. */
bool fy_gltf_read_vertex_color_groups(fy_gltf_in *g);

/* Sets what extras say of texture `number` of the file: name, path in the ROM, levels of detail, hints. */
void fy_gltf_texture_extras(const fy_gltf_in *g, uint32_t number, ferry_texture *texture);

#endif
