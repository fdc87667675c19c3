/*
 * test_t3dm_drawing.c: what the console draws from written files, by an imitation of its memory
 * (t3dm_replay.h): the very triangles of the scene, and no more than they need cost.
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/fixtures/fixtures.h"
#include "builders/t3dm/t3dm_builder.h"
#include "builders/t3dm/t3dm_replay.h"
#include "core/base/maths.h"
#include "core/scene/visible.h"
#include "formats/t3dm/draw/t3dm_layers.h"
#include "formats/t3dm/draw/t3dm_piece_draws.h"
#include "formats/t3dm/draw/t3dm_second_draws.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/material/t3dm_material.h"
#include "formats/t3dm/mesh/t3dm_vertices.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_skeleton.h"
#include "formats/t3dm/write/t3dm_write.h"

/* ------------------------------------------------------------------------------ what shall be drawn */

typedef struct expected {
    replay_triangle *triangles;
    uint32_t count;
} expected;

static replay_corner corner_of(const fy_t3dm_vertex *v) {
    replay_corner c;
    for (int i = 0; i < 3; i++) fy_put_be16(c.bytes + 2 * i, (uint16_t)v->position[i]);
    fy_put_be16(c.bytes + 6, v->normal);
    memcpy(c.bytes + 8, v->rgba, 4);
    for (int i = 0; i < 2; i++) fy_put_be16(c.bytes + 12 + 2 * i, (uint16_t)v->st[i]);
    fy_put_be16(c.bytes + 16, v->bone);
    return c;
}

static void expect_mesh(expected *e, const fy_t3dm_mesh *mesh) {
    e->triangles = realloc(e->triangles, (e->count + mesh->triangle_count + 1) * sizeof *e->triangles);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        replay_corner c[3];
        uint32_t least = 0;
        for (uint32_t k = 0; k < 3; k++)
            c[k] = corner_of(&mesh->vertices[mesh->triangles[3 * (size_t)t + k]]);
        for (uint32_t k = 1; k < 3; k++) least = memcmp(&c[k], &c[least], sizeof *c) < 0 ? k : least;
        replay_triangle *to = &e->triangles[e->count++];
        to->object = 0;
        for (uint32_t k = 0; k < 3; k++) to->corners[k] = c[(least + k) % 3];
    }
}

/* All draws, quantised; which of them share an object does not matter here. */
static expected expect_scene(ferry_job *job, const ferry_scene *scene, const fy_t3dm_plan *given) {
    expected e = {0};
    fy_t3dm_pose pose;
    fy_t3dm_plan layered = *given, *plan = &layered;
    ck_assert(fy_t3dm_build_pose(job, scene, "x", &pose));
    ck_assert(fy_t3dm_plan_layers(job, &scene, "x", &pose, plan));
    ck_assert(fy_t3dm_add_second_draws(job, &scene, "x.t3dm", plan));
    ck_assert(fy_t3dm_add_piece_draws(job, &scene, plan));
    fy_t3dm_mesher *mesher = fy_t3dm_mesher_open(job, scene, "x", &pose, NULL, NULL);
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        uint32_t material = plan->of_draw[d];
        if (material == FERRY_NONE || plan->materials[material].drop ||
            !fy_draw_visible(scene, &scene->draws.data[d]))
            continue;
        const fy_t3dm_mesh *mesh = fy_t3dm_quantise(mesher, d, &plan->materials[material]);
        ck_assert_ptr_nonnull(mesh);
        expect_mesh(&e, mesh);
    }
    return e;
}

static int by_corners(const void *a, const void *b) {
    const replay_triangle *x = a, *y = b;
    return memcmp(x->corners, y->corners, sizeof x->corners);
}

static void expect_drawn(const char *name, expected e, ferry_bytes file) {
    replay r = fy_replay(file);
    ck_assert_msg(!r.fault, "%s: object %u, part %u: %s", name, r.fault_object, r.fault_part, r.fault);
    ck_assert_msg(r.count == e.count, "%s: %u triangles drawn, %u expected", name, r.count, e.count);
    if (r.count) {
        qsort(e.triangles, e.count, sizeof *e.triangles, by_corners);
        qsort(r.triangles, r.count, sizeof *r.triangles, by_corners);
    }
    for (uint32_t i = 0; i < r.count; i++) {
        ck_assert_msg(by_corners(&r.triangles[i], &e.triangles[i]) == 0,
                      "%s: triangle %u of %u (sorted) differs", name, i, r.count);
    }
    free(e.triangles);
    fy_replay_free(&r);
}

START_TEST(fixtures_are_drawn_whole) {
    const fixture *from = &fixtures[_i];
    if (from->kind == JB_BMT3) return;
    ferry_job *job = fy_quick_job();
    ferry_bytes bytes = fy_read_fixture(from->name), written;
    ferry_file_list textures = {0};
    fy_t3dm_plan plan = {0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = from->name, .bytes = bytes}, 1);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL));
    ck_assert(fy_t3dm_plan_materials(job, scene, "x.t3dm", &plan, &textures));
    ck_assert(fy_t3dm_write_planned(job, scene, "x.t3dm", &plan, &written));
    expect_drawn(from->name, expect_scene(job, scene, &plan), written);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* -------------------------------------------------------------------------------------- many shapes */

static const struct {
    const char *name;
    uint32_t bones, a, b; /* a grid, with bones a tube; a soup of a vertices and b triangles where `soup` */
    bool soup;
} shapes[] = {
    {"square", 0, 1, 1, false},      {"ribbon", 0, 90, 1, false},
    {"grid", 0, 40, 40, false},      {"wide grid", 0, 71, 71, false},
    {"tube", 3, 12, 4, false},       {"chain", 40, 6, 1, false},
    {"thick tube", 5, 70, 3, false}, {"many bones", 90, 70, 1, false},
    {"triangle", 0, 3, 1, true},     {"loose", 0, 900, 300, true},
    {"dense", 0, 70, 2000, true},    {"denser", 0, 120, 9000, true},
    {"skinned", 9, 60, 200, true},   {"torn", 70, 300, 700, true},
    {"hubs", 2, 40, 30000, true},    {"bones in pairs", 30, 64, 4000, true},
};

static ferry_scene *shape(ferry_job *job, int number) {
    ferry_scene *scene = fy_t3dm_scene(job);
    if (shapes[number].bones) fy_t3dm_add_bones(scene, shapes[number].bones);
    if (shapes[number].soup)
        fy_t3dm_add_soup(scene, "soup", shapes[number].a, shapes[number].b, (uint64_t)number);
    else if (shapes[number].bones)
        fy_t3dm_add_tube(scene, "tube", shapes[number].a, shapes[number].b);
    else
        fy_t3dm_add_grid(scene, "grid", shapes[number].a, shapes[number].b, 0.0625f);
    return scene;
}

START_TEST(shapes_are_drawn_whole) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = shape(job, _i);
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    expected e = expect_scene(job, scene, &plan);
    expect_drawn(shapes[_i].name, e, fy_t3dm_written(job, scene));
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------ the imitation */

/* A file whose first part is loaded elsewhere is drawn wrong, and the imitation sees that. */
START_TEST(faults_are_seen) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_grid(scene, "grid", 20, 20, 0.0625f);
    ferry_bytes bytes = fy_t3dm_written(job, scene);
    uint8_t *copy = malloc(bytes.size);
    memcpy(copy, bytes.data, bytes.size);
    size_t part = (ferry_be32(copy + 0x2C) & 0xFFFFFF) + 0x20;
    copy[part + 7] = 2; /* slots 0 and 1 stay empty */
    copy[part + 5] -= 2;
    replay r = fy_replay((ferry_bytes){copy, bytes.size});
    ck_assert_ptr_nonnull(r.fault);
    ck_assert_str_eq(r.fault, "a triangle names a slot that was overwritten or never loaded");
    fy_replay_free(&r);
    free(copy);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Between its parts a grid keeps vertices: no load of whole caches comes below 0.625 a triangle. */
START_TEST(vertices_are_kept_between_parts) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_grid(scene, "grid", 71, 71, 0);
    replay r = fy_replay(fy_t3dm_written(job, scene));
    double triangles = r.total.triangles ? (double)r.total.triangles : 1;
    ck_assert_ptr_null(r.fault);
    ck_assert_uint_eq(r.total.triangles, 10082);
    ck_assert_uint_eq(r.total.distinct, 72 * 72);
    ck_assert_double_le((double)r.total.vertices / triangles, 0.54);
    ck_assert_double_le((double)fy_replay_commands(&r.total) / triangles, 0.04);
    ck_assert_double_le((double)fy_replay_cycles(&r.total) / triangles, 183.5);
    fy_replay_free(&r);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A joint on a node that is no bone, and a mesh that hangs on it. */
static void add_boneless(ferry_scene *scene) {
    ferry_skin *skin = &scene->skins.data[0];
    uint32_t n = skin->joint_count;
    ferry_joint *joints = ferry_scene_new(scene, ferry_joint, n + 1);
    ferry_weight *weights = ferry_scene_new(scene, ferry_weight, n + 1);
    ferry_influence *influences = ferry_scene_new(scene, ferry_influence, n + 1);
    memcpy(joints, skin->joints, n * sizeof *joints);
    memcpy(weights, skin->weights, n * sizeof *weights);
    memcpy(influences, skin->influences, n * sizeof *influences);
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){
        .name = "model", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true, .fixed = true};
    joints[n] = (ferry_joint){scene->nodes.count - 1, fy_matrix_identity()};
    weights[n] = (ferry_weight){n, 1};
    influences[n] = (ferry_influence){n, 1};
    *skin = (ferry_skin){skin->name, joints, n + 1, weights, n + 1, influences, n + 1};
    ferry_mesh *mesh = fy_t3dm_add_soup(scene, "boneless", 9, 5, 7);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) mesh->influences[v] = n;
}

/* Bones of the file; *boneless: triangles without. */
static uint32_t count_bones(ferry_bytes file, uint32_t *boneless) {
    replay r = fy_replay(file);
    uint32_t chunks = ferry_be32(file.data + 4), bones = 0;
    *boneless = 0;
    for (uint32_t i = 0; i < r.count; i++) {
        const uint8_t *bone = r.triangles[i].corners[0].bytes + 16;
        *boneless += ferry_be16(bone) == FY_T3DM_NO_BONE;
    }
    for (uint32_t c = 0; c < chunks; c++) {
        uint32_t entry = ferry_be32(file.data + 0x2C + 4 * (size_t)c);
        if (entry >> 24 == 'S') bones = ferry_be16(file.data + (entry & 0xFFFFFF));
    }
    fy_replay_free(&r);
    return bones;
}

/* What hangs on no bone needs no matrix, and gets none when the file is read and written again. */
START_TEST(what_has_no_bone_gets_none) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    uint32_t boneless, again;
    fy_t3dm_add_bones(scene, 3);
    fy_t3dm_add_tube(scene, "tube", 6, 2);
    add_boneless(scene);
    ck_assert(ferry_check(job, scene));
    ferry_bytes written = fy_t3dm_written(job, scene);
    ck_assert_uint_eq(count_bones(written, &boneless), 3);
    ck_assert_uint_gt(boneless, 0);
    ferry_scene *back = fy_t3dm_read_back(job, written);
    ck_assert_uint_eq(count_bones(fy_t3dm_written(job, back), &again), 3);
    ck_assert_uint_eq(again, boneless);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_drawing");
    TCase *drawn = tcase_create("drawn"), *costs = tcase_create("costs"), *results = fy_results_case(suite);
    tcase_add_loop_test(results, fixtures_are_drawn_whole, 0, (int)fixture_count);
    tcase_add_loop_test(results, shapes_are_drawn_whole, 0, sizeof shapes / sizeof *shapes);
    tcase_add_test(drawn, faults_are_seen);
    tcase_add_test(drawn, what_has_no_bone_gets_none);
    tcase_add_test(costs, vertices_are_kept_between_parts);
    suite_add_tcase(suite, drawn);
    suite_add_tcase(suite, costs);
    return fy_run_suite(suite);
}
