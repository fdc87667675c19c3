/*
 * test_pass_simplify.c: what is said of a model's triangles (docs/simplify.md): as many as were wanted but
 * for 1 %, or how many are left and why.
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "helpers.h"

typedef struct done {
    ferry_job *job;
    ferry_scene *scene;
    uint32_t left;
} done;

static done prepare(const char *fixture, const char *triangles, void (*change)(ferry_scene *)) {
    ferry_setting_value setting = {"simplify.triangles", triangles};
    ferry_bytes model = fy_read_fixture(fixture);
    done d = {.job = ferry_open(
                  &(ferry_options){.size = sizeof(ferry_options), .settings = &setting, .setting_count = 1})};
    d.scene = ferry_load(d.job, &(ferry_input){fixture, model}, 1);
    ck_assert_ptr_nonnull(d.scene);
    if (change) change(d.scene);
    ck_assert(ferry_prepare(d.job, d.scene, "glb", "simplify"));
    for (uint32_t m = 0; m < d.scene->meshes.count; m++) d.left += d.scene->meshes.data[m].triangle_count;
    free((void *)(uintptr_t)model.data);
    return d;
}

static void close_all(done *d) {
    ferry_scene_free(d->scene);
    ferry_close(d->job);
}

/* At least one of the numbers cannot be met, at least one can: a surface loses triangles by two. */
START_TEST(a_number_is_met_or_a_message_says_why) {
    static const uint32_t wanted[] = {42, 51, 97};
    uint32_t met = 0, said = 0;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        char text[16];
        snprintf(text, sizeof text, "%u", wanted[i]);
        done d = prepare("figure.bdl", text, NULL);
        const ferry_message *fewer = fy_message_of(d.job, "simplify.fewer"),
                            *more = fy_message_of(d.job, "simplify.short");
        bool off = fabs((double)d.left - wanted[i]) > .01 * wanted[i];
        ck_assert_int_eq(off, fewer || more);
        ck_assert(!fewer ||
                  (fewer->severity == FERRY_NOTE && strstr(fewer->text, "two triangles go at a time")));
        ck_assert(!fewer || fewer->measured->sum == (double)wanted[i] - d.left);
        ck_assert(!more || more->measured->sum == (double)d.left - wanted[i]);
        ck_assert(!fewer || d.left + 2 >= wanted[i]);
        met += !off;
        said += off;
        close_all(&d);
    }
    ck_assert(met && said);
}
END_TEST

/* Of 28 triangles 7 show neither side: a level has half of the other 21. */
START_TEST(levels_are_shares_of_what_counts) {
    const ferry_setting_value setting = {"simplify.levels", "50%"};
    ferry_options options = {.size = sizeof options, .settings = &setting, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_bytes model = fy_read_fixture("mat2.bmd");
    ferry_scene *scene = ferry_load(job, &(ferry_input){"mat2.bmd", model}, 1);
    uint32_t count = 0;
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", "simplify"));
    for (uint32_t d = 0; d < scene->draws.count; d++)
        if (scene->draws.data[d].level == 1)
            count += scene->meshes.data[scene->draws.data[d].mesh].triangle_count;
    ck_assert_uint_eq(count, 11);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)model.data);
}
END_TEST

/* What is told of the poses of clips is what the library's figures say. */
START_TEST(figures_of_poses_are_told) {
    static const char *const names[] = {"figure.bdl", "figure.bck"};
    const ferry_setting_value setting = {"simplify.triangles", "20%"};
    ferry_options options = {.size = sizeof options, .settings = &setting, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_input inputs[2];
    for (int i = 0; i < 2; i++) inputs[i] = (ferry_input){names[i], fy_read_fixture(names[i])};
    ferry_scene *scene = ferry_load(job, inputs, 2);
    ck_assert(scene && ferry_prepare(job, scene, "glb", "simplify"));
    const ferry_simplified *level = &ferry_simplified_levels(job).data[0];
    const ferry_report *report = ferry_job_report(job);
    char text[128];
    bool told = false;
    snprintf(text, sizeof text, "over %u poses of its clips %.2g %% (maximum %.2g %%)", level->poses,
             100 * level->pose_mean, 100 * level->pose_worst);
    for (uint32_t i = 0; i < report->count; i++) told = told || strstr(report->data[i].text, text);
    ck_assert_msg(level->poses && told, "%s", text);
    ferry_scene_free(scene);
    ferry_close(job);
    for (int i = 0; i < 2; i++) free((void *)(uintptr_t)inputs[i].bytes.data);
}
END_TEST

/* As many as there may be, of a row of triangles, behind a finest level that is to lose one, too. */
START_TEST(each_of_ten_levels_is_told) {
    enum { ROW = 11 };
    const ferry_setting_value settings[] = {{"simplify.triangles", "10"},
                                            {"simplify.levels", "9,8,7,6,5,4,3,2,1"}};
    ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = 2};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->vertex_count = 3 * ROW;
    mesh->triangle_count = ROW;
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 3 * ROW);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 3 * ROW);
    for (uint32_t i = 0; i < 3 * ROW; i++) {
        mesh->positions[i] = (ferry_vec3){(float)(2 * (i / 3) + (i % 3 == 1)), i % 3 == 2, 0};
        mesh->triangles[i] = i;
    }
    ck_assert(ferry_prepare(job, scene, "glb", "simplify"));
    ferry_simplified_list list = ferry_simplified_levels(job);
    ck_assert_uint_eq(list.count, 10);
    for (uint32_t i = 0; i < list.count; i++) {
        ck_assert_uint_eq(list.data[i].level, i);
        ck_assert(list.data[i].before == ROW && list.data[i].after <= ROW);
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* What went as a whole is named by its size, the largest first: that one says whether it is a loss. */
START_TEST(the_largest_is_named_first) {
    done d = prepare("figure.bdl", "5%", NULL);
    const ferry_message *told = fy_message_of(d.job, "simplify.pruned");
    ck_assert_ptr_nonnull(told);
    uint32_t named = 0;
    double last = 100;
    for (const char *at = told->text; (at = strstr(at, " (")) != NULL; at++, named++) {
        double size = strtod(at + 2, NULL);
        ck_assert(size > 0 && size <= last);
        last = size;
    }
    ck_assert_uint_gt(named, 2);
    ck_assert_double_lt(last, 30);
    ck_assert_int_eq(told->severity, FERRY_LOSS);
    close_all(&d);
}
END_TEST

/* Nine in ten triangles become points. */
static void flatten(ferry_scene *scene) {
    for (uint32_t m = 0; m < scene->meshes.count; m++)
        for (uint32_t t = 0; t < scene->meshes.data[m].triangle_count; t++) {
            uint32_t *corners = &scene->meshes.data[m].triangles[3 * (size_t)t];
            if (t % 10) corners[1] = corners[2] = corners[0];
        }
}

START_TEST(what_has_no_area_is_told) {
    done d = prepare("figure.bdl", "50%", flatten);
    const ferry_message *fewer = fy_message_of(d.job, "simplify.fewer");
    ck_assert_uint_lt(d.left, 250);
    ck_assert(fewer && strstr(fewer->text, "no area"));
    close_all(&d);
}
END_TEST

/* One triangle, and so many that have no area beside it. */
static ferry_scene *make_single(ferry_job *job, uint32_t flat) {
    ferry_scene *scene = fy_square_scene(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->triangle_count = 1 + flat;
    mesh->triangles = ferry_scene_new(scene, uint32_t, 3 * (size_t)mesh->triangle_count);
    for (uint32_t i = 0; i < 3; i++) mesh->triangles[i] = i;
    return scene;
}

/* The setting has to stay as long as the job. */
static ferry_job *open_with(const ferry_setting_value *setting) {
    ferry_options options = {.size = sizeof options, .settings = setting, .setting_count = 1};
    return ferry_open(&options);
}

/* Of one triangle there is no half; of two there is. */
START_TEST(a_level_that_is_no_coarser_is_told) {
    const ferry_setting_value setting = {"simplify.levels", "50%"};
    for (int squares = 0; squares < 2; squares++) {
        ferry_job *job = open_with(&setting);
        ferry_scene *scene = squares ? fy_square_scene(job) : make_single(job, 0);
        ck_assert(ferry_prepare(job, scene, "glb", "simplify"));
        const ferry_message *told = fy_message_of(job, "simplify.same");
        ck_assert_int_eq(told != NULL, !squares);
        ck_assert(!told || (told->severity == FERRY_LOSS && strcmp(told->path, "level[1]") == 0));
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

START_TEST(a_small_share_is_told_in_digits) {
    const ferry_setting_value setting = {"simplify.triangles", "1"};
    ferry_job *job = open_with(&setting);
    ferry_scene *scene = make_single(job, 149999);
    ck_assert(ferry_prepare(job, scene, "glb", "simplify"));
    const ferry_message *told = fy_message_of(job, "simplify");
    ck_assert(told && strstr(told->text, "1 of 150000 triangles left (under 0.001 %)"));
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pass_simplify");
    TCase *all = tcase_create("pass_simplify"), *results = fy_results_case(suite);
    tcase_add_test(results, a_number_is_met_or_a_message_says_why);
    tcase_add_test(results, levels_are_shares_of_what_counts);
    tcase_set_timeout(all, 60);
    tcase_add_test(results, each_of_ten_levels_is_told);
    tcase_add_test(results, figures_of_poses_are_told);
    tcase_add_test(results, the_largest_is_named_first);
    tcase_add_test(all, what_has_no_area_is_told);
    tcase_add_test(all, a_level_that_is_no_coarser_is_told);
    tcase_add_test(all, a_small_share_is_told_in_digits);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
