/*
 * test_t3dm_second_draws.c: second draws (light in steps, masks) behind the writer: what is written again, in
 * other layouts, by way of glTF or with merged objects, shows the very same pixels. Clips hide both draws.
 */
#include "helpers.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"

/* Opaque, cut out, translucent, one over another: with second draws between them. */
static const char name[] = "gallery-steps.bdl";

enum { SECOND_DRAWS = 7 };

/* Files of one conversion after the other. */
typedef struct trip {
    ferry_file_list made, between, last;
} trip;

static bool find_file(void *user, const char *wanted, ferry_bytes *bytes) {
    const trip *t = user;
    const ferry_file_list *lists[] = {&t->last, &t->between, &t->made};
    for (int l = 0; l < 3; l++)
        for (uint32_t i = 0; i < lists[l]->count; i++) {
            if (strcmp(lists[l]->data[i].name, wanted) != 0) continue;
            *bytes = lists[l]->data[i].bytes;
            return true;
        }
    return false;
}

static ferry_job *open_job(const ferry_setting_value *setting, trip *t) {
    ferry_options options = {
        .size = sizeof options, .settings = setting, .setting_count = 1, .sidecar = find_file, .user = t};
    ferry_job *job = ferry_open(&options);
    ck_assert_ptr_nonnull(job);
    return job;
}

static void save(ferry_job *job, ferry_scene *scene, const char *format, const char *path,
                 ferry_file_list *files) {
    ck_assert(ferry_prepare(job, scene, format, NULL) && ferry_save(job, scene, format, path, files));
}

static ferry_scene *load(ferry_job *job, const trip *t, const char *path) {
    ferry_input input = {.name = path};
    ck_assert(find_file((void *)(uintptr_t)t, path, &input.bytes));
    ferry_scene *scene = ferry_load(job, &input, 1);
    ck_assert_ptr_nonnull(scene);
    return scene;
}

static ferry_scene *load_fixture(ferry_job *job) {
    ferry_bytes bytes = fy_read_fixture(name);
    ferry_scene *scene = ferry_load(job, &(ferry_input){name, bytes}, 1);
    free((void *)(uintptr_t)bytes.data);
    ck_assert_ptr_nonnull(scene);
    return scene;
}

static uint32_t second_draws_of(const ferry_scene *scene) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->draws.count; i++)
        count += strstr(scene->draws.data[i].name, ".shade") != NULL;
    return count;
}

static void expect_same(ferry_job *job, const ferry_scene *a, const ferry_scene *b) {
    ferry_view view = {.size = sizeof view, .width = 160, .height = 120, .views = FERRY_VIEWS_SIX};
    ferry_similarity found;
    ck_assert(ferry_compare(job, a, b, &view, &found, NULL));
    ck_assert_uint_gt(found.pixels, 1000);
    ck_assert_double_le(found.color_error, 0);
    ck_assert_uint_eq(second_draws_of(a), SECOND_DRAWS);
    ck_assert_uint_eq(second_draws_of(b), SECOND_DRAWS);
}

/* By way of another file, or straight. */
START_TEST(files_keep_the_order_of_draws) {
    static const struct {
        ferry_setting_value setting;
        bool by_gltf;
    } rows[] = {{{"t3dm.layout", "V4"}, false},
                {{"t3dm.layout", "V1"}, false},
                {{"t3dm.layout", "L9"}, false},
                {{"t3dm.merge-objects", "yes"}, false},
                {{"t3dm.layout", "V4"}, true}};
    static const ferry_setting_value plain = {"t3dm.layout", "V4"};
    trip t = {0};
    ferry_job *first = open_job(&plain, &t), *second = open_job(&rows[_i].setting, &t);
    ferry_scene *source = load_fixture(first);
    save(first, source, "t3dm", "made.t3dm", &t.made);
    ferry_scene *made = load(first, &t, "made.t3dm"), *again = load(second, &t, "made.t3dm");
    if (rows[_i].by_gltf) {
        save(second, again, "glb", "between.glb", &t.between);
        ferry_scene_free(again);
        again = load(second, &t, "between.glb");
    }
    save(second, again, "t3dm", "last.t3dm", &t.last);
    ferry_scene *last = load(second, &t, "last.t3dm");
    expect_same(second, made, last);
    ferry_scene_free(last);
    ferry_scene_free(again);
    ferry_scene_free(made);
    ferry_scene_free(source);
    ferry_close(second);
    ferry_close(first);
}
END_TEST

START_TEST(merging_keeps_the_order_of_draws) {
    static const ferry_setting_value settings[] = {{"t3dm.merge-objects", "no"},
                                                   {"t3dm.merge-objects", "yes"}};
    trip trips[2] = {0};
    ferry_job *jobs[2];
    ferry_scene *sources[2], *made[2];
    for (int i = 0; i < 2; i++) {
        jobs[i] = open_job(&settings[i], &trips[i]);
        sources[i] = load_fixture(jobs[i]);
        save(jobs[i], sources[i], "t3dm", "made.t3dm", &trips[i].made);
        made[i] = load(jobs[i], &trips[i], "made.t3dm");
    }
    expect_same(jobs[0], made[0], made[1]);
    for (int i = 0; i < 2; i++) {
        ferry_scene_free(made[i]);
        ferry_scene_free(sources[i]);
        ferry_close(jobs[i]);
    }
}
END_TEST

/* All draws again, as level 1. In both, one that is blended and no decal comes first. */
static void add_level(ferry_scene *scene) {
    uint32_t count = scene->draws.count;
    ferry_draw blended = scene->draws.data[count - 3];
    memmove(&scene->draws.data[1], scene->draws.data, (count - 3) * sizeof blended);
    scene->draws.data[0] = blended;
    for (uint32_t i = 0; i < count; i++) {
        ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
        *draw = scene->draws.data[i];
        draw->level = 1;
        draw->name = ferry_scene_format(scene, "%s.lod1", draw->name);
    }
}

/* Level 0 has decals: nothing of level 1 need come behind them. */
START_TEST(levels_are_ordered_alike) {
    static const ferry_setting_value plain = {"t3dm.layout", "V4"};
    trip t = {0};
    ferry_job *job = open_job(&plain, &t);
    ferry_scene *source = load_fixture(job);
    save(job, source, "t3dm", "made.t3dm", &t.made);
    ferry_scene *again = load(job, &t, "made.t3dm");
    add_level(again);
    save(job, again, "t3dm", "last.t3dm", &t.last);
    ferry_scene *last = load(job, &t, "last.t3dm");
    const ferry_draw *draws = last->draws.data;
    uint32_t half = last->draws.count / 2;
    ck_assert_uint_gt(half, SECOND_DRAWS);
    for (uint32_t i = 0; i < half; i++) {
        ck_assert_uint_eq(draws[half + i].level, 1);
        ck_assert_str_eq(draws[half + i].name, ferry_job_format(job, "%s.lod1", draws[i].name));
    }
    ferry_scene_free(last);
    ferry_scene_free(again);
    ferry_scene_free(source);
    ferry_close(job);
}
END_TEST

/* A clip that hides a draw hides its second draw. */
START_TEST(clips_hide_both_draws) {
    static const ferry_setting_value plain = {"t3dm.layout", "V4"};
    static double times[2] = {0, .5};
    static float values[2] = {1, 0};
    ferry_track track = {.target = FERRY_TARGET_DRAW_VISIBLE,
                         .interpolation = FERRY_STEP,
                         .key_count = 2,
                         .width = 1,
                         .times = times,
                         .values = values};
    trip t = {0};
    uint32_t hidden = 0;
    ferry_job *job = open_job(&plain, &t);
    ferry_scene *source = load_fixture(job);
    ferry_clip *clip = ferry_append(source, &source->clips, ferry_clip);
    *clip = (ferry_clip){
        .name = "hide", .kind = "x", .duration = 1, .rate = 30, .tracks = &track, .track_count = 1};
    save(job, source, "t3dm", "made.t3dm", &t.made);
    ferry_scene *made = load(job, &t, "made.t3dm");
    ck_assert_uint_eq(made->clips.count, 1);
    const ferry_scene *posed = ferry_pose(job, made, (const uint32_t[]){0}, 1, .75);
    ck_assert_ptr_nonnull(posed);
    for (uint32_t i = 0; i < posed->draws.count; i++) {
        const ferry_draw *draw = &posed->draws.data[i];
        bool named = strncmp(draw->name, "shape0", 6) == 0;
        ck_assert_int_eq(draw->visible, !named);
        hidden += named;
    }
    ck_assert_uint_eq(hidden, 2);
    ferry_scene_free(made);
    ferry_scene_free(source);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_second_draws");
    TCase *tests = tcase_create("second draws");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, files_keep_the_order_of_draws, 0, 5);
    tcase_add_test(tests, merging_keeps_the_order_of_draws);
    tcase_add_test(tests, levels_are_ordered_alike);
    tcase_add_test(tests, clips_hide_both_draws);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
