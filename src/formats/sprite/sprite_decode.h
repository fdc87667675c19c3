/* sprite_decode.h: a sprite's texels become a picture of the scene (docs/formats/sprite.md). */
#ifndef FERRY_FORMATS_SPRITE_SPRITE_DECODE_H
#define FERRY_FORMATS_SPRITE_SPRITE_DECODE_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Bytes of the extended header as versions 4 and 6 state them; 0 for other versions. */
uint32_t fy_sprite_extended_size(uint32_t version);

/* Appends the sprite's picture to the scene, with all its levels, as the RDP expands them: r g b a bytes.
 * `in` is the whole file, plain or packed (DCA), `name` the image's name in the scene's memory. Versions 4
 * and 6, and files without an extended header. Readable irregularities are reported as warnings. False after
 * an error. */
bool fy_sprite_decode(ferry_window *in, ferry_scene *scene, const char *name, uint32_t *image);

#endif
