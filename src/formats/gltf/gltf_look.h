/*
 * gltf_look.h: materials of machines as a texture times vertex colours times a factor (docs/formats/gltf.md,
 * "Materials").
 */
#ifndef FERRY_FORMATS_GLTF_LOOK_H
#define FERRY_FORMATS_GLTF_LOOK_H

#include "formats/gltf/gltf.h"
#include "formats/t3dm/t3dm_material.h"

/* gltf_material_gx.c: replaces the look of material `material`, which holds the summary, by the one that
 * differs least from what the GameCube draws; what is left is told. `draws`: that have the material. False:
 * an error was said. */
bool fy_gltf_fit_gx(fy_gltf *g, fy_shader *shader, uint32_t material, const fy_vertex_facts *facts,
                    const uint32_t *draws, uint32_t count);

#endif
