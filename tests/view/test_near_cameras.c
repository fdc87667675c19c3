/* test_near_cameras.c: where models are looked at from nearby (docs/rendering.md, "Near views"). */
#include "helpers.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/maths.h"
#include "view/near_cameras.h"
#include "view/near_ground.h"
#include "view/surface.h"

/* --------------------------------------------------------------------------------------------- the scenes */

/* A scene of one mesh that grows by quads. */
typedef struct builder {
    ferry_scene *scene;
    ferry_mesh *mesh;
} builder;

static builder open_scene(ferry_job *job, uint32_t quads) {
    builder b = {.scene = fy_square_scene(job)};
    b.mesh = &b.scene->meshes.data[0];
    b.mesh->vertex_count = b.mesh->triangle_count = 0;
    b.mesh->positions = ferry_scene_new(b.scene, ferry_vec3, 4 * (size_t)quads);
    b.mesh->triangles = ferry_scene_new(b.scene, uint32_t, 6 * (size_t)quads);
    return b;
}

/* Seen from where its corners go round counter-clockwise. */
static void add_quad(builder *b, ferry_vec3 a, ferry_vec3 along, ferry_vec3 up) {
    static const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
    ferry_mesh *mesh = b->mesh;
    uint32_t first = mesh->vertex_count;
    ferry_vec3 opposite = fy_vec3_add(fy_vec3_add(a, along), up);
    mesh->positions[first] = a;
    mesh->positions[first + 1] = fy_vec3_add(a, along);
    mesh->positions[first + 2] = opposite;
    mesh->positions[first + 3] = fy_vec3_add(a, up);
    for (size_t i = 0; i < 6; i++) mesh->triangles[3 * mesh->triangle_count + i] = first + corners[i];
    mesh->vertex_count += 4;
    mesh->triangle_count += 2;
}

enum { CUBE_QUADS = 6 };

/* All sides face outwards. */
static void add_cube(builder *b, ferry_vec3 at, float size) {
    ferry_vec3 x = {size, 0, 0}, y = {0, size, 0}, z = {0, 0, size};
    ferry_vec3 end = fy_vec3_add(fy_vec3_add(fy_vec3_add(at, x), y), z);
    ferry_vec3 left = {-size, 0, 0}, down = {0, -size, 0}, back = {0, 0, -size};
    add_quad(b, at, z, y);
    add_quad(b, at, y, x);
    add_quad(b, at, x, z);
    add_quad(b, end, down, back);
    add_quad(b, end, back, left);
    add_quad(b, end, left, down);
}

static fy_near_cameras find(ferry_job *job, const ferry_scene *scene) {
    fy_near_cameras cameras;
    ck_assert(fy_near_cameras_find(job, scene, 106, 80, &cameras));
    return cameras;
}

/* How far the eye stands away. */
static double distance_of(const fy_viewpoint *look) {
    return fy_vec3_length(fy_vec3_sub(look->eye, look->target));
}

/* ---------------------------------------------------------------------------------------------- figures */

/* A cube of 4: the looks go to its sides, from outside, at 15 % of its diagonal of 6.928. */
START_TEST(a_cube_is_looked_at_from_all_around) {
    ferry_job *job = fy_test_job();
    builder b = open_scene(job, CUBE_QUADS);
    add_cube(&b, (ferry_vec3){-2, -2, -2}, 4);
    fy_near_cameras cameras = find(job, b.scene);
    uint32_t met[6] = {0};
    ck_assert(!cameras.walked);
    ck_assert_uint_eq(cameras.count, 8);
    for (uint32_t i = 0; i < cameras.count; i++) {
        const fy_viewpoint *look = &cameras.looks[i];
        const float at[3] = {look->target.x, look->target.y, look->target.z};
        const float eye[3] = {look->eye.x, look->eye.y, look->eye.z};
        bool on_side = false;
        ck_assert_double_eq_tol(distance_of(look), 0.15 * 6.9282, 1e-3);
        for (int k = 0; k < 3; k++) {
            if (fabs(fabs((double)at[k]) - 2) > 1e-4) continue;
            on_side = true;
            met[k * 2 + (at[k] > 0)]++;
            ck_assert_double_gt(fabs((double)eye[k]), 2);
        }
        ck_assert(on_side);
    }
    for (int k = 0; k < 6; k++) ck_assert_msg(met[k] > 0, "side %d is not looked at", k);
    ferry_scene_free(b.scene);
    ferry_close(job);
}
END_TEST

/* The picture's middle shows the target, and what is behind the eye or nearer than the near plane is not in
 * it. */
/* So far from the origin that floats cannot tell an eye from what it looks at: there is no such look. */
START_TEST(no_look_is_without_length) {
    ferry_job *job = fy_test_job();
    builder b = open_scene(job, CUBE_QUADS);
    add_cube(&b, (ferry_vec3){1e7F, 1e7F, 1e7F}, 1);
    fy_near_cameras cameras = find(job, b.scene);
    for (uint32_t i = 0; i < cameras.count; i++)
        ck_assert(fy_vec3_length(fy_vec3_sub(cameras.looks[i].target, cameras.looks[i].eye)) > 0);
    ferry_scene_free(b.scene);
    ferry_close(job);
}
END_TEST

START_TEST(a_camera_looks_at_its_target) {
    ferry_job *job = fy_test_job();
    builder b = open_scene(job, CUBE_QUADS);
    add_cube(&b, (ferry_vec3){100, 50, 20}, 4);
    fy_near_cameras cameras = find(job, b.scene);
    for (uint32_t i = 0; i < cameras.count; i++) {
        const fy_camera *camera = &cameras.cameras[i];
        double clip[4], far_away = distance_of(&cameras.looks[i]);
        fy_camera_clip(camera, fy_matrix_point(&camera->view, cameras.looks[i].target), clip);
        ck_assert_double_eq_tol(clip[0], 0, 1e-4);
        ck_assert_double_eq_tol(clip[1], 0, 1e-4);
        ck_assert_double_eq_tol(clip[3], far_away, 1e-4);
        ck_assert_double_eq_tol(camera->near_plane, far_away / 8, 1e-4);
        ck_assert_double_eq_tol(fy_matrix_determinant(&camera->view), 1, 1e-9);
        ck_assert_double_ge(camera->view.m[1][1], 0); /* +y is up */
    }
    ferry_scene_free(b.scene);
    ferry_close(job);
}
END_TEST

/* A plate close before a wall hides part of it: no look at the one goes through the other. */
START_TEST(nothing_stands_in_a_look) {
    ferry_job *job = fy_test_job();
    builder b = open_scene(job, 2);
    fy_surface surface;
    add_quad(&b, (ferry_vec3){0, 0, 0}, (ferry_vec3){10, 0, 0}, (ferry_vec3){0, 10, 0});
    add_quad(&b, (ferry_vec3){0, 0, 1}, (ferry_vec3){10, 0, 0}, (ferry_vec3){0, 6, 0});
    fy_near_cameras cameras = find(job, b.scene);
    ck_assert(fy_surface_open(job, b.scene, &surface));
    ck_assert_uint_gt(cameras.count, 4);
    for (uint32_t i = 0; i < cameras.count; i++) {
        const fy_viewpoint *look = &cameras.looks[i];
        ferry_vec3 way = fy_vec3_normalize(fy_vec3_sub(look->target, look->eye));
        fy_surface_hit hit = fy_surface_look(job, &surface, look->eye, way, 100, true);
        ck_assert_double_eq_tol(hit.distance, distance_of(look), 0.05);
    }
    ferry_scene_free(b.scene);
    ferry_close(job);
}
END_TEST

/* Of a square's two halves the second one is taken away: looks through where it was meet nothing. */
START_TEST(looks_meet_triangles_alone) {
    ferry_job *job = fy_test_job();
    builder b = open_scene(job, 1);
    add_quad(&b, (ferry_vec3){0, 0, 0}, (ferry_vec3){1, 0, 0}, (ferry_vec3){0, 1, 0});
    b.mesh->triangle_count = 1; /* between (0, 0), (1, 0) and (1, 1) */
    fy_surface surface;
    ck_assert(fy_surface_open(job, b.scene, &surface));
    for (int i = 0; i < 200; i++) {
        float x = 0.05F + 0.1F * (float)(i % 20), y = 0.1F * (float)(i / 20);
        fy_surface_hit hit =
            fy_surface_look(job, &surface, (ferry_vec3){x, y, 2}, (ferry_vec3){0, 0, -1}, 5, true);
        ck_assert_double_eq_tol(hit.distance, x > y && x < 1 ? 2 : 5, 1e-6);
    }
    ferry_scene_free(b.scene);
    ferry_close(job);
}
END_TEST

/* What is seen from no side, and what is larger than numbers are, is no surface. */
START_TEST(what_is_never_seen_is_no_surface) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    fy_surface surface;
    *material = (ferry_material){.name = "m", .base_texture = FERRY_NONE, .cull = FERRY_CULL_BACK};
    scene->draws.data[0].material = 0;
    ck_assert(fy_surface_open(job, scene, &surface));
    ck_assert_uint_eq(surface.count, 2);
    material->cull = FERRY_CULL_BOTH;
    ck_assert(fy_surface_open(job, scene, &surface));
    ck_assert_uint_eq(surface.count, 0);
    material->cull = FERRY_CULL_BACK;
    scene->meshes.data[0].positions[2] = (ferry_vec3){3e38F, 3e38F, -3e38F};
    ck_assert(fy_surface_open(job, scene, &surface));
    ck_assert_uint_eq(surface.count, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A surface lies in its box, which is no larger, whatever axis is the longest. */
START_TEST(a_surface_has_a_box) {
    static const float places[3][4][3] = {{{-3, 1, 2}, {5, 1, 2.5f}, {5, 7, 4}, {-3, 7, 9}},
                                          {{-30, 1, 2}, {-20, 1, 2.5f}, {-20, 7, 4}, {-30, 7, 3}},
                                          {{3, -9, -8}, {15, -9, -7}, {15, -7, -6}, {3, -7, -9}}};
    ferry_job *job = fy_test_job();
    for (int i = 0; i < 3; i++) {
        ferry_scene *scene = fy_square_scene(job);
        ferry_box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
        for (int v = 0; v < 4; v++)
            for (int k = 0; k < 3; k++) {
                (&scene->meshes.data[0].positions[v].x)[k] = places[i][v][k];
                (&box.min.x)[k] = fminf((&box.min.x)[k], places[i][v][k]);
                (&box.max.x)[k] = fmaxf((&box.max.x)[k], places[i][v][k]);
            }
        fy_surface surface;
        ck_assert(fy_surface_open(job, scene, &surface));
        ck_assert_uint_eq(surface.count, 2);
        ck_assert_mem_eq(&surface.box, &box, sizeof box);
        ferry_scene_free(scene);
    }
    ferry_close(job);
}
END_TEST

/* Most looks go to where most of the surface is; a small part far away gets one all the same. */
START_TEST(looks_follow_the_area) {
    ferry_job *job = fy_test_job();
    builder b = open_scene(job, 2 * CUBE_QUADS);
    add_cube(&b, (ferry_vec3){0, 0, 0}, 4);
    add_cube(&b, (ferry_vec3){12, 0, 0}, 0.8F);
    fy_near_cameras cameras = find(job, b.scene);
    uint32_t large = 0;
    for (uint32_t i = 0; i < cameras.count; i++) large += cameras.looks[i].target.x < 8;
    ck_assert_uint_ge(large, 6);
    ck_assert_uint_lt(large, cameras.count);
    ferry_scene_free(b.scene);
    ferry_close(job);
}
END_TEST

START_TEST(nothing_to_see_has_no_cameras) {
    ferry_job *job = fy_test_job();
    builder b = open_scene(job, 1);
    ck_assert_uint_eq(find(job, b.scene).count, 0);
    add_quad(&b, (ferry_vec3){1, 1, 1}, (ferry_vec3){0, 0, 0}, (ferry_vec3){0, 1, 0}); /* no area */
    ck_assert_uint_eq(find(job, b.scene).count, 0);
    b.scene->draws.data[0].visible = false;
    ck_assert_uint_eq(find(job, b.scene).count, 0);
    ferry_scene_free(b.scene);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------------ ground */

enum { TILES = 40 };

/* Ground of 40 x 40 tiles of 100 units, a sea of one quad a hundred times as wide around it, a house of two
 * stories' height on every hundredth tile. */
static builder open_stage(ferry_job *job) {
    builder b = open_scene(job, TILES * TILES + 1 + CUBE_QUADS * TILES);
    ferry_vec3 x = {100, 0, 0}, z = {0, 0, 100};
    for (int i = 0; i < TILES * TILES; i++)
        add_quad(&b, (ferry_vec3){100.0F * (float)(i % TILES), 0, 100.0F * (float)(i / TILES)}, z, x);
    add_quad(&b, (ferry_vec3){-200000, -20, -200000}, (ferry_vec3){0, 0, 400000}, (ferry_vec3){400000, 0, 0});
    for (int i = 0; i < 16; i++)
        add_cube(&b, (ferry_vec3){1000.0F * (float)(i % 4) + 25, 0, 1000.0F * (float)(i / 4) + 25}, 450);
    return b;
}

/* The eye is as high as a tile is long, over the tiles and not over the sea, outside of the houses, with
 * something to see. */
START_TEST(a_stage_is_walked_on) {
    ferry_job *job = fy_test_job();
    builder b = open_stage(job);
    fy_near_cameras cameras = find(job, b.scene);
    ck_assert(cameras.walked);
    ck_assert_uint_eq(cameras.count, 8);
    for (uint32_t i = 0; i < cameras.count; i++) {
        ferry_vec3 eye = cameras.looks[i].eye;
        ck_assert_double_eq_tol(eye.y == 550.0F ? 100 : (double)eye.y, 100, 0.01); /* or on a house */
        ck_assert(eye.x > 0 && eye.x < 4000 && eye.z > 0 && eye.z < 4000);
        double in_x = fmod((double)eye.x, 1000) - 25, in_z = fmod((double)eye.z, 1000) - 25;
        bool inside = in_x > 0 && in_x < 450 && in_z > 0 && in_z < 450;
        ck_assert(!inside || eye.y == 550.0F);
        ck_assert_double_lt((double)cameras.looks[i].target.y, (double)eye.y);
    }
    ferry_scene_free(b.scene);
    ferry_close(job);
}
END_TEST

/* The two looks from one place go ways that are at right angles at least. */
START_TEST(a_player_looks_around) {
    ferry_job *job = fy_test_job();
    builder b = open_stage(job);
    fy_near_cameras cameras = find(job, b.scene);
    for (uint32_t i = 0; i < cameras.count; i += 2) {
        const fy_viewpoint *one = &cameras.looks[i], *other = &cameras.looks[i + 1];
        ferry_vec3 a = fy_vec3_sub(one->target, one->eye), c = fy_vec3_sub(other->target, other->eye);
        a.y = c.y = 0;
        ck_assert_double_eq(fy_vec3_length(fy_vec3_sub(one->eye, other->eye)), 0);
        ck_assert_double_le(fy_vec3_dot(a, c), 1);
    }
    ck_assert_double_gt(fy_vec3_length(fy_vec3_sub(cameras.looks[0].eye, cameras.looks[6].eye)), 1000);
    ferry_scene_free(b.scene);
    ferry_close(job);
}
END_TEST

/* All that there is of a plain is ground; below a ceiling at the height of the knees nobody stands. */
START_TEST(who_stands_needs_headroom) {
    ferry_job *job = fy_test_job();
    int side = _i ? TILES : 1;
    builder b = open_scene(job, 2 * TILES * TILES);
    for (int ceiling = 0; ceiling < 2; ceiling++) {
        ferry_vec3 x = {100, 0, 0}, z = {0, 0, 100};
        fy_surface surface;
        fy_viewpoint looks[FY_NEAR];
        uint32_t count;
        for (int i = 0; i < side * side; i++) {
            ferry_vec3 at = {100.0F * (float)(i % side), 25.0F * (float)ceiling, 100.0F * (float)(i / side)};
            add_quad(&b, at, ceiling ? x : z, ceiling ? z : x);
        }
        ck_assert(fy_surface_open(job, b.scene, &surface));
        ck_assert(fy_near_ground(job, &surface, 100, FY_NEAR / 2, looks, &count));
        ck_assert_uint_eq(count, ceiling ? 0 : 8);
    }
    ferry_scene_free(b.scene);
    ferry_close(job);
}
END_TEST

/* As many and as small triangles, but upright: nobody walks there. */
START_TEST(a_wall_is_no_ground) {
    ferry_job *job = fy_test_job();
    builder b = open_scene(job, TILES * TILES);
    for (int i = 0; i < TILES * TILES; i++)
        add_quad(&b, (ferry_vec3){100.0F * (float)(i % TILES), 100.0F * (float)(i / TILES), 0},
                 (ferry_vec3){100, 0, 0}, (ferry_vec3){0, 100, 0});
    fy_near_cameras cameras = find(job, b.scene);
    ck_assert(!cameras.walked);
    ck_assert_uint_eq(cameras.count, 8);
    ferry_scene_free(b.scene);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------------ all */

START_TEST(memory_may_run_out_anywhere) {
    bool done[2] = {false, false};
    for (int stage = 0; stage < 2; stage++)
        for (size_t limit = 1; !done[stage] && limit < 2000; limit++) {
            ferry_options options = {.size = sizeof options, .fail_allocation = limit};
            ferry_job *outer = fy_test_job(), *job = ferry_open(&options);
            builder b = stage ? open_stage(outer) : open_scene(outer, CUBE_QUADS);
            fy_near_cameras cameras;
            if (!stage) add_cube(&b, (ferry_vec3){0, 0, 0}, 4);
            if (job) {
                done[stage] = fy_near_cameras_find(job, b.scene, 106, 80, &cameras);
                ck_assert(done[stage] != ferry_failed(job));
                ferry_close(job);
            }
            ferry_scene_free(b.scene);
            ferry_close(outer);
        }
    ck_assert(done[0] && done[1]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("near_cameras");
    TCase *tests = tcase_create("near_cameras");
    tcase_add_test(tests, a_surface_has_a_box);
    tcase_add_test(tests, looks_meet_triangles_alone);
    tcase_add_test(tests, what_is_never_seen_is_no_surface);
    tcase_add_test(tests, a_cube_is_looked_at_from_all_around);
    tcase_add_test(tests, a_camera_looks_at_its_target);
    tcase_add_test(tests, nothing_stands_in_a_look);
    tcase_add_test(tests, looks_follow_the_area);
    tcase_add_test(tests, nothing_to_see_has_no_cameras);
    tcase_add_test(tests, no_look_is_without_length);
    tcase_add_test(tests, a_stage_is_walked_on);
    tcase_add_test(tests, a_player_looks_around);
    tcase_add_test(tests, a_wall_is_no_ground);
    tcase_add_loop_test(tests, who_stands_needs_headroom, 0, 2);
    tcase_add_test(tests, memory_may_run_out_anywhere);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
