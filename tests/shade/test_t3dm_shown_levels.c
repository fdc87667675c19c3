/* test_t3dm_shown_levels.c: which mip levels stand for a picture on a console that has one level alone
 * (docs/what-is-lost.md, "Textures"). */
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "builders/material_scene.h"
#include "helpers.h"
#include "shade/t3dm_shown_levels.h"

enum { SIDE = 64, FAR = 16 };

/* Thin lines of which the smaller levels are full, as artists draw nets that are to be seen from afar. */
static void thin_lines(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t on = x % 8 == 0 || y % 8 == 0 ? 255 : 0;
    set(texel, on, on, on, 255);
}

static void grey(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)x, (void)y;
    set(texel, 230, 230, 230, 255);
}

static void dark(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)x, (void)y;
    set(texel, 40, 60, 50, 255);
}

/* A net of three levels; those behind the first are white. */
static uint32_t add_net(ferry_scene *scene, const char *name) {
    uint32_t texture = add_texture(scene, name, SIDE, SIDE, thin_lines, FERRY_WRAP_REPEAT);
    ferry_image *image = &scene->images.data[scene->textures.data[texture].image];
    ferry_mip_level *levels = ferry_scene_new(scene, ferry_mip_level, 3);
    scene->textures.data[texture].min_filter = FERRY_FILTER_LINEAR_MIP_LINEAR;
    scene->textures.data[texture].max_lod = 2;
    levels[0] = image->levels[0];
    for (uint32_t i = 1; i < 3; i++) {
        uint32_t side = SIDE >> i;
        uint8_t *rgba = ferry_scene_new(scene, uint8_t, (size_t)side * side * 4);
        memset(rgba, 255, (size_t)side * side * 4);
        levels[i] = (ferry_mip_level){side, side, rgba};
    }
    image->levels = levels;
    image->level_count = 3;
    return texture;
}

/* A square that shows a net so many times: FAR of them are seen by their smaller levels. */
static ferry_gx_material *open_net(ferry_job **job, ferry_scene **scene, float times) {
    *scene = open_seen_scene(job);
    ferry_mesh *mesh = &(*scene)->meshes.data[0];
    const float corners[4][2] = {{0, 0}, {times, 0}, {times, times}, {0, times}};
    mesh->uvs[0] = ferry_scene_new(*scene, ferry_vec2, 4);
    for (int i = 0; i < 4; i++) mesh->uvs[0][i] = (ferry_vec2){corners[i][0], corners[i][1]};
    ferry_gx_material *gx = add_gx(*scene, "net", add_net(*scene, "net"));
    gx->cull = FERRY_GX_CULL_NONE;
    gx->channels[0].material_source = gx->channels[1].material_source = FERRY_GX_SOURCE_REGISTER;
    return gx;
}

/* The second picture's texels times what there is. */
static void add_layer(ferry_gx_material *gx, uint32_t texture) {
    gx->textures[1] = texture;
    gx->stages[gx->stage_count] = gx->stages[0];
    gx->stages[gx->stage_count].map = gx->stages[gx->stage_count].texgen = 1;
    gx->texgen_count = 2;
    gx->stages[gx->stage_count++].color.c = FERRY_GX_CC_CPREV;
}

static bool takes_level(ferry_job *job, ferry_scene *scene) {
    ferry_file_list files;
    plan_of(job, scene, &files);
    bool takes = has_note(job, "t3dm.texture-level");
    close_scene(job, scene);
    return takes;
}

START_TEST(a_level_that_is_seen_stands_for_the_picture) {
    ferry_job *job;
    ferry_scene *scene;
    open_net(&job, &scene, FAR);
    ck_assert(takes_level(job, scene));
    open_net(&job, &scene, 1);
    ck_assert(!takes_level(job, scene));
}
END_TEST

/* Levels of several pictures go together, but where what is cut out depends on each of them. One picture in
 * two slots is one. */
START_TEST(levels_of_several_go_together) {
    ferry_job *job;
    ferry_scene *scene;
    ferry_gx_material *gx = open_net(&job, &scene, FAR);
    add_layer(gx, add_texture(scene, "grey", 8, 8, grey, FERRY_WRAP_REPEAT));
    ck_assert(takes_level(job, scene));
    gx = open_net(&job, &scene, FAR);
    add_layer(gx, gx->textures[0]);
    ck_assert(takes_level(job, scene));
    gx = open_net(&job, &scene, FAR);
    add_layer(gx, add_net(scene, "other"));
    ck_assert(takes_level(job, scene));
    gx = open_net(&job, &scene, FAR);
    gx->alpha_compare0 = FERRY_GX_GREATER, gx->alpha_ref0 = 127, gx->alpha_op = 0;
    ck_assert(takes_level(job, scene));
    gx = open_net(&job, &scene, FAR);
    gx->alpha_compare0 = FERRY_GX_GREATER, gx->alpha_ref0 = 127, gx->alpha_op = 0;
    add_layer(gx, add_net(scene, "other"));
    ck_assert(!takes_level(job, scene));
}
END_TEST

/* A ground whose sixth level is white and all others dark: it fades into the sky, which a bias hastens. */
static void fade(ferry_scene *scene, uint32_t texture, float bias) {
    enum { LEVELS = 6 };
    ferry_texture *of = &scene->textures.data[texture];
    ferry_image *image = &scene->images.data[of->image];
    ferry_mip_level *levels = ferry_scene_new(scene, ferry_mip_level, LEVELS);
    for (uint32_t i = 0; i < LEVELS; i++) {
        uint32_t side = SIDE >> i;
        uint8_t *rgba = ferry_scene_new(scene, uint8_t, (size_t)side * side * 4);
        for (uint32_t k = 0; k < side * side; k++) dark(0, 0, rgba + 4 * (size_t)k);
        if (i == LEVELS - 1) memset(rgba, 255, (size_t)side * side * 4);
        levels[i] = (ferry_mip_level){side, side, rgba};
    }
    image->levels = levels;
    image->level_count = LEVELS;
    of->max_lod = LEVELS - 1;
    of->lod_bias = bias;
}

START_TEST(what_fades_far_away_is_pale) {
    ferry_job *job;
    ferry_scene *scene;
    ferry_gx_material *gx = open_net(&job, &scene, 16 * FAR);
    fade(scene, gx->textures[0], .5F);
    ck_assert(takes_level(job, scene));
    gx = open_net(&job, &scene, 1);
    fade(scene, gx->textures[0], .5F);
    ck_assert(!takes_level(job, scene));
}
END_TEST

/* So many texels in a pixel, told in halves of levels, show another level where there is a bias. */
START_TEST(the_level_that_is_shown_is_stored) {
    static const struct {
        float bias;
        unsigned choice;
        uint8_t red;
    } rows[] = {{0, 10, 255}, {0, 9, 148}, {0, 8, 40}, {.5F, 9, 255}, {2, 6, 255}, {2, 4, 40}, {-1, 10, 40}};
    ferry_job *job;
    ferry_scene *scene;
    const ferry_gx_material *gx = open_net(&job, &scene, FAR);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_image made;
        fade(scene, gx->textures[0], rows[i].bias);
        const ferry_texture *texture = &scene->textures.data[gx->textures[0]];
        ck_assert(fy_level_picture(job, &scene->images.data[texture->image], texture, rows[i].choice, &made));
        ck_assert_uint_eq(made.levels[0].rgba[0], rows[i].red);
    }
    close_scene(job, scene);
}
END_TEST

/* Light counts: what is dark needs no other level. */
START_TEST(what_is_dark_stays) {
    ferry_job *job;
    ferry_scene *scene;
    ferry_gx_material *gx = open_net(&job, &scene, FAR);
    gx->material_colors[0] = (ferry_gx_color){0, 0, 0, 255};
    ck_assert(!takes_level(job, scene));
}
END_TEST

/* Under a compare that is no threshold each level has a pattern of its own. */
START_TEST(odd_compares_keep_the_largest) {
    ferry_job *job;
    ferry_scene *scene;
    ferry_gx_material *gx = open_net(&job, &scene, FAR);
    gx->alpha_compare0 = FERRY_GX_GREATER, gx->alpha_ref0 = 220, gx->alpha_op = 1;
    gx->alpha_compare1 = FERRY_GX_LESS, gx->alpha_ref1 = 50;
    ck_assert(!takes_level(job, scene));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_shown_levels");
    TCase *tests = tcase_create("levels");
    tcase_add_test(tests, a_level_that_is_seen_stands_for_the_picture);
    tcase_add_test(tests, levels_of_several_go_together);
    tcase_add_test(tests, what_fades_far_away_is_pale);
    tcase_add_test(tests, the_level_that_is_shown_is_stored);
    tcase_add_test(tests, what_is_dark_stays);
    tcase_add_test(tests, odd_compares_keep_the_largest);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
