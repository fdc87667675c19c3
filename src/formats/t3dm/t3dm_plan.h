/*
 * t3dm_plan.h: one scene material on its way to a T3DM material, shared by the files that map it.
 */
#ifndef FERRY_FORMATS_T3DM_PLAN_H
#define FERRY_FORMATS_T3DM_PLAN_H

#include "formats/t3dm/t3dm_material.h"

typedef struct fy_planner {
    ferry_job *job;
    const ferry_scene *scene;
    const char *name;
    fy_t3dm_plan *plan;
    fy_texture_store store;
    fy_shader shader;
    fy_vertex_facts facts;
    const ferry_matrix *worlds;
    uint32_t *of_material; /* plan material by scene material; the last: of draws without one */
} fy_planner;

/* One scene material on its way. */
typedef struct fy_mapping {
    fy_planner *p;
    uint32_t index;
    const ferry_material *from;
    const char *path; /* for messages */
    fy_t3dm_material *to;
    fy_texture_use uses[2];
    fy_uv_map maps[2];
    unsigned use_count;
} fy_mapping;

/* A loss that names the material. */
void fy_mapping_say(const fy_mapping *m, const char *code, const char *text);

/* Sets the combiner and the draw flags that follow from what it reads. */
void fy_material_set_word(fy_t3dm_material *to, uint64_t word, bool lit);

/* PRIM or ENV (0..1), if the combiner reads it. */
void fy_material_set_constant(fy_t3dm_material *to, uint8_t slot, const double value[4]);

void fy_material_set_cutout(fy_t3dm_material *to);
uint32_t fy_material_cull(unsigned cull);

/* The texture if it has a picture; else NULL and a loss. */
const ferry_texture *fy_mapping_texture(const fy_mapping *m, uint32_t index);

/* Texture coordinates as `maps[0]` says. */
void fy_mapping_set_uv(fy_mapping *m);

/* Exports `uses` and fills the tiles. False: an error was said. */
bool fy_mapping_set_textures(fy_mapping *m);

/* Decides which exports get mip levels (docs/formats/sprite.md, "Mip levels"). */
bool fy_t3dm_plan_levels(fy_planner *planner);

bool fy_same_tile(const ferry_rdp_tile *a, const ferry_rdp_tile *b);

/* Maps a material with GX state. False: an error was said. */
bool fy_mapping_gx(fy_mapping *m);

#endif
