/*
 * pictures.h: pictures of the kinds that models bring along, from memory to RGBA (docs/formats/generic.md,
 * "Textures").
 *
 *     pictures.c       which kind it is
 *     picture_jpeg.c   by libjpeg
 *     picture_stb.c    TGA, BMP, GIF by stb_image
 *     picture_tiff.c   by libtiff
 *     picture_webp.c   by libwebp
 *     picture_dds.c
 *     picture_psd.c
 *
 * PNG is core/image/image.h's. A side is FY_PNG_MAX_SIZE at most. Pictures lie in the job's memory before
 * they are decoded; libjpeg, libtiff and libwebp take what they work with from malloc, in proportion to it.
 */
#ifndef FERRY_CORE_IMAGE_PICTURES_PICTURES_H
#define FERRY_CORE_IMAGE_PICTURES_PICTURES_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Whether this build reads pictures of the kind of `bytes`. `*name`: what it is called ("DDS"); NULL: no kind
 * that is known. */
bool fy_picture_kind(ferry_bytes bytes, const char **name);

/* Decodes to 8-bit RGBA in the job's memory. False: no picture, and a warning says why, if its kind is read;
 * or the job is at one of its limits. */
bool fy_picture_read(const ferry_window *in, uint32_t *width, uint32_t *height, const uint8_t **rgba);

#endif
