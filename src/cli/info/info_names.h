/* info_names.h: what `info` calls texel formats, wraps and alpha modes. */
#ifndef FERRY_CLI_INFO_INFO_NAMES_H
#define FERRY_CLI_INFO_INFO_NAMES_H

#include "ferry64.h"
#include "ferry64_gx.h"

const char *cli_texel_name(const ferry_image *image);
const char *cli_palette_name(const ferry_image *image); /* "" without a palette */
const char *cli_alpha_name(ferry_alpha_mode mode);
uint64_t cli_image_bytes(const ferry_image *image); /* as stored in the source, palette included */

/* The textures a material uses, in the order of its slots. Returns how many. */
uint32_t cli_material_textures(const ferry_material *material, uint32_t textures[FERRY_GX_MAX_MAPS]);

#endif
