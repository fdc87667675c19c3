/*
 * assimp_materials.h: the words that formats have for surfaces become the generic material
 * (docs/formats/generic.md, "Materials").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_MATERIALS_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_MATERIALS_H

#include "formats/assimp/assimp.h"

/* Adds a material to the scene for each of the file, used or not, and fills in `materials`; maps that are
 * left out are told. False after an error. */
bool fy_assimp_read_materials(fy_assimp *a);

/* Once there are meshes: applies texture transforms to their UV sets, and lets colours of vertices count.
 * False if the job was stopped. */
bool fy_assimp_apply_materials(fy_assimp *a);

#endif
