/* t3dm_dither.h: ordered dither for formats of few bits (docs/what-is-lost.md, "Textures"). */
#ifndef FERRY_FORMATS_SPRITE_T3DM_DITHER_H
#define FERRY_FORMATS_SPRITE_T3DM_DITHER_H

#include "ferry64.h"
#include "core/image/texels.h"
#include "formats/sprite/t3dm_sprites.h"

/* Makes `sprite`, which was chosen for `source`, again with an ordered dither, at the same size and in the
 * same format, and measures its error. Formats with eight bits per component and exact palettes are not
 * changed. False at the memory limit (reported). */
bool fy_sprite_dither(ferry_job *job, const fy_texels *source, fy_texel_needs needs, fy_texel_wraps wraps,
                      fy_sprite *sprite, bool *dithered);

#endif
