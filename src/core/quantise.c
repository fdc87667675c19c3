/*
 * quantise.c: palettes for pictures (docs/what-is-lost.md, "Textures").
 */
#include "core/quantise.h"

#include <stdlib.h>
#include <string.h>

#define ROUNDS 4

uint8_t fy_round_5(uint8_t value) {
    unsigned five = (value * 31u + 127) / 255;
    return (uint8_t)(five << 3 | five >> 2);
}

static bool is_opaque(const uint8_t *texel) {
    return texel[3] >= 128;
}

/* 15 bits of colour; one key for everything transparent. */
static uint32_t color_key(const uint8_t *texel) {
    if (!is_opaque(texel)) return 0x8000;
    return (uint32_t)(fy_round_5(texel[0]) >> 3) << 10 | (uint32_t)(fy_round_5(texel[1]) >> 3) << 5 |
           (uint32_t)(fy_round_5(texel[2]) >> 3);
}

static void key_color(uint32_t key, uint8_t color[4]) {
    for (int k = 0; k < 3; k++) {
        uint32_t five = key >> (10 - 5 * k) & 31;
        color[k] = (uint8_t)(five << 3 | five >> 2);
    }
    color[3] = key & 0x8000 ? 0 : 255;
}

/* What is behind a transparent texel shows through the filter at its edges: the mean of the opaque ones hides
 * best. */
static void color_transparent(const uint8_t *rgba, uint32_t count, uint8_t color[4]) {
    uint64_t sum[3] = {0}, opaque = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_opaque(rgba + 4 * i)) continue;
        for (int k = 0; k < 3; k++) sum[k] += rgba[4 * i + (uint32_t)k];
        opaque++;
    }
    for (int k = 0; k < 3; k++) color[k] = opaque ? fy_round_5((uint8_t)(sum[k] / opaque)) : 0;
    color[3] = 0;
}

bool fy_palette_exact(const uint8_t *rgba, uint32_t count, uint32_t most, fy_palette *palette) {
    uint32_t keys[256];
    palette->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t key = color_key(rgba + 4 * i), at = palette->count;
        while (at > 0 && keys[at - 1] != key) at--;
        if (at > 0) continue;
        if (palette->count >= most) return false;
        keys[palette->count] = key;
        if (key & 0x8000)
            color_transparent(rgba, count, palette->colors[palette->count++]);
        else
            key_color(key, palette->colors[palette->count++]);
    }
    return true;
}

/* -------------------------------------------------------------------------------------------- median cut */

typedef struct bin {
    uint16_t key;
    uint32_t weight;
} bin;

typedef struct box {
    uint32_t first, count;
    uint64_t weight;
    int axis;      /* widest */
    double spread; /* weighted variance along it */
} box;

static int bin_axis(const bin *at, int axis) {
    return at->key >> (10 - 5 * axis) & 31;
}

static void measure_box(const bin *bins, box *of) {
    double best = -1;
    of->weight = 0;
    for (uint32_t i = 0; i < of->count; i++) of->weight += bins[of->first + i].weight;
    for (int axis = 0; axis < 3; axis++) {
        double sum = 0, squares = 0, weight = (double)of->weight;
        for (uint32_t i = 0; i < of->count; i++) {
            const bin *at = &bins[of->first + i];
            double value = bin_axis(at, axis);
            sum += value * at->weight;
            squares += value * value * at->weight;
        }
        double spread = squares - sum * sum / weight;
        if (spread > best) best = spread, of->axis = axis;
    }
    of->spread = best;
}

static int compare_red(const void *a, const void *b) {
    const bin *x = a, *y = b;
    int by = (x->key >> 10 & 31) - (y->key >> 10 & 31);
    return by ? by : x->key - y->key;
}

static int compare_green(const void *a, const void *b) {
    const bin *x = a, *y = b;
    int by = (x->key >> 5 & 31) - (y->key >> 5 & 31);
    return by ? by : x->key - y->key;
}

static int compare_blue(const void *a, const void *b) {
    const bin *x = a, *y = b;
    int by = (x->key & 31) - (y->key & 31);
    return by ? by : x->key - y->key;
}

/* Cuts at the middle of the weight; both halves keep at least one bin. */
static void cut_box(bin *bins, box *from, box *rest) {
    static int (*const orders[3])(const void *, const void *) = {compare_red, compare_green, compare_blue};
    qsort(bins + from->first, from->count, sizeof *bins, orders[from->axis]);
    uint64_t half = 0;
    uint32_t cut = 0;
    while (cut + 1 < from->count && (cut == 0 || (half + bins[from->first + cut].weight) * 2 <= from->weight))
        half += bins[from->first + cut++].weight;
    *rest = (box){.first = from->first + cut, .count = from->count - cut};
    from->count = cut;
    measure_box(bins, from);
    measure_box(bins, rest);
}

static uint32_t cut_all(bin *bins, uint32_t bin_count, uint32_t most, box boxes[256]) {
    uint32_t count = 1;
    boxes[0] = (box){.count = bin_count};
    measure_box(bins, &boxes[0]);
    while (count < most) {
        uint32_t widest = count;
        for (uint32_t i = 0; i < count; i++)
            if (boxes[i].count > 1 && (widest == count || boxes[i].spread > boxes[widest].spread)) widest = i;
        if (widest == count) break;
        cut_box(bins, &boxes[widest], &boxes[count]);
        count++;
    }
    return count;
}

static uint32_t distance(const uint8_t a[4], const uint8_t b[4]) {
    uint32_t sum = 0;
    for (int k = 0; k < 3; k++) sum += (uint32_t)((a[k] - b[k]) * (a[k] - b[k]));
    return sum;
}

static uint32_t nearest(const fy_palette *palette, const uint8_t color[4]) {
    uint32_t best = 0, least = UINT32_MAX;
    for (uint32_t i = 0; i < palette->count; i++) {
        if ((palette->colors[i][3] ^ color[3]) & 0x80) continue;
        uint32_t far = distance(palette->colors[i], color);
        if (far < least) least = far, best = i;
        if (least == 0) break;
    }
    return best;
}

static void set_mean(uint8_t color[4], const uint64_t sum[3], uint64_t weight) {
    for (int k = 0; k < 3; k++) color[k] = fy_round_5((uint8_t)((sum[k] + weight / 2) / weight));
    color[3] = 255;
}

/* Each colour to the mean of the bins that are nearest to it. */
static void refine(const bin *bins, uint32_t bin_count, fy_palette *palette) {
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t sums[256][3] = {{0}}, weights[256] = {0};
        for (uint32_t i = 0; i < bin_count; i++) {
            uint8_t color[4];
            key_color(bins[i].key, color);
            uint32_t at = nearest(palette, color);
            for (int k = 0; k < 3; k++) sums[at][k] += (uint64_t)color[k] * bins[i].weight;
            weights[at] += bins[i].weight;
        }
        fy_palette before = *palette;
        for (uint32_t i = 0; i < palette->count; i++)
            if (weights[i]) set_mean(palette->colors[i], sums[i], weights[i]);
        if (memcmp(before.colors, palette->colors, palette->count * sizeof *palette->colors) == 0) return;
    }
}

static void build_opaque(bin *bins, uint32_t bin_count, uint32_t most, fy_palette *palette) {
    box boxes[256];
    palette->count = cut_all(bins, bin_count, most, boxes);
    for (uint32_t i = 0; i < palette->count; i++) {
        uint64_t sum[3] = {0};
        for (uint32_t k = 0; k < boxes[i].count; k++) {
            uint8_t color[4];
            key_color(bins[boxes[i].first + k].key, color);
            for (int c = 0; c < 3; c++) sum[c] += (uint64_t)color[c] * bins[boxes[i].first + k].weight;
        }
        set_mean(palette->colors[i], sum, boxes[i].weight);
    }
    refine(bins, bin_count, palette);
}

bool fy_palette_build(ferry_job *job, const uint8_t *rgba, uint32_t count, uint32_t most,
                      fy_palette *palette) {
    ferry_mark mark = ferry_job_mark(job);
    uint32_t *histogram = ferry_new(job, uint32_t, 0x8001), bin_count = 0;
    for (uint32_t i = 0; histogram && i < count; i++) {
        uint32_t key = color_key(rgba + 4 * i);
        bin_count += histogram[key]++ == 0 && key < 0x8000;
    }
    bin *bins = histogram ? ferry_new(job, bin, bin_count + 1) : NULL;
    if (!bins) {
        ferry_job_release(job, mark);
        return false;
    }
    bin_count = 0;
    for (uint32_t key = 0; key < 0x8000; key++)
        if (histogram[key]) bins[bin_count++] = (bin){(uint16_t)key, histogram[key]};
    bool transparent = histogram[0x8000] > 0;
    palette->count = 0;
    if (bin_count) build_opaque(bins, bin_count, most - (transparent ? 1 : 0), palette);
    if (transparent) color_transparent(rgba, count, palette->colors[palette->count++]);
    ferry_job_release(job, mark);
    return true;
}

void fy_palette_map(const fy_palette *palette, const uint8_t *rgba, uint32_t count, uint8_t *indices) {
    for (uint32_t i = 0; i < count; i++) {
        bool same = i > 0 && memcmp(rgba + 4 * i, rgba + 4 * (i - 1), 4) == 0;
        indices[i] = same ? indices[i - 1] : (uint8_t)nearest(palette, rgba + 4 * i);
    }
}
