/*
 * test_places.c: what readers complain of has a place in the file (builders/places.c lists what has none).
 * Every fixture and every broken file, whole and damaged at some places, and written; animations behind their
 * models; and texts (glTF, OBJ) with other figures. test_hammer.c and test_hammer_clips.c look at the same
 * with all their blows.
 */
#include <stdlib.h>
#include <string.h>

#include "builders/assimp_leaks.h"
#include "builders/fixtures/fixtures.h"
#include "builders/places.h"
#include "helpers.h"

enum { BLOWS = 40, FIGURES = 200 };

/* At a base scale that is often too large. */
static void write_scene(ferry_job *job, ferry_scene *scene) {
    ferry_file_list files = {0};
    if (ferry_prepare(job, scene, "t3dm", NULL)) ferry_save(job, scene, "t3dm", "y.t3dm", &files);
}

/* Reads `count` inputs; returns how many of its messages have a place. `effort`, unless NULL: makes a T3DM of
 * them, too; then errors have to name the input. */
static uint32_t look(const ferry_input *inputs, uint32_t count, const char *format, const char *effort,
                     const char *what) {
    const ferry_setting_value settings[] = {{"t3dm.base-scale", "4096"}, {"t3dm.effort", effort}};
    ferry_options options = {.size = sizeof options,
                             .memory_limit = 64 << 20,
                             .deadline = 60,
                             .settings = settings,
                             .setting_count = effort ? 2 : 0};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = ferry_load(job, inputs, count);
    uint32_t placed = fy_expect_places(ferry_job_report(job), format, what);
    if (effort && scene) write_scene(job, scene);
    if (count == 1) fy_expect_input_named(ferry_job_report(job), inputs[0].name, what);
    ferry_scene_free(scene);
    ferry_close(job);
    return placed;
}

/* Blow `k` at byte `at`. */
static uint8_t changed(uint8_t old, uint32_t k) {
    const uint8_t values[] = {0, 0xFF, (uint8_t)(old ^ 0x80), (uint8_t)(old + 1), 0x7F};
    return values[k % 5];
}

/* The last of the inputs, whole and hit; of what is hit one in eight is written, in a hurry. */
static uint32_t hit(ferry_input *inputs, uint32_t count, const char *what) {
    ferry_input *last = &inputs[count - 1];
    uint8_t *bytes = (uint8_t *)(uintptr_t)last->bytes.data;
    size_t size = last->bytes.size;
    uint32_t placed = look(inputs, count, NULL, "normal", what);
    for (uint32_t k = 0; k < BLOWS && size; k++) {
        size_t at = k * (size / BLOWS + 1) + k % 7;
        if (at >= size) break;
        uint8_t old = bytes[at];
        bytes[at] = changed(old, k);
        placed += look(inputs, count, NULL, k % 8 == 1 ? "fast" : NULL, what);
        bytes[at] = old;
        if (k % 4 == 0) last->bytes.size = at; /* cut there */
        if (k % 4 == 0) placed += look(inputs, count, NULL, NULL, what);
        last->bytes.size = size;
    }
    return placed;
}

static uint32_t hit_file(const char *name) {
    ferry_input input = {"x", fy_read_fixture(name)};
    uint32_t placed = hit(&input, 1, name);
    free((void *)(uintptr_t)input.bytes.data);
    return placed;
}

START_TEST(every_fixture) {
    uint32_t placed = 0;
    for (uint32_t i = 0; i < fixture_count; i++) placed += hit_file(fixtures[i].name);
    for (uint32_t i = 0; i < made_file_count; i++) placed += hit_file(made_files[i].name);
    ck_assert_uint_gt(placed, 1000); /* it was looked at something */
}
END_TEST

START_TEST(every_broken_file) {
    uint32_t placed = 0;
    for (uint32_t i = 0; i < broken_file_count; i++) placed += hit_file(broken_files[i].name);
    ck_assert_uint_gt(placed, 1000);
}
END_TEST

START_TEST(animations_behind_their_models) {
    static const char *const pairs[][3] = {{"figure.bdl", "figure.bck"},
                                           {"figure.bdl", "figure.btk"},
                                           {"figure.bdl", "figure.brk"},
                                           {"figure.bdl", "figure.btp"},
                                           {"figure.bdl", "figure.bpk"},
                                           {"figure.bdl", "figure.bpa"},
                                           {"figure.bdl", "figure.bva"},
                                           {"skinned.bmd", "skinned.bca"},
                                           {"skinned.bmd", "skinned.bxk"},
                                           {"skinned.bmd", "skinned.bxa"},
                                           {"skinned.bmd", "skinned.bls"},
                                           {"skinned.bmd", "skinned.bls", "skinned.blk"},
                                           {"skinned.bmd", "skinned.bls", "skinned.bla"},
                                           {"figure.bdl", "table.bmt"},
                                           {"figure.bdl", "painted.bti"}};
    uint32_t count = 0, placed = 0;
    ferry_input inputs[3];
    for (count = 0; count < 3 && pairs[_i][count]; count++)
        inputs[count] = (ferry_input){pairs[_i][count], fy_read_fixture(pairs[_i][count])};
    placed = hit(inputs, count, pairs[_i][count - 1]);
    ck_assert_uint_gt(placed, 0);
    while (count--) free((void *)(uintptr_t)inputs[count].bytes.data);
}
END_TEST

/* -------------------------------------------------------------------------------------------------- texts */

/* A fixture as a file of that format. */
static ferry_bytes converted(const char *name, const char *format) {
    ferry_bytes source = fy_read_fixture(name), result = {0};
    ferry_job *job = fy_test_job();
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = name, .bytes = source}, 1);
    ck_assert(scene && ferry_prepare(job, scene, format, NULL) &&
              ferry_save(job, scene, format, "x", &files));
    uint8_t *copy = malloc(files.data[0].bytes.size);
    ck_assert(copy && strcmp(files.data[0].name, "x") == 0);
    memcpy(copy, files.data[0].bytes.data, files.data[0].bytes.size);
    result = (ferry_bytes){copy, files.data[0].bytes.size};
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)source.data);
    return result;
}

/* The figures of a text become others; a .glb's numbers behind the text become none. */
START_TEST(texts_with_other_figures) {
    static const char *const texts[][2] = {
        {"figure.bdl", "glb"}, {"skinned.bmd", "glb"}, {"figure.bdl", "obj"}};
    const char *format = texts[_i][1];
    ferry_bytes bytes = converted(texts[_i][0], format);
    uint8_t *text = (uint8_t *)(uintptr_t)bytes.data;
    ferry_input input = {"x", bytes};
    uint32_t placed = 0;
    size_t step = bytes.size / FIGURES + 1;
    for (size_t k = 0, at = 0; k < FIGURES && at < bytes.size; k++, at += step) {
        while (at < bytes.size && at < bytes.size / 2 && !(text[at] >= '0' && text[at] <= '9')) at++;
        if (at >= bytes.size) break;
        uint8_t old = text[at];
        text[at] = old >= '0' && old <= '9' ? (uint8_t)('0' + ((size_t)old - '0' + 1 + k % 9) % 10) : 0xFF;
        placed += look(&input, 1, format, NULL, format);
        text[at] = old;
    }
    ck_assert_uint_gt(placed + (_i == 2), 0);
    free(text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("places");
    TCase *tests = tcase_create("places");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, every_fixture);
    tcase_add_test(tests, every_broken_file);
    tcase_add_loop_test(tests, animations_behind_their_models, 0, 15);
    ferry_job *job = fy_test_job();
    if (ferry_find_format(job, "ply"))
        tcase_add_loop_test(tests, texts_with_other_figures, 0, 3); /* built with assimp */
    ferry_close(job);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
