/*
 * gx_encoder.h: texels and palettes in the GameCube's formats, for fixtures (docs/formats/gx_textures.md).
 *
 * Written from the description of the formats and apart from the library's decoder, so that each can catch
 * the other's mistakes. Pictures are rows of r g b a bytes, first row on top.
 */
#ifndef FERRY_TESTS_GX_ENCODER_H
#define FERRY_TESTS_GX_ENCODER_H

#include <stddef.h>
#include <stdint.h>

#include "ferry64_gx.h"

/* Bytes of one level. */
size_t gxe_size(ferry_gx_texel format, uint32_t width, uint32_t height);

/* Most entries a palette of this format may have; 0: not an indexed format. */
uint32_t gxe_palette_limit(ferry_gx_texel format);

/* Encodes one level of a format without palette; `out` has gxe_size() bytes. Intensity is taken from red.
 * Texels of the padding repeat 0xA5 so that a decoder that reads them shows it. */
void gxe_encode(ferry_gx_texel format, const uint8_t *rgba, uint32_t width, uint32_t height, uint8_t *out);

/* Encodes one level of palette indices. */
void gxe_encode_indices(ferry_gx_texel format, const uint16_t *indices, uint32_t width, uint32_t height,
                        uint8_t *out);

/* One palette entry, as the u16 that is stored. */
uint16_t gxe_palette_entry(ferry_gx_palette format, const uint8_t rgba[4]);

/* What the console shows for a texel or palette entry that was encoded from `rgba` (not for CMPR). */
void gxe_shown(ferry_gx_texel format, const uint8_t rgba[4], uint8_t shown[4]);
void gxe_palette_shown(ferry_gx_palette format, const uint8_t rgba[4], uint8_t shown[4]);

/* What the console shows for texel (x, y) of an encoded CMPR level. */
void gxe_cmpr_shown(const uint8_t *data, uint32_t width, uint32_t x, uint32_t y, uint8_t shown[4]);

#endif
