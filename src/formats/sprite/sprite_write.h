/*
 * sprite_write.h: sprite files from pictures in the console's formats (docs/formats/sprite.md, "Writing").
 */
#ifndef FERRY_FORMATS_SPRITE_SPRITE_WRITE_H
#define FERRY_FORMATS_SPRITE_SPRITE_WRITE_H

#include "ferry64.h"
#include "formats/sprite/t3dm_sprites.h"

/* The texel format as the RDP counts them. */
ferry_rdp_texel fy_sprite_code(fy_sprite_format format);

/* How many mip levels can be stored after the picture: 0, or at least 2, the last of which the console never
 * shows. `least_rows`: rows that every level must have. */
uint32_t fy_sprite_most_levels(const fy_sprite *sprite, uint32_t least_rows);

/* The file of version `sprite.version` in the job's memory: the picture and `extra` (0..7) smaller levels
 * made from it. Texels must be values of the format, as fy_sprite_encode() leaves them. False after an
 * error. */
bool fy_sprite_write(ferry_job *job, const char *file, const fy_sprite *sprite, uint32_t extra,
                     ferry_bytes *bytes);

#endif
