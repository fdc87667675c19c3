/*
 * test_t3dm_related_uv.c: textures on two sets of coordinates, of which one follows from the other: they
 * share a picture, or tiles; where the sets are unlike they do not.
 */
#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/material_scene.h"
#include "core/image/texels.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shader.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_composite_picture.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_related_uv.h"
#include "shade/t3dm_vertex_summary.h"

/* 0 to 255 from left to right, or from top to bottom. */
static void across(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, x * 17, x * 17, x * 17, 255);
}

static void down(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)x;
    set(texel, y * 17, y * 17, y * 17, 255);
}

/* u' and v' as functions of (u, v, 1). */
typedef float relation[2][3];

static const relation turned = {{.6f, -.4f, .4f}, {.4f, .6f, 0}}, twice = {{2, 0, .25f}, {0, 2, 0}},
                      still = {{0, 0, .5f}, {0, 0, .5f}};

/* A square whose first set runs from 0 to 1; the second one follows from it, `bent` at one corner. */
static void lay_square(ferry_scene *scene, const relation by, float bent) {
    ferry_mesh *mesh = &scene->meshes.data[0];
    const float corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int set = 0; set < 2; set++) mesh->uvs[set] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int i = 0; i < 4; i++) {
        float u = corners[i][0], v = corners[i][1];
        mesh->uvs[0][i] = (ferry_vec2){u, v};
        mesh->uvs[1][i] = (ferry_vec2){by[0][0] * u + by[0][1] * v + by[0][2],
                                       by[1][0] * u + by[1][1] * v + by[1][2] + (i ? 0 : bent)};
    }
}

/* TEX0 * TEX1, unlit, each on a set of its own. */
static ferry_gx_material *product(ferry_scene *scene) {
    ferry_gx_material *gx =
        add_gx(scene, "two", add_texture(scene, "across", 16, 16, across, FERRY_WRAP_CLAMP));
    gx->textures[1] = add_texture(scene, "down", 16, 16, down, FERRY_WRAP_CLAMP);
    gx->texgen_count = gx->stage_count = 2;
    gx->texgens[1].source = FERRY_GX_TG_TEX0 + 1;
    gx->stages[0].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO,
                                             FERRY_GX_CC_TEXC, .clamp = 1};
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = gx->stages[1].texgen = 1;
    gx->stages[1].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_CPREV, FERRY_GX_CC_TEXC,
                                             FERRY_GX_CC_ZERO, .clamp = 1};
    return gx;
}

static fy_t3dm_plan plan_product(ferry_job **job, ferry_scene **scene, const relation by, float bent) {
    ferry_file_list files;
    *scene = open_scene(job);
    lay_square(*scene, by, bent);
    product(*scene);
    return plan_of(*job, *scene, &files);
}

START_TEST(turned_sets_share_a_picture) {
    ferry_job *job;
    ferry_scene *scene;
    fy_t3dm_plan plan = plan_product(&job, &scene, turned, 0);
    ck_assert(has_note(job, "t3dm.composite-texture"));
    ck_assert(!has_note(job, "t3dm.combiner") && !has_loss(job, "t3dm.combiner"));
    ck_assert_ptr_nonnull(strstr(plan.materials[0].paths[0], "across_layers"));
    close_scene(job, scene);
}
END_TEST

START_TEST(sets_of_twice_the_size_share_tiles) {
    ferry_job *job;
    ferry_scene *scene;
    fy_t3dm_plan plan = plan_product(&job, &scene, twice, 0);
    ck_assert(!has_note(job, "t3dm.composite-texture") && !has_note(job, "t3dm.combiner"));
    ck_assert(fy_rdp_reads_color(plan.materials[0].rdp.combiner, FY_RDP_TEX1));
    close_scene(job, scene);
}
END_TEST

START_TEST(unlike_sets_share_nothing) {
    ferry_job *job;
    ferry_scene *scene;
    plan_product(&job, &scene, turned, .75f);
    ck_assert(!has_note(job, "t3dm.composite-texture"));
    ck_assert(has_note(job, "t3dm.combiner"));
    close_scene(job, scene);
}
END_TEST

/* What is read at one place is a constant, and stays one. */
START_TEST(one_place_is_still_a_constant) {
    ferry_job *job;
    ferry_scene *scene;
    fy_t3dm_plan plan = plan_product(&job, &scene, still, 0);
    ck_assert(!has_note(job, "t3dm.composite-texture") && !has_note(job, "t3dm.combiner"));
    ck_assert(!fy_rdp_reads_color(plan.materials[0].rdp.combiner, FY_RDP_TEX1));
    close_scene(job, scene);
}
END_TEST

/* The material's evaluator, with sets that follow from each other. */
static fy_reference start(ferry_job *job, ferry_scene *scene, const ferry_gx_material *gx) {
    fy_reference reference = {.job = job, .scene = scene};
    fy_vertex_summary *summary = ferry_new(job, fy_vertex_summary, 1);
    *summary = (fy_vertex_summary){.min_alpha = {1, 1}};
    fy_vertex_summary_learn(&scene->meshes.data[0], summary);
    fy_related_uv_learn(&summary->related, &scene->meshes.data[0]);
    ck_assert(fy_reference_start(&reference, gx, summary));
    return reference;
}

/* 0..1 of a ramp, away from its ends. */
static double ramp_at(double at) {
    return (at * 16 - .5) * 17 / 255;
}

/* Each texel is the product of what both textures have at that place. */
START_TEST(the_picture_reads_both_sets) {
    static const fy_gx_view view = {.view = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}};
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    fy_composite_parts parts;
    fy_texels picture;
    unsigned seen = 0;
    lay_square(scene, turned, 0);
    ferry_gx_material *gx = product(scene);
    fy_reference reference = start(job, scene, gx);
    ck_assert(fy_composite_find(&reference, false, false, &parts));
    ck_assert_uint_eq(parts.reads, 2);
    fy_composite_window window = fy_composite_window_of(&reference, &parts);
    const fy_gx_shader *source = fy_gx_shader_open(job, scene, gx, FERRY_CULL_NONE, &view);
    ck_assert(fy_composite_draw(&reference, &parts, &window, source, &picture));
    for (uint32_t i = 0; i < picture.width * picture.height; i++) {
        double at[2] = {window.from[0] + (i % picture.width + .5) / picture.width * window.size[0],
                        window.from[1] + (i / picture.width + .5) / picture.height * window.size[1]},
               other[2], u = at[0], v;
        fy_related_uv_follow(&reference.related, at[0], at[1], !parts.set, other);
        v = other[1];
        if (parts.set == 1) u = other[0], v = at[1];
        if (u < .1 || u > .9 || v < .1 || v > .9) continue;
        ck_assert_double_eq_tol(picture.rgba[4 * (size_t)i] / 255.0, ramp_at(u) * ramp_at(v), .015);
        seen++;
    }
    ck_assert_uint_gt(seen, 50);
    fy_reference_end(&reference);
    close_scene(job, scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_related_uv");
    TCase *tests = tcase_create("related");
    tcase_add_test(tests, turned_sets_share_a_picture);
    tcase_add_test(tests, sets_of_twice_the_size_share_tiles);
    tcase_add_test(tests, unlike_sets_share_nothing);
    tcase_add_test(tests, one_place_is_still_a_constant);
    tcase_add_test(tests, the_picture_reads_both_sets);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
