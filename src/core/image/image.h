/*
 * image.h: the alpha class of pictures, and PNG from and to memory.
 */
#ifndef FERRY_CORE_IMAGE_IMAGE_H
#define FERRY_CORE_IMAGE_IMAGE_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Largest side of a PNG that fy_png_read accepts. */
#define FY_PNG_MAX_SIZE 16384

/* The class of `count` texels, r g b a bytes each. No texels count as opaque. */
ferry_alpha_class fy_alpha_class(const uint8_t *rgba, size_t count);

typedef enum fy_png_kind {
    FY_PNG_GRAY,       /* 1, 2, 4 or 8 bits */
    FY_PNG_GRAY_ALPHA, /* 8 bits: gray, alpha */
    FY_PNG_RGB,        /* 8 bits */
    FY_PNG_RGBA,       /* 8 bits */
    FY_PNG_INDEXED,    /* 1, 2, 4 or 8 bits, with a palette */
} fy_png_kind;

/* A picture as PNG stores it. */
typedef struct fy_png {
    fy_png_kind kind;
    uint32_t bits; /* of a sample */
    uint32_t width, height;
    /* rows from the top without gaps, each of fy_png_pitch() bytes; samples of fewer than 8 bits  are packed,
     * the leftmost in the highest bits */
    const uint8_t *pixels;
    const uint8_t *palette; /* r g b a each; alpha becomes tRNS */
    uint32_t palette_count; /* 1 .. 2^bits */
} fy_png;

/* Bytes of a row. */
size_t fy_png_pitch(const fy_png *picture);

/* Encodes to memory of the job that no mark releases: fixed compression level and filters, no chunk but IHDR,
 * PLTE, tRNS, IDAT and IEND, so equal pictures give equal bytes for one zlib. `file` is for messages.
 * Temporaries are freed. False after an error. */
bool fy_png_write(ferry_job *job, const char *file, const fy_png *picture, ferry_bytes *png);

/* Decodes a PNG of any kind and depth to 8-bit RGBA in the job's memory. 16-bit samples lose their lower
 * byte; gamma and colour profiles are ignored. A side above FY_PNG_MAX_SIZE is refused before anything of
 * that size is allocated. */
bool fy_png_read(ferry_job *job, const char *file, ferry_bytes png, uint32_t *width, uint32_t *height,
                 const uint8_t **rgba);

/* The same for a part of a file: messages state offsets in the file. */
bool fy_png_read_in(const ferry_window *in, uint32_t *width, uint32_t *height, const uint8_t **rgba);

/* Decodes a PNG as it is stored: indexed and gray pictures of 1..8 bits keep their samples and palette;
 * 16-bit samples lose their lower byte, gray with tRNS becomes gray and alpha, and RGB with tRNS becomes
 * RGBA. Memory is the job's. */
bool fy_png_read_stored(ferry_job *job, const char *file, ferry_bytes png, fy_png *picture);

#endif
