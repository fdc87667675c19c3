/*
 * assimp_meshes.h: streams of vertices, triangles and morphs. What is no number, out of range or no
 * triangle is put right or left out, and told (docs/formats/generic.md, "Meshes").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_MESHES_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_MESHES_H

#include "formats/assimp/assimp.h"

/* Adds a mesh to the scene for each of the file that a node shows and that has triangles, with its morphs and
 * its skin; fills in `meshes` and `first_morphs`. Nodes must be there. False after an error. */
bool fy_assimp_read_meshes(fy_assimp *a);

#endif
