/* gallery_textures.c: the gallery's pictures, painted by formulas. None is its own mirror image, and most are
 * small: the gallery is about formulas, not about texture memory. */
#include "gallery_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "j3d_builder_inside.h"

#define TURN 6.28318530718

/* r, g, b, a at u, v; v down. */
typedef void painter(double u, double v, double p[4]);

static double wave(double x) {
    return 0.5 + 0.5 * sin(TURN * x);
}

static void set(double p[4], double r, double g, double b, double a) {
    p[0] = r, p[1] = g, p[2] = b, p[3] = a;
}

/* Two courses of bricks in odd colours, shaded over each, with dark joints. */
static void tiles(double u, double v, double p[4]) {
    double row = floor(v * 2), x = u * 2 + row * 0.5, column = floor(x), fx = x - column, fy = v * 2 - row;
    double which = fmod(column, 2) + 2 * row, dark = fx < 0.1 || fy < 0.14 ? 0.3 : 0.7 + 0.3 * (1 - fy) * fx;
    set(p, dark * (which == 0 || which == 3 ? 1 : 0.55), dark * (0.5 + 0.16 * which),
        dark * (which == 1 ? 1 : 0.35), 1);
}

static void grain(double u, double v, double p[4]) {
    double t = 0.15 + 0.8 * wave(2 * u + 0.3 * sin(TURN * v)) * (0.4 + 0.6 * wave(v - u));
    set(p, t, t, t, 1);
}

static void sky(double u, double v, double p[4]) {
    double light = exp(-30 * ((u - 0.3) * (u - 0.3) + (v - 0.25) * (v - 0.25)));
    double up = 1 / (1 + exp((v - 0.55 - 0.06 * sin(TURN * u)) * 25));
    set(p, 0.35 + 0.1 * up + 0.6 * light, 0.25 + 0.3 * up + 0.5 * light, 0.15 + 0.75 * up + 0.1 * light, 1);
}

/* A comma in a ring. */
static void marks(double u, double v, double p[4]) {
    double x = u - 0.5, y = v - 0.5, d = sqrt(x * x + y * y), turn = atan2(y, x) / TURN + 0.5;
    bool in = fabs(d - 0.4) < 0.08 || d < 0.28 * turn;
    set(p, 0.95, 0.3 + 0.6 * turn, 0.2 + 0.5 * v, in);
}

static void cloud(double u, double v, double p[4]) {
    double t = 0.45 + 0.55 * wave(u + 0.25 * sin(TURN * v)), a = wave(v + 0.2 * sin(TURN * u) + 0.1 * u);
    set(p, t, t, t, a);
}

static void step(double u, double v, double p[4]) {
    double t = 0.25 + 0.4 / (1 + exp((0.4 - u) * 40)) + 0.35 / (1 + exp((0.75 - u) * 40));
    (void)v;
    set(p, t, t, t, t);
}

static void stripes(double u, double v, double p[4]) {
    double t = fmod(floor(u * 8) + floor(v * 2), 2);
    set(p, t, t, t, 1);
}

static void shift(double u, double v, double p[4]) {
    double t = wave(u + v);
    set(p, t, t, t, wave(u - 0.3));
}

static const struct {
    const char *name;
    painter *paint;
    ferry_gx_texel format;
    uint32_t width, height;
    uint8_t wrap;
} pictures[PICTURE_COUNT] = {
    {"tiles", tiles, FERRY_GX_CMPR, 32, 32, 1}, {"grain", grain, FERRY_GX_I4, 32, 32, 1},
    {"sky", sky, FERRY_GX_CMPR, 32, 32, 0},     {"marks", marks, FERRY_GX_RGB5A3, 32, 32, 1},
    {"cloud", cloud, FERRY_GX_IA4, 32, 32, 1},  {"step", step, FERRY_GX_I8, 16, 4, 0},
    {"ZAtoon", stripes, FERRY_GX_I4, 8, 8, 0},  {"ZBtoonEX", stripes, FERRY_GX_IA4, 8, 8, 0},
    {"shift", shift, FERRY_GX_IA8, 16, 16, 1},
};

uint32_t gallery_texture(jb_model *model, gallery_picture picture) {
    uint32_t width = pictures[picture].width, height = pictures[picture].height;
    for (uint32_t i = 0; i < model->texture_count; i++)
        if (strcmp(model->textures[i].name, pictures[picture].name) == 0) return i;
    uint8_t *rgba = calloc((size_t)width * height, 4);
    if (!rgba) jb_abort("no memory");
    for (uint32_t i = 0; i < width * height; i++) {
        double p[4];
        pictures[picture].paint((i % width + 0.5) / width, (i / width + 0.5) / height, p);
        for (uint32_t k = 0; k < 4; k++) rgba[i * 4 + k] = (uint8_t)(fmin(fmax(p[k], 0), 1) * 255 + 0.5);
    }
    uint32_t texture = jb_texture_add(model, pictures[picture].name, pictures[picture].format,
                                      FERRY_GX_PALETTE_RGB565, width, height, 1, rgba);
    model->textures[texture].wrap_s = model->textures[texture].wrap_t = pictures[picture].wrap;
    free(rgba);
    return texture;
}
