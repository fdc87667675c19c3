/* test_t3dm_vertex_textures.c: textures that vertices hold (docs/what-is-lost.md, "Textures at vertices"), and
 * environment maps that are stored as the console lays them on (docs/formats/t3dm.md, "Environment maps"). */
#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "builders/material_scene.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_shade.h"
#include "formats/t3dm/texture/t3dm_sphere_picture.h"
#include "helpers.h"
#include "shade/samples/t3dm_sample_texels.h"
#include "shade/t3dm_vertex_texture.h"
#include "view/survey.h"

static void bars(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    uint32_t on = x < 16 ? 255 : 120;
    set(texel, on, on, on, 255);
}

/* Straight between its two columns' middles. */
static void dusk(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, x ? 240 : 40, x ? 200 : 40, x ? 160 : 80, 255);
}

static void checks(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t on = (x / 2 + y / 2) % 2 ? 255 : 0;
    set(texel, on, on, on, 255);
}

/* Bars that repeat over the square, times a picture whose coordinates run across: no two tiles do that, and
 * one picture for both would be too large. */
static ferry_gx_material *make_square(ferry_job **job, const char *composites, uint32_t side, painter by,
                                      ferry_scene **made) {
    static ferry_setting_value set;
    set = (ferry_setting_value){"t3dm.composite-textures", composites};
    ferry_options options = {.size = sizeof options, .settings = &set, .setting_count = composites ? 1 : 0};
    *job = ferry_open(&options);
    ferry_scene *scene = *made = fy_square_scene(*job);
    scene->draws.count = 0;
    ferry_mesh *mesh = &scene->meshes.data[0];
    static const float often[4][2] = {{.2F, .2F}, {30.6F, .2F}, {30.6F, 30.6F}, {.2F, 30.6F}},
                       across[4][2] = {{.5F, .25F}, {.75F, .5F}, {.5F, .75F}, {.25F, .5F}};
    for (int set_number = 0; set_number < 2; set_number++) {
        mesh->uvs[set_number] = ferry_scene_new(scene, ferry_vec2, 4);
        for (int i = 0; i < 4; i++) {
            const float *at = set_number ? across[i] : often[i];
            mesh->uvs[set_number][i] = (ferry_vec2){at[0], at[1]};
        }
    }
    ferry_gx_material *gx =
        add_gx(scene, "square", add_texture(scene, "bars", 32, 32, bars, FERRY_WRAP_REPEAT));
    gx->textures[1] = add_texture(scene, "other", side, side, by, FERRY_WRAP_CLAMP);
    gx->cull = FERRY_GX_CULL_NONE;
    gx->channels[0].material_source = gx->channels[1].material_source = FERRY_GX_SOURCE_REGISTER;
    gx->texgen_count = gx->stage_count = 2;
    gx->texgens[1].source = FERRY_GX_TG_TEX0 + 1;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = gx->stages[1].texgen = 1;
    gx->stages[1].color.c = FERRY_GX_CC_CPREV;
    return gx;
}

static ferry_scene *open_square(ferry_job **job, const char *composites, uint32_t side, painter by) {
    ferry_scene *scene;
    make_square(job, composites, side, by, &scene);
    return scene;
}

START_TEST(what_does_not_bend_is_looked_up_at_the_vertices) {
    ferry_job *job;
    ferry_scene *scene = open_square(&job, NULL, 2, dusk);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *of = &plan.materials[plan.of_material[0]];
    ck_assert(has_note(job, "t3dm.vertex-texture"));
    ck_assert_uint_eq(of->at_vertices, 2);
    uint8_t rgba[4][4];
    double uv[2];
    for (uint32_t v = 0; v < 4; v++) fy_t3dm_shade(of, scene, &scene->draws.data[0], v, uv, rgba[v]);
    for (uint32_t v = 1; v < 4; v++) { /* s is 1/4 in the first column's middle and 3/4 in the second's */
        const ferry_vec2 *at = scene->meshes.data[0].uvs[1];
        double red = 40 + 400 * ((double)at[v].x - .25), first = 40 + 400 * ((double)at[0].x - .25),
               wanted = rgba[0][0] * red / first;
        ck_assert_msg(rgba[v][0] >= wanted - 4 && rgba[v][0] <= wanted + 4, "vertex %u: %u, not %.0f", v,
                      rgba[v][0], wanted);
    }
    close_scene(job, scene);
}
END_TEST

START_TEST(what_bends_is_not) {
    ferry_job *job;
    ferry_scene *scene = open_square(&job, NULL, 32, checks);
    ferry_file_list files;
    plan_of(job, scene, &files);
    ck_assert(!has_note(job, "t3dm.vertex-texture"));
    close_scene(job, scene);
}
END_TEST

START_TEST(layers_that_a_game_scrolls_stay) {
    ferry_job *job;
    ferry_scene *scene = open_square(&job, "no", 2, dusk);
    ferry_file_list files;
    plan_of(job, scene, &files);
    ck_assert(!has_note(job, "t3dm.vertex-texture"));
    close_scene(job, scene);
}
END_TEST

static void slope(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    uint8_t value = x ? 255 : 0;
    set(texel, value, value, value, 255);
}

static void stripes(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)x;
    set(texel, 220, y % 8 < 4 ? 40 : 120, 20, 255);
}

/* Two pictures by a mask of other coordinates: a second draw could show one of them, but it would need the
 * mask and the picture. One draw holds both where vertices hold the mask. */
START_TEST(masks_at_vertices_save_a_draw) {
    ferry_job *job;
    ferry_scene *scene;
    ferry_gx_material *gx = make_square(&job, NULL, 2, slope, &scene);
    ferry_file_list files;
    gx->textures[2] = add_texture(scene, "stripes", 32, 32, stripes, FERRY_WRAP_REPEAT);
    gx->stage_count = 3;
    gx->stages[2] = gx->stages[0];
    gx->stages[2].map = 2;
    enum { ZERO = FERRY_GX_CC_ZERO, TEXC = FERRY_GX_CC_TEXC };
    gx->stages[0].color = (ferry_gx_combine){ZERO, ZERO, ZERO, TEXC, .clamp = 1};
    gx->stages[1].color = (ferry_gx_combine){ZERO, ZERO, ZERO, TEXC, .clamp = 1, .destination = 1};
    gx->stages[2].color = (ferry_gx_combine){FERRY_GX_CC_CPREV, TEXC, FERRY_GX_CC_C0, ZERO, .clamp = 1};
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *of = &plan.materials[plan.of_material[0]];
    ck_assert_uint_eq(of->at_vertices, 2);
    ck_assert_uint_eq(of->second, 0);
    ck_assert(!has_note(job, "t3dm.second-draw"));
    close_scene(job, scene);
}
END_TEST

/* A mean over areas, of all four components; no picture, and none that light looks up. */
START_TEST(bends_are_measured) {
    ferry_job *job;
    ferry_scene *scene = open_square(&job, NULL, 2, dusk);
    ferry_gx_material gx = *scene->materials.data[0].gx;
    const uint32_t list[1] = {0};
    fy_vertex_draws draws = {scene, list, 1, NULL};
    double bends = fy_vertex_texture_error(&draws, &gx, 0),
           straight = fy_vertex_texture_error(&draws, &gx, 1);
    ck_assert_msg(straight >= 0 && straight < 1, "%.2f", straight);
    ck_assert_msg(bends > 10, "%.2f", bends);
    ck_assert_uint_eq(fy_vertex_texture_slots(&draws, &gx) & 2, 2);
    gx.texgens[1] = (ferry_gx_texgen){FERRY_GX_TEXGEN_COLOR, FERRY_GX_TG_COLOR0, FERRY_GX_IDENTITY};
    ck_assert(fy_vertex_texture_error(&draws, &gx, 1) < 0);
    gx.textures[1] = FERRY_NONE;
    ck_assert(fy_vertex_texture_error(&draws, &gx, 1) < 0);
    ck_assert_uint_eq(fy_vertex_texture_slots(&draws, &gx), 0); /* one picture is left */
    close_scene(job, scene);
}
END_TEST

/* Each number of the matrix has its own of the vector; what is next to nothing divides nothing. */
START_TEST(vectors_have_places) {
    fy_uv_map map = {.kind = FY_UV_NORMAL, .m = {{1, 20, 300, 4000}, {2, 30, 500, 7000}, {0, 0, 1, 1}}};
    const ferry_vec3 from = {.5F, .25F, 3};
    fy_place at = fy_place_by_vector(&map, from);
    ck_assert_double_eq_tol(at.u, (.5 + 5 + 900 + 4000) / 4, 1e-9);
    ck_assert_double_eq_tol(at.v, (1 + 7.5 + 1500 + 7000) / 4, 1e-9);
    map.m[2][3] = -3;
    at = fy_place_by_vector(&map, from);
    ck_assert_double_eq_tol(at.u, .5 + 5 + 900 + 4000, 1e-9);
}
END_TEST

/* ------------------------------------------------------------------------------------------- spheres */

/* Red grows to the right, green downwards. */
static void place(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 8 * x, 8 * y, 0, 255);
}

static ferry_scene *open_sphere_of(ferry_job **job, int16_t rotation, uint32_t side) {
    ferry_scene *scene = open_seen_scene(job);
    ferry_gx_material *gx =
        add_gx(scene, "ball", add_texture(scene, "sky", side, side, place, FERRY_WRAP_CLAMP));
    gx->texgens[0] = (ferry_gx_texgen){FERRY_GX_TEXGEN_2X4, FERRY_GX_TG_NORMAL, 30};
    gx->matrices[0] = (ferry_gx_texture_matrix){.present = true,
                                                .projection = 1,
                                                .mode = 6,
                                                .center = {.5F, .5F, 0},
                                                .scale = {1, 1},
                                                .rotation = rotation};
    return scene;
}

static ferry_scene *open_sphere(ferry_job **job, int16_t rotation) {
    return open_sphere_of(job, rotation, 32);
}

/* The scene with the pictures that its materials need. */
static const ferry_scene *lay(ferry_job *job, const ferry_scene *scene, bool driven) {
    const ferry_scene *laid = NULL;
    ck_assert(fy_t3dm_lay_spheres(job, "x", scene, NULL, &driven, &laid));
    return laid;
}

START_TEST(turned_spheres_are_drawn_anew) {
    ferry_job *job;
    ferry_scene *scene = open_sphere(&job, 16384); /* a quarter turn */
    const ferry_scene *laid = lay(job, scene, false);
    const ferry_gx_material *before = scene->materials.data[0].gx, *gx = laid->materials.data[0].gx;
    ck_assert(has_note(job, "t3dm.environment-picture"));
    ck_assert(laid != scene && gx != before && gx->textures[0] != before->textures[0]);
    const ferry_image *image = &laid->images.data[laid->textures.data[gx->textures[0]].image];
    fy_uv_map map = fy_t3dm_uv_map(before, 0);
    for (int i = 0; i < 4; i++) { /* half-way to the rim, along each axis */
        static const double normals[4][2] = {{.5, 0}, {-.5, 0}, {0, .5}, {0, -.5}};
        const double *n = normals[i], z = .8660254;
        uint32_t column = (uint32_t)((.5 + .5 * n[0]) * image->width),
                 row = (uint32_t)((.5 - .5 * n[1]) * image->height);
        const uint8_t *texel = image->levels[0].rgba + 4 * ((size_t)row * image->width + column);
        for (int k = 0; k < 2; k++) {
            double at = map.m[k][0] * n[0] + map.m[k][1] * n[1] + map.m[k][2] * z + map.m[k][3],
                   wanted = 8 * (32 * at - .5);
            ck_assert_msg(texel[k] >= wanted - 6 && texel[k] <= wanted + 6, "%d, %d: %u, not %.0f", i, k,
                          texel[k], wanted);
        }
    }
    close_scene(job, scene);
}
END_TEST

/* 2 * (TEX0 * VTX + C0, cut at 0, + VTX / 2): no combiner draws just that. */
static void add_wall(ferry_scene *scene) {
    ferry_gx_material *gx =
        add_gx(scene, "wall", add_texture(scene, "bars", 32, 32, bars, FERRY_WRAP_REPEAT));
    gx->stages[0].color.d = FERRY_GX_CC_C0;
    gx->registers[0] = (ferry_gx_color_s16){64, -74, -126, 0};
    gx->stages[1] = gx->stages[0];
    gx->stages[1].color = (ferry_gx_combine){FERRY_GX_CC_ZERO,  FERRY_GX_CC_RASC, FERRY_GX_CC_HALF,
                                             FERRY_GX_CC_CPREV, .scale = 1,       .clamp = 1};
    gx->stage_count = 2;
}

/* What the source draws instead of the pictures drawn anew belongs to one material. The next one, after one
 * that is left out, is judged by its own state, whose rasterised colour is white, and not by a black one. */
START_TEST(what_is_left_out_leaves_nothing_behind) {
    ferry_job *job;
    ferry_scene *scene = open_sphere(&job, 16384);
    ferry_gx_material *ball = (ferry_gx_material *)(uintptr_t)scene->materials.data[0].gx;
    ball->stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_KONST, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                               FERRY_GX_CA_ZERO, .clamp = 1};
    ball->stages[0].konst_alpha = 7; /* an eighth */
    ball->alpha_compare0 = 6;        /* at least 128 */
    ball->alpha_ref0 = 128;
    ball->channels[0].material_source = FERRY_GX_SOURCE_REGISTER;
    ball->material_colors[0] = (ferry_gx_color){0, 0, 0, 255};
    add_wall(scene);
    ferry_file_list files = {0};
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "made.t3dm", &files));
    ck_assert(has_note(job, "t3dm.environment-picture") && has_loss(job, "t3dm.invisible"));
    ferry_seen_list told = ferry_seen_materials(job);
    for (uint32_t i = 0; i < told.count; i++) ck_assert_double_le(told.data[i].color_error, 12);
    close_scene(job, scene);
}
END_TEST

START_TEST(straight_spheres_stay) {
    ferry_job *job;
    ferry_scene *scene = open_sphere(&job, 0);
    ck_assert_ptr_eq(lay(job, scene, false), scene);
    close_scene(job, scene);
    scene = open_sphere(&job, 8192);
    ck_assert_ptr_eq(lay(job, scene, true), scene); /* clips turn it */
    ck_assert_ptr_ne(lay(job, scene, false), scene);
    close_scene(job, scene);
}
END_TEST

/* What one texgen gets may make room for another one: each has its turn, however many there were at first. */
START_TEST(spheres_follow_each_other) {
    ferry_job *job;
    ferry_scene *scene = open_sphere(&job, 0);
    ferry_gx_material *gx = (ferry_gx_material *)scene->materials.data[0].gx;
    const ferry_gx_texture_matrix plain = gx->matrices[0];
    gx->textures[1] = add_texture(scene, "other", 32, 32, place, FERRY_WRAP_CLAMP);
    gx->texgen_count = gx->stage_count = 2;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = gx->stages[1].texgen = 1;
    for (uint8_t i = 0; i < 2; i++) { /* texgen 0 has the matrix that texgen 1 would get */
        gx->texgens[i] = (ferry_gx_texgen){FERRY_GX_TEXGEN_2X4, FERRY_GX_TG_NORMAL, (uint8_t)(33 + 3 * i)};
        gx->matrices[1 + i] = plain;
        gx->matrices[1 + i].rotation = (int16_t)(8192 * (1 + i));
    }
    const ferry_scene *laid = lay(job, scene, false);
    ck_assert_uint_eq(laid->textures.count, scene->textures.count + 2);
    for (int i = 0; i < 2; i++)
        ck_assert_uint_ge(laid->materials.data[0].gx->textures[i], scene->textures.count);
    close_scene(job, scene);
}
END_TEST

/* What is projected from the viewer and shifted by what an environment map holds is one, too: if the stage is
 * shifted, by a look-up that there is, of a projection from the viewer, by itself. */
START_TEST(projections_that_spheres_shift_become_spheres) {
    enum { ALL, NO_MATRIX, NO_LOOK_UP, FIFTH, ADDED, BY_COORDINATES, CASES };
    for (int way = 0; way < CASES; way++) {
        ferry_job *job;
        ferry_scene *scene = open_sphere(&job, 0);
        ferry_gx_material *gx = (ferry_gx_material *)scene->materials.data[0].gx;
        gx->textures[1] = add_texture(scene, "waves", 32, 32, place, FERRY_WRAP_CLAMP);
        gx->texgens[1] = (ferry_gx_texgen){FERRY_GX_TEXGEN_2X4, FERRY_GX_TG_NORMAL, 33};
        gx->texgens[0] = (ferry_gx_texgen){FERRY_GX_TEXGEN_3X4, FERRY_GX_TG_POSITION, 30};
        gx->matrices[1] = gx->matrices[0];
        gx->matrices[0].mode = 9;
        gx->texgen_count = 2;
        gx->indirect_enabled = true;
        gx->indirect_stage_count = way == NO_LOOK_UP ? 0 : way == FIFTH ? 5 : 1;
        gx->indirect_orders[0] = (ferry_gx_indirect_order){1, 1, 0, 0};
        gx->indirect_matrices[0] = (ferry_gx_indirect_matrix){{{.5F, 0, 0}, {0, .5F, 0}}, 0};
        gx->stages[0].indirect = (ferry_gx_indirect_use){
            .stage = way == FIFTH ? 4 : 0, .matrix = way != NO_MATRIX, .add_previous = way == ADDED};
        if (way == BY_COORDINATES) gx->texgens[0] = (ferry_gx_texgen){1, FERRY_GX_TG_TEX0, 60};
        ck_assert_msg((lay(job, scene, false) != scene) == (way == ALL), "case %d", way);
        close_scene(job, scene);
    }
}
END_TEST

/* Half of a picture, turned round: repeats that are mirrored show it, but what is shrunk to fit texture
 * memory has odd sizes and cannot repeat. */
START_TEST(spheres_that_shrink_are_drawn_anew) {
    for (uint32_t side = 64; side <= 128; side += 64) {
        ferry_job *job;
        ferry_scene *scene = open_sphere_of(&job, 32767, side);
        ferry_gx_texture_matrix *matrix = &((ferry_gx_material *)scene->materials.data[0].gx)->matrices[0];
        matrix->scale[0] = matrix->scale[1] = -.51F;
        ck_assert_int_eq(lay(job, scene, false) != scene, side > 64);
        close_scene(job, scene);
    }
}
END_TEST

/* How far to the right the picture of a divided environment map is read half-way to its rim: by a square
 * whose sides have normals that far apart, or by none. */
static uint8_t read_divided(float apart, bool surveyed) {
    ferry_job *job;
    ferry_scene *scene = open_sphere(&job, 0);
    ferry_gx_material *gx = (ferry_gx_material *)scene->materials.data[0].gx;
    ferry_mesh *mesh = &scene->meshes.data[0];
    fy_survey survey;
    bool driven = false;
    const ferry_scene *laid = NULL;
    gx->texgens[0].type = FERRY_GX_TEXGEN_3X4;
    gx->matrices[0].mode = 7;
    gx->matrices[0].projection = 0;
    gx->matrices[0].scale[0] = gx->matrices[0].scale[1] = .5F;
    for (int i = 0; i < 4; i++) gx->matrices[0].effect[i][i] = 1;
    mesh->normals = ferry_scene_new(scene, ferry_vec3, 4);
    for (uint32_t i = 0; i < 4; i++)
        mesh->normals[i] =
            (ferry_vec3){mesh->positions[i].x > 0 ? apart : -apart, 0, sqrtf(1 - apart * apart)};
    ck_assert(!surveyed || fy_survey_take(job, scene, &survey));
    ck_assert(fy_t3dm_lay_spheres(job, "x", scene, surveyed ? &survey : NULL, &driven, &laid));
    ck_assert(laid != scene);
    const ferry_mip_level *level =
        &laid->images.data[laid->textures.data[laid->materials.data[0].gx->textures[0]].image].levels[0];
    uint8_t read = level->rgba[4 * ((size_t)level->height / 2 * level->width + level->width * 3 / 4)];
    close_scene(job, scene);
    return read;
}

/* What lies between two normals is shorter than either, and is read nearer to the middle. */
START_TEST(coarse_surfaces_read_further_out) {
    uint8_t smooth = read_divided(.8F, false);
    ck_assert_uint_eq(read_divided(0, true), smooth);
    ck_assert_uint_ge(read_divided(.8F, true), smooth + 4);
}
END_TEST

/* The loss that the effect cannot follow is none any more. */
START_TEST(turned_spheres_lose_nothing_by_it) {
    ferry_job *job;
    ferry_scene *scene = open_sphere(&job, 8192);
    ferry_file_list files;
    plan_of(job, scene, &files);
    ck_assert(has_note(job, "t3dm.environment-picture"));
    ck_assert(!has_loss(job, "t3dm.environment-map"));
    close_scene(job, scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_vertex_textures");
    TCase *tests = tcase_create("vertices");
    tcase_add_test(tests, what_does_not_bend_is_looked_up_at_the_vertices);
    tcase_add_test(tests, what_bends_is_not);
    tcase_add_test(tests, layers_that_a_game_scrolls_stay);
    tcase_add_test(tests, bends_are_measured);
    tcase_add_test(tests, masks_at_vertices_save_a_draw);
    tcase_add_test(tests, vectors_have_places);
    suite_add_tcase(suite, tests);
    TCase *spheres = tcase_create("spheres");
    tcase_add_test(spheres, turned_spheres_are_drawn_anew);
    tcase_add_test(spheres, what_is_left_out_leaves_nothing_behind);
    tcase_add_test(spheres, coarse_surfaces_read_further_out);
    tcase_add_test(spheres, straight_spheres_stay);
    tcase_add_test(spheres, spheres_follow_each_other);
    tcase_add_test(spheres, projections_that_spheres_shift_become_spheres);
    tcase_add_test(spheres, spheres_that_shrink_are_drawn_anew);
    tcase_add_test(spheres, turned_spheres_lose_nothing_by_it);
    suite_add_tcase(suite, spheres);
    return fy_run_suite(suite);
}
