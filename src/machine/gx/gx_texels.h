/* gx_texels.h: GameCube texels to RGBA (docs/formats/gx_textures.md, "Sizes" and "Texels"). */
#ifndef FERRY_MACHINE_GX_GX_TEXELS_H
#define FERRY_MACHINE_GX_GX_TEXELS_H

#include "ferry64.h"

/* How the two middle colours of a CMPR sub-block are made. */
typedef enum fy_gx_cmpr {
    FY_GX_CMPR_CONSOLE, /* 5/8 + 3/8; transparent texels keep the average colour */
    FY_GX_CMPR_PC,      /* 2/3 + 1/3; transparent texels are black: what most tools do, for comparison */
} fy_gx_cmpr;

/* Decoded palette: `count` colours of four bytes r g b a. */
typedef struct fy_gx_colors {
    const uint8_t *rgba;
    uint32_t count;
} fy_gx_colors;

/* One of the eleven texel formats; of the three palette formats. Names: fy_gx_texel_name()
 * in core/base/numbers.h. */
bool fy_gx_texel_known(uint32_t format);
bool fy_gx_palette_known(uint32_t format);

/* C4, C8 or C14X2. */
bool fy_gx_has_palette(uint32_t format);

/* Bytes of one encoded level, padded to whole blocks; 0 for an unknown format. */
uint64_t fy_gx_level_size(uint32_t format, uint32_t width, uint32_t height);

/* `count` palette entries of two bytes each into `rgba` (4 * count bytes). */
void fy_gx_decode_palette(ferry_gx_palette format, const uint8_t *entries, uint32_t count, uint8_t *rgba);

/* One level into width * height texels, r g b a bytes, first row on top. `format` must be a known one, and
 * `texels` must hold fy_gx_level_size() bytes. `colors` may be NULL for formats without a palette; indices
 * beyond its count become transparent black. False only if the job was cancelled. */
bool fy_gx_decode(ferry_job *job, uint32_t format, const uint8_t *texels, uint32_t width, uint32_t height,
                  const fy_gx_colors *colors, fy_gx_cmpr cmpr, uint8_t *rgba);

#endif
