/*
 * rdp_vertex.c: matrices and the way of a vertex through the microcode (docs/formats/n64_drawing.md,
 * "Vertices").
 */
#include "machine/rdp/rdp_vertex.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "machine/rdp/rdp_fixed.h"

/* ------------------------------------------------------------------------------------------- matrices */

/* Matrices of the runtime are floats before they are fixed: what is hardly less than 1 is 1, and not cut. */
static int32_t fixed_float(double value) {
    return fy_fixed16(fabs(value) < 65536 ? (double)(float)value : value);
}

fy_rdp_matrix fy_rdp_matrix_affine(const ferry_matrix *real) {
    fy_rdp_matrix fixed = {{{0}}};
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 3; r++) fixed.column[c][r] = fixed_float(real->m[r][c]);
    fixed.column[3][3] = 0x10000;
    return fixed;
}

static bool normalise(double v[3]) {
    double length = sqrt(fy_dot3(v, v));
    if (!(length > 0)) return false;
    for (int i = 0; i < 3; i++) v[i] /= length;
    return true;
}

fy_rdp_matrix fy_rdp_perspective(double fov, double aspect, double near, double far) {
    double tangent = fy_sin(fov / 2) / fy_cos(fov / 2);
    fy_rdp_matrix out = {{{0}}};
    out.column[0][0] = fy_fixed16(1 / (aspect * tangent));
    out.column[1][1] = fy_fixed16(1 / tangent);
    out.column[2][2] = fy_fixed16(far / (near - far));
    out.column[2][3] = -0x10000;
    out.column[3][2] = fy_fixed16(-2 * far * near / (far - near));
    return out;
}

fy_rdp_matrix fy_rdp_matrix_multiply(const fy_rdp_matrix *a, const fy_rdp_matrix *b) {
    fy_rdp_matrix out;
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++) {
            int64_t sum = 0;
            for (int k = 0; k < 4; k++) sum += (int64_t)a->column[k][r] * b->column[c][k] >> 16;
            out.column[c][r] = fy_sat32(sum);
        }
    return out;
}

/* ---------------------------------------------------------------------------------------------- place */

int32_t fy_rdp_reciprocal(int32_t x) {
    if (x == 0) return INT32_MAX;
    uint32_t size = x < 0 ? 0u - (uint32_t)x : (uint32_t)x;
    unsigned zeros = 0;
    while (!(size << zeros & 0x80000000)) zeros++;
    uint32_t at = (size << zeros & 0x7FC00000) >> 22;
    uint32_t entry = at ? (uint32_t)((((UINT64_C(1) << 34) / (512 + at)) + 1) >> 8) & 0xFFFF : 0xFFFF;
    int32_t found = (int32_t)(((0x10000 | entry) << 14) >> (31 - zeros));
    return x < 0 ? ~found : found;
}

static double ceiling(double x) {
    return -floor(-x);
}

fy_rdp_viewport fy_rdp_viewport_of(int32_t width, int32_t height, double near, double far) {
    double scale = fy_round(65535 * 2 / (near + far));
    double w_scale = scale < 1 ? 1 : scale > 65535 ? 65535 : scale;
    double left = w_scale / 65535, depth = fy_round(65535 * left * 128);
    return (fy_rdp_viewport){
        .width = width,
        .height = height,
        .w_scale = (int32_t)w_scale,
        .x_scale = fy_sat16((int64_t)ceiling(width * left * 4 * 256)),
        .y_scale = fy_sat16((int64_t)ceiling(-height * left * 4 * 256)),
        .depth_scale = depth < 32767 ? (int32_t)depth : 32767,
        .sphere_scale = 0x2A00 / (width > 0 ? width : 1),
    };
}

void fy_rdp_transform(const fy_rdp_matrix *mvp, const int16_t position[3], int32_t clip[4]) {
    for (int i = 0; i < 4; i++) {
        int64_t sum = mvp->column[3][i];
        for (int k = 0; k < 3; k++) sum += (int64_t)mvp->column[k][i] * position[k];
        clip[i] = fy_sat32(sum);
    }
}

/* 24-bit scale: the middle 32 bits of the product, then its upper half. */
static int64_t scaled(int32_t value, int32_t scale) {
    return (int64_t)value * ((int64_t)scale * 256) >> 32;
}

void fy_rdp_project(const fy_rdp_viewport *viewport, fy_rdp_vertex *vertex) {
    int32_t w = fy_sat32((int64_t)vertex->clip[3] * viewport->w_scale >> 16), over[3];
    vertex->inverse = fy_rdp_reciprocal(w);
    for (int i = 0; i < 3; i++) {
        int64_t kept = (int64_t)vertex->clip[i] * 65535 >> 16;
        over[i] = fy_sat32(kept * vertex->inverse >> 16);
    }
    vertex->x = fy_sat16(scaled(over[0], viewport->x_scale) + 2 * viewport->width + 4 * viewport->left);
    vertex->y = fy_sat16(scaled(over[1], viewport->y_scale) + 2 * viewport->height + 4 * viewport->top);
    vertex->z = fy_sat16(scaled(over[2], viewport->depth_scale) + 0x3FFF + viewport->depth_offset);
}

/* --------------------------------------------------------------------------------------------- normal */

/* The entry of the table of inverse roots: the largest number whose square times 256..1023 stays below
 * 2^42. */
static uint32_t root_entry(uint32_t of) {
    uint32_t entry = 0;
    for (uint32_t bit = 1 << 16; bit; bit >>= 1)
        if ((uint64_t)of * (entry | bit) * (entry | bit) < UINT64_C(1) << 42) entry |= bit;
    return entry;
}

int32_t fy_rdp_inverse_root(int32_t x) {
    if (x <= 0) return INT32_MAX; /* no sum of squares is negative */
    unsigned zeros = 1;
    while (!((uint32_t)x << zeros & 0x80000000)) zeros++;
    uint32_t at = 512 + (((uint32_t)x << zeros & 0x7FC00000) >> 22 & 0x1FE);
    return (int32_t)(root_entry(zeros & 1 ? at >> 1 : at) << 14 >> ((31 - zeros) >> 1));
}

fy_rdp_normals fy_rdp_normals_of(const fy_rdp_matrix *model_view) {
    fy_rdp_normals normals;
    for (int c = 0; c < 3; c++) {
        const int32_t *column = model_view->column[c];
        int64_t squares = 0;
        for (int r = 0; r < 3; r++) squares += (int64_t)column[r] * column[r] >> 16;
        int64_t inverse = fy_rdp_inverse_root(fy_sat32(squares)) >> 9;
        for (int r = 0; r < 3; r++)
            normals.column[c][r] = fy_sat16(2 * (int64_t)(int16_t)(column[r] * inverse >> 16));
    }
    return normals;
}

fy_rdp_normals fy_rdp_normals_ideal(const ferry_matrix *model_view) {
    fy_rdp_normals normals = {{{0}}};
    for (int c = 0; c < 3; c++) {
        double column[3];
        for (int r = 0; r < 3; r++) column[r] = model_view->m[r][c];
        if (!normalise(column)) continue;
        for (int r = 0; r < 3; r++) normals.column[c][r] = fy_sat16((int64_t)floor(column[r] * 32768));
    }
    return normals;
}

void fy_rdp_turn_normal(const fy_rdp_normals *normals, uint16_t packed, int16_t out[3]) {
    int32_t x = (int16_t)(packed & 0xF800), y = (int16_t)((packed & 0x07E0) << 5),
            z = (int16_t)((packed & 0x001F) << 11);
    for (int i = 0; i < 3; i++) {
        int64_t sum = (int64_t)normals->column[0][i] * x + (int64_t)normals->column[1][i] * y +
                      (int64_t)normals->column[2][i] * z;
        out[i] = fy_sat16((0x8000 + 2 * sum) >> 16);
    }
}

/* ---------------------------------------------------------------------------------------------- light */

fy_rdp_light fy_rdp_light_towards(ferry_vec3 direction, const uint8_t color[4]) {
    fy_rdp_light light = {{color[0], color[1], color[2], color[3]}, {0}};
    double to[3] = {(double)direction.x, (double)direction.y, (double)direction.z};
    if (normalise(to))
        for (int i = 0; i < 3; i++) light.direction[i] = (int8_t)(to[i] * 127);
    return light;
}

/* The part of a light that a surface with this normal gets. */
static int32_t light_falling(const fy_rdp_light *light, const int16_t normal[3]) {
    int32_t sum = 0;
    for (int i = 0; i < 3; i++) sum += fy_mulf(normal[i], light->direction[i] * 256);
    return sum;
}

/* One channel of one light. A sum above one turns into -1: the light goes out, as on the console. */
static int32_t light_added(uint8_t color, int32_t falling) {
    int64_t sum = 0x8000 + (int64_t)2 * (color << 7) * falling;
    if (sum < 0) return 0;
    return sum >> 16 > 0x7FFF ? -1 : (int32_t)(sum >> 16);
}

void fy_rdp_shade(const fy_rdp_lighting *lighting, bool unlit, const int16_t normal[3],
                  const uint8_t color[4], uint8_t out[4]) {
    int32_t light[4];
    for (int k = 0; k < 4; k++) light[k] = unlit ? 0x7FFF : lighting->ambient[k] << 7;
    for (unsigned i = 0; !unlit && i < lighting->count && i < FY_RDP_LIGHTS; i++) {
        int32_t falling = light_falling(&lighting->lights[i], normal);
        for (int k = 0; k < 4; k++)
            light[k] = fy_sat16(light[k] + light_added(lighting->lights[i].color[k], falling));
    }
    for (int k = 0; k < 4; k++) {
        int64_t lit = ((int64_t)(color[k] << 7) * light[k] * 2 + 0x8000) >> 16 >> 7;
        out[k] = (uint8_t)(fy_sat16(lit * lighting->exposure) >> 7);
    }
}

/* ------------------------------------------------------------------------------------ fog and effects */

uint8_t fy_rdp_fog_alpha(const fy_rdp_fog *fog, int32_t clip_z) {
    double length = fabs(fog->far - fog->near);
    if (fog->near == 0 && fog->far == 0) return 255;
    int64_t scale = (int64_t)floor(16384 / (length < 1.5 ? 1.5 : length));
    int64_t beyond = ((int64_t)clip_z + fy_fixed16(-2 * fog->near)) >> 16;
    int16_t clear = fy_sat16(32767 - (int64_t)fy_sat16(beyond * scale));
    return (uint8_t)((clear * 2 & 0xFFFF) >> 8);
}

static int32_t off_centre(int32_t at, int32_t size) {
    int32_t from = (at > 0 ? at : 0) - 2 * size;
    return from < 2 * size ? from : 2 * size;
}

/* A picture of the surroundings: by the normal, a little by the place on the screen. T is centred
 * and moved by the width, which shows where textures are not square. */
static void spherical(const fy_rdp_viewport *viewport, int32_t width, int32_t height, fy_rdp_vertex *vertex) {
    int32_t wide = width * 16, high = -height * 16;
    int32_t ox = (int16_t)(off_centre(vertex->x, viewport->width) * viewport->sphere_scale);
    int32_t oy = (int16_t)(off_centre(vertex->y, viewport->height) * viewport->sphere_scale);
    vertex->s =
        fy_sat16(fy_mulf(vertex->normal[0], wide) + wide + fy_mulf(fy_mulf(ox, vertex->normal[2]), wide));
    vertex->t =
        fy_sat16(fy_mulf(vertex->normal[1], high) + wide + fy_mulf(fy_mulf(oy, vertex->normal[2]), wide));
}

void fy_rdp_vertex_effect(uint8_t effect, const fy_rdp_viewport *viewport, uint16_t width, uint16_t height,
                          fy_rdp_vertex *vertex) {
    switch (effect) {
    case FERRY_RDP_EFFECT_SPHERICAL_UV:
        spherical(viewport, width, height, vertex);
        break;
    case FERRY_RDP_EFFECT_CEL_COLOR: /* red alone decides */
        vertex->s = (int16_t)(vertex->rgba[0] * 128);
        break;
    case FERRY_RDP_EFFECT_CEL_ALPHA:
        vertex->s = (int16_t)(vertex->rgba[3] * 128);
        break;
    case FERRY_RDP_EFFECT_OUTLINE:
        vertex->x = fy_sat16(vertex->x + fy_mulf(vertex->normal[0], width));
        vertex->y = fy_sat16(vertex->y - fy_mulf(vertex->normal[1], height));
        break;
    case FERRY_RDP_EFFECT_UV_OFFSET:
        vertex->s = (int16_t)(vertex->s + width);
        vertex->t = (int16_t)(vertex->t + height);
        break;
    default:
        break;
    }
}
