/*
 * gltf_read_skins.h: skins of glTF with every weight that the file has (docs/formats/generic.md,
 * "Skins"). All meshes of one skin share its joints and influences.
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_SKINS_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_SKINS_H

#include "formats/gltf/json/gltf_reader.h"

/* Makes skins of all weights that were noted: a scene skin for each of the file that a mesh has. Nodes must
 * be there. False after an error. */
bool fy_gltf_read_skins(fy_gltf_in *g);

/* Notes the weights of a primitive of one use, made into mesh `mesh` of the scene, for its skin. `order`:
 * which of the file's `vertices` each of the mesh is; NULL: one by one. Weights that do not fit are told and
 * left out. False after an error. */
bool fy_gltf_read_weights(fy_gltf_in *g, const fy_gltf_use *use, uint32_t primitive, uint32_t mesh,
                          const uint32_t *order, uint32_t vertices);

#endif
