/*
 * assimp_skins.h: bones and their vertices become a skin with every weight that the file has
 * (docs/formats/generic.md, "Skins").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_SKINS_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_SKINS_H

#include "ferry64.h"
#include "formats/assimp/assimp.h"

/* Gives `mesh`, made of `from`, a skin of the scene with the bones of `from`, and an influence for each
 * vertex; vertices without weights follow `node` of the scene, with a warning. True and nothing done where
 * `from` has no bones. False after an error. */
bool fy_assimp_read_skin(fy_assimp *a, const struct aiMesh *from, uint32_t node, ferry_mesh *mesh);

#endif
