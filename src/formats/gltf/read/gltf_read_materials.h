/*
 * gltf_read_materials.h: materials of glTF: colour, picture, alpha; where a texture lies on a surface;
 * and what is left out (docs/formats/generic.md, "Materials").
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_MATERIALS_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_MATERIALS_H

#include "formats/gltf/json/gltf_reader.h"

/* Adds all textures and materials of the file to the scene, used or not, and fills in `textures`, `materials`
 * and `fast64`. False after an error. */
bool fy_gltf_read_materials(fy_gltf_in *g);

/* Once there are meshes: applies texture transforms to their UV sets, and tells what of materials is left
 * out. False at a limit of the job. */
bool fy_gltf_apply_materials(fy_gltf_in *g);

#endif
