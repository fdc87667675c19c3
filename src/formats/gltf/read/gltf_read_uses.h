/*
 * gltf_read_uses.h: which nodes of a glTF file draw which mesh with which skin. Nodes with the same mesh and
 * skin share the scene's meshes, unless morphs may differ (docs/formats/generic.md, "Meshes").
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_USES_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_USES_H

#include "formats/gltf/json/gltf_reader.h"

/* Fills in `targets` and `uses`, and makes room for their primitives. False after an error. */
bool fy_gltf_list_uses(fy_gltf_in *g);

/* The use of node `node` of the file; NULL: it has no mesh. */
const fy_gltf_use *fy_gltf_use_of(const fy_gltf_in *g, uint32_t node);

/* How many primitives the mesh of a use has. */
size_t fy_gltf_primitives_of(const fy_gltf_in *g, const fy_gltf_use *use);

#endif
