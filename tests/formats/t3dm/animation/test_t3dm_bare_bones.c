/* test_t3dm_bare_bones.c: bones that carry nothing, and bones that shrink to nothing, cost no clip. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/t3dm/t3dm_player.h"
#include "core/base/maths.h"
#include "core/scene/scene.h"
#include "helpers.h"

static double times[2] = {0, 1}, tick[2] = {0, 1 / 60.0};

static void add_track(ferry_scene *scene, ferry_target target, uint32_t node, uint32_t channel, float from,
                      float to) {
    ferry_clip *clip = &scene->clips.data[0];
    ferry_track *tracks = ferry_scene_new(scene, ferry_track, clip->track_count + (size_t)1);
    float *values = ferry_scene_new(scene, float, 2);
    values[0] = from, values[1] = to;
    if (clip->track_count) memcpy(tracks, clip->tracks, clip->track_count * sizeof *tracks);
    tracks[clip->track_count++] =
        (ferry_track){target, node, 0, channel, FERRY_LINEAR, 1, 2, times, values, NULL, NULL};
    clip->tracks = tracks;
}

/* A square on the root; three bones below, one on the other, on which nothing hangs; a clip of one second. */
static ferry_scene *with_bare_bones(ferry_job *job) {
    ferry_scene *scene = fy_square_scene(job);
    static const char *const names[] = {"centre", "head", "effect"};
    for (uint32_t i = 0; i < 3; i++) {
        ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
        *node = (ferry_node){
            .name = names[i], .parent = i, .translate = {1, 0, 0}, .scale = {1, 1, 1}, .visible = true};
    }
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "appear", .kind = "bck", .duration = 1, .rate = 30};
    return scene;
}

typedef struct written {
    ferry_job *job;
    char *said;
    /* Of each bone, from the model's origin while the stream plays, in units of the file. */
    double farthest[4];
} written;

static void play(const ferry_file *model, const ferry_file *stream, double farthest[4]) {
    player_skeleton skeleton = fy_player_skeleton(model->bytes.data);
    player p = fy_player_open(model->bytes.data, 0, stream->bytes.data, stream->bytes.size, &skeleton);
    double matrices[4][3][4];
    ck_assert_uint_eq(skeleton.count, 4);
    for (int t = 0; t < 120; t++) {
        fy_player_update(&p, 1 / 120.0F);
        fy_player_matrices(&skeleton, matrices);
        for (int b = 0; b < 4; b++)
            for (int k = 0; k < 3; k++) farthest[b] = fmax(farthest[b], fabs(matrices[b][k][3]));
    }
    fy_player_close(&p);
    free(skeleton.bones);
}

static written write_scene(ferry_job *job, ferry_scene *scene) {
    written w = {.job = job};
    ferry_file_list files = {0};
    const bool saved = ferry_check(job, scene) && ferry_save(job, scene, "t3dm", "b.t3dm", &files);
    w.said = fy_report_text(ferry_job_report(job));
    ck_assert_msg(saved && files.count == 2, "%s", w.said); /* the model, and the stream of the clip */
    play(&files.data[0], &files.data[1], w.farthest);
    ferry_scene_free(scene);
    return w;
}

static void drop(written *w) {
    free(w->said);
    ferry_close(w->job);
}

/* Where games hang effects that are not wanted yet. */
START_TEST(what_carries_nothing_is_held_back) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = with_bare_bones(job);
    add_track(scene, FERRY_TARGET_TRANSLATE, 0, 1, 0, 1);
    add_track(scene, FERRY_TARGET_TRANSLATE, 3, (uint32_t)_i, 2, 1e9F);
    written w = write_scene(job, scene);
    ck_assert_msg(strstr(w.said, "loss: clip[0] \"appear\": moves \"effect\", which carries nothing that is "
                                 "drawn, out to 9.9") != NULL,
                  "%s", w.said);
    ck_assert_double_lt(w.farthest[3], 32767);
    ck_assert_double_gt(w.farthest[3], 0.4 * 32767);
    drop(&w);
}
END_TEST

/* The clip shifts the bone above, not this one, which is where it was on it. */
START_TEST(what_hangs_on_it_stays_on_it) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = with_bare_bones(job);
    scene->nodes.data[3].translate = (ferry_vec3){0, 0, 3};
    add_track(scene, FERRY_TARGET_TRANSLATE, 0, 1, 0, 1);
    for (uint32_t k = 0; k < 3; k++) add_track(scene, FERRY_TARGET_TRANSLATE, 2, k, 2, 1e9F);
    written w = write_scene(job, scene);
    ck_assert_ptr_nonnull(strstr(w.said, "units along each axis"));
    ck_assert_ptr_null(strstr(w.said, "left out"));
    ck_assert_double_lt(w.farthest[3], 32767);
    ck_assert_double_gt(w.farthest[3], w.farthest[2]);
    drop(&w);
}
END_TEST

/* How far bones are held back, in source units. */
static double held_back_at(const char *said) {
    const char *at = strstr(said, "held back at ");
    double units = 0;
    ck_assert_msg(at && sscanf(at, "held back at %lf units", &units) == 1, "%s", said);
    return units;
}

/* It has less way to go on a bone that is far out itself, or that is larger: together they go as far. */
START_TEST(what_it_hangs_on_counts) {
    double units = 0;
    for (int i = 0; i < 2; i++) {
        ferry_job *job = fy_quick_job();
        ferry_scene *scene = with_bare_bones(job);
        add_track(scene, FERRY_TARGET_TRANSLATE, 0, 1, 0, 1);
        if (i && _i == 0) add_track(scene, FERRY_TARGET_TRANSLATE, 1, 1, 0, (float)(.8 * units));
        add_track(scene, FERRY_TARGET_TRANSLATE, 3, 1, 2, 1e9F);
        if (i && _i == 1) scene->nodes.data[1].scale = (ferry_vec3){1, 3, 1};
        written w = write_scene(job, scene);
        units = held_back_at(w.said);
        ck_assert_double_lt(w.farthest[3], 0.55 * 32767);
        ck_assert_double_gt(w.farthest[3], 0.3 * 32767);
        drop(&w);
    }
}
END_TEST

/* No base scale and no place help a bone that grows too large. */
START_TEST(what_grows_too_far_is_not) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = with_bare_bones(job);
    ferry_file_list files = {0};
    add_track(scene, FERRY_TARGET_TRANSLATE, 3, 1, 2, 1e5F);
    add_track(scene, FERRY_TARGET_SCALE, 3, 1, 1, 1e9F);
    ck_assert(ferry_save(job, scene, "t3dm", "b.t3dm", &files));
    ck_assert_uint_eq(files.count, 1);
    char *said = fy_report_text(ferry_job_report(job));
    ck_assert_msg(strstr(said, "scales \"effect\" by 9.99") != NULL, "%s", said);
    ck_assert_ptr_null(strstr(said, "held back"));
    free(said);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* The square hangs on the bone below it, so that the same clip has no room. */
START_TEST(what_carries_something_is_not) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = with_bare_bones(job);
    ferry_file_list files = {0};
    scene->draws.data[0].node = 3;
    add_track(scene, FERRY_TARGET_TRANSLATE, 1, 1, 2, 1e9F);
    ck_assert(ferry_save(job, scene, "t3dm", "b.t3dm", &files));
    ck_assert_uint_eq(files.count, 1);
    char *said = fy_report_text(ferry_job_report(job));
    ck_assert_ptr_nonnull(strstr(said, "left out; base scale"));
    free(said);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Out, back, and in the middle at first: there it is rounded. */
static void swing(ferry_scene *scene, uint32_t bone, uint32_t channel, float far) {
    static double moments[3] = {0, 0.5, 1};
    add_track(scene, FERRY_TARGET_TRANSLATE, bone, channel, 0, 0);
    ferry_track *track = &scene->clips.data[0].tracks[scene->clips.data[0].track_count - 1];
    track->times = moments;
    track->values = ferry_scene_new(scene, float, 3);
    track->key_count = 3;
    track->values[0] = far * 0.377F, track->values[1] = far;
}

/* Two bones, one on the other, grow out of next to nothing within a tick: each is off by its rounding. What
 * hangs on them would have to move thousands of units to put that right. */
START_TEST(children_do_not_follow_what_is_next_to_nothing) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = with_bare_bones(job);
    for (uint32_t bone = 1; bone < 4; bone++)
        for (uint32_t k = 0; k < 3; k++) swing(scene, bone, k, 60 / (float)bone);
    for (uint32_t bone = 1; bone < 3; bone++)
        for (uint32_t k = 0; k < 3; k++) {
            add_track(scene, FERRY_TARGET_SCALE, bone, k, 2e-6F, 1);
            scene->clips.data[0].tracks[scene->clips.data[0].track_count - 1].times = tick;
        }
    written w = write_scene(job, scene);
    const char *between = strstr(w.said, "halfway between two ticks ");
    double percent = 100; /* of the square's height, which is 2 */
    ck_assert_msg(between && sscanf(between, "halfway between two ticks %lf", &percent) == 1, "%s", w.said);
    ck_assert_double_lt(percent, 1);
    ck_assert_double_eq_tol(w.farthest[3] / w.farthest[1], (60 + 30 + 20) / 60.0, 1e-3);
    drop(&w);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_bare_bones");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, what_carries_nothing_is_held_back, 0, 3);
    tcase_add_test(all, what_hangs_on_it_stays_on_it);
    tcase_add_loop_test(all, what_it_hangs_on_counts, 0, 2);
    tcase_add_test(all, what_grows_too_far_is_not);
    tcase_add_test(all, what_carries_something_is_not);
    tcase_add_test(all, children_do_not_follow_what_is_next_to_nothing);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
