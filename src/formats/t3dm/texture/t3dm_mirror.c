/*
 * t3dm_mirror.c: pictures that are their own mirror image (docs/what-is-lost.md, "Textures").
 */
#include "formats/t3dm/texture/t3dm_mirror.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/texels.h"

static size_t offset_of(const fy_texels *of, uint32_t x, uint32_t y) {
    return 4 * ((size_t)y * of->width + x);
}

/* Of the components that are read; colours that nobody sees do not count. */
static uint32_t squares_of(const uint8_t *texel, const uint8_t *other, fy_texel_needs needs) {
    uint32_t squares = 0;
    for (int k = needs.color ? 0 : 3; k < (needs.alpha ? 4 : 3); k++) {
        if (k < 3 && needs.alpha && !texel[3] && !other[3]) continue;
        squares += (uint32_t)((texel[k] - other[k]) * (texel[k] - other[k]));
    }
    return squares;
}

bool fy_texels_is_symmetric(const fy_texels *of, fy_texel_needs needs, int axis, double most) {
    uint32_t size = axis ? of->height : of->width;
    if (size % 2) return false;
    uint32_t width = axis ? of->width : size / 2, height = axis ? size / 2 : of->height;
    double components = (needs.color ? 3 : 0) + (needs.alpha ? 1 : 0), squares = 0;
    double limit = 4 * most * most * components * width * height; /* the mean lies halfway between both */
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++)
            squares +=
                squares_of(of->rgba + offset_of(of, x, y),
                           of->rgba + offset_of(of, axis ? x : size - 1 - x, axis ? size - 1 - y : y), needs);
        if (squares > limit) return false;
    }
    return true;
}

bool fy_texels_fold(ferry_job *job, const fy_texels *from, fy_texel_needs needs, int axis, fy_texels *half,
                    double *error) {
    uint64_t squares = 0;
    double count = (double)from->width * from->height / 2 * ((needs.color ? 3 : 0) + (needs.alpha ? 1 : 0));
    *half = (fy_texels){axis ? from->width : from->width / 2, axis ? from->height / 2 : from->height, NULL};
    half->rgba = ferry_new(job, uint8_t, 4 * (size_t)half->width * half->height);
    if (!half->rgba) return false;
    for (uint32_t y = 0; y < half->height; y++)
        for (uint32_t x = 0; x < half->width; x++) {
            uint32_t x2 = axis ? x : from->width - 1 - x, y2 = axis ? from->height - 1 - y : y;
            const uint8_t *texel = from->rgba + offset_of(from, x, y),
                          *other = from->rgba + offset_of(from, x2, y2);
            uint8_t *out = half->rgba + offset_of(half, x, y);
            for (int k = 0; k < 4; k++) out[k] = (uint8_t)((texel[k] + other[k] + 1) / 2);
            squares += squares_of(texel, other, needs);
        }
    *error = count > 0 ? sqrt((double)squares / count) / 2 : 0;
    return true;
}
