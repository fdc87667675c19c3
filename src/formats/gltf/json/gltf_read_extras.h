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

/* Its "name" as the scene's; else `otherwise` and its number. */
const char *fy_gltf_name_of(const fy_gltf_in *g, const char *list, uint32_t index, const char *otherwise);

bool fy_gltf_find_stand_ins(fy_gltf_in *g);

bool fy_gltf_has_ferry64_extras(const fy_gltf_in *g); /* finds `own` */

/* The file's text as the scene's. */
const char *fy_gltf_extras_text(const fy_gltf_in *g, const char *text);

void fy_gltf_read_scene_extras(fy_gltf_in *g);

/* visibility, of any file; billboards */
void fy_gltf_rest_extras(const fy_gltf_in *g, uint32_t number, ferry_node *node);

/* `order` by the numbers of draws */
bool fy_gltf_order_draws(fy_gltf_in *g);

void fy_gltf_draw_extras(const fy_gltf_in *g, uint32_t node, ferry_draw *draw); /* name, visibility */

bool fy_gltf_read_vertex_color_groups(fy_gltf_in *g);

/* of texture `number` */
void fy_gltf_texture_extras(const fy_gltf_in *g, uint32_t number, ferry_texture *texture);

#endif
