/*
 * t3dm_vertex_texture.h: textures that are baked into vertex colours, since they are nearly linear between
 * the vertices (docs/what-is-lost.md, "Textures at vertices").
 */
#ifndef FERRY_SHADE_T3DM_VERTEX_TEXTURE_H
#define FERRY_SHADE_T3DM_VERTEX_TEXTURE_H

#include "ferry64.h"
#include "ferry64_gx.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_uv.h"

/* A slot's picture, and what it is looked up by. */
typedef struct fy_vertex_texture {
    const ferry_texture *texture;
    const ferry_image *image;
    fy_uv_map map; /* FY_UV_SET or FY_UV_POSITION */
} fy_vertex_texture;

/* False if it has no picture, or follows more than coordinates and positions at rest. */
bool fy_vertex_texture_open(const ferry_scene *scene, const ferry_gx_material *gx, uint8_t slot,
                            uint8_t texgen, fy_vertex_texture *texture);

/* What it shows at a vertex. `pose`: as for fy_uv_position(). */
void fy_vertex_texture_look_up(const fy_vertex_texture *texture, const fy_uv_pose *pose,
                               const ferry_scene *scene, const ferry_draw *draw, uint32_t vertex,
                               uint8_t rgba[4]);

/* What a material is drawn on. */
typedef struct fy_vertex_draws {
    const ferry_scene *scene;
    const uint32_t *list; /* draws of the scene */
    uint32_t count;
    const fy_uv_pose *pose; /* NULL: meshes are in model space */
} fy_vertex_draws;

/* How far what a stage of `gx` reads is from what vertices say, of 255, on average over all triangles.
 * Below 0: vertices cannot hold it. */
double fy_vertex_texture_error(const fy_vertex_draws *draws, const ferry_gx_material *gx, unsigned stage);

/* Slots, by bit, whose pictures hardly bend between vertices. 0 if `gx` reads no more than one picture. */
uint8_t fy_vertex_texture_slots(const fy_vertex_draws *draws, const ferry_gx_material *gx);

/* Puts colours of vertices in place of the slots of `reference->mode.at_vertices` in the formulas. */
void fy_vertex_texture_substitute(fy_reference *reference);

#endif
