/*
 * test_fast64_scroll.c: textures that fast64 moves: what is read, what reaches the console, what cannot move
 * (docs/formats/fast64.md).
 */
#include <stdio.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/fast64_model.h"
#include "helpers.h"

#define MOVED(s, t)                                                                                          \
    TEXTURED ",\"tex0\":{\"S\":{\"low\":1,\"high\":31,\"mask\":5,\"shift\":1" s "},\"T\":{\"low\":0,"        \
             "\"high\":15,\"mask\":4,"                                                                       \
             "\"shift\":0,"                                                                                  \
             "\"mirror\":1}" t "}"

static const ferry_track *only_track(const fast64_model *t, uint32_t clip, const char *name, double seconds,
                                     uint32_t channel) {
    const ferry_clip *c = &t->scene->clips.data[clip];
    ck_assert_str_eq(c->name, name);
    ck_assert_str_eq(c->kind, "fast64");
    ck_assert_double_eq_tol(c->duration, seconds, 1e-9);
    ck_assert_int_eq(c->loop, FERRY_LOOP_REPEAT);
    ck_assert_uint_eq(c->track_count, 1);
    const ferry_track *track = &c->tracks[0];
    ck_assert_int_eq(track->target, FERRY_TARGET_TILE);
    ck_assert(track->object == 0 && track->slot == 0 && track->channel == channel);
    ck_assert_double_eq_tol(track->times[track->key_count - 1], seconds, 1e-9);
    return track;
}

START_TEST(tiles_scroll) {
    fast64_model t = {0};
    read_one(&t, MOVED("", ",\"tile_scroll\":{\"s\":2,\"t\":-1,\"interval\":3}"));
    fy_expect_report(t.job, "");
    ck_assert_uint_eq(t.scene->clips.count, 2);
    /* half a texel every three frames of 30 a second */
    const ferry_track *s = only_track(&t, 0, "scroll", 32 / 5.0, 0);
    ck_assert(s->key_count == 2 && s->values[0] == 1 && s->values[1] == 33);
    /* the mirror's period is two pictures */
    const ferry_track *v = only_track(&t, 1, "scroll2", 32 / 2.5, 1);
    ck_assert(v->key_count == 2 && v->values[0] == 32 && v->values[1] == 0);
    ck_assert(ferry_check(t.job, t.scene));
    end(&t);
}
END_TEST

START_TEST(coordinates_scroll_and_swing) {
    fast64_model t = {0};
    read_one(&t, MOVED("", "") ",\"UVanim0\":{\"x\":{\"animType\":1,\"speed\":0.5},"
                               "\"y\":{\"animType\":\"Sine\",\"amplitude\":3,\"frequency\":0.1,"
                               "\"offset\":0}}");
    fy_expect_report(t.job, "");
    ck_assert_uint_eq(t.scene->clips.count, 2);
    const ferry_track *v = only_track(&t, 0, "scroll", 6.283185307179586 / 3, 1);
    ck_assert_uint_eq(v->key_count, 33);
    ck_assert_float_eq_tol(v->values[0], 32, 1e-4f);
    ck_assert_float_eq_tol(v->values[8], 29, 1e-4f); /* coordinates grow, the corner falls */
    ck_assert_float_eq_tol(v->values[24], 35, 1e-4f);
    const ferry_track *s = only_track(&t, 1, "scroll2", 32 / 7.5, 0); /* shifted by one: half as far */
    ck_assert(s->values[0] == 33 && s->values[1] == 1);
    end(&t);
}
END_TEST

/* A sin(-w t + p) is A sin(w t + pi - p). */
START_TEST(swings_run_either_way) {
    static const char *const ways[] = {"\"frequency\":-0.1,\"offset\":0.7",
                                       "\"frequency\":0.1,\"offset\":2.441592653589793"};
    float values[2][33];
    for (int way = 0; way < 2; way++) {
        fast64_model t = {0};
        char text[2048];
        snprintf(text, sizeof text, MOVED("", "") ",\"UVanim0\":{\"y\":{\"animType\":2,\"amplitude\":3,%s}}",
                 ways[way]);
        read_one(&t, text);
        fy_expect_report(t.job, "");
        ck_assert_uint_eq(t.scene->clips.count, 1);
        const ferry_track *track = only_track(&t, 0, "scroll", 6.283185307179586 / 3, 1);
        ck_assert_uint_eq(track->key_count, 33);
        memcpy(values[way], track->values, sizeof values[way]);
        end(&t);
    }
    for (int k = 0; k < 33; k++) ck_assert_float_eq_tol(values[0][k], values[1][k], 1e-3f);
    ck_assert_float_gt(fabsf(values[0][8] - values[0][0]), 1);
}
END_TEST

START_TEST(what_cannot_move_is_told) {
    static const struct {
        const char *text, *words;
    } cases[] = {
        {MOVED(",\"clamp\":1", ",\"tile_scroll\":{\"s\":4}"),
         "assets/model.gltf:0xe: loss: materials[0]: s of texture 0 scrolls without repeating: left out\n"},
        {MOVED("", ",\"tile_scroll\":{\"t\":4}") ",\"UVanim0\":{\"y\":{\"animType\":2,\"amplitude\":1,"
                                                 "\"frequency\":1,\"offset\":0}}",
         "assets/model.gltf:0xe: loss: materials[0]: t of texture 0 scrolls back and forth: left out\n"},
        {MOVED("", "") ",\"UVanim0\":{\"x\":{\"animType\":2,\"amplitude\":1,\"frequency\":1e-320,"
                       "\"offset\":0}}",
         "loss: materials[0]: s of texture 0 scrolls with a period of inf s, more than a day: left out\n"},
        {MOVED("", "") ",\"UVanim0\":{\"y\":{\"animType\":2,\"amplitude\":1,\"frequency\":-1e-30,"
                       "\"offset\":0}}",
         "loss: materials[0]: t of texture 0 scrolls with a period of 2.09e+29 s, more than a day: left "
         "out\n"},
        {MOVED("", "") ",\"UVanim0\":{\"y\":{\"animType\":1,\"speed\":1e-30}}", " s, more than a day: left "
                                                                                "out\n"},
        {MOVED("", "") ",\"UVanim0\":{\"x\":{\"animType\":3}}", "loss: "
                                                                "materials[0].extras.f3d_mat.UVanim0.x: "
                                                                "random texture scrolling is not "
                                                                "supported: left out\n"},
        {MOVED("", ",\"tile_scroll\":{\"s\":4096}"),
         "tile_scroll.s: expected a whole number from -4095 to 4095, found 4096; used 0\n"},
        {MOVED("", ",\"tile_scroll\":{\"s\":0,\"t\":0,\"interval\":1}") ",\"UVanim0\":{\"x\":{\"animType\":0,"
                                                                        "\"speed\":1}}",
         ""},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        fast64_model t = {0};
        read_one(&t, cases[k].text);
        char *report = fy_report_text(ferry_job_report(t.job));
        ck_assert_msg(*cases[k].words ? strstr(report, cases[k].words) != NULL : !*report, "%s", report);
        free(report);
        ck_assert_uint_eq(t.scene->clips.count, 0);
        end(&t);
    }
}
END_TEST

START_TEST(scrolls_reach_the_console) {
    fast64_model t = {0};
    ferry_file_list files = {0};
    put_model(&t, "assets/model.gltf",
              "\"materials\":[{\"name\":\"one\",\"extras\":{\"f3d_mat\":{" MOVED(
                  "", ",\"tile_scroll\":{\"s\":4}") "}}},{\"name\":\"two\"}]");
    load(&t);
    ferry_scene *back = convert(&t, &files);
    ck_assert_uint_eq(back->clips.count, 1);
    ck_assert_str_eq(back->clips.data[0].name, "scroll");
    ck_assert_uint_eq(back->clips.data[0].track_count, 2); /* both axes of the tile */
    ck_assert_float_eq_tol(back->clips.data[0].tracks[0].values[0], 1, 0.02f);
    ck_assert_float_eq_tol(back->clips.data[0].tracks[0].values[1], 33, 0.02f);
    ferry_scene_free(back);
    end(&t);
}
END_TEST

START_TEST(what_is_left_out_is_told) {
    fast64_model t = {0};
    read_one(&t, TEXTURED ",\"set_lights\":1,\"set_fog\":true,\"use_cel_shading\":1,\"set_ao\":0");
    char *report = fy_report_text(ferry_job_report(t.job));
    ck_assert_ptr_nonnull(strstr(report, "note: materials[0].extras.f3d_mat: must be set by the game: "
                                         "lights, fog colour and range\n"));
    ck_assert_ptr_nonnull(strstr(report, "loss: materials[0].extras.f3d_mat: left out: cel shading\n"));
    free(report);
    end(&t);

    fast64_model n64 = {0};
    read_extension(&n64,
                   COMBINER_N64 ",\"otherModes\":{\"renderMode\":{\"presets\":[\"AA_ZB_OPA_SURF\"]}},"
                                "\"fog\":{\"set\":false},\"large\":{},"
                                "\"extensions\":{\"FAST64_materials_f3d\":{\"lights\":{\"set\":true},"
                                "\"extensions\":{\"FAST64_materials_f3dex3\":{"
                                "\"fresnel\":{\"set\":true},\"geometryMode\":{\"lightToAlpha\":true}}}}}",
                   "", "");
    read_materials(&n64, 1);
    report = fy_report_text(ferry_job_report(n64.job));
    ck_assert_ptr_nonnull(strstr(report, "FAST64_materials_n64: must be set by the game: lights\n"));
    ck_assert_ptr_nonnull(strstr(report, "FAST64_materials_n64: left out: large textures, Fresnel, "
                                         "lighting as alpha\n"));
    free(report);
    end(&n64);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast64_scroll");
    TCase *moving = tcase_create("moving");
    tcase_add_test(moving, tiles_scroll);
    tcase_add_test(moving, coordinates_scroll_and_swing);
    tcase_add_test(moving, swings_run_either_way);
    tcase_add_test(moving, what_cannot_move_is_told);
    tcase_add_test(moving, scrolls_reach_the_console);
    tcase_add_test(moving, what_is_left_out_is_told);
    suite_add_tcase(suite, moving);
    return fy_run_suite(suite);
}
