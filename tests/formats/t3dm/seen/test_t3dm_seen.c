/*
 * test_t3dm_seen.c: what a conversion tells of its materials is what a comparison sees of them
 * (docs/what-is-lost.md, "What is seen"): over all materials of all fixtures with GameCube materials.
 */
#include "builders/material_scene.h"
#include "helpers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builders/fixtures/fixtures.h"
#include "render/similarity.h"

/* Told and seen may be so far apart, of 255, for one material in twenty. */
#define NEAR 3.0
#define MOST .95

/* Of a model's pixels: of less a comparison can say little. */
#define SHARE .02

typedef struct tally {
    uint32_t all, near, told;
} tally;

static const ferry_seen_material *told_of(ferry_seen_list list, const char *name) {
    for (uint32_t i = 0; i < list.count; i++)
        if (strcmp(list.data[i].name, name) == 0) return &list.data[i];
    return NULL;
}

/* The sum of times that a loss was told with that code. */
static uint32_t count_losses(const ferry_report *report, const char *code) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < report->count; i++)
        if (report->data[i].severity == FERRY_LOSS && strcmp(report->data[i].code, code) == 0)
            count += report->data[i].times;
    return count;
}

/* The number that a message says is the one that is measured. */
static void check_shares(const ferry_report *report) {
    for (uint32_t i = 0; i < report->count; i++) {
        const ferry_message *m = &report->data[i];
        const char *number = strrchr(m->text, ':');
        if (strcmp(m->code, "t3dm.vanishes") != 0 && strcmp(m->code, "t3dm.appears") != 0) continue;
        ck_assert(number && m->measured);
        double said = strtod(number + 1, NULL);
        ck_assert_double_gt(said, 0);
        if (m->times == 1) ck_assert_double_le(fabs(m->measured->worst - said), 0.5 + 1e-9);
    }
}

/* Every material that is told to differ by 1/255 or more has a loss. */
static void check_losses(ferry_job *job, ferry_seen_list list, const char *name) {
    uint32_t differ = 0;
    for (uint32_t i = 0; i < list.count; i++) differ += list.data[i].color_error >= 1;
    ck_assert_msg(count_losses(ferry_job_report(job), "t3dm.material") >= differ,
                  "%s: a material that differs tells no loss", name);
}

static void add_materials(ferry_seen_list told, const ferry_similarity *found, const char *name, tally *to) {
    double pixels = (double)(found->pixels + found->near_sum.pixels);
    for (uint32_t i = 0; i < found->material_count; i++) {
        const ferry_similarity_material *m = &found->materials[i];
        const ferry_seen_material *said = told_of(told, m->name);
        if ((double)m->pixels < SHARE * pixels || !said) continue;
        bool near = fabs(said->color_error - m->color_error) <= NEAR;
        to->all++, to->near += near;
        if (!near)
            printf("%s, \"%s\": told %.1f/255, seen %.1f/255\n", name, m->name, said->color_error,
                   m->color_error);
    }
}

/* As `compare` does by itself: the conversion reports, then both are drawn at its usual size. */
static void add_fixture(const char *name, tally *to) {
    ferry_file_list files = {0};
    ferry_options options = {.size = sizeof options, .sidecar = fy_find_made, .user = &files};
    ferry_job *job = ferry_open(&options);
    ferry_view view = {.size = sizeof view, .views = FERRY_VIEWS_ALL};
    ferry_input input = {name, fy_read_fixture(name)};
    ferry_similarity found;
    ferry_scene *source = ferry_load(job, &input, 1), *scene = ferry_load(job, &input, 1);
    ck_assert_msg(source && scene && ferry_prepare(job, scene, "t3dm", NULL) &&
                      ferry_save(job, scene, "t3dm", "made.t3dm", &files) && files.count,
                  "%s was not converted", name);
    ferry_seen_list told = ferry_seen_materials(job);
    check_losses(job, told, name);
    check_shares(ferry_job_report(job));
    to->told += told.count;
    ferry_scene *made = ferry_load(job, &(ferry_input){files.data[0].name, files.data[0].bytes}, 1);
    ck_assert_msg(made && ferry_compare(job, source, made, &view, &found, NULL), "%s was not compared", name);
    if (told.count) add_materials(told, &found, name, to);
    ferry_scene_free(source);
    ferry_scene_free(scene);
    ferry_scene_free(made);
    ferry_close(job);
    free((void *)(uintptr_t)input.bytes.data);
}

START_TEST(what_is_told_is_seen) {
    tally all = {0};
    for (uint32_t i = 0; i < fixture_count; i++)
        if (fixtures[i].kind != JB_BMT3) add_fixture(fixtures[i].name, &all);
    printf("%u materials are told, %u of the %u with many pixels within %.0f/255\n", all.told, all.near,
           all.all, NEAR);
    ck_assert_uint_gt(all.all, 50);
    ck_assert_msg(all.near >= MOST * all.all, "%u of %u materials", all.near, all.all);
}
END_TEST

/* Imagined pixels say nothing about what is seen. */
START_TEST(nobody_looks_where_the_user_wants_it_fast) {
    static const ferry_setting_value fast = {"t3dm.effort", "fast"};
    ferry_options options = {.size = sizeof options, .settings = &fast, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_input input = {"gallery-glows.bdl", fy_read_fixture("gallery-glows.bdl")};
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, &input, 1);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL) &&
              ferry_save(job, scene, "t3dm", "made.t3dm", &files));
    ck_assert_uint_eq(ferry_seen_materials(job).count, 0);
    ck_assert_uint_eq(count_losses(ferry_job_report(job), "t3dm.material"), 0);
    ck_assert_uint_gt(count_losses(ferry_job_report(job), "t3dm.additive"), 0);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)input.bytes.data);
}
END_TEST

/* A square of such a size, next to nothing beside the far corner. Its one loss has these words. */
static void check_unseen(float size, const char *words) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    ferry_file_list files = {0};
    ferry_gx_material *gx = add_gx(scene, "glow", FERRY_NONE);
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->blend_dst = FERRY_GX_FACTOR_ONE;
    gx->material_colors[0] = (ferry_gx_color){200, 0, 0, 255};
    gx->channels[0].material_source = gx->channels[1].material_source = FERRY_GX_SOURCE_REGISTER;
    gx->stages[0].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO,
                                             FERRY_GX_CC_RASC, .clamp = 1};
    ferry_mesh *mesh = &scene->meshes.data[0];
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        mesh->positions[i] = (ferry_vec3){.x = (float)(i & 1) * size, .y = (float)(i / 2) * size};
    ferry_mesh *far = ferry_append(scene, &scene->meshes, ferry_mesh);
    *far = scene->meshes.data[0];
    far->positions = ferry_scene_new(scene, ferry_vec3, far->vertex_count);
    for (uint32_t i = 0; i < far->vertex_count; i++)
        far->positions[i] = (ferry_vec3){500 + 400 * (float)(i & 1), 400 * (float)(i / 2), 0};
    add_gx(scene, "wall", FERRY_NONE);
    scene->draws.data[1].mesh = scene->meshes.count - 1;
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "made.t3dm", &files));
    const ferry_report *report = ferry_job_report(job);
    ck_assert_uint_eq(count_losses(report, "t3dm.unseen"), 1);
    for (uint32_t i = 0; i < report->count; i++)
        if (strcmp(report->data[i].code, "t3dm.unseen") == 0)
            ck_assert_msg(strstr(report->data[i].text, words) != NULL, "%s", report->data[i].text);
    ferry_scene_free(scene);
    ferry_close(job);
}

/* What no camera sees, or a few pixels alone, tells what its steps differ by, by a code of its own. */
START_TEST(what_is_not_seen_is_told_apart) {
    check_unseen(1e-3F, "is not seen at rest");
    check_unseen(7, "is hardly seen at rest");
}
END_TEST

static void waves(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t wave = (x * x * 7 + y * y * 11 + x * y * 5) % 61;
    set(texel, 255, 255, 255, wave < 20 ? 250 : 4 * wave);
}

/* A sea of two layers, added where their product is bright, or dark: a compare that is no threshold. */
static ferry_scene *open_sea(ferry_job *job) {
    static const float corners[4][2] = {{0, 0}, {3, 0}, {3, 3}, {0, 3}};
    ferry_scene *scene = fy_square_scene(job);
    scene->draws.count = 0;
    ferry_gx_material *gx =
        add_gx(scene, "sea", add_texture(scene, "waves", 64, 64, waves, FERRY_WRAP_REPEAT));
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int i = 0; i < 4; i++) {
        mesh->positions[i] = (ferry_vec3){corners[i][0], corners[i][1], 0};
        mesh->uvs[0][i] = (ferry_vec2){corners[i][0], corners[i][1]};
    }
    gx->textures[1] = gx->textures[0];
    gx->texgen_count = gx->stage_count = 2;
    gx->texgens[1].matrix = 30;
    gx->matrices[0] = (ferry_gx_texture_matrix){.present = 1, .projection = 1, .scale = {.7F, .7F}};
    gx->stages[0].color =
        (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ONE, .clamp = 1};
    gx->stages[1] = gx->stages[0];
    gx->stages[1].texgen = gx->stages[1].map = 1;
    gx->stages[1].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_TEXA, FERRY_GX_CA_APREV,
                                             FERRY_GX_CA_ZERO, .clamp = 1};
    gx->alpha_compare0 = FERRY_GX_GEQUAL, gx->alpha_ref0 = 220;
    gx->alpha_compare1 = FERRY_GX_LEQUAL, gx->alpha_ref1 = 50;
    gx->alpha_op = FERRY_GX_OR;
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->blend_dst = FERRY_GX_FACTOR_ONE;
    return scene;
}

/* Such a sea was told to be the same, and was not there. */
START_TEST(a_sea_in_two_ranges_is_told) {
    ferry_file_list files = {0};
    ferry_options options = {.size = sizeof options, .sidecar = fy_find_made, .user = &files};
    ferry_job *job = ferry_open(&options);
    ferry_scene *source = open_sea(job), *scene = open_sea(job);
    ferry_view view = {.size = sizeof view, .views = FERRY_VIEWS_ALL};
    ferry_similarity found;
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "made.t3dm", &files));
    ferry_seen_list told = ferry_seen_materials(job);
    ck_assert_uint_eq(told.count, 1);
    check_losses(job, told, "sea");
    ferry_scene *made = ferry_load(job, &(ferry_input){files.data[0].name, files.data[0].bytes}, 1);
    ck_assert(made && ferry_compare(job, source, made, &view, &found, NULL));
    ck_assert_uint_eq(found.material_count, 1);
    ck_assert_double_gt(found.materials[0].color_error, NEAR);
    ck_assert_double_le(fabs(told.data[0].color_error - found.materials[0].color_error), NEAR);
    ferry_scene_free(source);
    ferry_scene_free(scene);
    ferry_scene_free(made);
    ferry_close(job);
}
END_TEST

/* Alphas of a sea that pass lie between two others: `words` are told of that, and nothing vanishes
 * that blends. NULL: nothing is drawn. */
static void check_range(bool blends, uint8_t first, uint8_t last, const char *words) {
    ferry_file_list files = {0};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = open_sea(job);
    ferry_gx_material some = *scene->materials.data[scene->materials.count - 1].gx;
    some.alpha_ref0 = first, some.alpha_ref1 = last, some.alpha_op = FERRY_GX_AND;
    some.blend_src = FERRY_GX_FACTOR_SRC_ALPHA;
    if (!blends) { /* by one texture alone */
        some.blend_mode = FERRY_GX_BLEND_NONE;
        some.stage_count = 1;
        some.stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                                  FERRY_GX_CA_TEXA, .clamp = 1};
    }
    scene->materials.data[scene->materials.count - 1].gx = &some;
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "made.t3dm", &files));
    const ferry_report *report = ferry_job_report(job);
    const char *text = "";
    for (uint32_t i = 0; i < report->count; i++)
        if (strcmp(report->data[i].code, "t3dm.alpha-test") == 0) text = report->data[i].text;
    ck_assert_msg(strstr(text, words ? words : "none is drawn") != NULL, "%s", text);
    ck_assert_uint_eq(count_losses(report, "t3dm.alpha-test"), 1);
    ck_assert_uint_eq(count_losses(report, "t3dm.invisible"), words ? 0 : 1);
    if (words && blends) ck_assert_uint_eq(count_losses(report, "t3dm.vanishes"), 0);
    ferry_scene_free(scene);
    ferry_close(job);
}

/* A range that few pixels lie above becomes a threshold; one that most pixels lie above, nothing. */
START_TEST(a_range_of_alphas_starts_where_it_does) {
    check_range(true, 150, 252, "alphas of 150 or more stand for it");
    check_range(false, 150, 252, "alphas of 150 or more stand for it");
    check_range(true, 50, 75, NULL);
}
END_TEST

static void all_but_full(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 255, 255, 255, x / 8 % 4 && y / 8 % 8 ? 254 : 0);
}

/* A compare that all alphas of the picture pass takes nothing off it. */
START_TEST(a_range_that_all_pass_changes_nothing) {
    double error[2];
    for (int tests = 0; tests < 2; tests++) {
        ferry_file_list files = {0};
        ferry_job *job = fy_test_job();
        ferry_scene *scene = open_sea(job);
        ferry_gx_material *gx =
            add_gx(scene, "fence", add_texture(scene, "fence", 64, 64, all_but_full, FERRY_WRAP_REPEAT));
        scene->draws.data[0] = scene->draws.data[1];
        scene->draws.count = 1;
        gx->stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                                 FERRY_GX_CA_TEXA, .clamp = 1};
        gx->blend_mode = FERRY_GX_BLEND_BLEND;
        gx->blend_src = FERRY_GX_FACTOR_SRC_ALPHA;
        gx->blend_dst = FERRY_GX_FACTOR_INV_SRC_ALPHA;
        gx->z_test = gx->z_write = 1;
        if (tests) gx->alpha_compare0 = gx->alpha_compare1 = FERRY_GX_LEQUAL, gx->alpha_ref0 = 254;
        if (tests) gx->alpha_ref1 = 254, gx->alpha_op = FERRY_GX_AND;
        ck_assert(ferry_prepare(job, scene, "t3dm", NULL) &&
                  ferry_save(job, scene, "t3dm", "made.t3dm", &files));
        ck_assert_uint_eq(count_losses(ferry_job_report(job), "t3dm.alpha-test"), 0);
        ck_assert_uint_eq(ferry_seen_materials(job).count, 1);
        error[tests] = ferry_seen_materials(job).data[0].color_error;
        ferry_scene_free(scene);
        ferry_close(job);
    }
    ck_assert_double_le(fabs(error[1] - error[0]), NEAR);
}
END_TEST

/* A sea of which fewer pixels pass than not, or than lie above them, is left out: that is seen. */
START_TEST(what_is_left_out_is_told) {
    ferry_file_list files = {0};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = open_sea(job);
    ferry_gx_material some = *scene->materials.data[scene->materials.count - 1].gx;
    some.alpha_ref0 = 50, some.alpha_ref1 = 75, some.alpha_op = FERRY_GX_AND;
    scene->materials.data[scene->materials.count - 1].gx = &some;
    add_gx(scene, "wall", FERRY_NONE); /* beside it */
    ferry_mesh *beside = ferry_append(scene, &scene->meshes, ferry_mesh);
    *beside = scene->meshes.data[0];
    beside->positions = ferry_scene_new(scene, ferry_vec3, beside->vertex_count);
    for (uint32_t i = 0; i < beside->vertex_count; i++)
        beside->positions[i] = (ferry_vec3){4 + (float)(i & 1), (float)(i / 2), 0};
    scene->draws.data[1].mesh = scene->meshes.count - 1;
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "made.t3dm", &files));
    ck_assert_uint_eq(count_losses(ferry_job_report(job), "t3dm.invisible"), 1);
    ck_assert_uint_eq(count_losses(ferry_job_report(job), "t3dm.vanishes"), 1);
    ck_assert_str_eq(ferry_seen_materials(job).data[0].name, "sea");
    ck_assert_double_gt(ferry_seen_materials(job).data[0].color_error, NEAR);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

static const ferry_similarity_material *seen_of(const ferry_similarity *found, const char *name) {
    for (uint32_t i = 0; i < found->material_count; i++)
        if (strcmp(found->materials[i].name, name) == 0) return &found->materials[i];
    ck_abort_msg("no material %s", name);
    return NULL;
}

/* How much of a material vanishes is the share that a comparison of that size finds, number for number. */
START_TEST(what_vanishes_is_told_by_its_share) {
    static const char name[] = "TEX0a<=50 or >=220";
    ferry_file_list files = {0};
    ferry_options options = {.size = sizeof options, .sidecar = fy_find_made, .user = &files};
    ferry_job *job = ferry_open(&options);
    ferry_input input = {"gallery-cutouts.bdl", fy_read_fixture("gallery-cutouts.bdl")};
    ferry_scene *source = ferry_load(job, &input, 1), *scene = ferry_load(job, &input, 1);
    ck_assert(source && scene && ferry_prepare(job, scene, "t3dm", NULL) &&
              ferry_save(job, scene, "t3dm", "made.t3dm", &files));
    const ferry_report *report = ferry_job_report(job);
    const ferry_message *message = NULL;
    for (uint32_t i = 0; i < report->count; i++)
        if (strcmp(report->data[i].code, "t3dm.vanishes") == 0 && strstr(report->data[i].path, name))
            message = &report->data[i];
    ck_assert(message && message->measured);
    ferry_scene *made = ferry_load(job, &(ferry_input){files.data[0].name, files.data[0].bytes}, 1);
    ferry_view view = {.size = sizeof view, .width = 112, .height = 84, .views = FERRY_VIEWS_ALL};
    ferry_similarity found;
    ck_assert(made && ferry_compare(job, source, made, &view, &found, NULL));
    const ferry_similarity_material *seen = seen_of(&found, name);
    double share = 100 * (double)seen->lost / (double)seen->shown[0];
    ck_assert_uint_ne(seen->shown[0], seen->shown[1]);
    ck_assert_double_eq_tol(message->measured->worst, share, 1e-6 * share);
    ck_assert_double_le(fabs(strtod(strrchr(message->text, ':') + 1, NULL) - share), .5);
    uint32_t told = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        const char *over = strstr(report->data[i].text, "as seen, over ");
        char material[64];
        if (!over || sscanf(report->data[i].path, "material[%*u] \"%63[^\"]", material) != 1) continue;
        double of_all =
            100 * (double)seen_of(&found, material)->pixels / (double)(found.pixels + found.near_sum.pixels);
        ck_assert_msg(fabs(strtod(over + 14, NULL) - of_all) <= .051, "%s: %s: %g", material, over, of_all);
        told += of_all > 6; /* a hundredth of which would show */
    }
    ck_assert_uint_gt(told, 0);
    ferry_scene_free(source);
    ferry_scene_free(scene);
    ferry_scene_free(made);
    ferry_close(job);
    free((void *)(uintptr_t)input.bytes.data);
}
END_TEST

/* Pictures that the game brings, by a number or by the name of a file: what is seen without them is nobody's
 * loss. */
START_TEST(what_the_game_supplies_is_not_told) {
    static const char *const names[] = {"own", "screen", "sprite"};
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    ferry_file_list files = {0};
    ferry_texture *texture = ferry_append(scene, &scene->textures, ferry_texture);
    *texture = (ferry_texture){.name = "x", .path = "rom:/a/x.ci4.sprite", .image = FERRY_NONE};
    add_gx(scene, names[0], FERRY_NONE);
    for (uint32_t i = 1; i < 3; i++) {
        ferry_rdp_material *rdp = ferry_scene_new(scene, ferry_rdp_material, 1);
        *rdp = (ferry_rdp_material){.combiner = UINT64_C(0x00127FFFFFFFF838), /* TEX0 * SHADE */
                                    .other_mode_mask = FERRY_RDP_MODE_MASK,
                                    .flags = FERRY_RDP_TEXTURED | FERRY_RDP_SHADED};
        rdp->tiles[0] = (ferry_rdp_tile){.texture = FERRY_NONE, .hash = 77, .width = 16, .height = 16};
        rdp->tiles[1].texture = FERRY_NONE;
        if (i == 1) rdp->tiles[0].reference = 42;
        if (i == 2) rdp->tiles[0].texture = 0;
        add_material(scene, names[i])->rdp = rdp;
        ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
        *mesh = scene->meshes.data[0];
        mesh->positions = ferry_scene_new(scene, ferry_vec3, 4);
        for (uint32_t v = 0; v < 4; v++) { /* beside the first one */
            mesh->positions[v] = scene->meshes.data[0].positions[v];
            mesh->positions[v].x += 4 * (float)i;
        }
        scene->draws.data[i].mesh = i;
    }
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "made.t3dm", &files));
    ferry_seen_list told = ferry_seen_materials(job);
    ck_assert_uint_eq(told.count, 1);
    ck_assert_str_eq(told.data[0].name, names[0]);
    close_scene(job, scene);
}
END_TEST

/* Textures are found wherever the files are put. */
START_TEST(folders_change_nothing) {
    static const char *const outputs[] = {"made.t3dm", "some/folder/made.t3dm"};
    ferry_input input = {"gallery-pairs.bdl", fy_read_fixture("gallery-pairs.bdl")};
    ferry_scene *scenes[2];
    ferry_job *jobs[2];
    ferry_seen_list lists[2];
    for (int i = 0; i < 2; i++) {
        ferry_file_list files = {0};
        jobs[i] = fy_test_job();
        scenes[i] = ferry_load(jobs[i], &input, 1);
        ck_assert(scenes[i] && ferry_prepare(jobs[i], scenes[i], "t3dm", NULL) &&
                  ferry_save(jobs[i], scenes[i], "t3dm", outputs[i], &files));
        lists[i] = ferry_seen_materials(jobs[i]);
    }
    ck_assert_uint_gt(lists[0].count, 3);
    ck_assert_uint_eq(lists[0].count, lists[1].count);
    for (uint32_t i = 0; i < lists[0].count; i++)
        ck_assert_double_eq(lists[0].data[i].color_error, lists[1].data[i].color_error);
    for (int i = 0; i < 2; i++) {
        ferry_scene_free(scenes[i]);
        ferry_close(jobs[i]);
    }
    free((void *)(uintptr_t)input.bytes.data);
}
END_TEST

/* What is told of a model of fewer triangles is what a comparison of that model sees, which finds its own
 * cameras: materials are chosen by the full model, which cameras near it are known of. */
START_TEST(fewer_triangles_are_compared_as_such) {
    static const ferry_setting_value fewer = {"simplify.triangles", "85%"};
    ferry_file_list files = {0};
    ferry_options options = {.size = sizeof options,
                             .settings = &fewer,
                             .setting_count = 1,
                             .sidecar = fy_find_made,
                             .user = &files};
    ferry_job *job = ferry_open(&options);
    ferry_input input = {"gallery-lit.bdl", fy_read_fixture("gallery-lit.bdl")};
    const ferry_view view = {.size = sizeof view, .width = 112, .height = 84, .views = FERRY_VIEWS_ALL};
    ferry_similarity found;
    ferry_scene *scene = ferry_load(job, &input, 1);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL) &&
              ferry_save(job, scene, "t3dm", "made.t3dm", &files));
    ferry_seen_list told = ferry_seen_materials(job);
    ferry_scene *made = ferry_load(job, &(ferry_input){files.data[0].name, files.data[0].bytes}, 1);
    ck_assert(made && fy_compare_colors(job, scene, made, &view, NULL, &found));
    ck_assert_uint_gt(found.near_count, 0);
    ck_assert_uint_gt(told.count, 3);
    for (uint32_t i = 0; i < found.material_count; i++) {
        const ferry_seen_material *said = told_of(told, found.materials[i].name);
        if (said) ck_assert_uint_eq(said->pixels, found.materials[i].pixels);
        if (said) ck_assert_double_eq_tol(said->color_error, found.materials[i].color_error, 1e-6);
    }
    ferry_scene_free(made);
    close_scene(job, scene);
    free((void *)(uintptr_t)input.bytes.data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_seen");
    TCase *tests = tcase_create("t3dm_seen"), *results = fy_results_case(suite);
    tcase_set_timeout(tests, 60);
    tcase_add_test(results, what_is_told_is_seen);
    tcase_add_test(tests, nobody_looks_where_the_user_wants_it_fast);
    tcase_add_test(tests, what_is_not_seen_is_told_apart);
    tcase_add_test(tests, a_sea_in_two_ranges_is_told);
    tcase_add_test(tests, what_is_left_out_is_told);
    tcase_add_test(tests, a_range_of_alphas_starts_where_it_does);
    tcase_add_test(tests, a_range_that_all_pass_changes_nothing);
    tcase_add_test(tests, what_vanishes_is_told_by_its_share);
    tcase_add_test(tests, what_the_game_supplies_is_not_told);
    tcase_add_test(results, folders_change_nothing);
    tcase_add_test(results, fewer_triangles_are_compared_as_such);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
