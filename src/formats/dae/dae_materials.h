/*
 * dae_materials.h: images, effects and materials of a COLLADA file (docs/formats/fbx.md,
 * "COLLADA").
 */
#ifndef FERRY_FORMATS_DAE_DAE_MATERIALS_H
#define FERRY_FORMATS_DAE_DAE_MATERIALS_H

#include "formats/dae/dae_out.h"

/* Each puts its libraries. False after an error. */
bool fy_dae_put_materials(fy_dae *d);

#endif
