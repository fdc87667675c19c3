/* test_passes.c: transforms, rigid and tidy, and the dumps, on scenes built by hand. */
#include "helpers.h"

#include "core/job.h"
#include "core/maths.h"
#include "core/passes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const ferry_caps n64 = {.max_influences = 1, .scale_rules = false, .degenerates = false, .unused = false};

static void add_node(ferry_scene *scene, uint32_t parent, ferry_scale_rule rule, ferry_vec3 scale) {
    float       k = (float)scene->nodes.count;
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = ferry_scene_format(scene, "n%g", (double)k), .parent = parent, .scale = scale,
                         .scale_rule = rule, .visible = true, .translate = {1 + k, 2 - k, 0.5f * k},
                         .euler = {0.3f + k, 0.7f * k, -0.2f * k}};
}

/* A chain of five with a branch, every scale uneven. */
static ferry_scene *chain(ferry_job *job, ferry_scale_rule rule) {
    static const ferry_vec3 scales[] = {{1, 2, 3}, {0.5f, 1, 1}, {1, 1, 1}, {2, 2, 2}, {1, 3, 0.25f}, {1, 1, 2}};
    static const uint32_t   parents[] = {FERRY_NONE, 0, 1, 2, 3, 1};
    ferry_scene            *scene = fy_scene_open(job);
    scene->name = "chain";
    for (int i = 0; i < 6; i++) add_node(scene, parents[i], rule, scales[i]);
    ferry_skin *skin = ferry_append(scene, &scene->skins, ferry_skin);
    *skin = (ferry_skin){.name = "skin", .joint_count = 6};
    skin->joints = ferry_scene_new(scene, ferry_joint, 6);
    for (uint32_t i = 0; i < 6; i++) skin->joints[i] = (ferry_joint){.node = i, .inverse_bind = fy_matrix_identity()};
    return scene;
}

static ferry_matrix product(ferry_matrix a, ferry_matrix b) {
    return fy_matrix_multiply(&a, &b);
}

/* World matrices by the formulas themselves, without the library's evaluator. */
static void expected_worlds(const ferry_scene *scene, ferry_matrix *worlds) {
    ferry_matrix unscaled[8];
    ferry_vec3   sums[8];
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        const ferry_node *n = &scene->nodes.data[i];
        bool              root = n->parent == FERRY_NONE;
        ferry_vec3        above = root ? (ferry_vec3){1, 1, 1} : sums[n->parent];
        ferry_vec3        up = root ? (ferry_vec3){1, 1, 1} : scene->nodes.data[n->parent].scale;
        ferry_matrix      rotation = fy_matrix_euler(n->euler);
        ferry_matrix      start = root ? fy_matrix_identity() : worlds[n->parent];
        sums[i] = fy_vec3_mul(above, n->scale);
        if (n->scale_rule == FERRY_SCALE_SOFTIMAGE) {
            start = root ? fy_matrix_identity() : unscaled[n->parent];
            unscaled[i] = product(product(start, fy_matrix_translate(fy_vec3_mul(n->translate, above))), rotation);
            worlds[i] = product(unscaled[i], fy_matrix_scale(sums[i]));
            continue;
        }
        ferry_matrix m = product(start, fy_matrix_translate(n->translate));
        if (n->scale_rule == FERRY_SCALE_COMPENSATE && !root)
            m = product(m, fy_matrix_scale((ferry_vec3){1 / up.x, 1 / up.y, 1 / up.z}));
        worlds[i] = product(product(m, rotation), fy_matrix_scale(n->scale));
    }
}

static void expect_matrix(const ferry_matrix *given, const ferry_matrix *expected) {
    for (int k = 0; k < 12; k++) ck_assert_double_eq_tol(given->m[k / 4][k % 4], expected->m[k / 4][k % 4], 2e-5);
}

START_TEST(transforms_keep_world_matrices) {
    ferry_job   *job = fy_test_job();
    ferry_scene *scene = chain(job, (ferry_scale_rule)_i);
    ferry_matrix expected[8], given[8], after[16];
    expected_worlds(scene, expected);
    ferry_world_matrices(scene, given);
    ck_assert(fy_pass_transforms(job, scene, &n64));
    ck_assert(ferry_check(job, scene));
    ck_assert_uint_le(scene->nodes.count, 16);
    ferry_world_matrices(scene, after);
    for (uint32_t i = 0; i < 6; i++) {
        expect_matrix(&given[i], &expected[i]);
        expect_matrix(&after[scene->skins.data[0].joints[i].node], &expected[i]);
    }
    for (uint32_t i = 0; i < scene->nodes.count; i++)
        ck_assert_int_eq(scene->nodes.data[i].scale_rule, FERRY_SCALE_INHERIT);
    if (_i != FERRY_SCALE_INHERIT) ck_assert_uint_gt(scene->nodes.count, 6);
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_LOSS], 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(transforms_add_nothing_to_uniform_scales) {
    ferry_job   *job = fy_test_job();
    ferry_scene *scene = chain(job, (ferry_scale_rule)_i);
    for (uint32_t i = 0; i < 6; i++) scene->nodes.data[i].scale = (ferry_vec3){1.5f, 1.5f, 1.5f};
    ferry_matrix expected[8], after[8];
    expected_worlds(scene, expected);
    ck_assert(fy_pass_transforms(job, scene, &n64));
    ck_assert_uint_eq(scene->nodes.count, 6);
    ferry_world_matrices(scene, after);
    for (uint32_t i = 0; i < 6; i++) expect_matrix(&after[i], &expected[i]);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Two joints, the second turned by 90 degrees; corners 1 and 2 hang on both. */
static ferry_scene *weighted(ferry_job *job) {
    ferry_scene *scene = fy_square_scene(job);
    add_node(scene, 0, FERRY_SCALE_INHERIT, (ferry_vec3){1, 1, 1});
    scene->nodes.data[1].translate = (ferry_vec3){0, 0, 0};
    scene->nodes.data[1].euler = (ferry_vec3){0, 0, (float)(FY_PI / 2)};
    ferry_skin *skin = ferry_append(scene, &scene->skins, ferry_skin);
    *skin = (ferry_skin){.name = "skin", .joint_count = 2, .weight_count = 3, .influence_count = 2};
    skin->joints = ferry_scene_new(scene, ferry_joint, 2);
    skin->weights = ferry_scene_new(scene, ferry_weight, 3);
    skin->influences = ferry_scene_new(scene, ferry_influence, 2);
    for (uint32_t i = 0; i < 2; i++) skin->joints[i] = (ferry_joint){.node = i, .inverse_bind = fy_matrix_identity()};
    skin->weights[0] = (ferry_weight){0, 1};
    skin->weights[1] = (ferry_weight){0, 0.25f};
    skin->weights[2] = (ferry_weight){1, 0.75f};
    skin->influences[0] = (ferry_influence){0, 1};
    skin->influences[1] = (ferry_influence){1, 2};
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->skin = 0;
    mesh->influences = ferry_scene_new(scene, uint32_t, 4);
    mesh->influences[1] = mesh->influences[2] = 1;
    return scene;
}

START_TEST(rigid_takes_the_heaviest_and_measures) {
    ferry_job   *job = fy_test_job();
    ferry_scene *scene = weighted(job);
    ck_assert(ferry_check(job, scene));
    ck_assert(fy_pass_rigid(job, scene, &n64));
    ck_assert(ferry_check(job, scene));
    const ferry_mesh *mesh = &scene->meshes.data[0];
    ck_assert_uint_eq(mesh->influences[0], 0);
    ck_assert_uint_eq(mesh->influences[1], 1);
    ck_assert_uint_eq(mesh->influences[2], 1);
    ck_assert_uint_eq(scene->skins.data[0].influences[1].count, 1);
    /* Corner (3,2,0): blended 0.25*(3,2,0) + 0.75*(-2,3,0), on joint 1 alone (-2,3,0): 0.25 * |(5,-1,0)| = 1.2748. At rest
     * the figure is 2.75 high. */
    fy_expect_report(job, "square: loss: skin[0]: 2 of 4 vertices hang on several joints and now on the heaviest; largest shift "
                          "at rest 1.27 units (46 % of height); the joint kept holds 75 % of the weight on average, 75 % at "
                          "least\n");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(rigid_can_take_the_least_shift) {
    ferry_setting_value setting = {"rigid.joint", "least-shift"};
    ferry_options       options = {.size = sizeof options, .settings = &setting, .setting_count = 1};
    ferry_job          *job = ferry_open(&options);
    ferry_scene        *scene = weighted(job);
    /* Joint 1 is heavier, but moved far away at rest. */
    scene->skins.data[0].joints[1].inverse_bind.m[0][3] = 100;
    scene->skins.data[0].weights[1].weight = 0.45f;
    scene->skins.data[0].weights[2].weight = 0.55f;
    ck_assert(fy_pass_rigid(job, scene, &n64));
    ck_assert_uint_eq(scene->meshes.data[0].influences[2], 1); /* 0.45 of the way beats 0.55 */
    ferry_scene_free(scene);
    scene = weighted(job);
    scene->skins.data[0].weights[1].weight = 0.5f;
    scene->skins.data[0].weights[2].weight = 0.5f;
    ck_assert(fy_pass_rigid(job, scene, &n64));
    ck_assert_uint_eq(scene->meshes.data[0].influences[2], 0); /* a draw goes to the lower joint */
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(tidy_drops_degenerates_and_orphans) {
    ferry_job   *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_mesh  *mesh = &scene->meshes.data[0];
    mesh->positions[1] = mesh->positions[0]; /* the first triangle collapses, vertex 1 is left over */
    ck_assert(fy_pass_tidy(job, scene, &n64));
    ck_assert(ferry_check(job, scene));
    ck_assert_uint_eq(mesh->triangle_count, 1);
    ck_assert_uint_eq(mesh->vertex_count, 3);
    ck_assert_uint_eq(mesh->triangles[1], 1);
    ck_assert_float_eq(mesh->positions[1].x, 3);
    ck_assert_float_eq(mesh->positions[2].z, 1);
    fy_expect_report(job, "square: note: 1 of 2 triangles have two corners in one place and are left out\n");
    scene->draws.data[0].visible = false;
    ck_assert(fy_pass_tidy(job, scene, &n64));
    ck_assert_uint_eq(scene->draws.count, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

static void expect_inside(ferry_job *job, ferry_bytes text, const char *part) {
    const char *whole = ferry_job_format(job, "%.*s", (int)text.size, (const char *)text.data);
    ck_assert_msg(strstr(whole, part) != NULL, "no \"%s\" in:\n%s", part, whole);
}

START_TEST(dumps_say_what_a_scene_holds) {
    ferry_job   *job = fy_test_job();
    ferry_scene *scene = weighted(job);
    ferry_bytes  text, json;
    ck_assert(ferry_dump(job, scene, &text));
    expect_inside(job, text, "scene \"square\" format test unit 1\nnode 0 \"root\" parent - translate 0 0 0 euler 0 0 0 "
                             "scale 1 1 1 inherit\n");
    expect_inside(job, text, "  influence 1 0:0.25 1:0.75\n");
    expect_inside(job, text, "  vertex 3 at 0 2 1 influence 0\n  triangle 0 0 1 2\n  triangle 1 0 2 3\n");
    ck_assert(ferry_dump_json(job, scene, &json));
    expect_inside(job, json, "\"weight\": 0.75");
    expect_inside(job, json, "\"material\": null");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("passes");
    TCase *all = tcase_create("passes");
    tcase_add_loop_test(all, transforms_keep_world_matrices, 0, 3);
    tcase_add_loop_test(all, transforms_add_nothing_to_uniform_scales, 0, 3);
    tcase_add_test(all, rigid_takes_the_heaviest_and_measures);
    tcase_add_test(all, rigid_can_take_the_least_shift);
    tcase_add_test(all, tidy_drops_degenerates_and_orphans);
    tcase_add_test(all, dumps_say_what_a_scene_holds);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
