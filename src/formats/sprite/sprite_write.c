/*
 * sprite_write.c: sprite files from pictures in the console's formats (docs/formats/sprite.md, "Writing").
 */
#include "formats/sprite/sprite_write.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/image/quantise.h"
#include "core/image/texels.h"
#include "formats/sprite/rdp_texel.h"
#include "formats/sprite/sprite.h"
#include "formats/sprite/sprite_decode.h"
#include "formats/sprite/t3dm_sprites.h"

ferry_rdp_texel fy_sprite_code(fy_sprite_format format) {
    static const ferry_rdp_texel codes[FY_SPRITE_FORMATS] = {
        [FY_SPRITE_I4] = FERRY_RDP_I4,         [FY_SPRITE_CI4] = FERRY_RDP_CI4,
        [FY_SPRITE_IA4] = FERRY_RDP_IA4,       [FY_SPRITE_I8] = FERRY_RDP_I8,
        [FY_SPRITE_IA8] = FERRY_RDP_IA8,       [FY_SPRITE_CI8] = FERRY_RDP_CI8,
        [FY_SPRITE_RGBA16] = FERRY_RDP_RGBA16, [FY_SPRITE_IA16] = FERRY_RDP_IA16,
        [FY_SPRITE_RGBA32] = FERRY_RDP_RGBA32,
    };
    return codes[format];
}

/* ---------------------------------------------------------------------------------------------- levels */

/* Shown levels are at least 4 texels wide and high. One more is stored, since the console's library counts
 * one too few. Odd rows of four bits would show the column that fills them up. */
uint32_t fy_sprite_most_levels(const fy_sprite *sprite, uint32_t least_rows) {
    uint32_t code = fy_sprite_code(sprite->format), count = 0;
    uint32_t width = sprite->texels.width, height = sprite->texels.height;
    uint64_t size = fy_rdp_tmem(code, width, height);
    bool last = false;
    while (!last && count < FY_SPRITE_SLOTS) {
        width /= 2, height /= 2;
        if (width == 0 || height < least_rows || height == 0) break;
        size += fy_rdp_tmem(code, width, height);
        if (size > fy_rdp_tmem_limit(code)) break;
        last = width < 4 || height < 4 || (fy_rdp_texel_bits(code) == 4 && width % 2);
        count++;
    }
    return count < 2 ? 0 : count;
}

/* The texels as they are to be averaged: intensities are their own alpha, but do not weigh by themselves. */
static bool averageable(ferry_job *job, const fy_sprite *from, fy_texels *texels) {
    *texels = from->texels;
    if (from->format != FY_SPRITE_I4 && from->format != FY_SPRITE_I8) return true;
    size_t size = 4 * (size_t)texels->width * texels->height;
    uint8_t *rgba = ferry_new(job, uint8_t, size);
    if (!rgba) return false;
    memcpy(rgba, texels->rgba, size);
    for (size_t i = 3; i < size; i += 4) rgba[i] = 255;
    texels->rgba = rgba;
    return true;
}

/* Mean of the texels under each texel of half the size. Colours weigh by alpha. */
static bool halve(ferry_job *job, const fy_sprite *from, fy_sprite *to) {
    fy_texels texels, small;
    uint32_t width = from->texels.width / 2, height = from->texels.height / 2;
    if (!averageable(job, from, &texels) || !fy_texels_reduce(job, &texels, 2, 2, &small)) return false;
    if (!fy_sprite_has_palette(from->format))
        return fy_sprite_encode(job, &small, (fy_texel_needs){true, true}, from->format, to);
    *to = (fy_sprite){.format = from->format, .texels = small, .palette = from->palette};
    to->indices = ferry_new(job, uint8_t, (size_t)width * height);
    if (!to->indices) return false;
    fy_palette_map(&to->palette, small.rgba, width * height, to->indices);
    for (uint32_t i = 0; i < width * height; i++)
        memcpy(small.rgba + 4 * i, to->palette.colors[to->indices[i]], 4);
    return true;
}

/* ---------------------------------------------------------------------------------------------- texels */

static uint32_t rgba16(const uint8_t *texel) {
    return (uint32_t)(texel[0] >> 3) << 11 | (uint32_t)(texel[1] >> 3) << 6 | (uint32_t)(texel[2] >> 3) << 1 |
           (texel[3] > 0);
}

/* Texel number `i` of a format of four bits. */
static uint32_t nibble(const fy_sprite *sprite, size_t i) {
    const uint8_t *texel = sprite->texels.rgba + 4 * i;
    if (sprite->format == FY_SPRITE_CI4) return sprite->indices[i] & 15;
    if (sprite->format == FY_SPRITE_IA4) return (uint32_t)(texel[0] >> 5) << 1 | (texel[3] > 0);
    return texel[0] >> 4;
}

static void put_texel(ferry_out *out, const fy_sprite *sprite, size_t i) {
    const uint8_t *texel = sprite->texels.rgba + 4 * i;
    switch (sprite->format) {
    case FY_SPRITE_CI8:
        ferry_put_u8(out, sprite->indices[i]);
        break;
    case FY_SPRITE_I8:
        ferry_put_u8(out, texel[0]);
        break;
    case FY_SPRITE_IA8:
        ferry_put_u8(out, (texel[0] & 0xF0u) | texel[3] >> 4);
        break;
    case FY_SPRITE_IA16:
        ferry_put_u16(out, (uint32_t)texel[0] << 8 | texel[3]);
        break;
    case FY_SPRITE_RGBA32:
        ferry_put_bytes(out, texel, 4);
        break;
    default:
        ferry_put_u16(out, rgba16(texel));
        break;
    }
}

static void put_level(ferry_out *out, const fy_sprite *sprite) {
    uint32_t width = sprite->texels.width;
    bool four = fy_rdp_texel_bits(fy_sprite_code(sprite->format)) == 4;
    for (uint32_t y = 0; y < sprite->texels.height; y++) {
        size_t row = (size_t)y * width;
        for (uint32_t x = 0; x < width; x += four ? 2 : 1) {
            if (!four)
                put_texel(out, sprite, row + x);
            else
                ferry_put_u8(out, nibble(sprite, row + x) << 4 |
                                      (x + 1 < width ? nibble(sprite, row + x + 1) : 0));
        }
    }
    ferry_align(out, 8);
}

/* --------------------------------------------------------------------------------------------- headers */

static uint32_t tiles(uint32_t size) {
    return size / 16 > 1 ? size / 16 & 0xFF : 1;
}

/* Texture parameters that say nothing: translation, repeats, shift, mirror. */
static void put_parameters(ferry_out *out, float repeats, uint32_t shift) {
    for (int axis = 0; axis < 2; axis++) {
        ferry_put_f32(out, 0);
        ferry_put_f32(out, repeats);
        ferry_put_u16(out, shift);
        ferry_put_u16(out, 0);
    }
}

/* Entries of the palette that are stored; 0: there is none. The library of version 6 loads as many as the
 * file says, that of version 4 always all. */
static uint32_t palette_entries(const fy_sprite *sprite, uint32_t version) {
    if (!fy_sprite_has_palette(sprite->format)) return 0;
    if (sprite->format == FY_SPRITE_CI4) return 16;
    return version == 6 && sprite->palette.count ? sprite->palette.count : 256;
}

/* With the levels' and the palette's offsets still open. */
static void put_extended(ferry_out *out, const fy_sprite *levels, uint32_t extra, uint32_t version) {
    uint64_t size = 0;
    uint32_t code = fy_sprite_code(levels->format);
    for (uint32_t i = 0; i <= extra; i++)
        size += fy_rdp_tmem(code, levels[i].texels.width, levels[i].texels.height);
    ferry_put_u16(out, fy_sprite_extended_size(version));
    ferry_put_u16(out, version);
    ferry_put_u32(out, 0);
    for (uint32_t i = 1; i <= FY_SPRITE_SLOTS; i++) {
        ferry_put_u16(out, i <= extra ? levels[i].texels.width : 0);
        ferry_put_u16(out, i <= extra ? levels[i].texels.height : 0);
        ferry_put_u32(out, i <= extra ? code << 24 : 0);
    }
    ferry_put_u16(out, extra | (size <= fy_rdp_tmem_limit(code) ? FY_SPRITE_FITS : 0));
    ferry_put_u8(out, version == 6 ? palette_entries(levels, version) & 0xFF : 0); /* 0: all 256 */
    ferry_put_u8(out, 0);
    put_parameters(out, 1, 0);
    put_parameters(out, 2048, 0xFFFF);
    ferry_put_zeros(out, 12);
}

static void put_palette(ferry_out *out, const fy_sprite *sprite, uint32_t version) {
    for (uint32_t i = 0; i < palette_entries(sprite, version); i++)
        ferry_put_u16(out, i < sprite->palette.count ? rgba16(sprite->palette.colors[i]) : 0);
    ferry_align(out, 8);
}

bool fy_sprite_write(ferry_job *job, const char *file, const fy_sprite *sprite, uint32_t extra,
                     ferry_bytes *bytes) {
    fy_sprite levels[1 + FY_SPRITE_SLOTS] = {*sprite};
    ferry_out out = ferry_out_open(job, file);
    uint32_t version = ferry_setting_is(job, "sprite.version", "4") ? 4 : 6;
    for (uint32_t i = 1; i <= extra; i++)
        if (!halve(job, &levels[i - 1], &levels[i])) return false;
    ferry_put_u16_checked(&out, sprite->texels.width, "width of a sprite");
    ferry_put_u16_checked(&out, sprite->texels.height, "height of a sprite");
    ferry_put_u8(&out, 0);
    ferry_put_u8(&out, FY_SPRITE_EXTENDED_BIT | (uint32_t)fy_sprite_code(sprite->format));
    ferry_put_u8(&out, tiles(sprite->texels.width));
    ferry_put_u8(&out, tiles(sprite->texels.height));
    put_level(&out, sprite);
    size_t extended = out.size;
    put_extended(&out, levels, extra, version);
    for (uint32_t i = 1; i <= extra; i++) {
        ferry_patch_u24(&out, extended + 8 * i + 5, out.size, "offset of a level");
        put_level(&out, &levels[i]);
    }
    if (fy_sprite_has_palette(sprite->format)) {
        ferry_patch_u32(&out, extended + 4, out.size, "offset of a palette");
        put_palette(&out, sprite, version);
    }
    *bytes = (ferry_bytes){out.data, out.size};
    return !out.bad;
}
