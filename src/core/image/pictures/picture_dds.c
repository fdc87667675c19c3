/*
 * picture_dds.c: DirectDraw surfaces: DXT1 to DXT5 (BC1 to BC3) and texels by masks, the largest level of the
 * first face (docs/formats/generic.md, "Textures"). Layout: "DDS_HEADER" in Microsoft's Direct3D
 * documentation.
 */
#include "core/image/pictures/picture_dds.h"

#include <string.h>

#include "ferry64_format.h"
#include "core/image/pictures/picture.h"

enum {
    HEADER = 128,
    FURTHER = 148,
    SIZE = 12
}; /* where texels begin; behind the header of Direct3D 10; height, width */
enum { HAS_ALPHA = 1, ALPHA_ONLY = 2, FOUR_LETTERS = 4, COLORS = 0x40, LUMINANCE = 0x20000 };

/* ------------------------------------------------------------------------------------------------- blocks */

static void expand(uint32_t color, uint8_t rgba[4]) {
    uint32_t r = color >> 11, g = color >> 5 & 63, b = color & 31;
    rgba[0] = (uint8_t)(r << 3 | r >> 2);
    rgba[1] = (uint8_t)(g << 2 | g >> 4);
    rgba[2] = (uint8_t)(b << 3 | b >> 2);
    rgba[3] = 255;
}

static uint8_t mix(uint32_t a, uint32_t b, uint32_t part, uint32_t of) {
    return (uint8_t)((a * (of - part) + b * part + of / 2) / of);
}

/* `three`: where the first colour is not the larger number there are three colours, and nothing. */
static void read_colors(const uint8_t *block, bool three, uint8_t texels[16][4]) {
    uint32_t first = ferry_le16(block), second = ferry_le16(block + 2), picks = ferry_le32(block + 4);
    uint8_t colors[4][4] = {{0}};
    expand(first, colors[0]);
    expand(second, colors[1]);
    three = three && first <= second;
    for (int c = 0; c < 4; c++) {
        colors[2][c] = three ? mix(colors[0][c], colors[1][c], 1, 2) : mix(colors[0][c], colors[1][c], 1, 3);
        colors[3][c] = three ? 0 : mix(colors[0][c], colors[1][c], 2, 3);
    }
    for (int k = 0; k < 16; k++) memcpy(texels[k], colors[picks >> 2 * k & 3], 4);
}

static void read_plain_alpha(const uint8_t *block, uint8_t texels[16][4]) {
    for (int k = 0; k < 16; k++) texels[k][3] = (uint8_t)((block[k / 2] >> 4 * (k % 2) & 15) * 17);
}

static void read_mixed_alpha(const uint8_t *block, uint8_t texels[16][4]) {
    uint64_t picks = (uint64_t)ferry_le32(block + 4) << 16 | ferry_le16(block + 2);
    uint8_t values[8] = {block[0], block[1], 0, 0, 0, 0, 0, 255};
    uint32_t steps = block[0] > block[1] ? 7 : 5;
    for (uint32_t k = 1; k < steps; k++) values[1 + k] = mix(block[0], block[1], k, steps);
    for (int k = 0; k < 16; k++) texels[k][3] = values[picks >> 3 * k & 7];
}

/* `kind`: 1 to 3, of BC1 to BC3. */
static void read_blocks(fy_picture *p, const uint8_t *from, int kind) {
    for (uint32_t y = 0; y < p->height; y += 4)
        for (uint32_t x = 0; x < p->width; x += 4, from += kind == 1 ? 8 : 16) {
            uint8_t texels[16][4];
            read_colors(kind == 1 ? from : from + 8, kind == 1, texels);
            if (kind == 2) read_plain_alpha(from, texels);
            if (kind == 3) read_mixed_alpha(from, texels);
            for (uint32_t row = 0; row < 4 && y + row < p->height; row++)
                for (uint32_t column = 0; column < 4 && x + column < p->width; column++)
                    memcpy(p->rgba + 4 * ((size_t)(y + row) * p->width + x + column),
                           texels[4 * row + column], 4);
        }
}

/* -------------------------------------------------------------------------------------------------- masks */

/* The bits of `texel` beneath `mask`, as 8 of them. */
static uint8_t channel(uint32_t texel, uint32_t mask, uint8_t otherwise) {
    if (!mask) return otherwise;
    while (!(mask & 1)) mask >>= 1, texel >>= 1;
    return (uint8_t)(((uint64_t)(texel & mask) * 255 + mask / 2) / mask);
}

static void read_masked(fy_picture *p, const uint8_t *from, uint32_t bits, const uint32_t masks[4]) {
    size_t count = (size_t)p->width * p->height, size = bits / 8;
    for (size_t k = 0; k < count; k++) {
        uint32_t texel = 0;
        for (size_t b = 0; b < size; b++) texel |= (uint32_t)from[k * size + b] << 8 * b;
        for (int c = 0; c < 4; c++) p->rgba[4 * k + (size_t)c] = channel(texel, masks[c], 255);
    }
}

/* ---------------------------------------------------------------------------------------------------- way */

/* Which blocks the four letters mean; 0: none that is read. */
static int block_kind(const uint8_t *header) {
    static const struct {
        const char letters[5];
        int kind;
    } kinds[] = {{"DXT1", 1}, {"DXT2", 2}, {"DXT3", 2}, {"DXT4", 3}, {"DXT5", 3}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (memcmp(header + 84, kinds[k].letters, 4) == 0) return kinds[k].kind;
    return 0;
}

/* What DXGI_FORMAT numbers mean: blocks, or masks over 32 bits. */
static int dxgi_kind(uint32_t format, uint32_t masks[4]) {
    static const uint32_t rgba[4] = {0xff, 0xff00, 0xff0000, 0xff000000},
                          bgra[4] = {0xff0000, 0xff00, 0xff, 0xff000000};
    if (format >= 70 && format <= 78) return (int)(format - 70) / 3 + 1;
    bool opaque = format == 88 || format == 93;
    if (format >= 27 && format <= 29) memcpy(masks, rgba, sizeof rgba);
    if (format == 87 || format == 91 || opaque) memcpy(masks, bgra, sizeof bgra);
    if (opaque) masks[3] = 0;
    return 0;
}

typedef struct layout {
    int blocks; /* BC1 to BC3; 0: masks */
    uint32_t bits, masks[4];
    size_t start;
} layout;

static bool find_layout(const fy_picture *p, layout *to) {
    const uint8_t *b = p->bytes.data;
    uint32_t flags = ferry_le32(b + 80);
    *to = (layout){.bits = ferry_le32(b + 88), .start = HEADER};
    if (flags & FOUR_LETTERS && memcmp(b + 84, "DX10", 4) == 0) {
        if (p->bytes.size < FURTHER) return fy_picture_broken(p, p->bytes.size, "the file is truncated");
        to->blocks = dxgi_kind(ferry_le32(b + HEADER), to->masks);
        to->bits = 32;
        to->start = FURTHER;
        return to->blocks || to->masks[0] ||
               fy_picture_broken(p, HEADER, "DXGI format %u is not supported", ferry_le32(b + HEADER));
    }
    if (flags & FOUR_LETTERS) {
        to->blocks = block_kind(b);
        return to->blocks || fy_picture_broken(p, 84, "FourCC 0x%08x is not supported", ferry_le32(b + 84));
    }
    bool colors = flags & COLORS, gray = flags & LUMINANCE, alpha = flags & (HAS_ALPHA | ALPHA_ONLY);
    for (int c = 0; c < 3; c++)
        to->masks[c] = colors ? ferry_le32(b + 92 + 4 * c) : gray ? ferry_le32(b + 92) : 0;
    to->masks[3] = alpha ? ferry_le32(b + 104) : 0;
    bool whole = to->bits && to->bits <= 32 && to->bits % 8 == 0 && (colors || gray || alpha);
    return whole ||
           fy_picture_broken(p, 80, "%u bits per pixel with flags 0x%x are not supported", to->bits, flags);
}

bool fy_dds_read(fy_picture *p) {
    const uint8_t *b = p->bytes.data;
    layout of;
    if (p->bytes.size < HEADER) return fy_picture_broken(p, p->bytes.size, "the file is truncated");
    if (!find_layout(p, &of)) return false;
    uint64_t height = ferry_le32(b + 12), width = ferry_le32(b + 16);
    uint64_t needs = of.blocks ? (width + 3) / 4 * ((height + 3) / 4) * (of.blocks == 1 ? 8 : 16)
                               : width * height * (of.bits / 8);
    if (width <= UINT16_MAX && height <= UINT16_MAX && needs > p->bytes.size - of.start)
        return fy_picture_broken(p, SIZE, "%llu bytes are not enough for %u x %u texels",
                                 (unsigned long long)p->bytes.size, (unsigned)width, (unsigned)height);
    if (!fy_picture_start(p, SIZE, width, height)) return false;
    if (of.blocks)
        read_blocks(p, b + of.start, of.blocks);
    else
        read_masked(p, b + of.start, of.bits, of.masks);
    return true;
}
