/*
 * gx_texels.c: GameCube texels to RGBA (docs/formats/gx_textures.md, "Sizes" and "Texels").
 *
 * An image is cut into blocks of 32 bytes (RGBA8: 64). One function per format decodes one whole block;
 * blocks that hang over the right or lower edge are decoded aside and clipped, so the fast functions know no
 * edge.
 */
#include "machine/gx/gx_texels.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"

/* What a block decoder may look up. */
typedef struct block_context {
    const fy_gx_colors *colors;
    fy_gx_cmpr cmpr;
} block_context;

/* Decodes one block to `out`, rows `pitch` bytes apart. */
typedef void block_decoder(const uint8_t *in, uint8_t *out, size_t pitch, const block_context *context);

typedef struct texel_format {
    uint8_t block_width, block_height, block_bytes;
    bool has_palette;
    block_decoder *decode;
} texel_format;

/* --------------------------------------------------------------------------------------- single texels */

/* A texel as it lies in memory, so that one store writes all four bytes. */
static inline uint32_t pack(uint32_t r, uint32_t g, uint32_t b, uint32_t a) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return r << 24 | g << 16 | b << 8 | a;
#else
    return a << 24 | b << 16 | g << 8 | r;
#endif
}

static inline void store(uint8_t *out, uint32_t texel) {
    memcpy(out, &texel, sizeof texel);
}

static inline uint32_t widen3(uint32_t v) {
    return v << 5 | v << 2 | v >> 1;
}

static inline uint32_t widen5(uint32_t v) {
    return v << 3 | v >> 2;
}

static inline uint32_t widen6(uint32_t v) {
    return v << 2 | v >> 4;
}

static inline uint32_t intensity(uint32_t i, uint32_t a) {
    return pack(i, i, i, a);
}

static inline uint32_t texel_ia8(uint32_t v) {
    return intensity(v & 0xFF, v >> 8);
}

static inline uint32_t texel_rgb565(uint32_t v) {
    return pack(widen5(v >> 11), widen6(v >> 5 & 63), widen5(v & 31), 255);
}

static inline uint32_t texel_rgb5a3(uint32_t v) {
    if (v & 0x8000) return pack(widen5(v >> 10 & 31), widen5(v >> 5 & 31), widen5(v & 31), 255);
    return pack((v >> 8 & 15) * 17, (v >> 4 & 15) * 17, (v & 15) * 17, widen3(v >> 12 & 7));
}

static inline uint32_t texel_indexed(const fy_gx_colors *colors, uint32_t index) {
    uint32_t texel = 0;
    if (index < colors->count) memcpy(&texel, colors->rgba + 4 * (size_t)index, sizeof texel);
    return texel;
}

/* ---------------------------------------------------------------------------------------------- blocks */

static void decode_i4(const uint8_t *in, uint8_t *out, size_t pitch, const block_context *context) {
    (void)context;
    for (int y = 0; y < 8; y++, out += pitch) {
        for (int x = 0; x < 8; x += 2, in++) {
            store(out + 4 * x, (uint32_t)(*in >> 4) * 0x11111111u);
            store(out + 4 * x + 4, (uint32_t)(*in & 15) * 0x11111111u);
        }
    }
}

static void decode_i8(const uint8_t *in, uint8_t *out, size_t pitch, const block_context *context) {
    (void)context;
    for (int y = 0; y < 4; y++, out += pitch)
        for (int x = 0; x < 8; x++) store(out + 4 * x, *in++ * 0x01010101u);
}

static void decode_ia4(const uint8_t *in, uint8_t *out, size_t pitch, const block_context *context) {
    (void)context;
    for (int y = 0; y < 4; y++, out += pitch)
        for (int x = 0; x < 8; x++, in++)
            store(out + 4 * x, intensity((*in & 15u) * 17, (uint32_t)(*in >> 4) * 17));
}

static void decode_ia8(const uint8_t *in, uint8_t *out, size_t pitch, const block_context *context) {
    (void)context;
    for (int y = 0; y < 4; y++, out += pitch)
        for (int x = 0; x < 4; x++, in += 2) store(out + 4 * x, texel_ia8(ferry_be16(in)));
}

static void decode_rgb565(const uint8_t *in, uint8_t *out, size_t pitch, const block_context *context) {
    (void)context;
    for (int y = 0; y < 4; y++, out += pitch)
        for (int x = 0; x < 4; x++, in += 2) store(out + 4 * x, texel_rgb565(ferry_be16(in)));
}

static void decode_rgb5a3(const uint8_t *in, uint8_t *out, size_t pitch, const block_context *context) {
    (void)context;
    for (int y = 0; y < 4; y++, out += pitch)
        for (int x = 0; x < 4; x++, in += 2) store(out + 4 * x, texel_rgb5a3(ferry_be16(in)));
}

/* Sixteen pairs of alpha and red, then sixteen of green and blue. */
static void decode_rgba8(const uint8_t *in, uint8_t *out, size_t pitch, const block_context *context) {
    (void)context;
    for (int y = 0; y < 4; y++, out += pitch)
        for (int x = 0; x < 4; x++, in += 2) store(out + 4 * x, pack(in[1], in[32], in[33], in[0]));
}

static void decode_c4(const uint8_t *in, uint8_t *out, size_t pitch, const block_context *context) {
    for (int y = 0; y < 8; y++, out += pitch) {
        for (int x = 0; x < 8; x += 2, in++) {
            store(out + 4 * x, texel_indexed(context->colors, *in >> 4));
            store(out + 4 * x + 4, texel_indexed(context->colors, *in & 15u));
        }
    }
}

static void decode_c8(const uint8_t *in, uint8_t *out, size_t pitch, const block_context *context) {
    for (int y = 0; y < 4; y++, out += pitch)
        for (int x = 0; x < 8; x++) store(out + 4 * x, texel_indexed(context->colors, *in++));
}

static void decode_c14x2(const uint8_t *in, uint8_t *out, size_t pitch, const block_context *context) {
    for (int y = 0; y < 4; y++, out += pitch)
        for (int x = 0; x < 4; x++, in += 2)
            store(out + 4 * x, texel_indexed(context->colors, ferry_be16(in) & 0x3FFFu));
}

typedef struct rgb {
    uint32_t r, g, b;
} rgb;

static inline rgb split_rgb565(uint32_t v) {
    return (rgb){widen5(v >> 11), widen6(v >> 5 & 63), widen5(v & 31)};
}

static inline uint32_t mix_console(rgb a, rgb b) {
    return pack((5 * a.r + 3 * b.r) >> 3, (5 * a.g + 3 * b.g) >> 3, (5 * a.b + 3 * b.b) >> 3, 255);
}

static inline uint32_t mix_pc(rgb a, rgb b) {
    return pack((2 * a.r + b.r) / 3, (2 * a.g + b.g) / 3, (2 * a.b + b.b) / 3, 255);
}

/* The four colours of a CMPR sub-block. */
static void cmpr_colors(uint32_t c0, uint32_t c1, fy_gx_cmpr cmpr, uint32_t colors[4]) {
    const rgb a = split_rgb565(c0), b = split_rgb565(c1);
    colors[0] = pack(a.r, a.g, a.b, 255);
    colors[1] = pack(b.r, b.g, b.b, 255);
    if (c0 > c1) {
        colors[2] = cmpr == FY_GX_CMPR_PC ? mix_pc(a, b) : mix_console(a, b);
        colors[3] = cmpr == FY_GX_CMPR_PC ? mix_pc(b, a) : mix_console(b, a);
        return;
    }
    const rgb mean = {(a.r + b.r) / 2, (a.g + b.g) / 2, (a.b + b.b) / 2};
    colors[2] = pack(mean.r, mean.g, mean.b, 255);
    /* The average under transparent texels: black there would show as dark rims once the texture
     * is filtered. */
    colors[3] = cmpr == FY_GX_CMPR_PC ? 0 : pack(mean.r, mean.g, mean.b, 0);
}

/* Four sub-blocks of 4x4: top left, top right, bottom left, bottom right. */
static void decode_cmpr(const uint8_t *in, uint8_t *out, size_t pitch, const block_context *context) {
    for (int part = 0; part < 4; part++, in += 8) {
        uint32_t colors[4];
        cmpr_colors(ferry_be16(in), ferry_be16(in + 2), context->cmpr, colors);
        uint8_t *row = out + (part & 1 ? 16 : 0) + (part & 2 ? 4 * pitch : 0);
        for (int y = 0; y < 4; y++, row += pitch) {
            const uint32_t codes = in[4 + y];
            store(row, colors[codes >> 6]);
            store(row + 4, colors[codes >> 4 & 3]);
            store(row + 8, colors[codes >> 2 & 3]);
            store(row + 12, colors[codes & 3]);
        }
    }
}

/* --------------------------------------------------------------------------------------------- formats */

static const texel_format *find_format(uint32_t format) {
    static const texel_format formats[] = {
        [FERRY_GX_I4] = {8, 8, 32, false, decode_i4},
        [FERRY_GX_I8] = {8, 4, 32, false, decode_i8},
        [FERRY_GX_IA4] = {8, 4, 32, false, decode_ia4},
        [FERRY_GX_IA8] = {4, 4, 32, false, decode_ia8},
        [FERRY_GX_RGB565] = {4, 4, 32, false, decode_rgb565},
        [FERRY_GX_RGB5A3] = {4, 4, 32, false, decode_rgb5a3},
        [FERRY_GX_RGBA8] = {4, 4, 64, false, decode_rgba8},
        [FERRY_GX_C4] = {8, 8, 32, true, decode_c4},
        [FERRY_GX_C8] = {8, 4, 32, true, decode_c8},
        [FERRY_GX_C14X2] = {4, 4, 32, true, decode_c14x2},
        [FERRY_GX_CMPR] = {8, 8, 32, false, decode_cmpr},
    };
    if (format >= sizeof formats / sizeof *formats || !formats[format].decode) return NULL;
    return &formats[format];
}

bool fy_gx_texel_known(uint32_t format) {
    return find_format(format) != NULL;
}

bool fy_gx_palette_known(uint32_t format) {
    return format <= FERRY_GX_PALETTE_RGB5A3;
}

bool fy_gx_has_palette(uint32_t format) {
    const texel_format *found = find_format(format);
    return found && found->has_palette;
}

static uint64_t blocks(uint32_t texels, uint32_t per_block) {
    return ((uint64_t)texels + per_block - 1) / per_block;
}

uint64_t fy_gx_level_size(uint32_t format, uint32_t width, uint32_t height) {
    const texel_format *found = find_format(format);
    if (!found) return 0;
    return blocks(width, found->block_width) * blocks(height, found->block_height) * found->block_bytes;
}

void fy_gx_decode_palette(ferry_gx_palette format, const uint8_t *entries, uint32_t count, uint8_t *rgba) {
    for (uint32_t i = 0; i < count; i++, entries += 2, rgba += 4) {
        const uint32_t entry = ferry_be16(entries);
        switch (format) {
        case FERRY_GX_PALETTE_IA8:
            store(rgba, texel_ia8(entry));
            break;
        case FERRY_GX_PALETTE_RGB565:
            store(rgba, texel_rgb565(entry));
            break;
        case FERRY_GX_PALETTE_RGB5A3:
            store(rgba, texel_rgb5a3(entry));
            break;
        }
    }
}

/* A block of which only `columns` x `rows` texels belong to the image. */
static void decode_clipped(const texel_format *format, const uint8_t *in, uint8_t *out, size_t pitch,
                           uint32_t columns, uint32_t rows, const block_context *context) {
    uint8_t whole[8 * 8 * 4];
    const size_t whole_pitch = 4 * (size_t)format->block_width;
    format->decode(in, whole, whole_pitch, context);
    for (uint32_t y = 0; y < rows; y++) memcpy(out + y * pitch, whole + y * whole_pitch, 4 * (size_t)columns);
}

bool fy_gx_decode(ferry_job *job, uint32_t format, const uint8_t *texels, uint32_t width, uint32_t height,
                  const fy_gx_colors *colors, fy_gx_cmpr cmpr, uint8_t *rgba) {
    static const fy_gx_colors none = {0};
    const texel_format *found = find_format(format);
    const block_context context = {colors ? colors : &none, cmpr};
    const size_t pitch = 4 * (size_t)width;
    for (uint32_t y = 0; y < height; y += found->block_height) {
        if (!ferry_tick(job)) return false;
        const uint32_t rows = height - y < found->block_height ? height - y : found->block_height;
        for (uint32_t x = 0; x < width; x += found->block_width, texels += found->block_bytes) {
            const uint32_t columns = width - x < found->block_width ? width - x : found->block_width;
            uint8_t *out = rgba + y * pitch + 4 * (size_t)x;
            if (rows == found->block_height && columns == found->block_width)
                found->decode(texels, out, pitch, &context);
            else
                decode_clipped(found, texels, out, pitch, columns, rows, &context);
        }
    }
    return true;
}
