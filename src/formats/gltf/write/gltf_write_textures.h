/*
 * gltf_write_textures.h: pictures as PNG, in the buffer or beside the file, and how they are sampled
 * (docs/formats/gltf.md, "Textures").
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_TEXTURES_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_TEXTURES_H

#include "ferry64.h"
#include "formats/gltf/write/gltf_writer.h"

/* Each of these fills its lists. False: an error was said. */
bool fy_gltf_put_textures(fy_gltf *g);

/* One more texture, of a picture made for material `material`; its number in the file. */
bool fy_gltf_add_picture(fy_gltf *g, const ferry_image *image, uint32_t material, uint32_t *number);

/* Whether a look reads a picture. */
bool fy_gltf_is_textured(const fy_gltf_look *look);

/* `text` in a URI. */
const char *fy_gltf_uri(fy_gltf *g, const char *text);

#endif
