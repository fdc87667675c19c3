/* gltf_write_materials.h: materials of a glTF file (docs/formats/gltf.md, "Materials"). */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_MATERIALS_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_MATERIALS_H

#include "formats/gltf/write/gltf_writer.h"

/* Adds all materials of the scene, a default one if a draw has none, and fills in `material_numbers`.
 * Textures must be there. False at a limit of the job. */
bool fy_gltf_put_materials(fy_gltf *g);

#endif
