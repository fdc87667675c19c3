/*
 * assimp_materials.h: the words that formats have for surfaces become the generic material
 * (docs/formats/generic.md, "Materials").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_MATERIALS_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_MATERIALS_H

#include "formats/assimp/assimp.h"

/* Materials in use; then, once there are meshes, what materials do to their streams. */
bool fy_assimp_read_materials(fy_assimp *a);

bool fy_assimp_apply_materials(fy_assimp *a);

#endif
