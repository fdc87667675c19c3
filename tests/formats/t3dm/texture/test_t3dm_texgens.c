/*
 * test_t3dm_texgens.c: texture matrices, tiles that follow others, and environment maps
 * (docs/what-is-lost.md, "Textures").
 */
#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/material_scene.h"
#include "core/base/maths.h"
#include "formats/t3dm/texture/t3dm_sphere.h"
#include "helpers.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_tile.h"
#include "machine/rdp/rdp_vertex.h"
#include "shade/t3dm_uv.h"

static ferry_gx_material with_matrix(uint8_t source, uint8_t mode) {
    ferry_gx_material gx = {.texgen_count = 2};
    gx.texgens[0] = (ferry_gx_texgen){1, source, 33};
    gx.texgens[1] = (ferry_gx_texgen){1, FERRY_GX_TG_TEX0 + 1, 60};
    gx.matrices[1] = (ferry_gx_texture_matrix){.present = true,
                                               .projection = 1,
                                               .mode = mode,
                                               .scale = {2, 3},
                                               .rotation = 16384,
                                               .center = {.5f, .25f, 0},
                                               .translate = {.1f, .2f}};
    for (int i = 0; i < 4; i++) gx.matrices[1].effect[i][i] = 1;
    gx.matrices[1].effect[0][3] = 7;
    return gx;
}

/* A quarter turn: c = 0, s = 1. u' = -2 v + 2 * .25 + .5 + .1, v' = 3 u - 3 * .5 + .25 + .2 */
START_TEST(texture_matrices_are_baked) {
    ferry_gx_material gx = with_matrix(FERRY_GX_TG_TEX0 + 2, 0);
    fy_uv_map map = fy_t3dm_uv_map(&gx, 0);
    ck_assert_int_eq(map.kind, FY_UV_SET);
    ck_assert_uint_eq(map.set, 2);
    double expected[2][4] = {{0, -2, 0, 1.1}, {3, 0, 0, -1.05}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++) ck_assert_double_eq_tol(map.m[i][k], expected[i][k], 1e-6);
    /* Maya: u' = 3 v + ... as the formula of the format's description says */
    gx.matrices[1].maya = true;
    map = fy_t3dm_uv_map(&gx, 0);
    double maya[2][4] = {{0, 3, 0, -(.2 - .5 + 3) + .5}, {-2, 0, 0, -(.1 - .5) + .5}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++) ck_assert_double_eq_tol(map.m[i][k], maya[i][k], 1e-6);
    /* A projection: P E first: x/2 + 3.5 + .5, -y/2 + .5; then the quarter turn. */
    gx = with_matrix(FERRY_GX_TG_POSITION, 8);
    map = fy_t3dm_uv_map(&gx, 0);
    ck_assert_int_eq(map.kind, FY_UV_POSITION);
    /* "new" offsets stand in the z column */
    double projected[2][4] = {{0, 1, -1 + 1.1, 0}, {1.5, 0, 1.5 - 1.05, 10.5}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++) ck_assert_double_eq_tol(map.m[i][k], projected[i][k], 1e-6);
    ck_assert_double_eq(map.m[2][3], 1);
    gx.texgens[0].type = FERRY_GX_TEXGEN_3X4;
    gx.matrices[1].projection = 0;
    map = fy_t3dm_uv_map(&gx, 0);
    ck_assert_double_eq(map.m[2][2], 1);
    ck_assert_double_eq(map.m[2][3], 0);
    gx = with_matrix(FERRY_GX_TG_POSITION, 9);
    map = fy_t3dm_uv_map(&gx, 0);
    ck_assert_int_eq(map.kind, FY_UV_SPHERE);
    ck_assert_ptr_nonnull(map.loss);
    gx = with_matrix(FERRY_GX_TG_NORMAL, 6);
    map = fy_t3dm_uv_map(&gx, 0);
    ck_assert_int_eq(map.kind, FY_UV_SPHERE);
    ck_assert_ptr_null(map.loss);
    map = fy_t3dm_uv_map(&gx, 1);
    ck_assert_int_eq(map.kind, FY_UV_SET);
    ck_assert_uint_eq(map.set, 1);
}
END_TEST

START_TEST(a_second_tile_follows_by_shift_and_offset) {
    fy_uv_map a = {.kind = FY_UV_SET, .m = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}}}, b = a;
    fy_tile_step step;
    b.m[0][0] = 4, b.m[0][3] = -.25, b.m[1][1] = .5;
    ck_assert(fy_t3dm_tile_step(&a, &b, 0, 32, 16, &step));
    ck_assert_int_eq(step.shift, -1); /* four repeats of half the size: twice the coordinate */
    ck_assert_double_eq_tol(step.low, 4, 1e-9);
    ck_assert(fy_t3dm_tile_step(&a, &b, 1, 32, 16, &step));
    ck_assert_int_eq(step.shift, 2);
    b.m[0][0] = 3;
    ck_assert(!fy_t3dm_tile_step(&a, &b, 0, 32, 16, &step));
    b.m[0][0] = 1, b.m[0][1] = 1;
    ck_assert(!fy_t3dm_tile_step(&a, &b, 0, 32, 32, &step));
    b.m[0][1] = 0, b.set = 1;
    ck_assert(!fy_t3dm_tile_step(&a, &b, 0, 32, 32, &step));
}
END_TEST

/* What the console shows of a picture whose red and green tell the place in it: 3 a texel. Exactly as its
 * chips work, so many quarter pixels below the middle of the screen. */
static void look_up(const fy_sphere *sphere, const uint32_t size[2], bool filtered, const double normal[3],
                    int16_t below, double texel[2]) {
    static uint8_t picture[64 * 64 * 4];
    uint8_t found[4];
    for (uint32_t i = 0; i < size[0] * size[1]; i++)
        set(picture + (size_t)4 * i, i % size[0] * 3, i / size[0] * 3, 0, 255);
    fy_rdp_viewport viewport = fy_rdp_viewport_of(320, 240, 10, 1000);
    fy_rdp_vertex vertex = {.x = 640, .y = (int16_t)(480 + below)};
    for (int k = 0; k < 3; k++) vertex.normal[k] = (int16_t)(normal[k] * .97 * 32767);
    fy_rdp_vertex_effect(FERRY_RDP_EFFECT_SPHERICAL_UV, &viewport, sphere->width, sphere->height, &vertex);
    ferry_rdp_tile slot = {.width = sphere->width, .height = sphere->height, .s = sphere->s, .t = sphere->t};
    slot.s.high = slot.s.low + (float)(slot.s.clamp ? sphere->width : size[0]) - 1;
    slot.t.high = slot.t.low + (float)(slot.t.clamp ? sphere->height : size[1]) - 1;
    fy_rdp_sampler sampler = fy_rdp_tile_of(&slot, size[0], size[1], picture);
    fy_rdp_sample(&sampler, filtered ? FY_RDP_BILINEAR : FY_RDP_POINT, vertex.s, vertex.t, found);
    for (int k = 0; k < 2; k++) texel[k] = found[k] / 3.0;
}

static const struct {
    double u[2], v[2]; /* u = u[0] x + u[1], v = v[0] y + v[1] of a normal */
    uint32_t size[2];
    ferry_wrap wraps[2];
    bool point;
} spheres[] = {
    {{.5, .5}, {-.5, .5}, {32, 32}, {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP}, false},
    {{.5, .5}, {-.5, .5}, {16, 64}, {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP}, false},
    {{.5, .5}, {-.5, .5}, {64, 16}, {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP}, true},
    {{.25, -.5}, {-.05, 1.5}, {64, 32}, {FERRY_WRAP_REPEAT, FERRY_WRAP_REPEAT}, false},
    {{.25, .3}, {-.05, 1.7}, {64, 32}, {FERRY_WRAP_REPEAT, FERRY_WRAP_MIRROR}, true},
    {{1.5, .3}, {-2, .1}, {32, 32}, {FERRY_WRAP_MIRROR, FERRY_WRAP_REPEAT}, false},
    {{.3, .6}, {-.1, .3}, {32, 64}, {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP}, false},  /* as if repeating */
    {{-.3, .6}, {.1, .3}, {32, 64}, {FERRY_WRAP_REPEAT, FERRY_WRAP_CLAMP}, false}, /* the other way round */
    {{-.3, .6}, {.4, 3.5}, {32, 64}, {FERRY_WRAP_MIRROR, FERRY_WRAP_REPEAT}, true},
};

static double wrapped_texel(double at, uint32_t size, ferry_wrap wrap) {
    double part = at - floor(at);
    if (wrap == FERRY_WRAP_CLAMP) part = at < 0 ? 0 : at > 1 ? 1 : at;
    if (wrap == FERRY_WRAP_MIRROR && fmod(fabs(floor(at)), 2) == 1) part = 1 - part;
    return part * size;
}

/* Every normal finds its texel, whatever the picture's proportions, the scale, the offset and the wrap. Where
 * the picture begins again the console mixes its two ends. */
START_TEST(environment_maps_are_laid_on_by_the_effect) {
    const uint32_t *size = spheres[_i].size;
    const double *u = spheres[_i].u, *v = spheres[_i].v;
    bool filtered = !spheres[_i].point;
    fy_uv_map map = {.kind = FY_UV_SPHERE, .m = {{u[0], 0, 0, u[1]}, {0, v[0], 0, v[1]}, {0, 0, 0, 1}}};
    fy_sphere sphere = fy_t3dm_sphere(&map, size, spheres[_i].wraps, filtered);
    ck_assert_double_lt(sphere.error, .5);
    unsigned tried = 0;
    for (int i = 0; i < 400; i++) {
        double normal[3] = {i % 20 / 10.0 - .95, i / 20 / 10.0 - .95}, texel[2];
        double left = 1 - normal[0] * normal[0] - normal[1] * normal[1];
        if (left <= 0) continue;
        normal[2] = sqrt(left);
        look_up(&sphere, size, filtered, normal, 0, texel);
        for (int k = 0; k < 2; k++) {
            double at = k ? v[0] * normal[1] + v[1] : u[0] * normal[0] + u[1];
            double wanted = wrapped_texel(at, size[k], spheres[_i].wraps[k]);
            if (wanted < 1 || wanted > size[k] - 1.0) continue;
            ck_assert_double_eq_tol(texel[k] + .5, wanted, filtered ? .8 : 1.3);
            tried++;
        }
    }
    ck_assert_uint_gt(tried, 400);
}
END_TEST

/* A picture whose border is seen by few normals: mirrored repeats show them nearly the same, and leave the
 * shifts free by which the picture moves little away from the middle of the screen (8 texels and more if its
 * tile clamps). */
START_TEST(environment_maps_keep_their_place) {
    fy_uv_map map = {.kind = FY_UV_SPHERE, .m = {{.476, 0, 0, .334}, {0, -.371, 0, .666}, {0, 0, 0, 1}}};
    const uint32_t size[2] = {32, 32};
    const ferry_wrap wraps[2] = {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP};
    fy_sphere sphere = fy_t3dm_sphere(&map, size, wraps, true);
    ck_assert_double_lt(sphere.error, .5);
    for (int i = -2; i <= 2; i++) {
        double normal[3] = {0, i / 5.0, sqrt(1 - i * i / 25.0)}, texel[2];
        for (int16_t below = -160; below <= 160; below += 160) {
            look_up(&sphere, size, true, normal, below, texel);
            ck_assert_double_eq_tol(texel[1] + .5, (.666 - .371 * normal[1]) * 32, 2.5);
        }
    }
}
END_TEST

/* A quarter turn exchanges the axes, which nothing on the console does. */
START_TEST(what_the_effect_cannot_do_is_measured) {
    fy_uv_map map = {.kind = FY_UV_SPHERE, .m = {{0, .5, 0, .5}, {-.5, 0, 0, .5}, {0, 0, 0, 1}}};
    uint32_t size[2] = {32, 32};
    ferry_wrap wraps[2] = {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP};
    fy_sphere sphere = fy_t3dm_sphere(&map, size, wraps, true);
    /* the mean distance from the middle of a disc is 2/3 of its radius */
    ck_assert_double_eq_tol(sphere.error, 16 * 2 / 3.0, .6);
}
END_TEST

START_TEST(textures_by_normals_without_the_viewer_are_baked) {
    ferry_gx_material gx = with_matrix(FERRY_GX_TG_NORMAL, 10);
    fy_uv_map map = fy_t3dm_uv_map(&gx, 0);
    ck_assert_int_eq(map.kind, FY_UV_NORMAL);
    ck_assert_ptr_null(map.loss);
    /* P E first: x/2 + 3.5 + .5, -y/2 + .5; then the quarter turn */
    double expected[2][4] = {{0, 1, 0, -1 + 1.1}, {1.5, 0, 0, 12 - 1.05}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++) ck_assert_double_eq_tol(map.m[i][k], expected[i][k], 1e-6);
    gx = with_matrix(FERRY_GX_TG_NORMAL, 3);
    ck_assert_ptr_nonnull(fy_t3dm_uv_map(&gx, 0).loss);
    gx = with_matrix(FERRY_GX_TG_TANGENT, 6);
    ck_assert_ptr_nonnull(fy_t3dm_uv_map(&gx, 0).loss);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_texgens");
    TCase *modes = tcase_create("modes");
    tcase_add_test(modes, texture_matrices_are_baked);
    tcase_add_test(modes, a_second_tile_follows_by_shift_and_offset);
    tcase_add_loop_test(modes, environment_maps_are_laid_on_by_the_effect, 0,
                        sizeof spheres / sizeof *spheres);
    tcase_add_test(modes, environment_maps_keep_their_place);
    tcase_add_test(modes, what_the_effect_cannot_do_is_measured);
    tcase_add_test(modes, textures_by_normals_without_the_viewer_are_baked);
    suite_add_tcase(suite, modes);
    return fy_run_suite(suite);
}
