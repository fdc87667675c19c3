/*
 * gltf_read_skins.h: skins of glTF with every weight that the file has (docs/formats/generic.md,
 * "Skins"). All meshes of one skin share its joints and influences.
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_SKINS_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_SKINS_H

#include "formats/gltf/json/gltf_reader.h"

bool fy_gltf_read_skins(fy_gltf_in *g);

/* The weights of a primitive, made into `mesh` (of the scene), noted for its skin. */
bool fy_gltf_read_weights(fy_gltf_in *g, const fy_gltf_use *use, uint32_t primitive, uint32_t mesh,
                          const uint32_t *order, uint32_t vertices);

#endif
