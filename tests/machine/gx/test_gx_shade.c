/* test_gx_shade.c: the GameCube's vertex and pixel halves against values worked out by hand. */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "helpers.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_bake.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_shade_texel.h"
#include "machine/gx/gx_shade_vertex.h"
#include "machine/gx/gx_shader.h"
#include "machine/raster.h"

/* ------------------------------------------------------------------------------------------ a small scene */

/* 4 x 2 texels, all different. */
static const uint8_t picture_a[32] = {0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150,
                                      5, 15, 25, 35, 45, 55, 65, 75, 85, 95, 105, 115, 125, 135, 145, 155};
/* 2 x 2 texels: what an indirect stage reads: r g b a, S = a, T = b. */
static const uint8_t picture_b[16] = {0, 0, 128, 129, 0, 0, 128, 129, 0, 0, 130, 128, 0, 0, 130, 128};

typedef struct bench {
    ferry_job *job;
    ferry_scene scene;
    ferry_texture textures[3];
    ferry_image images[2];
    ferry_mip_level levels[3];
    ferry_gx_material gx;
    fy_gx_view view;
} bench;

static void plain_stage(ferry_gx_material *gx, int i) {
    ferry_gx_stage *stage = &gx->stages[i];
    stage->texgen = 0;
    stage->map = 0;
    stage->channel = 4;
    stage->color = (ferry_gx_combine){15, 15, 15, FERRY_GX_CC_TEXC, .clamp = 1};
    stage->alpha = (ferry_gx_combine){7, 7, 7, FERRY_GX_CA_TEXA, .clamp = 1};
    stage->konst_color = 0x0C;
    stage->konst_alpha = 0x1C;
}

/* One stage that shows texture 0 at TEX0; nothing lit. */
static void open_bench(bench *b) {
    memset(b, 0, sizeof *b);
    b->job = fy_test_job();
    b->levels[0] = (ferry_mip_level){4, 2, picture_a};
    b->levels[1] = (ferry_mip_level){2, 2, picture_b};
    b->images[0] =
        (ferry_image){.name = "a", .width = 4, .height = 2, .levels = &b->levels[0], .level_count = 1};
    b->images[1] =
        (ferry_image){.name = "b", .width = 2, .height = 2, .levels = &b->levels[1], .level_count = 1};
    for (uint32_t i = 0; i < 2; i++)
        b->textures[i] = (ferry_texture){
            .name = "t", .path = "", .image = i, .wrap_s = FERRY_WRAP_REPEAT, .wrap_t = FERRY_WRAP_REPEAT};
    b->scene.textures.data = b->textures;
    b->scene.textures.count = 2;
    b->scene.images.data = b->images;
    b->scene.images.count = 2;
    ferry_gx_material *gx = &b->gx;
    gx->stage_count = gx->texgen_count = gx->channel_count = 1;
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++) gx->textures[i] = i < 2 ? (uint32_t)i : FERRY_NONE;
    for (int i = 0; i < FERRY_GX_MAX_TEXGENS; i++)
        gx->texgens[i] = (ferry_gx_texgen){FERRY_GX_TEXGEN_2X4, FERRY_GX_TG_TEX0, FERRY_GX_IDENTITY};
    for (int i = 0; i < 4; i++)
        for (uint8_t k = 0; k < 4; k++) gx->swap_tables[i][k] = k;
    for (int i = 0; i < 2; i++) gx->material_colors[i] = (ferry_gx_color){255, 255, 255, 255};
    plain_stage(gx, 0);
    gx->alpha_compare0 = gx->alpha_compare1 = FERRY_GX_ALWAYS;
    gx->z_test = gx->z_write = 1;
    gx->z_compare = FERRY_GX_LEQUAL;
    b->view.view = fy_matrix_identity();
    b->view.to_light = (ferry_vec3){0, 0, 1};
}

static fy_gx_shader *shader_of(bench *b) {
    fy_gx_shader *shader = fy_gx_shader_open(b->job, &b->scene, &b->gx, FERRY_CULL_NONE, &b->view);
    ck_assert_ptr_nonnull(shader);
    return shader;
}

/* ----------------------------------------------------------------------------------------------- channels */

static void expect_channel(bench *b, const fy_gx_vertex *vertex, uint32_t number, int r, int g, int bl,
                           int a) {
    uint8_t out[4];
    fy_gx_channel(shader_of(b), vertex, number, out);
    ck_assert_int_eq(out[0], r);
    ck_assert_int_eq(out[1], g);
    ck_assert_int_eq(out[2], bl);
    ck_assert_int_eq(out[3], a);
}

static const fy_gx_vertex lit_vertex = {
    .eye_normal = {0, 0.8F, 0.6F}, /* 0.6 towards the light */
    .colors = {{0.2F, 0.4F, 0.6F, 0.8F}, {1, 0.2F, 0, 0.4F}},
};

START_TEST(channels_take_register_or_vertex) {
    bench b;
    open_bench(&b);
    b.gx.material_colors[0] = (ferry_gx_color){10, 20, 30, 40};
    b.gx.channels[0].material_source = FERRY_GX_SOURCE_VERTEX; /* colour by vertex, alpha by register */
    expect_channel(&b, &lit_vertex, 0, 51, 102, 153, 40);
    b.gx.channels[0].material_source = FERRY_GX_SOURCE_REGISTER;
    b.gx.channels[1].material_source = FERRY_GX_SOURCE_VERTEX;
    expect_channel(&b, &lit_vertex, 0, 10, 20, 30, 204);
    expect_channel(&b, &lit_vertex, 1, 255, 51, 0, 102); /* beyond the count: what the vertex has */
    ferry_close(b.job);
}
END_TEST

/* 50 + 255 * 0.6 = 203 (as 204 of 256); 200 * 204 >> 8 = 159, 100 -> 79, 40 -> 31. Alpha by ambient alone: 60
 * * 128 >> 8. */
START_TEST(light_is_added_to_ambient_and_multiplies) {
    bench b;
    open_bench(&b);
    b.gx.material_colors[0] = (ferry_gx_color){200, 100, 40, 128};
    b.gx.ambient_colors[0] = (ferry_gx_color){50, 50, 50, 60};
    b.gx.channels[0] = (ferry_gx_channel){.lit = 1,
                                          .light_mask = 1,
                                          .diffuse = FERRY_GX_DIFFUSE_CLAMP,
                                          .attenuation = FERRY_GX_ATTENUATION_SPOT};
    b.gx.channels[1] = (ferry_gx_channel){.lit = 1,
                                          .light_mask = 2,
                                          .diffuse = FERRY_GX_DIFFUSE_CLAMP,
                                          .attenuation = FERRY_GX_ATTENUATION_SPOT};
    expect_channel(&b, &lit_vertex, 0, 159, 79, 31, 30);
    fy_gx_vertex away = lit_vertex;
    away.eye_normal = (ferry_vec3){0, 0, -1};
    expect_channel(&b, &away, 0, 39, 19, 7, 30);
    b.gx.ambient_colors[0] = (ferry_gx_color){160, 160, 160, 60};
    b.gx.channels[0].diffuse = FERRY_GX_DIFFUSE_SIGNED; /* takes away: 160 - 255 < 0 */
    expect_channel(&b, &away, 0, 0, 0, 0, 30);
    b.gx.channels[0].diffuse =
        FERRY_GX_DIFFUSE_NONE; /* full light wherever it faces: 160 + 255, at most 255 */
    expect_channel(&b, &away, 0, 200, 100, 40, 30);
    b.gx.channels[0].light_mask = 0;
    b.view.has_ambient = true; /* takes the register's place, but for its alpha: 200 * 80 >> 8 */
    b.view.ambient = 80;
    expect_channel(&b, &away, 0, 62, 31, 12, 30);
    b.gx.channels[0].ambient_source = FERRY_GX_SOURCE_VERTEX; /* 51, 102, 153 of 255; no light */
    expect_channel(&b, &away, 0, 39, 39, 24, 30);
    ferry_close(b.job);
}
END_TEST

/* The ambient light of a scene is no part of a highlight, which has its own register's: 200 * 30 >> 8. What
 * is no highlight has the scene's: 200 * 80 >> 8. */
START_TEST(highlights_have_no_ambient_light_but_their_own) {
    bench b;
    open_bench(&b);
    b.view.has_ambient = true;
    b.view.ambient = 80;
    b.gx.material_colors[0] = (ferry_gx_color){200, 100, 40, 128};
    b.gx.ambient_colors[0] = (ferry_gx_color){30, 0, 0, 60};
    b.gx.channels[0] = (ferry_gx_channel){.lit = 1,
                                          .light_mask = 1,
                                          .diffuse = FERRY_GX_DIFFUSE_CLAMP,
                                          .attenuation = FERRY_GX_ATTENUATION_SPECULAR};
    fy_gx_vertex away = lit_vertex;
    away.eye_normal = (ferry_vec3){0, 0, -1};
    expect_channel(&b, &away, 0, 23, 0, 0, 128);
    b.gx.channels[0].attenuation = FERRY_GX_ATTENUATION_SPOT;
    expect_channel(&b, &away, 0, 62, 31, 12, 128);
    ferry_close(b.job);
}
END_TEST

/* The diffuse function does not count. The light is at the eye, so the half-way vector is its direction, 0.6:
 * 255 * .36 / (8 - 7 * .36) = 16, and 255 * 16 >> 8 = 15. */
START_TEST(highlights_are_not_weakened_by_facing_away) {
    bench b;
    open_bench(&b);
    b.gx.channels[0] =
        (ferry_gx_channel){.lit = 1, .light_mask = 1, .attenuation = FERRY_GX_ATTENUATION_SPECULAR};
    for (uint8_t i = FERRY_GX_DIFFUSE_NONE; i <= FERRY_GX_DIFFUSE_CLAMP; i++) {
        b.gx.channels[0].diffuse = i;
        expect_channel(&b, &lit_vertex, 0, 15, 15, 15, 255);
    }
    ferry_close(b.job);
}
END_TEST

/* ------------------------------------------------------------------------------------------ texgens */

static void expect_texgen(bench *b, const fy_gx_vertex *vertex, uint32_t number, double s, double t,
                          double q) {
    double out[3];
    fy_gx_texgen(shader_of(b), vertex, number, out);
    ck_assert_double_eq_tol(out[0], s, 1e-5);
    ck_assert_double_eq_tol(out[1], t, 1e-5);
    ck_assert_double_eq_tol(out[2], q, 1e-5);
}

static const fy_gx_vertex placed_vertex = {
    .eye = {1, 2, -30},
    .eye_normal = {0.6F, 0, 0.8F},
    .world = {4, 5, 6},
    .world_normal = {0, 0.8F, 0.6F},
    .origin = {1, 1, 1},
    .raw = {7, 8, 9},
    .raw_normal = {0.28F, 0.96F, 0},
    .uvs = {{0.25F, 0.5F}, {3, 4}},
};

/* A quarter turn about the middle, twice as wide: centre (.5, .5), u' = -2 v + 1.5, v' = 3 u - 1; then (.25,
 * -.5). */
START_TEST(plain_matrices_turn_scale_and_shift) {
    bench b;
    open_bench(&b);
    b.gx.texgens[0].matrix = 33;
    b.gx.matrices[1] = (ferry_gx_texture_matrix){.present = true,
                                                 .projection = 1,
                                                 .center = {0.5F, 0.5F, 0.5F},
                                                 .scale = {2, 3},
                                                 .rotation = 0x4000,
                                                 .translate = {0.25F, -0.5F}};
    expect_texgen(&b, &placed_vertex, 0, -2 * 0.5 + 1.5 + 0.25, 3 * 0.25 - 1 - 0.5, 1);
    b.gx.matrices[1].maya = true; /* u' = 3 v - (.. ) by the formula of Maya's convention */
    expect_texgen(&b, &placed_vertex, 0, 3 * 0.5 - (-1 + 3) + 0.5, -2 * 0.25 - (0.25 - 0.5) + 0.5, 1);
    b.gx.matrices[1].present = false;
    b.gx.texgens[0].source = FERRY_GX_TG_TEX0 + 1;
    expect_texgen(&b, &placed_vertex, 0, 3, 4, 1);
    ferry_close(b.job);
}
END_TEST

static void set_mode(bench *b, uint8_t source, uint8_t mode) {
    b->gx.texgens[0] = (ferry_gx_texgen){FERRY_GX_TEXGEN_3X4, source, 30};
    ferry_gx_texture_matrix *m = &b->gx.matrices[0];
    *m = (ferry_gx_texture_matrix){
        .present = true, .mode = mode, .center = {0.5F, 0.5F, 0.5F}, .scale = {1, 1}};
    const float effect[4][4] = {{0.1F, 0, 0, 0.5F}, {0, 0.2F, 0, 0.25F}, {0, 0, 0.5F, 1}, {0, 0, 0, 1}};
    memcpy(m->effect, effect, sizeof effect);
}

START_TEST(environment_modes_look_by_the_normal) {
    bench b;
    open_bench(&b);
    /* The camera is turned by a quarter about y: x' = -z, z' = x. */
    b.view.view.m[0][0] = b.view.view.m[2][2] = 0;
    b.view.view.m[0][2] = -1;
    b.view.view.m[2][0] = 1;
    set_mode(&b, FERRY_GX_TG_NORMAL, 1); /* (0, .8, .6) becomes (-.6, .8, 0) */
    expect_texgen(&b, &placed_vertex, 0, -0.6, 0.8, 0);
    set_mode(&b, FERRY_GX_TG_NORMAL, 6); /* halved, v turned over, moved to the middle */
    expect_texgen(&b, &placed_vertex, 0, 0.2, 0.1, 0);
    set_mode(&b, FERRY_GX_TG_NORMAL, 7); /* the middle is multiplied by z, which is 0 */
    expect_texgen(&b, &placed_vertex, 0, -0.3, -0.4, 0);
    /* Effect of (0, .8, .6): (.5, .41, 1.3); no camera. */
    set_mode(&b, FERRY_GX_TG_NORMAL, 10);
    expect_texgen(&b, &placed_vertex, 0, 0.5 * 0.5 + 0.5, -0.5 * 0.41 + 0.5, 1.3);
    set_mode(&b, FERRY_GX_TG_NORMAL, 11);
    expect_texgen(&b, &placed_vertex, 0, 0.5 * 0.5 + 0.5 * 1.3, -0.5 * 0.41 + 0.5 * 1.3, 1.3);
    ferry_close(b.job);
}
END_TEST

START_TEST(projections_look_by_the_position) {
    bench b;
    open_bench(&b);
    set_mode(&b, FERRY_GX_TG_POSITION, 0); /* the stored position itself */
    expect_texgen(&b, &placed_vertex, 0, 7, 8, 9);
    set_mode(&b, FERRY_GX_TG_POSITION, 2); /* effect of (4, 5, 6): (.9, 1.25, 4) */
    expect_texgen(&b, &placed_vertex, 0, 0.9, 1.25, 4);
    set_mode(&b, FERRY_GX_TG_POSITION, 3); /* effect of the eye's (1, 2, -30): (.6, .65, -14) */
    expect_texgen(&b, &placed_vertex, 0, 0.6, 0.65, -14);
    set_mode(&b, FERRY_GX_TG_POSITION, 8);
    expect_texgen(&b, &placed_vertex, 0, 0.5 * 0.9 + 0.5 * 4, -0.5 * 1.25 + 0.5 * 4, 4);
    set_mode(&b, FERRY_GX_TG_POSITION, 9);
    expect_texgen(&b, &placed_vertex, 0, 0.5 * 0.6 - 7, -0.5 * 0.65 - 7, -14);
    set_mode(&b, FERRY_GX_TG_POSITION, 5); /* without the joint's place: (3, 4, 5): (.8, 1.05, 3.5) */
    expect_texgen(&b, &placed_vertex, 0, 0.8, 1.05, 3.5);
    ferry_close(b.job);
}
END_TEST

START_TEST(colours_look_up_ramps) {
    bench b;
    open_bench(&b);
    b.gx.texgens[0] = (ferry_gx_texgen){FERRY_GX_TEXGEN_COLOR, FERRY_GX_TG_COLOR0, FERRY_GX_IDENTITY};
    b.gx.material_colors[0] = (ferry_gx_color){51, 102, 153, 204};
    expect_texgen(&b, &placed_vertex, 0, 0.2, 0.4, 1);
    b.gx.channels[0].lit = 1; /* lit by both lights: green is the second light's, which is off */
    b.gx.channels[0].light_mask = 3;
    b.gx.channels[0].diffuse = FERRY_GX_DIFFUSE_NONE;
    b.gx.channels[0].attenuation = FERRY_GX_ATTENUATION_NONE;
    expect_texgen(&b, &placed_vertex, 0, 0.2, 0, 1);
    b.gx.channels[0].light_mask = 1;
    expect_texgen(&b, &placed_vertex, 0, 0.2, 0.4, 1);
    b.gx.texgen_count = 2; /* a bump texgen without its light: the coordinates it would shift */
    b.gx.texgens[1] = (ferry_gx_texgen){FERRY_GX_TEXGEN_BUMP0, FERRY_GX_TG_TEXCOORD0, FERRY_GX_IDENTITY};
    b.gx.texgens[0] = (ferry_gx_texgen){FERRY_GX_TEXGEN_2X4, FERRY_GX_TG_TEX0, FERRY_GX_IDENTITY};
    expect_texgen(&b, &placed_vertex, 1, 0.25, 0.5, 1);
    ferry_close(b.job);
}
END_TEST

/* ------------------------------------------------------------------------------------------- texels */

static void expect_texel(const bench *b, double s, double t, int r, int g) {
    uint8_t out[4];
    fy_gx_sample(&b->textures[0], &b->images[0], (int64_t)(s * 128), (int64_t)(t * 128), 1, out);
    ck_assert_msg(out[0] == r && out[1] == g, "texel %g %g is %d %d, not %d %d", s, t, out[0], out[1], r, g);
}

START_TEST(texels_wrap_and_filter) {
    bench b;
    open_bench(&b);
    expect_texel(&b, 1.99, 0.5, 40, 50);
    expect_texel(&b, 5.5, 1.5, 45, 55); /* repeats */
    expect_texel(&b, -0.5, -0.5, 125, 135);
    b.textures[0].wrap_s = FERRY_WRAP_CLAMP;
    b.textures[0].wrap_t = FERRY_WRAP_MIRROR;
    expect_texel(&b, -3, 0.5, 0, 10);
    expect_texel(&b, 9, 2.5, 125, 135); /* row 2 is row 1 again, row 3 is row 0 */
    expect_texel(&b, 9, 3.5, 120, 130);
    b.textures[0].mag_filter = FERRY_FILTER_LINEAR;
    expect_texel(&b, 1.5, 0.5, 40, 50);   /* in the middle of a texel: itself */
    expect_texel(&b, 2, 0.5, 60, 70);     /* between two */
    expect_texel(&b, 2, 1, 62, 72);       /* between four: 40 80 45 85 */
    expect_texel(&b, 1.75, 0.75, 51, 61); /* (3*(3*40+80) + (3*45+85)) / 16 = 51.25 */
    ferry_close(b.job);
}
END_TEST

START_TEST(levels_follow_the_distance) {
    static const uint8_t flat[3][4] = {{100, 0, 0, 0}, {200, 0, 0, 0}, {50, 0, 0, 0}};
    ferry_mip_level levels[3];
    uint8_t large[64];
    for (int i = 0; i < 16; i++) memcpy(large + i * 4, flat[0], 4);
    uint8_t medium[16];
    for (int i = 0; i < 4; i++) memcpy(medium + i * 4, flat[1], 4);
    levels[0] = (ferry_mip_level){4, 4, large};
    levels[1] = (ferry_mip_level){2, 2, medium};
    levels[2] = (ferry_mip_level){1, 1, flat[2]};
    ferry_image image = {.name = "m", .width = 4, .height = 4, .levels = levels, .level_count = 3};
    ferry_texture texture = {
        .name = "m", .path = "", .min_filter = FERRY_FILTER_LINEAR_MIP_LINEAR, .max_lod = 2};
    static const struct {
        double rho;
        float bias;
        int expected;
    } cases[] = {
        {0.5, 0, 100},
        {1, 0, 100},
        {2, 0, 200},
        {4, 0, 50},
        {100, 0, 50},
        {3, 0, 125},
        {1.5, 0, 150},
        {2, 1, 50},
        {4, -1, 200},
        /* the bias counts where texels are larger than pixels, too; not where there is no pixel */
        {0.5, 1, 100},
        {0.75, 1, 150},
        {1, 1, 200},
        {0.25, 3, 200},
        {0, 3, 100},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t out[4];
        texture.lod_bias = cases[i].bias;
        fy_gx_sample(&texture, &image, 100, 100, cases[i].rho, out);
        ck_assert_int_eq(out[0], cases[i].expected);
    }
    uint8_t out[4];
    texture.lod_bias = 0;
    texture.min_filter = FERRY_FILTER_NEAREST_MIP_NEAREST; /* 3 texels a pixel: level 1.5, rounded up */
    fy_gx_sample(&texture, &image, 100, 100, 3, out);
    ck_assert_int_eq(out[0], 50);
    texture.max_lod = 1;
    fy_gx_sample(&texture, &image, 100, 100, 100, out);
    ck_assert_int_eq(out[0], 200);
    texture.min_filter = FERRY_FILTER_LINEAR;
    fy_gx_sample(&texture, &image, 100, 100, 100, out);
    ck_assert_int_eq(out[0], 100);
}
END_TEST

/* ----------------------------------------------------------------------------------------- blending */

START_TEST(blends_by_all_factors) {
    ferry_gx_material gx = {.blend_mode = FERRY_GX_BLEND_BLEND};
    const uint8_t source[4] = {200, 100, 50, 128};
    /* 128 counts as 129 of 256, 127 as 127; there is (10, 20, 250, 64). */
    static const struct {
        uint8_t src, dst;
        int r, g, b, a;
    } cases[] = {
        {1, 0, 200, 100, 50, 128},  {0, 1, 10, 20, 250, 64},
        {4, 5, 105, 60, 149, 96},   /* 200*129 + 10*127 >> 8 = 105; the others: 60, 149 */
        {4, 1, 110, 70, 255, 128},  /* 200*129 + 10*256 >> 8 = 110 */
        {2, 0, 7, 7, 49, 32},       /* 200*10 >> 8; 100*20; 50*251; 128*64 */
        {0, 2, 7, 7, 48, 32},       /* 10*201 >> 8; 20*100; 250*50; 64*129 */
        {3, 3, 194, 104, 202, 127}, /* 200*246 + 10*55; 100*236 + 20*156; 50*5 + 250*206; 128*192 + 64*127 */
        {6, 7, 57, 40, 200, 80},    /* 64 of 256 and 192: 200*64 + 10*192 = 57.5 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t there[4] = {10, 20, 250, 64};
        gx.blend_src = cases[i].src;
        gx.blend_dst = cases[i].dst;
        fy_gx_blend(&gx, source, there);
        ck_assert_msg(there[0] == cases[i].r && there[1] == cases[i].g && there[2] == cases[i].b &&
                          there[3] == cases[i].a,
                      "case %zu: %d %d %d %d", i, there[0], there[1], there[2], there[3]);
    }
}
END_TEST

START_TEST(subtracts_and_does_logic) {
    ferry_gx_material gx = {.blend_mode = FERRY_GX_BLEND_SUBTRACT};
    const uint8_t source[4] = {0xCC, 0xCC, 0x0F, 0x33};
    uint8_t there[4] = {0xAA, 0xFF, 0xAA, 0xAA};
    fy_gx_blend(&gx, source, there);
    ck_assert_mem_eq(there, ((uint8_t[]){0, 0x33, 0x9B, 0x77}), 4);
    static const uint8_t results[16] = {0x00, 0x88, 0x44, 0xCC, 0x22, 0xAA, 0x66, 0xEE,
                                        0x11, 0x99, 0x55, 0xDD, 0x33, 0xBB, 0x77, 0xFF};
    gx.blend_mode = FERRY_GX_BLEND_LOGIC;
    for (uint8_t code = 0; code < 16; code++) {
        uint8_t bits[4] = {0xAA, 0, 0, 0};
        gx.blend_logic = code;
        fy_gx_blend(&gx, source, bits);
        ck_assert_int_eq(bits[0], results[code]);
    }
}
END_TEST

START_TEST(alpha_compares_join) {
    ferry_gx_material gx = {.alpha_compare0 = FERRY_GX_GREATER,
                            .alpha_ref0 = 6,
                            .alpha_compare1 = FERRY_GX_LEQUAL,
                            .alpha_ref1 = 50};
    static const uint8_t alphas[3] = {6, 30, 51};
    static const bool expected[4][3] = {{0, 1, 0}, {1, 1, 1}, {1, 0, 1}, {0, 1, 0}};
    for (uint8_t op = 0; op < 4; op++)
        for (int i = 0; i < 3; i++) {
            gx.alpha_op = op;
            ck_assert_int_eq(fy_gx_alpha_passes(&gx, alphas[i]), expected[op][i]);
        }
}
END_TEST

/* ------------------------------------------------------------------------------------------- whole pixels */

/* Draws a square over all of an 8 x 4 picture, uv (0, 0) to (2, 2), and gives the colour of a pixel. */
static void draw_square(bench *b, fy_target *target) {
    const uint8_t clear[4] = {40, 80, 120, 0};
    static const double corners[4][4] = {{-1, 1, 0, 0}, {-1, -1, 0, 2}, {1, -1, 2, 2}, {1, 1, 2, 0}};
    static const uint32_t order[6] = {0, 1, 2, 0, 2, 3};
    fy_raster_vertex v[4] = {0};
    fy_gx_shader *shader = shader_of(b);
    for (int i = 0; i < 4; i++) {
        fy_gx_vertex from = {.colors = {{1, 1, 1, 1}, {1, 1, 1, 1}}};
        from.uvs[0] = (ferry_vec2){(float)corners[i][2], (float)corners[i][3]};
        fy_gx_shader_vertex(shader, &from, &v[i]);
        v[i].clip[0] = corners[i][0] * 30; /* 30 away */
        v[i].clip[1] = corners[i][1] * 30;
        v[i].clip[3] = 30;
    }
    fy_raster_material material = fy_gx_shader_material(shader);
    ck_assert(fy_target_open(b->job, 8, 4, clear, false, target));
    ck_assert(fy_raster_triangles(b->job, target, &material, v, NULL, NULL, order, 2));
}

static void expect_pixel(const fy_target *target, int x, int y, int r, int g, int bl) {
    const uint8_t *at = &target->color[(y * 8 + x) * 4];
    ck_assert_msg(at[0] == r && at[1] == g && at[2] == bl, "pixel %d %d is %d %d %d, not %d %d %d", x, y,
                  at[0], at[1], at[2], r, g, bl);
}

START_TEST(pixels_show_texels) {
    bench b;
    fy_target target;
    open_bench(&b);
    draw_square(&b, &target);
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 8; x++) {
            const uint8_t *texel = &picture_a[(y % 2 * 4 + x % 4) * 4];
            expect_pixel(&target, x, y, texel[0], texel[1], texel[2]);
        }
    b.gx.alpha_compare0 = FERRY_GX_GEQUAL; /* only the right half of each row */
    b.gx.alpha_ref0 = 110;
    draw_square(&b, &target);
    expect_pixel(&target, 1, 0, 40, 80, 120);
    expect_pixel(&target, 2, 0, 80, 90, 100);
    ck_assert_int_eq(target.drawn[1], 0);
    ck_assert_int_eq(target.drawn[2], 1);
    ck_assert(target.z[1] == FY_FAR);
    b.gx.z_location = 1; /* depth is written before the alpha is known */
    draw_square(&b, &target);
    ck_assert(target.z[1] != FY_FAR);
    b.gx.z_test = 0; /* the hardware then writes none */
    draw_square(&b, &target);
    ck_assert(target.z[1] == FY_FAR);
    ferry_close(b.job);
}
END_TEST

/* Texture b holds (S, T) = (129, 128) in its upper row and (128, 130) in its lower one. With bias -128 and
 * the matrix diag(1, 1): one texel to the right in the upper row; two down in the lower one, which is the
 * same texel (2 rows). At exponent -1 the lower row is shifted by one. */
START_TEST(indirect_textures_shift) {
    bench b;
    fy_target target;
    open_bench(&b);
    b.gx.indirect_enabled = true;
    b.gx.indirect_stage_count = 1;
    b.gx.indirect_orders[0] = (ferry_gx_indirect_order){0, 1, 0, 0};
    b.gx.indirect_matrices[0] = (ferry_gx_indirect_matrix){{{0.5F, 0, 0}, {0, 0.5F, 0}}, 1};
    b.gx.stages[0].indirect = (ferry_gx_indirect_use){.bias = 3, .matrix = 1};
    draw_square(&b, &target);
    expect_pixel(&target, 0, 0, 40, 50, 60);
    expect_pixel(&target, 3, 0, 0, 10, 20);
    expect_pixel(&target, 0, 1, 5, 15, 25);
    b.gx.indirect_matrices[0].exponent = 0;
    draw_square(&b, &target);
    expect_pixel(&target, 0, 1, 0, 10, 20);
    b.gx.indirect_matrices[0].exponent = 1; /* T takes S's bump: rows cross over */
    b.gx.indirect_matrices[0].m[1][0] = 0.5F;
    b.gx.indirect_matrices[0].m[1][1] = 0;
    draw_square(&b, &target);
    expect_pixel(&target, 0, 0, 45, 55, 65);
    expect_pixel(&target, 0, 1, 5, 15, 25);
    b.gx.indirect_orders[0].scale_s = b.gx.indirect_orders[0].scale_t = 1; /* read at half the coordinates: */
    draw_square(&b, &target);
    expect_pixel(&target, 0, 1, 40, 50, 60); /* row 1 reads the upper row of b, too */
    b.gx.stages[0].indirect.wrap_s = 6;      /* the coordinate itself counts as 0 */
    draw_square(&b, &target);
    expect_pixel(&target, 3, 0, 45, 55, 65);
    ferry_close(b.job);
}
END_TEST

/* Linear from 20 to 40: half of it at distance 30: (0*128 + 200*128) >> 8. */
START_TEST(fog_comes_with_distance) {
    bench b;
    fy_target target;
    open_bench(&b);
    b.gx.fog =
        (ferry_gx_fog){.present = true, .type = 2, .start = 20, .end = 40, .color = {200, 100, 50, 255}};
    draw_square(&b, &target);
    expect_pixel(&target, 0, 0, 0, 10, 20); /* not asked for */
    b.view.fog = true;
    draw_square(&b, &target);
    expect_pixel(&target, 0, 0, 100, 55, 35);
    b.gx.fog.end = 50, b.gx.fog.color.g = 40; /* a third: 85 of 256; green (10*171 + 40*85) >> 8 */
    draw_square(&b, &target);
    expect_pixel(&target, 0, 0, 66, 19, 29);
    b.gx.fog.end = 40, b.gx.fog.color.g = 100;
    b.gx.fog.type = 4; /* 1 - 2^-4 = 240 of 256 */
    draw_square(&b, &target);
    expect_pixel(&target, 0, 0, 187, 94, 48);
    b.gx.fog.type = 5; /* 1 - 2^(-8/4) = 192 of 256 */
    draw_square(&b, &target);
    expect_pixel(&target, 0, 0, 150, 77, 42);
    b.gx.fog.type = 6; /* 2^-4 = 16 of 256 */
    draw_square(&b, &target);
    expect_pixel(&target, 0, 0, 12, 15, 21);
    b.gx.fog.type = 7; /* 2^(-8/4) = 64 of 256 */
    draw_square(&b, &target);
    expect_pixel(&target, 0, 0, 50, 32, 27);
    ferry_close(b.job);
}
END_TEST

/* Eyes through hair: blended by the frame's alpha, they are drawn by their own; what prepares that alpha is
 * known by the texture they share. */
START_TEST(frame_alpha_is_replaced) {
    bench b;
    fy_target target;
    open_bench(&b);
    ferry_gx_material mask = b.gx;
    ferry_material materials[2] = {{.name = "eye", .gx = &b.gx}, {.name = "mask", .gx = &mask}};
    b.scene.materials.data = materials;
    b.scene.materials.count = 2;
    b.gx.blend_mode = FERRY_GX_BLEND_BLEND;
    b.gx.blend_src = FERRY_GX_FACTOR_DST_ALPHA;
    b.gx.blend_dst = FERRY_GX_FACTOR_INV_DST_ALPHA;
    ck_assert_int_eq(fy_gx_frame_alpha_of(&b.scene, &b.gx), FY_GX_ALPHA_READ);
    ck_assert_int_eq(fy_gx_frame_alpha_of(&b.scene, &mask), FY_GX_ALPHA_UNUSED); /* it writes depth: a body */
    mask.z_write = 0;
    ck_assert_int_eq(fy_gx_frame_alpha_of(&b.scene, &mask), FY_GX_ALPHA_PREPARED);
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++) mask.textures[i] = i ? FERRY_NONE : 2;
    ck_assert_int_eq(fy_gx_frame_alpha_of(&b.scene, &mask), FY_GX_ALPHA_UNUSED);
    draw_square(&b, &target); /* texel (0, 10, 20, 30): (0*30 + 40*226 (225 + 1)) >> 8 = 35 */
    expect_pixel(&target, 0, 0, 35, 71, 108);
    ferry_close(b.job);
}
END_TEST

START_TEST(stripes_give_way_to_a_ramp) {
    bench b;
    fy_target target;
    open_bench(&b);
    b.textures[0].name = "ZBtoonEX";
    b.textures[0].wrap_s = b.textures[0].wrap_t = FERRY_WRAP_CLAMP;
    draw_square(&b, &target);
    expect_pixel(&target, 1, 1, 45, 55, 65); /* 4 x 2 texels: somebody's own ramp, clamped here */
    uint8_t stripes[8 * 8 * 4] = {0};
    b.levels[0] = (ferry_mip_level){8, 8, stripes};
    b.images[0].width = b.images[0].height = 8;
    draw_square(&b, &target); /* s = 1/8 .. 7/8 in steps of 1/4, then clamped */
    expect_pixel(&target, 0, 0, 0, 0, 0);
    expect_pixel(&target, 1, 0, 0, 0, 0);
    expect_pixel(&target, 2, 0, 255, 0, 255);
    expect_pixel(&target, 7, 0, 255, 0, 255);
    expect_pixel(&target, 7, 3, 255, 0, 255); /* the second light's half stays dark */
    b.textures[0].name = "ZAtoon";
    draw_square(&b, &target);
    expect_pixel(&target, 0, 0, 0, 0, 0);
    expect_pixel(&target, 7, 0, 255, 255, 255);
    ferry_close(b.job);
}
END_TEST

/* --------------------------------------------------------------------------------------------- baking */

/* 4 x 2 pixels in three lights. */
static const uint8_t *bake(bench *b, uint8_t rgba[3 * 8 * 4]) {
    ferry_material *material = ferry_new(b->job, ferry_material, 1);
    *material = (ferry_material){.name = "m", .base_texture = 0, .cull = FERRY_CULL_NONE, .gx = &b->gx};
    b->scene.materials.data = material;
    b->scene.materials.count = 1;
    ferry_baking baking = {.width = 4, .height = 2, .to = {4, 2}, .lights = 3, .rgba = rgba};
    ck_assert(fy_gx_bake(b->job, &b->scene, 0, &baking) && baking.possible);
    ck_assert_uint_eq(baking.texture, 0);
    return rgba;
}

static void expect_baked(const uint8_t *rgba, int light, int pixel, int r, int g, int bl, int a) {
    const uint8_t *at = rgba + 4 * (8 * light + pixel);
    ck_assert_int_eq(at[0], r);
    ck_assert_int_eq(at[1], g);
    ck_assert_int_eq(at[2], bl);
    ck_assert_int_eq(at[3], a);
}

/* Texel times rasterised colour. */
static void light_stage(bench *b) {
    b->gx.stages[0].color =
        (ferry_gx_combine){15, FERRY_GX_CC_TEXC, FERRY_GX_CC_RASC, FERRY_GX_CC_ZERO, .clamp = 1};
    b->gx.channels[0].lit = 1;
    b->gx.channels[0].attenuation = FERRY_GX_ATTENUATION_NONE;
}

START_TEST(bakes_texels_in_light) {
    bench b;
    uint8_t rgba[3 * 8 * 4];
    open_bench(&b);
    bake(&b, rgba);
    for (int light = 0; light < 3; light++) {
        expect_baked(rgba, light, 0, 0, 10, 20, 30);
        expect_baked(rgba, light, 7, 125, 135, 145, 155);
    }
    light_stage(&b);
    b.gx.material_colors[0] = (ferry_gx_color){255, 128, 0, 255};
    bake(&b, rgba);
    expect_baked(rgba, 0, 7, 0, 0, 0, 155);
    expect_baked(rgba, 1, 7, 63, 34, 0, 155); /* 125 * 128 (129 of 256) >> 8, 135 * 64 */
    expect_baked(rgba, 2, 7, 125, 68, 0, 155);
    b.gx.channels[0].lit = 0; /* a vertex's colour is light, and a register's is not */
    bake(&b, rgba);
    expect_baked(rgba, 0, 7, 125, 68, 0, 155);
    b.gx.channels[0].material_source = FERRY_GX_SOURCE_VERTEX;
    bake(&b, rgba);
    expect_baked(rgba, 0, 7, 0, 0, 0, 155);
    expect_baked(rgba, 2, 7, 125, 135, 145, 155);
    b.gx.channels[0].lit = 1;
    b.gx.channels[0].attenuation = FERRY_GX_ATTENUATION_SPECULAR;
    bake(&b, rgba);
    expect_baked(rgba, 1, 7, 0, 0, 0, 155); /* it only answers near the mirror direction */
    expect_baked(rgba, 2, 7, 125, 135, 145, 155);
    ferry_close(b.job);
}
END_TEST

/* The second stage adds texture 1. */
START_TEST(bakes_what_lies_on_the_same_coordinates) {
    bench b;
    uint8_t rgba[3 * 8 * 4];
    open_bench(&b);
    plain_stage(&b.gx, 1);
    b.gx.stage_count = b.gx.texgen_count = 2;
    b.gx.stages[1].map = b.gx.stages[1].texgen = 1;
    b.gx.stages[1].color = (ferry_gx_combine){FERRY_GX_CC_TEXC, 15, 15, FERRY_GX_CC_CPREV, .clamp = 1};
    bake(&b, rgba); /* 2 texels under 4: the second is under pixels 2 and 3 */
    expect_baked(rgba, 0, 1, 40, 50, 60 + 128, 129);
    expect_baked(rgba, 0, 4, 5, 15, 25 + 130, 128);
    b.gx.texgens[1].source = FERRY_GX_TG_TEX0 + 1; /* another set: its mean */
    bake(&b, rgba);
    expect_baked(rgba, 0, 1, 40, 50, 60 + 128, 128);
    expect_baked(rgba, 0, 4, 5, 15, 25 + 128, 128);
    ferry_close(b.job);
}
END_TEST

START_TEST(bakes_steps_of_light) {
    bench b;
    uint8_t rgba[3 * 8 * 4], stripes[8 * 8 * 4] = {0};
    open_bench(&b);
    plain_stage(&b.gx, 1);
    b.gx.stage_count = b.gx.texgen_count = 2;
    b.gx.stages[1].map = b.gx.stages[1].texgen = 1;
    b.gx.stages[1].color =
        (ferry_gx_combine){15, FERRY_GX_CC_TEXC, FERRY_GX_CC_CPREV, FERRY_GX_CC_ZERO, .clamp = 1};
    b.gx.texgens[1] = (ferry_gx_texgen){FERRY_GX_TEXGEN_COLOR, FERRY_GX_TG_COLOR0, FERRY_GX_IDENTITY};
    b.gx.channels[0].lit = 1;
    b.gx.channels[0].attenuation = FERRY_GX_ATTENUATION_NONE;
    b.textures[1].name = "ZAtoon";
    b.textures[1].wrap_s = b.textures[1].wrap_t = FERRY_WRAP_CLAMP;
    b.levels[1] = (ferry_mip_level){8, 8, stripes};
    b.images[1].width = b.images[1].height = 8;
    bake(&b, rgba);
    expect_baked(rgba, 0, 7, 0, 0, 0, 0);
    expect_baked(rgba, 2, 7, 125, 135, 145, 255);
    ferry_close(b.job);
}
END_TEST

/* The second stage mixes with a picture of what is behind. Its alpha is 0, and says nothing. */
START_TEST(bakes_what_is_behind_as_translucency) {
    bench b;
    uint8_t rgba[3 * 8 * 4];
    open_bench(&b);
    plain_stage(&b.gx, 1);
    b.gx.stage_count = b.gx.texgen_count = 2;
    b.gx.stages[1].map = b.gx.stages[1].texgen = 1;
    b.gx.frame_buffer_slots = 2;
    b.gx.stages[1].color =
        (ferry_gx_combine){FERRY_GX_CC_CPREV, FERRY_GX_CC_TEXC, FERRY_GX_CC_ZERO, 15, .clamp = 1};
    b.gx.stages[1].alpha = (ferry_gx_combine){7, 7, 7, 7, .clamp = 1};
    bake(&b, rgba);
    expect_baked(rgba, 0, 7, 125, 135, 145, 255);
    b.gx.stages[1].color.c = FERRY_GX_CC_HALF;
    bake(&b, rgba);
    ck_assert_int_le(abs(rgba[4 * 7 + 3] - 128), 1);
    ck_assert_int_le(abs(rgba[4 * 7] - 125), 2);
    b.gx.frame_buffer_slots = 0;
    bake(&b, rgba);
    expect_baked(rgba, 2, 7, rgba[4 * 7], rgba[4 * 7 + 1], rgba[4 * 7 + 2], 0);
    ferry_close(b.job);
}
END_TEST

START_TEST(bakes_no_other_materials) {
    bench b;
    ferry_material material = {.name = "m", .base_texture = 0};
    ferry_baking baking = {.width = 4, .height = 2, .lights = 3, .possible = true};
    open_bench(&b);
    b.scene.materials.data = &material;
    b.scene.materials.count = 1;
    ck_assert(fy_gx_bake(b.job, &b.scene, 0, &baking) && !baking.possible);
    ferry_close(b.job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gx_shade");
    TCase *tests = tcase_create("gx_shade");
    tcase_add_test(tests, channels_take_register_or_vertex);
    tcase_add_test(tests, light_is_added_to_ambient_and_multiplies);
    tcase_add_test(tests, highlights_have_no_ambient_light_but_their_own);
    tcase_add_test(tests, highlights_are_not_weakened_by_facing_away);
    tcase_add_test(tests, plain_matrices_turn_scale_and_shift);
    tcase_add_test(tests, environment_modes_look_by_the_normal);
    tcase_add_test(tests, projections_look_by_the_position);
    tcase_add_test(tests, colours_look_up_ramps);
    tcase_add_test(tests, texels_wrap_and_filter);
    tcase_add_test(tests, levels_follow_the_distance);
    tcase_add_test(tests, blends_by_all_factors);
    tcase_add_test(tests, subtracts_and_does_logic);
    tcase_add_test(tests, alpha_compares_join);
    tcase_add_test(tests, pixels_show_texels);
    tcase_add_test(tests, indirect_textures_shift);
    tcase_add_test(tests, fog_comes_with_distance);
    tcase_add_test(tests, frame_alpha_is_replaced);
    tcase_add_test(tests, stripes_give_way_to_a_ramp);
    tcase_add_test(tests, bakes_texels_in_light);
    tcase_add_test(tests, bakes_what_lies_on_the_same_coordinates);
    tcase_add_test(tests, bakes_steps_of_light);
    tcase_add_test(tests, bakes_what_is_behind_as_translucency);
    tcase_add_test(tests, bakes_no_other_materials);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
