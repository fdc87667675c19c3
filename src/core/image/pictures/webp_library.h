/*
 * webp_library.h: the functions of libwebp that are called. Where the build says so, the library is loaded
 * when the first WebP comes (core/base/late_library.h).
 */
#ifndef FERRY_CORE_IMAGE_PICTURES_WEBP_LIBRARY_H
#define FERRY_CORE_IMAGE_PICTURES_WEBP_LIBRARY_H

#include <webp/decode.h>

#include "core/base/late_library.h"
#include "core/image/pictures/picture.h"

/* X(name, result, parameters) */
#define FY_WEBP_FUNCTIONS(X)                                                                                 \
    X(WebPGetFeaturesInternal, VP8StatusCode, (const uint8_t *, size_t, WebPBitstreamFeatures *, int))       \
    X(WebPDecodeRGBAInto, uint8_t *, (const uint8_t *, size_t, uint8_t *, size_t, int))

typedef struct fy_webp_functions {
    FY_WEBP_FUNCTIONS(FY_LATE_FIELD)
} fy_webp_functions;

/* To be called after fy_webp_load() was true. */
extern const fy_webp_functions *const fy_webp_calls;

/* Loads the library; a warning where it cannot be loaded. */
bool fy_webp_load(const fy_picture *picture);

#endif
