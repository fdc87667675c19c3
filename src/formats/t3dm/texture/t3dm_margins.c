/*
 * t3dm_margins.c: parts of pictures, and edges that go on unchanged (docs/what-is-lost.md, "Textures").
 */
#include "formats/t3dm/texture/t3dm_margins.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/texels.h"
#include "core/image/texels_difference.h"
#include "core/image/texels_spot.h"

bool fy_texels_cut(ferry_job *job, const fy_texels *from, const fy_texture_window *window, fy_texels *part) {
    *part = (fy_texels){window->size[0], window->size[1], NULL};
    part->rgba = ferry_new(job, uint8_t, 4 * (size_t)part->width * part->height);
    if (!part->rgba) return false;
    uint8_t *out = part->rgba;
    for (uint32_t y = 0; y < part->height; y++) {
        uint32_t row = fy_texels_wrapped((int64_t)window->from[1] + y, from->height, window->wraps[1]);
        for (uint32_t x = 0; x < part->width; x++, out += 4) {
            uint32_t column = fy_texels_wrapped((int64_t)window->from[0] + x, from->width, window->wraps[0]);
            memcpy(out, from->rgba + 4 * ((size_t)row * from->width + column), 4);
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ the margins */

/* Differences that nobody sees. */
enum { SAME = 2 };

typedef struct margins {
    const fy_texels *of;
    fy_texel_needs needs;
    bool hides;
} margins;

static bool same_texel(const margins *m, const uint8_t *a, const uint8_t *b) {
    if (m->needs.alpha && abs(a[3] - b[3]) > SAME) return false;
    if (!m->needs.color || (m->needs.alpha && m->hides && !a[3] && !b[3])) return true;
    for (int k = 0; k < 3; k++)
        if (abs(a[k] - b[k]) > SAME) return false;
    return true;
}

static const uint8_t *texel_on(const margins *m, int axis, uint32_t line, uint32_t along) {
    size_t place = axis ? (size_t)line * m->of->width + along : (size_t)along * m->of->width + line;
    return m->of->rgba + 4 * place;
}

/* Lines from `edge` on, in steps of `step`, that are as the first one. */
static uint32_t lines_alike(const margins *m, int axis, uint32_t edge, int step) {
    uint32_t size = axis ? m->of->height : m->of->width, length = axis ? m->of->width : m->of->height;
    uint32_t count = 1;
    for (; count < size; count++) {
        uint32_t line = step > 0 ? edge + count : edge - count;
        for (uint32_t i = 0; i < length; i++)
            if (!same_texel(m, texel_on(m, axis, edge, i), texel_on(m, axis, line, i))) return count;
    }
    return count;
}

/* Lines that stay of a margin: as wide as three stored texels where the rest fills the memory. */
static uint32_t border_of(uint32_t size) {
    return 2 + size / 32;
}

fy_texture_window fy_texels_trimmed(const fy_texels *of, fy_texel_needs needs, bool hides, unsigned axes) {
    margins m = {of, needs, hides};
    fy_texture_window window = {.size = {of->width, of->height}};
    for (int axis = 0; axis < 2; axis++) {
        uint32_t size = window.size[axis], low, high, border = border_of(size);
        if (!(axes >> axis & 1)) continue;
        low = lines_alike(&m, axis, 0, 1);
        if (low == size) continue; /* one colour along this axis */
        high = lines_alike(&m, axis, size - 1, -1);
        low = low > border ? low - border : 0;
        high = high > border ? high - border : 0;
        if (low + high + 2 * border > size) continue; /* alike from both sides, by what is tolerated */
        window.from[axis] = (int32_t)low;
        window.size[axis] = size - low - high;
    }
    return window;
}

/* -------------------------------------------------------------------------------------- the importance */

static uint32_t cell_at(uint32_t cell, int32_t from, uint32_t size, uint32_t whole) {
    double at = (from + (cell + .5) * size / FY_IMPORTANCE_CELLS) * FY_IMPORTANCE_CELLS / whole;
    return at <= 0 ? 0 : at >= FY_IMPORTANCE_CELLS ? FY_IMPORTANCE_CELLS - 1 : (uint32_t)at;
}

fy_importance fy_importance_cut(const fy_importance *whole, uint32_t width, uint32_t height,
                                const fy_texture_window *window) {
    fy_importance part;
    for (uint32_t y = 0; y < FY_IMPORTANCE_CELLS; y++) {
        const float *row = whole->cells[cell_at(y, window->from[1], window->size[1], height)];
        for (uint32_t x = 0; x < FY_IMPORTANCE_CELLS; x++)
            part.cells[y][x] = row[cell_at(x, window->from[0], window->size[0], width)];
    }
    return part;
}

fy_importance fy_importance_folded(const fy_importance *whole, int axis) {
    enum { LAST = FY_IMPORTANCE_CELLS - 1 };
    fy_importance half;
    for (int y = 0; y < FY_IMPORTANCE_CELLS; y++)
        for (int x = 0; x < FY_IMPORTANCE_CELLS; x++) {
            int near_x = axis ? x : x / 2, near_y = axis ? y / 2 : y;
            int far_x = axis ? x : LAST - near_x, far_y = axis ? LAST - near_y : y;
            half.cells[y][x] = (whole->cells[near_y][near_x] + whole->cells[far_y][far_x]) / 2;
        }
    return half;
}
