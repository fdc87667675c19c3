/*
 * gltf_read_morphs.h: morph targets of glTF. The scene's morphs rest at 0: what the file's weights do
 * at rest is done to the mesh, and clips count from there (docs/formats/generic.md, "Meshes").
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_MORPHS_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_MORPHS_H

#include "formats/gltf/json/gltf_reader.h"

/* Adds the morph targets of a primitive of one use to the scene, and applies their weights at rest to mesh
 * `mesh` of the scene, which has all streams but normals if `flat`. `order`: which of the file's `vertices`
 * each of the mesh is; NULL: one by one. False after an error. */
bool fy_gltf_read_targets(fy_gltf_in *g, const fy_gltf_use *use, uint32_t primitive, uint32_t mesh,
                          const uint32_t *order, uint32_t vertices, bool flat);

#endif
