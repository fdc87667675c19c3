/*
 * test_render.c: pictures of fixtures. Every model is drawn at 96 x 96 pixels and compared with
 * fixtures/pictures/NAME.png, pixel by pixel; FERRY_UPDATE=1 rewrites them, and the new ones are to be looked
 * at.
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "builders/fixtures/fixtures.h"
#include "helpers.h"
#include "render/font.h"
#include "render/picture.h"

static const ferry_view small = {.size = sizeof small,
                                 .width = 96,
                                 .height = 96,
                                 .yaw = 0.5F,
                                 .pitch = 0.25F,
                                 .background = {0.3F, 0.4F, 0.5F, 1}};

static ferry_scene *load(ferry_job *job, const char *name, ferry_bytes *bytes) {
    *bytes = fy_read_fixture(name);
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = name, .bytes = *bytes}, 1);
    ck_assert_msg(scene != NULL, "%s was not read", name);
    return scene;
}

START_TEST(fixture_looks_as_before) {
    const fixture *f = &fixtures[_i];
    if (f->kind == JB_BMT3) return;
    ferry_job *job = fy_test_job();
    ferry_bytes bytes;
    ferry_picture picture;
    ferry_scene *scene = load(job, f->name, &bytes);
    ck_assert(ferry_render(job, scene, &small, &picture));
    fy_expect_picture(job, f->name, &picture);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* Edges, bones, another light, a nearer camera, no background. */
START_TEST(options_show) {
    static const char *const names[5] = {"figure-edges", "figure-bones", "figure-light", "figure-near",
                                         "figure-behind"};
    ferry_job *job = fy_test_job();
    ferry_bytes bytes;
    ferry_picture picture;
    ferry_view view = small;
    ferry_scene *scene = load(job, "figure.bdl", &bytes);
    view.wireframe = _i == 0;
    view.bones = _i == 1;
    if (_i == 2) view.to_light = (ferry_vec3){1, -0.5F, 0};
    if (_i == 3) view.distance = 60;
    if (_i == 4) view.yaw = 3, view.background = (ferry_color){0, 0, 0, 0};
    ck_assert(ferry_render(job, scene, &view, &picture));
    fy_expect_picture(job, names[_i], &picture);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* What is left of the figure with fewer triangles (docs/simplify.md). */
START_TEST(fewer_triangles_look_as_before) {
    static const char *const shares[2] = {"25%", "6%"}, *const names[2] = {"figure-quarter", "figure-few"};
    const ferry_setting_value settings[] = {{"simplify.triangles", shares[_i]}};
    ferry_job *job =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .settings = settings, .setting_count = 1});
    ferry_bytes bytes;
    ferry_picture picture;
    ferry_scene *scene = load(job, "figure.bdl", &bytes);
    ck_assert(ferry_prepare(job, scene, "glb", "simplify") && ferry_render(job, scene, &small, &picture));
    fy_expect_picture(job, names[_i], &picture);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* A square of side 2 about the origin, seen from straight ahead: white, lit by ambient and the light from
 * (-1, 1, 1): 50 + 255 / sqrt(3) = 197. */
START_TEST(default_material_is_white_and_lit) {
    ferry_job *job = fy_test_job();
    ferry_picture picture;
    ferry_scene *scene = fy_square_scene(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->normals = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) mesh->normals[i] = (ferry_vec3){0, 0, 1};
    ferry_view view = {.size = sizeof view, .width = 32, .height = 32};
    ck_assert(ferry_render(job, scene, &view, &picture));
    const uint8_t *middle = &picture.rgba[(16 * 32 + 16) * 4];
    ck_assert_int_eq(middle[0], 197);
    ck_assert_int_eq(middle[2], 197);
    ck_assert_int_eq(middle[3], 255);
    ck_assert_int_eq(picture.covered[16 * 32 + 16], 1);
    ck_assert_int_eq(picture.covered[0], 0);
    ck_assert_int_eq(picture.rgba[3], 0); /* no background: transparent */
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A black-lit square shows the ambient light alone: 50, what the view says, or what the material's register
 * says; the last is for GameCube materials only. */
START_TEST(ambient_light_is_the_views) {
    static const ferry_ambient from[3] = {FERRY_AMBIENT_USUAL, FERRY_AMBIENT_GIVEN, FERRY_AMBIENT_FILE};
    static const int expected[2][3] = {{50, 200, 50}, {49, 200, 119}}; /* generic, GameCube */
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->normals = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) mesh->normals[i] = (ferry_vec3){0, 0, 1};
    ferry_gx_material *gx = ferry_scene_new(scene, ferry_gx_material, 1);
    for (int machine = 0; machine < 2; machine++) {
        if (machine) {
            gx->channel_count = gx->stage_count = 1;
            gx->channels[0] = (ferry_gx_channel){.lit = 1,
                                                 .light_mask = 1,
                                                 .diffuse = FERRY_GX_DIFFUSE_CLAMP,
                                                 .attenuation = FERRY_GX_ATTENUATION_SPOT};
            gx->material_colors[0] = (ferry_gx_color){255, 255, 255, 255};
            gx->ambient_colors[0] = (ferry_gx_color){120, 120, 120, 255};
            gx->stages[0].channel = 4;
            gx->stages[0].color = (ferry_gx_combine){15, 15, 15, FERRY_GX_CC_RASC, .clamp = 1};
            gx->stages[0].alpha = (ferry_gx_combine){7, 7, 7, FERRY_GX_CA_RASA, .clamp = 1};
            gx->alpha_compare0 = gx->alpha_compare1 = FERRY_GX_ALWAYS;
            for (int i = 0; i < FERRY_GX_MAX_MAPS; i++) gx->textures[i] = FERRY_NONE;
            for (int i = 0; i < 4; i++)
                for (uint8_t k = 0; k < 4; k++) gx->swap_tables[i][k] = k;
            ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
            *material = (ferry_material){.name = "m", .base_texture = FERRY_NONE, .gx = gx};
            scene->draws.data[0].material = 0;
        }
        for (int i = 0; i < 3; i++) {
            ferry_picture picture;
            ferry_view view = {.size = sizeof view, .width = 32, .height = 32, .to_light = {0, 0, -1}};
            view.ambient_from = from[i];
            view.ambient = 200 / 255.0F;
            ck_assert(ferry_render(job, scene, &view, &picture));
            const uint8_t *middle = &picture.rgba[(16 * 32 + 16) * 4];
            ck_assert_int_eq(middle[0], expected[machine][i]);
            ck_assert_int_eq(middle[2], expected[machine][i]);
        }
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(hidden_draws_and_empty_scenes_give_the_background) {
    ferry_job *job = fy_test_job();
    ferry_picture picture;
    ferry_scene *scene = fy_square_scene(job);
    scene->draws.data[0].visible = false;
    ck_assert(ferry_render(job, scene, &small, &picture));
    for (int i = 0; i < 96 * 96; i++) ck_assert_int_eq(picture.covered[i], 0);
    scene->draws.count = 0;
    ck_assert(ferry_render(job, scene, &small, &picture));
    ck_assert_int_eq(picture.rgba[0], 77);
    ck_assert_int_eq(picture.rgba[3], 255);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(refuses_impossible_views) {
    ferry_job *job = fy_test_job();
    ferry_picture picture;
    ferry_scene *scene = fy_square_scene(job);
    ferry_view view = small;
    view.width = 5000;
    ck_assert(!ferry_render(job, scene, &view, &picture));
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_ERROR], 1);
    ferry_scene_free(scene);
    ferry_close(job);
    job = fy_test_job();
    scene = fy_square_scene(job);
    view = (ferry_view){0};
    ck_assert(!ferry_render(job, scene, &view, &picture));
    fy_expect_report(job, "error: ferry_view.size is not sizeof(ferry_view)\n");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(memory_may_run_out_anywhere) {
    ferry_bytes bytes = fy_read_fixture("materials.bdl");
    bool done = false;
    for (size_t limit = 1; !done && limit < 4000; limit++) {
        ferry_options options = {.size = sizeof options, .fail_allocation = limit};
        ferry_job *job = ferry_open(&options);
        ferry_picture picture;
        if (!job) continue;
        ferry_scene *scene = ferry_load(job, &(ferry_input){"materials.bdl", bytes}, 1);
        done = scene && ferry_render(job, scene, &small, &picture);
        ck_assert(done != ferry_failed(job));
        ferry_scene_free(scene);
        ferry_close(job);
    }
    ck_assert(done);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* Each letter has its own shape; what is no ASCII shows as a question mark. */
START_TEST(writes_text) {
    const uint8_t paper[4] = {0, 0, 0, 255}, ink[4] = {255, 255, 255, 255};
    ferry_job *job = fy_test_job();
    ferry_picture picture;
    ck_assert(fy_picture_open(job, 30, 9, paper, &picture));
    fy_picture_text(&picture, 1, 1, "L\xC3I", ink);
    static const char *const rows[7] = {"#......###...###", "#.....#...#...#.", "#.........#...#.",
                                        "#........#....#.", "#.......#.....#.", "#.............#.",
                                        "#####...#....###"};
    for (int y = 0; y < 7; y++)
        for (int x = 0; rows[y][x]; x++)
            ck_assert_msg((picture.rgba[((y + 1) * 30 + x + 1) * 4] == 255) == (rows[y][x] == '#'), "%d %d",
                          x, y);
    fy_picture_text(&picture, 27, 6, "W", ink); /* cut at the border */
    fy_picture_text(&picture, 0, -1, "L", ink); /* all that is left of its column is at the border, too */
    for (int y = 0; y < 6; y++) ck_assert_int_eq(picture.rgba[y * 30 * 4], 255);
    ferry_close(job);
}
END_TEST

/* Letters that hang over the lower border leave alone what lies behind the picture. */
START_TEST(text_stays_in_its_picture) {
    enum { SIDE = 8 };
    const uint8_t ink[4] = {255, 255, 255, 255};
    uint8_t rgba[(SIDE + 8) * SIDE * 4] = {0}, covered[SIDE * SIDE] = {0};
    ferry_picture picture = {SIDE, SIDE, rgba, covered};
    fy_picture_text(&picture, 0, SIDE - 2, "H", ink);
    ck_assert_int_eq(rgba[(SIDE - 1) * SIDE * 4], 255);
    for (size_t i = (size_t)SIDE * SIDE * 4; i < sizeof rgba; i++) ck_assert_int_eq(rgba[i], 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("render");
    TCase *tests = tcase_create("render"), *results = fy_results_case(suite);
    tcase_add_loop_test(tests, fixture_looks_as_before, 0, (int)fixture_count);
    tcase_add_loop_test(tests, options_show, 0, 5);
    tcase_add_loop_test(results, fewer_triangles_look_as_before, 0, 2);
    tcase_add_test(tests, default_material_is_white_and_lit);
    tcase_add_test(tests, ambient_light_is_the_views);
    tcase_add_test(tests, hidden_draws_and_empty_scenes_give_the_background);
    tcase_add_test(tests, refuses_impossible_views);
    tcase_add_test(tests, memory_may_run_out_anywhere);
    tcase_add_test(tests, writes_text);
    tcase_add_test(tests, text_stays_in_its_picture);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
