/* picture.c: pictures as bytes and files. */
#include "render/picture.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/image.h"

bool fy_picture_open(ferry_job *job, uint32_t width, uint32_t height, const uint8_t color[4],
                     ferry_picture *picture) {
    *picture = (ferry_picture){0};
    if (!width || !height || width > FY_PNG_MAX_SIZE || height > FY_PNG_MAX_SIZE) {
        ferry_say(job, FERRY_ERROR, "render.size", "", "", "image size %u x %u; the limit is %d on each side",
                  width, height, FY_PNG_MAX_SIZE);
        return false;
    }
    size_t count = (size_t)width * height;
    *picture =
        (ferry_picture){width, height, ferry_new(job, uint8_t, count * 4), ferry_new(job, uint8_t, count)};
    if (!picture->rgba || !picture->covered) return false;
    for (size_t i = 0; i < count; i++) memcpy(&picture->rgba[i * 4], color, 4);
    return true;
}

void fy_picture_place(const ferry_picture *picture, uint32_t x, uint32_t y, const ferry_picture *from) {
    if (x >= picture->width) return;
    size_t width = picture->width - x < from->width ? picture->width - x : from->width;
    for (uint32_t row = 0;
         row < from->height && row < picture->height - (y < picture->height ? y : picture->height); row++) {
        size_t to = ((size_t)y + row) * picture->width + x, at = (size_t)row * from->width;
        memcpy(&picture->rgba[to * 4], &from->rgba[at * 4], width * 4);
        memcpy(&picture->covered[to], &from->covered[at], width);
    }
}

bool ferry_picture_png(ferry_job *job, const ferry_picture *picture, ferry_bytes *png) {
    size_t count = (size_t)picture->width * picture->height;
    fy_png stored = {.kind = FY_PNG_RGBA,
                     .bits = 8,
                     .width = picture->width,
                     .height = picture->height,
                     .pixels = picture->rgba};
    if (fy_alpha_class(picture->rgba, count) == FERRY_ALPHA_ALL_OPAQUE) {
        uint8_t *rgb = ferry_new(job, uint8_t, count * 3);
        if (!rgb) return false;
        for (size_t i = 0; i < count; i++) memcpy(&rgb[i * 3], &picture->rgba[i * 4], 3);
        stored.kind = FY_PNG_RGB;
        stored.pixels = rgb;
    }
    return fy_png_write(job, "picture.png", &stored, png);
}
