/*
 * sprite_read.c: libdragon's sprite files as inputs: a picture alone, or one of a model that was read before
 * (docs/formats/sprite.md).
 */
#include "formats/sprite/sprite_read.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/path.h"
#include "core/scene/scene.h"
#include "formats/sprite/rdp_texel.h"
#include "formats/sprite/sprite.h"
#include "formats/sprite/sprite_decode.h"

/* --------------------------------------------------------------------------------------------- joining */

static const char *base_name(const char *path) {
    const char *base = path;
    for (const char *at = path; *at; at++)
        if (*at == '/' || *at == '\\' || *at == '#') base = at + 1;
    return base;
}

/* Every texture of the model whose path ends in the file's name gets the picture and keeps its sampling. */
static uint32_t give_to_model(ferry_scene *scene, const char *file, uint32_t image) {
    uint32_t given = 0;
    for (uint32_t i = 0; i < scene->textures.count; i++) {
        ferry_texture *texture = &scene->textures.data[i];
        if (!*texture->path || !fy_same_but_for_case(base_name(texture->path), base_name(file))) continue;
        texture->image = image;
        given++;
    }
    return given;
}

static bool sprite_read(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    (void)job;
    uint32_t image;
    bool alone = scene->textures.count == 0 && scene->materials.count == 0;
    const char *name = fy_stem(scene, in->file);
    if (!fy_sprite_decode(in, scene, name, &image)) return false;
    uint32_t given = give_to_model(scene, in->file, image);
    if (given) {
        ferry_say_at(in, 0, FERRY_NOTE, "sprite.texture-matched", "used for %u texture(s) of the model",
                     given);
        return true;
    }
    if (!alone)
        ferry_say_at(in, 0, FERRY_NOTE, "sprite.texture-added",
                     "the model references no sprite \"%s\"; "
                     "added",
                     base_name(in->file));
    ferry_texture *texture = ferry_append(scene, &scene->textures, ferry_texture);
    if (!texture) return false;
    *texture = (ferry_texture){.name = name,
                               .path = "",
                               .image = image,
                               .wrap_s = FERRY_WRAP_REPEAT,
                               .wrap_t = FERRY_WRAP_REPEAT,
                               .min_filter = FERRY_FILTER_LINEAR,
                               .mag_filter = FERRY_FILTER_LINEAR,
                               .transparency_hint = 0xCC};
    return true;
}

/* -------------------------------------------------------------------------------------------- the probe */

/* Bits of evidence. Zeros are cheap to come by: all of them together count as one byte. */
enum {
    BITS_FORMAT = 4,
    BITS_VERSION = 16,
    BITS_EXTENDED = 16,
    BITS_PALETTE = 16, /* none, or aligned and in the file, as the format demands */
    BITS_ZEROS = 8,
    BITS_LENGTH = 12, /* the file ends where its last block ends */
};

static uint64_t round_8(uint64_t value) {
    return (value + 7) / 8 * 8;
}

static uint64_t level_bytes(uint32_t code, uint32_t width, uint32_t height) {
    return fy_rdp_stride(code, width) * height;
}

/* Every level within the file; `*end` becomes the end of the last. */
static bool slots_fit(ferry_bytes bytes, const uint8_t *extended, uint64_t *end) {
    for (uint32_t i = 1; i <= FY_SPRITE_SLOTS; i++) {
        const uint8_t *at = extended + 8 * i;
        uint32_t width = ferry_be16(at), height = ferry_be16(at + 2), code = at[4];
        uint64_t offset = ferry_be32(at + 4) & 0xFFFFFF;
        if (width == 0) continue;
        uint64_t last = offset + level_bytes(code, width, height);
        if (height == 0 || fy_rdp_texel_bits(code) == 0 || offset < FY_SPRITE_HEADER) return false;
        if (last > bytes.size) return false;
        if (last > *end) *end = last;
    }
    return true;
}

static uint32_t sprite_probe(ferry_bytes bytes) {
    const uint8_t *header = bytes.data;
    if (bytes.size < FY_SPRITE_HEADER + 124 || !(header[5] & FY_SPRITE_EXTENDED_BIT) || header[5] & 0x60)
        return 0;
    uint32_t code = header[5] & 0x1F, width = ferry_be16(header), height = ferry_be16(header + 2);
    if (width == 0 || height == 0 || fy_rdp_texel_bits(code) == 0) return 0;
    uint64_t at = FY_SPRITE_HEADER + round_8(level_bytes(code, width, height));
    if (at > bytes.size || bytes.size - at < 124) return 0;
    const uint8_t *extended = bytes.data + at;
    uint32_t version = ferry_be16(extended + 2), palette = ferry_be32(extended + 4);
    uint32_t size = fy_sprite_extended_size(version);
    if (size == 0 || ferry_be16(extended) != size || ferry_be16(extended + 0x40) > 0x7F) return 0;
    if (!fy_rdp_texel_indexed(code) && palette != 0) return 0;
    if (palette != 0 && (palette < FY_SPRITE_HEADER || palette >= bytes.size)) return 0;
    uint64_t end = at + size;
    if (!slots_fit(bytes, extended, &end)) return 0;
    uint32_t bits = BITS_FORMAT + BITS_VERSION + BITS_EXTENDED + BITS_PALETTE + BITS_ZEROS;
    bool whole = palette >= end ? bytes.size - palette <= 512 : bytes.size <= round_8(end);
    return bits + (whole ? BITS_LENGTH : 0);
}

static const ferry_setting sprite_settings[] = {
    {"sprite.version", "6", "4|6",
     "sprite version to write: 6 for libdragon of 2026, 4 for July 2023 to October 2024"},
    {"sprite.mipmaps", "off", "off|on", "store mip levels where they fit and are drawn correctly"},
    {0},
};

const ferry_format fy_format_sprite = {
    .name = "sprite",
    .title = "libdragon sprite",
    .extensions = ".sprite",
    .role = FERRY_ROLE_ADD_ON,
    .probe = sprite_probe,
    .read = sprite_read,
    .settings = sprite_settings,
};
