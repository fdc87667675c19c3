/*
 * t3dm_dither.c: ordered dither for formats of few bits (docs/what-is-lost.md, "Textures").
 *
 * Where a value lies between two that the format holds, a pattern of four by four texels decides: as many of
 * them get the higher one as the value is near to it.
 */
#include "formats/sprite/t3dm_dither.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/quantise.h"
#include "core/image/texels.h"
#include "core/image/texels_difference.h"
#include "formats/sprite/t3dm_shrink.h"
#include "formats/sprite/t3dm_sprites.h"

enum { SIDE = 4 };

/* In sixteenths, each once; neighbours far apart. */
static int threshold(uint32_t x, uint32_t y) {
    static const uint8_t pattern[SIDE][SIDE] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    return pattern[y % SIDE][x % SIDE];
}

/* Steps of a colour component in the format, 0: too fine to be seen. */
static int levels_of(fy_sprite_format format) {
    switch (format) {
    case FY_SPRITE_I4:
    case FY_SPRITE_IA8:
        return 15;
    case FY_SPRITE_IA4:
        return 7;
    case FY_SPRITE_RGBA16:
        return 31;
    default:
        return 0;
    }
}

/* The value moved by up to half a step either way, so that rounding does the rest. */
static uint8_t moved(uint8_t value, int levels, int by) {
    int at = value + ((2 * by - 15) * 255 / levels) / 32;
    return (uint8_t)(at < 0 ? 0 : at > 255 ? 255 : at);
}

static void move_texels(const fy_texels *of, int levels) {
    for (uint32_t y = 0; y < of->height; y++)
        for (uint32_t x = 0; x < of->width; x++)
            for (uint32_t k = 0; k < 3; k++) {
                uint8_t *value = of->rgba + 4 * ((size_t)y * of->width + x) + k;
                *value = moved(*value, levels, threshold(x, y));
            }
}

static int dot(const int a[3], const int b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The nearest colour, or another one on whose way the texel lies: sixteenths of the way say how often. Long
 * ways are seen as grain, so they count as far. */
static uint8_t mixed_index(const fy_palette *palette, const uint8_t *texel, uint8_t nearest, int by) {
    const uint8_t *from = palette->colors[nearest];
    int to_texel[3], best_part = 0;
    int64_t least = -1;
    uint8_t other = nearest;
    for (int k = 0; k < 3; k++) to_texel[k] = texel[k] - from[k];
    for (uint32_t i = 0; i < palette->count; i++) {
        int way[3], off[3];
        if (palette->colors[i][3] != from[3]) continue;
        for (int k = 0; k < 3; k++) way[k] = palette->colors[i][k] - from[k];
        int length = dot(way, way), along = dot(to_texel, way);
        if (length == 0 || along <= 0) continue;
        int part = 16 * along / length;
        for (int k = 0; k < 3; k++) off[k] = 16 * to_texel[k] - part * way[k];
        int64_t far = dot(off, off) + (int64_t)16 * length;
        if (least >= 0 && far >= least) continue;
        least = far;
        best_part = part;
        other = (uint8_t)i;
    }
    return by < best_part ? other : nearest;
}

static void mix_indices(const fy_texels *from, fy_sprite *sprite) {
    uint32_t width = sprite->texels.width;
    for (uint32_t i = 0; i < width * sprite->texels.height; i++) {
        const uint8_t *texel = from->rgba + 4 * (size_t)i;
        if (sprite->palette.colors[sprite->indices[i]][3] < 128) continue;
        sprite->indices[i] =
            mixed_index(&sprite->palette, texel, sprite->indices[i], threshold(i % width, i / width));
        memcpy(sprite->texels.rgba + 4 * (size_t)i, sprite->palette.colors[sprite->indices[i]], 4);
    }
}

/* What the sprite was rounded from. */
static bool at_its_size(ferry_job *job, const fy_texels *source, fy_texel_needs needs, fy_texel_wraps wraps,
                        const fy_sprite *sprite, fy_texels *texels) {
    if (source->width != sprite->texels.width || source->height != sprite->texels.height) {
        fy_shrinker shrinker = fy_shrinker_of(job, source, wraps, needs);
        return fy_shrink(&shrinker, sprite->texels.width, sprite->texels.height, texels);
    }
    size_t size = 4 * (size_t)source->width * source->height;
    *texels = (fy_texels){source->width, source->height, ferry_new(job, uint8_t, size)};
    if (texels->rgba) memcpy(texels->rgba, source->rgba, size);
    return texels->rgba;
}

bool fy_sprite_dither(ferry_job *job, const fy_texels *source, fy_texel_needs needs, fy_texel_wraps wraps,
                      fy_sprite *sprite, bool *dithered) {
    bool indexed = fy_sprite_has_palette(sprite->format);
    int levels = levels_of(sprite->format);
    *dithered = needs.color && (indexed ? !sprite->faithful : levels && sprite->error > 0);
    if (!*dithered) return true;
    fy_texels texels;
    fy_sprite rounded;
    if (!at_its_size(job, source, needs, wraps, sprite, &texels)) return false;
    if (indexed) {
        mix_indices(&texels, sprite);
    } else {
        move_texels(&texels, levels);
        if (!fy_sprite_convert(job, &texels, NULL, sprite->format, &rounded)) return false;
        rounded.faithful = sprite->faithful;
        *sprite = rounded;
    }
    sprite->error = fy_texels_difference(source, &sprite->texels, wraps, needs);
    return true;
}
