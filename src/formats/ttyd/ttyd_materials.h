/*
 * ttyd_materials.h: subshapes and their shapes' modes become GameCube materials, one for all that are
 * alike (docs/formats/ttyd.md, "Materials").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_MATERIALS_H
#define FERRY_FORMATS_TTYD_TTYD_MATERIALS_H

#include "formats/ttyd/ttyd.h"

bool fy_ttyd_read_materials(fy_ttyd *t); /* of all parts */

/* The t part of a texture's shift as Maya's texture matrix counts it (docs/formats/ttyd.md, "Texture
 * matrix"). */
double fy_ttyd_shift_t(const fy_ttyd *t, double shift, double scale);

#endif
