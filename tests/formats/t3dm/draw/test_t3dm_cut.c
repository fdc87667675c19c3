/* test_t3dm_cut.c: triangles whose texture coordinates span more than vertices and tiles can hold: what they
 * are cut into, and what has an edge with them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/material_scene.h"
#include "formats/t3dm/draw/t3dm_cut.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_uv_range.h"
#include "helpers.h"

/* Sixteen greys: it fits as it is. */
static void waves(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t grey = (x * x + 7 * y) % 16 * 17;
    set(texel, grey, grey, grey, 255);
}

/* A sea from 0 to 100 along x and y, and a beach beside it along x = 100, which is one triangle there: both
 * are one mesh, or two. */
static const float places[][2] = {{0, 0}, {100, 0}, {100, 100}, {0, 100}, {150, 50}};
static const uint32_t sea[] = {0, 1, 2, 0, 2, 3}, beach[] = {1, 4, 2};

static ferry_mesh *fill(ferry_scene *scene, uint32_t number, const uint32_t *triangles, uint32_t count,
                        float repeats) {
    ferry_mesh *mesh = &scene->meshes.data[number];
    *mesh = (ferry_mesh){.name = "part", .skin = FERRY_NONE, .vertex_count = 5, .triangle_count = count};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 5);
    mesh->normals = ferry_scene_new(scene, ferry_vec3, 5);
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 5);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 3 * count);
    memcpy(mesh->triangles, triangles, 3 * count * sizeof *triangles);
    for (int i = 0; i < 5; i++) {
        mesh->positions[i] = (ferry_vec3){places[i][0], places[i][1], 0};
        mesh->normals[i] = (ferry_vec3){0, 0, 1};
        mesh->uvs[0][i] = (ferry_vec2){places[i][0] / 100 * repeats, places[i][1] / 100 * repeats};
    }
    return mesh;
}

/* The sea with so many repeats; the beach has no texture. */
static ferry_scene *open_shore(ferry_job **job, float repeats) {
    ferry_scene *scene = open_scene(job);
    ferry_append(scene, &scene->meshes, ferry_mesh);
    fill(scene, 0, sea, 2, repeats);
    fill(scene, 1, beach, 1, 1);
    add_gx(scene, "sea", add_texture(scene, "waves", 64, 64, waves, FERRY_WRAP_REPEAT));
    add_material(scene, "beach");
    scene->draws.data[1].mesh = 1;
    return scene;
}

static double area(const ferry_mesh *mesh) {
    double sum = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const ferry_vec3 *p[3];
        for (int k = 0; k < 3; k++) p[k] = &mesh->positions[mesh->triangles[3 * t + (uint32_t)k]];
        double twice = ((double)p[1]->x - (double)p[0]->x) * ((double)p[2]->y - (double)p[0]->y) -
                       ((double)p[1]->y - (double)p[0]->y) * ((double)p[2]->x - (double)p[0]->x);
        ck_assert_double_gt(twice, 0); /* none is turned over */
        sum += twice / 2;
    }
    return sum;
}

/* Whether a point lies on an edge, but not at one of its ends: there a crack could open. */
static bool is_inside(const ferry_vec3 *at, const ferry_vec3 *a, const ferry_vec3 *b) {
    double x = (double)b->x - (double)a->x, y = (double)b->y - (double)a->y;
    double u = (double)at->x - (double)a->x, v = (double)at->y - (double)a->y;
    double along = (x * u + y * v) / (x * x + y * y);
    return fabs(x * v - y * u) < 1e-3 && along > 1e-6 && along < 1 - 1e-6;
}

static void expect_no_crack(const ferry_mesh *mesh, const ferry_mesh *other) {
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        uint32_t next = i % 3 == 2 ? i - 2 : i + 1;
        for (uint32_t k = 0; k < 3 * other->triangle_count; k++)
            ck_assert(!is_inside(&other->positions[other->triangles[k]], &mesh->positions[mesh->triangles[i]],
                                 &mesh->positions[mesh->triangles[next]]));
    }
}

static void expect_narrow(const ferry_mesh *mesh, const fy_t3dm_material *material) {
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        uint32_t next = i % 3 == 2 ? i - 2 : i + 1;
        const ferry_vec2 *a = &mesh->uvs[0][mesh->triangles[i]], *b = &mesh->uvs[0][mesh->triangles[next]];
        const ferry_vec3 *at = &mesh->positions[mesh->triangles[i]];
        const fy_t3dm_layout *layout = &fy_t3dm_layouts[FY_T3DM_LAYOUTS - 1];
        int32_t s = fy_t3dm_store_uv(material, layout, 0, (double)a->x) -
                    fy_t3dm_store_uv(material, layout, 0, (double)b->x);
        ck_assert_int_le(abs(s), FY_T3DM_UV_SPAN);
        ck_assert_float_eq_tol(a->x / mesh->uvs[0][1].x, at->x / 100, 1e-5F); /* it is where it belongs */
    }
}

START_TEST(wide_triangles_are_cut_without_cracks) {
    ferry_job *job;
    ferry_scene *scene = open_shore(&job, 1500);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const ferry_scene *made = scene;
    ck_assert_uint_eq(plan.materials[0].rdp.tiles[0].width, 64);
    ck_assert_int_eq(plan.materials[0].uv_shift[0], 5);
    ck_assert(fy_t3dm_cut_triangles(job, &made, "out.t3dm", &plan));
    ck_assert_ptr_ne(made, scene);
    const ferry_mesh *water = &made->meshes.data[0], *sand = &made->meshes.data[1];
    ck_assert_uint_gt(water->triangle_count, 8);
    ck_assert_uint_lt(water->triangle_count, 128);
    ck_assert_uint_gt(sand->triangle_count, 1);
    expect_narrow(water, &plan.materials[0]);
    expect_no_crack(water, water);
    expect_no_crack(water, sand);
    expect_no_crack(sand, water);
    ck_assert_double_eq_tol(area(water), 10000, 1e-3);
    ck_assert_double_eq_tol(area(sand), 2500, 1e-3);
    double told = loss_number(job, "t3dm.uv-range", "were cut: ");
    ck_assert_double_eq(told, water->triangle_count + sand->triangle_count - 3);
    for (uint32_t v = 0; v < water->vertex_count; v++) ck_assert_float_eq(water->normals[v].z, 1);
    ck_assert_uint_eq(scene->meshes.data[0].triangle_count, 2); /* the source is as it was */
    close_scene(job, scene);
}
END_TEST

/* What the shift alone makes fit, and what clips move vertex by vertex. */
START_TEST(others_stay) {
    ferry_job *job;
    ferry_scene *scene = open_shore(&job, 300);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const ferry_scene *made = scene;
    ck_assert_int_gt(plan.materials[0].uv_shift[0], 0);
    ck_assert(fy_t3dm_cut_triangles(job, &made, "out.t3dm", &plan));
    ck_assert_ptr_eq(made, scene);
    close_scene(job, scene);
    scene = open_shore(&job, 1500);
    ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
    *morph = (ferry_morph){.name = "tide", .mesh = 0, .group = FERRY_NONE};
    plan = plan_of(job, scene, &files);
    made = scene;
    ck_assert(fy_t3dm_cut_triangles(job, &made, "out.t3dm", &plan));
    ck_assert_ptr_eq(made, scene);
    close_scene(job, scene);
}
END_TEST

/* What would take too many stays whole, and is told by the writer. */
START_TEST(what_takes_too_many_stays) {
    ferry_job *job;
    ferry_scene *scene = open_shore(&job, 200000);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const ferry_scene *made = scene;
    ck_assert(fy_t3dm_cut_triangles(job, &made, "out.t3dm", &plan));
    ck_assert_ptr_eq(made, scene);
    close_scene(job, scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_cut");
    TCase *tests = tcase_create("cut");
    tcase_add_test(tests, wide_triangles_are_cut_without_cracks);
    tcase_add_test(tests, others_stay);
    tcase_add_test(tests, what_takes_too_many_stays);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
