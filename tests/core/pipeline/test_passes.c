/* test_passes.c: transforms and tidy, and the dumps, on scenes built by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/pipeline/pass_tidy.h"
#include "core/pipeline/pass_transforms.h"
#include "core/scene/scene.h"
#include "helpers.h"

static void add_node(ferry_scene *scene, uint32_t parent, ferry_scale_rule rule, ferry_vec3 scale) {
    float k = (float)scene->nodes.count;
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = ferry_scene_format(scene, "n%g", (double)k),
                         .parent = parent,
                         .scale = scale,
                         .scale_rule = rule,
                         .visible = true,
                         .translate = {1 + k, 2 - k, 0.5f * k},
                         .euler = {0.3f + k, 0.7f * k, -0.2f * k}};
}

/* A chain of five with a branch, every scale uneven. */
static ferry_scene *chain(ferry_job *job, ferry_scale_rule rule) {
    static const ferry_vec3 scales[] = {{1, 2, 3}, {0.5f, 1, 1},  {1, 1, 1},
                                        {2, 2, 2}, {1, 3, 0.25f}, {1, 1, 2}};
    static const uint32_t parents[] = {FERRY_NONE, 0, 1, 2, 3, 1};
    ferry_scene *scene = fy_scene_open(job);
    scene->name = "chain";
    for (int i = 0; i < 6; i++) add_node(scene, parents[i], rule, scales[i]);
    ferry_skin *skin = ferry_append(scene, &scene->skins, ferry_skin);
    *skin = (ferry_skin){.name = "skin", .joint_count = 6};
    skin->joints = ferry_scene_new(scene, ferry_joint, 6);
    for (uint32_t i = 0; i < 6; i++)
        skin->joints[i] = (ferry_joint){.node = i, .inverse_bind = fy_matrix_identity()};
    return scene;
}

static ferry_matrix product(ferry_matrix a, ferry_matrix b) {
    return fy_matrix_multiply(&a, &b);
}

/* World matrices by the formulas themselves, without the library's evaluator. */
static void expected_worlds(const ferry_scene *scene, ferry_matrix *worlds) {
    ferry_matrix unscaled[8];
    ferry_vec3 sums[8];
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        const ferry_node *n = &scene->nodes.data[i];
        bool root = n->parent == FERRY_NONE;
        ferry_vec3 above = root ? (ferry_vec3){1, 1, 1} : sums[n->parent];
        ferry_vec3 up = root ? (ferry_vec3){1, 1, 1} : scene->nodes.data[n->parent].scale;
        ferry_matrix rotation = fy_matrix_euler(n->euler);
        ferry_matrix start = root ? fy_matrix_identity() : worlds[n->parent];
        sums[i] = fy_vec3_mul(above, n->scale);
        if (n->scale_rule == FERRY_SCALE_SOFTIMAGE) {
            start = root ? fy_matrix_identity() : unscaled[n->parent];
            unscaled[i] =
                product(product(start, fy_matrix_translate(fy_vec3_mul(n->translate, above))), rotation);
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
    for (int k = 0; k < 12; k++)
        ck_assert_double_eq_tol(given->m[k / 4][k % 4], expected->m[k / 4][k % 4], 2e-5);
}

START_TEST(transforms_keep_world_matrices) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = chain(job, (ferry_scale_rule)_i);
    ferry_matrix expected[8], given[8], after[16];
    expected_worlds(scene, expected);
    ferry_world_matrices(scene, given);
    ck_assert(fy_pass_transforms(job, scene, &fy_n64_caps));
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

/* Products of floats may be none: the nearest number is taken, and the loss says how far off that is. */
START_TEST(transforms_leave_numbers) {
    static const float scales[][3] = {{1e30F, 2, -1e30F}, {1e-38F, 1e-38F, 1e-38F}, {0, 1e30F, 1}};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = chain(job, (ferry_scale_rule)_i);
        for (uint32_t n = 0; n < 6; n++) {
            scene->nodes.data[n].scale = (ferry_vec3){scales[i][0], scales[i][1], scales[i][2]};
            scene->nodes.data[n].translate = (ferry_vec3){1e30F, -1e30F, 1};
        }
        ck_assert(fy_pass_transforms(job, scene, &fy_n64_caps));
        for (uint32_t n = 0; n < scene->nodes.count; n++) {
            const ferry_node *node = &scene->nodes.data[n];
            const float numbers[] = {node->translate.x, node->translate.y, node->translate.z,
                                     node->scale.x,     node->scale.y,     node->scale.z};
            for (int k = 0; k < 6; k++) ck_assert_msg(isfinite(numbers[k]), "%zu: node %u, %d", i, n, k);
        }
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

START_TEST(transforms_add_nothing_to_uniform_scales) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = chain(job, (ferry_scale_rule)_i);
    for (uint32_t i = 0; i < 6; i++) scene->nodes.data[i].scale = (ferry_vec3){1.5f, 1.5f, 1.5f};
    ferry_matrix expected[8], after[8];
    expected_worlds(scene, expected);
    ck_assert(fy_pass_transforms(job, scene, &fy_n64_caps));
    ck_assert_uint_eq(scene->nodes.count, 6);
    ferry_world_matrices(scene, after);
    for (uint32_t i = 0; i < 6; i++) expect_matrix(&after[i], &expected[i]);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Whatever a vertex has tells where it was before: everything of it moves together. */
static void number_vertices(ferry_scene *scene) {
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->tangents = ferry_scene_new(scene, ferry_vec3, 4);
    mesh->binormals = ferry_scene_new(scene, ferry_vec3, 4);
    mesh->normals = ferry_scene_new(scene, ferry_vec3, 4);
    mesh->uvs[7] = ferry_scene_new(scene, ferry_vec2, 4);
    mesh->colors[1] = ferry_scene_new(scene, ferry_color, 4);
    mesh->position_numbers = ferry_scene_new(scene, uint32_t, 4);
    mesh->normal_numbers = ferry_scene_new(scene, uint32_t, 4);
    mesh->color_numbers[1] = ferry_scene_new(scene, uint32_t, 4);
    ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
    *morph = (ferry_morph){.name = "m", .group = FERRY_NONE, .count = 4, .set = 7};
    morph->vertices = ferry_scene_new(scene, uint32_t, 4);
    morph->positions = ferry_scene_new(scene, ferry_vec3, 4);
    morph->normals = ferry_scene_new(scene, ferry_vec3, 4);
    morph->shifts = ferry_scene_new(scene, ferry_vec2, 4);
    ferry_vertex_color_group *group =
        ferry_append(scene, &scene->vertex_color_groups, ferry_vertex_color_group);
    *group = (ferry_vertex_color_group){.set = 1, .count = 4};
    group->vertices = ferry_scene_new(scene, uint32_t, 4);
    for (uint32_t v = 0; v < 4; v++) {
        float angle = (float)v / 4;
        ferry_vec3 direction = {cosf(angle), sinf(angle), 0};
        mesh->tangents[v] = mesh->binormals[v] = mesh->normals[v] = direction;
        morph->positions[v] = morph->normals[v] = direction;
        mesh->uvs[7][v] = morph->shifts[v] = (ferry_vec2){angle, 0};
        mesh->colors[1][v].b = angle;
        mesh->position_numbers[v] = mesh->normal_numbers[v] = mesh->color_numbers[1][v] = v;
        morph->vertices[v] = group->vertices[v] = v;
    }
}

START_TEST(tidy_keeps_all_that_a_vertex_has) {
    static const uint32_t kept[] = {0, 2, 3};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    number_vertices(scene);
    for (size_t k = 0; k < 6; k++) /* vertex 1 is left over */
        if (mesh->triangles[k] == 1) mesh->triangles[k] = 0;
    ck_assert(fy_pass_tidy(job, scene, &fy_n64_caps));
    ck_assert(ferry_check(job, scene));
    ck_assert_uint_eq(mesh->vertex_count, 3);
    const ferry_morph *morph = &scene->morphs.data[0];
    const ferry_vertex_color_group *group = &scene->vertex_color_groups.data[0];
    ck_assert_uint_eq(morph->count, 3);
    ck_assert_uint_eq(group->count, 3);
    for (uint32_t v = 0; v < 3; v++) {
        float angle = (float)kept[v] / 4;
        const ferry_vec3 *directions[] = {mesh->tangents, mesh->binormals, mesh->normals, morph->positions,
                                          morph->normals};
        for (size_t k = 0; k < 5; k++) ck_assert_float_eq(directions[k][v].y, sinf(angle));
        ck_assert_float_eq(mesh->uvs[7][v].x, angle);
        ck_assert_float_eq(morph->shifts[v].x, angle);
        ck_assert_float_eq(mesh->colors[1][v].b, angle);
        ck_assert_uint_eq(mesh->position_numbers[v], kept[v]);
        ck_assert_uint_eq(mesh->normal_numbers[v], kept[v]);
        ck_assert_uint_eq(mesh->color_numbers[1][v], kept[v]);
        ck_assert_uint_eq(morph->vertices[v], v);
        ck_assert_uint_eq(group->vertices[v], v);
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(tidy_drops_degenerates_and_orphans) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->positions[1] = mesh->positions[0]; /* the first triangle collapses, vertex 1 is left over */
    ck_assert(fy_pass_tidy(job, scene, &fy_n64_caps));
    ck_assert(ferry_check(job, scene));
    ck_assert_uint_eq(mesh->triangle_count, 1);
    ck_assert_uint_eq(mesh->vertex_count, 3);
    ck_assert_uint_eq(mesh->triangles[1], 1);
    ck_assert_float_eq(mesh->positions[1].x, 3);
    ck_assert_float_eq(mesh->positions[2].z, 1);
    fy_expect_report(job, "square: note: 1 of 2 triangles are degenerate (two equal corners) and were "
                          "left out\n");
    scene->draws.data[0].visible = false;
    ck_assert(fy_pass_tidy(job, scene, &fy_n64_caps));
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
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    add_node(scene, 0, FERRY_SCALE_INHERIT, (ferry_vec3){1, 1, 1});
    fy_hang_on_two(scene);
    ferry_bytes text, json;
    ck_assert(ferry_dump(job, scene, &text));
    expect_inside(job, text,
                  "scene name \"square\"\nscene format test\nscene unit 1\nnode \"root\" parent "
                  "-\n"
                  "node \"root\" translate 0 0 0\nnode \"root\" euler 0 0 0\nnode \"root\" scale "
                  "1 1 1\n");
    expect_inside(job, text, "vertex 3 at 0 2 1 weights \"root\" 1\n");
    expect_inside(job, text, "triangle 0 1 2\n");
    ck_assert(ferry_dump_json(job, scene, &json));
    expect_inside(job, json, "\"weight\": 0.75");
    expect_inside(job, json, "\"material\": null");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A triangle of two corners in one place is never seen, unless a morph moves one of the three. */
START_TEST(what_a_morph_opens_stays) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->positions[1] = mesh->positions[0];
    if (_i < 3) {
        ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
        *morph = (ferry_morph){.name = "m", .group = FERRY_NONE, .count = 1};
        morph->vertices = ferry_scene_new(scene, uint32_t, 1);
        morph->positions = ferry_scene_new(scene, ferry_vec3, 1);
        morph->vertices[0] = mesh->triangles[_i];
        morph->positions[0].z = 1;
    }
    ck_assert(fy_pass_tidy(job, scene, &fy_n64_caps) && ferry_check(job, scene));
    ck_assert_uint_eq(mesh->triangle_count, _i < 3 ? 2 : 1);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Where the square's corner at the origin of its node comes to, half a second into the only clip. */
static ferry_vec3 corner_at_half(ferry_job *job, const ferry_scene *scene) {
    ferry_matrix worlds[4];
    const uint32_t clip = 0;
    const ferry_scene *posed = ferry_pose(job, scene, &clip, 1, .5);
    ck_assert(posed && posed->nodes.count <= 4 && ferry_world_matrices(posed, worlds));
    const ferry_matrix *m = &worlds[posed->draws.data[0].node];
    return (ferry_vec3){(float)m->m[0][3], (float)m->m[1][3], (float)m->m[2][3]};
}

/* What hangs on a helper stays in its place, along whichever axis that lies, while a clip turns the node that
 * the helper is merged into. */
START_TEST(merged_helpers_stay_in_place) {
    static double times[] = {0, 1};
    static float angles[] = {0, (float)(FY_PI / 2)}, still[] = {0, 0};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_node *helper = ferry_append(scene, &scene->nodes, ferry_node);
    *helper = scene->nodes.data[0];
    helper->name = "root.pivot";
    helper->parent = 0;
    helper->helper = true;
    (&helper->translate.x)[_i] = 5;
    scene->draws.data[0].node = 1;
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "turn", .kind = "bck", .duration = 1, .rate = 30, .track_count = 3};
    clip->tracks = ferry_scene_new(scene, ferry_track, 3);
    for (uint16_t k = 0; k < 3; k++)
        clip->tracks[k] = (ferry_track){FERRY_TARGET_ROTATE,
                                        0,
                                        0,
                                        k,
                                        FERRY_LINEAR,
                                        1,
                                        2,
                                        times,
                                        k == (_i + 1) % 3 ? angles : still,
                                        NULL,
                                        NULL};
    ferry_vec3 before = corner_at_half(job, scene);
    ck_assert(fy_pass_transforms(job, scene, &fy_n64_caps) && ferry_check(job, scene));
    ferry_vec3 after = corner_at_half(job, scene);
    ck_assert_uint_eq(scene->nodes.count, 1);
    ck_assert_float_eq_tol(fabsf((&before.x)[_i]), 5 * .70711F, 1e-3F);
    for (int k = 0; k < 3; k++) ck_assert_float_eq_tol((&after.x)[k], (&before.x)[k], 1e-3F);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("passes");
    TCase *all = tcase_create("passes");
    tcase_add_loop_test(all, transforms_keep_world_matrices, 0, 3);
    tcase_add_loop_test(all, transforms_leave_numbers, 0, 3);
    tcase_add_loop_test(all, transforms_add_nothing_to_uniform_scales, 0, 3);
    tcase_add_test(all, tidy_keeps_all_that_a_vertex_has);
    tcase_add_test(all, tidy_drops_degenerates_and_orphans);
    tcase_add_test(all, dumps_say_what_a_scene_holds);
    tcase_add_loop_test(all, what_a_morph_opens_stays, 0, 4);
    tcase_add_loop_test(all, merged_helpers_stay_in_place, 0, 3);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
