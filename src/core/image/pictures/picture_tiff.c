/* picture_tiff.c: TIFF by libtiff: the first picture of the file (docs/formats/generic.md, "Textures"). */
#include "core/image/pictures/picture_tiff.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ferry64.h"
#include "core/image/pictures/picture.h"
#include "core/image/pictures/tiff_library.h"

#define NAME "picture" /* what libtiff calls it, in some of its messages */

typedef struct work {
    fy_picture *picture;
    uint64_t at;
    uint32_t reported;
} work;

static tmsize_t read_some(thandle_t user, void *to, tmsize_t size) {
    work *w = user;
    ferry_bytes bytes = w->picture->bytes;
    uint64_t left = w->at < bytes.size ? bytes.size - w->at : 0, count = size < 0 ? 0
                                                                         : (uint64_t)size < left
                                                                             ? (uint64_t)size
                                                                             : left;
    if (count) memcpy(to, bytes.data + w->at, (size_t)count);
    w->at += count;
    return (tmsize_t)count;
}

static tmsize_t write_nothing(thandle_t user, void *from, tmsize_t size) {
    (void)user, (void)from, (void)size;
    return 0;
}

static toff_t seek(thandle_t user, toff_t offset, int origin) {
    work *w = user;
    w->at = offset + (origin == SEEK_CUR ? w->at : origin == SEEK_END ? w->picture->bytes.size : 0);
    return w->at;
}

static int close_nothing(thandle_t user) {
    (void)user;
    return 0;
}

static toff_t size_of(thandle_t user) {
    return ((work *)user)->picture->bytes.size;
}

/* The first says what is wrong; others follow from it. */
static int on_error(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
    work *w = user;
    char text[200];
    (void)tiff, (void)module;
    if (w->reported++) return 1;
    vsnprintf(text, sizeof text, format, arguments);
    bool named = strncmp(text, NAME ": ", sizeof NAME + 1) == 0;
    fy_picture_broken(w->picture, w->at, "%s", text + (named ? sizeof NAME + 1 : 0));
    return 1;
}

static int on_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
    (void)tiff, (void)user, (void)module, (void)format, (void)arguments; /* of private tags and the like */
    return 1;
}

/* libtiff multiplies colours by alpha, and packs them into numbers. */
static void unpack(fy_picture *p) {
    for (size_t k = 0; k < (size_t)p->width * p->height; k++) {
        uint32_t packed;
        uint8_t *to = p->rgba + 4 * k;
        memcpy(&packed, to, sizeof packed);
        const uint32_t alpha = TIFFGetA(packed),
                       from[3] = {TIFFGetR(packed), TIFFGetG(packed), TIFFGetB(packed)};
        for (int c = 0; c < 3; c++) {
            uint32_t value = alpha ? (from[c] * 255 + alpha / 2) / alpha : from[c];
            to[c] = (uint8_t)(value > 255 ? 255 : value);
        }
        to[3] = (uint8_t)alpha;
    }
}

static bool decode_tiff(work *w, TIFF *tiff) {
    fy_picture *p = w->picture;
    char why[1024] = "";
    uint32_t width = 0, height = 0;
    fy_tiff_calls->TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    fy_tiff_calls->TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    if (!fy_tiff_calls->TIFFRGBAImageOK(tiff, why))
        return w->reported ? false : fy_picture_broken(p, w->at, "%s", why);
    if (!fy_picture_start(p, w->at, width, height)) return false;
    uint32_t *raster = (uint32_t *)(void *)p->rgba; /* aligned, as all memory of the job is */
    if (!fy_tiff_calls->TIFFReadRGBAImageOriented(tiff, width, height, raster, ORIENTATION_TOPLEFT, 1))
        return w->reported ? false : fy_picture_broken(p, w->at, "it cannot be decoded");
    unpack(p);
    return true;
}

bool fy_tiff_read(fy_picture *picture) {
    enum { MOST_AT_ONCE = 256 << 20 };
    work w = {.picture = picture};
    if (!fy_tiff_load(picture)) return false;
    TIFFOpenOptions *options = fy_tiff_calls->TIFFOpenOptionsAlloc();
    if (!options) return fy_picture_broken(picture, 0, "no memory");
    fy_tiff_calls->TIFFOpenOptionsSetMaxSingleMemAlloc(options, MOST_AT_ONCE);
    fy_tiff_calls->TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, &w);
    fy_tiff_calls->TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, &w);
    TIFF *tiff = fy_tiff_calls->TIFFClientOpenExt(NAME, "rm", &w, read_some, write_nothing, seek,
                                                  close_nothing, size_of, NULL, NULL, options);
    bool read = tiff && decode_tiff(&w, tiff);
    if (!tiff && !w.reported) fy_picture_broken(picture, w.at, "it cannot be opened");
    if (tiff) fy_tiff_calls->TIFFClose(tiff);
    fy_tiff_calls->TIFFOpenOptionsFree(options);
    return read;
}
