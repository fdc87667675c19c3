/*
 * gx_shade_vertex.h: the vertex half: channels with their light, and texture coordinates
 * (docs/formats/j3d.md, "Channel", "Texture matrix"; docs/rendering.md, "GameCube").
 */
#ifndef FERRY_MACHINE_GX_GX_SHADE_VERTEX_H
#define FERRY_MACHINE_GX_GX_SHADE_VERTEX_H

#include "machine/gx/gx_shader.h"
#include "machine/raster_material.h"

/* Where a vertex's texgens point: attributes from `first` of the shader on. */
void fy_gx_shader_coordinates(const fy_gx_shader *shader, const fy_gx_vertex *vertex, float *perspective);

/* Attributes of a vertex; `clip` is the caller's. */
void fy_gx_shader_vertex(const fy_gx_shader *shader, const fy_gx_vertex *vertex, fy_raster_vertex *out);

/* A channel pair's colour after lighting, 0..255 each. `number` 0 or 1. */
void fy_gx_channel(const fy_gx_shader *shader, const fy_gx_vertex *vertex, uint32_t number, uint8_t out[4]);

/* The result of texgen `number` before the division by q: s, t, q. */
void fy_gx_texgen(const fy_gx_shader *shader, const fy_gx_vertex *vertex, uint32_t number, double out[3]);

/* Fills matrices, projected, first and attributes. */
void fy_gx_prepare_texgens(fy_gx_shader *shader);

#endif
