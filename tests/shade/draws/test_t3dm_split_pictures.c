/*
 * test_t3dm_split_pictures.c: pictures and environment maps in one formula, which one draw cannot read: which
 * ways to share them out over two draws are offered, what each draw is asked for, what a material becomes.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/material_scene.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/draws/t3dm_split_pictures.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_split.h"
#include "shade/t3dm_vertex_summary.h"

/* Gold, and a dark eye with a white spot in it. */
static void face(uint32_t x, uint32_t y, uint8_t texel[4]) {
    bool eye = x >= 8 && x < 20 && y >= 8 && y < 24, spot = eye && x < 11 && y < 12;
    set(texel, spot ? 250 : eye ? 10 : 180, spot ? 250 : eye ? 10 : 140, spot ? 250 : eye ? 30 : 20, 255);
}

static void grain(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t value = (x * 37 + y * 101 + x * y * 7) % 128;
    set(texel, value, 255 - value, value / 2, 255);
}

static void sky(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t value = (x / 4 + y / 4) % 2 ? 20 : 200;
    set(texel, value, value, 40 + value / 2, 255);
}

/* Half of TEX0 and half of an environment map, on a square whose corners face four ways. */
static ferry_scene *open_mirror(ferry_job **job, painter by) {
    static const float uvs[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
                       facing[4][2] = {{-.6F, -.6F}, {.6F, -.6F}, {.6F, .6F}, {-.6F, .6F}};
    ferry_scene *scene = open_seen_scene(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    mesh->normals = ferry_scene_new(scene, ferry_vec3, 4);
    for (int i = 0; i < 4; i++) {
        mesh->uvs[0][i] = (ferry_vec2){uvs[i][0], uvs[i][1]};
        mesh->normals[i] = (ferry_vec3){facing[i][0], facing[i][1], sqrtf(1 - .72F)};
    }
    ferry_gx_material *gx =
        add_gx(scene, "mirror", add_texture(scene, "picture", 32, 32, by, FERRY_WRAP_CLAMP));
    gx->cull = FERRY_GX_CULL_NONE;
    gx->textures[1] = add_texture(scene, "sky", 32, 32, sky, FERRY_WRAP_CLAMP);
    gx->channels[0].material_source = gx->channels[1].material_source = FERRY_GX_SOURCE_REGISTER;
    gx->texgen_count = gx->stage_count = 2;
    gx->texgens[1] = (ferry_gx_texgen){FERRY_GX_TEXGEN_2X4, FERRY_GX_TG_NORMAL, 30};
    gx->matrices[0] =
        (ferry_gx_texture_matrix){.present = true, .mode = 6, .scale = {1, 1}, .center = {.5F, .5F, .5F}};
    for (int i = 0; i < 4; i++) gx->matrices[0].effect[i][i] = 1;
    gx->konst[0] = (ferry_gx_color){128, 128, 128, 255};
    gx->stages[0].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_KONST,
                                             FERRY_GX_CC_ZERO, .clamp = 1};
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = gx->stages[1].texgen = 1;
    gx->stages[1].color.d = FERRY_GX_CC_CPREV;
    return scene;
}

static unsigned splits_of(ferry_job *job, ferry_scene *scene, fy_reference *reference,
                          fy_split splits[FY_PICTURE_SPLITS]) {
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    *reference = (fy_reference){.job = job, .scene = scene};
    ck_assert(fy_reference_start(reference, scene->materials.data[0].gx, &facts));
    return fy_picture_splits(reference, splits);
}

static unsigned count_splits(painter by, void (*change)(ferry_gx_material *)) {
    ferry_job *job;
    ferry_scene *scene = open_mirror(&job, by);
    fy_reference reference;
    fy_split splits[FY_PICTURE_SPLITS];
    if (change) change((ferry_gx_material *)(uintptr_t)scene->materials.data[0].gx);
    unsigned count = splits_of(job, scene, &reference, splits);
    fy_reference_end(&reference);
    close_scene(job, scene);
    return count;
}

static void without_sky(ferry_gx_material *gx) {
    gx->stage_count = 1;
}

static void without_picture(ferry_gx_material *gx) {
    gx->stages[0].map = gx->stages[0].texgen = 1;
}

static void projected(ferry_gx_material *gx) {
    gx->texgens[0].source = FERRY_GX_TG_POSITION;
    gx->texgens[0].matrix = 30;
}

/* One more stage, and a slot of its own. */
static ferry_gx_stage *add_stage(ferry_gx_material *gx, uint8_t map, uint8_t texgen) {
    ferry_gx_stage *stage = &gx->stages[gx->stage_count++];
    *stage = gx->stages[1];
    gx->textures[map] = gx->textures[0];
    stage->map = map;
    stage->texgen = texgen;
    return stage;
}

static void of_two(ferry_gx_material *gx) {
    add_stage(gx, 2, 0);
}

static void of_five(ferry_gx_material *gx) {
    for (uint8_t map = 2; map < 6; map++) add_stage(gx, map, 0);
}

static void shift(ferry_gx_material *gx, ferry_gx_stage *stage) {
    gx->indirect_enabled = true;
    gx->indirect_stage_count = 1;
    gx->indirect_orders[0] = (ferry_gx_indirect_order){.texgen = 1, .map = 1};
    gx->indirect_matrices[0] = (ferry_gx_indirect_matrix){{{.3F, 0, 0}, {0, .3F, 0}}, 0};
    stage->indirect = (ferry_gx_indirect_use){.bias = 7, .matrix = 1};
}

static void shifted(ferry_gx_material *gx) {
    shift(gx, &gx->stages[0]);
}

/* Read as it is, and shifted. */
static void shifted_too(ferry_gx_material *gx) {
    shift(gx, add_stage(gx, 0, 0));
}

static void shifted_sky(ferry_gx_material *gx) {
    shift(gx, &gx->stages[1]);
}

START_TEST(both_kinds_of_coordinates_make_splits) {
    ck_assert_uint_eq(count_splits(face, NULL), 5);
    ck_assert_uint_eq(count_splits(grain, NULL), 4); /* there are no patches */
    ck_assert_uint_eq(count_splits(face, without_sky), 0);
    ck_assert_uint_eq(count_splits(face, without_picture), 0);
    ck_assert_uint_eq(count_splits(face, projected), 0);
    ck_assert_uint_eq(count_splits(face, of_two), 4); /* which of them has the patches? */
    ck_assert_uint_eq(count_splits(face, of_five), 0);
    ck_assert_uint_eq(count_splits(face, shifted), 0);
    ck_assert_uint_eq(count_splits(face, shifted_too), 0);
    ck_assert_uint_eq(count_splits(face, shifted_sky), 5); /* it shines all the same */
}
END_TEST

/* The first draw is gold with the sky in it; the second shows the eye, in the sky's mean light. */
START_TEST(patches_differ_from_the_usual_colour) {
    ferry_job *job;
    ferry_scene *scene = open_mirror(&job, face);
    fy_reference reference;
    fy_split splits[FY_PICTURE_SPLITS];
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    splits_of(job, scene, &reference, splits);
    ck_assert_int_eq(splits[0].by, FY_SPLIT_BY_PATCH);
    static const double gold[3] = {180 / 255.0, 140 / 255.0, 20 / 255.0};
    for (int k = 0; k < 3; k++)
        ck_assert_double_eq_tol(splits[0].plain[FY_SPLIT_BASE][0].color[k], gold[k], .01);
    for (int part = 0; part < 2; part++) {
        uint8_t below[FY_SAMPLES][3] = {{0}};
        splits[0].part = (fy_split_part)part;
        splits[0].below = (const uint8_t(*)[3])below;
        reference.mode.split = &splits[0];
        ck_assert(fy_reference_start(&reference, scene->materials.data[0].gx, &facts));
        unsigned shown = 0;
        for (unsigned i = 0; i < FY_SAMPLES; i++) {
            const uint8_t *texel = reference.samples[i].lit.texels[0];
            double cover, other[3];
            fy_tev_value(&reference.tev, reference.cover, &reference.samples[i].lit, other);
            cover = other[0];
            if (abs(texel[0] - 180) < 3 && abs(texel[1] - 140) < 3) ck_assert_double_lt(cover, .01);
            if (abs(texel[0] - 180) > 60) ck_assert_double_gt(cover, .99);
            shown += cover > .5;
            ck_assert_float_eq_tol(reference.samples[i].weight, (float)(part ? cover : 1 - cover), .01F);
        }
        ck_assert_uint_gt(shown, FY_SAMPLES / 50);
        ck_assert_uint_lt(shown, FY_SAMPLES / 3);
    }
    fy_reference_end(&reference);
    close_scene(job, scene);
}
END_TEST

/* What is drawn below has more contrast than the picture, by what the second draw takes of it. */
START_TEST(mixed_draws_make_the_whole) {
    ferry_job *job;
    ferry_scene *scene = open_mirror(&job, grain);
    fy_reference reference;
    fy_split splits[FY_PICTURE_SPLITS];
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    uint8_t source[FY_SAMPLES][3], below[FY_SAMPLES][3];
    splits_of(job, scene, &reference, splits);
    const double share = splits[0].share;
    ck_assert_int_eq(splits[0].by, FY_SPLIT_BY_SHARE);
    for (unsigned i = 0; i < FY_SAMPLES; i++) memcpy(source[i], reference.samples[i].wanted, 3);
    reference.mode.split = &splits[0];
    ck_assert(fy_reference_start(&reference, scene->materials.data[0].gx, &facts));
    for (unsigned i = 0; i < FY_SAMPLES; i++) memcpy(below[i], reference.samples[i].wanted, 3);
    splits[0].part = FY_SPLIT_OVER;
    splits[0].below = (const uint8_t(*)[3])below;
    ck_assert(fy_reference_start(&reference, scene->materials.data[0].gx, &facts));
    unsigned cut = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        for (int k = 0; k < 3; k++) {
            double over = reference.samples[i].wanted[k], both = below[i][k] * (1 - share) + over * share;
            if (over < 1 || over > 254)
                cut++;
            else
                ck_assert_double_eq_tol(both, source[i][k], 1.5);
        }
    ck_assert_uint_lt(cut, 3 * FY_SAMPLES / 2); /* components of all samples */
    fy_reference_end(&reference);
    close_scene(job, scene);
}
END_TEST

/* Effect 1 takes both textures' coordinates: the environment map is alone in its draw. */
static void expect_two_draws(painter by, bool patch) {
    ferry_job *job;
    ferry_scene *scene = open_mirror(&job, by);
    ferry_gx_material *gx = (ferry_gx_material *)(uintptr_t)scene->materials.data[0].gx;
    if (patch) gx->stages[0].color.c = FERRY_GX_CC_ONE; /* beside half of the map there is no room to mix */
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *first = &plan.materials[plan.of_material[0]], *second;
    ck_assert(first->second);
    second = &plan.materials[first->second];
    ck_assert_str_eq(second->name, "mirror.over");
    ck_assert((first->rdp.effect == 1) != (second->rdp.effect == 1));
    ck_assert_uint_eq(second->rdp.blender, FERRY_RDP_BLEND_MULTIPLY);
    ck_assert_int_eq(fy_rdp_reads_alpha(second->rdp.combiner, FY_RDP_TEX0), patch);
    if (patch) ck_assert_uint_eq(first->rdp.effect, 1);
    loss_number(job, "t3dm.second-draw",
                patch
                    ? "what TEX0 shows besides its usual colour is a second draw over the environment map, "
                      "\"mirror.over\"; mean difference in colour "
                    : "its picture and its environment map are mixed: \"mirror.over\" is a second draw; mean "
                      "difference in colour ");
    close_scene(job, scene);
}

START_TEST(eyes_are_drawn_over_the_environment_map) {
    expect_two_draws(face, true);
}
END_TEST

/* An eye that hardly differs from the rest. */
static void faint_face(uint32_t x, uint32_t y, uint8_t texel[4]) {
    bool eye = x >= 8 && x < 20 && y >= 8 && y < 24;
    set(texel, eye ? 125 : 180, eye ? 85 : 140, 20, 255);
}

/* So few pixels that the rest, which one draw shows well, leaves little of them in the mean. */
static void small_face(uint32_t x, uint32_t y, uint8_t texel[4]) {
    bool eye = x >= 12 && x < 17 && y >= 13 && y < 19;
    set(texel, eye ? 10 : 180, eye ? 10 : 140, eye ? 30 : 20, 255);
}

static void plain_face(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 180 + (x + y) % 2, 140, 20, 255);
}

static bool has_patch(painter by, const char *gain) {
    const ferry_setting_value set[] = {{"t3dm.second-draw-gain", gain}};
    ferry_options options = {.size = sizeof options, .settings = set, .setting_count = 1};
    ferry_job *job = ferry_open(&options), *other;
    ferry_scene *scene = open_mirror(&other, by);
    ((ferry_gx_material *)(uintptr_t)scene->materials.data[0].gx)->stages[0].color.c = FERRY_GX_CC_ONE;
    ferry_file_list files;
    plan_of(job, scene, &files);
    const ferry_report *report = ferry_job_report(job);
    bool found = false;
    for (uint32_t i = 0; i < report->count; i++)
        found |= strstr(report->data[i].text, "besides its usual colour") != NULL;
    ferry_close(job);
    close_scene(other, scene);
    return found;
}

START_TEST(patches_have_to_differ_enough) {
    ck_assert(has_patch(face, "0.02"));
    ck_assert(!has_patch(faint_face, "0.02"));
    ck_assert(has_patch(faint_face, "0.005"));
    ck_assert(!has_patch(face, "0.9"));
    ck_assert(!has_patch(face, "1"));
}
END_TEST

/* A single draw is near the source, but has no eye. */
START_TEST(small_patches_are_drawn_too) {
    ferry_job *job;
    ferry_scene *scene = open_mirror(&job, small_face);
    ferry_gx_material *gx = (ferry_gx_material *)(uintptr_t)scene->materials.data[0].gx;
    gx->stages[0].color.c = FERRY_GX_CC_ONE;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert(plan.materials[plan.of_material[0]].second);
    close_scene(job, scene);
    ck_assert(has_patch(small_face, "0.02"));
    ck_assert(!has_patch(small_face, "0.9"));
    ck_assert(!has_patch(plain_face, "0.02"));
}
END_TEST

START_TEST(pictures_are_mixed_with_the_environment_map) {
    expect_two_draws(grain, false);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_split_pictures");
    TCase *tests = tcase_create("pictures");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, both_kinds_of_coordinates_make_splits);
    tcase_add_test(tests, patches_differ_from_the_usual_colour);
    tcase_add_test(tests, mixed_draws_make_the_whole);
    tcase_add_test(tests, eyes_are_drawn_over_the_environment_map);
    tcase_add_test(tests, patches_have_to_differ_enough);
    tcase_add_test(tests, small_patches_are_drawn_too);
    tcase_add_test(tests, pictures_are_mixed_with_the_environment_map);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
