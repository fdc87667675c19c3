/*
 * test_j3d_joints.c: what the fixtures' descriptions cannot say by themselves: joints before their parents,
 * joints without extent, repeated joints in an envelope, placeholder matrices, shared display lists
 * (docs/formats/j3d.md, "The way", "EVP1", "Skinning", "SHP1").
 */
#include "builders/fixtures/fixtures.h"
#include "helpers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MATRICES = 3 };

/* One strip of three corners: corner k at (1 + k, 2, 3 * k) on draw matrix k. */
static jb_model *three_corners(void) {
    jb_model *model = jb_model_new();
    jb_declare(model, JB_POS, 1, JB_F32, 0);
    uint32_t shape = jb_shape_add(model, 3);
    jb_describe(model, shape, JB_A_MATRIX, JB_DIRECT);
    jb_describe(model, shape, JB_A_POS, JB_INDEX16);
    jb_packet_add(model, shape, 0xFFFF, MATRICES, (const uint16_t[]){0, 1, 2});
    jb_corner corners[MATRICES] = {{0}};
    for (uint16_t k = 0; k < MATRICES; k++) {
        corners[k].slot = (uint8_t)k;
        corners[k].index[JB_POS] = jb_value(model, JB_POS, (double[]){1 + k, 2, 3 * k});
    }
    jb_primitive_add(model, shape, JB_STRIP, MATRICES, corners);
    jb_material_add(model, "plain");
    return model;
}

static ferry_scene *load(ferry_job *job, jb_model *model) {
    jb_file file = jb_build(model, JB_BMD3);
    ferry_scene *scene =
        ferry_load(job, &(ferry_input){.name = "made.bmd", .bytes = {file.data, file.size}}, 1);
    jb_file_free(&file);
    jb_model_free(model);
    return scene;
}

static void expect_at(const ferry_mesh *mesh, uint32_t vertex, float x, float y, float z) {
    ck_assert_float_eq_tol(mesh->positions[vertex].x, x, 1e-5f);
    ck_assert_float_eq_tol(mesh->positions[vertex].y, y, 1e-5f);
    ck_assert_float_eq_tol(mesh->positions[vertex].z, z, 1e-5f);
}

static void move(jb_model *model, uint32_t joint, double x, double y, double z) {
    memcpy(model->joints[joint].translate, (double[]){x, y, z}, sizeof(double[3]));
}

/* Whichever number of a joint's scale or translation it is; bounds that are none are left out. */
START_TEST(joints_stand_somewhere) {
    for (int k = 0; k < 12; k++) {
        jb_model *model = three_corners();
        jb_joint_add(model, "hip", -1);
        jb_joint *joint = &model->joints[0];
        if (k < 3) joint->translate[k] = NAN;
        if (k >= 3 && k < 6) joint->scale[k - 3] = (double)INFINITY;
        if (k >= 6 && k < 9) joint->min[k - 6] = NAN;
        if (k >= 9) joint->max[k - 9] = NAN;
        for (uint16_t i = 0; i < MATRICES; i++) jb_draw_matrix_add(model, 0, 0);
        jb_draw_add(model, 0, 0, 0);
        ferry_job *job = fy_test_job();
        ferry_scene *scene = load(job, model);
        ck_assert_int_eq(scene != NULL, k >= 6);
        if (k < 6) ck_assert_str_eq(ferry_job_report(job)->data[0].code, "j3d.joint-not-finite");
        if (scene) ck_assert(!scene->nodes.data[0].has_bounds && scene->nodes.data[0].radius == 0);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* Joint 0 hangs on joint 2, which is the root; nodes have parents first, the skin still counts joints as the
 * file does. */
START_TEST(parents_come_first) {
    jb_model *model = three_corners();
    jb_joint_add(model, "hand", 2);
    jb_joint_add(model, "foot", 2);
    jb_joint_add(model, "hip", -1);
    move(model, 0, 0, 5, 0);
    move(model, 1, 0, 0, -4);
    move(model, 2, 10, 0, 0);
    for (uint16_t k = 0; k < MATRICES; k++) jb_draw_matrix_add(model, 0, k);
    jb_draw_add(model, 2, 0, 0);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = load(job, model);
    ck_assert_ptr_nonnull(scene);
    fy_expect_report(job, "");
    const ferry_node *nodes = scene->nodes.data;
    static const char *const names[] = {"hand", "foot", "hip"};
    ck_assert_str_eq(nodes[0].name, "hip");
    ck_assert_uint_eq(nodes[1].parent, 0);
    ck_assert_uint_eq(nodes[2].parent, 0);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert_str_eq(nodes[scene->skins.data[0].joints[i].node].name, names[i]);
    expect_at(&scene->meshes.data[0], 0, 1 + 10, 2 + 5, 0);
    expect_at(&scene->meshes.data[0], 1, 2 + 10, 2, 3 - 4);
    expect_at(&scene->meshes.data[0], 2, 3 + 10, 2, 6);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A scale of zero has no inverse: its vertices stay as they are stored, and its children are unharmed. */
START_TEST(joints_without_extent) {
    jb_model *model = three_corners();
    jb_joint_add(model, "root", -1);
    jb_joint_add(model, "flat", 0);
    jb_joint_add(model, "child", 1);
    model->joints[1].scale[1] = 0;
    move(model, 1, 7, 0, 0);
    move(model, 2, 0, 0, 9);
    for (uint16_t k = 0; k < MATRICES; k++) jb_draw_matrix_add(model, 0, k);
    jb_draw_add(model, 0, 0, 0);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = load(job, model);
    ck_assert_ptr_nonnull(scene);
    ferry_counts counts;
    ferry_count(scene, &counts); /* at rest: what the console shows */
    ck_assert_float_eq_tol(counts.box.min.x, 1, 1e-5f);
    ck_assert_float_eq_tol(counts.box.max.x, 3 + 7, 1e-5f);
    ck_assert_float_eq_tol(counts.box.min.y, 0, 1e-5f);
    ck_assert_float_eq_tol(counts.box.max.y, 2, 1e-5f);
    ck_assert_float_eq_tol(counts.box.max.z, 6 + 9, 1e-5f);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(repeated_joints_are_added) {
    jb_model *model = three_corners();
    jb_joint_add(model, "root", -1);
    jb_joint_add(model, "tip", 0);
    static const jb_influence twice[] = {{1, 0.125f}, {0, 0.25f}, {1, 0.625f}};
    jb_draw_matrix_add(model, 0, 1);
    jb_draw_matrix_add(model, 0, 0);
    jb_draw_matrix_add(model, 1, jb_envelope_add(model, 3, twice));
    jb_draw_add(model, 0, 0, 0);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = load(job, model);
    ck_assert_ptr_nonnull(scene);
    const ferry_skin *skin = &scene->skins.data[0];
    ck_assert_uint_eq(skin->influence_count, 3);
    const ferry_influence *last = &skin->influences[2];
    ck_assert_uint_eq(last->count, 2);
    ck_assert_uint_eq(skin->weights[last->first].joint, 1);
    ck_assert_float_eq(skin->weights[last->first].weight, 0.75f);
    ck_assert_uint_eq(skin->weights[last->first + 1].joint, 0);
    ck_assert_float_eq(skin->weights[last->first + 1].weight, 0.25f);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* The identity in EVP1 of a joint that no envelope names says nothing: the bind pose follows from the parent,
 * whose own bind pose is not its rest pose here. */
START_TEST(placeholders_follow_the_parent) {
    jb_model *model = three_corners();
    jb_joint_add(model, "root", -1);
    jb_joint_add(model, "arm", 0);
    jb_joint_add(model, "nail", 1);
    move(model, 0, 0, 45, 0);
    move(model, 1, 6, 0, 0);
    move(model, 2, 0, 0, 8);
    static double binds[3][12] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
                                  {1, 0, 0, -20, 0, 1, 0, -30, 0, 0, 1, 0},
                                  {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    model->inverse_binds = calloc(1, sizeof binds);
    ck_assert_ptr_nonnull(model->inverse_binds);
    memcpy(model->inverse_binds, binds, sizeof binds);
    static const jb_influence arm[] = {{1, 1}};
    jb_draw_matrix_add(model, 0, 0);
    jb_draw_matrix_add(model, 0, 2);
    jb_draw_matrix_add(model, 1, jb_envelope_add(model, 1, arm));
    jb_draw_add(model, 0, 0, 0);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = load(job, model);
    ck_assert_ptr_nonnull(scene);
    const ferry_mesh *mesh = &scene->meshes.data[0];
    expect_at(mesh, 0, 1, 2 + 45, 0);          /* the root at rest */
    expect_at(mesh, 1, 2 + 20, 2 + 30, 3 + 8); /* the arm's bind pose, then the nail's own step */
    expect_at(mesh, 2, 3, 2, 6);               /* weighted: model space already */
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------ shared lists */

/* `shapes` shapes, all of which draw the long list of the first. */
static ferry_scene *load_sharing(ferry_job *job, uint32_t shapes) {
    enum { CORNERS = 3000 };
    static jb_corner corners[CORNERS];
    jb_model *model = jb_model_new();
    jb_declare(model, JB_POS, 1, JB_F32, 0);
    for (uint16_t k = 0; k < 4; k++) jb_value(model, JB_POS, (double[]){k, k * k, 1 - k});
    jb_joint_add(model, "root", -1);
    jb_draw_matrix_add(model, 0, 0);
    jb_material_add(model, "plain");
    for (uint16_t k = 0; k < CORNERS; k++) corners[k].index[JB_POS] = k % 4;
    for (uint32_t s = 0; s < shapes; s++) {
        jb_shape_add(model, 0);
        jb_describe(model, s, JB_A_POS, JB_INDEX16);
        jb_packet_add(model, s, 0, 1, (const uint16_t[]){0});
        jb_primitive_add(model, s, JB_TRIANGLES, s ? 3 : CORNERS, corners);
        jb_draw_add(model, 0, 0, s);
    }
    jb_file file = jb_build(model, JB_BMD3);
    size_t places = jb_at(&file, "SHP1.places");
    for (uint32_t s = 1; s < shapes; s++) {
        jb_set32(&file, places + 8 * s, jb_get32(&file, places));
        jb_set32(&file, places + 8 * s + 4, jb_get32(&file, places + 4));
    }
    ferry_scene *scene =
        ferry_load(job, &(ferry_input){.name = "made.bmd", .bytes = {file.data, file.size}}, 1);
    jb_file_free(&file);
    jb_model_free(model);
    return scene;
}

START_TEST(lists_may_be_shared) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = load_sharing(job, 4);
    ck_assert_ptr_nonnull(scene);
    for (uint32_t s = 0; s < 4; s++) {
        ck_assert_uint_eq(scene->meshes.data[s].triangle_count, 1000);
        ck_assert_uint_eq(scene->meshes.data[s].vertex_count, 4);
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(but_not_without_end) {
    ferry_job *job = fy_test_job();
    ck_assert_ptr_null(load_sharing(job, 5));
    const ferry_report *report = ferry_job_report(job);
    ck_assert_uint_eq(report->totals[FERRY_ERROR], 1);
    ck_assert_str_eq(report->data[report->count - 1].code, "j3d.shape-list-reuse");
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("j3d_joints");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, joints_stand_somewhere);
    tcase_add_test(cases, parents_come_first);
    tcase_add_test(cases, joints_without_extent);
    tcase_add_test(cases, repeated_joints_are_added);
    tcase_add_test(cases, placeholders_follow_the_parent);
    tcase_add_test(cases, lists_may_be_shared);
    tcase_add_test(cases, but_not_without_end);
    suite_add_tcase(suite, cases);
    return fy_run_suite(suite);
}
