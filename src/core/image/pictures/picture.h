/* picture.h: what readers of pictures share: room for the picture, complaints. */
#ifndef FERRY_CORE_IMAGE_PICTURES_PICTURE_H
#define FERRY_CORE_IMAGE_PICTURES_PICTURE_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/late_library.h"

typedef struct fy_picture {
    ferry_job *job;
    const ferry_window *in;
    const char *kind;  /* "TGA" */
    ferry_bytes bytes; /* of `in` */
    uint32_t width, height;
    uint8_t *rgba;
} fy_picture;

/* Says what is wrong at byte `at` of the picture, as a warning; returns false. Where a library does not tell,
 * `at` is how far it has read. */
bool fy_picture_broken(const fy_picture *picture, uint64_t at, const char *format, ...) FERRY_PRINTF(3, 4);

/* Loads the library that reads the picture; a warning where it cannot be loaded. */
bool fy_picture_library(const fy_picture *picture, fy_late_library *library, const char *name);

/* Memory for a picture of that size, which stands at `at`. False: too large, or none; and that was said. */
bool fy_picture_start(fy_picture *picture, uint64_t at, uint64_t width, uint64_t height);

#endif
