/*
 * assimp_nodes.h: assimp's tree becomes nodes. Matrices become translation, rotation and scale; one
 * that shears becomes two nodes, which say the same exactly (docs/formats/generic.md, "Nodes").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_NODES_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_NODES_H

#include "ferry64.h"
#include "formats/assimp/assimp.h"

ferry_matrix fy_assimp_matrix(const struct aiMatrix4x4 *m);

/* Nodes; then by name. FERRY_NONE: there is none. */
bool fy_assimp_read_nodes(fy_assimp *a);
uint32_t fy_assimp_find_node(const fy_assimp *a, const struct aiString *name);

/* assimp's text as the scene's. */
const char *fy_assimp_text(const fy_assimp *a, const struct aiString *text);

#endif
