/*
 * rdp_tile.h: from texture coordinates to texels as the console's texture unit reads them, and from a
 * material's texture slot to the tile that libdragon makes of it (docs/formats/n64_drawing.md, "Textures").
 */
#ifndef FERRY_FORMATS_RDP_TILE_H
#define FERRY_FORMATS_RDP_TILE_H

#include "ferry64.h"
#include "formats/t3dm/texture/t3dm_textures.h"

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

/* The colour at S, T in 1/32 texels. */
void fy_rdp_sample(const fy_rdp_sampler *sampler, fy_rdp_filter filter, int32_t s, int32_t t, uint8_t out[4]);

/* ------------------------------------------------------------------------------------------- pictures */

/* The format that the stock converter takes from a file name as it is given: of the pieces between dots the
 * first that names one, in capitals or not. FY_SPRITE_FORMATS: none. */
fy_sprite_format fy_rdp_format_of_name(const char *name);

/* A PNG as the stock converter and the console's texture unit turn it into colours: format by its name or its
 * kind, components cut (never rounded), any alpha but 0 opaque where there is one bit for it. The texels are
 * in the job's memory. False: an error was said. */
bool fy_rdp_picture_of_png(ferry_job *job, const char *name, ferry_bytes png, fy_texels *texels,
                           fy_sprite_format *format);

/* t3dm_read_picture.c: a PNG, seen so, or a sprite as an image of the scene, called `title`; `name` is for messages and tells the
 * PNG's format. False, and FERRY_NONE, if it is broken, of which warnings tell, or at the memory limit. */
bool fy_rdp_read_picture(ferry_job *job, ferry_scene *scene, const char *name, const char *title, ferry_bytes bytes,
                         uint32_t *image);

#endif
