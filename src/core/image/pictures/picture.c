/* picture.c: what readers of pictures share: room for the picture, complaints. */
#include "core/image/pictures/picture.h"

#include <stdarg.h>
#include <stdio.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/late_library.h"
#include "core/image/image.h"

bool fy_picture_broken(const fy_picture *p, uint64_t at, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ferry_say_at(p->in, at < p->bytes.size ? at : p->bytes.size, FERRY_WARNING, "image.corrupt", "%s: %s",
                 p->kind, text);
    return false;
}

bool fy_picture_library(const fy_picture *p, fy_late_library *library, const char *name) {
    char why[200];
    if (fy_late_library_load(library, why, sizeof why)) return true;
    ferry_say_at(p->in, 0, FERRY_WARNING, "image.library-missing",
                 "the library %s, which reads this picture, is missing: %s", name, why);
    return false;
}

bool fy_picture_start(fy_picture *p, uint64_t at, uint64_t width, uint64_t height) {
    if (!width || !height) return fy_picture_broken(p, at, "it is empty");
    if (width > FY_PNG_MAX_SIZE || height > FY_PNG_MAX_SIZE)
        return fy_picture_broken(p, at, "%llu x %llu is too large", (unsigned long long)width,
                                 (unsigned long long)height);
    p->width = (uint32_t)width;
    p->height = (uint32_t)height;
    p->rgba = ferry_new(p->job, uint8_t, 4 * (size_t)width * (size_t)height);
    return p->rgba != NULL;
}
