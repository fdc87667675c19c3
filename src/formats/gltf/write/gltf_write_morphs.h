/* gltf_write_morphs.h: morphs as targets of a glTF file's meshes (docs/formats/gltf.md, "Morphs"). */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_MORPHS_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_MORPHS_H

#include <jansson.h>

#include "formats/gltf/write/gltf_writer.h"

/* Which morphs each mesh has; and those of scene mesh `mesh` as targets of a mesh of the
 * file. */
bool fy_gltf_list_targets(fy_gltf *g);
bool fy_gltf_put_targets(fy_gltf *g, uint32_t mesh, json_t *object, json_t *primitive);

#endif
