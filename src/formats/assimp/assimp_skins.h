/*
 * assimp_skins.h: bones and their vertices become a skin with every weight that the file has
 * (docs/formats/generic.md, "Skins").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_SKINS_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_SKINS_H

#include "ferry64.h"
#include "formats/assimp/assimp.h"

bool fy_assimp_read_skin(fy_assimp *a, const struct aiMesh *from, uint32_t node, ferry_mesh *mesh);

#endif
