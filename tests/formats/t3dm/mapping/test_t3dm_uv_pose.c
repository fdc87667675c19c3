/*
 * test_t3dm_uv_pose.c: coordinates that follow the joints are those of the most typical pose
 * (docs/what-is-lost.md, "Texture coordinates").
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "builders/material_clips.h"
#include "builders/material_scene.h"
#include "core/base/maths.h"
#include "core/scene/pose.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_seen_in_clips.h"
#include "formats/t3dm/pose/t3dm_shade.h"
#include "helpers.h"
#include "render/similarity.h"
#include "shade/t3dm_states.h"
#include "view/survey.h"

/* White above, black below. */
static void waterline(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)x;
    uint8_t value = y < 8 ? 255 : 0;
    set(texel, value, value, value, 255);
}

/* A square from y = 0 to 2 whose picture follows the place in the world: u = x / 4, v = 1/2 + y / 4. */
static ferry_gx_material *add_hull(ferry_scene *scene, uint8_t mode) {
    ferry_gx_material *gx =
        add_gx(scene, "hull", add_texture(scene, "wet", 16, 16, waterline, FERRY_WRAP_CLAMP));
    gx->cull = FERRY_GX_CULL_NONE;
    scene->materials.data[0].cull = FERRY_CULL_NONE;
    gx->channels[0].material_source = gx->channels[1].material_source = FERRY_GX_SOURCE_REGISTER;
    gx->texgens[0] = (ferry_gx_texgen){1, FERRY_GX_TG_POSITION, 30};
    gx->matrices[0] =
        (ferry_gx_texture_matrix){.present = true, .projection = 1, .mode = mode, .scale = {1, 1}};
    float(*effect)[4] = gx->matrices[0].effect;
    effect[0][0] = effect[1][1] = .25F;
    effect[1][3] = .5F;
    effect[2][2] = effect[3][3] = 1;
    return gx;
}

/* A clip that moves node 0 along y. */
static void add_lift(ferry_scene *scene, float from, float to) {
    add_clip(scene, "lift", 1, FERRY_TARGET_TRANSLATE, 0, 1, from, to);
}

static double v_of(const fy_t3dm_plan *plan, const ferry_scene *scene, uint32_t vertex) {
    double uv[2];
    fy_t3dm_shade_uv(&plan->materials[plan->of_material[0]], scene, &scene->draws.data[0], vertex, uv);
    return uv[1];
}

/* At rest all of the square is below the line, in every moment of the clip it is above. */
START_TEST(what_clips_show_decides) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    add_hull(scene, 2);
    add_lift(scene, -2, -2.1F);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert(has_note(job, "t3dm.uv-pose"));
    ck_assert_uint_eq(plan.typical.clip, 0);
    ck_assert_double_eq(plan.typical.time, 0); /* the middle is as typical; the first one stays */
    for (uint32_t v = 0; v < 4; v++) {
        double y = (double)scene->meshes.data[0].positions[v].y;
        ck_assert_double_eq_tol(v_of(&plan, scene, v), .5 + (y - 2) / 4, 1e-6);
    }
    close_scene(job, scene);
}
END_TEST

/* Vertices 1 and 2 follow the node that moves by a quarter, the others wholly. */
START_TEST(weights_count) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    ferry_gx_texture_matrix *matrix = add_hull(scene, 8)->matrices;
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = "other", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
    fy_hang_on_two(scene);
    matrix->effect[1][1] = -.5F; /* mode 8 halves it and turns it over: the same as above */
    matrix->effect[1][3] = 0;
    add_lift(scene, -2, -2);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.typical.clip, 0);
    for (uint32_t v = 0; v < 3; v++) { /* at z = 0: z moves coordinates, too */
        double y = (double)scene->meshes.data[0].positions[v].y, by = v ? -.5 : -2;
        ck_assert_double_eq_tol(v_of(&plan, scene, v) - v_of(&plan, scene, 0), (y + by + 2) / 4, 1e-6);
    }
    close_scene(job, scene);
}
END_TEST

/* The same of normals that clips turn over, by what the modes make of y = -1. */
START_TEST(normals_follow) {
    static const struct {
        uint8_t mode;
        double v;
    } rows[] = {{5, .25}, {10, .375}, {11, -.125}};
    for (int i = 0; i < 3; i++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        add_hull(scene, rows[i].mode)->texgens[0].source = FERRY_GX_TG_NORMAL;
        ferry_mesh *mesh = &scene->meshes.data[0];
        mesh->normals = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) mesh->normals[v] = (ferry_vec3){0, 1, 0};
        add_clip(scene, "roll", 1, FERRY_TARGET_ROTATE, 0, 0, (float)FY_PI, (float)FY_PI);
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_uint_eq(plan.typical.clip, 0);
        ck_assert_double_eq_tol(v_of(&plan, scene, 1), rows[i].v, 1e-6);
        close_scene(job, scene);
    }
}
END_TEST

/* A clip that scales node 0 to next to nothing. */
static void add_vanishing(ferry_scene *scene, float scale) {
    add_clip(scene, "gone", 1, FERRY_TARGET_SCALE, 0, 0, scale, scale);
    ferry_clip *clip = &scene->clips.data[scene->clips.count - 1];
    ferry_track *tracks = ferry_scene_new(scene, ferry_track, 3);
    for (uint32_t i = 0; i < 3; i++) {
        tracks[i] = clip->tracks[0];
        tracks[i].channel = i;
    }
    clip->tracks = tracks;
    clip->track_count = 3;
}

/* What is gone has one place, so such poses agree with each other like no others. */
START_TEST(what_vanishes_has_no_say) {
    static const float scales[] = {0, .001F};
    for (int row = 0; row < 4; row++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        bool moving = row % 2;
        add_hull(scene, 2);
        for (int i = 0; i < 3; i++) add_vanishing(scene, scales[row / 2]);
        if (moving) add_lift(scene, -2, -2);
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_uint_eq(plan.typical.clip, moving ? 3 : FERRY_NONE);
        close_scene(job, scene);
    }
}
END_TEST

static void expect_rest(ferry_job *job, ferry_scene *scene) {
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert(!has_note(job, "t3dm.uv-pose"));
    ck_assert_uint_eq(plan.typical.clip, FERRY_NONE);
    ck_assert_double_eq_tol(v_of(&plan, scene, 2), 1, 1e-6);
    close_scene(job, scene);
}

static void check_rest(uint8_t mode, float from, float to) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    add_hull(scene, mode);
    add_lift(scene, from, to);
    expect_rest(job, scene);
}

START_TEST(the_rest_pose_stays_where_it_is_as_good) {
    check_rest(2, 0, -4);        /* it is where the clip starts */
    check_rest(2, -.01F, -.01F); /* nobody sees the difference */
    check_rest(4, -2, -2);       /* the picture sticks to the joint */
}
END_TEST

/* The same hull once more, under the same name. */
static ferry_gx_material *add_twin(ferry_scene *scene, const ferry_gx_material *hull, uint8_t mode) {
    ferry_gx_material *twin = add_gx(scene, "hull", 0);
    *twin = *hull;
    twin->matrices[0].mode = mode;
    scene->materials.data[scene->materials.count - 1].cull = FERRY_CULL_NONE;
    return twin;
}

/* Its pixels are known in one pose only: what needs them at rest decides for all. */
START_TEST(coordinates_of_the_rest_pose_keep_it) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    add_twin(scene, add_hull(scene, 2), 4);
    add_lift(scene, -2, -2);
    expect_rest(job, scene);
}
END_TEST

/* Coordinates that follow the joints, and such that do not, are two materials, though alike at rest. */
START_TEST(what_follows_is_a_material_of_its_own) {
    for (uint8_t mode = 2; mode <= 4; mode += 2) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        add_twin(scene, add_hull(scene, 2), mode);
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_int_eq(plan.of_material[0] == plan.of_material[1], mode == 2);
        close_scene(job, scene);
    }
}
END_TEST

static void check_unplayed(const char *key, const char *value, double duration) {
    const ferry_setting_value setting = {key, value};
    const ferry_options options = {
        .size = sizeof options, .settings = &setting, .setting_count = key ? 1 : 0};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(job);
    scene->draws.count = 0;
    add_hull(scene, 2);
    add_clip(scene, "lift", duration, FERRY_TARGET_TRANSLATE, 0, 1, -2, -2);
    expect_rest(job, scene);
}

/* Layouts before L6 have no animations, others need bones for them, and no stream is that long. */
START_TEST(clips_that_are_left_out_have_no_say) {
    check_unplayed("t3dm.layout", "L5", 1);
    check_unplayed("t3dm.skeleton", "never", 1);
    check_unplayed(NULL, NULL, 1e5);
}
END_TEST

static double color_error(ferry_job *job, const ferry_scene *a, const ferry_scene *b, bool in_clip) {
    ferry_view view = {.size = sizeof view, .views = FERRY_VIEWS_ALL};
    const uint32_t first = 0;
    ferry_similarity found;
    if (in_clip) a = ferry_pose(job, a, &first, 1, .5), b = ferry_pose(job, b, &first, 1, .5);
    ck_assert(a && b && ferry_compare(job, a, b, &view, &found, NULL));
    ck_assert_uint_eq(found.material_count, 1);
    return found.materials[0].color_error;
}

/* While the clip plays, what was written shows what the source shows; and that is what is told. */
START_TEST(it_is_told_as_it_is_shown) {
    ferry_file_list files = {0};
    ferry_options options = {.size = sizeof options, .sidecar = fy_find_made, .user = &files};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(job);
    scene->draws.count = 0;
    add_hull(scene, 2);
    add_lift(scene, -2, -2);
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "made.t3dm", &files));
    ferry_seen_list told = ferry_seen_materials(job);
    ck_assert_uint_eq(told.count, 1);
    ck_assert_double_lt(told.data[0].color_error, 3);
    ferry_scene *made = ferry_load(job, &(ferry_input){files.data[0].name, files.data[0].bytes}, 1);
    ck_assert(made && made->clips.count == 1);
    ck_assert_double_lt(color_error(job, scene, made, true), 3);
    ck_assert_double_gt(color_error(job, scene, made, false), 30);
    ferry_scene_free(made);
    close_scene(job, scene);
}
END_TEST

/* A glow too small to be seen: where it was looked for is told. */
START_TEST(the_pose_is_told_of_what_is_not_seen) {
    ferry_job *job;
    ferry_file_list files = {0};
    ferry_scene *scene = open_seen_scene(&job);
    add_hull(scene, 2);
    add_lift(scene, -2, -2);
    ferry_gx_material *glow = add_gx(scene, "glow", FERRY_NONE);
    glow->blend_mode = FERRY_GX_BLEND_BLEND;
    glow->blend_dst = FERRY_GX_FACTOR_ONE;
    glow->material_colors[0] = (ferry_gx_color){200, 0, 0, 255};
    glow->channels[0].material_source = glow->channels[1].material_source = FERRY_GX_SOURCE_REGISTER;
    glow->stages[0].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO,
                                               FERRY_GX_CC_RASC, .clamp = 1};
    ferry_mesh *small = ferry_append(scene, &scene->meshes, ferry_mesh);
    *small = scene->meshes.data[0];
    small->positions = ferry_scene_new(scene, ferry_vec3, small->vertex_count);
    for (uint32_t i = 0; i < small->vertex_count; i++)
        small->positions[i] = fy_vec3_scale(scene->meshes.data[0].positions[i], 1 / 256.F);
    scene->draws.data[1].mesh = 1;
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "made.t3dm", &files));
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(strstr(text, "seen in the pose of \"lift\" at 0.000 s;") != NULL, "%s", text);
    free(text);
    close_scene(job, scene);
}
END_TEST

/* Other clips do not play together with that of the typical pose: what they leave alone is at rest. */
START_TEST(looks_in_clips_start_at_rest) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    add_hull(scene, 2);
    add_lift(scene, -2, -2);
    add_clip(scene, "blink", 1, FERRY_TARGET_KONST, 0, 0, 0, 255);
    fy_t3dm_plan plan = {.surveyed_scene = scene};
    fy_planner p = {.job = job, .scene = scene, .plan = &plan};
    p.seen = ferry_new(job, fy_seen_pixel, FY_SURVEY_PIXELS);
    ck_assert(fy_find_material_clips(job, scene, &p.clips) &&
              fy_survey_take(job, fy_clip_scene(job, scene, 0, 0), &p.survey) &&
              fy_planner_look_in_clips(&p, 0));
    ck_assert_uint_eq(p.in_clip_count, 1);
    ck_assert_float_eq(p.survey.scene->nodes.data[0].translate.y, -2);
    ck_assert_float_eq(p.in_clips[0].scene->nodes.data[0].translate.y, 0);
    close_scene(job, scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_uv_pose");
    TCase *tests = tcase_create("uv_pose");
    tcase_add_test(tests, what_clips_show_decides);
    tcase_add_test(tests, weights_count);
    tcase_add_test(tests, normals_follow);
    tcase_add_test(tests, what_vanishes_has_no_say);
    tcase_add_test(tests, the_rest_pose_stays_where_it_is_as_good);
    tcase_add_test(tests, coordinates_of_the_rest_pose_keep_it);
    tcase_add_test(tests, what_follows_is_a_material_of_its_own);
    tcase_add_test(tests, clips_that_are_left_out_have_no_say);
    tcase_add_test(tests, it_is_told_as_it_is_shown);
    tcase_add_test(tests, the_pose_is_told_of_what_is_not_seen);
    tcase_add_test(tests, looks_in_clips_start_at_rest);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
