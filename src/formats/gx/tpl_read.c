/*
 * tpl_read.c: TPL files: a list of textures (docs/formats/gx_textures.md, "TPL").
 */
#include "formats/gx/tpl_read.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/scene.h"
#include "formats/gx/gx_join.h"
#include "machine/gx/gx_texture.h"

#define MAGIC 0x0020AF30u
#define IMAGE_SIZE 0x24
#define PALETTE_SIZE 0x0C
#define ENTRY_SIZE 8

static uint32_t tpl_probe(ferry_bytes bytes) {
    return bytes.size >= 4 && ferry_be32(bytes.data) == MAGIC ? 32 : 0;
}

/* The image header at `at`, which is known to be there. */
static fy_gx_texture image_header(const ferry_window *window, uint64_t at) {
    const uint8_t *header = window->data + at;
    static const fy_gx_fields fields = {.format = 0x04,
                                        .size = 0x00,
                                        .levels = 0x22,
                                        .image = 0x08,
                                        .wrap_s = 0x0C,
                                        .wrap_t = 0x10,
                                        .min_filter = 0x14,
                                        .mag_filter = 0x18,
                                        .palette_format = 0x04,
                                        .palette_count = 0x00,
                                        .palette_offset = 0x08};
    fy_gx_texture texture = {
        .fields = &fields,
        .palette_at = at,
        .height = ferry_be16(header),
        .width = ferry_be16(header + 0x02),
        .format = ferry_be32(header + 0x04),
        .image_offset = ferry_be32(header + 0x08),
        .wrap_s = ferry_be32(header + 0x0C),
        .wrap_t = ferry_be32(header + 0x10),
        .min_filter = ferry_be32(header + 0x14),
        .mag_filter = ferry_be32(header + 0x18),
        .lod_bias = ferry_bef32(header + 0x1C),
        .edge_lod = header[0x20] != 0,
        .min_lod = header[0x21],
        .max_lod = header[0x22],
        .levels = (uint32_t)header[0x22] + 1,
        .transparency_hint = 0xCC,
    };
    if (!fy_finite((double)texture.lod_bias)) {
        ferry_say_at(window, at + 0x1C, FERRY_WARNING, "tpl.lod-bias",
                     "the LOD bias is not a number; used 0");
        texture.lod_bias = 0;
    }
    return texture;
}

/* Fills in the palette; without a whole header the texture keeps none, which is warned about later. */
static void palette_header(const ferry_window *window, uint64_t at, fy_gx_texture *texture) {
    if (at == 0 || !ferry_window_holds(window, at, 1, PALETTE_SIZE)) return;
    const uint8_t *header = window->data + at;
    texture->palette_at = at;
    texture->palette_count = ferry_be16(header);
    texture->palette_format = ferry_be32(header + 0x04);
    texture->palette_offset = ferry_be32(header + 0x08);
}

bool fy_tpl_open(ferry_window *in, fy_tpl *tpl) {
    const uint32_t magic = ferry_u32_at(in, 0);
    *tpl = (fy_tpl){.count = ferry_u32_at(in, 4), .table_at = ferry_u32_at(in, 8)};
    if (!ferry_window_ok(in)) return false;
    if (magic != MAGIC)
        return ferry_refuse(in, 0, "tpl.magic", "expected TPL magic 0x%08x, found 0x%08x", MAGIC, magic);
    if (!ferry_window_holds(in, tpl->table_at, tpl->count, ENTRY_SIZE))
        return ferry_refuse(in, 4, "tpl.table", "the table of %u images at 0x%x extends past the end",
                            tpl->count, tpl->table_at);
    return true;
}

bool fy_tpl_image(ferry_window *in, const fy_tpl *tpl, uint32_t index, fy_gx_texture *texture, uint64_t *at) {
    const ferry_window window = ferry_window_part(in, "image", index);
    const uint64_t entry_at = tpl->table_at + (uint64_t)index * ENTRY_SIZE;
    const uint32_t image_at = ferry_be32(in->data + entry_at),
                   palette_at = ferry_be32(in->data + entry_at + 4);
    if (!ferry_window_holds(in, image_at, 1, IMAGE_SIZE)) {
        ferry_say_at(&window, entry_at, FERRY_WARNING, "tpl.image-header",
                     "the image header at 0x%lx extends past the end; skipped", (unsigned long)image_at);
        return false;
    }
    *at = image_at;
    *texture = image_header(&window, image_at);
    palette_header(&window, palette_at, texture);
    return true;
}

/* Image `index`. One that cannot be decoded is left out. */
static bool read_image(ferry_window *in, const fy_tpl *tpl, uint32_t index, const char *stem,
                       ferry_scene *scene, fy_gx_image_cache *cache) {
    ferry_window window = ferry_window_part(in, "image", index);
    fy_gx_texture texture;
    uint64_t at;
    uint32_t added;
    if (!fy_tpl_image(in, tpl, index, &texture, &at)) return true;
    const char *name = tpl->count == 1 ? stem : ferry_scene_format(scene, "%s_%u", stem, index);
    if (!fy_gx_texture_add(&window, at, &texture, name, scene, cache, &added)) return false;
    if (scene->textures.data[added].image == FERRY_NONE) scene->textures.count--;
    return true;
}

static bool tpl_read(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    const uint32_t first = scene->textures.count;
    const char *stem = fy_stem(scene, in->file);
    fy_gx_image_cache cache = {0};
    fy_tpl tpl;
    if (!fy_tpl_open(in, &tpl)) return false;
    for (uint32_t i = 0; i < tpl.count; i++) {
        if (!ferry_tick(job)) return false;
        if (!read_image(in, &tpl, i, stem, scene, &cache)) return false;
    }
    if (scene->textures.count == first)
        return ferry_refuse(in, 4, "tpl.no-image", "none of the %u images can be decoded", tpl.count);
    return fy_gx_textures_join(in, scene, first);
}

const ferry_format fy_format_tpl = {
    .name = "tpl",
    .title = "TPL textures",
    .extensions = ".tpl",
    .role = FERRY_ROLE_ADD_ON,
    .probe = tpl_probe,
    .read = tpl_read,
};
