/*
 * texels.c: a picture at a whole part of its size, and cutouts that keep their share of texels
 * (docs/what-is-lost.md, "Textures").
 */
#include "core/image/texels.h"

#include "ferry64.h"
#include "ferry64_format.h"

static void box_mean(const fy_texels *from, uint32_t left, uint32_t top, uint32_t wide, uint32_t high,
                     uint8_t out[4]) {
    uint64_t color[3] = {0}, plain[3] = {0}, alpha = 0, count = (uint64_t)wide * high;
    for (uint32_t y = top; y < top + high; y++) {
        const uint8_t *texel = from->rgba + 4 * ((size_t)y * from->width + left);
        for (uint32_t x = 0; x < wide; x++, texel += 4) {
            for (int k = 0; k < 3; k++) {
                color[k] += (uint32_t)texel[k] * texel[3];
                plain[k] += texel[k];
            }
            alpha += texel[3];
        }
    }
    for (int k = 0; k < 3; k++)
        out[k] = (uint8_t)(alpha ? (color[k] + alpha / 2) / alpha : (plain[k] + count / 2) / count);
    out[3] = (uint8_t)((alpha + count / 2) / count);
}

bool fy_texels_reduce(ferry_job *job, const fy_texels *from, uint32_t across, uint32_t down, fy_texels *to) {
    *to = (fy_texels){from->width / across, from->height / down, NULL};
    to->rgba = ferry_new(job, uint8_t, (size_t)to->width * to->height * 4);
    if (!to->rgba) return false;
    uint8_t *out = to->rgba;
    for (uint32_t y = 0; y < to->height; y++) {
        if (!ferry_tick(job)) return false;
        for (uint32_t x = 0; x < to->width; x++, out += 4)
            box_mean(from, x * across, y * down, across, down, out);
    }
    return true;
}

fy_coverage fy_texels_coverage(const fy_texels *of) {
    fy_coverage found = {.texels = (uint64_t)of->width * of->height};
    for (uint64_t i = 0; i < found.texels; i++) {
        uint8_t alpha = of->rgba[4 * i + 3];
        if (alpha != 0 && alpha != 255) return (fy_coverage){0};
        found.opaque += alpha == 255;
    }
    return found;
}

/* Thin leaves and wires would vanish otherwise. */
void fy_texels_keep_coverage(fy_coverage from, const fy_texels *to) {
    uint64_t histogram[256] = {0}, count = (uint64_t)to->width * to->height;
    if (from.opaque == 0 || from.opaque == from.texels) return;
    for (uint64_t i = 0; i < count; i++) histogram[to->rgba[4 * i + 3]]++;
    uint64_t wanted = from.opaque * count / from.texels, above = 0;
    uint32_t threshold = 256;
    while (threshold > 1 && (above == 0 || above + histogram[threshold - 1] / 2 < wanted))
        above += histogram[--threshold];
    for (uint64_t i = 0; i < count; i++) {
        uint8_t *alpha = &to->rgba[4 * i + 3];
        uint32_t low = *alpha < threshold, above_it = 255 - threshold;
        *alpha = (uint8_t)(low             ? *alpha * 127u / (threshold - 1 ? threshold - 1 : 1)
                           : above_it == 0 ? 255
                                           : 128 + (*alpha - threshold) * 127u / above_it);
    }
}
