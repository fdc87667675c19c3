/*
 * rdp_texel.h: what texels of each format take in a file and in texture memory (docs/formats/n64_drawing.md,
 * "Texel formats"). `code`: a ferry_rdp_texel, or any number a file has in its place.
 */
#ifndef FERRY_FORMATS_SPRITE_RDP_TEXEL_H
#define FERRY_FORMATS_SPRITE_RDP_TEXEL_H

#include <stdbool.h>
#include <stdint.h>

/* Bits per texel; 0 for an unknown code. */
uint32_t fy_rdp_texel_bits(uint32_t code);

/* Whether texels are indices into a palette. */
bool fy_rdp_texel_indexed(uint32_t code);

/* Bytes of a row in a file. */
uint64_t fy_rdp_stride(uint32_t code, uint32_t width);

/* Bytes of texture memory for one level of so many texels, and the most that all levels of a sprite may take
 * together, as the console's library counts them. */
uint64_t fy_rdp_tmem(uint32_t code, uint32_t width, uint32_t height);
uint32_t fy_rdp_tmem_limit(uint32_t code);

/* How many rows of that width arrive in texture memory as they are, as the console's library loads them
 * (docs/formats/sprite.md, "Texture memory"); UINT32_MAX: all. */
uint32_t fy_rdp_whole_rows(uint32_t code, uint32_t width);

#endif
