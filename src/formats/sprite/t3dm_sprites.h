/*
 * t3dm_sprites.h: pictures in the console's texel formats, and as PNGs from which mksprite makes these
 * (docs/formats/t3dm.md, "Textures").
 */
#ifndef FERRY_FORMATS_SPRITE_T3DM_SPRITES_H
#define FERRY_FORMATS_SPRITE_T3DM_SPRITES_H

#include "ferry64.h"
#include "core/image/quantise.h"
#include "core/image/texels.h"
#include "core/image/texels_difference.h"

typedef enum fy_sprite_format {
    FY_SPRITE_I4,
    FY_SPRITE_CI4,
    FY_SPRITE_IA4,
    FY_SPRITE_I8,
    FY_SPRITE_IA8,
    FY_SPRITE_CI8,
    FY_SPRITE_RGBA16,
    FY_SPRITE_IA16,
    FY_SPRITE_RGBA32,
    FY_SPRITE_FORMATS,
} fy_sprite_format;

/* A picture in a sprite format. `error` is its fy_texels_difference() to the picture it was made from. */
typedef struct fy_sprite {
    fy_sprite_format format;
    fy_texels texels;
    fy_palette palette; /* CI4 and CI8 */
    uint8_t *indices;
    double error;
    bool faithful; /* nothing was lost but rounding to the format's component widths */
} fy_sprite;

const char *fy_sprite_format_name(fy_sprite_format format); /* "ci4": as mksprite expects it in file names */
bool fy_sprite_has_palette(fy_sprite_format format);
bool fy_sprite_is_grey(fy_sprite_format format);
uint32_t fy_sprite_bits(fy_sprite_format format); /* of a texel */

/* Bytes of texture memory for one level, without palette: of any size, and of a sprite; and the maximum. */
uint32_t fy_sprite_tmem(fy_sprite_format format, uint32_t width, uint32_t height);
uint32_t fy_sprite_tmem_of(const fy_sprite *sprite);
uint32_t fy_sprite_tmem_limit(fy_sprite_format format);

/* Whether all of its rows arrive there as they are (fy_rdp_whole_rows()). */
bool fy_sprite_loads_whole(fy_sprite_format format, uint32_t width, uint32_t height);

/* As fy_sprite_encode(), without measuring the error. */
bool fy_sprite_convert(ferry_job *job, const fy_texels *source, const fy_importance *importance,
                       fy_sprite_format format, fy_sprite *sprite);

/* Encodes `source` in `format`, at its own size. False at the memory limit (reported). */
bool fy_sprite_encode(ferry_job *job, const fy_texels *source, fy_texel_needs needs, fy_sprite_format format,
                      fy_sprite *sprite);

/* Fills the texels, for which there is room, with what the indices say. */
void fy_sprite_show_indices(fy_sprite *sprite);

/* The sprite as a PNG that mksprite converts to exactly this format. */
bool fy_sprite_png(ferry_job *job, const char *file, const fy_sprite *sprite, ferry_bytes *png);

#endif
