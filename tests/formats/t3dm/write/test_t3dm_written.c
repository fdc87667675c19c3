/* test_t3dm_written.c: what counts as written is what `check` would accept, wherever the model comes from. */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/t3dm/t3dm_builder.h"
#include "builders/t3dm/t3dm_layouts.h"
#include "core/base/job_state.h"
#include "helpers.h"

/* The smallest scene, drawn with a state that the source gave. */
static ferry_rdp_material *give_state(ferry_scene *scene) {
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    ferry_rdp_material *rdp = ferry_scene_new(scene, ferry_rdp_material, 1);
    ck_assert(material && rdp);
    *rdp = (ferry_rdp_material){.combiner = UINT64_C(0x00887F1088FE7D3E),
                                .other_mode = FERRY_RDP_BILINEAR,
                                .other_mode_mask = FERRY_RDP_MODE_MASK,
                                .flags = FERRY_RDP_DEPTH | FERRY_RDP_SHADED | FERRY_RDP_CULL_BACK};
    rdp->tiles[0].texture = rdp->tiles[1].texture = FERRY_NONE;
    *material = (ferry_material){.name = "given", .base_texture = FERRY_NONE, .rdp = rdp};
    scene->draws.data[0].material = scene->materials.count - 1;
    return rdp;
}

static bool save(ferry_job *job, ferry_scene *scene, ferry_file_list *files) {
    return ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "out/model.t3dm", files);
}

START_TEST(what_the_runtime_would_stop_at_is_not_done) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files = {0};
    give_state(scene)->flags |= FERRY_RDP_CULL_FRONT;
    ck_assert(!save(job, scene, &files));
    ck_assert_uint_eq(files.count, 0);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(strstr(text, "out/model.t3dm: error: material[0]: the file would violate a rule of the "
                               "runtime: culls front and back faces: the runtime asserts\n"),
                  "%s", text);
    free(text);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Its memory counts, too: refused at any place, it is never taken for a rule. */
START_TEST(the_look_keeps_to_the_memory_limit) {
    bool done = false;
    for (size_t n = 1; n < 2000 && !done; n++) {
        ferry_job *job = fy_quick_job();
        ferry_scene *scene = fy_square_scene(job);
        ferry_file_list files = {0};
        job->account->fail_at = job->account->allocations + n;
        done = save(job, scene, &files);
        char *text = fy_report_text(ferry_job_report(job));
        ck_assert_msg(!strstr(text, "rule of the runtime"), "allocation %zu: %s", n, text);
        ck_assert_msg(done || strstr(text, "out of memory"), "allocation %zu: %s", n, text);
        free(text);
        ferry_scene_free(scene);
        ferry_close(job);
    }
    ck_assert(done);
}
END_TEST

/* An effect's numbers stand where the sizes of pictures do; with the effect, they go, whether the pictures
 * are there or not. */
START_TEST(environment_maps_need_no_pictures_to_become_textures) {
    const ferry_setting_value settings[] = {{"t3dm.layout", "L4"}};
    ferry_job *job =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .settings = settings, .setting_count = 1});
    ferry_bytes bytes = fy_read_fixture("figure.t3dm");
    ferry_scene *scene = ferry_load(job, &(ferry_input){"figure.t3dm", bytes}, 1);
    ferry_file_list files = {0};
    ck_assert_ptr_nonnull(scene);
    bool done = save(job, scene, &files);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(done && strstr(text, "its vertex effect 1 is left out"), "%s", text);
    free(text);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* Nothing is there to look at under the names of the files that were to be written: "stage.1.t3dm" is the
 * model's, too. */
START_TEST(errors_about_further_files_name_the_input) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_file_list files = {0};
    scene->file = "in/stage.bmd";
    for (uint32_t i = 0; i < 2; i++) fy_t3dm_add_grid(scene, i ? "b" : "a", 220, 200 + i, 0.03125f);
    give_state(scene)->flags |= FERRY_RDP_CULL_FRONT;
    scene->draws.data[0].material = 0;
    scene->draws.data[1].material = scene->materials.count - 1;
    scene->draws.data[1].node = scene->draws.data[0].node;
    ck_assert(!save(job, scene, &files));
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(strstr(text, "2 files") && strstr(text, "in/stage.bmd: error: material["), "%s", text);
    free(text);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* For information: u16 at 6 (docs/formats/t3dm.md). */
START_TEST(objects_say_how_many_triangles_they_have) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files = {0};
    ck_assert(save(job, scene, &files));
    const uint8_t *object = files.data[0].bytes.data + build_chunk_at(files.data[0].bytes, BUILD_V4, 'O', 0);
    ck_assert_uint_eq(object[6] << 8 | object[7], 2);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_written");
    TCase *all = tcase_create("all");
    tcase_add_test(all, what_the_runtime_would_stop_at_is_not_done);
    tcase_add_test(all, the_look_keeps_to_the_memory_limit);
    tcase_add_test(all, environment_maps_need_no_pictures_to_become_textures);
    tcase_add_test(all, errors_about_further_files_name_the_input);
    tcase_add_test(all, objects_say_how_many_triangles_they_have);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
