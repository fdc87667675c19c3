/*
 * test_t3dm_several_files.c: a model in several files, `stage.t3dm`, `stage.1.t3dm`: they are read as one
 * scene whose clips drive all of it, and cost what their sum does. How they are written: test_t3dm_write.c.
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/scene/scene.h"
#include "formats/t3dm/check/t3dm_measure.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "helpers.h"

/* A figure that walks and blinks, converted; its files are all that is beside it. */
typedef struct written {
    ferry_job *job;
    ferry_file_list files;
} written;

static written write_figure(void) {
    static const char *const names[] = {"figure.bdl", "figure.bck", "figure.bva"};
    written w = {.job = fy_quick_job()};
    ferry_input inputs[3];
    for (int i = 0; i < 3; i++) inputs[i] = (ferry_input){names[i], fy_read_fixture(names[i])};
    ferry_scene *scene = ferry_load(w.job, inputs, 3);
    ck_assert(scene && ferry_prepare(w.job, scene, "t3dm", NULL) &&
              ferry_save(w.job, scene, "t3dm", "x.t3dm", &w.files));
    ferry_scene_free(scene);
    for (int i = 0; i < 3; i++) free((void *)(uintptr_t)inputs[i].bytes.data);
    return w;
}

static ferry_job *reader(written *w) {
    return ferry_open(
        &(ferry_options){.size = sizeof(ferry_options), .sidecar = fy_find_made, .user = &w->files});
}

/* The half of `count` files stands at every moment as one file does. */
static void expect_like_one(ferry_job *job, const ferry_scene *one, const ferry_scene *two, double seconds) {
    const uint32_t clips[] = {0, 1};
    const ferry_scene *a = ferry_pose(job, one, clips, 2, seconds),
                      *b = ferry_pose(job, two, clips, 2, seconds);
    ferry_matrix *at_a = ferry_new(job, ferry_matrix, one->nodes.count),
                 *at_b = ferry_new(job, ferry_matrix, two->nodes.count);
    ck_assert(a && b && ferry_world_matrices(a, at_a) && ferry_world_matrices(b, at_b));
    for (uint32_t i = 0; i < two->nodes.count; i++)
        ck_assert_mem_eq(&at_b[i], &at_a[i % one->nodes.count], sizeof *at_b);
    for (uint32_t i = 0; i < two->nodes.count; i++)
        ck_assert_int_eq(b->nodes.data[i].visible, a->nodes.data[i % one->nodes.count].visible);
    for (uint32_t i = 0; i < two->draws.count; i++)
        ck_assert_int_eq(b->draws.data[i].visible, a->draws.data[i % one->draws.count].visible);
}

START_TEST(several_files_are_one_scene) {
    written w = write_figure();
    const ferry_input files[] = {{"x.t3dm", w.files.data[0].bytes}, {"x.1.t3dm", w.files.data[0].bytes}};
    ferry_job *job = reader(&w);
    ferry_scene *one = ferry_load(job, files, 1), *two = ferry_load(job, files, 2);
    ck_assert(one && two && ferry_check(job, two));
    ck_assert_uint_eq(one->clips.count, 2);
    ck_assert_uint_eq(two->clips.count, 2);
    ck_assert_uint_eq(two->nodes.count, 2 * one->nodes.count);
    ck_assert_uint_eq(two->draws.count, 2 * one->draws.count);
    for (uint32_t c = 0; c < 2; c++) {
        ck_assert_str_eq(two->clips.data[c].name, one->clips.data[c].name);
        ck_assert_uint_eq(two->clips.data[c].track_count, 2 * one->clips.data[c].track_count);
    }
    for (int i = 0; i < 12; i++) expect_like_one(job, one, two, i / 10.0);
    ferry_scene_free(one);
    ferry_scene_free(two);
    ferry_close(job);
    ferry_close(w.job);
}
END_TEST

/* A model of another format does not go on with it, nor it with such a model. */
START_TEST(other_models_are_refused) {
    written w = write_figure();
    ferry_bytes other = fy_read_fixture("figure.bdl");
    const ferry_input mine = {"x.t3dm", w.files.data[0].bytes}, its = {"y.bdl", other};
    const ferry_input pairs[][2] = {{mine, its}, {its, mine}, {its, its}};
    ferry_job *job = reader(&w);
    ck_assert_ptr_null(ferry_load(job, pairs[_i], 2));
    const ferry_report *report = ferry_job_report(job);
    ck_assert_str_eq(report->data[report->count - 1].text, "a job reads only one model; this is the "
                                                           "second");
    free((void *)(uintptr_t)other.data);
    ferry_close(job);
    ferry_close(w.job);
}
END_TEST

/* The runtime loads a sprite once, whichever of the files names it. */
START_TEST(sprites_of_several_files_cost_once) {
    written w = write_figure();
    ferry_job *job = reader(&w);
    ferry_scene *scene = fy_scene_open(job);
    fy_t3dm_breakdown bills[2], sum = {0};
    for (int i = 0; i < 2; i++) {
        ferry_window in = ferry_window_open(job, "x.t3dm", w.files.data[0].bytes);
        ck_assert(fy_t3dm_measure(job, &in, scene, &bills[i]));
        fy_t3dm_breakdown_add(&sum, &bills[i]);
    }
    ck_assert_uint_gt(bills[0].memory.textures, 0);
    ck_assert_uint_eq(bills[1].memory.textures, 0);
    ck_assert_uint_eq(sum.memory.textures, bills[0].memory.textures);
    ck_assert_uint_eq(sum.total.triangles, 2 * bills[0].total.triangles);
    ck_assert_uint_eq(sum.object_count, 2 * bills[0].object_count);
    ck_assert_uint_eq(bills[1].texture_uploads, bills[0].texture_uploads);
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(w.job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_several_files");
    TCase *files = tcase_create("files");
    tcase_add_test(files, several_files_are_one_scene);
    tcase_add_loop_test(files, other_models_are_refused, 0, 3);
    tcase_add_test(files, sprites_of_several_files_cost_once);
    suite_add_tcase(suite, files);
    return fy_run_suite(suite);
}
