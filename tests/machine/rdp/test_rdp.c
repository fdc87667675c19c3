/* test_rdp.c: the console's vertices, texels, pixels and video output against measured values
 * (docs/formats/n64_drawing.md). */
#include <stdlib.h>
#include <string.h>

#include "core/base/maths.h"
#include "core/image/image.h"
#include "core/image/texels.h"
#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/sprite/rdp_picture.h"
#include "formats/sprite/t3dm_sprites.h"
#include "machine/rdp/rdp_color.h"
#include "machine/rdp/rdp_combiner.h"
#include "machine/rdp/rdp_depth.h"
#include "machine/rdp/rdp_fixed.h"
#include "machine/rdp/rdp_state.h"
#include "machine/rdp/rdp_tile.h"
#include "machine/rdp/rdp_vertex.h"
#include "machine/rdp/rdp_video.h"
#include "helpers.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define DOT8 "%d,%d,%d"

static void expect_rgb(const uint8_t got[3], int r, int g, int b) {
    ck_assert_msg(got[0] == r && got[1] == g && got[2] == b, "got " DOT8 ", expected " DOT8, got[0], got[1],
                  got[2], r, g, b);
}

static void expect_rgba(const uint8_t got[4], int r, int g, int b, int a) {
    expect_rgb(got, r, g, b);
    ck_assert_int_eq(got[3], a);
}

/* ------------------------------------------------------------------------------------------- vertices */

START_TEST(reciprocals_come_from_the_table) {
    ck_assert_int_eq(fy_rdp_reciprocal(0x10000), 0x7FFF);
    ck_assert_int_eq(fy_rdp_reciprocal(0x8000), 0xFFFF);
    ck_assert_int_eq(fy_rdp_reciprocal(0x18000), 0x5555);
    ck_assert_int_eq(fy_rdp_reciprocal(0x327), 0x289AC0);
    ck_assert_int_eq(fy_rdp_reciprocal(100000), 0x53E9);
    ck_assert_int_eq(fy_rdp_reciprocal(-0x8000), ~0xFFFF);
    ck_assert_int_eq(fy_rdp_reciprocal(0), 0x7FFFFFFF);
    fy_rdp_reciprocal(INT32_MIN);
}
END_TEST

static fy_rdp_matrix camera_at_50(fy_rdp_matrix *view_fixed) {
    ferry_matrix view;
    ck_assert(fy_rdp_look_at((ferry_vec3){0, 0, 50}, (ferry_vec3){0, 0, 0}, (ferry_vec3){0, 1, 0}, &view));
    *view_fixed = fy_rdp_matrix_affine(&view);
    fy_rdp_matrix projection = fy_rdp_perspective(FY_PI / 3, 320.0 / 240, 5, 600);
    return fy_rdp_matrix_multiply(&projection, view_fixed);
}

START_TEST(matrices_are_truncated_and_multiplied_in_16_16) {
    fy_rdp_matrix view, mvp = camera_at_50(&view);
    static const int32_t expected[4][4] = {
        {85133, 0, 0, 0}, {0, 113511, 0, 0}, {0, 0, -66086, -65536}, {0, 0, 2643433, 3276800}};
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++) ck_assert_int_eq(mvp.column[c][r], expected[c][r]);
    /* the middle of a box that is not in the middle, and its corners */
    fy_rdp_matrix ortho = fy_rdp_ortho(-10, 30, -5, 15, 1, 101);
    int32_t clip[4];
    fy_rdp_transform(&ortho, (int16_t[]){10, 5, -51}, clip);
    for (int i = 0; i < 3; i++) ck_assert_int_le(abs(clip[i]), 60);
    fy_rdp_transform(&ortho, (int16_t[]){30, -5, -101}, clip);
    ck_assert_int_le(abs(clip[0] - 65536) + abs(clip[1] + 65536) + abs(clip[2] - 65536), 200);
    ferry_matrix lost;
    ck_assert(!fy_rdp_look_at((ferry_vec3){1, 2, 3}, (ferry_vec3){1, 5, 3}, (ferry_vec3){0, 1, 0}, &lost));
}
END_TEST

/* The eye is the origin, the target lies ahead of it, what is above it is above; nothing is mirrored. */
START_TEST(cameras_look_where_they_should) {
    const ferry_vec3 eye = {3, 4, 5}, target = {-2, 7, 1}, up = {0.2f, 1, 0.1f};
    ferry_matrix view;
    ck_assert(fy_rdp_look_at(eye, target, up, &view));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double sum = 0;
            for (int k = 0; k < 3; k++) sum += view.m[i][k] * view.m[j][k];
            ck_assert_double_eq_tol(sum, i == j, 1e-6);
        }
    const ferry_vec3 here = fy_matrix_point(&view, eye), there = fy_matrix_point(&view, target),
                     above = fy_matrix_point(&view, (ferry_vec3){3.2f, 5, 5.1f});
    ck_assert_double_lt((double)fy_vec3_length(here), 1e-5);
    ck_assert(fabsf(there.x) < 1e-5f && fabsf(there.y) < 1e-5f);
    ck_assert_double_eq_tol((double)there.z, -sqrt(25 + 9 + 16), 1e-5);
    ck_assert(fabsf(above.x) < 1e-5f && above.y > 0.5f);
    /* right of it, as one looks with the head up: ahead times up */
    const ferry_vec3 ahead = {-5, 3, -4}, right = {3 * 0.1f + 4, -4 * 0.2f + 0.5f, -5 - 0.6f};
    ck_assert_double_lt(fabs((double)(ahead.x * right.x + ahead.y * right.y + ahead.z * right.z)), 1e-4);
    ck_assert_float_gt(fy_matrix_direction(&view, right).x, 1);
}
END_TEST

START_TEST(vertices_land_on_the_measured_quarter_pixels) {
    static const int16_t positions[][3] = {
        {0, 0, 0}, {20, 10, 0}, {-20, -10, -50}, {35, 24, 10}, {-33, 17, -300}};
    static const int16_t places[][3] = {
        {640, 480, 29602}, {972, 313, 29602}, {473, 563, 31254}, {1368, -19, 28785}, {561, 439, 32441}};
    fy_rdp_matrix view, mvp = camera_at_50(&view);
    fy_rdp_viewport viewport = fy_rdp_viewport_of(320, 240, 5, 600);
    ck_assert_int_eq(viewport.w_scale, 217);
    ck_assert_int_eq(viewport.sphere_scale, 33);
    for (size_t i = 0; i < COUNT(positions); i++) {
        fy_rdp_vertex vertex = {.s = 0};
        fy_rdp_transform(&mvp, positions[i], vertex.clip);
        fy_rdp_project(&viewport, &vertex);
        ck_assert_int_eq(vertex.x, places[i][0]);
        ck_assert_int_eq(vertex.y, places[i][1]);
        ck_assert_int_eq(vertex.z, places[i][2]);
    }
}
END_TEST

static fy_rdp_normals identity_normals(void) {
    ferry_matrix identity = fy_matrix_identity();
    fy_rdp_matrix fixed = fy_rdp_matrix_affine(&identity);
    return fy_rdp_normals_of(&fixed);
}

/* The light that the measurements were made in. */
static fy_rdp_lighting measured_light(void) {
    fy_rdp_lighting lighting = {.ambient = {64, 72, 96, 255}, .count = 1, .exposure = 128};
    lighting.lights[0] =
        fy_rdp_light_towards((ferry_vec3){0, 0.6f, 0.8f}, (const uint8_t[4]){255, 238, 204, 255});
    return lighting;
}

static void shade(const fy_rdp_lighting *lighting, bool unlit, uint16_t packed, const uint8_t color[4],
                  uint8_t out[4]) {
    fy_rdp_normals normals = identity_normals();
    int16_t normal[3];
    fy_rdp_turn_normal(&normals, packed, normal);
    fy_rdp_shade(lighting, unlit, normal, color, out);
}

static const uint8_t white[4] = {255, 255, 255, 255};

START_TEST(light_is_exact) {
    static const struct {
        uint16_t normal;
        uint8_t of_white[4], of_colored[4];
    } cases[] = {
        {0x000F, {251, 247, 245, 254}, {197, 96, 48, 128}},
        {0x03E0, {209, 208, 212, 254}, {164, 81, 41, 128}},
        {0x0400, {63, 71, 95, 254}, {50, 28, 18, 127}},
        {0x4A87, {245, 241, 241, 254}, {192, 94, 47, 128}},
        {0xA167, {203, 201, 207, 254}, {159, 79, 40, 128}},
    };
    static const uint8_t colored[4] = {200, 100, 50, 128};
    fy_rdp_lighting lighting = measured_light();
    uint8_t out[4];
    for (size_t i = 0; i < COUNT(cases); i++) {
        shade(&lighting, false, cases[i].normal, white, out);
        const uint8_t *a = cases[i].of_white, *b = cases[i].of_colored;
        expect_rgba(out, a[0], a[1], a[2], a[3]);
        shade(&lighting, false, cases[i].normal, colored, out);
        expect_rgba(out, b[0], b[1], b[2], b[3]);
    }
    fy_rdp_lighting half = {.ambient = {128, 128, 128, 128}, .exposure = 128};
    shade(&half, false, 0x000F, (const uint8_t[4]){255, 128, 64, 255}, out);
    expect_rgba(out, 127, 64, 32, 127);
    shade(&lighting, true, 0x0400, (const uint8_t[4]){0, 128, 129, 255}, out);
    expect_rgba(out, 0, 128, 128, 254);
    lighting.exposure = 256;
    shade(&lighting, false, 0x000F, white, out);
    expect_rgba(out, 255, 255, 255, 255);
}
END_TEST

/* A light's sum above one makes it go out: the measured quirk of an over-long normal. */
START_TEST(too_much_of_a_light_puts_it_out) {
    fy_rdp_lighting lighting = {.ambient = {60, 40, 20, 255}, .count = 1, .exposure = 128};
    lighting.lights[0] = fy_rdp_light_towards((ferry_vec3){1, 1, 1}, white);
    int16_t long_normal[3] = {30000, 30000, 30000};
    uint8_t out[4];
    fy_rdp_shade(&lighting, false, long_normal, white, out);
    expect_rgb(out, 59, 39, 19);
    memset(lighting.ambient, 1, 3); /* the least of it is less than nothing: alone this is 1 */
    fy_rdp_shade(&lighting, false, long_normal, white, out);
    expect_rgb(out, 0, 0, 0);
    lighting.count = 0;
    fy_rdp_shade(&lighting, false, long_normal, white, out);
    expect_rgb(out, 1, 1, 1);
}
END_TEST

START_TEST(inverse_roots_come_from_the_table) {
    ck_assert_int_eq(fy_rdp_inverse_root(0), 0x7FFFFFFF);
    ck_assert_int_eq(fy_rdp_inverse_root(1), 0x7FFFC000); /* 0x1FFFF << 14: the table's first odd entry */
    ck_assert_int_eq(fy_rdp_inverse_root(16), 0x1FFFF000);
    ck_assert_int_eq(fy_rdp_inverse_root(14),
                     70060 << 13); /* 70060 * 70060 * (512 + 384) is just below 2^42 */
    ck_assert_int_eq(fy_rdp_inverse_root(0x10000), 0x7FFFC0);
    ck_assert_int_eq(fy_rdp_inverse_root(0x7FFFFFFF), 46386); /* exactly 46,341: nine bits */
}
END_TEST

/* Worked out from the microcode's instructions, one by one. (724, 724, 0) is a matrix of 1/64 turned by 45
 * degrees: each square is 524,176 / 65,536, of which 7 are kept, so the length is the root of 14 instead of
 * 16, and each element becomes 24,766 and not 23,170. Of (328, -200, 100) only the first square leaves
 * anything. */
START_TEST(small_matrices_lose_the_lengths_of_their_columns) {
    static const struct {
        int32_t column[3];
        int16_t unit[3];
    } cases[] = {
        {{65536, 0, 0}, {32766, 0, 0}},
        {{1024, 0, 0}, {32766, 0, 0}},
        {{724, 724, 0}, {24766, 24766, 0}},
        {{591, 591, 591}, {19532, 19532, 19532}},
        {{-512, 700, 333}, {-18920, 25864, 12304}},
        {{328, -200, 100}, {32767, -25600, 12798}},
        {{1, 2, 3}, {126, 254, 382}},
        {{0, 0, 0}, {0, 0, 0}},
        {{4194304, 99999999, -30000}, {11520, 12514, -84}}, /* squares beyond 16.16 */
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fy_rdp_matrix matrix = {{{0}}};
        for (int c = 0; c < 3; c++) memcpy(matrix.column[c], cases[i].column, sizeof cases[i].column);
        fy_rdp_normals normals = fy_rdp_normals_of(&matrix);
        for (int c = 0; c < 3; c++)
            for (int r = 0; r < 3; r++) ck_assert_int_eq(normals.column[c][r], cases[i].unit[r]);
    }
}
END_TEST

START_TEST(normals_turn_without_their_scale) {
    /* a turn about y by 90 degrees with scales 2, 3, 5 */
    ferry_matrix turn = {{{0, 0, 5, 7}, {0, 3, 0, 8}, {-2, 0, 0, 9}}};
    fy_rdp_matrix fixed = fy_rdp_matrix_affine(&turn);
    fy_rdp_normals normals = fy_rdp_normals_of(&fixed);
    int16_t out[3];
    fy_rdp_turn_normal(&normals, 0x7800, out); /* x = 15/16 */
    ck_assert_int_eq(out[0], 0);
    ck_assert_int_eq(out[1], 0);
    /* columns are (0, 0, -32764), (0, 32766, 0), (32760, 0, 0): their roots have nine good bits */
    ck_assert_int_eq(out[2], -30716);
    fy_rdp_turn_normal(&normals, 0x0400, out); /* y = -1 */
    ck_assert_int_eq(out[1], -32766);
    fy_rdp_turn_normal(&normals, 0x0010, out); /* z = -1 */
    ck_assert_int_eq(out[0], -32760);
}
END_TEST

START_TEST(fog_replaces_alpha) {
    static const struct {
        double z;
        uint8_t alpha;
    } cases[] = {{31.03, 238}, {41.38, 222}, {51.72, 206}, {62.07, 189}, {-5, 255}};
    fy_rdp_fog fog = {10, 90};
    for (size_t i = 0; i < COUNT(cases); i++)
        ck_assert_uint_eq(fy_rdp_fog_alpha(&fog, fy_fixed16(cases[i].z)), cases[i].alpha);
    ck_assert_uint_eq(fy_rdp_fog_alpha(&(fy_rdp_fog){0, 0}, fy_fixed16(60)), 255);
}
END_TEST

START_TEST(spherical_coordinates_follow_normal_and_place) {
    static const struct {
        uint16_t normal;
        int16_t st[3][2];
    } cases[] = {
        {0x000F, {{512, 512}, {203, 280}, {686, 425}}},
        {0x480C, {{800, 512}, {553, 326}, {939, 442}}},
        {0x026C, {{512, 208}, {265, 22}, {651, 138}}},
        {0xC60B, {{256, 768}, {29, 598}, {384, 704}}},
    };
    static const int16_t places[3][2] = {{640, 480}, {0, 0}, {1000, 300}};
    fy_rdp_viewport viewport = fy_rdp_viewport_of(320, 240, 5, 600);
    fy_rdp_normals normals = identity_normals();
    for (size_t i = 0; i < COUNT(cases); i++)
        for (size_t k = 0; k < COUNT(places); k++) {
            fy_rdp_vertex vertex = {.x = places[k][0], .y = places[k][1], .s = 77, .t = 99};
            fy_rdp_turn_normal(&normals, cases[i].normal, vertex.normal);
            fy_rdp_vertex_effect(FERRY_RDP_EFFECT_SPHERICAL_UV, &viewport, 32, 32, &vertex);
            ck_assert_int_eq(vertex.s, cases[i].st[k][0]);
            ck_assert_int_eq(vertex.t, cases[i].st[k][1]);
        }
    /* T is centred and moved by the width */
    fy_rdp_vertex vertex = {.x = 640, .y = 480, .normal = {0, 16384, 16384}};
    fy_rdp_vertex_effect(FERRY_RDP_EFFECT_SPHERICAL_UV, &viewport, 64, 16, &vertex);
    ck_assert_int_eq(vertex.s, 1024);
    ck_assert_int_eq(vertex.t, 1024 - 128);
    vertex = (fy_rdp_vertex){.x = 640, .y = 720, .normal = {0, 0, 16384}};
    fy_rdp_vertex_effect(FERRY_RDP_EFFECT_SPHERICAL_UV, &viewport, 64, 16, &vertex);
    ck_assert_int_eq(vertex.t, 1024 + 124); /* 240 * 33 / 32768 of half the width, halved by the normal */
}
END_TEST

START_TEST(other_effects) {
    fy_rdp_viewport viewport = fy_rdp_viewport_of(320, 240, 5, 600);
    const fy_rdp_vertex start = {
        .x = 100, .y = 200, .s = 30, .t = 40, .normal = {16384, -16384, 0}, .rgba = {9, 250, 20, 70}};
    fy_rdp_vertex vertex = start;
    fy_rdp_vertex_effect(FERRY_RDP_EFFECT_NONE, &viewport, 16, 8, &vertex);
    ck_assert_mem_eq(&vertex, &start, sizeof start);
    fy_rdp_vertex_effect(FERRY_RDP_EFFECT_CEL_COLOR, &viewport, 16, 8, &vertex);
    ck_assert_int_eq(vertex.s, 9 * 128);
    fy_rdp_vertex_effect(FERRY_RDP_EFFECT_CEL_ALPHA, &viewport, 16, 8, &vertex);
    ck_assert_int_eq(vertex.s, 70 * 128);
    ck_assert_int_eq(vertex.t, 40);
    vertex = start;
    fy_rdp_vertex_effect(FERRY_RDP_EFFECT_OUTLINE, &viewport, 16, 8, &vertex);
    ck_assert_int_eq(vertex.x, 108);
    ck_assert_int_eq(vertex.y, 204);
    fy_rdp_vertex_effect(FERRY_RDP_EFFECT_UV_OFFSET, &viewport, 16, 8, &vertex);
    ck_assert_int_eq(vertex.s, 46);
    ck_assert_int_eq(vertex.t, 48);
}
END_TEST

/* ----------------------------------------------------------------------------------------- texels */

/* (80 x, 80 y, 60 (x xor y), 255 on odd fields) */
static void measured_texture(uint8_t rgba[64]) {
    for (unsigned y = 0; y < 4; y++)
        for (unsigned x = 0; x < 4; x++) {
            uint8_t *texel = rgba + 4 * (4 * y + x);
            texel[0] = (uint8_t)(80 * x), texel[1] = (uint8_t)(80 * y), texel[2] = (uint8_t)(60 * (x ^ y));
            texel[3] = (x + y) & 1 ? 255 : 0;
        }
}

static ferry_rdp_tile slot_of(float size, uint8_t mirror, uint8_t clamp) {
    ferry_rdp_axis axis = {.low = 0, .high = size - 1, .mask = 2, .mirror = mirror, .clamp = clamp};
    return (ferry_rdp_tile){
        .texture = 0, .hash = 7, .width = (uint16_t)size, .height = (uint16_t)size, .s = axis, .t = axis};
}

START_TEST(filters_are_exact) {
    static const int16_t places[6][2] = {{8, 4}, {20, 20}, {16, 16}, {100, 40}, {-16, -16}, {130, -5}};
    static const struct {
        uint8_t mirror, clamp;
        fy_rdp_filter filter;
        uint8_t rgba[6][4];
    } cases[] = {
        {0,
         0,
         FY_RDP_BILINEAR,
         {{20, 10, 23, 96},
          {50, 50, 45, 191},
          {40, 40, 60, 255},
          {210, 100, 98, 96},
          {120, 120, 180, 255},
          {5, 38, 24, 24}}},
        {0,
         0,
         FY_RDP_POINT,
         {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {240, 80, 120, 0}, {240, 240, 0, 0}, {0, 240, 180, 255}}},
        {0,
         0,
         FY_RDP_MEDIAN,
         {{20, 10, 23, 96},
          {50, 50, 45, 191},
          {40, 40, 30, 128},
          {210, 100, 98, 96},
          {120, 120, 90, 128},
          {5, 38, 24, 24}}},
        {1,
         0,
         FY_RDP_BILINEAR,
         {{20, 10, 23, 96},
          {50, 50, 45, 191},
          {40, 40, 60, 255},
          {240, 100, 105, 64},
          {0, 0, 0, 0},
          {235, 0, 176, 239}}},
        {0,
         1,
         FY_RDP_BILINEAR,
         {{20, 10, 23, 96},
          {50, 50, 45, 191},
          {40, 40, 60, 255},
          {240, 100, 105, 64},
          {0, 0, 0, 0},
          {240, 0, 180, 255}}},
    };
    uint8_t texels[64], out[4];
    measured_texture(texels);
    for (size_t i = 0; i < COUNT(cases); i++) {
        ferry_rdp_tile slot = slot_of(4, cases[i].mirror, cases[i].clamp);
        fy_rdp_sampler sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
        for (size_t k = 0; k < COUNT(places); k++) {
            fy_rdp_sample(&sampler, cases[i].filter, places[k][0], places[k][1], out);
            const uint8_t *e = cases[i].rgba[k];
            expect_rgba(out, e[0], e[1], e[2], e[3]);
        }
    }
}
END_TEST

static uint8_t red_at(const fy_rdp_sampler *sampler, int32_t s) {
    uint8_t out[4];
    fy_rdp_sample(sampler, FY_RDP_POINT, s, 0, out);
    return out[0];
}

START_TEST(slots_become_tiles_as_the_library_sets_them) {
    uint8_t texels[64];
    measured_texture(texels);
    /* two mirrored repeats, then clamp: 0 1 2 3 3 2 1 0 0 0 .. */
    ferry_rdp_tile slot = slot_of(4, 1, 1);
    slot.s.high = slot.t.high = 7;
    fy_rdp_sampler sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
    static const uint8_t mirrored[] = {0, 80, 160, 240, 240, 160, 80, 0, 0, 0};
    for (int i = 0; i < 10; i++) ck_assert_int_eq(red_at(&sampler, i * 32 + 16), mirrored[i]);
    ck_assert_int_eq(red_at(&sampler, -32), 0);
    /* low moves the picture: texel 0 stands at S = low */
    slot = slot_of(4, 0, 0);
    slot.s.low = 1.5f;
    sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
    ck_assert_int_eq(red_at(&sampler, 48), 0);
    ck_assert_int_eq(red_at(&sampler, 47), 240);
    ck_assert_int_eq(red_at(&sampler, 80), 80);
    /* shift 1 halves, -1 doubles the coordinate */
    slot = slot_of(4, 0, 0);
    slot.s.shift = 1;
    sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
    ck_assert_int_eq(red_at(&sampler, 64), 80);
    slot.s.shift = -1;
    sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
    ck_assert_int_eq(red_at(&sampler, 16), 80);
    ck_assert_int_eq(red_at(&sampler, 64), 0);
    /* a fraction of a repeat stops earlier */
    slot = slot_of(4, 0, 1);
    slot.s.high = 1;
    sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
    ck_assert_int_eq(sampler.s.high, 4 * (1 * 4 - 2) - 4);
    /* T stops after its first repeat if S does not clamp */
    slot = slot_of(4, 0, 0);
    slot.t.clamp = 1, slot.t.high = 7;
    sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
    ck_assert_int_eq(sampler.t.high, 12);
    slot.s.clamp = 1;
    sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
    ck_assert_int_eq(sampler.t.high, 28);
    /* clamps because it must: three texels cannot repeat */
    slot = slot_of(3, 1, 0);
    sampler = fy_rdp_tile_of(&slot, 3, 3, texels);
    ck_assert(sampler.s.clamp && !sampler.s.mirror && sampler.s.mask == 0);
    ck_assert_int_eq(red_at(&sampler, 5000), 160);
    /* no picture: white */
    uint8_t out[4];
    sampler.rgba = NULL;
    fy_rdp_sample(&sampler, FY_RDP_BILINEAR, 3, 4, out);
    expect_rgba(out, 255, 255, 255, 255);
}
END_TEST

/* What leaves 16 bits comes back 2048 texels away, which a picture that repeats does not show. */
START_TEST(shifts_to_the_left_repeat_beyond_the_range) {
    uint8_t texels[64];
    measured_texture(texels);
    for (int8_t shift = 1; shift <= 5; shift++) {
        ferry_rdp_tile slot = slot_of(4, shift & 1, 0), plain = slot;
        slot.s.shift = (int8_t)-shift;
        fy_rdp_sampler wide = fy_rdp_tile_of(&slot, 4, 4, texels),
                       near = fy_rdp_tile_of(&plain, 4, 4, texels);
        for (int32_t s = -32768; s <= 32767; s += 7) /* 8 texels: two repeats */
            ck_assert_int_eq(red_at(&wide, s), red_at(&near, (int32_t)((uint32_t)s << shift & 255)));
    }
}
END_TEST

START_TEST(sampling_survives_any_tile) {
    uint8_t texels[64], out[4];
    measured_texture(texels);
    static const float edges[] = {-1e30f, -700, -1, 0, 0.3f, 5, 1023, 1e30f};
    static const uint32_t sizes[] = {1, 2, 3, 4};
    for (size_t i = 0; i < COUNT(edges) * COUNT(edges) * COUNT(sizes); i++) {
        ferry_rdp_tile slot = slot_of(4, i & 1, i / 2 & 1);
        slot.width = (uint16_t)(i % 5);
        slot.s.low = edges[i % 8], slot.s.high = edges[i / 8 % 8], slot.s.shift = (int8_t)(i % 16 - 5);
        fy_rdp_sampler sampler = fy_rdp_tile_of(&slot, sizes[i / 64], 4, texels);
        for (int32_t s = -40000; s <= 40000; s += 997) fy_rdp_sample(&sampler, FY_RDP_BILINEAR, s, -s, out);
    }
}
END_TEST

/* ------------------------------------------------------------------------------------------ pictures */

static fy_sprite_format load(ferry_job *job, const char *name, const fy_png *picture, fy_texels *texels) {
    ferry_bytes png;
    fy_sprite_format format;
    ck_assert(fy_png_write(job, name, picture, &png));
    ck_assert(fy_rdp_picture_of_png(job, name, png, texels, &format));
    ck_assert_uint_eq(texels->width, picture->width);
    ck_assert_uint_eq(texels->height, picture->height);
    return format;
}

START_TEST(names_carry_formats) {
    ck_assert_int_eq(fy_rdp_format_of_name("dir/x.ci4.png"), FY_SPRITE_CI4);
    ck_assert_int_eq(fy_rdp_format_of_name("x.RGBA32.sprite"), FY_SPRITE_RGBA32);
    ck_assert_int_eq(fy_rdp_format_of_name("x.ia16.i4.png"), FY_SPRITE_IA16);
    ck_assert_int_eq(fy_rdp_format_of_name("i8.png"), FY_SPRITE_I8);
    ck_assert_int_eq(fy_rdp_format_of_name("dir/i8.png"), FY_SPRITE_FORMATS);
    ck_assert_int_eq(fy_rdp_format_of_name("x.ci.i88.png"), FY_SPRITE_FORMATS);
}
END_TEST

START_TEST(pictures_are_cut_not_rounded) {
    static const struct {
        const char *name;
        fy_sprite_format format;
        uint8_t rgba[2][4];
    } cases[] = {
        {"x.rgba32.png", FY_SPRITE_RGBA32, {{0xB7, 0x4F, 0x2E, 0x01}, {0x9F, 0xFF, 0x00, 0x00}}},
        {"x.rgba16.png", FY_SPRITE_RGBA16, {{0xB5, 0x4A, 0x29, 0xFF}, {0x9C, 0xFF, 0x00, 0x00}}},
        {"x.png", FY_SPRITE_RGBA16, {{0xB5, 0x4A, 0x29, 0xFF}, {0x9C, 0xFF, 0x00, 0x00}}},
        {"x.ia16.png", FY_SPRITE_IA16, {{0xB7, 0xB7, 0xB7, 0x01}, {0x9F, 0x9F, 0x9F, 0x00}}},
        {"x.ia8.png", FY_SPRITE_IA8, {{0xBB, 0xBB, 0xBB, 0x00}, {0x99, 0x99, 0x99, 0x00}}},
        {"x.ia4.png", FY_SPRITE_IA4, {{0xB6, 0xB6, 0xB6, 0xFF}, {0x92, 0x92, 0x92, 0x00}}},
        {"x.i8.png", FY_SPRITE_I8, {{0xB7, 0xB7, 0xB7, 0xB7}, {0x9F, 0x9F, 0x9F, 0x9F}}},
        {"x.i4.png", FY_SPRITE_I4, {{0xBB, 0xBB, 0xBB, 0xBB}, {0x99, 0x99, 0x99, 0x99}}},
        {"x.ci8.png", FY_SPRITE_CI8, {{0xB5, 0x4A, 0x29, 0xFF}, {0x9C, 0xFF, 0x00, 0x00}}},
        {"x.ci4.png", FY_SPRITE_CI4, {{0xB5, 0x4A, 0x29, 0xFF}, {0x9C, 0xFF, 0x00, 0x00}}},
    };
    static const uint8_t pixels[] = {0xB7, 0x4F, 0x2E, 0x01, 0x9F, 0xFF, 0x00, 0x00};
    fy_png picture = {.kind = FY_PNG_RGBA, .bits = 8, .width = 2, .height = 1, .pixels = pixels};
    ferry_job *job = fy_test_job();
    for (size_t i = 0; i < COUNT(cases); i++) {
        fy_texels texels;
        ck_assert_int_eq(load(job, cases[i].name, &picture, &texels), cases[i].format);
        for (size_t k = 0; k < 2; k++) {
            const uint8_t *e = cases[i].rgba[k];
            expect_rgba(texels.rgba + 4 * k, e[0], e[1], e[2], e[3]);
        }
    }
    ferry_close(job);
}
END_TEST

/* Few greys and small palettes become four bits whatever the name says; grey loses its lower half then. */
START_TEST(few_values_take_four_bits) {
    ferry_job *job = fy_test_job();
    uint8_t greys[17];
    for (int i = 0; i < 17; i++) greys[i] = (uint8_t)(i * 15);
    fy_png grey = {.kind = FY_PNG_GRAY, .bits = 8, .width = 17, .height = 1, .pixels = greys};
    fy_texels texels;
    ck_assert_int_eq(load(job, "g.i8.png", &grey, &texels), FY_SPRITE_I8);
    ck_assert_int_eq(texels.rgba[4 * 16], 240);
    grey.width = 16;
    ck_assert_int_eq(load(job, "g.i8.png", &grey, &texels), FY_SPRITE_I4);
    ck_assert_int_eq(texels.rgba[4 * 15], 0xEE);
    ck_assert_int_eq(load(job, "g.ia8.png", &grey, &texels), FY_SPRITE_IA8);

    uint8_t packed[] = {0x1B}; /* 0 1 2 3, two bits each */
    fy_png small = {.kind = FY_PNG_GRAY, .bits = 2, .width = 4, .height = 1, .pixels = packed};
    ck_assert_int_eq(load(job, "g.png", &small, &texels), FY_SPRITE_I4);
    ck_assert_int_eq(texels.rgba[4], 0x55);

    uint8_t palette[17 * 4], indices[] = {15, 3};
    for (int i = 0; i < 17 * 4; i++) palette[i] = (uint8_t)(i * 3);
    fy_png indexed = {.kind = FY_PNG_INDEXED,
                      .bits = 8,
                      .width = 2,
                      .height = 1,
                      .pixels = indices,
                      .palette = palette,
                      .palette_count = 17};
    ck_assert_int_eq(load(job, "c.ci8.png", &indexed, &texels), FY_SPRITE_CI4);
    expect_rgba(texels.rgba, 181, 181, 189, 255);
    indices[0] = 16;
    ck_assert_int_eq(load(job, "c.png", &indexed, &texels), FY_SPRITE_CI8);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------- pictures of a model */

/* Files beside a model, and what was asked for. */
typedef struct folder {
    ferry_file_list files;
    const char *prefix; /* of the names that are there */
    bool broken;
    char asked[1024];
} folder;

static bool ask(void *user, const char *name, ferry_bytes *bytes) {
    folder *in = user;
    size_t length = strlen(in->prefix);
    if (strlen(in->asked) + strlen(name) + 2 < sizeof in->asked) strcat(strcat(in->asked, name), " ");
    for (uint32_t i = 0; i < in->files.count; i++) {
        if (strncmp(name, in->prefix, length) != 0 || strcmp(name + length, in->files.data[i].name) != 0)
            continue;
        *bytes = in->files.data[i].bytes;
        if (in->broken) bytes->size /= 2;
        return true;
    }
    return false;
}

/* textures.bmd as T3DM with its PNGs; the files live as long as the job. */
static ferry_job *convert(folder *in) {
    ferry_job *job = fy_test_job();
    ferry_bytes model = fy_read_fixture("textures.bmd");
    ferry_scene *scene = ferry_load(job, &(ferry_input){"textures.bmd", model}, 1);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL));
    ck_assert(ferry_save(job, scene, "t3dm", "textures.t3dm", &in->files));
    ferry_scene_free(scene);
    free((void *)(uintptr_t)model.data);
    return job;
}

static ferry_scene *load_beside(folder *in, ferry_job **job) {
    ferry_options options = {.size = sizeof options, .sidecar = ask, .user = in};
    in->asked[0] = '\0';
    *job = ferry_open(&options);
    for (uint32_t i = 0; i < in->files.count; i++)
        if (strstr(in->files.data[i].name, ".t3dm"))
            return ferry_load(*job, &(ferry_input){in->files.data[i].name, in->files.data[i].bytes}, 1);
    return NULL;
}

START_TEST(a_model_finds_its_pictures) {
    folder in = {.prefix = ""};
    ferry_job *made = convert(&in), *job;
    ferry_scene *scene = load_beside(&in, &job);
    ck_assert_ptr_nonnull(scene);
    fy_expect_report(job, "");
    ck_assert_str_eq(in.asked, "textures_cmpr.ci8.sprite textures_cmpr.ci8.png ");
    ck_assert_uint_eq(scene->images.count, 1);
    const ferry_image *image = &scene->images.data[0];
    ck_assert_str_eq(image->name, "textures_cmpr.ci8");
    ck_assert(image->has_rdp); /* as the name says */
    ck_assert_int_eq(image->rdp_format, FERRY_RDP_CI8);
    for (uint32_t i = 0; i < in.files.count; i++) {
        fy_texels texels;
        fy_sprite_format format;
        if (strcmp(in.files.data[i].name, "textures_cmpr.ci8.png") != 0) continue;
        ck_assert(
            fy_rdp_picture_of_png(job, "textures_cmpr.ci8.png", in.files.data[i].bytes, &texels, &format));
        ck_assert_uint_eq(image->width, texels.width);
        ck_assert_mem_eq(image->levels[0].rgba, texels.rgba, (size_t)4 * texels.width * texels.height);
    }
    ck_assert_uint_eq(scene->textures.data[0].image, 0);
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(made);
}
END_TEST

START_TEST(missing_pictures_are_noted_broken_ones_a_warning) {
    folder in = {.prefix = "elsewhere/"};
    ferry_job *made = convert(&in), *job;
    ferry_scene *scene = load_beside(&in, &job);
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_eq(scene->textures.data[0].image, FERRY_NONE);
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_NOTE], 1);
    ck_assert_str_eq(ferry_job_report(job)->data[0].code, "t3dm.sprite-missing");
    ck_assert(ferry_job_report(job)->data[0].has_offset);
    ferry_scene_free(scene);
    ferry_close(job);
    in.prefix = "", in.broken = true;
    scene = load_beside(&in, &job);
    ck_assert_ptr_nonnull(
        scene); /* white stands for it; the message names the file and what is wrong with it */
    ck_assert_uint_eq(scene->textures.data[0].image, FERRY_NONE);
    ck_assert_uint_eq(scene->images.count, 0);
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_ERROR], 0);
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_WARNING], 2);
    ck_assert_str_eq(ferry_job_report(job)->data[0].file, "textures_cmpr.ci8.png");
    ck_assert_str_eq(ferry_job_report(job)->data[1].code, "t3dm.sprite-unreadable");
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(made);
}
END_TEST

/* A material of the figure in a T3DM file, for spoiling. */
static uint8_t *material_at(ferry_bytes file, uint32_t number) {
    uint32_t chunks = ferry_be32(file.data + 4), met = 0;
    for (uint32_t i = 0; i < chunks; i++) {
        uint32_t entry = ferry_be32(file.data + 0x2C + 4 * i);
        if (entry >> 24 == 'M' && met++ == number)
            return (uint8_t *)(uintptr_t)file.data + (entry & 0xFFFFFF);
    }
    return NULL;
}

static void expect_hazard(ferry_bytes file, const char *code) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ferry_load(job, &(ferry_input){"figure.t3dm", file}, 1);
    ck_assert_ptr_nonnull(scene);
    const ferry_report *report = ferry_job_report(job);
    ck_assert_uint_eq(report->totals[FERRY_WARNING] > 0, code != NULL);
    for (uint32_t i = 0; i < report->count && code; i++) ck_assert_str_eq(report->data[i].code, code);
    ferry_scene_free(scene);
    ferry_close(job);
}

/* The ways to be drawn differently from what is written; a file of our own has none. */
START_TEST(hazards_are_reported) {
    ferry_job *made = fy_test_job();
    ferry_bytes model = fy_read_fixture("figure.bdl"), file = {0};
    ferry_scene *source = ferry_load(made, &(ferry_input){"figure.bdl", model}, 1);
    ferry_file_list files = {0};
    ck_assert(source && ferry_prepare(made, source, "t3dm", NULL));
    ck_assert(ferry_save(made, source, "t3dm", "figure.t3dm", &files));
    for (uint32_t i = 0; i < files.count; i++)
        if (strcmp(files.data[i].name, "figure.t3dm") == 0) file = files.data[i].bytes;
    expect_hazard(file, NULL);
    uint8_t *first = material_at(file, 0), *second = material_at(file, 1), keep[2][0x8C];
    memcpy(keep[0], first, 0x8C), memcpy(keep[1], second, 0x8C);

    first[0x22] |= FERRY_RDP_SET_PRIM, memset(first + 0x24, 0, 4);
    expect_hazard(file, "t3dm.color-not-sent");
    memcpy(first, keep[0], 0x8C);

    first[0x0E] |= 0x0C, second[0x16] &= 0xF3; /* a decal, and a mask that leaves the mode alone */
    expect_hazard(file, "t3dm.inherited-depth-mode");
    memcpy(second, keep[1], 0x8C);

    memcpy(first, keep[0], 0x8C);
    memcpy(second + 0x34, first + 0x34, 0x2C); /* the same texture, moved by four texels */
    second[0x34 + 0x14] = 0x40, second[0x34 + 0x15] = 0x80;
    expect_hazard(file, "t3dm.stale-tile");

    memcpy(second + 0x34, first + 0x34, 0x58); /* both are cutouts with one texture and other combiners */
    first[0x0F] |= 1, second[0x0F] |= 1;
    expect_hazard(file, "t3dm.lost-cutout");
    memcpy(first, keep[0], 0x8C), memcpy(second, keep[1], 0x8C);

    uint8_t *last = material_at(file, 8); /* its glow does not write depth: the last one switches that on */
    ck_assert_uint_eq(last[0x0F] & last[0x17], 0x20);
    last[0x0F] = 0;
    expect_hazard(file, "t3dm.depth-write");
    ferry_scene_free(source);
    ferry_close(made);
    free((void *)(uintptr_t)model.data);
}
END_TEST

/* --------------------------------------------------------------------------------------------- pixels */

static const fy_rdp_output plain = {.five_bits = false, .plain_alpha = true};

/* A pixel of a quad before the measured background. */
static fy_rdp_dot background(void) {
    return (fy_rdp_dot){.rgb = {40, 80, 120}, .coverage = 7, .depth = {.cleared = true}};
}

static fy_rdp_fragment fragment_of(const uint8_t color[4]) {
    fy_rdp_fragment fragment = {
        .samples = 8, .z = 0x8000, .dz = 1, .tex0 = {180, 90, 45, 200}, .tex1 = {60, 120, 240, 100}};
    memcpy(fragment.shade, color, 4);
    return fragment;
}

#define SHADE_ALONE 0x00887F1088FE7D3E
#define TEX_SHADE 0x00127E2488FFFDFE
#define TEX_PRIM_ALPHA 0x0011FE2388FFF3F9
#define BLENDED 0x001218248833FFFF

START_TEST(pixels_are_the_measured_ones) {
    static const fy_rdp_cycle two_tone[2] = {
        {{FY_RDP_PRIM, FY_RDP_ENV, FY_RDP_TEX0, FY_RDP_ENV}, {7, 7, 7, 6}}};
    static const fy_rdp_cycle mix[2] = {
        {{FY_RDP_TEX1, FY_RDP_TEX0, FY_RDP_ENV_ALPHA, FY_RDP_TEX0}, {7, 7, 7, 6}},
        {{FY_RDP_COMBINED, FY_RDP_ZERO_AB, FY_RDP_SHADE, FY_RDP_ZERO}, {7, 7, 7, 6}}};
    const uint64_t tones = fy_rdp_encode(two_tone, false), mixed = fy_rdp_encode(mix, true);
    const struct {
        uint64_t word;
        uint32_t blender;
        uint16_t normal;
        uint8_t color[4], prim[4], env[4], rgb[3];
    } cases[] = {
        {SHADE_ALONE, 0, 0x000F, {255, 255, 255, 255}, {0}, {0}, {251, 247, 245}},
        {SHADE_ALONE, 0, 0x03E0, {200, 100, 50, 255}, {0}, {0}, {164, 81, 41}},
        {SHADE_ALONE, 0, 0x0400, {255, 255, 255, 255}, {0}, {0}, {63, 71, 95}},
        {TEX_SHADE, 0, 0x000F, {255, 255, 255, 255}, {0}, {0}, {176, 87, 43}},
        {0x80127E0388FFFDFE, 0, 0x000F, {255, 255, 255, 255}, {128, 255, 64, 255}, {0}, {88, 87, 11}},
        {tones, 0, 0x000F, {255, 255, 255, 255}, {250, 200, 10, 255}, {20, 40, 60, 255}, {182, 96, 51}},
        {0x80117E0488FFFDFE, 0, 0x000F, {255, 255, 255, 255}, {0}, {0}, {41, 41, 40}},
        {BLENDED, FERRY_RDP_BLEND_MULTIPLY, 0x000F, {255, 255, 255, 255}, {0}, {0}, {142, 85, 62}},
        {TEX_PRIM_ALPHA,
         FERRY_RDP_BLEND_ADD,
         0x000F,
         {255, 255, 255, 255},
         {255, 128, 64, 255},
         {0},
         {179, 115, 128}},
        {mixed, 0, 0x000F, {255, 255, 255, 255}, {0}, {0, 0, 0, 96}, {132, 97, 113}},
        {SHADE_ALONE, 0, 0x4A87, {255, 255, 255, 255}, {0}, {0}, {245, 241, 241}},
    };
    fy_rdp_lighting lighting = measured_light();
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint8_t lit[4];
        shade(&lighting, false, cases[i].normal, cases[i].color, lit);
        fy_rdp_modes modes = {.formula = fy_rdp_formula_of(cases[i].word), .blender = cases[i].blender};
        memcpy(modes.prim, cases[i].prim, 4), memcpy(modes.env, cases[i].env, 4);
        fy_rdp_fragment fragment = fragment_of(lit);
        fy_rdp_dot dot = background();
        ck_assert(fy_rdp_draw(&plain, &modes, &fragment, &dot));
        expect_rgb(dot.rgb, cases[i].rgb[0], cases[i].rgb[1], cases[i].rgb[2]);
    }
}
END_TEST

static void expect_blend(uint32_t word, uint8_t alpha, const uint8_t src[3], const uint8_t dst[3], int r,
                         int g, int b) {
    fy_rdp_blend_inputs inputs = {.alpha = alpha, .fog = {0, 0, 0, 128}};
    uint8_t out[3];
    memcpy(inputs.src, src, 3), memcpy(inputs.dst, dst, 3);
    fy_rdp_blend(word, &inputs, out);
    expect_rgb(out, r, g, b);
}

START_TEST(blending_has_five_bits_and_wraps) {
    static const uint8_t src[3] = {250, 130, 10}, dst[3] = {40, 80, 120};
    expect_blend(FERRY_RDP_BLEND_MULTIPLY, 128, src, dst, 145, 105, 65);
    expect_blend(FERRY_RDP_BLEND_MULTIPLY, 255, src, dst, 250, 130, 10);
    expect_blend(FERRY_RDP_BLEND_MULTIPLY, 0, src, dst, 40, 80, 120);
    expect_blend(FY_RDP_BLEND_FOG_ALPHA, 7, src, dst, 145, 105, 65);
    expect_blend(FERRY_RDP_BLEND_ADD, 128, src, dst, 165, 145, 125);
    expect_blend(FERRY_RDP_BLEND_ADD, 224, src, dst, 2, 193, 128); /* 258 - 256 */
    /* in place of the pixel's colour the blend colour, or the fog's */
    for (uint32_t which = 2; which < 4; which++) {
        fy_rdp_blend_inputs inputs = {.alpha = 128, .blend = {250, 130, 10}, .fog = {0, 0, 0, 128}};
        uint8_t mixed[3], *of = which == 2 ? inputs.blend : inputs.fog;
        memcpy(inputs.dst, dst, 3);
        memset(inputs.src, 77, 3);
        fy_rdp_blend((FERRY_RDP_BLEND_MULTIPLY & ~(3U << 30)) | which << 30, &inputs, mixed);
        expect_blend(FERRY_RDP_BLEND_MULTIPLY, 128, of, dst, mixed[0], mixed[1], mixed[2]);
    }
    fy_rdp_blend_inputs covered = {.alpha = 128, .coverage = 5, .src = {250, 130, 10}, .dst = {40, 80, 120}};
    uint8_t out[3];
    fy_rdp_blend(FERRY_RDP_BLEND_MULTIPLY | 1u << 18, &covered, out); /* by 16 and 4 * 5 + 1 of 32 */
    expect_rgb(out, (250 * 16 + 40 * 21) / 32, (130 * 16 + 80 * 21) / 32, (10 * 16 + 120 * 21) / 32);
}
END_TEST

START_TEST(cutouts_start_at_32_whatever_their_threshold) {
    /* texture colour and alpha */
    fy_rdp_modes modes = {
        .formula = fy_rdp_formula_of(0x00887F1088FCF279), .compare = true, .blend = {0, 0, 0, 128}};
    static const int stored[][2] = {{31, -1}, {32, 0}, {128, 3}, {255, 7}};
    for (size_t i = 0; i < COUNT(stored); i++) {
        fy_rdp_fragment fragment = fragment_of(white);
        fragment.tex0[3] = (uint8_t)stored[i][0];
        fy_rdp_dot dot = background();
        ck_assert_int_eq(fy_rdp_draw(&plain, &modes, &fragment, &dot), stored[i][1] >= 0);
        if (stored[i][1] >= 0) ck_assert_int_eq(dot.coverage, stored[i][1]);
    }
    /* at an edge more is needed: samples * alpha >= 252 */
    ck_assert_int_eq(fy_rdp_cutout(84, 3), 1);
    ck_assert_int_eq(fy_rdp_cutout(83, 3), 0);
    /* blended and compared: the threshold counts */
    modes.blender = FERRY_RDP_BLEND_MULTIPLY;
    fy_rdp_fragment fragment = fragment_of(white);
    fy_rdp_dot dot = background();
    fragment.tex0[3] = 127;
    ck_assert(!fy_rdp_draw(&plain, &modes, &fragment, &dot));
    fragment.tex0[3] = 128;
    ck_assert(fy_rdp_draw(&plain, &modes, &fragment, &dot));
    /* opaque: alpha is of no effect */
    modes.blender = 0, modes.compare = false, fragment.tex0[3] = 0;
    dot = background();
    ck_assert(fy_rdp_draw(&plain, &modes, &fragment, &dot));
    expect_rgb(dot.rgb, 180, 90, 45);
}
END_TEST

/* In two cycles the compare looks at the first one's alpha, the blender at the last. */
START_TEST(the_compare_reads_the_first_cycle) {
    fy_rdp_cycle cycles[2] = {{{8, 8, 16, FY_RDP_TEX0}, {7, 7, 7, FY_RDP_TEX0}},
                              {{8, 8, 16, FY_RDP_COMBINED}, {7, 7, 7, FY_RDP_PRIM}}};
    fy_rdp_modes modes = {.formula = fy_rdp_formula_of(fy_rdp_encode(cycles, true)),
                          .blender = FERRY_RDP_BLEND_MULTIPLY,
                          .compare = true,
                          .prim = {0, 0, 0, 10},
                          .blend = {0, 0, 0, 100}};
    fy_rdp_fragment fragment = fragment_of(white);
    fy_rdp_dot dot = background();
    ck_assert(fy_rdp_draw(&plain, &modes, &fragment, &dot));
    expect_rgb(dot.rgb, (180 * 1 + 40 * 31) / 32, (90 + 80 * 31) / 32, (45 + 120 * 31) / 32);
    fragment.tex0[3] = 99;
    ck_assert(!fy_rdp_draw(&plain, &modes, &fragment, &dot));
}
END_TEST

START_TEST(dither_leaves_five_bits) {
    static const int square[4][4] = {{0, 6, 1, 7}, {4, 2, 5, 3}, {3, 5, 2, 4}, {7, 1, 6, 0}};
    for (uint32_t y = 0; y < 8; y++)
        for (uint32_t x = 0; x < 8; x++) ck_assert_int_eq(fy_rdp_dither(x, y), square[y & 3][x & 3]);
    for (int d = 0; d < 8; d++) {
        ck_assert_int_eq(fy_rdp_to_five_bits(100, d), d < 4 ? 104 : 96);
        ck_assert_int_eq(fy_rdp_to_five_bits(250, d), 248);
        ck_assert_int_eq(fy_rdp_to_five_bits(255, d), 248);
    }
    fy_rdp_output console = {.five_bits = true};
    fy_rdp_modes modes = {.formula = fy_rdp_formula_of(BLENDED), .blender = FERRY_RDP_BLEND_MULTIPLY};
    fy_rdp_fragment fragment = fragment_of((const uint8_t[4]){255, 255, 255, 128});
    fragment.x = 3, fragment.y = 0; /* 7 */
    fy_rdp_dot dot = background();
    ck_assert(fy_rdp_draw(&console, &modes, &fragment, &dot));
    int alpha = 100 + 7, a5 = alpha >> 3, b5 = (255 - alpha) >> 3;
    ck_assert_int_eq(dot.rgb[0], ((179 * a5 + 40 * (b5 + 1)) >> 5) & 0xF8);
}
END_TEST

START_TEST(partly_covered_blends_colour_once) {
    fy_rdp_modes modes = {.formula = fy_rdp_formula_of(BLENDED), .blender = FERRY_RDP_BLEND_MULTIPLY};
    fy_rdp_fragment fragment = fragment_of(white);
    fy_rdp_dot dot = background();
    dot.coverage = 2;
    fragment.samples = 3;
    ck_assert(fy_rdp_draw(&plain, &modes, &fragment, &dot));
    expect_rgb(dot.rgb, 40, 80, 120);
    ck_assert_int_eq(dot.coverage, 5);
    fragment.z = 0x4000;
    ck_assert(fy_rdp_draw(&plain, &modes, &fragment, &dot));
    ck_assert_int_eq(dot.coverage, 0);
    ck_assert_int_ne(dot.rgb[0], 40);
}
END_TEST

/* Two surfaces of one depth share a pixel by their samples; what is in front takes it. */
START_TEST(opaque_edges_are_merged) {
    fy_rdp_modes modes = {.formula = fy_rdp_formula_of(0x00887F1088FCF279)}; /* texture colour and alpha */
    static const struct {
        uint8_t samples;
        uint32_t z, dz, stored_dz;
        int own, other, coverage;
    } cases[] = {
        {3, 0x8000, 1, 1, 3, 5, 7},   /* the rest of the pixel */
        {2, 0x8000, 1, 1, 2, 5, 6},   /* a gap stays */
        {2, 0x8040, 1, 1, 2, 5, 6},   /* within the tolerance behind */
        {3, 0x7000, 1, 1, 1, 0, 2},   /* in front */
        {4, 0x7FC0, 1, 1, 1, 0, 3},   /* they overlap */
        {3, 0x8000, 32, 16, 1, 5, 7}, /* a steeper surface has half the weight */
        {3, 0x8000, 16, 32, 3, 3, 7}, /* so has what is stored: 4 / 2 + 1 */
        {3, 0x8000, 256, 1, 0, 5, 7}, /* nothing of it is left */
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fy_rdp_fragment fragment = fragment_of(white);
        fy_rdp_dot dot = background();
        dot.coverage = 4, dot.depth = (fy_rdp_depth){.z = 0x8000, .dz = cases[i].stored_dz};
        fragment.samples = cases[i].samples, fragment.z = cases[i].z, fragment.dz = cases[i].dz;
        ck_assert(fy_rdp_draw(&plain, &modes, &fragment, &dot));
        int own = cases[i].own, other = cases[i].other, all = own + other;
        expect_rgb(dot.rgb, (180 * own + 40 * other) / all, (90 * own + 80 * other) / all,
                   (45 * own + 120 * other) / all);
        ck_assert_int_eq(dot.coverage, cases[i].coverage);
    }
}
END_TEST

/* ---------------------------------------------------------------------------------------------- depth */

START_TEST(depth_is_stored_on_a_grid) {
    static const uint32_t cases[][2] = {{0x1FFFF, 0x1FFC0}, {0x20021, 0x20020}, {0x30015, 0x30010},
                                        {0x3800F, 0x38008}, {0x3C007, 0x3C004}, {0x3E003, 0x3E002},
                                        {0x3F001, 0x3F001}, {0x3FFFF, 0x3FFFF}};
    for (size_t i = 0; i < COUNT(cases); i++)
        ck_assert_uint_eq(fy_rdp_depth_stored(cases[i][0]), cases[i][1]);
    ck_assert_uint_eq(fy_rdp_depth_of(16383.5), 131068);
    ck_assert_uint_eq(fy_rdp_depth_of(-1), 0);
    ck_assert_uint_eq(fy_rdp_depth_of(40000), 0x3FFFF);
    static const double slopes[][3] = {{0, 0, 1},    {0.9, -0.9, 1}, {1, 0, 2},
                                       {-3.7, 1, 8}, {2, -1.5, 4},   {1e9, 0, 0x8000}};
    for (size_t i = 0; i < COUNT(slopes); i++)
        ck_assert_uint_eq(fy_rdp_slope_of(slopes[i][0], slopes[i][1]), (uint32_t)slopes[i][2]);
}
END_TEST

static bool passes(fy_rdp_z_mode mode, uint32_t stored, uint32_t stored_dz, uint32_t z, uint32_t dz,
                   bool full) {
    fy_rdp_depth depth = {.z = stored, .dz = stored_dz};
    return fy_rdp_depth_passes(mode, &depth, z, dz, full);
}

START_TEST(depth_compares_in_four_ways) {
    fy_rdp_depth clear = {.cleared = true};
    for (unsigned mode = 0; mode < 4; mode++)
        ck_assert_int_eq(fy_rdp_depth_passes((fy_rdp_z_mode)mode, &clear, 9, 1, true),
                         mode != FY_RDP_Z_DECAL);
    /* strictly nearer */
    ck_assert(passes(FY_RDP_Z_OPAQUE, 0x20000, 1, 0x1FFFF, 1, true));
    ck_assert(!passes(FY_RDP_Z_OPAQUE, 0x20000, 1, 0x20000, 1, true));
    ck_assert(!passes(FY_RDP_Z_TRANSPARENT, 0x20000, 1, 0x20000, 1, false));
    /* a pixel that is not full yet takes what is about as far */
    ck_assert(passes(FY_RDP_Z_OPAQUE, 0x20000, 1, 0x20000 + 64, 1, false));
    ck_assert(!passes(FY_RDP_Z_OPAQUE, 0x20000, 1, 0x20000 + 65, 1, false));
    /* a flat decal in the middle: 8 Z units either way */
    static const int offsets[][2] = {{-10, 0}, {-8, 1}, {-5, 1}, {0, 1}, {5, 1}, {8, 1}, {9, 0}, {10, 0}};
    for (size_t i = 0; i < COUNT(offsets); i++)
        ck_assert_int_eq(passes(FY_RDP_Z_DECAL, 0x20000, 1, (uint32_t)(0x20000 + 8 * offsets[i][0]), 1, true),
                         offsets[i][1]);
    /* sloped: the slope, doubled while the exponent is small */
    ck_assert_uint_eq(fy_rdp_depth_tolerance(&(fy_rdp_depth){.z = 0x20000, .dz = 16}, 16), 8 * 32);
    ck_assert_uint_eq(fy_rdp_depth_tolerance(&(fy_rdp_depth){.z = 0x3F000, .dz = 16}, 4), 8 * 16);
    ck_assert_uint_eq(fy_rdp_depth_tolerance(&(fy_rdp_depth){.z = 0x100, .dz = 1}, 1), 8 * 16);
}
END_TEST

START_TEST(ideal_depth_follows_the_same_rules) {
    ck_assert(fy_rdp_depth_passes_ideal(FY_RDP_Z_OPAQUE, true, 0, 5, 1));
    ck_assert(!fy_rdp_depth_passes_ideal(FY_RDP_Z_DECAL, true, 0, 5, 1));
    ck_assert(fy_rdp_depth_passes_ideal(FY_RDP_Z_OPAQUE, false, 5, 4.999, 1));
    ck_assert(!fy_rdp_depth_passes_ideal(FY_RDP_Z_TRANSPARENT, false, 5, 5, 1));
    ck_assert(fy_rdp_depth_passes_ideal(FY_RDP_Z_DECAL, false, 100, 108, 1));
    ck_assert(!fy_rdp_depth_passes_ideal(FY_RDP_Z_DECAL, false, 100, 109, 1));
    ck_assert(fy_rdp_depth_passes_ideal(FY_RDP_Z_DECAL, false, 100, 88, 6));
    ck_assert(!fy_rdp_depth_passes_ideal(FY_RDP_Z_DECAL, false, 100, 87, 6));
}
END_TEST

/* Blended surfaces and decals write depth, too, unless that is switched off: what comes later behind them is
 * hidden. */
START_TEST(everything_writes_depth) {
    fy_rdp_modes modes = {.formula = fy_rdp_formula_of(BLENDED), .blender = FERRY_RDP_BLEND_MULTIPLY};
    fy_rdp_fragment near = fragment_of(white), far = fragment_of(white);
    near.z = 0x8020, far.z = 0x10000;
    fy_rdp_dot dot = background();
    ck_assert(fy_rdp_draw(&plain, &modes, &near, &dot));
    ck_assert_uint_eq(dot.depth.z, 0x8000);
    ck_assert(!dot.depth.cleared);
    ck_assert(!fy_rdp_draw(&plain, &modes, &far, &dot));
    modes.z_mode = FY_RDP_Z_DECAL;
    ck_assert(fy_rdp_draw(&plain, &modes, &near, &dot));
    modes.z_mode = FY_RDP_Z_OPAQUE, modes.keeps_depth = true;
    dot = background();
    ck_assert(fy_rdp_draw(&plain, &modes, &near, &dot));
    ck_assert(dot.depth.cleared);
    ck_assert(fy_rdp_draw(&plain, &modes, &far, &dot));
}
END_TEST

/* ---------------------------------------------------------------------------------------------- state */

typedef struct stage {
    fy_rdp_state state;
    ferry_level pictures[2];
} stage;

static const uint8_t one_texel[4] = {1, 2, 3, 4};

static void set_stage(stage *on) {
    fy_rdp_start_frame(&on->state);
    fy_rdp_start_model(&on->state);
    for (int i = 0; i < 2; i++) on->pictures[i] = (ferry_level){1, 1, one_texel};
}

static ferry_rdp_material textured(uint32_t hash, uint64_t combiner, uint64_t other_mode) {
    ferry_rdp_material material = {.combiner = combiner,
                                   .other_mode = other_mode,
                                   .other_mode_mask = FERRY_RDP_MODE_MASK,
                                   .flags = 0x17,
                                   .tiles = {slot_of(1, 0, 1), {.texture = UINT32_MAX}}};
    material.tiles[0].hash = hash;
    return material;
}

START_TEST(colours_stay_and_zero_is_not_sent) {
    stage on;
    set_stage(&on);
    ferry_rdp_material material = textured(1, TEX_SHADE, FERRY_RDP_BILINEAR);
    material.colors = FERRY_RDP_SET_PRIM;
    memcpy(material.prim, (uint8_t[]){9, 8, 7, 6}, 4);
    memcpy(material.env, (uint8_t[]){5, 5, 5, 5}, 4);
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &material, on.pictures), 0);
    fy_rdp_modes modes = fy_rdp_modes_of(&on.state);
    expect_rgba(modes.prim, 9, 8, 7, 6);
    expect_rgba(modes.env, 0, 0, 0, 0);
    material.colors = 0;
    memset(material.prim, 1, 4);
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &material, on.pictures), 0);
    expect_rgba(on.state.prim, 9, 8, 7, 6);
    /* the next model begins with all zero, which counts as sent */
    fy_rdp_start_model(&on.state);
    material.colors = FERRY_RDP_SET_PRIM;
    memset(material.prim, 0, 4);
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &material, on.pictures), FY_RDP_KEPT_COLOR);
    expect_rgba(on.state.prim, 9, 8, 7, 6);
    /* a threshold needs no bit of its own */
    material.colors = 0, material.other_mode |= FERRY_RDP_ALPHA_COMPARE, material.blend[3] = 77;
    fy_rdp_apply(&on.state, &material, on.pictures);
    ck_assert_int_eq(on.state.blend[3], 77);
}
END_TEST

START_TEST(equal_hashes_keep_the_old_tile) {
    stage on;
    set_stage(&on);
    ferry_rdp_material first = textured(5, TEX_SHADE, FERRY_RDP_BILINEAR), second = first;
    second.tiles[0].s.shift = 2;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &first, on.pictures), 0);
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &second, on.pictures), FY_RDP_STALE_TILE);
    ck_assert_int_eq(on.state.tiles[0].s.shift, 0);
    second.tiles[0].hash = 6;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &second, on.pictures), 0);
    ck_assert_int_eq(on.state.tiles[0].s.shift, 2);
    /* B with A's hash shows A's picture; without B, tile 1 stays */
    uint8_t other[4] = {9, 9, 9, 9};
    on.pictures[1].rgba = other;
    second.tiles[1] = second.tiles[0];
    second.tiles[1].s.shift = 1;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &second, on.pictures), 0);
    ck_assert_ptr_eq(on.state.tiles[1].rgba, one_texel);
    ck_assert_int_eq(on.state.tiles[1].s.shift, 1);
    fy_rdp_apply(&on.state, &first, on.pictures);
    ck_assert_int_eq(on.state.tiles[1].s.shift, 1);
    ck_assert_ptr_eq(on.state.tiles[1].rgba, one_texel);
}
END_TEST

START_TEST(cutouts_get_lost) {
    const uint64_t cutout = FERRY_RDP_BILINEAR | FERRY_RDP_ALPHA_COMPARE;
    stage on;
    set_stage(&on);
    ferry_rdp_material first = textured(5, TEX_SHADE, cutout), second = first, third;
    first.blend[3] = second.blend[3] = 128;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &first, on.pictures), 0);
    ck_assert(fy_rdp_modes_of(&on.state).compare);
    /* another colour only: kept */
    second.colors = FERRY_RDP_SET_PRIM, second.prim[0] = 3;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &second, on.pictures), 0);
    ck_assert(fy_rdp_modes_of(&on.state).compare);
    /* another combiner: lost */
    third = second, third.combiner = TEX_PRIM_ALPHA;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &third, on.pictures), FY_RDP_LOST_CUTOUT);
    ck_assert(!fy_rdp_modes_of(&on.state).compare);
    /* another texture brings it back */
    third.tiles[0].hash = 6;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &third, on.pictures), 0);
    ck_assert(fy_rdp_modes_of(&on.state).compare);
}
END_TEST

START_TEST(z_modes_are_inherited_without_their_mask) {
    stage on;
    set_stage(&on);
    ferry_rdp_material decal = textured(5, TEX_SHADE, FERRY_RDP_BILINEAR | FERRY_RDP_Z_DECAL);
    ferry_rdp_material next = textured(6, TEX_SHADE, FERRY_RDP_BILINEAR);
    next.other_mode_mask &= ~FERRY_RDP_Z_DECAL;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &decal, on.pictures), 0);
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &next, on.pictures), FY_RDP_INHERITED_Z);
    ck_assert_int_eq(fy_rdp_modes_of(&on.state).z_mode, FY_RDP_Z_DECAL);
    next.other_mode_mask = FERRY_RDP_MODE_MASK, next.tiles[0].hash = 7;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &next, on.pictures), 0);
    ck_assert_int_eq(fy_rdp_modes_of(&on.state).z_mode, FY_RDP_Z_OPAQUE);
}
END_TEST

/* Depth write is on as a frame starts; it stays as it is where the mask does not name it, from one model to
 * the next as well. */
START_TEST(depth_write_is_inherited_without_its_mask) {
    stage on;
    set_stage(&on);
    ferry_rdp_material glass = textured(5, TEX_SHADE, FERRY_RDP_BILINEAR), wall = glass;
    glass.other_mode_mask |= FERRY_RDP_Z_WRITE;
    wall.tiles[0].hash = 6;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &wall, on.pictures), 0);
    ck_assert(!fy_rdp_modes_of(&on.state).keeps_depth);
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &glass, on.pictures), 0);
    ck_assert(fy_rdp_modes_of(&on.state).keeps_depth);
    fy_rdp_start_model(&on.state);
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &wall, on.pictures), FY_RDP_INHERITED_Z);
    ck_assert(fy_rdp_modes_of(&on.state).keeps_depth);
    wall.other_mode_mask |= FERRY_RDP_Z_WRITE, wall.other_mode |= FERRY_RDP_Z_WRITE;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &wall, on.pictures), 0);
    ck_assert(!fy_rdp_modes_of(&on.state).keeps_depth);
}
END_TEST

START_TEST(a_material_without_combiner_leaves_the_rest) {
    stage on;
    set_stage(&on);
    ferry_rdp_material first = textured(5, TEX_SHADE, 0), none = textured(6, 0, FERRY_RDP_BILINEAR);
    first.blender = FERRY_RDP_BLEND_ADD, first.fog = 2;
    none.flags = 0x05, none.effect = FERRY_RDP_EFFECT_SPHERICAL_UV, none.tiles[0].width = 48;
    fy_rdp_apply(&on.state, &first, on.pictures);
    ck_assert_int_eq(fy_rdp_filter_of(on.state.other_mode), FY_RDP_POINT);
    fy_rdp_apply(&on.state, &none, on.pictures);
    ck_assert_uint_eq(on.state.combiner, TEX_SHADE);
    ck_assert_uint_eq(on.state.blender, FERRY_RDP_BLEND_ADD);
    ck_assert_int_eq(fy_rdp_filter_of(on.state.other_mode), FY_RDP_POINT);
    ck_assert_uint_eq(on.state.flags, 0x05);
    ck_assert(on.state.fog);
    ck_assert_uint_eq(on.state.effect_width, 48);
    /* draw flags 0 are never sent first */
    fy_rdp_start_model(&on.state);
    ck_assert_uint_eq(on.state.effect, FERRY_RDP_EFFECT_NONE);
    none.flags = 0;
    fy_rdp_apply(&on.state, &none, on.pictures);
    ck_assert_uint_eq(on.state.flags, 0x05);
}
END_TEST

/* ---------------------------------------------------------------------------------------------- video */

#define SIDE 7

static void flat_picture(uint8_t *rgba, uint8_t *coverage, uint8_t left, uint8_t right) {
    for (int i = 0; i < SIDE * SIDE; i++) {
        memset(rgba + 4 * i, i % SIDE < 3 ? left : right, 4);
        coverage[i] = 7;
    }
}

START_TEST(edges_are_smoothed_by_coverage) {
    uint8_t rgba[SIDE * SIDE * 4], coverage[SIDE * SIDE], before[sizeof rgba];
    ferry_job *job = fy_test_job();
    flat_picture(rgba, coverage, 80, 200);
    memcpy(before, rgba, sizeof rgba);
    ck_assert(fy_rdp_video(job, SIDE, SIDE, coverage, rgba));
    ck_assert_mem_eq(rgba, before, sizeof rgba); /* full coverage: untouched */

    /* one edge pixel of 200 with half its samples: between the second least and second greatest around it */
    size_t at = 3 * SIDE + 3;
    coverage[at] = 3;
    ck_assert(fy_rdp_video(job, SIDE, SIDE, coverage, rgba));
    /* around: 80 (x 3), 200 (x 3): low2 = 80, high2 = 200; 200 + ((80 + 200 - 400) * 4 + 4 >> 3) = 140 */
    ck_assert_int_eq(rgba[4 * at], 140);
    ck_assert_int_eq(rgba[4 * at + 3], 200);
    /* its neighbours take medians: 80 140 200 -> 140 stays; 80 80 140 -> 80; 140 200 200 -> 200 */
    ck_assert_int_eq(rgba[4 * (at - 1)], 80);
    ck_assert_int_eq(rgba[4 * (at + 1)], 200);

    /* a speck beside an edge goes */
    flat_picture(rgba, coverage, 80, 80);
    rgba[4 * at] = 240;
    coverage[at + 1] = 5;
    ck_assert(fy_rdp_video(job, SIDE, SIDE, coverage, rgba));
    ck_assert_int_eq(rgba[4 * at], 80);
    ferry_close(job);
}
END_TEST

/* What lies behind the last row is no part of the picture. */
START_TEST(edges_end_with_the_picture) {
    uint8_t rgba[2][SIDE * SIDE * 4], coverage[SIDE * SIDE];
    ferry_job *job = fy_test_job();
    for (int i = 0; i < 2; i++) {
        flat_picture(rgba[i], coverage, 80, 200);
        memset(coverage + (size_t)SIDE * (SIDE - 1), 7 * i, SIDE);
        for (int x = 0; x < SIDE; x++) coverage[(SIDE - 2) * SIDE + x] = 3;
        ck_assert(fy_rdp_video(job, SIDE, SIDE - 1, coverage, rgba[i]));
    }
    ck_assert_mem_eq(rgba[0], rgba[1], (size_t)4 * SIDE * (SIDE - 1));
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rdp");
    TCase *vertices = tcase_create("vertices");
    tcase_add_test(vertices, reciprocals_come_from_the_table);
    tcase_add_test(vertices, matrices_are_truncated_and_multiplied_in_16_16);
    tcase_add_test(vertices, cameras_look_where_they_should);
    tcase_add_test(vertices, vertices_land_on_the_measured_quarter_pixels);
    tcase_add_test(vertices, light_is_exact);
    tcase_add_test(vertices, too_much_of_a_light_puts_it_out);
    tcase_add_test(vertices, inverse_roots_come_from_the_table);
    tcase_add_test(vertices, small_matrices_lose_the_lengths_of_their_columns);
    tcase_add_test(vertices, normals_turn_without_their_scale);
    tcase_add_test(vertices, fog_replaces_alpha);
    tcase_add_test(vertices, spherical_coordinates_follow_normal_and_place);
    tcase_add_test(vertices, other_effects);
    suite_add_tcase(suite, vertices);
    TCase *texels = tcase_create("texels");
    tcase_add_test(texels, filters_are_exact);
    tcase_add_test(texels, slots_become_tiles_as_the_library_sets_them);
    tcase_add_test(texels, shifts_to_the_left_repeat_beyond_the_range);
    tcase_add_test(texels, sampling_survives_any_tile);
    tcase_add_test(texels, names_carry_formats);
    tcase_add_test(texels, pictures_are_cut_not_rounded);
    tcase_add_test(texels, few_values_take_four_bits);
    tcase_add_test(texels, a_model_finds_its_pictures);
    tcase_add_test(texels, missing_pictures_are_noted_broken_ones_a_warning);
    suite_add_tcase(suite, texels);
    TCase *pixels = tcase_create("pixels");
    tcase_add_test(pixels, pixels_are_the_measured_ones);
    tcase_add_test(pixels, blending_has_five_bits_and_wraps);
    tcase_add_test(pixels, cutouts_start_at_32_whatever_their_threshold);
    tcase_add_test(pixels, the_compare_reads_the_first_cycle);
    tcase_add_test(pixels, dither_leaves_five_bits);
    tcase_add_test(pixels, partly_covered_blends_colour_once);
    tcase_add_test(pixels, opaque_edges_are_merged);
    tcase_add_test(pixels, depth_is_stored_on_a_grid);
    tcase_add_test(pixels, depth_compares_in_four_ways);
    tcase_add_test(pixels, ideal_depth_follows_the_same_rules);
    tcase_add_test(pixels, everything_writes_depth);
    suite_add_tcase(suite, pixels);
    TCase *state = tcase_create("state");
    tcase_add_test(state, colours_stay_and_zero_is_not_sent);
    tcase_add_test(state, equal_hashes_keep_the_old_tile);
    tcase_add_test(state, cutouts_get_lost);
    tcase_add_test(state, z_modes_are_inherited_without_their_mask);
    tcase_add_test(state, depth_write_is_inherited_without_its_mask);
    tcase_add_test(state, a_material_without_combiner_leaves_the_rest);
    tcase_add_test(state, hazards_are_reported);
    suite_add_tcase(suite, state);
    TCase *video = tcase_create("video");
    tcase_add_test(video, edges_are_smoothed_by_coverage);
    tcase_add_test(video, edges_end_with_the_picture);
    suite_add_tcase(suite, video);
    return fy_run_suite(suite);
}
