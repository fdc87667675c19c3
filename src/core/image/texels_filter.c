/* texels_filter.c: see texels_filter.h. */
#include "core/image/texels_filter.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/texels.h"
#include "core/image/texels_spot.h"

/* Over the square between four texels, the texel that is left out would have this part of what the others do
 * not say of it, on average: the integral of s * t over the half where s + t < 1, twice. */
#define LEFT_OUT (1 / 12.0)

static const uint8_t *texel_at(const fy_texels *of, fy_texel_wraps wraps, uint32_t x, uint32_t y) {
    uint32_t column = fy_texels_wrapped(x, of->width, wraps.s),
             row = fy_texels_wrapped(y, of->height, wraps.t);
    return of->rgba + 4 * ((size_t)row * of->width + column);
}

/* Components count as in palettes (quantise.c). */
static double weighed(const int off[4], double seen, fy_texel_needs needs) {
    double color = seen * (3 * abs(off[0]) + 4 * abs(off[1]) + 2 * abs(off[2])) / 9.0, alpha = abs(off[3]);
    return needs.color && needs.alpha ? (color > alpha ? color : alpha) : needs.color ? color : alpha;
}

static int most_of(int a, int b, int c, int d) {
    int ab = a > b ? a : b, cd = c > d ? c : d;
    return ab > cd ? ab : cd;
}

/* How far the fourth texel is from the plane of the other three. */
static double bend_at(const fy_texels *of, fy_texel_wraps wraps, fy_texel_needs needs, uint32_t x,
                      uint32_t y) {
    int off[4];
    const uint8_t *a = texel_at(of, wraps, x, y), *b = texel_at(of, wraps, x + 1, y),
                  *c = texel_at(of, wraps, x, y + 1), *d = texel_at(of, wraps, x + 1, y + 1);
    for (int k = 0; k < 4; k++) off[k] = a[k] - b[k] - c[k] + d[k];
    double seen = most_of(a[3], b[3], c[3], d[3]) / 255.0; /* colour where nothing is drawn does not count */
    return weighed(off, needs.alpha ? seen : 1, needs);
}

double fy_texels_filter_error(const fy_texels *of, fy_texel_wraps wraps, fy_texel_needs needs) {
    double sum = 0;
    for (uint32_t y = 0; y < of->height; y++)
        for (uint32_t x = 0; x < of->width; x++) sum += bend_at(of, wraps, needs, x, y);
    return LEFT_OUT * sum / ((double)of->width * of->height);
}

static void draw(const fy_texels *from, const fy_spot *across, const fy_spot *down, uint8_t rgba[4]) {
    const uint8_t *row0 = from->rgba + 4 * (size_t)down->low * from->width,
                  *row1 = from->rgba + 4 * (size_t)down->high * from->width;
    for (uint32_t k = 0; k < 4; k++) {
        float a = row0[4 * across->low + k], b = row0[4 * across->high + k], c = row1[4 * across->low + k],
              d = row1[4 * across->high + k];
        float top = a + (b - a) * across->part, bottom = c + (d - c) * across->part;
        rgba[k] = (uint8_t)(top + (bottom - top) * down->part + .5F);
    }
}

bool fy_texels_magnify(ferry_job *job, const fy_texels *from, fy_texel_wraps wraps, uint32_t times,
                       fy_texels *to) {
    uint32_t width = from->width * times, height = from->height * times;
    uint8_t *rgba = ferry_new(job, uint8_t, (size_t)width * height * 4);
    *to = (fy_texels){width, height, rgba};
    if (!rgba) return false;
    for (uint32_t y = 0; y < height; y++) {
        fy_spot down = fy_texels_spot(y, height, from->height, wraps.t);
        for (uint32_t x = 0; x < width; x++) {
            fy_spot across = fy_texels_spot(x, width, from->width, wraps.s);
            draw(from, &across, &down, rgba + 4 * ((size_t)y * width + x));
        }
    }
    return true;
}

/* Peaks are cut in strips along the lines through the source's texels, two of a new texel's width for each of
 * the source's, and by half as much on average as on the line. */
double fy_texels_magnified_error(const fy_texels *from, const fy_texels *to, fy_texel_needs needs) {
    uint32_t times = to->width / from->width, low = times / 2 - 1;
    double sum = 0;
    if (times % 2) return 0;
    for (uint32_t y = 0; y < from->height; y++)
        for (uint32_t x = 0; x < from->width; x++) {
            const uint8_t *own = from->rgba + 4 * ((size_t)y * from->width + x),
                          *above = to->rgba + 4 * ((size_t)(y * times + low) * to->width + x * times + low),
                          *below = above + 4 * (size_t)to->width;
            int off[4];
            for (int k = 0; k < 4; k++)
                off[k] = own[k] - (above[k] + above[4 + k] + below[k] + below[4 + k] + 2) / 4;
            sum += weighed(off, needs.alpha ? own[3] / 255.0 : 1, needs);
        }
    return sum / ((double)times * from->width * from->height);
}
