/*
 * dae_meshes.h: what draws show as geometries of a COLLADA file, and skins as controllers
 * (docs/formats/fbx.md, "COLLADA").
 */
#ifndef FERRY_FORMATS_DAE_DAE_MESHES_H
#define FERRY_FORMATS_DAE_DAE_MESHES_H

#include "formats/dae/dae_out.h"

bool fy_dae_put_meshes(fy_dae *d);

#endif
