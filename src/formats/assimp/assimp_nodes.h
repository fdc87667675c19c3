/*
 * assimp_nodes.h: assimp's tree becomes nodes. Matrices become translation, rotation and scale; one
 * that shears becomes two nodes, which say the same exactly (docs/formats/generic.md, "Nodes").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_NODES_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_NODES_H

#include "ferry64.h"
#include "formats/assimp/assimp.h"

/* assimp's matrix without its last row, which is 0 0 0 1. */
ferry_matrix fy_assimp_matrix(const struct aiMatrix4x4 *m);

/* Adds the nodes to the scene and fills in `nodes` and `names`. `nodes` is memory of fy_job_reserve(). False
 * after an error. */
bool fy_assimp_read_nodes(fy_assimp *a);

/* The index in `nodes` of the first node of that name; FERRY_NONE: there is none. */
uint32_t fy_assimp_find_node(const fy_assimp *a, const struct aiString *name);

/* assimp's text as the scene's, in its memory (ferry_scene_text()); "" at the memory limit. */
const char *fy_assimp_text(const fy_assimp *a, const struct aiString *text);

#endif
