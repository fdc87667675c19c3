/*
 * gx_shade_texel.c: texture look-ups as the GameCube does them (docs/rendering.md, "GameCube";
 * docs/formats/gx_textures.md).
 */
#include "machine/gx/gx_shade_texel.h"

#include "ferry64.h"

/* Coordinates have seven fraction bits. */
#define ONE_TEXEL 128

static int64_t wrapped(int64_t at, int64_t size, ferry_wrap wrap) {
    int64_t within;
    if (at >= 0 && at < size) return at;
    switch (wrap) {
    case FERRY_WRAP_REPEAT:
        within = at % size;
        return within < 0 ? within + size : within;
    case FERRY_WRAP_MIRROR:
        within = at % (2 * size);
        if (within < 0) within += 2 * size;
        return within < size ? within : 2 * size - 1 - within;
    case FERRY_WRAP_CLAMP:
        break;
    }
    return at < 0 ? 0 : at >= size ? size - 1 : at;
}

static int64_t floor_div(int64_t a, int64_t b) {
    int64_t q = a / b;
    return a % b < 0 ? q - 1 : q;
}

static const uint8_t *texel(const ferry_mip_level *level, int64_t x, int64_t y) {
    return &level->rgba[((size_t)y * level->width + (size_t)x) * 4];
}

static void nearest(const ferry_texture *texture, const ferry_mip_level *level, int64_t s, int64_t t,
                    uint8_t out[4]) {
    int64_t x = wrapped(floor_div(s, ONE_TEXEL), level->width, texture->wrap_s);
    int64_t y = wrapped(floor_div(t, ONE_TEXEL), level->height, texture->wrap_t);
    const uint8_t *from = texel(level, x, y);
    for (int k = 0; k < 4; k++) out[k] = from[k];
}

static void bilinear(const ferry_texture *texture, const ferry_mip_level *level, int64_t s, int64_t t,
                     uint8_t out[4]) {
    s -= ONE_TEXEL / 2; /* a texel's value stands in its middle */
    t -= ONE_TEXEL / 2;
    int64_t x = floor_div(s, ONE_TEXEL), y = floor_div(t, ONE_TEXEL);
    int fs = (int)(s - x * ONE_TEXEL), ft = (int)(t - y * ONE_TEXEL);
    int64_t x0 = wrapped(x, level->width, texture->wrap_s),
            x1 = wrapped(x + 1, level->width, texture->wrap_s);
    int64_t y0 = wrapped(y, level->height, texture->wrap_t),
            y1 = wrapped(y + 1, level->height, texture->wrap_t);
    const uint8_t *a = texel(level, x0, y0), *b = texel(level, x1, y0);
    const uint8_t *c = texel(level, x0, y1), *d = texel(level, x1, y1);
    for (int k = 0; k < 4; k++) {
        int top = a[k] * (ONE_TEXEL - fs) + b[k] * fs, bottom = c[k] * (ONE_TEXEL - fs) + d[k] * fs;
        out[k] = (uint8_t)((top * (ONE_TEXEL - ft) + bottom * ft) >> 14);
    }
}

static void sample_level(const ferry_texture *texture, const ferry_image *image, uint32_t number, bool linear,
                         int64_t s, int64_t t, uint8_t out[4]) {
    const ferry_mip_level *level = &image->levels[number];
    s >>= number;
    t >>= number;
    if (linear)
        bilinear(texture, level, s, t, out);
    else
        nearest(texture, level, s, t, out);
}

/* The level of detail for `rho` texels a pixel: log2, straight between whole powers; below 0 where texels are
 * larger than pixels. */
static double detail_of(double rho) {
    double level = 0;
    while (rho >= 2 && level < 16) rho /= 2, level += 1;
    while (rho < 1 && level > -16) rho *= 2, level -= 1;
    return level + (rho - 1);
}

static double clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

void fy_gx_sample(const ferry_texture *texture, const ferry_image *image, int64_t s, int64_t t, double rho,
                  uint8_t out[4]) {
    double detail = rho > 0 ? detail_of(rho) + (double)texture->lod_bias : 0;
    ferry_filter filter = detail > 0 ? texture->min_filter : texture->mag_filter;
    bool mips = filter >= FERRY_FILTER_NEAREST_MIP_NEAREST && image->level_count > 1;
    bool linear = filter == FERRY_FILTER_LINEAR || filter == FERRY_FILTER_LINEAR_MIP_NEAREST ||
                  filter == FERRY_FILTER_LINEAR_MIP_LINEAR;
    if (!mips) {
        sample_level(texture, image, 0, linear, s, t, out);
        return;
    }
    double last = image->level_count - 1;
    double high = (double)texture->max_lod > 0 ? clamp((double)texture->max_lod, 0, last) : last;
    double lod = clamp(detail, clamp((double)texture->min_lod, 0, high), high);
    bool between = filter == FERRY_FILTER_NEAREST_MIP_LINEAR || filter == FERRY_FILTER_LINEAR_MIP_LINEAR;
    uint32_t level = (uint32_t)(between ? lod : lod + 0.5);
    int part = between ? (int)((lod - level) * 16) : 0;
    sample_level(texture, image, level, linear, s, t, out);
    if (!part) return;
    uint8_t smaller[4];
    sample_level(texture, image, level + 1, linear, s, t, smaller);
    for (int k = 0; k < 4; k++) out[k] = (uint8_t)((out[k] * (16 - part) + smaller[k] * part) >> 4);
}
