/* gx_encoder.c: see gx_encoder.h; formats: docs/formats/gx_textures.md, "Sizes" and "Texels". */
#include "gx_encoder.h"

#include <string.h>

typedef struct block_shape {
    uint32_t width, height, bytes;
} block_shape;

static block_shape block_of(ferry_gx_texel format) {
    switch (format) {
    case FERRY_GX_I4:
    case FERRY_GX_C4:
    case FERRY_GX_CMPR:
        return (block_shape){8, 8, 32};
    case FERRY_GX_I8:
    case FERRY_GX_IA4:
    case FERRY_GX_C8:
        return (block_shape){8, 4, 32};
    case FERRY_GX_RGBA8:
        return (block_shape){4, 4, 64};
    default:
        return (block_shape){4, 4, 32};
    }
}

size_t gxe_size(ferry_gx_texel format, uint32_t width, uint32_t height) {
    block_shape block = block_of(format);
    size_t across = (width + block.width - 1) / block.width;
    size_t down = (height + block.height - 1) / block.height;
    return across * down * block.bytes;
}

uint32_t gxe_palette_limit(ferry_gx_texel format) {
    switch (format) {
    case FERRY_GX_C4:
        return 16;
    case FERRY_GX_C8:
        return 256;
    case FERRY_GX_C14X2:
        return 16384;
    default:
        return 0;
    }
}

/* Nearest n-bit value of an 8-bit one, and the 8-bit value that the console makes of n bits. */
static uint32_t narrow(uint32_t value, uint32_t bits) {
    uint32_t top = (1u << bits) - 1;
    return (value * top + 127) / 255;
}

static uint8_t widen(uint32_t value, uint32_t bits) {
    switch (bits) {
    case 3:
        return (uint8_t)(value << 5 | value << 2 | value >> 1);
    case 4:
        return (uint8_t)(value * 17);
    case 5:
        return (uint8_t)(value << 3 | value >> 2);
    case 6:
        return (uint8_t)(value << 2 | value >> 4);
    default:
        return (uint8_t)value;
    }
}

static uint16_t pack_565(const uint8_t *c) {
    return (uint16_t)(narrow(c[0], 5) << 11 | narrow(c[1], 6) << 5 | narrow(c[2], 5));
}

static uint16_t pack_5a3(const uint8_t *c) {
    if (c[3] >= 238)
        return (uint16_t)(0x8000 | narrow(c[0], 5) << 10 | narrow(c[1], 5) << 5 | narrow(c[2], 5));
    return (uint16_t)(narrow(c[3], 3) << 12 | narrow(c[0], 4) << 8 | narrow(c[1], 4) << 4 | narrow(c[2], 4));
}

uint16_t gxe_palette_entry(ferry_gx_palette format, const uint8_t rgba[4]) {
    if (format == FERRY_GX_PALETTE_IA8) return (uint16_t)(rgba[3] << 8 | rgba[0]);
    return format == FERRY_GX_PALETTE_RGB565 ? pack_565(rgba) : pack_5a3(rgba);
}

static void show(uint8_t *out, uint8_t r, uint8_t g, uint8_t b, uint8_t a) {
    out[0] = r, out[1] = g, out[2] = b, out[3] = a;
}

static void show_565(uint16_t v, uint8_t *out) {
    show(out, widen(v >> 11, 5), widen(v >> 5 & 63, 6), widen(v & 31, 5), 255);
}

static void show_5a3(uint16_t v, uint8_t *out) {
    if (v & 0x8000)
        show(out, widen(v >> 10 & 31, 5), widen(v >> 5 & 31, 5), widen(v & 31, 5), 255);
    else
        show(out, widen(v >> 8 & 15, 4), widen(v >> 4 & 15, 4), widen(v & 15, 4), widen(v >> 12 & 7, 3));
}

void gxe_palette_shown(ferry_gx_palette format, const uint8_t rgba[4], uint8_t shown[4]) {
    uint16_t entry = gxe_palette_entry(format, rgba);
    if (format == FERRY_GX_PALETTE_IA8)
        show(shown, rgba[0], rgba[0], rgba[0], rgba[3]);
    else if (format == FERRY_GX_PALETTE_RGB565)
        show_565(entry, shown);
    else
        show_5a3(entry, shown);
}

void gxe_shown(ferry_gx_texel format, const uint8_t rgba[4], uint8_t shown[4]) {
    uint8_t i4 = widen(narrow(rgba[0], 4), 4), a4 = widen(narrow(rgba[3], 4), 4);
    switch (format) {
    case FERRY_GX_I4:
        show(shown, i4, i4, i4, i4);
        break;
    case FERRY_GX_I8:
        show(shown, rgba[0], rgba[0], rgba[0], rgba[0]);
        break;
    case FERRY_GX_IA4:
        show(shown, i4, i4, i4, a4);
        break;
    case FERRY_GX_IA8:
        show(shown, rgba[0], rgba[0], rgba[0], rgba[3]);
        break;
    case FERRY_GX_RGB565:
        show_565(pack_565(rgba), shown);
        break;
    case FERRY_GX_RGB5A3:
        show_5a3(pack_5a3(rgba), shown);
        break;
    default:
        memcpy(shown, rgba, 4);
        break;
    }
}

/* ------------------------------------------------------------------------------------------------ CMPR */

/* The four colours that a sub-block with these ends can show. */
static void cmpr_colors(uint16_t c0, uint16_t c1, uint8_t colors[4][4]) {
    show_565(c0, colors[0]);
    show_565(c1, colors[1]);
    for (int k = 0; k < 3; k++) {
        int a = colors[0][k], b = colors[1][k];
        colors[2][k] = (uint8_t)(c0 > c1 ? (5 * a + 3 * b) >> 3 : (a + b) / 2);
        colors[3][k] = (uint8_t)(c0 > c1 ? (3 * a + 5 * b) >> 3 : (a + b) / 2);
    }
    colors[2][3] = 255;
    colors[3][3] = c0 > c1 ? 255 : 0;
}

void gxe_cmpr_shown(const uint8_t *data, uint32_t width, uint32_t x, uint32_t y, uint8_t shown[4]) {
    size_t across = (width + 7) / 8;
    size_t block = (y / 8) * across + x / 8;
    const uint8_t *sub = data + block * 32 + ((y & 4) ? 16 : 0) + ((x & 4) ? 8 : 0);
    uint8_t colors[4][4];
    cmpr_colors((uint16_t)(sub[0] << 8 | sub[1]), (uint16_t)(sub[2] << 8 | sub[3]), colors);
    memcpy(shown, colors[sub[4 + (y & 3)] >> (6 - 2 * (x & 3)) & 3], 4);
}

static uint32_t distance(const uint8_t *a, const uint8_t *b) {
    if (a[3] < 128 || b[3] < 128) return a[3] < 128 && b[3] < 128 ? 0 : 1000000;
    int r = a[0] - b[0], g = a[1] - b[1], k = a[2] - b[2];
    return (uint32_t)(3 * r * r + 6 * g * g + k * k);
}

/* The codes for 16 texels with given ends; returns the error. */
static uint32_t cmpr_try(uint16_t c0, uint16_t c1, uint8_t texels[16][4], uint8_t codes[4]) {
    uint8_t colors[4][4];
    uint32_t total = 0;
    cmpr_colors(c0, c1, colors);
    memset(codes, 0, 4);
    for (int i = 0; i < 16; i++) {
        uint32_t best = UINT32_MAX, code = 0;
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t error = distance(texels[i], colors[k]);
            if (error < best) best = error, code = k;
        }
        codes[i / 4] = (uint8_t)(codes[i / 4] | code << (6 - 2 * (i & 3)));
        total += best;
    }
    return total;
}

/* Every pair of the sub-block's own colours is tried: slow and good, which suits fixtures. */
static void cmpr_sub_block(uint8_t texels[16][4], uint8_t out[8]) {
    uint32_t best = UINT32_MAX;
    bool holes = false;
    for (int i = 0; i < 16; i++) holes = holes || texels[i][3] < 128;
    for (int i = 0; i < 16; i++) {
        for (int j = i; j < 16; j++) {
            uint16_t a = pack_565(texels[i]), b = pack_565(texels[j]);
            uint16_t c0 = a > b ? a : b, c1 = a > b ? b : a;
            if (holes) {
                uint16_t swap = c0;
                c0 = c1, c1 = swap;
            }
            uint8_t codes[4];
            uint32_t error = cmpr_try(c0, c1, texels, codes);
            if (error >= best) continue;
            best = error;
            out[0] = (uint8_t)(c0 >> 8), out[1] = (uint8_t)c0, out[2] = (uint8_t)(c1 >> 8),
            out[3] = (uint8_t)c1;
            memcpy(out + 4, codes, 4);
        }
    }
}

static void encode_cmpr(const uint8_t *rgba, uint32_t width, uint32_t height, uint8_t *out) {
    for (uint32_t by = 0; by < height; by += 8) {
        for (uint32_t bx = 0; bx < width; bx += 8) {
            for (uint32_t sub = 0; sub < 4; sub++, out += 8) {
                uint8_t texels[16][4];
                for (uint32_t i = 0; i < 16; i++) {
                    uint32_t x = bx + (sub & 1) * 4 + i % 4, y = by + (sub >> 1) * 4 + i / 4;
                    if (x >= width) x = width - 1;
                    if (y >= height) y = height - 1;
                    memcpy(texels[i], rgba + (y * width + x) * 4, 4);
                }
                cmpr_sub_block(texels, out);
            }
        }
    }
}

/* ------------------------------------------------------------------------------------------ other formats */

/* Puts texel number `at` of a block. */
static void put_texel(ferry_gx_texel format, const uint8_t *c, uint8_t *block, uint32_t at) {
    uint16_t word = 0;
    switch (format) {
    case FERRY_GX_I4:
        block[at / 2] = (uint8_t)(block[at / 2] & (at & 1 ? 0xF0 : 0x0F));
        block[at / 2] = (uint8_t)(block[at / 2] | narrow(c[0], 4) << (at & 1 ? 0 : 4));
        return;
    case FERRY_GX_I8:
        block[at] = c[0];
        return;
    case FERRY_GX_IA4:
        block[at] = (uint8_t)(narrow(c[3], 4) << 4 | narrow(c[0], 4));
        return;
    case FERRY_GX_RGBA8:
        block[at * 2] = c[3], block[at * 2 + 1] = c[0];
        block[32 + at * 2] = c[1], block[32 + at * 2 + 1] = c[2];
        return;
    case FERRY_GX_IA8:
        word = (uint16_t)(c[3] << 8 | c[0]);
        break;
    case FERRY_GX_RGB565:
        word = pack_565(c);
        break;
    default:
        word = pack_5a3(c);
        break;
    }
    block[at * 2] = (uint8_t)(word >> 8), block[at * 2 + 1] = (uint8_t)word;
}

void gxe_encode(ferry_gx_texel format, const uint8_t *rgba, uint32_t width, uint32_t height, uint8_t *out) {
    if (format == FERRY_GX_CMPR) {
        encode_cmpr(rgba, width, height, out);
        return;
    }
    block_shape block = block_of(format);
    memset(out, 0xA5, gxe_size(format, width, height));
    for (uint32_t by = 0; by < height; by += block.height) {
        for (uint32_t bx = 0; bx < width; bx += block.width, out += block.bytes) {
            for (uint32_t i = 0; i < block.width * block.height; i++) {
                uint32_t x = bx + i % block.width, y = by + i / block.width;
                if (x < width && y < height) put_texel(format, rgba + (y * width + x) * 4, out, i);
            }
        }
    }
}

static void put_index(ferry_gx_texel format, uint16_t index, uint8_t *block, uint32_t at) {
    if (format == FERRY_GX_C8) {
        block[at] = (uint8_t)index;
    } else if (format == FERRY_GX_C4) {
        block[at / 2] = (uint8_t)(block[at / 2] & (at & 1 ? 0xF0 : 0x0F));
        block[at / 2] = (uint8_t)(block[at / 2] | (index & 15) << (at & 1 ? 0 : 4));
    } else { /* the two top bits mean nothing: set them, so that whoever looks at them shows it */
        block[at * 2] = (uint8_t)(index >> 8 | 0xC0), block[at * 2 + 1] = (uint8_t)index;
    }
}

void gxe_encode_indices(ferry_gx_texel format, const uint16_t *indices, uint32_t width, uint32_t height,
                        uint8_t *out) {
    block_shape block = block_of(format);
    memset(out, 0xA5, gxe_size(format, width, height));
    for (uint32_t by = 0; by < height; by += block.height) {
        for (uint32_t bx = 0; bx < width; bx += block.width, out += block.bytes) {
            for (uint32_t i = 0; i < block.width * block.height; i++) {
                uint32_t x = bx + i % block.width, y = by + i / block.width;
                if (x < width && y < height) put_index(format, indices[y * width + x], out, i);
            }
        }
    }
}
