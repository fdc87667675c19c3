/*
 * ttyd_textures.h: the texture bank beside the model, and what samplers and texture records make of
 * its images (docs/formats/ttyd.md, "Textures").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_TEXTURES_H
#define FERRY_FORMATS_TTYD_TTYD_TEXTURES_H

#include "formats/ttyd/ttyd.h"

bool fy_ttyd_open_bank(fy_ttyd *t);

/* The texture that a sampler shows when `step` is added to its record. */
bool fy_ttyd_texture(fy_ttyd *t, uint32_t sampler, uint32_t step, uint32_t *texture);

#endif
