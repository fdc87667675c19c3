/*
 * fbx_skins.h: skins and morphs as deformers of an FBX file, and the pose that all are bound in
 * (docs/formats/fbx.md, "Skins", "Morphs").
 */
#ifndef FERRY_FORMATS_FBX_FBX_SKINS_H
#define FERRY_FORMATS_FBX_FBX_SKINS_H

#include "formats/fbx/fbx_objects.h"

bool fy_fbx_put_skins(fy_fbx *f);

#endif
