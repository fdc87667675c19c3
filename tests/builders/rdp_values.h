/*
 * rdp_values.h: light, tiles and combiners that the Nintendo 64 was measured with, and comparisons of colours
 * (docs/formats/n64_drawing.md).
 */
#ifndef FERRY_TESTS_RDP_VALUES_H
#define FERRY_TESTS_RDP_VALUES_H

#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "helpers.h"
#include "machine/rdp/rdp_vertex.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define DOT8 "%d,%d,%d"

static inline void expect_rgb(const uint8_t got[3], int r, int g, int b) {
    ck_assert_msg(got[0] == r && got[1] == g && got[2] == b, "got " DOT8 ", expected " DOT8, got[0], got[1],
                  got[2], r, g, b);
}

static inline void expect_rgba(const uint8_t got[4], int r, int g, int b, int a) {
    expect_rgb(got, r, g, b);
    ck_assert_int_eq(got[3], a);
}

static inline fy_rdp_normals identity_normals(void) {
    ferry_matrix identity = fy_matrix_identity();
    fy_rdp_matrix fixed = fy_rdp_matrix_affine(&identity);
    return fy_rdp_normals_of(&fixed);
}

/* The light that the measurements were made in. */
static inline fy_rdp_lighting measured_light(void) {
    fy_rdp_lighting lighting = {.ambient = {64, 72, 96, 255}, .count = 1, .exposure = 128};
    lighting.lights[0] =
        fy_rdp_light_towards((ferry_vec3){0, 0.6f, 0.8f}, (const uint8_t[4]){255, 238, 204, 255});
    return lighting;
}

static inline void shade(const fy_rdp_lighting *lighting, bool unlit, uint16_t packed, const uint8_t color[4],
                         uint8_t out[4]) {
    fy_rdp_normals normals = identity_normals();
    int16_t normal[3];
    fy_rdp_turn_normal(&normals, packed, normal);
    fy_rdp_shade(lighting, unlit, normal, color, out);
}

static const uint8_t white[4] = {255, 255, 255, 255};

static inline ferry_rdp_tile slot_of(float size, uint8_t mirror, uint8_t clamp) {
    ferry_rdp_axis axis = {.low = 0, .high = size - 1, .mask = 2, .mirror = mirror, .clamp = clamp};
    return (ferry_rdp_tile){
        .texture = 0, .hash = 7, .width = (uint16_t)size, .height = (uint16_t)size, .s = axis, .t = axis};
}

#define SHADE_ALONE 0x00887F1088FE7D3E
#define TEX_SHADE 0x00127E2488FFFDFE
#define TEX_PRIM_ALPHA 0x0011FE2388FFF3F9
#define BLENDED 0x001218248833FFFF

#endif
