/*
 * fbx_materials.h: materials, textures and pictures of an FBX file (docs/formats/fbx.md,
 * "Materials").
 */
#ifndef FERRY_FORMATS_FBX_FBX_MATERIALS_H
#define FERRY_FORMATS_FBX_FBX_MATERIALS_H

#include "formats/fbx/fbx_objects.h"

bool fy_fbx_put_materials(fy_fbx *f);

#endif
