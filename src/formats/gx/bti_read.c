/*
 * bti_read.c: BTI files: one texture (docs/formats/gx_textures.md, "Header", "Recognising BTI").
 */
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/scene/scene.h"
#include "formats/gx/gx_join.h"
#include "machine/gx/gx_texels.h"
#include "machine/gx/gx_texture.h"

#define MAX_LEVELS 11 /* 1024 to 1 */
#define MAX_TAIL 0x20 /* padding behind the last byte that the header accounts for */

/* Bits of evidence: of the 256 (or 65,536) values of a field, few are right. Zeros are cheap to come by, so
 * the five fields that are nearly always zero count as one byte. */
enum {
    BITS_FORMAT = 4,
    BITS_SIZE = 12,
    BITS_WRAP = 12,
    BITS_FILTER = 11,
    BITS_ZEROS = 8,
    BITS_LENGTH = 11, /* the file's length within 33 of 65,536 */
};

/* Palette, if the format has one, within the file; `*end` becomes its end. */
static bool palette_fits(ferry_bytes bytes, uint64_t *end) {
    const uint32_t count = ferry_be16(bytes.data + 0x0A), offset = ferry_be32(bytes.data + 0x0C);
    *end = FY_BTI_HEADER_SIZE;
    if (!fy_gx_has_palette(bytes.data[0])) return true;
    if (bytes.data[9] > FERRY_GX_PALETTE_RGB5A3 || count == 0 || count > 0x4000 ||
        offset < FY_BTI_HEADER_SIZE)
        return false;
    *end = (uint64_t)offset + 2 * count;
    return *end <= bytes.size;
}

/* The image within the file, and nothing of note behind it. */
static bool length_fits(ferry_bytes bytes, uint32_t width, uint32_t height, uint64_t palette_end) {
    const uint32_t stated = ferry_be32(bytes.data + 0x1C), levels = bytes.data[0x18] ? bytes.data[0x18] : 1;
    if (stated != 0 && stated < FY_BTI_HEADER_SIZE) return false;
    uint64_t end = stated ? stated : FY_BTI_HEADER_SIZE;
    for (uint32_t level = 0; level < levels; level++) {
        const uint32_t w = width >> level, h = height >> level;
        end += fy_gx_level_size(bytes.data[0], w ? w : 1, h ? h : 1);
        if (end > bytes.size) return level > 0; /* the base level is enough */
    }
    if (end < palette_end) end = palette_end;
    return bytes.size - end <= MAX_TAIL;
}

static uint32_t bti_probe(ferry_bytes bytes) {
    const uint8_t *header = bytes.data;
    uint64_t palette_end;
    if (bytes.size < FY_BTI_HEADER_SIZE || !fy_gx_texel_known(header[0])) return 0;
    const uint32_t width = ferry_be16(header + 2), height = ferry_be16(header + 4);
    if (width == 0 || width > FY_GX_MAX_SIZE || height == 0 || height > FY_GX_MAX_SIZE) return 0;
    if (header[6] > FERRY_WRAP_MIRROR || header[7] > FERRY_WRAP_MIRROR || header[8] > 1) return 0;
    if (header[0x10] > 1 || header[0x11] > 1 || header[0x12] > 1 || header[0x13] > 2) return 0;
    if (header[0x14] > FERRY_FILTER_LINEAR_MIP_LINEAR || header[0x15] > FERRY_FILTER_LINEAR) return 0;
    if (header[0x18] > MAX_LEVELS) return 0;
    if (!palette_fits(bytes, &palette_end) || !length_fits(bytes, width, height, palette_end)) return 0;
    return BITS_FORMAT + BITS_SIZE + BITS_WRAP + BITS_FILTER + BITS_ZEROS + BITS_LENGTH;
}

static const char *bti_foreign(ferry_bytes bytes) {
    if (bytes.size >= 4 && memcmp(bytes.data, "TEX0", 4) == 0)
        return "a Wii texture (TEX0 of a BRRES archive), not a GameCube BTI; it cannot be read";
    return NULL;
}

static bool bti_read(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    (void)job;
    const char *foreign = bti_foreign((ferry_bytes){in->data, in->size});
    const uint32_t first = scene->textures.count;
    fy_gx_image_cache cache = {0};
    uint32_t texture;
    if (foreign) return ferry_refuse(in, 0, "bti.other-format", "not a BTI texture: %s", foreign);
    if (!fy_bti_read(in, 0, fy_stem(scene, in->file), scene, &cache, &texture)) return false;
    if (scene->textures.data[texture].image == FERRY_NONE)
        return ferry_refuse(in, 0, "bti.no-image", "its only image cannot be decoded");
    return fy_gx_textures_join(in, scene, first);
}

static const ferry_setting bti_settings[] = {
    {"gx.cmpr-weights", "console", "console|pc",
     "weights of the interpolated CMPR colours: 5/8 and 3/8 as on the console, or 2/3 and 1/3 as in most "
     "tools"},
    {0},
};

const ferry_format fy_format_bti = {
    .name = "bti",
    .title = "BTI texture",
    .extensions = ".bti",
    .role = FERRY_ROLE_ADD_ON,
    .probe = bti_probe,
    .read = bti_read,
    .settings = bti_settings,
    .foreign = bti_foreign,
};
