/*
 * ttyd_materials.h: subshapes and their shapes' modes become GameCube materials, one for all that are
 * alike (docs/formats/ttyd.md, "Materials").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_MATERIALS_H
#define FERRY_FORMATS_TTYD_TTYD_MATERIALS_H

#include "formats/ttyd/ttyd.h"

/* Adds the materials of all parts to the scene, with their textures, and sets `material` of each part. False
 * after an error. */
bool fy_ttyd_read_materials(fy_ttyd *t);

/* The t part of a texture's shift, in repeats of the picture, as Maya's texture matrix counts it: `shift` as
 * it is, or `1 - scale - shift` with `ttyd.texture-shift=down` (docs/formats/ttyd.md, "Texture matrix"). */
double fy_ttyd_shift_t(const fy_ttyd *t, double shift, double scale);

#endif
