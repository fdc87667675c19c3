/*
 * rdp_tile.h: from texture coordinates to texels as the console's texture unit reads them, and from a
 * material's texture slot to the tile that libdragon makes of it (docs/formats/n64_drawing.md, "Tiles").
 */
#ifndef FERRY_MACHINE_RDP_RDP_TILE_H
#define FERRY_MACHINE_RDP_RDP_TILE_H

#include "ferry64_rdp.h"

/* One axis of a tile descriptor. */
typedef struct fy_rdp_tile_axis {
    int8_t shift; /* the file's: -5..10, right if positive */
    bool clamp, mirror;
    uint8_t mask;      /* bits that repeat; 0: none */
    int32_t low, high; /* quarter texels */
    uint32_t size;     /* texels there are */
} fy_rdp_tile_axis;

/* A tile descriptor and the texels behind it, as the console sees them. */
typedef struct fy_rdp_sampler {
    fy_rdp_tile_axis s, t;
    const uint8_t *rgba; /* s.size * t.size texels; NULL: white */
} fy_rdp_sampler;

typedef enum fy_rdp_filter { FY_RDP_POINT, FY_RDP_BILINEAR = 2, FY_RDP_MEDIAN } fy_rdp_filter;

/* The filter of an other-mode value; 1 is point, too. */
fy_rdp_filter fy_rdp_filter_of(uint64_t other_mode);

/* The tile of a slot over a picture of `width` times `height` texels, which may differ from the slot's own
 * size. A side that is no power of two and should repeat would stop the console; it is clamped here. */
fy_rdp_sampler fy_rdp_tile_of(const ferry_rdp_tile *slot, uint32_t width, uint32_t height,
                              const uint8_t *rgba);

/* The perspective divider: divides S or T over w by 1/w, both as fractions of 0x8000; the result is in 1/32
 * texels. It is an integer division with a table of 64 reciprocals. */
int32_t fy_rdp_divide(int32_t over_w, int32_t inverse_w);

/* The colour at S, T in 1/32 texels. */
void fy_rdp_sample(const fy_rdp_sampler *sampler, fy_rdp_filter filter, int32_t s, int32_t t, uint8_t out[4]);

#endif
