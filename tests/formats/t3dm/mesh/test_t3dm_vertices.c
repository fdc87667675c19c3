/*
 * test_t3dm_vertices.c: what becomes of a draw's vertices: texture coordinates in the range that the file
 * stores, each vertex once, no triangles without area.
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "builders/t3dm/t3dm_builder.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mesh/t3dm_vertices.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_skeleton.h"
#include "formats/t3dm/pose/t3dm_uv_range.h"

/* The test plan's texture repeats after 64 texels of 32 steps each. */
enum { PERIOD = 64 * 32, SPAN = 1024 * 32 };

static const fy_t3dm_mesh *quantised(ferry_job *job, const ferry_scene *scene,
                                     const uint8_t *const *animated) {
    static fy_t3dm_pose pose;
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    ck_assert(fy_t3dm_build_pose(job, scene, "x", &pose));
    const fy_t3dm_mesh *mesh =
        fy_t3dm_quantise(fy_t3dm_mesher_open(job, scene, "x", &pose, animated, NULL), 0, &plan.materials[0]);
    ck_assert_ptr_nonnull(mesh);
    return mesh;
}

static void add_triangle(ferry_mesh *mesh, uint32_t number, uint32_t a, uint32_t b, uint32_t c) {
    memcpy(mesh->triangles + 3 * (size_t)number, (uint32_t[]){a, b, c}, 3 * sizeof *mesh->triangles);
}

/* A band too long for the range: each triangle is moved for itself, so that a corner of three triangles
 * becomes up to three vertices. What is drawn twice shares them. */
START_TEST(a_long_band_has_vertices_for_each_triangle) {
    enum { CORNERS = 40, SINGLE = CORNERS - 2, TURNS = 7 };
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_mesh *band = fy_t3dm_add_mesh(scene, "band", CORNERS, 2 * SINGLE);
    for (uint32_t v = 0; v < CORNERS; v++) {
        int32_t at[3] = {(int32_t)(40 * v), v % 2 ? 50 : 0, (int32_t)(v * v)};
        fy_t3dm_set_vertex(scene, band, v, at, 0, (float)(TURNS * v), 0.25f, v);
    }
    for (uint32_t t = 0; t < 2 * SINGLE; t++)
        add_triangle(band, t, t % SINGLE, t % SINGLE + 1, t % SINGLE + 2);
    const fy_t3dm_mesh *mesh = quantised(job, scene, NULL);
    ck_assert_uint_eq(mesh->triangle_count, 2 * SINGLE);
    ck_assert_uint_gt(mesh->vertex_count, 2 * CORNERS);
    ck_assert_uint_le(mesh->vertex_count, 3 * SINGLE);
    for (uint32_t t = 0; t < 2 * SINGLE; t++) {
        const uint32_t *c = mesh->triangles + 3 * (size_t)t;
        for (uint32_t k = 0; k < 3; k++) {
            ck_assert_uint_lt(c[k], mesh->vertex_count);
            ck_assert_int_eq(mesh->vertices[c[k]].st[0] - mesh->vertices[c[0]].st[0],
                             (int)k * TURNS * PERIOD);
        }
        ck_assert_mem_eq(c, mesh->triangles + 3 * (size_t)(t % SINGLE), 3 * sizeof *c);
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (uint32_t u = 0; u < v; u++)
            ck_assert(memcmp(&mesh->vertices[u], &mesh->vertices[v], sizeof *mesh->vertices) != 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Whichever corner it is that lies too far from the others, on either axis. */
START_TEST(a_far_corner_is_brought_near) {
    for (uint32_t far = 0; far < 6; far++) {
        ferry_job *job = fy_quick_job();
        ferry_scene *scene = fy_t3dm_scene(job);
        ferry_mesh *mesh = fy_t3dm_add_mesh(scene, "far", 3, 1);
        for (uint32_t v = 0; v < 3; v++) {
            int32_t at[3] = {v == 1 ? 90 : 0, v == 2 ? 70 : 0, 5};
            float uv[2] = {0, 0};
            if (v == far % 3) uv[far / 3] = far / 3 ? 40 : 20; /* 1,280 texels */
            fy_t3dm_set_vertex(scene, mesh, v, at, 0, uv[0], uv[1], v);
        }
        add_triangle(mesh, 0, 0, 1, 2);
        const fy_t3dm_mesh *made = quantised(job, scene, NULL);
        ck_assert_uint_eq(made->vertex_count, 3);
        for (uint32_t k = 0; k < 3; k++) {
            int apart = made->vertices[k].st[far / 3] - made->vertices[(k + 1) % 3].st[far / 3];
            ck_assert_int_le(abs(apart), SPAN);
        }
        ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_LOSS], 1);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* Three corners in a row have no area, unless a clip moves one of them; whichever that is. */
START_TEST(what_may_open_is_kept) {
    for (uint32_t moving = 0; moving < 4; moving++) {
        ferry_job *job = fy_quick_job();
        ferry_scene *scene = fy_t3dm_scene(job);
        ferry_mesh *mesh = fy_t3dm_add_mesh(scene, "row", 3, 1);
        uint8_t moves[3] = {moving == 0, moving == 1, moving == 2};
        const uint8_t *const animated[] = {moves};
        for (uint32_t v = 0; v < 3; v++)
            fy_t3dm_set_vertex(scene, mesh, v, (int32_t[3]){(int32_t)(30 * v), 0, 0}, 0, 0, 0, v);
        add_triangle(mesh, 0, 0, 1, 2);
        ck_assert_uint_eq(quantised(job, scene, animated)->triangle_count, moving < 3);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* Two corners in one place span nothing, whatever bone the third one hangs on. */
START_TEST(two_corners_in_one_place_have_no_area) {
    for (uint32_t alone = 0; alone < 3; alone++) {
        fy_t3dm_vertex v[3];
        memset(v, 0, sizeof v);
        for (uint32_t k = 0; k < 3; k++) v[k].position[0] = k == alone ? 7 : 3, v[k].bone = k == alone;
        ck_assert(!fy_t3dm_has_area(&v[0], &v[1], &v[2]));
        v[(alone + 1) % 3].position[1] = 1; /* now they span a line, and the bones may go anywhere */
        ck_assert(fy_t3dm_has_area(&v[0], &v[1], &v[2]));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_vertices");
    TCase *tests = tcase_create("t3dm_vertices");
    tcase_add_test(tests, a_long_band_has_vertices_for_each_triangle);
    tcase_add_test(tests, a_far_corner_is_brought_near);
    tcase_add_test(tests, what_may_open_is_kept);
    tcase_add_test(tests, two_corners_in_one_place_have_no_area);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
