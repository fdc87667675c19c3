/*
 * jpeg_library.h: the functions of libjpeg that are called. Where the build says so, the library is loaded
 * when the first JPEG comes (core/base/late_library.h).
 */
#ifndef FERRY_CORE_IMAGE_PICTURES_JPEG_LIBRARY_H
#define FERRY_CORE_IMAGE_PICTURES_JPEG_LIBRARY_H

#include <stdio.h> /* the next one needs it */

#include <jpeglib.h>

#include "core/base/late_library.h"
#include "core/image/pictures/picture.h"

/* X(name, result, parameters) */
#define FY_JPEG_FUNCTIONS(X)                                                                                 \
    X(jpeg_std_error, struct jpeg_error_mgr *, (struct jpeg_error_mgr *))                                    \
    X(jpeg_CreateDecompress, void, (j_decompress_ptr, int, size_t))                                          \
    X(jpeg_mem_src, void, (j_decompress_ptr, const unsigned char *, unsigned long))                          \
    X(jpeg_read_header, int, (j_decompress_ptr, boolean))                                                    \
    X(jpeg_start_decompress, boolean, (j_decompress_ptr))                                                    \
    X(jpeg_read_scanlines, JDIMENSION, (j_decompress_ptr, JSAMPARRAY, JDIMENSION))                           \
    X(jpeg_finish_decompress, boolean, (j_decompress_ptr))                                                   \
    X(jpeg_destroy_decompress, void, (j_decompress_ptr))

typedef struct fy_jpeg_functions {
    FY_JPEG_FUNCTIONS(FY_LATE_FIELD)
} fy_jpeg_functions;

/* To be called after fy_jpeg_load() was true. */
extern const fy_jpeg_functions *const fy_jpeg_calls;

/* Loads the library; a warning where it cannot be loaded. */
bool fy_jpeg_load(const fy_picture *picture);

#endif
