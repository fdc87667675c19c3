/*
 * gltf_read_materials.h: materials of glTF: colour, picture, alpha; where a texture lies on a surface;
 * and what is left out (docs/formats/generic.md, "Materials").
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_MATERIALS_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_MATERIALS_H

#include "formats/gltf/json/gltf_reader.h"

bool fy_gltf_read_materials(fy_gltf_in *g); /* and textures */

bool fy_gltf_apply_materials(fy_gltf_in *g); /* what they do to streams; what of them is left out is told */

#endif
