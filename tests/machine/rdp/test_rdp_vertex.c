/*
 * test_rdp_vertex.c: the console's vertices: places, light, effects against measured values
 * (docs/formats/n64_drawing.md).
 */
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/rdp_values.h"
#include "core/base/maths.h"
#include "helpers.h"
#include "machine/rdp/rdp_fixed.h"
#include "machine/rdp/rdp_vertex.h"

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
    const ferry_matrix view = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, -50}}};
    *view_fixed = fy_rdp_matrix_affine(&view);
    fy_rdp_matrix projection = fy_rdp_perspective(FY_PI / 3, 320.0 / 240, 5, 600);
    return fy_rdp_matrix_multiply(&projection, view_fixed);
}

/* The runtime's bones are floats: a turn of 0.0055 degrees has a cosine of 1. */
START_TEST(matrices_are_floats_before_they_are_cut) {
    ferry_matrix turned = {{{0.999999995404107, 9.5873801910784096e-05, 0, 51.059391},
                            {-9.5873801910784096e-05, 0.999999995404107, 0, -1e300},
                            {0, 0, 0.9999999, 70000.5}}};
    fy_rdp_matrix fixed = fy_rdp_matrix_affine(&turned);
    ck_assert_int_eq(fixed.column[0][0], 0x10000);
    ck_assert_int_eq(fixed.column[1][0], 6);
    ck_assert_int_eq(fixed.column[1][1], 0x10000);
    ck_assert_int_eq(fixed.column[2][2], 0xFFFF);
    ck_assert_int_eq(fixed.column[3][1], INT32_MIN);
    ck_assert_int_eq(fixed.column[3][2], INT32_MAX);
}
END_TEST

START_TEST(matrices_are_truncated_and_multiplied_in_16_16) {
    fy_rdp_matrix view, mvp = camera_at_50(&view);
    static const int32_t expected[4][4] = {
        {85133, 0, 0, 0}, {0, 113511, 0, 0}, {0, 0, -66086, -65536}, {0, 0, 2643433, 3276800}};
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++) ck_assert_int_eq(mvp.column[c][r], expected[c][r]);
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

int main(void) {
    Suite *suite = suite_create("rdp_vertex");
    TCase *vertices = tcase_create("vertices");
    tcase_add_test(vertices, reciprocals_come_from_the_table);
    tcase_add_test(vertices, matrices_are_truncated_and_multiplied_in_16_16);
    tcase_add_test(vertices, matrices_are_floats_before_they_are_cut);
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
    return fy_run_suite(suite);
}
