/* test_n64_lod.c: n64/ferry64_lod.h on a model of Tiny3D (tests/n64): each level draws its own objects and no
 * others, with clips of ferry64_tracks.h or without; levels come where their triangles would be as large on
 * the screen, and stay a little. Runs in both byte orders, as test_n64_tracks.c does. */
#include "ferry64.h"
#include "ferry64_format.h"
#include "../n64/ferry64_lod.h"
#include "../n64/ferry64_tracks.h"
#include "helpers.h"
#include "n64/fake_tiny3d.h"

/* A figure that its clip hides parts of, in four levels or in one. */
static ferry_bytes convert(ferry_job **job, const char *levels) {
    static const char *const names[] = {"figure.bdl", "figure.bva"};
    const ferry_setting_value settings[] = {{"t3dm.effort", "fast"}, {"simplify.levels", levels}};
    ferry_input inputs[2];
    ferry_file_list files = {0};
    for (int i = 0; i < 2; i++) inputs[i] = (ferry_input){names[i], fy_read_fixture(names[i])};
    *job =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .settings = settings, .setting_count = 2});
    ferry_scene *scene = ferry_load(*job, inputs, 2);
    ck_assert(scene && ferry_prepare(*job, scene, "t3dm", NULL) &&
              ferry_save(*job, scene, "t3dm", "x.t3dm", &files));
    ferry_scene_free(scene);
    for (int i = 0; i < 2; i++) free((void *)(uintptr_t)inputs[i].bytes.data);
    return files.data[0].bytes;
}

/* In four levels, converted once: nothing changes the file. How many triangles the last two have is nobody's
 * question here, and many are soon left. */
static ferry_job *levels_job;
static ferry_bytes in_levels(void) {
    static ferry_bytes file;
    if (!levels_job) file = convert(&levels_job, "50%,45%,40%");
    return file;
}

static uint32_t count_objects(const T3DModel *model, uint32_t level) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->chunkCount; i++) {
        const T3DObject *object = ferry64_lod_object(model, i);
        count += object && ferry64_lod_of_name(object->name) == level;
    }
    return count;
}

static const ferry_bytes none = {NULL, 0};

START_TEST(a_level_draws_its_own_objects) {
    T3DModel *model = fake_load(in_levels(), none, none);
    Ferry64Lod lod;
    fake_open(2);
    ck_assert(ferry64_lod_open(&lod, model));
    ck_assert_uint_eq(lod.count, 4);
    ck_assert_ptr_nonnull(lod.last[0]); /* in order: no names are looked at while it draws */
    for (uint32_t level = 0; level < 6; level++) {
        uint32_t shown = level < 4 ? level : 3;
        ferry64_lod_draw(&lod, level, NULL);
        ck_assert_uint_eq(fake_count, count_objects(model, shown));
        for (uint32_t i = 0; i < fake_count; i++)
            ck_assert_uint_eq(ferry64_lod_of_name(fake_list[i].object->name), shown);
        fake_frame();
    }
    ck_assert_uint_eq(lod.triangles[0], 1926);
    ck_assert_uint_eq(lod.triangles[1], 963); /* half of what there is */
    lod.last[0] = NULL;                       /* by names it is the same */
    ferry64_lod_draw(&lod, 2, NULL);
    ck_assert_uint_eq(fake_count, count_objects(model, 2));
    fake_close();
    fake_free(model);
}
END_TEST

START_TEST(a_model_of_one_level_is_drawn_whole) {
    ferry_job *job;
    T3DModel *model = fake_load(convert(&job, "none"), none, none);
    Ferry64Lod lod;
    fake_open(2);
    ck_assert(!ferry64_lod_open(&lod, model));
    ck_assert_uint_eq(lod.count, 1);
    ferry64_lod_draw(&lod, 3, NULL);
    ck_assert_uint_eq(fake_count, count_objects(model, 0));
    ck_assert_uint_eq(ferry64_lod_by_distance(&lod, 0, 1000, 1), 0);
    fake_close();
    fake_free(model);
    ferry_close(job);
}
END_TEST

/* What the clip hides is hidden in each level. */
START_TEST(clips_play_in_each_level) {
    T3DModel *model = fake_load(in_levels(), none, none);
    Ferry64Tracks tracks;
    Ferry64Player player;
    Ferry64Clip clip;
    Ferry64Lod lod;
    uint32_t fewest = UINT32_MAX, most = 0;
    fake_open(2);
    ck_assert(ferry64_tracks_open(&tracks, model) && ferry64_player_open(&player, &tracks, 2));
    ck_assert(ferry64_lod_open(&lod, model) && ferry64_clip(&tracks, 0, &clip));
    lod.also = ferry64_filter;
    lod.also_data = &tracks;
    ck_assert(ferry64_play(&player, clip.name));
    for (int i = 0; i < 12; i++) {
        uint32_t counts[4];
        ferry64_set_time(&player, clip.duration * (float)i / 12);
        for (uint32_t level = 0; level < 4; level++) {
            uint32_t before = fake_count;
            ferry64_apply(&player);
            ferry64_lod_draw(&lod, level, NULL);
            counts[level] = fake_count - before;
            ck_assert_uint_le(counts[level], count_objects(model, level));
        }
        if (counts[3] < fewest) fewest = counts[3];
        if (counts[3] > most) most = counts[3];
        fake_frame();
    }
    ck_assert_uint_lt(fewest, most);
    fake_close();
    ferry64_player_close(&player);
    ferry64_tracks_close(&tracks);
    fake_free(model);
}
END_TEST

START_TEST(levels_come_where_triangles_are_as_large) {
    Ferry64Lod lod = {.count = 3, .triangles = {1600, 400, 100}};
    ck_assert_uint_eq(ferry64_lod_by_distance(&lod, 0, 5, 10), 0);
    ck_assert_uint_eq(ferry64_lod_by_distance(&lod, 0, 19.5f, 10), 0);
    ck_assert_uint_eq(ferry64_lod_by_distance(&lod, 0, 21.5f, 10), 0); /* not yet a tenth beyond */
    ck_assert_uint_eq(ferry64_lod_by_distance(&lod, 0, 22.5f, 10), 1);
    ck_assert_uint_eq(ferry64_lod_by_distance(&lod, 1, 18.5f, 10), 1);
    ck_assert_uint_eq(ferry64_lod_by_distance(&lod, 1, 18, 10), 0);
    ck_assert_uint_eq(ferry64_lod_by_distance(&lod, 0, 400, 10), 2);
    ck_assert_uint_eq(ferry64_lod_by_distance(&lod, 2, 0, 10), 0);
    ck_assert_uint_eq(ferry64_lod_by_distance(&lod, 1, 400, 0), 1); /* nothing was said */
    ck_assert_uint_eq(ferry64_lod_by_size(&lod, 0, 120, 120), 0);
    ck_assert_uint_eq(ferry64_lod_by_size(&lod, 0, 50, 120), 1);
    ck_assert_uint_eq(ferry64_lod_by_size(&lod, 0, 20, 120), 2);
    ck_assert_uint_eq(ferry64_lod_by_size(&lod, 0, 0, 120), 2);
    ck_assert_float_eq_tol(ferry64_lod_pixels(2, 10, 1.57079633f, 240), 24, 1e-3f);
    ck_assert_float_eq_tol(ferry64_lod_pixels(2, 0, 1, 240), 240, 1e-3f);
}
END_TEST

START_TEST(names_tell_levels) {
    ck_assert_uint_eq(ferry64_lod_of_name(NULL), 0);
    ck_assert_uint_eq(ferry64_lod_of_name(".lod1"), 1);
    ck_assert_uint_eq(ferry64_lod_of_name("a.lod9"), 9);
    ck_assert_uint_eq(ferry64_lod_of_name("a.lod0"), 0);
    ck_assert_uint_eq(ferry64_lod_of_name("lod1"), 0);
    ck_assert_uint_eq(ferry64_lod_of_name("a.lod12"), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("n64_lod");
    TCase *tests = tcase_create("lod");
    tcase_add_test(tests, a_level_draws_its_own_objects);
    tcase_add_test(tests, a_model_of_one_level_is_drawn_whole);
    tcase_add_test(tests, clips_play_in_each_level);
    tcase_add_test(tests, levels_come_where_triangles_are_as_large);
    tcase_add_test(tests, names_tell_levels);
    suite_add_tcase(suite, tests);
    int result = fy_run_suite(suite);
    ferry_close(levels_job);
    return result;
}
