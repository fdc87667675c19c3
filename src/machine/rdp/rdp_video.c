/* rdp_video.c: anti-aliasing and divot filter (docs/formats/n64_drawing.md, "Video output"). */
#include "machine/rdp/rdp_video.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"

typedef struct picture {
    uint32_t width, height;
    const uint8_t *coverage;
    const uint8_t *rgba;
} picture;

/* Coverage at a place; outside nothing counts. */
static int covered(const picture *from, int64_t x, int64_t y) {
    if (x < 0 || y < 0 || x >= from->width || y >= from->height) return -1;
    return from->coverage[(size_t)y * from->width + (size_t)x];
}

static uint8_t lesser(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

static uint8_t greater(uint8_t a, uint8_t b) {
    return a > b ? a : b;
}

/* One channel of a pixel at an edge: towards the middle of the second least and second greatest around it. */
static uint8_t smoothed(const picture *from, uint32_t x, uint32_t y, int channel) {
    static const int8_t around[6][2] = {{-1, -1}, {1, -1}, {-2, 0}, {2, 0}, {-1, 1}, {1, 1}};
    size_t at = (size_t)y * from->width + x;
    uint8_t own = from->rgba[4 * at + (size_t)channel], low = own, high = own, low2 = own, high2 = own;
    for (int i = 0; i < 6; i++) {
        int64_t nx = (int64_t)x + around[i][0], ny = (int64_t)y + around[i][1];
        if (covered(from, nx, ny) != 7) continue;
        uint8_t value = from->rgba[4 * ((size_t)ny * from->width + (size_t)nx) + (size_t)channel];
        low2 = lesser(low2, greater(value, low));
        high2 = greater(high2, lesser(value, high));
        low = lesser(low, value);
        high = greater(high, value);
    }
    return (uint8_t)(own + (((low2 + high2 - 2 * own) * (7 - from->coverage[at]) + 4) >> 3));
}

static uint8_t median(uint8_t a, uint8_t b, uint8_t c) {
    return greater(lesser(a, b), lesser(greater(a, b), c));
}

/* Single pixels that stick out at edges go. `row` holds the smoothed colours. */
static void remove_divots(const picture *from, uint32_t y, const uint8_t *row, uint8_t *out) {
    for (uint32_t x = 0; x < from->width; x++) {
        memcpy(out + 4 * (size_t)x, row + 4 * (size_t)x, 4);
        if (x == 0 || x + 1 == from->width) continue;
        bool edge = false;
        for (int i = -1; i <= 1; i++) edge = edge || covered(from, (int64_t)x + i, y) < 7;
        for (size_t k = 0; edge && k < 3; k++) {
            const uint8_t *here = row + 4 * (size_t)x + k;
            out[4 * (size_t)x + k] = median(here[-4], here[0], here[4]);
        }
    }
}

bool fy_rdp_video(ferry_job *job, uint32_t width, uint32_t height, const uint8_t *coverage, uint8_t *rgba) {
    size_t row_bytes = 4 * (size_t)width;
    ferry_mark mark = ferry_job_mark(job);
    uint8_t *source = ferry_alloc(job, height, row_bytes), *row = ferry_alloc(job, 1, row_bytes);
    if (!source || !row) return width == 0 || height == 0;
    memcpy(source, rgba, row_bytes * height);
    picture from = {width, height, coverage, source};
    for (uint32_t y = 0; y < height; y++) {
        memcpy(row, source + row_bytes * y, row_bytes);
        for (uint32_t x = 0; x < width; x++)
            for (int k = 0; k < 3 && covered(&from, x, y) < 7; k++)
                row[4 * (size_t)x + (size_t)k] = smoothed(&from, x, y, k);
        remove_divots(&from, y, row, rgba + row_bytes * y);
    }
    ferry_job_release(job, mark);
    return true;
}
