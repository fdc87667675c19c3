/*
 * pictures.h: pictures of the kinds that models bring along, from memory to RGBA (docs/formats/generic.md, "Textures").
 *
 *     pictures.c       which kind it is
 *     picture_jpeg.c   by libjpeg
 *     picture_stb.c    TGA, BMP, GIF by stb_image
 *     picture_tiff.c   by libtiff
 *     picture_webp.c   by libwebp
 *     picture_dds.c
 *     picture_psd.c
 *
 * PNG is core/image/image.h's. A side is FY_PNG_MAX_SIZE at most. Pictures lie in the job's memory before they are decoded; libjpeg,
 * libtiff and libwebp take what they work with from malloc, in proportion to it.
 */
#ifndef FERRY_FORMATS_PICTURES_H
#define FERRY_FORMATS_PICTURES_H

#include "ferry64_format.h"

/* Whether this build reads pictures of the kind of `bytes`. `*name`: what it is called ("DDS"); NULL: no kind that is known. */
bool fy_picture_kind(ferry_bytes bytes, const char **name);

/* Decodes to 8-bit RGBA in the job's memory. False: no picture, and a warning says why, if its kind is read;
 * or the job is at one of its limits. */
bool fy_picture_read(const ferry_window *in, uint32_t *width, uint32_t *height, const uint8_t **rgba);

/* ------------------------------------------------------------------------------------------------- inside */

typedef struct fy_picture {
    ferry_job *job;
    const ferry_window *in;
    const char *kind;  /* "TGA" */
    ferry_bytes bytes; /* of `in` */
    uint32_t width, height;
    uint8_t *rgba;
} fy_picture;

bool fy_jpeg_read(fy_picture *picture);
bool fy_stb_read(fy_picture *picture);
bool fy_tiff_read(fy_picture *picture);
bool fy_webp_read(fy_picture *picture);
bool fy_dds_read(fy_picture *picture);
bool fy_psd_read(fy_picture *picture);

/* Says what is wrong at byte `at` of the picture, as a warning; returns false. Where a library does not tell,
 * `at` is how far it has read. */
bool fy_picture_broken(const fy_picture *picture, uint64_t at, const char *format, ...) FERRY_PRINTF(3, 4);

/* Memory for a picture of that size, which stands at `at`. False: too large, or none; and that was said. */
bool fy_picture_start(fy_picture *picture, uint64_t at, uint64_t width, uint64_t height);

#endif
