/*
 * ttyd_textures.h: the texture bank beside the model, and what samplers and texture records make of
 * its images (docs/formats/ttyd.md, "Textures").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_TEXTURES_H
#define FERRY_FORMATS_TTYD_TTYD_TEXTURES_H

#include "formats/ttyd/ttyd.h"

/* Asks the job for the texture bank that the header names. One that is missing, or no TPL, is a warning: the
 * textures have no picture then. False after an error. */
bool fy_ttyd_open_bank(fy_ttyd *t);

/* Sets `*texture` to the scene's texture that `sampler`, below its block's count, shows when `step` is added
 * to its record; beyond the last record that is record 0, with one warning a sampler. The texture is made
 * when it is first asked for. False after an error. */
bool fy_ttyd_texture(fy_ttyd *t, uint32_t sampler, uint32_t step, uint32_t *texture);

#endif
