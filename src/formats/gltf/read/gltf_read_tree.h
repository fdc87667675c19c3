/*
 * gltf_read_tree.h: which nodes the scene of a glTF file begins with. Nodes are trees, and none is too
 * deep to be walked (docs/formats/generic.md, "glTF").
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_TREE_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_TREE_H

#include "formats/gltf/json/gltf_reader.h"

/* Fills in `roots`. Nodes with two parents, that do not exist, or more than 1000 deep are refused; roots that
 * hang on others get a warning. False after an error. */
bool fy_gltf_find_roots(fy_gltf_in *g);

#endif
