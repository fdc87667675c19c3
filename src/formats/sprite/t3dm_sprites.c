/*
 * t3dm_sprites.c: pictures in the console's texel formats, and as the PNGs that mksprite makes such of
 * (docs/formats/t3dm.md, "Textures").
 *
 * mksprite truncates, so every value is rounded here to what the format holds and widened again: truncation
 * then finds exactly the value that was meant.
 */
#include "formats/sprite/t3dm_sprites.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/image/image.h"
#include "core/image/quantise.h"
#include "core/image/texels.h"
#include "core/image/texels_difference.h"
#include "formats/sprite/rdp_texel.h"

typedef struct format_summary {
    const char *name;
    uint8_t bits;
    bool palette, grey, alpha; /* alpha: more than one bit of its own */
} format_summary;

static const format_summary formats[FY_SPRITE_FORMATS] = {
    [FY_SPRITE_I4] = {"i4", 4, false, true, false},
    [FY_SPRITE_CI4] = {"ci4", 4, true, false, false},
    [FY_SPRITE_IA4] = {"ia4", 4, false, true, false},
    [FY_SPRITE_I8] = {"i8", 8, false, true, false},
    [FY_SPRITE_IA8] = {"ia8", 8, false, true, true},
    [FY_SPRITE_CI8] = {"ci8", 8, true, false, false},
    [FY_SPRITE_RGBA16] = {"rgba16", 16, false, false, false},
    [FY_SPRITE_IA16] = {"ia16", 16, false, true, true},
    [FY_SPRITE_RGBA32] = {"rgba32", 32, false, false, true},
};

const char *fy_sprite_format_name(fy_sprite_format format) {
    return formats[format].name;
}

bool fy_sprite_has_palette(fy_sprite_format format) {
    return formats[format].palette;
}

bool fy_sprite_is_grey(fy_sprite_format format) {
    return formats[format].grey;
}

uint32_t fy_sprite_bits(fy_sprite_format format) {
    return formats[format].bits;
}

uint32_t fy_sprite_tmem(fy_sprite_format format, uint32_t width, uint32_t height) {
    uint64_t even = formats[format].bits == 4 ? (width + 1) & ~1u : width;
    uint64_t row = even * formats[format].bits / (format == FY_SPRITE_RGBA32 ? 16 : 8);
    uint64_t size = ((row + 7) & ~UINT64_C(7)) * height;
    return size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
}

uint32_t fy_sprite_tmem_of(const fy_sprite *sprite) {
    return fy_sprite_tmem(sprite->format, sprite->texels.width, sprite->texels.height);
}

uint32_t fy_sprite_tmem_limit(fy_sprite_format format) {
    return formats[format].palette || format == FY_SPRITE_RGBA32 ? 2048 : 4096;
}

bool fy_sprite_loads_whole(fy_sprite_format format, uint32_t width, uint32_t height) {
    return format != FY_SPRITE_RGBA32 || height <= fy_rdp_whole_rows(FERRY_RDP_RGBA32, width);
}

/* ---------------------------------------------------------------------------------------- conversion */

static uint8_t round_to(uint8_t value, unsigned bits) {
    unsigned most = (1u << bits) - 1, level = (value * most + 127) / 255;
    if (bits == 3) return (uint8_t)(level << 5 | level << 2 | level >> 1);
    if (bits == 4) return (uint8_t)(level * 17);
    return value;
}

/* Grey stays what it is. */
static uint8_t luma(const uint8_t *texel) {
    return (uint8_t)((77u * texel[0] + 150u * texel[1] + 29u * texel[2]) >> 8);
}

static void convert_texel(fy_sprite_format format, uint8_t texel[4]) {
    uint8_t alpha = texel[3], on = alpha >= 128 ? 255 : 0;
    switch (format) {
    case FY_SPRITE_I4:
    case FY_SPRITE_I8:
        texel[0] = round_to(luma(texel), format == FY_SPRITE_I4 ? 4 : 8);
        texel[1] = texel[2] = texel[3] = texel[0];
        break;
    case FY_SPRITE_IA4:
    case FY_SPRITE_IA8:
    case FY_SPRITE_IA16:
        texel[0] = round_to(luma(texel), format == FY_SPRITE_IA4 ? 3 : format == FY_SPRITE_IA8 ? 4 : 8);
        texel[1] = texel[2] = texel[0];
        texel[3] = format == FY_SPRITE_IA4 ? on : round_to(alpha, format == FY_SPRITE_IA8 ? 4 : 8);
        break;
    case FY_SPRITE_RGBA16:
        for (int k = 0; k < 3; k++) texel[k] = fy_round_5(texel[k]);
        texel[3] = on;
        break;
    default:
        break;
    }
}

/* Quarters of the mean importance, as bytes from 1 on. */
static uint8_t quarters_of(float importance) {
    float quarters = 4 * importance;
    return (uint8_t)(quarters < 1 ? 1 : quarters > 255 ? 255 : quarters);
}

/* A row of texels, each by the cell of `cells` that it lies in. */
static void weigh_row(const float *cells, uint32_t width, uint8_t *weights) {
    uint32_t x = 0;
    for (uint64_t cell = 0; cell < FY_IMPORTANCE_CELLS; cell++) {
        const uint8_t weight = quarters_of(cells[cell]);
        while ((uint64_t)x * FY_IMPORTANCE_CELLS < (cell + 1) * width) weights[x++] = weight;
    }
}

static bool weigh_texels(ferry_job *job, const fy_texels *of, const fy_importance *importance,
                         uint8_t **weights) {
    *weights = NULL;
    if (!importance) return true;
    *weights = ferry_new(job, uint8_t, (size_t)of->width * of->height);
    for (uint32_t y = 0; y < of->height && *weights; y++)
        weigh_row(importance->cells[(uint64_t)y * FY_IMPORTANCE_CELLS / of->height], of->width,
                  *weights + (size_t)y * of->width);
    return *weights;
}

void fy_sprite_show_indices(fy_sprite *sprite) {
    for (size_t i = 0; i < (size_t)sprite->texels.width * sprite->texels.height; i++)
        memcpy(sprite->texels.rgba + 4 * i, sprite->palette.colors[sprite->indices[i]], 4);
}

static bool encode_indexed(ferry_job *job, const fy_texels *source, const fy_importance *importance,
                           uint32_t most, fy_sprite *sprite) {
    uint32_t count = source->width * source->height;
    sprite->indices = ferry_new(job, uint8_t, count);
    if (!sprite->indices) return false;
    sprite->faithful = fy_palette_exact(source->rgba, count, most, &sprite->palette);
    uint8_t *weights = NULL;
    if (!sprite->faithful && !(weigh_texels(job, source, importance, &weights) &&
                               fy_palette_build(job, source->rgba, weights, count, most, &sprite->palette)))
        return false;
    fy_palette_map(&sprite->palette, source->rgba, count, sprite->indices);
    fy_sprite_show_indices(sprite);
    return true;
}

bool fy_sprite_convert(ferry_job *job, const fy_texels *source, const fy_importance *importance,
                       fy_sprite_format format, fy_sprite *sprite) {
    uint32_t count = source->width * source->height;
    *sprite = (fy_sprite){.format = format,
                          .texels = {source->width, source->height, ferry_new(job, uint8_t, count * 4)}};
    if (!sprite->texels.rgba) return false;
    if (formats[format].palette)
        return encode_indexed(job, source, importance, formats[format].bits == 4 ? 16 : 256, sprite);
    memcpy(sprite->texels.rgba, source->rgba, (size_t)count * 4);
    for (uint32_t i = 0; i < count; i++) convert_texel(format, sprite->texels.rgba + 4 * i);
    return true;
}

bool fy_sprite_encode(ferry_job *job, const fy_texels *source, fy_texel_needs needs, fy_sprite_format format,
                      fy_sprite *sprite) {
    if (!fy_sprite_convert(job, source, NULL, format, sprite)) return false;
    sprite->error = fy_texels_difference(source, &sprite->texels, (fy_texel_wraps){0}, needs);
    return true;
}

/* ----------------------------------------------------------------------------------------------- PNG */

bool fy_sprite_png(ferry_job *job, const char *file, const fy_sprite *sprite, ferry_bytes *png) {
    uint32_t count = sprite->texels.width * sprite->texels.height;
    fy_png picture = {.bits = 8, .width = sprite->texels.width, .height = sprite->texels.height};
    const uint8_t *rgba = sprite->texels.rgba;
    bool alpha = sprite->format == FY_SPRITE_IA4 || sprite->format == FY_SPRITE_IA8 ||
                 sprite->format == FY_SPRITE_IA16;
    if (formats[sprite->format].palette) {
        picture.kind = FY_PNG_INDEXED;
        picture.pixels = sprite->indices;
        picture.palette = &sprite->palette.colors[0][0];
        picture.palette_count = sprite->palette.count;
    } else if (!formats[sprite->format].grey) {
        picture.kind = FY_PNG_RGBA;
        picture.pixels = rgba;
    } else {
        size_t step = alpha ? 2 : 1;
        uint8_t *pixels = ferry_new(job, uint8_t, count * step);
        if (!pixels) return false;
        for (uint32_t i = 0; i < count; i++) {
            pixels[i * step] = rgba[4 * i];
            if (alpha) pixels[i * step + 1] = rgba[4 * i + 3];
        }
        picture.kind = alpha ? FY_PNG_GRAY_ALPHA : FY_PNG_GRAY;
        picture.pixels = pixels;
    }
    return fy_png_write(job, file, &picture, png);
}
