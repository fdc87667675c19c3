/*
 * gx_texture.c: one GameCube texture into the scene (docs/formats/gx_textures.md, "Header", "Sharing").
 *
 * A broken texture must not cost the user the model: whatever cannot be decoded becomes a warning and a
 * texture without an image.
 */
#include "machine/gx/gx_texture.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/numbers.h"
#include "core/image/image.h"
#include "machine/gx/gx_texels.h"

/* ----------------------------------------------------------------------------------------------- cache */

/* Everything that decides how the decoded image looks. */
typedef struct image_key {
    uint64_t image_offset, palette_offset; /* from the start of the file */
    uint32_t format, width, height, levels, palette_format, palette_count;
} image_key;

typedef struct fy_gx_cached_image {
    bool used;
    image_key key;
    uint32_t image;
} cached_image;

static image_key key_of(const ferry_window *window, const fy_gx_texture *source) {
    image_key key = {
        .image_offset = window->base + source->image_offset,
        .format = source->format,
        .width = source->width,
        .height = source->height,
        .levels = source->levels,
    };
    if (fy_gx_has_palette(source->format)) {
        key.palette_offset = window->base + source->palette_offset;
        key.palette_format = source->palette_format;
        key.palette_count = source->palette_count;
    }
    return key;
}

static bool same_key(const image_key *a, const image_key *b) {
    return a->image_offset == b->image_offset && a->palette_offset == b->palette_offset &&
           a->format == b->format && a->width == b->width && a->height == b->height &&
           a->levels == b->levels && a->palette_format == b->palette_format &&
           a->palette_count == b->palette_count;
}

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static uint64_t hash_key(const image_key *key) {
    uint64_t hash = mix(0, key->image_offset);
    hash = mix(hash, key->palette_offset);
    hash = mix(hash, (uint64_t)key->width << 32 | key->height);
    return mix(hash, (uint64_t)key->palette_count << 24 ^ key->palette_format << 16 ^ key->format << 8 ^
                         key->levels);
}

/* The slot of the key, or the free one where it belongs. The table is never full. */
static cached_image *find_slot(const fy_gx_image_cache *cache, const image_key *key) {
    const uint32_t mask = cache->capacity - 1;
    uint32_t at = (uint32_t)(hash_key(key) >> 32) & mask;
    while (cache->slots[at].used && !same_key(&cache->slots[at].key, key)) at = (at + 1) & mask;
    return &cache->slots[at];
}

static bool grow_cache(ferry_job *job, fy_gx_image_cache *cache) {
    if (2 * (cache->count + 1) <= cache->capacity) return true;
    fy_gx_image_cache larger = {.count = cache->count,
                                .capacity = cache->capacity ? 2 * cache->capacity : 32};
    larger.slots = ferry_new(job, cached_image, larger.capacity);
    if (!larger.slots) return false;
    for (uint32_t i = 0; i < cache->capacity; i++)
        if (cache->slots[i].used) *find_slot(&larger, &cache->slots[i].key) = cache->slots[i];
    *cache = larger;
    return true;
}

/* ----------------------------------------------------------------------------------------------- image */

static uint32_t level_side(uint32_t side, uint32_t level) {
    const uint32_t halved = level < 32 ? side >> level : 0;
    return halved ? halved : 1;
}

/* Levels that end with 1x1. */
static uint32_t longest_chain(uint32_t width, uint32_t height) {
    uint32_t levels = 1;
    for (uint32_t side = width > height ? width : height; side > 1; side >>= 1) levels++;
    return levels;
}

/* Can the header be believed at all? Warns if not. */
static bool header_usable(const ferry_window *window, uint64_t at, const fy_gx_texture *source) {
    if (!fy_gx_texel_known(source->format)) {
        ferry_say_at(window, at + source->fields->format, FERRY_WARNING, "gx.texel-format",
                     "unknown texel format %u; the texture has no image", source->format);
        return false;
    }
    if (source->width == 0 || source->height == 0) {
        ferry_say_at(window, at + source->fields->size, FERRY_WARNING, "gx.texture-size",
                     "its size is %u x %u; the texture has no image", source->width, source->height);
        return false;
    }
    if (source->width > FY_GX_MAX_SIZE || source->height > FY_GX_MAX_SIZE)
        ferry_say_at(window, at + source->fields->size, FERRY_WARNING, "gx.oversize",
                     "%u x %u texels; the hardware limit is %u per side", source->width, source->height,
                     FY_GX_MAX_SIZE);
    return true;
}

/* How many of the stated levels lie in the file, and their bytes together. Warns about the missing ones. */
static uint32_t count_levels(const ferry_window *window, uint64_t at, const fy_gx_texture *source,
                             uint64_t *bytes) {
    const uint32_t longest = longest_chain(source->width, source->height);
    uint32_t wanted = source->levels;
    if (wanted > longest) {
        ferry_say_at(window, at + source->fields->levels, FERRY_WARNING, "gx.mip-levels",
                     "%u mip levels stated, but %u x %u has only %u", wanted, source->width, source->height,
                     longest);
        wanted = longest;
    }
    *bytes = 0;
    for (uint32_t level = 0; level < wanted; level++) {
        const uint64_t size = fy_gx_level_size(source->format, level_side(source->width, level),
                                               level_side(source->height, level));
        const uint64_t offset = source->image_offset + *bytes;
        if (!ferry_window_holds(window, offset, 1, size)) {
            const uint64_t left = offset < window->size ? window->size - offset : 0;
            ferry_say_at(window, at + source->fields->image, FERRY_WARNING,
                         level ? "gx.mip-levels-missing" : "gx.texels-missing",
                         "level %u (%s) needs %llu bytes at 0x%llx, %llu left; %s", level,
                         fy_gx_texel_name((ferry_gx_texel)source->format), (unsigned long long)size,
                         (unsigned long long)(window->base + offset), (unsigned long long)left,
                         level ? "only the levels before it are kept" : "the texture has no image");
            return level;
        }
        *bytes += size;
    }
    return wanted;
}

/* How many of the stated palette entries lie in the file. Warns about the missing ones; 0: the palette cannot
 * be used. */
static uint32_t count_palette(const ferry_window *window, const fy_gx_texture *source) {
    const uint64_t at = source->palette_at;
    if (!fy_gx_palette_known(source->palette_format)) {
        ferry_say_at(window, at + source->fields->palette_format, FERRY_WARNING, "gx.palette-format",
                     "unknown palette format %u; the texture has no image", source->palette_format);
        return 0;
    }
    if (source->palette_count == 0) {
        ferry_say_at(window, at + source->fields->palette_count, FERRY_WARNING, "gx.palette-empty",
                     "%s without palette colours; the texture has no image",
                     fy_gx_texel_name((ferry_gx_texel)source->format));
        return 0;
    }
    if (ferry_window_holds(window, source->palette_offset, source->palette_count, 2))
        return source->palette_count;
    const uint64_t left = source->palette_offset < window->size ? window->size - source->palette_offset : 0;
    ferry_say_at(window, at + source->fields->palette_offset, FERRY_WARNING, "gx.palette-missing",
                 "%u palette colours at 0x%llx need %u bytes, %llu left; %s", source->palette_count,
                 (unsigned long long)(window->base + source->palette_offset), 2 * source->palette_count,
                 (unsigned long long)left,
                 left >= 2 ? "the missing ones are transparent" : "the texture has no image");
    return (uint32_t)(left / 2);
}

static bool copy_bytes(ferry_scene *scene, const uint8_t *data, size_t size, ferry_bytes *bytes) {
    uint8_t *copy = ferry_scene_new(scene, uint8_t, size);
    if (!copy) return false;
    memcpy(copy, data, size);
    *bytes = (ferry_bytes){copy, size};
    return true;
}

/* Decodes image->levels from image->source. */
static bool decode_levels(ferry_job *job, ferry_scene *scene, ferry_image *image,
                          const fy_gx_colors *colors) {
    const fy_gx_cmpr cmpr =
        ferry_setting_is(job, "gx.cmpr-weights", "pc") ? FY_GX_CMPR_PC : FY_GX_CMPR_CONSOLE;
    const uint32_t format = (uint32_t)image->gx_format;
    const uint8_t *texels = image->source.data;
    for (uint32_t k = 0; k < image->level_count; k++) {
        const uint32_t width = level_side(image->width, k), height = level_side(image->height, k);
        uint8_t *rgba = ferry_scene_new(scene, uint8_t, (size_t)width * height * 4);
        if (!rgba || !fy_gx_decode(job, format, texels, width, height, colors, cmpr, rgba)) return false;
        image->levels[k] = (ferry_mip_level){width, height, rgba};
        texels += fy_gx_level_size(format, width, height);
    }
    image->alpha = fy_alpha_class(image->levels[0].rgba, (size_t)image->width * image->height);
    return true;
}

/* Colours that the format can name; the palette in the file may be longer. */
static bool decode_colors(ferry_job *job, const ferry_image *image, fy_gx_colors *colors) {
    const uint32_t most = image->gx_format == FERRY_GX_C4   ? 16
                          : image->gx_format == FERRY_GX_C8 ? 256
                                                            : 0x4000;
    const uint32_t count = image->palette_count < most ? image->palette_count : most;
    uint8_t *rgba = ferry_new(job, uint8_t, (size_t)count * 4);
    if (!rgba) return false;
    fy_gx_decode_palette(image->gx_palette_format, image->palette.data, count, rgba);
    *colors = (fy_gx_colors){rgba, count};
    return true;
}

/* `*index` stays FERRY_NONE if the image cannot be decoded. */
static bool add_image(ferry_window *window, uint64_t at, const fy_gx_texture *source, const char *name,
                      ferry_scene *scene, uint32_t *index) {
    uint64_t bytes;
    if (!header_usable(window, at, source)) return true;
    const uint32_t levels = count_levels(window, at, source, &bytes);
    const bool indexed = fy_gx_has_palette(source->format);
    if (levels == 0) return true;
    ferry_image image = {
        .name = name,
        .width = source->width,
        .height = source->height,
        .level_count = levels,
        .has_gx = true,
        .gx_format = (ferry_gx_texel)source->format,
    };
    if (indexed) {
        image.palette_count = count_palette(window, source);
        if (image.palette_count == 0) return true;
        image.gx_palette_format = (ferry_gx_palette)source->palette_format;
        if (!copy_bytes(scene, window->data + source->palette_offset, (size_t)image.palette_count * 2,
                        &image.palette))
            return false;
    }
    image.levels = ferry_scene_new(scene, ferry_mip_level, levels);
    if (!image.levels ||
        !copy_bytes(scene, window->data + source->image_offset, (size_t)bytes, &image.source))
        return false;

    const ferry_mark mark = ferry_job_mark(window->job);
    fy_gx_colors colors = {0};
    const bool decoded = (!indexed || decode_colors(window->job, &image, &colors)) &&
                         decode_levels(window->job, scene, &image, &colors);
    ferry_job_release(window->job, mark);
    ferry_image *added = decoded ? ferry_append(scene, &scene->images, ferry_image) : NULL;
    if (!added) return false;
    *added = image;
    *index = scene->images.count - 1;
    return true;
}

/* The image of the texture: a known one, or a new one. */
static bool share_image(ferry_window *window, uint64_t at, const fy_gx_texture *source, const char *name,
                        ferry_scene *scene, fy_gx_image_cache *cache, uint32_t *index) {
    const image_key key = key_of(window, source);
    *index = FERRY_NONE;
    if (!grow_cache(window->job, cache)) return false;
    cached_image *slot = find_slot(cache, &key);
    if (slot->used) {
        *index = slot->image;
        return true;
    }
    if (!add_image(window, at, source, name, scene, index)) return false;
    if (*index == FERRY_NONE)
        return true; /* not remembered: the next header that names it deserves its own warning */
    *slot = (cached_image){true, key, *index};
    cache->count++;
    return true;
}

/* --------------------------------------------------------------------------------------------- texture */

static ferry_wrap wrap_of(const ferry_window *window, uint64_t at, char axis, uint32_t code) {
    if (code <= FERRY_WRAP_MIRROR) return (ferry_wrap)code;
    ferry_say_at(window, at, FERRY_WARNING, "gx.wrap", "unknown wrap mode %u for %c; used clamp", code, axis);
    return FERRY_WRAP_CLAMP;
}

static ferry_filter filter_of(const ferry_window *window, uint64_t at, const char *which, uint32_t code,
                              ferry_filter highest) {
    if (code <= (uint32_t)highest) return (ferry_filter)code;
    ferry_say_at(window, at, FERRY_WARNING, "gx.filter", "unknown %s filter %u; used linear", which, code);
    return FERRY_FILTER_LINEAR;
}

bool fy_gx_texture_add(ferry_window *window, uint64_t at, const fy_gx_texture *source, const char *name,
                       ferry_scene *scene, fy_gx_image_cache *cache, uint32_t *texture) {
    uint32_t image;
    if (!share_image(window, at, source, name, scene, cache, &image)) return false;
    ferry_texture *added = ferry_append(scene, &scene->textures, ferry_texture);
    if (!added) return false;
    *added = (ferry_texture){
        .name = name,
        .path = "",
        .image = image,
        .wrap_s = wrap_of(window, at + source->fields->wrap_s, 's', source->wrap_s),
        .wrap_t = wrap_of(window, at + source->fields->wrap_t, 't', source->wrap_t),
        .min_filter = filter_of(window, at + source->fields->min_filter, "minification", source->min_filter,
                                FERRY_FILTER_LINEAR_MIP_LINEAR),
        .mag_filter = filter_of(window, at + source->fields->mag_filter, "magnification", source->mag_filter,
                                FERRY_FILTER_LINEAR),
        .min_lod = source->min_lod,
        .max_lod = source->max_lod,
        .lod_bias = source->lod_bias,
        .max_anisotropy = source->max_anisotropy,
        .bias_clamp = source->bias_clamp,
        .edge_lod = source->edge_lod,
        .transparency_hint = source->transparency_hint,
    };
    *texture = scene->textures.count - 1;
    return true;
}

/* A texture of which nothing is known but that it exists. */
static bool add_missing(const char *name, ferry_scene *scene, uint32_t *texture) {
    ferry_texture *added = ferry_append(scene, &scene->textures, ferry_texture);
    if (!added) return false;
    *added = (ferry_texture){
        .name = name,
        .path = "",
        .image = FERRY_NONE,
        .min_filter = FERRY_FILTER_LINEAR,
        .mag_filter = FERRY_FILTER_LINEAR,
        .transparency_hint = 0xCC,
    };
    *texture = scene->textures.count - 1;
    return true;
}

bool fy_bti_read(ferry_window *window, uint64_t at, const char *name, ferry_scene *scene,
                 fy_gx_image_cache *cache, uint32_t *texture) {
    if (!ferry_window_holds(window, at, 1, FY_BTI_HEADER_SIZE)) {
        ferry_say_at(window, at, FERRY_WARNING, "gx.texture-header",
                     "the texture header needs %d bytes, %llu left; it has no image", FY_BTI_HEADER_SIZE,
                     (unsigned long long)(at < window->size ? window->size - at : 0));
        return add_missing(name, scene, texture);
    }
    const uint8_t *header = window->data + at;
    const uint32_t image_offset = ferry_be32(header + 0x1C);
    static const fy_gx_fields fields = {.format = 0x00,
                                        .size = 0x02,
                                        .levels = 0x18,
                                        .image = 0x1C,
                                        .wrap_s = 0x06,
                                        .wrap_t = 0x07,
                                        .min_filter = 0x14,
                                        .mag_filter = 0x15,
                                        .palette_format = 0x09,
                                        .palette_count = 0x0A,
                                        .palette_offset = 0x0C};
    const fy_gx_texture source = {
        .fields = &fields,
        .palette_at = at,
        .format = header[0x00],
        .transparency_hint = header[0x01],
        .width = ferry_be16(header + 0x02),
        .height = ferry_be16(header + 0x04),
        .wrap_s = header[0x06],
        .wrap_t = header[0x07],
        .palette_format = header[0x09],
        .palette_count = ferry_be16(header + 0x0A),
        .palette_offset = at + ferry_be32(header + 0x0C),
        .edge_lod = header[0x11] != 0,
        .bias_clamp = header[0x12] != 0,
        .max_anisotropy = header[0x13],
        .min_filter = header[0x14],
        .mag_filter = header[0x15],
        .min_lod = (float)(int8_t)header[0x16] / 8.0f,
        .max_lod = (float)(int8_t)header[0x17] / 8.0f,
        .levels = header[0x18] ? header[0x18] : 1,
        .lod_bias = (float)(int16_t)ferry_be16(header + 0x1A) / 100.0f,
        .image_offset = at + (image_offset ? image_offset : FY_BTI_HEADER_SIZE),
    };
    return fy_gx_texture_add(window, at, &source, name, scene, cache, texture);
}
