/*
 * tiff_library.h: the functions of libtiff that are called. Where the build says so, the library is loaded
 * when the first TIFF comes (core/base/late_library.h).
 */
#ifndef FERRY_CORE_IMAGE_PICTURES_TIFF_LIBRARY_H
#define FERRY_CORE_IMAGE_PICTURES_TIFF_LIBRARY_H

#include <tiffio.h>

#include "core/base/late_library.h"
#include "core/image/pictures/picture.h"

/* X(name, result, parameters) */
#define FY_TIFF_FUNCTIONS(X)                                                                                 \
    X(TIFFOpenOptionsAlloc, TIFFOpenOptions *, (void))                                                       \
    X(TIFFOpenOptionsFree, void, (TIFFOpenOptions *))                                                        \
    X(TIFFOpenOptionsSetMaxSingleMemAlloc, void, (TIFFOpenOptions *, tmsize_t))                              \
    X(TIFFOpenOptionsSetErrorHandlerExtR, void, (TIFFOpenOptions *, TIFFErrorHandlerExtR, void *))           \
    X(TIFFOpenOptionsSetWarningHandlerExtR, void, (TIFFOpenOptions *, TIFFErrorHandlerExtR, void *))         \
    X(TIFFClientOpenExt, TIFF *,                                                                             \
      (const char *, const char *, thandle_t, TIFFReadWriteProc, TIFFReadWriteProc, TIFFSeekProc,            \
       TIFFCloseProc, TIFFSizeProc, TIFFMapFileProc, TIFFUnmapFileProc, TIFFOpenOptions *))                  \
    X(TIFFClose, void, (TIFF *))                                                                             \
    X(TIFFGetField, int, (TIFF *, uint32_t, ...))                                                            \
    X(TIFFRGBAImageOK, int, (TIFF *, char[1024]))                                                            \
    X(TIFFReadRGBAImageOriented, int, (TIFF *, uint32_t, uint32_t, uint32_t *, int, int))

typedef struct fy_tiff_functions {
    FY_TIFF_FUNCTIONS(FY_LATE_FIELD)
} fy_tiff_functions;

/* To be called after fy_tiff_load() was true. */
extern const fy_tiff_functions *const fy_tiff_calls;

/* Loads the library; a warning where it cannot be loaded. */
bool fy_tiff_load(const fy_picture *picture);

#endif
