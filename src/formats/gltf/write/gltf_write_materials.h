/* gltf_write_materials.h: materials of a glTF file (docs/formats/gltf.md, "Materials"). */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_MATERIALS_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_MATERIALS_H

#include "formats/gltf/write/gltf_writer.h"

bool fy_gltf_put_materials(fy_gltf *g);

#endif
