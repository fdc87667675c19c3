/*
 * gx_texture.h: GameCube textures: texel formats, palettes and the texture header that BTI files and J3D's
 * TEX1 share (docs/formats/gx_textures.md).
 */
#ifndef FERRY_MACHINE_GX_GX_TEXTURE_H
#define FERRY_MACHINE_GX_GX_TEXTURE_H

#include "ferry64.h"
#include "ferry64_format.h"

#define FY_BTI_HEADER_SIZE 0x20
#define FY_GX_MAX_SIZE 1024 /* texels per side that the hardware can address */

/* Remembers what was decoded from one file, so that textures that share texels and palette share one
 * ferry_image. Start with `{0}`; its memory is the job's, so release no mark that is older than its first use
 * while it is in use. One cache serves one file and one scene. */
typedef struct fy_gx_image_cache {
    struct fy_gx_cached_image *slots;
    uint32_t count, capacity;
} fy_gx_image_cache;

/* Where a kind of header keeps its fields, for messages: bytes from the header's start; those of the palette
 * from `palette_at`. */
typedef struct fy_gx_fields {
    uint8_t format, size, levels, image, wrap_s, wrap_t, min_filter, mag_filter;
    uint8_t palette_format, palette_count, palette_offset;
} fy_gx_fields;

/* A texture as BTI, TEX1 and TPL describe it. Offsets count from the start of the window it is read from. */
typedef struct fy_gx_texture {
    const fy_gx_fields *fields;
    uint64_t palette_at; /* the palette's header, or the texture's */
    uint32_t format, width, height;
    uint32_t levels; /* at least 1 */
    uint64_t image_offset;
    uint32_t palette_format, palette_count; /* used by formats with a palette only */
    uint64_t palette_offset;
    uint32_t wrap_s, wrap_t, min_filter, mag_filter; /* as stored; unknown codes are warned about */
    float min_lod, max_lod, lod_bias;
    uint8_t max_anisotropy, transparency_hint;
    bool bias_clamp, edge_lod;
} fy_gx_texture;

/* Decodes all levels and appends a ferry_texture, and a ferry_image unless the cache knows it. `at` is the
 * place of the header, for messages. Whatever cannot be decoded (no size, unknown format, missing data) gives
 * a warning and a texture without an image. False only at the memory limit or when cancelled. `texture`
 * receives the index of the texture. */
bool fy_gx_texture_add(ferry_window *window, uint64_t at, const fy_gx_texture *source, const char *name,
                       ferry_scene *scene, fy_gx_image_cache *cache, uint32_t *texture);

/* Reads the BTI header at `at` of `window` (its data offsets count from `at`) and adds it as
 * fy_gx_texture_add() does. A header that is not all there gives a warning and a texture without an image as
 * well. `name` is scene text. */
bool fy_bti_read(ferry_window *window, uint64_t at, const char *name, ferry_scene *scene,
                 fy_gx_image_cache *cache, uint32_t *texture);

/* A TPL file, its table known to be there. */
typedef struct fy_tpl {
    uint32_t count, table_at;
} fy_tpl;

#endif
