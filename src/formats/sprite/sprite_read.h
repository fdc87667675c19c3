/*
 * sprite_read.h: reads libdragon's sprite files as the console sees them (docs/formats/sprite.md).
 */
#ifndef FERRY_FORMATS_SPRITE_SPRITE_READ_H
#define FERRY_FORMATS_SPRITE_SPRITE_READ_H

#include "ferry64.h"
#include "ferry64_format.h"

extern const ferry_format fy_format_sprite;

/* Bytes of the extended header as versions 4 and 6 state them; 0 for other versions. */
uint32_t fy_sprite_extended_size(uint32_t version);

/* Bits per texel; 0 for an unknown code. */
uint32_t fy_rdp_texel_bits(uint32_t code);
bool fy_rdp_texel_indexed(uint32_t code);

/* Bytes of a row in a file. */
uint64_t fy_rdp_stride(uint32_t code, uint32_t width);

/* Bytes of texture memory for one level, and the most that all levels of a sprite may take together, as the
 * console's library counts them. */
uint64_t fy_rdp_tmem(uint32_t code, uint32_t width, uint32_t height);
uint32_t fy_rdp_tmem_limit(uint32_t code);

/* Appends the sprite's picture to the scene, with all its levels, as the RDP expands them: r g b a bytes.
 * `in` is the whole file, plain or packed (DCA), `name` the image's name in the scene's memory. Versions 4
 * and 6, and files without an extended header. Readable irregularities are reported as warnings. False after
 * an error. */
bool fy_sprite_decode(ferry_window *in, ferry_scene *scene, const char *name, uint32_t *image);

#endif
