/*
 * test_n64_sample.c: what the game of docs/animations.md sees: its scale, its camera and its model matrix,
 * read from the page, drawn in the console look. fixtures/pictures/n64-sample.png.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helpers.h"

/* What stands behind `words` on the page: `count` numbers, between other signs. */
static void read_numbers(const char *page, const char *words, double *numbers, int count) {
    const char *at = strstr(page, words);
    ck_assert_msg(at != NULL, "the page does not say `%s`", words);
    at += strlen(words);
    for (int i = 0; i < count; i++) {
        at += strcspn(at, "-0123456789");
        char *end;
        numbers[i] = strtod(at, &end);
        ck_assert_ptr_ne(at, end);
        at = end;
    }
}

typedef struct sample {
    double base_scale, unit;           /* of the files; of the model matrix */
    double eye[3], target[3], lens[3]; /* lens: angle, near and far plane */
} sample;

static sample read_sample(void) {
    sample s;
    double one[2];
    ferry_bytes bytes = fy_read_fixture("../docs/animations.md");
    char *page = calloc(bytes.size + 1, 1);
    memcpy(page, bytes.data, bytes.size);
    read_numbers(page, "--base-scale", &s.base_scale, 1);
    read_numbers(page, "one[3] =", one, 2);
    read_numbers(page, "eye =", s.eye, 3);
    read_numbers(page, "target =", s.target, 3);
    read_numbers(page, "T3D_DEG_TO_RAD", s.lens, 3);
    s.unit = one[0] / one[1];
    free(page);
    free((void *)(uintptr_t)bytes.data);
    return s;
}

/* The camera in units of the file: a matrix that scales the model moves the eye the other way. The frame
 * around the target is so large that the near plane is the page's (fy_camera_frame()). */
static ferry_view view_of(const sample *s) {
    double way[3], length = 0;
    for (int i = 0; i < 3; i++) way[i] = (s->eye[i] - s->target[i]) / s->unit, length += way[i] * way[i];
    length = sqrt(length);
    float half = (float)((length - s->lens[1] / s->unit) / 1.25 / sqrt(3)),
          x = (float)(s->target[0] / s->unit), y = (float)(s->target[1] / s->unit),
          z = (float)(s->target[2] / s->unit);
    return (ferry_view){.size = sizeof(ferry_view),
                        .width = 160,
                        .height = 120,
                        .yaw = (float)atan2(way[0], way[2]),
                        .pitch = (float)atan2(way[1], hypot(way[0], way[2])),
                        .distance = (float)length,
                        .has_frame = true,
                        .frame = {{x - half, y - half, z - half}, {x + half, y + half, z + half}},
                        .background = {80 / 255.0F, 100 / 255.0F, 120 / 255.0F, 1},
                        .look = FERRY_LOOK_CONSOLE};
}

START_TEST(the_sample_game_sees_its_model_whole) {
    sample s = read_sample();
    char scale_text[32];
    snprintf(scale_text, sizeof scale_text, "%g", s.base_scale);
    const ferry_setting_value scale = {"t3dm.base-scale", scale_text};
    ferry_file_list files = {0};
    ferry_picture picture;
    ferry_job *first, *job;
    first =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .settings = &scale, .setting_count = 1});
    ferry_scene *scene = fy_through_t3dm(first, "figure.bdl", &files, &job);
    ferry_view view = view_of(&s);
    ck_assert_double_eq(s.lens[0], 60); /* what the renderer's camera takes in */
    ck_assert_ptr_nonnull(scene);
    ck_assert(ferry_render(job, scene, &view, &picture));
    uint32_t count = 0;
    for (uint32_t i = 0; i < picture.width * picture.height; i++) {
        uint32_t x = i % picture.width, y = i / picture.width;
        count += picture.covered[i];
        if (!x || !y || x + 1 == picture.width || y + 1 == picture.height) ck_assert(!picture.covered[i]);
    }
    ck_assert_uint_gt(count, 400);
    fy_expect_picture(job, "n64-sample", &picture);
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(first);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("n64_sample");
    TCase *game = tcase_create("game");
    tcase_add_test(game, the_sample_game_sees_its_model_whole);
    suite_add_tcase(suite, game);
    return fy_run_suite(suite);
}
