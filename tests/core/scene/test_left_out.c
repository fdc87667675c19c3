/* test_left_out.c: the loss of a model of which nothing is drawn, whatever it is written as. */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/left_out.h"
#include "helpers.h"

static const char *const targets[] = {"t3dm", "glb", "gltf", "fbx", "dae", "obj"};
enum { TARGETS = sizeof targets / sizeof *targets };

/* What the loss says of the scene as the target has it; NULL: something is drawn. Frees the scene. */
static char *said_of(ferry_job *job, ferry_scene *scene, const char *target) {
    ferry_file_list files = {0};
    char *text = NULL;
    ck_assert(ferry_prepare(job, scene, target, NULL) && ferry_save(job, scene, target, "x.y", &files));
    const ferry_report *report = ferry_job_report(job);
    for (uint32_t i = 0; i < report->count; i++)
        if (strcmp(report->data[i].code, "output.empty") == 0) text = strdup(report->data[i].text);
    ck_assert_int_eq(fy_draws_nothing(report), text != NULL);
    ferry_scene_free(scene);
    ferry_close(job);
    return text;
}

static void expect_said(ferry_job *job, ferry_scene *scene, const char *target, const char *expected) {
    char *text = said_of(job, scene, target);
    ck_assert_str_eq(text ? text : "it is drawn", expected);
    free(text);
}

static ferry_material *add_material(ferry_scene *scene) {
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *material = (ferry_material){
        .name = "m", .base_color = {1, 1, 1, 1}, .base_texture = FERRY_NONE, .cull = FERRY_CULL_BACK};
    scene->draws.data[0].material = 0;
    return material;
}

START_TEST(what_shows_is_not_told) {
    ferry_job *job = fy_test_job();
    expect_said(job, fy_square_scene(job), targets[_i], "it is drawn");
}
END_TEST

START_TEST(both_sides_culled) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    add_material(scene)->cull = FERRY_CULL_BOTH;
    expect_said(job, scene, targets[_i], "nothing is drawn: its only draw is never visible");
}
END_TEST

/* What an animation shows counts where the format's animations can. */
START_TEST(hidden_at_rest) {
    static double times[] = {0};
    static float values[] = {1};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    ferry_track *track = ferry_scene_new(scene, ferry_track, 1);
    *track = (ferry_track){
        .target = FERRY_TARGET_DRAW_VISIBLE, .width = 1, .key_count = 1, .times = times, .values = values};
    *clip = (ferry_clip){
        .name = "show", .kind = "bva", .duration = 1, .rate = 30, .tracks = track, .track_count = 1};
    scene->draws.data[0].visible = false;
    /* OBJ: the clip goes, and with it the draw */
    bool switches = _i < 3, drops = strcmp(targets[_i], "obj") == 0;
    expect_said(job, scene, targets[_i],
                switches ? "it is drawn"
                : drops  ? "nothing is drawn: the source has nothing visible"
                         : "nothing is drawn: its only draw is switched off");
}
END_TEST

START_TEST(no_draws) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    scene->draws.count = 0;
    expect_said(job, scene, targets[_i], "nothing is drawn: the source has nothing visible");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("left_out");
    TCase *empty = tcase_create("empty");
    tcase_add_loop_test(empty, what_shows_is_not_told, 0, TARGETS);
    tcase_add_loop_test(empty, both_sides_culled, 0, TARGETS);
    tcase_add_loop_test(empty, hidden_at_rest, 0, TARGETS);
    tcase_add_loop_test(empty, no_draws, 0, TARGETS);
    suite_add_tcase(suite, empty);
    return fy_run_suite(suite);
}
