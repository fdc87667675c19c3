/*
 * gltf_read_nodes.h: nodes of glTF, in the order of the tree (docs/formats/generic.md, "Nodes").
 * Translation, rotation and scale are taken as the file has them; a matrix becomes such.
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_NODES_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_NODES_H

#include "formats/gltf/json/gltf_reader.h"

/* Adds the nodes that the file's scene reaches, and fills in `tops`, `bottoms` and `order`. `roots` must be
 * there. False after an error. */
bool fy_gltf_read_nodes(fy_gltf_in *g);

#endif
