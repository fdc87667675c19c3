/*
 * t3dm_read_material.h: the state of the RDP as it is stored, or as the modes of an older layout set
 * it; its textures by path, and a short summary for other targets (docs/formats/t3dm.md, "Materials").
 */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_MATERIAL_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_MATERIAL_H

#include "ferry64_format.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Adds the material of a chunk to the scene, with its textures; `second`: the chunk with the second texture,
 * in layouts that have two; else NULL. `*material`: its number. False after an error. */
bool fy_t3dm_read_material(fy_t3dm_reader *r, ferry_window *chunk, ferry_window *second, uint32_t *material);

#endif
