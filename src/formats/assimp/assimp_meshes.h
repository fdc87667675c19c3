/*
 * assimp_meshes.h: streams of vertices, triangles and morphs. What is no number, out of range or no
 * triangle is put right or left out, and told (docs/formats/generic.md, "Meshes").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_MESHES_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_MESHES_H

#include "formats/assimp/assimp.h"

/* assimp_meshes.c, assimp_skins.c, assimp_draws.c. */
bool fy_assimp_read_meshes(fy_assimp *a);

#endif
