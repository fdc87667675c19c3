/*
 * t3dm_constant_uv.h: textures that a material reads at a single point (docs/what-is-lost.md, "Textures").
 */
#ifndef FERRY_SHADE_T3DM_CONSTANT_UV_H
#define FERRY_SHADE_T3DM_CONSTANT_UV_H

#include "ferry64.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_uv.h"

/* Takes the texture coordinates of a mesh into account that the material is drawn with. */
void fy_constant_uv_learn(fy_constant_uv *constant_uv, const ferry_mesh *mesh);

/* The colour, 1 = 255, that slot `slot` has wherever the material is drawn, by the texgen of `map`. False: it
 * varies. */
bool fy_constant_uv_color(const fy_constant_uv *constant_uv, const ferry_scene *scene,
                          const ferry_gx_material *gx, const fy_uv_map *map, uint8_t slot, double out[4]);

/* Whether clips change the texture of a slot, or the matrix of the texgen that reads it. */
bool fy_constant_uv_moves(const fy_reference *reference, uint8_t texgen, uint8_t slot);

/* Puts such colours into the reference evaluator's formulas. */
void fy_constant_uv_substitute(fy_reference *reference);

#endif
