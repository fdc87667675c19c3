/*
 * picture_psd.c: the composite of a Photoshop file: gray, indexed, RGB or CMYK, 8 or 16 bits, alpha
 * (docs/formats/generic.md, "Textures"). Layout: "Adobe Photoshop File Formats Specification".
 */
#include "core/image/pictures/picture_psd.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/pictures/picture.h"

enum { GRAY = 1, INDEXED = 2, RGB = 3, CMYK = 4 };
enum { CHANNELS = 12, SIZE = 14 }; /* where the header tells of them */

typedef struct psd {
    fy_picture *picture;
    size_t at;
    uint32_t channels, depth, mode;
    const uint8_t *palette; /* 256 reds, greens, blues */
    bool transparent;       /* the first channel behind the colours is what layers leave open, over white */
} psd;

static uint32_t be16(const uint8_t *b) {
    return (uint32_t)(b[0] << 8 | b[1]);
}

static uint32_t be32(const uint8_t *b) {
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* `size` bytes from where one is; NULL behind the end. */
static const uint8_t *take_bytes(psd *p, size_t size) {
    ferry_bytes bytes = p->picture->bytes;
    if (size > bytes.size - p->at) return NULL;
    p->at += size;
    return bytes.data + p->at - size;
}

/* A block and its length before it. */
static const uint8_t *take_block(psd *p, uint32_t *size) {
    const uint8_t *length = take_bytes(p, 4);
    *size = length ? be32(length) : 0;
    return length ? take_bytes(p, *size) : NULL;
}

/* --------------------------------------------------------------------------------------------------- rows */

/* PackBits. False: the row does not come out even. */
static bool unpack_row(const uint8_t *from, size_t size, uint8_t *to, size_t room) {
    size_t at = 0, done = 0;
    while (at < size && done < room) {
        uint8_t head = from[at++];
        size_t count = head < 128   ? head + 1u
                       : head > 128 ? 257u - head
                                    : 0,
               needs = head < 128 ? count : count != 0;
        if (count > room - done || needs > size - at) return false;
        if (head < 128)
            memcpy(to + done, from + at, count);
        else if (count)
            memset(to + done, from[at], count);
        at += needs;
        done += count;
    }
    return done == room;
}

static void put_row(const psd *p, const uint8_t *row, uint32_t channel, uint32_t y) {
    const fy_picture *picture = p->picture;
    uint32_t colors = p->mode == RGB ? 3 : p->mode == CMYK ? 4 : 1, step = p->depth / 8;
    uint8_t *to = picture->rgba + 4 * (size_t)y * picture->width;
    for (uint32_t x = 0; x < picture->width; x++, to += 4) {
        uint8_t value = row[(size_t)x * step]; /* of 16 bits the upper ones */
        if (channel == colors)
            to[3] = value;
        else if (p->mode == INDEXED)
            for (int c = 0; c < 3; c++) to[c] = p->palette[256 * c + value];
        else if (p->mode == GRAY)
            memset(to, value, 3);
        else if (channel < 3)
            to[channel] = value;
        else
            for (int c = 0; c < 3; c++) to[c] = (uint8_t)((to[c] * value + 127) / 255); /* 255 is no black */
    }
}

/* Channels one after the other, raw or with the lengths of all rows before them. */
static bool read_rows(psd *p, bool packed, uint8_t *scratch) {
    const fy_picture *picture = p->picture;
    size_t pitch = (size_t)picture->width * p->depth / 8, rows = (size_t)picture->height * p->channels;
    const uint8_t *lengths = packed ? take_bytes(p, 2 * rows) : NULL;
    uint32_t wanted = (p->mode == RGB ? 3 : p->mode == CMYK ? 4 : 1) + 1u;
    if (packed && !lengths) return fy_picture_broken(picture, p->at, "the file is truncated");
    for (size_t k = 0; k < rows && k / picture->height < wanted; k++) {
        size_t size = packed ? be16(lengths + 2 * k) : pitch;
        const uint8_t *row = take_bytes(p, size);
        if (!row) return fy_picture_broken(picture, p->at, "the file is truncated");
        if (packed && !unpack_row(row, size, scratch, pitch))
            return fy_picture_broken(picture, p->at - size, "row %zu is corrupt", k);
        put_row(p, packed ? scratch : row, (uint32_t)(k / picture->height), (uint32_t)(k % picture->height));
        if (k % 256 == 0 && !ferry_tick(picture->job)) return false;
    }
    return true;
}

/* Colours as they were before they were laid over white. */
static void lift(fy_picture *picture) {
    for (size_t k = 0; k < (size_t)picture->width * picture->height; k++) {
        uint8_t *texel = picture->rgba + 4 * k;
        for (int c = 0; c < 3 && texel[3]; c++) {
            int value = 255 - (255 - texel[c]) * 255 / texel[3];
            texel[c] = (uint8_t)(value < 0 ? 0 : value);
        }
    }
}

/* ---------------------------------------------------------------------------------------------------- way */

/* Palette, resources, layers. */
static bool skip_blocks(psd *p) {
    uint32_t size;
    p->palette = take_block(p, &size);
    if (!p->palette || (p->mode == INDEXED && size < 768) || !take_block(p, &size)) return false;
    const uint8_t *layers = take_block(p, &size);
    p->transparent = layers && size >= 6 && be16(layers + 4) >= 0x8000; /* a number of layers below zero */
    return layers != NULL;
}

bool fy_psd_read(fy_picture *picture) {
    psd p = {.picture = picture};
    const uint8_t *header = take_bytes(&p, 26);
    if (!header) return fy_picture_broken(picture, picture->bytes.size, "the file is truncated");
    p.channels = be16(header + 12);
    p.depth = be16(header + 22);
    p.mode = be16(header + 24);
    uint32_t colors = p.mode == RGB ? 3 : p.mode == CMYK ? 4 : 1;
    if (be16(header + 4) != 1 || p.mode < GRAY || p.mode > CMYK || (p.depth != 8 && p.depth != 16) ||
        p.channels < colors || p.channels > 56)
        return fy_picture_broken(picture, be16(header + 4) != 1 ? 4 : CHANNELS,
                                 "version %u, mode %u, %u channels of %u bits are not supported",
                                 be16(header + 4), p.mode, p.channels, p.depth);
    if (!skip_blocks(&p)) return fy_picture_broken(picture, p.at, "the file is truncated");
    const uint8_t *packing = take_bytes(&p, 2);
    uint32_t way = packing ? be16(packing) : 2;
    if (way > 1)
        return fy_picture_broken(picture, packing ? p.at - 2 : p.at,
                                 packing ? "compression %u is not supported" : "the file is truncated", way);
    uint64_t width = be32(header + 18), height = be32(header + 14);
    if (height * p.channels * (way ? 2 : width) > picture->bytes.size)
        return fy_picture_broken(picture, SIZE, "%llu bytes are not enough for %llu x %llu texels",
                                 (unsigned long long)picture->bytes.size, (unsigned long long)width,
                                 (unsigned long long)height);
    if (!fy_picture_start(picture, SIZE, width, height)) return false;
    uint8_t *scratch = ferry_new(picture->job, uint8_t, (size_t)width * p.depth / 8);
    if (!scratch) return false;
    for (size_t k = 0; k < (size_t)width * height; k++) picture->rgba[4 * k + 3] = 255;
    if (!read_rows(&p, way == 1, scratch)) return false;
    if (p.transparent && p.channels > colors) lift(picture);
    return true;
}
