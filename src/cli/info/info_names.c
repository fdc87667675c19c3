/* info_names.c: what `info` calls texel formats, wraps and alpha modes. */
#include "cli/info/info_names.h"

#include "ferry64.h"
#include "ferry64_gx.h"

uint32_t cli_material_textures(const ferry_material *material, uint32_t textures[FERRY_GX_MAX_MAPS]) {
    uint32_t count = 0;
    if (material->gx) {
        for (uint32_t i = 0; i < FERRY_GX_MAX_MAPS; i++)
            if (material->gx->textures[i] != FERRY_NONE) textures[count++] = material->gx->textures[i];
    } else if (material->rdp) {
        for (uint32_t i = 0; i < 2; i++)
            if (material->rdp->tiles[i].texture != FERRY_NONE)
                textures[count++] = material->rdp->tiles[i].texture;
    } else if (material->base_texture != FERRY_NONE) {
        textures[count++] = material->base_texture;
    }
    return count;
}

const char *cli_alpha_name(ferry_alpha_mode mode) {
    static const char *const names[] = {"opaque", "cutout", "blend", "add"};
    return names[mode];
}

const char *cli_texel_name(const ferry_image *image) {
    static const char *const names[] = {"I4", "I8", "IA4",   "IA8", "RGB565", "RGB5A3", "RGBA8", "",
                                        "C4", "C8", "C14X2", "",    "",       "",       "CMPR"};
    static const char *const rdp[] = {"",    "", "RGBA16", "RGBA32", "",    "",     "YUV16", "",   "CI4",
                                      "CI8", "", "",       "IA4",    "IA8", "IA16", "",      "I4", "I8"};
    size_t format = (size_t)image->gx_format, code = (size_t)image->rdp_format;
    if (image->has_rdp) return code < sizeof rdp / sizeof *rdp ? rdp[code] : "";
    return image->has_gx && format < sizeof names / sizeof *names ? names[format] : "RGBA";
}

const char *cli_palette_name(const ferry_image *image) {
    static const char *const names[] = {"IA8", "RGB565", "RGB5A3"};
    size_t format = (size_t)image->gx_palette_format;
    if (image->has_rdp) return image->palette_count ? "RGBA16" : "";
    return image->palette_count && format < sizeof names / sizeof *names ? names[format] : "";
}

uint64_t cli_image_bytes(const ferry_image *image) {
    uint64_t bytes = (uint64_t)image->source.size + image->palette.size;
    for (uint32_t i = 0; !bytes && i < image->level_count; i++)
        bytes += (uint64_t)image->levels[i].width * image->levels[i].height * 4;
    return bytes;
}
