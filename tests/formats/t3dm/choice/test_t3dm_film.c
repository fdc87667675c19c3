/*
 * test_t3dm_film.c: layers that clips move apart as pictures that take turns (docs/what-is-lost.md, "Films").
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "builders/material_clips.h"
#include "builders/material_layers.h"
#include "builders/material_scene.h"
#include "builders/planned.h"
#include "core/image/image.h"
#include "core/scene/scene.h"
#include "formats/t3dm/check/t3dm_check.h"
#include "formats/t3dm/choice/t3dm_film.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/mapping/t3dm_wide_scene.h"
#include "helpers.h"

static const double duration = 2;

/* A square on which two layers lie, that nothing moves yet. */
typedef struct layers {
    ferry_job *job;
    ferry_scene *scene;
    ferry_gx_material *gx;
    fy_t3dm_plan plan;
    ferry_file_list files;
} layers;

static layers open_layers(const char *key, const char *value) {
    layers l = {.job = open_planning(key, value, NULL)};
    l.scene = fy_square_scene(l.job);
    l.scene->draws.count = 0;
    lay_square(l.scene, 0, 1);
    l.gx = add_layers(l.scene);
    return l;
}

/* A clip that moves the second layer by that many of its pictures. */
static void add_drift(layers *l, const char *clip, float by) {
    add_clip(l->scene, clip, duration, FERRY_TARGET_TEXTURE_MATRIX, 1, FERRY_MATRIX_TRANSLATE_S, 0, by);
}

/* Lets its clip hold another channel of a matrix at a value. */
static void add_to_clip(layers *l, uint32_t matrix, uint32_t channel, float value) {
    ferry_clip *clip = &l->scene->clips.data[0];
    ferry_track *tracks = ferry_scene_new(l->scene, ferry_track, clip->track_count + (size_t)1);
    memcpy(tracks, clip->tracks, clip->track_count * sizeof *tracks);
    add_clip(l->scene, "more", duration, FERRY_TARGET_TEXTURE_MATRIX, matrix, channel, value, value);
    l->scene->clips.count--;
    clip = &l->scene->clips.data[0];
    tracks[clip->track_count++] = clip[1].tracks[0];
    clip->tracks = tracks;
}

static layers open_drift(const char *key, const char *value) {
    layers l = open_layers(key, value);
    add_drift(&l, "drift", 1);
    return l;
}

static void plan_layers(layers *l) {
    l->plan = plan_of(l->job, l->scene, &l->files);
}

static void close_layers(layers *l) {
    close_scene(l->job, l->scene);
}

/* The `number`-th of the pictures in a material's motion: each for as long as the others. */
static void expect_track(const fy_t3dm_material *made, uint32_t number, uint32_t first, uint32_t count) {
    ck_assert_uint_lt(number, made->motion->count);
    const fy_t3dm_track *track = &made->motion->tracks[number].track;
    ck_assert_uint_eq(track->target, FY_T3DM_TARGET_MATERIAL);
    ck_assert_int_eq(track->interpolation, FERRY_STEP);
    ck_assert_uint_eq(track->key_count, count);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_float_eq_tol(track->times[i], (float)(duration * i / count), 1e-6F);
        ck_assert_float_eq(track->values[i], (float)(first + i + 1));
    }
}

/* ---------------------------------------------------------------------------------------- the pictures */

START_TEST(layers_that_move_apart_are_pictures_that_take_turns) {
    layers l = open_drift(NULL, NULL);
    plan_layers(&l);
    const fy_t3dm_material *made = &l.plan.materials[0];
    ck_assert_uint_eq(l.plan.material_count, 1 + FY_FILM_PICTURES);
    ck_assert_uint_eq(made->variant_count, FY_FILM_PICTURES);
    ck_assert_double_eq(loss_number(l.job, "t3dm.film", "move its layers: "), FY_FILM_PICTURES);
    ck_assert_uint_eq(made->motion->count, 1);
    expect_track(made, 0, 0, FY_FILM_PICTURES);
    for (uint32_t i = 0; i < FY_FILM_PICTURES; i++) {
        const fy_t3dm_material *shown = &l.plan.materials[made->first_variant + i];
        char name[32];
        snprintf(name, sizeof name, "checks_layers_%u.", i + 1);
        ck_assert(shown->tracked && strstr(shown->paths[0], name));
        ck_assert_uint_eq(shown->rdp.combiner, made->rdp.combiner);
    }
    close_layers(&l);
}
END_TEST

/* The picture whose file's name holds `part`. */
static fy_texels picture_of(layers *l, const char *part) {
    fy_texels picture = {0};
    const uint8_t *rgba;
    for (uint32_t i = 0; i < l->files.count; i++) {
        const ferry_file *file = &l->files.data[i];
        if (!strstr(file->name, part)) continue;
        ck_assert(fy_png_read(l->job, file->name, file->bytes, &picture.width, &picture.height, &rgba));
        picture.rgba = (uint8_t *)(uintptr_t)rgba;
        return picture;
    }
    ck_abort_msg("no picture \"%s\"", part);
    return picture;
}

/* The mean difference of a component. */
static double difference(const fy_texels *a, const fy_texels *b) {
    double sum = 0;
    ck_assert_uint_eq(a->width, b->width);
    ck_assert_uint_eq(a->height, b->height);
    const size_t size = (size_t)a->width * a->height * 4;
    for (size_t i = 0; i < size; i++) sum += abs(a->rgba[i] - b->rgba[i]);
    return sum / (double)size;
}

/* In the middle of the time for which it is shown: what is baked of a scene that stands still like that. No
 * other one does. */
START_TEST(each_picture_shows_the_middle_of_its_time) {
    layers l = open_drift(NULL, NULL);
    plan_layers(&l);
    for (uint32_t i = 0; i < FY_FILM_PICTURES; i += 5) {
        layers still = open_layers(NULL, NULL);
        still.gx->matrices[1].translate[0] = ((float)i + .5F) / FY_FILM_PICTURES;
        plan_layers(&still);
        const fy_texels expected = picture_of(&still, "checks_layers.");
        for (uint32_t k = 0; k < FY_FILM_PICTURES; k++) {
            char name[32];
            snprintf(name, sizeof name, "checks_layers_%u.", k + 1);
            const fy_texels shown = picture_of(&l, name);
            const double off = difference(&shown, &expected);
            if (i == k)
                ck_assert_double_lt(off, .01);
            else
                ck_assert_double_gt(off, 3);
        }
        close_layers(&still);
    }
    close_layers(&l);
}
END_TEST

/* ----------------------------------------------------------------------------------- when there are none */

/* How many pictures are said to take turns; closes the planned scene. */
static uint32_t count_pictures(layers *l) {
    const double count =
        has_note(l->job, "t3dm.film") ? loss_number(l->job, "t3dm.film", "move its layers: ") : 0;
    ck_assert_uint_eq(l->plan.material_count, 1 + (uint32_t)count);
    close_layers(l);
    return (uint32_t)count;
}

/* What stays behind is a loss then, and it is none with pictures. */
START_TEST(the_setting_leaves_the_layers_where_they_are) {
    for (int none = 0; none < 2; none++) {
        layers l = open_drift("t3dm.films", none ? "no" : "auto");
        plan_layers(&l);
        ck_assert_int_eq(has_loss(l.job, "t3dm.tracks"), none);
        if (none) ck_assert_double_gt(loss_number(l.job, "t3dm.tracks", "mean difference "), 20);
        ck_assert_uint_eq(count_pictures(&l), none ? 0 : FY_FILM_PICTURES);
    }
}
END_TEST

/* Nothing could switch them: the layers are one picture. */
START_TEST(without_tracks_there_are_no_pictures) {
    layers l = open_drift("t3dm.tracks", "no");
    plan_layers(&l);
    ck_assert(has_note(l.job, "t3dm.composite-texture") && has_loss(l.job, "t3dm.composite-scroll"));
    ck_assert_uint_eq(count_pictures(&l), 0);
}
END_TEST

START_TEST(clips_share_the_pictures) {
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    static const float by[] = {1, -.8F, .7F, .9F, .6F}; /* no two pictures are alike */
    static const uint32_t rows[][2] = {
        {2, FY_FILM_PICTURES}, {3, FY_FILM_PICTURES}, {5, 0}}; /* clips, pictures */
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        const uint32_t clips = rows[row][0], pictures = rows[row][1];
        layers l = open_layers(NULL, NULL);
        for (uint32_t i = 0; i < clips; i++) add_drift(&l, names[i], by[i]);
        plan_layers(&l);
        const fy_t3dm_material *made = &l.plan.materials[0];
        ck_assert_int_eq(made->motion != NULL, pictures != 0);
        if (made->motion) ck_assert_uint_eq(made->motion->count, clips);
        for (uint32_t i = 0; made->motion && i < clips; i++) {
            const uint32_t share = pictures / clips;
            ck_assert_uint_eq(made->motion->tracks[i].clip, i);
            expect_track(made, i, i * share, share);
        }
        ck_assert_uint_eq(count_pictures(&l), pictures);
    }
}
END_TEST

/* A picture that repeats is a period of both layers, four of one and three of the other: a clip that scales
 * one of them changes that, one that shifts it does not. */
START_TEST(pictures_repeat_as_long_as_their_period_stays) {
    for (int scales = 0; scales < 2; scales++) {
        layers l = open_layers(NULL, NULL);
        lay_square(l.scene, 0, 8);
        l.gx->matrices[1].rotation = 0;
        l.gx->matrices[1].scale[0] = l.gx->matrices[1].scale[1] = .75F;
        if (scales)
            add_clip(l.scene, "grow", duration, FERRY_TARGET_TEXTURE_MATRIX, 1, FERRY_MATRIX_SCALE_S, .75F,
                     1.5F);
        else
            add_drift(&l, "drift", 1);
        plan_layers(&l);
        ck_assert_uint_eq(count_pictures(&l), scales ? 0 : FY_FILM_PICTURES);
    }
}
END_TEST

/* A picture is shown for half a second at most, where the next one is another: twice as many may do. */
START_TEST(slow_clips_have_more_pictures_or_none) {
    static const double durations[] = {FY_FILM_PICTURES * .5, FY_FILM_PICTURES * .5 + .1, FY_FILM_MOST * .5,
                                       FY_FILM_MOST * .5 + .1};
    static const uint32_t pictures[] = {FY_FILM_PICTURES, FY_FILM_MOST, FY_FILM_MOST, 0};
    for (int slow = 0; slow < 4; slow++) {
        layers l = open_layers(NULL, NULL);
        add_clip(l.scene, "drift", durations[slow], FERRY_TARGET_TEXTURE_MATRIX, 1, FERRY_MATRIX_TRANSLATE_S,
                 0, 4.7F);
        plan_layers(&l);
        ck_assert_uint_eq(count_pictures(&l), pictures[slow]);
    }
}
END_TEST

/* Layers that come back three times have pictures of a third of the clip, which are shown three times. */
START_TEST(pictures_are_shown_again_where_layers_come_back) {
    enum { TIMES = 3, KEYS = TIMES * FY_FILM_PICTURES };
    layers l = open_layers(NULL, NULL);
    add_drift(&l, "drift", TIMES);
    plan_layers(&l);
    const fy_t3dm_track *track = &l.plan.materials[0].motion->tracks[0].track;
    ck_assert_uint_eq(track->key_count, KEYS);
    for (uint32_t i = 0; i < KEYS; i++) {
        ck_assert_float_eq_tol(track->times[i], (float)(duration * i / KEYS), 1e-6F);
        ck_assert_float_eq(track->values[i], (float)(i % FY_FILM_PICTURES + 1));
    }
    ck_assert_uint_eq(count_pictures(&l), FY_FILM_PICTURES);
}
END_TEST

/* A clip may scale a layer so that its period is another one, and move what nothing reads. */
START_TEST(pictures_show_a_period_of_rest_and_of_the_clip) {
    static const float scales[] = {.75F, .375F, .5F, .1F}; /* four units, eight, four and too many */
    for (int row = 0; row < 4; row++) {
        layers l = open_layers(NULL, NULL);
        lay_square(l.scene, 0, 32);
        l.gx->matrices[1].rotation = 0;
        l.gx->matrices[1].scale[0] = l.gx->matrices[1].scale[1] = .75F;
        l.gx->texgens[l.gx->texgen_count++] = (ferry_gx_texgen){1, FERRY_GX_TG_TEX0, 36};
        l.gx->matrices[2] = (ferry_gx_texture_matrix){.present = true, .projection = 1, .scale = {1, 1}};
        add_drift(&l, "drift", 1);
        for (uint32_t axis = 0; axis < 2; axis++)
            add_to_clip(&l, 1, FERRY_MATRIX_SCALE_S + axis, scales[row]);
        add_to_clip(&l, 2, FERRY_MATRIX_ROTATION, 1);
        plan_layers(&l);
        ck_assert_uint_eq(count_pictures(&l), row == 3 ? 0 : FY_FILM_PICTURES);
    }
}
END_TEST

/* Surfaces beside each other, each with layers and a clip of its own, of so many seconds; and their
 * pictures. */
static void count_each(const double *durations, uint32_t materials, uint32_t *pictures) {
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    layers l = open_layers(NULL, NULL);
    l.scene->draws.count = l.scene->materials.count = 0;
    for (uint32_t i = 0; i < materials; i++) {
        add_layers(l.scene);
        l.scene->materials.data[i].name = names[i];
        l.scene->draws.data[i].node = l.scene->nodes.count;
        ferry_node *node = ferry_append(l.scene, &l.scene->nodes, ferry_node);
        *node = (ferry_node){.name = names[i], .scale = {1, 1, 1}, .visible = true};
        node->translate.y = 3 * (float)i;
        add_clip(l.scene, names[i], durations[i], FERRY_TARGET_TEXTURE_MATRIX, 1, FERRY_MATRIX_TRANSLATE_S, 0,
                 1);
        l.scene->clips.data[i].tracks[0].object = i;
    }
    plan_layers(&l);
    uint32_t all = 0, found = 0;
    for (uint32_t i = 0; i < l.plan.material_count; i++) {
        const fy_t3dm_material *made = &l.plan.materials[i];
        if (made->tracked) continue; /* a picture */
        pictures[found++] = made->variant_count;
        all += 1 + made->variant_count;
    }
    ck_assert_uint_eq(found, materials);
    ck_assert_uint_eq(l.plan.material_count, all);
    close_layers(&l);
}

/* One of five has to do without. */
START_TEST(a_model_has_so_many_pictures) {
    enum { MATERIALS = FY_FILMS_PICTURES / FY_FILM_PICTURES + 1 };
    static const double durations[MATERIALS] = {2, 2, 2, 2, 2};
    uint32_t pictures[MATERIALS], all = 0, moving = 0;
    count_each(durations, MATERIALS, pictures);
    for (uint32_t i = 0; i < MATERIALS; i++) all += pictures[i], moving += pictures[i] != 0;
    ck_assert_uint_eq(all, FY_FILMS_PICTURES);
    ck_assert_uint_eq(moving, MATERIALS - 1);
}
END_TEST

/* What is left for the last of two slow clips is as many as others have. */
START_TEST(slow_clips_take_what_is_left) {
    static const double durations[] = {2, FY_FILM_PICTURES * .5 + .1, FY_FILM_PICTURES * .5 + .1};
    uint32_t pictures[3];
    count_each(durations, 3, pictures);
    ck_assert_uint_eq(pictures[0], FY_FILM_PICTURES);
    ck_assert_uint_eq(pictures[1], FY_FILM_MOST);
    ck_assert_uint_eq(pictures[2], FY_FILM_PICTURES);
}
END_TEST

/* ------------------------------------------------------------------------------------------ what is seen */

/* A konst colour that goes from black to red, in the clip that is there. */
static void add_color(layers *l) {
    ferry_clip *clip = &l->scene->clips.data[0];
    ferry_track *tracks = ferry_scene_new(l->scene, ferry_track, 2);
    tracks[0] = clip->tracks[0];
    add_clip(l->scene, "color", duration, FERRY_TARGET_KONST, 0, 0, 0, 255);
    clip = &l->scene->clips.data[0];
    tracks[1] = l->scene->clips.data[1].tracks[0];
    clip->tracks = tracks;
    clip->track_count = 2;
    l->scene->clips.count = 1;
}

static void expect_sound(ferry_bytes file) {
    ferry_job *job = fy_test_job();
    ferry_window window = ferry_window_open(job, "made.t3dm", file);
    ferry_scene *scene = fy_scene_open(job);
    ck_assert(fy_t3dm_check(job, &window, scene));
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(!ferry_failed(job), "%s", text);
    free(text);
    close_scene(job, scene);
}

/* How like the source the written file is in the middle of its clip. */
static ferry_similarity similarity_with(const char *films, bool color) {
    static const uint32_t clip = 0;
    const double time = .47 * duration;
    static const ferry_view view = {.size = sizeof view, .width = 160, .height = 120};
    ferry_similarity found;
    ferry_job *game;
    layers l = open_drift("t3dm.films", films);
    if (color) add_color(&l);
    l.files = (ferry_file_list){0};
    ck_assert(ferry_prepare(l.job, l.scene, "t3dm", NULL));
    ck_assert(ferry_save(l.job, l.scene, "t3dm", "made.t3dm", &l.files));
    ferry_scene *made = fy_read_made(&l.files, &game);
    ck_assert_ptr_nonnull(made);
    expect_sound(l.files.data[0].bytes);
    const ferry_scene *a = ferry_pose(l.job, l.scene, &clip, 1, time),
                      *b = ferry_pose(game, made, &clip, made->clips.count != 0, time);
    ck_assert(a && b && ferry_compare(game, a, b, &view, &found, NULL));
    close_scene(game, made);
    close_layers(&l);
    return found;
}

/* Colours that move beside the layers are those of each moment. */
START_TEST(clips_look_like_the_source) {
    for (int color = 0; color < 2; color++) {
        const ferry_similarity one = similarity_with("no", color), film = similarity_with("auto", color);
        ck_assert_double_lt(one.ssim, .92);
        ck_assert_double_gt(one.color_error, 10);
        ck_assert_double_gt(film.ssim, .95);
        ck_assert_double_lt(film.color_error, 4);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_film");
    TCase *pictures = tcase_create("pictures"), *none = tcase_create("none"), *seen = tcase_create("seen");
    tcase_add_test(pictures, layers_that_move_apart_are_pictures_that_take_turns);
    tcase_add_test(pictures, each_picture_shows_the_middle_of_its_time);
    tcase_add_test(pictures, pictures_are_shown_again_where_layers_come_back);
    tcase_add_test(none, the_setting_leaves_the_layers_where_they_are);
    tcase_add_test(none, without_tracks_there_are_no_pictures);
    tcase_add_test(none, clips_share_the_pictures);
    tcase_add_test(none, pictures_repeat_as_long_as_their_period_stays);
    tcase_add_test(none, pictures_show_a_period_of_rest_and_of_the_clip);
    tcase_add_test(none, slow_clips_have_more_pictures_or_none);
    tcase_add_test(none, a_model_has_so_many_pictures);
    tcase_add_test(none, slow_clips_take_what_is_left);
    tcase_add_test(seen, clips_look_like_the_source);
    suite_add_tcase(suite, pictures);
    suite_add_tcase(suite, none);
    suite_add_tcase(suite, seen);
    return fy_run_suite(suite);
}
