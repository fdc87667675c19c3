/* test_t3dm_seen_pictures.c: pictures that are stored for how large they are seen, and edges of cutouts
 * (docs/what-is-lost.md, "Textures" and "Pixels"). */
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "builders/material_scene.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "helpers.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/samples/t3dm_seen_texels.h"
#include "shade/t3dm_reference_state.h"
#include "view/survey.h"

static void checks(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t on = (x + y) % 2 ? 255 : 0;
    set(texel, on, on, on, 255);
}

static void hard_bars(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, 200, 100, 50, x / 4 % 2 ? 255 : 0);
}

static void soft_bars(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, 200, 100, 50, 60 * (x % 4));
}

/* A square of which `times` repeats of a picture are seen. */
static ferry_gx_material *open_square(ferry_job **job, ferry_scene **scene, float times, uint32_t side,
                                      painter by) {
    *scene = open_seen_scene(job);
    ferry_mesh *mesh = &(*scene)->meshes.data[0];
    const float corners[4][2] = {{0, 0}, {times, 0}, {times, times}, {0, times}};
    mesh->uvs[0] = ferry_scene_new(*scene, ferry_vec2, 4);
    for (int i = 0; i < 4; i++) mesh->uvs[0][i] = (ferry_vec2){corners[i][0], corners[i][1]};
    ferry_gx_material *gx =
        add_gx(*scene, "square", add_texture(*scene, "picture", side, side, by, FERRY_WRAP_REPEAT));
    gx->cull = FERRY_GX_CULL_NONE;
    gx->channels[0].material_source = gx->channels[1].material_source = FERRY_GX_SOURCE_REGISTER;
    return gx;
}

static bool is_magnified(float times, uint32_t side, ferry_filter filter) {
    ferry_job *job;
    ferry_scene *scene;
    ferry_file_list files;
    ferry_gx_material *gx = open_square(&job, &scene, times, side, checks);
    scene->textures.data[gx->textures[0]].mag_filter = filter;
    plan_of(job, scene, &files);
    bool magnified = has_note(job, "t3dm.texture-magnified");
    close_scene(job, scene);
    return magnified;
}

/* Not where its texels are no larger than pixels, nor where it would not fit, nor where nothing is
 * filtered. */
START_TEST(small_pictures_that_are_seen_large_are_stored_larger) {
    ck_assert(is_magnified(1, 8, FERRY_FILTER_LINEAR));
    ck_assert(!is_magnified(32, 8, FERRY_FILTER_LINEAR));
    ck_assert(!is_magnified(.2F, 64, FERRY_FILTER_LINEAR));
    ck_assert(!is_magnified(1, 8, FERRY_FILTER_NEAREST));
}
END_TEST

/* The alpha of PRIM under a compare with `reference`: how much the console sharpens. */
static uint8_t sharpened(painter by, uint8_t reference) {
    ferry_job *job;
    ferry_scene *scene;
    ferry_file_list files;
    ferry_gx_material *gx = open_square(&job, &scene, 1, 16, by);
    gx->alpha_compare0 = FERRY_GX_GEQUAL, gx->alpha_ref0 = reference, gx->alpha_op = FERRY_GX_AND;
    const fy_t3dm_plan plan = plan_of(job, scene, &files);
    uint8_t prim = plan.materials[plan.of_material[0]].rdp.prim[3];
    close_scene(job, scene);
    return prim;
}

/* alpha - PRIM * PRIM is 32 where alpha is the reference: PRIM is the root of 255 * (r - 32). */
START_TEST(hard_edges_lie_where_the_compare_puts_them) {
    ck_assert_uint_eq(sharpened(hard_bars, 32), 0);
    ck_assert_uint_eq(sharpened(hard_bars, 64), 90);
    ck_assert_uint_eq(sharpened(hard_bars, 100), 131);
    ck_assert_uint_eq(sharpened(hard_bars, 128), 156);
    ck_assert_uint_eq(sharpened(hard_bars, 200), 179);
}
END_TEST

/* Their alphas are moved, or become all or nothing. */
START_TEST(soft_edges_lie_halfway) {
    ck_assert_uint_eq(sharpened(soft_bars, 32), 156);
    ck_assert_uint_eq(sharpened(soft_bars, 100), 156);
}
END_TEST

/* A second level whose bars are a quarter wider. */
static void add_levels(ferry_scene *scene, ferry_texture *texture) {
    ferry_image *image = &scene->images.data[texture->image];
    ferry_mip_level *levels = ferry_scene_new(scene, ferry_mip_level, 2);
    uint32_t side = image->width / 2;
    uint8_t *rgba = ferry_scene_new(scene, uint8_t, (size_t)side * side * 4);
    for (uint32_t i = 0; i < side * side; i++) set(rgba + 4 * (size_t)i, 200, 100, 50, i % 8 < 5 ? 255 : 0);
    levels[0] = image->levels[0];
    levels[1] = (ferry_mip_level){side, side, rgba};
    image->levels = levels;
    image->level_count = 2;
    texture->min_filter = FERRY_FILTER_LINEAR_MIP_LINEAR;
    texture->max_lod = 1;
}

/* From afar more is covered than the largest level covers: its edges move outwards. */
START_TEST(levels_that_cover_more_move_edges) {
    ferry_job *job;
    ferry_scene *scene;
    ferry_file_list files;
    ferry_gx_material *gx = open_square(&job, &scene, 3, 64, hard_bars);
    gx->alpha_compare0 = FERRY_GX_GEQUAL, gx->alpha_ref0 = 128, gx->alpha_op = FERRY_GX_AND;
    add_levels(scene, &scene->textures.data[gx->textures[0]]);
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_lt(plan.materials[plan.of_material[0]].rdp.prim[3], 100);
    ck_assert(!has_note(job, "t3dm.texture-level"));
    close_scene(job, scene);
}
END_TEST

static void slope(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, 200, 100, 50, 8 * x);
}

/* The threshold that the note of a compare names. */
static unsigned baked_threshold(painter by, uint8_t reference, bool lit) {
    ferry_job *job;
    ferry_scene *scene;
    ferry_file_list files;
    ferry_gx_material *gx = open_square(&job, &scene, 1, 32, by);
    gx->alpha_compare0 = FERRY_GX_GEQUAL, gx->alpha_ref0 = reference, gx->alpha_op = FERRY_GX_AND;
    gx->channels[1].lit = lit;
    gx->channels[1].light_mask = 1;
    gx->stages[0].alpha.a = FERRY_GX_CA_ZERO;
    gx->stages[0].alpha.b = FERRY_GX_CA_TEXA;
    gx->stages[0].alpha.c = FERRY_GX_CA_RASA;
    gx->stages[0].alpha.d = FERRY_GX_CA_ZERO;
    plan_of(job, scene, &files);
    double found = loss_number(job, "t3dm.alpha-threshold", ": threshold ");
    close_scene(job, scene);
    return (unsigned)found;
}

static void two_alphas(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, 200, 100, 50, x / 8 % 2 ? 200 : 100);
}

/* Where light takes from the alpha, more of the texel's has to be there; but not so much that nothing is left
 * of what is seen in the brightest light alone. */
START_TEST(thresholds_follow_light_that_is_seen) {
    ck_assert_uint_eq(baked_threshold(slope, 64, false), 64);
    ck_assert_uint_gt(baked_threshold(slope, 64, true), 70);
    ck_assert_uint_le(baked_threshold(two_alphas, 190, true), 200);
}
END_TEST

static void grey(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)x, (void)y;
    set(texel, 128, 128, 128, 255);
}

/* Whether `count` of 64 x 64 texels, which are another colour than the rest, make the picture more than that
 * one colour where a triangle shows half of it. */
static bool shows_others(uint32_t count) {
    ferry_job *job;
    ferry_scene *scene;
    ferry_gx_material *gx = open_square(&job, &scene, 1, 64, grey);
    uint8_t *texels = (uint8_t *)(uintptr_t)scene->images.data[0].levels[0].rgba;
    for (uint32_t i = 0; i < count; i++) set(texels + 4 * (64 * (i / 8) + i % 8), 255, 128, 128, 255);
    fy_seen_pixel pixel = {0};
    for (int i = 0; i < 3; i++) pixel.corners[i].uvs[0] = scene->meshes.data[0].uvs[0][i == 2 ? 3 : i];
    const fy_reference reference = {
        .job = job,
        .scene = scene,
        .gx = gx,
        .maps = {{FY_UV_SET, 0, {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}}, NULL, 0}},
        .seen = &pixel,
        .seen_count = 1};
    const fy_tev_node leaf = {.op = FY_TEV_TEX, .swizzle = {0, 1, 2}};
    bool shown = fy_shows_other_texels(&reference, &leaf, (const double[3]){.5, .5, .5});
    close_scene(job, scene);
    return shown;
}

/* Half of the picture's 4,096 texels are seen: three thousandths of them are six. */
START_TEST(rare_texels_are_no_other_colour) {
    ck_assert(!shows_others(0));
    ck_assert(!shows_others(1));
    ck_assert(!shows_others(5));
    ck_assert(shows_others(8));
    ck_assert(shows_others(64));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_seen_pictures");
    TCase *tests = tcase_create("pictures");
    tcase_add_test(tests, small_pictures_that_are_seen_large_are_stored_larger);
    tcase_add_test(tests, hard_edges_lie_where_the_compare_puts_them);
    tcase_add_test(tests, soft_edges_lie_halfway);
    tcase_add_test(tests, thresholds_follow_light_that_is_seen);
    tcase_add_test(tests, rare_texels_are_no_other_colour);
    tcase_add_test(tests, levels_that_cover_more_move_edges);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
