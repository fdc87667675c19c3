/* figure_textures.c: the demo figure's pictures, painted by formulas: no file of anybody's is in them. */
#include "figure_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "j3d_builder_inside.h"

typedef struct paint {
    double r, g, b, a;
} paint;

/* A picture as a formula over the unit square, v down. */
typedef paint formula(double u, double v);

static double clamp01(double x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* 1 inside (d < 0), 0 outside, soft over `width`. */
static double inside(double d, double width) {
    return clamp01(0.5 - d / width);
}

static paint mix(paint a, paint b, double t) {
    return (paint){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t,
                   a.a + (b.a - a.a) * t};
}

static double ellipse(double u, double v, double cu, double cv, double ru, double rv) {
    double x = (u - cu) / ru, y = (v - cv) / rv;
    return (sqrt(x * x + y * y) - 1) * (ru < rv ? ru : rv);
}

/* Noise of a lattice, smooth between its points and the same at both ends of a row of `period`. */
static double lattice(uint32_t x, uint32_t y, uint32_t period) {
    uint32_t h = (x % period) * 374761393u + y * 668265263u;
    h = (h ^ h >> 13) * 1274126177u;
    return (double)((h ^ h >> 16) & 0xFFFF) / 65535;
}

static double noise(double x, double y, uint32_t period) {
    double fx = floor(x), fy = floor(y), tx = x - fx, ty = y - fy;
    uint32_t ix = (uint32_t)fx, iy = (uint32_t)fy;
    tx = tx * tx * (3 - 2 * tx), ty = ty * ty * (3 - 2 * ty);
    double a = lattice(ix, iy, period) * (1 - tx) + lattice(ix + 1, iy, period) * tx;
    double b = lattice(ix, iy + 1, period) * (1 - tx) + lattice(ix + 1, iy + 1, period) * tx;
    return a * (1 - ty) + b * ty;
}

/* Half a face from the back of the head (u = 0) to its front (u = 1): the texture is mirrored there. */
static paint face(double u, double v) {
    static const paint skin = {0.96, 0.76, 0.60, 1}, blush = {0.92, 0.48, 0.40, 1},
                       hair = {0.93, 0.92, 0.88, 1};
    static const paint white = {1, 1, 0.98, 1}, iris = {0.16, 0.42, 0.62, 1}, dark = {0.08, 0.07, 0.12, 1};
    paint p = skin;
    p = mix(p, blush, 0.75 * clamp01(1 - 9 * fabs(ellipse(u, v, 0.70, 0.62, 0.10, 0.10) + 0.10)));
    p = mix(p, (paint){0.80, 0.52, 0.40, 1},
            0.5 * inside(fabs(ellipse(u, v, 0.835, 0.47, 0.085, 0.125)) - 0.008, 0.02));
    double eye = ellipse(u, v, 0.835, 0.48, 0.075, 0.115);
    p = mix(p, white, inside(eye, 0.012));
    p = mix(p, iris, inside(eye, 0.012) * inside(ellipse(u, v, 0.852, 0.49, 0.050, 0.085), 0.012));
    p = mix(p, dark, inside(eye, 0.012) * inside(ellipse(u, v, 0.856, 0.49, 0.028, 0.052), 0.012));
    p = mix(p, white, inside(ellipse(u, v, 0.838, 0.455, 0.014, 0.024), 0.012));
    p = mix(p, dark,
            inside(fabs(v - 0.365 - 3 * (u - 0.835) * (u - 0.835) - 0.01) - 0.010, 0.014) *
                inside(fabs(u - 0.835) - 0.075, 0.01));
    double brow = v - 0.285 - 2.2 * (u - 0.86) * (u - 0.86);
    p = mix(p, hair, inside(fabs(brow) - 0.030, 0.012) * inside(fabs(u - 0.83) - 0.095, 0.015));
    double line = u - 0.48 - 0.05 * sin(v * 21) - 0.02 * sin(v * 50);
    double strand = 0.88 + 0.12 * sin(v * 30 + sin(u * 40) * 1.5);
    return mix(p, (paint){hair.r * strand, hair.g * strand, hair.b * strand, 1}, inside(line, 0.02));
}

static paint stripes(double u, double v) {
    static const paint navy = {0.10, 0.18, 0.38, 1}, cream = {0.95, 0.93, 0.86, 1};
    double wave = v + 0.012 * sin(u * 6.28318530718 * 2);
    double band = wave * 4 - floor(wave * 4);
    double knit =
        0.94 + 0.06 * (sin(u * 6.28318530718 * 16) > 0 ? 1 : -1) * (sin(v * 6.28318530718 * 16) > 0 ? 1 : -1);
    paint p = mix(cream, navy, inside(fabs(band - 0.5) - 0.22, 0.06));
    return (paint){p.r * knit, p.g * knit, p.b * knit, 1};
}

static paint wood(double u, double v) {
    double grain = noise(u * 8, v * 3 + 0.7 * noise(u * 4, v * 2, 4), 8);
    double rings = 0.5 + 0.5 * sin(u * 6.28318530718 * 5 + 5 * noise(u * 2 + 3, v * 3, 2) + grain * 3);
    double knot = clamp01(1 - 7 * sqrt((u - 0.62) * (u - 0.62) * 2 + (v - 0.36) * (v - 0.36) * 6));
    double t = clamp01(0.25 + 0.45 * rings + 0.25 * grain - 0.8 * knot);
    paint p = mix((paint){0.34, 0.19, 0.09, 1}, (paint){0.78, 0.53, 0.28, 1}, t);
    double gap = inside(fabs(fabs(v - 0.5) - 0.5) - 0.012, 0.02);
    return mix(p, (paint){0.20, 0.11, 0.06, 1}, 0.7 * gap);
}

static paint hair(double u, double v) {
    double strand = 0.5 + 0.5 * sin(u * 6.28318530718 * 6 + 2.5 * sin(v * 5) + 3 * noise(u * 8, v * 4, 8));
    double t = 0.62 + 0.38 * strand - 0.12 * v;
    return (paint){t, t, t, 1};
}

/* Distance to the outline of an anchor that fills the square. */
static double anchor_shape(double u, double v) {
    double x = fabs(u - 0.5), ring = fabs(ellipse(u, v, 0.5, 0.16, 0.095, 0.095)) - 0.032;
    double shank = fmax(x - 0.042, fabs(v - 0.55) - 0.33);
    double stock = fmax(x - 0.20, fabs(v - 0.34) - 0.038);
    double arc = fmax(fabs(sqrt(x * x + (v - 0.52) * (v - 0.52)) - 0.335) - 0.045, 0.62 - v);
    double fluke = fmax(fabs(x - 0.325) + 0.75 * (0.66 - v) - 0.11, v - 0.70);
    return fmin(fmin(fmin(ring, shank), fmin(stock, arc)), fmax(fluke, 0.50 - v));
}

static paint anchor(double u, double v) {
    double d = anchor_shape(u, v);
    double shine = 0.5 + 0.5 * sin((u + v) * 9 - 1);
    paint gold = mix((paint){0.80, 0.52, 0.10, 1}, (paint){1.0, 0.90, 0.48, 1}, shine);
    gold = mix(gold, (paint){0.42, 0.24, 0.05, 1}, inside(-d - 0.016, 0.02));
    gold.a = d < 0.012 ? 1 : 0;
    return gold;
}

/* A ball of polished brass as an environment map: dark ground, bright sky, a window's reflection. */
static paint metal(double u, double v) {
    double x = u * 2 - 1, y = v * 2 - 1, h = y + 0.15 * sin(x * 4);
    double t = h < 0 ? 0.78 + 0.22 * clamp01(-h) : 0.42 + 0.35 * h;
    t = t + 0.55 * inside(fmax(fabs(x + 0.35) - 0.16, fabs(y + 0.45) - 0.18), 0.1);
    t = clamp01(t - 0.15 * inside(fabs(h) - 0.05, 0.06));
    return (paint){t, t, t, 1};
}

static paint glow(double u, double v) {
    double d = sqrt((u - 0.5) * (u - 0.5) * 3 + (v - 0.56) * (v - 0.56) * 4);
    double flame = clamp01(1.25 - 2.4 * d),
           streak = inside(fabs(u - 0.24) - 0.035, 0.06) * inside(fabs(v - 0.42) - 0.25, 0.1);
    return (paint){clamp01(0.75 + 0.25 * flame + streak), 0, 0, clamp01(0.40 + 0.60 * flame + 0.4 * streak)};
}

/* ----------------------------------------------------------------------------------------- painting */

/* Sixteen samples a texel; alpha is taken as it is in the middle where it should stay hard. */
static uint8_t *paint_picture(formula *f, uint32_t width, uint32_t height) {
    uint8_t *rgba = calloc((size_t)width * height, 4);
    if (!rgba) jb_abort("no memory");
    for (uint32_t i = 0; i < width * height; i++) {
        double sum[4] = {0};
        for (uint32_t k = 0; k < 16; k++) {
            paint p = f((i % width + (k % 4) * 0.25 + 0.125) / width,
                        (i / width + (k / 4) * 0.25 + 0.125) / height);
            sum[0] += p.r, sum[1] += p.g, sum[2] += p.b, sum[3] += p.a;
        }
        for (int k = 0; k < 4; k++) rgba[i * 4 + (uint32_t)k] = (uint8_t)(clamp01(sum[k] / 16) * 255 + 0.5);
    }
    return rgba;
}

/* Moves every colour to the nearest of a regular choice, so that a palette of `limit` entries holds them all.
 */
static void reduce_colors(uint8_t *rgba, uint32_t texels, uint32_t limit) {
    for (uint32_t step = 1;; step++) {
        uint32_t seen[256], count = 0;
        for (uint32_t i = 0; i < texels && count <= limit; i++) {
            uint32_t key = 0, k = 0;
            for (int c = 0; c < 3; c++) key = key << 8 | (rgba[i * 4 + (uint32_t)c] + step / 2u) / step;
            while (k < count && seen[k] != key) k++;
            if (k < count) continue;
            if (count == limit) {
                count++;
                break;
            }
            seen[count++] = key;
        }
        if (count > limit) continue;
        for (uint32_t i = 0; i < texels; i++)
            for (uint32_t c = 0; c < 3; c++) {
                uint32_t v = (rgba[i * 4 + c] + step / 2u) / step * step;
                rgba[i * 4 + c] = (uint8_t)(v > 255 ? 255 : v);
            }
        return;
    }
}

static void cut_alpha(uint8_t *rgba, uint32_t texels) {
    for (uint32_t i = 0; i < texels; i++) rgba[i * 4 + 3] = rgba[i * 4 + 3] >= 128 ? 255 : 0;
}

void figure_textures(jb_model *model) {
    static const struct {
        const char *name;
        formula *picture;
        ferry_gx_texel format;
        ferry_gx_palette palette;
        uint32_t width, height;
        uint8_t wrap_s, wrap_t;
    } all[] = {
        {"face", face, FERRY_GX_CMPR, FERRY_GX_PALETTE_IA8, 64, 64, 2, 0},
        {"jersey", stripes, FERRY_GX_C4, FERRY_GX_PALETTE_RGB565, 32, 32, 1, 1},
        {"wood", wood, FERRY_GX_C8, FERRY_GX_PALETTE_RGB5A3, 32, 64, 1, 1},
        {"hair", hair, FERRY_GX_I4, FERRY_GX_PALETTE_IA8, 32, 32, 1, 0},
        {"anchor", anchor, FERRY_GX_RGB5A3, FERRY_GX_PALETTE_IA8, 32, 32, 0, 0},
        {"brass", metal, FERRY_GX_I8, FERRY_GX_PALETTE_IA8, 32, 32, 0, 0},
        {"glow", glow, FERRY_GX_IA4, FERRY_GX_PALETTE_IA8, 32, 32, 1, 0},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        uint32_t texels = all[i].width * all[i].height;
        uint8_t *rgba = paint_picture(all[i].picture, all[i].width, all[i].height);
        if (all[i].format == FERRY_GX_C4) reduce_colors(rgba, texels, 16);
        if (all[i].format == FERRY_GX_C8) reduce_colors(rgba, texels, 128);
        if (all[i].format == FERRY_GX_RGB5A3) cut_alpha(rgba, texels);
        uint32_t t = jb_texture_add(model, all[i].name, all[i].format, all[i].palette, all[i].width,
                                    all[i].height, 1, rgba);
        model->textures[t].wrap_s = all[i].wrap_s;
        model->textures[t].wrap_t = all[i].wrap_t;
        free(rgba);
    }
}
