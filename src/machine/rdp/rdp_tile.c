/*
 * rdp_tile.c: tiles and the three-texel filter (docs/formats/n64_drawing.md, "Tiles" and "Filters").
 */
#include "machine/rdp/rdp_tile.h"

#include <math.h>
#include <string.h>

#include "ferry64_rdp.h"
#include "machine/rdp/rdp_fixed.h"

fy_rdp_filter fy_rdp_filter_of(uint64_t other_mode) {
    unsigned bits = other_mode >> 44 & 3;
    return bits == 2 ? FY_RDP_BILINEAR : bits == 3 ? FY_RDP_MEDIAN : FY_RDP_POINT;
}

/* ---------------------------------------------------------------------------------------------- slots */

/* What stands for "without end" in the library. */
#define ENDLESS 2048

static uint8_t log_2(uint32_t size) {
    uint8_t log = 0;
    while (log < 31 && size >> (log + 1)) log++;
    return log;
}

static bool is_power_of_two(uint32_t size) {
    return size && !(size & (size - 1));
}

static double repeats_of(const ferry_rdp_axis *axis, uint32_t stored_size) {
    if (!axis->clamp) return ENDLESS;
    double low = (double)axis->low, high = (double)axis->high;
    return is_power_of_two(stored_size) ? (high - low + 1) / stored_size : 1;
}

static int32_t quarter(double texels) {
    double scaled = 4 * texels;
    return scaled > 32767 ? 32767 : scaled > -32768 ? (int32_t)scaled : -32768;
}

/* `stretches`: the S axis clamps, which lets the high edge of both axes grow with the repeats. */
static fy_rdp_tile_axis axis_of(const ferry_rdp_axis *axis, double repeats, uint32_t size, bool stretches) {
    bool again = repeats > 1 && is_power_of_two(size);
    fy_rdp_tile_axis made = {
        .shift = axis->shift,
        .clamp = repeats * size < 1024 || (repeats > 1 && !again),
        .mirror = again && axis->mirror,
        .mask = again ? log_2(size) : 0,
        .low = quarter((double)axis->low),
        .size = size,
    };
    double times = repeats == 0 || (repeats > 1 && !again) ? 1 : repeats;
    made.high = quarter((double)axis->low + (stretches ? (times - 1) * size : 0)) + 4 * (int32_t)size - 4;
    return made;
}

fy_rdp_sampler fy_rdp_tile_of(const ferry_rdp_tile *slot, uint32_t width, uint32_t height,
                              const uint8_t *rgba) {
    double across = repeats_of(&slot->s, slot->width), down = repeats_of(&slot->t, slot->height);
    bool s_clamps = across * width < 1024;
    return (fy_rdp_sampler){.s = axis_of(&slot->s, across, width, s_clamps),
                            .t = axis_of(&slot->t, down, height, s_clamps),
                            .rgba = rgba};
}

/* ------------------------------------------------------------------------------------------- sampling */

/* A coordinate on its way to a texel: its number and the 32nds behind it. */
typedef struct place {
    int32_t texel, fraction;
} place;

static int32_t to_s16(int32_t value) {
    return value < -32768 ? -32768 : value > 32767 ? 32767 : value;
}

static place place_on(const fy_rdp_tile_axis *axis, int32_t coordinate) {
    int32_t c = to_s16(coordinate);
    c = axis->shift >= 0 ? c >> axis->shift : (int16_t)((uint32_t)c << -axis->shift);
    if (axis->clamp && c >> 3 >= axis->high) return (place){(axis->high >> 2) - (axis->low >> 2), 0};
    c -= axis->low * 8;
    if (axis->clamp && c < 0) c = 0;
    return (place){c >> 5, c & 31};
}

static uint32_t wrapped(const fy_rdp_tile_axis *axis, int32_t texel) {
    int32_t ones = (int32_t)(1u << axis->mask) - 1;
    if (axis->mask) {
        if (axis->mirror && texel & (ones + 1)) texel ^= ones;
        texel &= ones;
    }
    if (texel < 0) return 0;
    return (uint32_t)texel < axis->size ? (uint32_t)texel
                                        : axis->size - 1; /* memory of other textures there */
}

static const uint8_t *texel_at(const fy_rdp_sampler *sampler, int32_t x, int32_t y) {
    size_t row = wrapped(&sampler->t, y), column = wrapped(&sampler->s, x);
    return sampler->rgba + 4 * (row * sampler->s.size + column);
}

static void filter_three(const fy_rdp_sampler *sampler, place s, place t, uint8_t out[4]) {
    const uint8_t *b = texel_at(sampler, s.texel + 1, t.texel), *c = texel_at(sampler, s.texel, t.texel + 1);
    bool upper = s.fraction + t.fraction < 32;
    const uint8_t *corner =
        upper ? texel_at(sampler, s.texel, t.texel) : texel_at(sampler, s.texel + 1, t.texel + 1);
    const uint8_t *along_s = upper ? b : c, *along_t = upper ? c : b;
    int fs = upper ? s.fraction : 32 - s.fraction, ft = upper ? t.fraction : 32 - t.fraction;
    for (int k = 0; k < 4; k++) {
        int moved = (along_s[k] - corner[k]) * fs + (along_t[k] - corner[k]) * ft + 16;
        out[k] = (uint8_t)(corner[k] + (moved >> 5));
    }
}

static void filter_four(const fy_rdp_sampler *sampler, place s, place t, uint8_t out[4]) {
    const uint8_t *texels[4];
    for (int i = 0; i < 4; i++) texels[i] = texel_at(sampler, s.texel + (i & 1), t.texel + (i >> 1));
    for (int k = 0; k < 4; k++)
        out[k] = (uint8_t)((texels[0][k] + texels[1][k] + texels[2][k] + texels[3][k] + 2) >> 2);
}

void fy_rdp_sample(const fy_rdp_sampler *sampler, fy_rdp_filter filter, int32_t s, int32_t t,
                   uint8_t out[4]) {
    if (!sampler->rgba || !sampler->s.size || !sampler->t.size) {
        memset(out, 255, 4);
        return;
    }
    place at_s = place_on(&sampler->s, s), at_t = place_on(&sampler->t, t);
    if (filter == FY_RDP_POINT)
        memcpy(out, texel_at(sampler, at_s.texel, at_t.texel), 4);
    else if (filter == FY_RDP_MEDIAN && at_s.fraction == 16 && at_t.fraction == 16)
        filter_four(sampler, at_s, at_t, out);
    else
        filter_three(sampler, at_s, at_t, out);
}

/* ------------------------------------------------------------------------------------------ divider */

/* The console's table of reciprocals: 2^20 / (64 + i), rounded. */
static int32_t table_entry(int32_t i) {
    return ((1 << 20) + (64 + i) / 2) / (64 + i);
}

int32_t fy_rdp_divide(int32_t over_w, int32_t inverse_w) {
    int32_t w = inverse_w < 1 ? 1 : inverse_w > 0x7FFF ? 0x7FFF : inverse_w, shift = 0;
    while (w < 0x4000) w *= 2, shift++;
    int32_t i = (w & 0x3FFF) >> 8, part = w & 255;
    int32_t rise = (table_entry(i) - table_entry(i + 1)) * part;
    int64_t product = (int64_t)over_w * (table_entry(i) - ((rise + 255) >> 8));
    return fy_sat16(shift < 14 ? product >> (13 - shift) : product * 2);
}
