/*
 * test_curves.c: what a clip's tracks say at a time: keys, slopes and loop modes by hand, which of two tracks
 * stays, and texture coordinates under a texture of another size.
 */
#include <math.h>

#include "ferry64.h"
#include "core/scene/curve.h"
#include "helpers.h"

#define CLOSE 1e-9

static double at(const ferry_track *track, double time) {
    double value[4];
    fy_track_at(track, time, value);
    return value[0];
}

START_TEST(keys_become_values) {
    double times[] = {1, 2, 2, 4};
    float values[] = {10, 20, 50, 40}, in[] = {9, 3, 9, -2}, out[] = {6, 9, 0, 9};
    ferry_track track = {.width = 1, .key_count = 4, .times = times, .values = values, .in = in, .out = out};
    track.interpolation = FERRY_HERMITE;
    ck_assert_double_eq(at(&track, -5), 10);
    ck_assert_double_eq(at(&track, 1), 10);
    /* h(1/2) = v0/2 + v1/2 + L (m0 - m1) / 8 */
    ck_assert_double_eq_tol(at(&track, 1.5), 15 + (6 - 3) / 8.0, CLOSE);
    ck_assert_double_eq(at(&track, 2), 50); /* of two at one time the later one holds */
    ck_assert_double_eq_tol(at(&track, 3), 45 + 2 * (0 + 2) / 8.0, CLOSE);
    ck_assert_double_eq(at(&track, 4), 40);
    ck_assert_double_eq(at(&track, 99), 40);
    track.in = track.out = NULL;
    track.interpolation = FERRY_LINEAR;
    ck_assert_double_eq_tol(at(&track, 1.25), 12.5, CLOSE);
    track.interpolation = FERRY_STEP;
    ck_assert_double_eq(at(&track, 1.99), 10);
    ck_assert_double_eq(at(&track, 3.99), 50);
    ck_assert_double_eq(at(&track, 4), 40);
}
END_TEST

/* Each component of a track by itself. */
START_TEST(several_numbers_become_values) {
    double times[] = {1, 3};
    float values[] = {10, 20, -30, 14, 28, 30}, none[] = {0, 0, 0, 0, 0, 0};
    static const double quarter[3] = {11, 22, -15}; /* of the way, where it is linear */
    ferry_track track = {
        .width = 3, .key_count = 2, .times = times, .values = values, .in = none, .out = none};
    for (int smooth = 0; smooth < 2; smooth++) {
        double value[4];
        track.interpolation = smooth ? FERRY_HERMITE : FERRY_LINEAR;
        fy_track_at(&track, 1.5, value);
        double share = smooth ? 3 / 16.0 - 2 / 64.0 : .25; /* 3 s^2 - 2 s^3 */
        for (int k = 0; k < 3; k++)
            ck_assert_double_eq_tol(value[k],
                                    (double)values[k] + share * 4 * (quarter[k] - (double)values[k]), CLOSE);
    }
}
END_TEST

/* On, back and within one key, across a jump and beyond both ends: wherever the last one was found. */
START_TEST(values_nearby_are_those_of_a_search) {
    double times[] = {1, 2, 2, 4, 5, 9};
    float values[] = {10, 20, 50, 40, 41, 7};
    static const double asked[] = {0, 1, 1.5, 1.75, 2, 2, 3, 6, 9, 10, 4.5, 1.5, -1, 8, 2, 1, 4};
    ferry_track track = {.width = 1, .key_count = 6, .times = times, .values = values};
    for (int step = 0; step < 2; step++) {
        track.interpolation = step ? FERRY_STEP : FERRY_LINEAR;
        uint32_t key = 0;
        for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
            double value[4];
            fy_track_near(&track, asked[i], &key, value);
            ck_assert_double_eq(value[0], at(&track, asked[i]));
        }
    }
}
END_TEST

/* Of two tracks for one thing the one of more keys stays, whatever they say and in either order. */
START_TEST(the_longer_of_two_tracks_stays) {
    double times[] = {0, 1};
    float small[] = {0, 0}, large[] = {1, 1};
    for (int i = 0; i < 4; i++) {
        ferry_track longer = {.width = 1, .key_count = 2, .times = times, .values = i & 1 ? large : small};
        ferry_track shorter = {.width = 1, .key_count = 1, .times = times, .values = i & 1 ? small : large};
        ferry_track tracks[2] = {i & 2 ? longer : shorter, i & 2 ? shorter : longer};
        ck_assert_uint_eq(fy_tracks_one_each(tracks, 2), 1);
        ck_assert_uint_eq(tracks[0].key_count, 2);
    }
}
END_TEST

/* A material has so many colours of each kind, which tracks may name. */
START_TEST(tracks_name_colors_that_there_are) {
    static const struct {
        ferry_target target;
        uint32_t slots;
    } kinds[] = {{FERRY_TARGET_REGISTER, 4}, {FERRY_TARGET_KONST, 4}, {FERRY_TARGET_MATERIAL_COLOR, 2}};
    static double times[] = {0};
    static float values[] = {0};
    for (int beyond = 0; beyond < 2; beyond++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = fy_square_scene(job);
        ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
        ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
        *material = (ferry_material){.name = "skin", .base_texture = FERRY_NONE};
        *clip = (ferry_clip){.name = "glow", .kind = "brk", .rate = 30, .track_count = 1};
        clip->tracks = ferry_scene_new(scene, ferry_track, 1);
        clip->tracks[0] = (ferry_track){.target = kinds[_i].target,
                                        .slot = kinds[_i].slots - 1 + (uint32_t)beyond,
                                        .interpolation = FERRY_STEP,
                                        .width = 1,
                                        .key_count = 1,
                                        .times = times,
                                        .values = values};
        ck_assert_int_eq(ferry_check(job, scene), !beyond);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

START_TEST(what_stays_is_told) {
    double times[] = {1, 2, 3};
    float values[] = {5, 5, 5}, slopes[] = {0, 0, 0};
    ferry_track track = {.width = 1, .key_count = 3, .times = times, .values = values};
    track.interpolation = FERRY_LINEAR;
    ck_assert(fy_track_stays(&track));
    values[2] = 6;
    ck_assert(!fy_track_stays(&track));
    track.interpolation = FERRY_STEP;
    ck_assert(!fy_track_stays(&track));
    values[2] = 5;
    track.interpolation = FERRY_HERMITE; /* slopes may lead away from a value and back to it */
    track.in = track.out = slopes;
    ck_assert(!fy_track_stays(&track));
    track.key_count = 1;
    ck_assert(fy_track_stays(&track));
}
END_TEST

/* A quarter turn about x; the second key is the same rotation with all signs turned over. */
START_TEST(quaternions_take_the_shorter_way) {
    double times[] = {0, 1}, value[4], half = sqrt(0.5);
    float values[] = {0, 0, 0, 1, (float)-half, 0, 0, (float)-half};
    ferry_track track = {
        .target = FERRY_TARGET_ROTATE, .width = 4, .key_count = 2, .times = times, .values = values};
    track.interpolation = FERRY_SLERP;
    fy_track_at(&track, 1.0 / 3, value);
    ck_assert_double_eq_tol(value[0], sin(3.14159265358979 / 12), 1e-7);
    ck_assert_double_eq_tol(value[3], cos(3.14159265358979 / 12), 1e-7);
    track.interpolation = FERRY_NLERP;
    fy_track_at(&track, 0.25, value);
    double x = 0.25 * half, w = 0.75 + 0.25 * half;
    ck_assert_double_eq_tol(value[0], x / sqrt(x * x + w * w), 1e-7);
    ck_assert_double_eq_tol(value[3], w / sqrt(x * x + w * w), 1e-7);
}
END_TEST

START_TEST(loops_go_their_way) {
    ferry_clip clip = {.name = "c", .kind = "k", .duration = 2, .rate = 30};
    const double held = 2 - 0.001 / 30;
    static const double when[] = {0, 0.5, 1.5, 2, 2.5, 4, 5.5};
    const double where[5][7] = {
        {0, 0.5, 1.5, held, held, held, held}, {0, 0.5, 1.5, 0, 0, 0, 0},     {0, 0.5, 1.5, 0, 0.5, 0, 1.5},
        {0, 0.5, 1.5, 2, 1.5, 0, 0},           {0, 0.5, 1.5, 2, 1.5, 0, 1.5},
    };
    for (int mode = 0; mode < 5; mode++)
        for (int i = 0; i < 7; i++) {
            clip.loop = (ferry_loop)mode;
            ck_assert_double_eq_tol(fy_clip_time(&clip, when[i]), where[mode][i], CLOSE);
        }
    clip.duration = 0;
    ck_assert_double_eq(fy_clip_time(&clip, 7), 0);
}
END_TEST

/* Textures of the console, in texels: one more repeat is another number where the texture has another size.
 * Textures whose size is not known leave coordinates alone. */
START_TEST(coordinates_follow_the_size_of_a_texture) {
    static double times[] = {0};
    static float values[] = {1};
    static const struct {
        uint16_t width, height;
        float u, v;
    } others[] = {{64, 8, 0.5f, 2}, {32, 32, 1, 0.5f}, {16, 16, 2, 1},
                  {32, 16, 1, 1},   {0, 8, 1, 1},      {64, 0, 1, 1}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = fy_square_scene(job);
        ferry_rdp_material rdp[2] = {{.combiner = 1}, {.combiner = 1}};
        for (int k = 0; k < 2; k++) {
            rdp[k].tiles[0] = rdp[k].tiles[1] = (ferry_rdp_tile){.texture = FERRY_NONE};
            ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
            *material = (ferry_material){.name = k ? "b" : "a", .base_texture = FERRY_NONE, .rdp = &rdp[k]};
        }
        rdp[0].tiles[0].width = 32, rdp[0].tiles[0].height = 16;
        rdp[1].tiles[0].width = others[i].width, rdp[1].tiles[0].height = others[i].height;
        ferry_mesh *mesh = &scene->meshes.data[0];
        mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
        for (int v = 0; v < 4; v++) mesh->uvs[0][v] = (ferry_vec2){1 + (float)v, 3 - (float)v};
        scene->draws.data[0].material = 0;
        ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
        *clip = (ferry_clip){.name = "swap", .kind = "t", .duration = 1, .rate = 30, .track_count = 1};
        clip->tracks = ferry_scene_new(scene, ferry_track, 1);
        clip->tracks[0] = (ferry_track){.target = FERRY_TARGET_DRAW_MATERIAL,
                                        .width = 1,
                                        .interpolation = FERRY_STEP,
                                        .key_count = 1,
                                        .times = times,
                                        .values = values};
        uint32_t number = 0;
        const ferry_scene *posed = ferry_pose(job, scene, &number, 1, 0.5);
        ck_assert_ptr_nonnull(posed);
        ck_assert_uint_eq(posed->draws.data[0].material, 1);
        for (int v = 0; v < 4; v++) {
            ck_assert_float_eq(posed->meshes.data[0].uvs[0][v].x, (1 + (float)v) * others[i].u);
            ck_assert_float_eq(posed->meshes.data[0].uvs[0][v].y, (3 - (float)v) * others[i].v);
            ck_assert_float_eq(mesh->uvs[0][v].x, 1 + (float)v);
        }
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("curves");
    TCase *tracks = tcase_create("tracks"), *poses = tcase_create("poses");
    tcase_add_test(tracks, keys_become_values);
    tcase_add_test(tracks, several_numbers_become_values);
    tcase_add_test(tracks, values_nearby_are_those_of_a_search);
    tcase_add_test(tracks, what_stays_is_told);
    tcase_add_test(tracks, the_longer_of_two_tracks_stays);
    tcase_add_loop_test(tracks, tracks_name_colors_that_there_are, 0, 3);
    tcase_add_test(tracks, quaternions_take_the_shorter_way);
    tcase_add_test(tracks, loops_go_their_way);
    tcase_add_test(poses, coordinates_follow_the_size_of_a_texture);
    suite_add_tcase(suite, tracks);
    suite_add_tcase(suite, poses);
    return fy_run_suite(suite);
}
