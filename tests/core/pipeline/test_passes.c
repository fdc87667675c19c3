/* test_passes.c: transforms, rigid and tidy, and the dumps, on scenes built by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/pipeline/rigid/pass_rigid.h"
#include "core/pipeline/pass_tidy.h"
#include "core/pipeline/pass_transforms.h"
#include "core/scene/scene.h"
#include "ferry64.h"
#include "ferry64_format.h"
#include "helpers.h"

static const ferry_caps n64 = {
    .max_influences = 1, .scale_rules = false, .degenerates = false, .unused = false};

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
        ck_assert(fy_pass_transforms(job, scene, &n64));
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
    fy_hang_on_two(scene);
    return scene;
}

static void expect_at(ferry_vec3 p, double x, double y) {
    ck_assert_double_eq_tol((double)p.x, x, 1e-6);
    ck_assert_double_eq_tol((double)p.y, y, 1e-6);
    ck_assert_double_eq_tol((double)p.z, 0, 1e-6);
}

START_TEST(rigid_takes_the_heaviest_and_measures) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = weighted(job);
    ck_assert(ferry_check(job, scene));
    ck_assert(fy_pass_rigid(job, scene, &n64));
    ck_assert(ferry_check(job, scene));
    const ferry_mesh *mesh = &scene->meshes.data[0];
    ck_assert_uint_eq(mesh->influences[0], 0);
    ck_assert_uint_eq(mesh->influences[1], 1);
    ck_assert_uint_eq(mesh->influences[2], 1);
    ck_assert_uint_eq(scene->skins.data[0].influences[1].count, 1);
    /* Corner (3,2,0) at rest: 0.25*(3,2,0) + 0.75*(-2,3,0) = (-0.75,2.75,0), which joint 1, turned by 90
     * degrees, makes of (2.75,0.75,0): 1.27 = |(0.25,1.25,0)| away. */
    expect_at(mesh->positions[2], 2.75, 0.75);
    fy_expect_report(job, "square: loss: skin[0]: 2 of 4 vertices have several weights and are now bound "
                          "to the joint with the smallest error; maximum error at rest 0 units (0 % of "
                          "the height), in bind pose 1.27 units; the chosen joint has 75 % of the weight "
                          "on average, at least 75 %\n");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(rigid_can_stay_in_bind_pose) {
    ferry_setting_value setting = {"rigid.fit", "bind"};
    ferry_options options = {.size = sizeof options, .settings = &setting, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = weighted(job);
    ck_assert(fy_pass_rigid(job, scene, &n64));
    expect_at(scene->meshes.data[0].positions[2], 3, 2);
    /* Corner (3,2,0): blended as above, on joint 1 alone (-2,3,0): 0.25 * |(5,-1,0)| = 1.2748. At rest the
     * figure is 2.75 high. */
    fy_expect_report(job, "square: loss: skin[0]: 2 of 4 vertices have several weights and are now bound "
                          "to the joint with the smallest error; maximum error at rest 1.27 units (46 % "
                          "of the height), in bind pose 0 units; the chosen joint has 75 % of the weight "
                          "on average, at least 75 %\n");
    ferry_scene_free(scene);
    /* Joint 1 is heavier, but moved far away at rest: 0.45 of the way beats 0.55. Of equal errors the lower
     * joint's wins. */
    static const float weights[2][2] = {{0.55f, 0.45f}, {0.5f, 0.5f}};
    for (int i = 0; i < 2; i++) {
        scene = weighted(job);
        scene->skins.data[0].joints[1].inverse_bind.m[0][3] = 100;
        scene->skins.data[0].weights[1].weight = weights[i][0];
        scene->skins.data[0].weights[2].weight = weights[i][1];
        ck_assert(fy_pass_rigid(job, scene, &n64));
        ck_assert_uint_eq(scene->meshes.data[0].influences[2], 0);
        ferry_scene_free(scene);
    }
    ferry_close(job);
}
END_TEST

/* Joint 1 turns about z from 0 to 90 degrees in a clip of one second; at rest it is not turned. */
static void add_turn(ferry_scene *scene) {
    static double times[2] = {0, 1};
    static float angles[3][2] = {{0, 0}, {0, 0}, {0, (float)(FY_PI / 2)}};
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "turn", .kind = "bck", .duration = 1, .rate = 30, .track_count = 3};
    clip->tracks = ferry_scene_new(scene, ferry_track, 3);
    for (uint32_t k = 0; k < 3; k++)
        clip->tracks[k] =
            (ferry_track){FERRY_TARGET_ROTATE, 1, 0, k, FERRY_LINEAR, 1, 2, times, angles[k], NULL, NULL};
    scene->nodes.data[1].euler = (ferry_vec3){0, 0, 0};
}

/* The sum over poses that the pass makes least, written down afresh: no place nearby and not the other joint
 * is better. */
START_TEST(rigid_errs_least_over_all_poses) {
    static const float weights[2][2] = {{0.4f, 0.6f}, {0.7f, 0.3f}};
    for (int i = 0; i < 2; i++) {
        const ferry_setting_value any = {"rigid.rest-error", "any"};
        ferry_job *job =
            ferry_open(&(ferry_options){.size = sizeof(ferry_options), .settings = &any, .setting_count = 1});
        ferry_scene *scene = weighted(job);
        add_turn(scene);
        scene->skins.data[0].weights[1].weight = weights[i][0];
        scene->skins.data[0].weights[2].weight = weights[i][1];
        ck_assert(fy_pass_rigid(job, scene, &n64));
        ck_assert(ferry_check(job, scene));
        const ferry_mesh *mesh = &scene->meshes.data[0];
        ck_assert_uint_eq(mesh->influences[2], weights[i][0] < weights[i][1]);
        ck_assert_ptr_nonnull(strstr(ferry_job_report(job)->data[0].text, "over 25 poses"));
        double least[2] = {1e9, 1e9};
        for (int joint = 0; joint < 2; joint++)
            for (int step = 0; step < 9; step++) {
                double at[2] = {3, 2}, sum = 0;
                if ((uint32_t)joint == mesh->influences[2]) {
                    at[0] = (double)mesh->positions[2].x + .01 * (step % 3 - 1);
                    at[1] = (double)mesh->positions[2].y + .01 * (step / 3 - 1);
                }
                for (int pose = 0; pose < 25; pose++) {
                    double angle = pose == 24 ? 0 : (pose + .5) / 24 * FY_PI / 2, c = cos(angle),
                           s = sin(angle);
                    double want[2] = {(double)weights[i][0] * 3 + (double)weights[i][1] * (3 * c - 2 * s),
                                      (double)weights[i][0] * 2 + (double)weights[i][1] * (3 * s + 2 * c)};
                    double got[2] = {joint ? at[0] * c - at[1] * s : at[0],
                                     joint ? at[0] * s + at[1] * c : at[1]};
                    sum += (got[0] - want[0]) * (got[0] - want[0]) + (got[1] - want[1]) * (got[1] - want[1]);
                }
                if (step == 4 && (uint32_t)joint == mesh->influences[2])
                    least[0] = sum;
                else if (sum < least[1])
                    least[1] = sum;
            }
        ck_assert_double_lt(least[0], least[1]);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* How far corner 2 is from half of each joint at the middles of so many equal parts of the clip: the sum of
 * squares. */
static double bent_by(ferry_job *job, const ferry_scene *scene, uint32_t parts) {
    double sum = 0;
    for (uint32_t k = 0; k < parts; k++) {
        uint32_t clip = 0;
        double time = (k + .5) / parts, angle = time * FY_PI / 2, c = cos(angle), s = sin(angle);
        const ferry_scene *posed = ferry_pose(job, scene, &clip, 1, time);
        const ferry_skin *skin = &scene->skins.data[0];
        const ferry_mesh *mesh = &scene->meshes.data[0];
        const ferry_joint *joint = &skin->joints[mesh->influences[2]];
        ferry_matrix worlds[3];
        ck_assert(posed && ferry_world_matrices(posed, worlds));
        ferry_matrix to = product(worlds[joint->node], joint->inverse_bind);
        ferry_vec3 at = fy_matrix_point(&to, mesh->positions[2]);
        double off[2] = {(double)at.x - (3 + 3 * c - 2 * s) / 2, (double)at.y - (2 + 3 * s + 2 * c) / 2};
        sum += off[0] * off[0] + off[1] * off[1];
    }
    return sum;
}

/* An arm that bends by 90 degrees; what hangs on both halves alike gets a bone that bends by 45. The note
 * tells how far the farther corner is off with it and without it, in parts of the height, which is 2. */
START_TEST(rigid_makes_bones_between_joints) {
    const ferry_setting_value setting = {"rigid.blend-joints", "2"};
    double off[2], told[2] = {0, 0};
    for (size_t i = 0; i < 2; i++) {
        ferry_job *job = ferry_open(
            &(ferry_options){.size = sizeof(ferry_options), .settings = &setting, .setting_count = i});
        ferry_scene *scene = weighted(job);
        add_turn(scene);
        scene->skins.data[0].weights[1].weight = scene->skins.data[0].weights[2].weight = 0.5f;
        ck_assert(fy_pass_rigid(job, scene, &n64));
        ck_assert(ferry_check(job, scene));
        ck_assert_uint_eq(scene->nodes.count, 2 + i);
        ck_assert_uint_eq(scene->skins.data[0].joint_count, 2 + i);
        if (i) {
            ck_assert_uint_eq(scene->meshes.data[0].influences[2], 2);
            ck_assert_uint_eq(scene->nodes.data[2].parent, 0);
            ck_assert_ptr_nonnull(strstr(scene->nodes.data[2].name, "+"));
            ck_assert_str_eq(ferry_job_report(job)->data[0].code, "rigid.blend-joints");
            const char *text = ferry_job_report(job)->data[0].text, *with = strstr(text, "(maximum "),
                       *without = strstr(text, "without them ");
            ck_assert_ptr_nonnull(strstr(text, "1 bone added between two joints; over 25 poses"));
            ck_assert(with && sscanf(with, "(maximum %lf %%)", &told[1]) == 1);
            ck_assert(without && sscanf(without, "without them %*f %% (%lf %%)", &told[0]) == 1);
        }
        off[i] = sqrt(bent_by(job, scene, 24) / 25); /* at rest it is off by nothing */
        ferry_scene_free(scene);
        ferry_close(job);
    }
    for (int i = 0; i < 2; i++) ck_assert_double_eq_tol(told[i], 100 * off[i] / 2, .05);
    /* Not to nothing: half of each joint draws what bends in towards the axis. */
    ck_assert_double_lt(off[1], off[0] / 2);
}
END_TEST

/* Vertices whose place on their joint no number holds stay as in bind pose: a file of the fuzzers'. */
START_TEST(what_is_too_far_from_its_joint_stays) {
    ferry_bytes bytes = fy_read_fixture("crashes/j3d-far-from-its-joint.bmd");
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = ferry_load(job, &(ferry_input){"far.bmd", bytes}, 1);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL) && ferry_check(job, scene));
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* On nodes 0 to 2, bound where the mesh is; an influence for each corner, to be filled in. */
static ferry_skin *add_skin(ferry_scene *scene, uint32_t weight_count) {
    ferry_skin *skin = ferry_append(scene, &scene->skins, ferry_skin);
    *skin =
        (ferry_skin){.name = "skin", .joint_count = 3, .weight_count = weight_count, .influence_count = 4};
    skin->joints = ferry_scene_new(scene, ferry_joint, 3);
    skin->weights = ferry_scene_new(scene, ferry_weight, weight_count);
    skin->influences = ferry_scene_new(scene, ferry_influence, 4);
    scene->meshes.data[0].skin = 0;
    scene->meshes.data[0].influences = ferry_scene_new(scene, uint32_t, 4);
    for (uint32_t i = 0; i < 3; i++)
        skin->joints[i] = (ferry_joint){.node = i, .inverse_bind = fy_matrix_identity()};
    return skin;
}

/* Corners 1 and 3 hang on joints 0 and 2, corner 2, listed between them, on joints 1 and 2. */
static void hang_on_three(ferry_scene *scene) {
    static const uint32_t joints[] = {0, 0, 2, 1, 2, 0, 2};
    ferry_skin *skin = add_skin(scene, 7);
    ferry_mesh *mesh = &scene->meshes.data[0];
    for (uint32_t i = 0; i < 7; i++) skin->weights[i] = (ferry_weight){joints[i], i ? 0.5f : 1};
    for (uint32_t i = 0; i < 4; i++) {
        skin->influences[i] = i ? (ferry_influence){2 * i - 1, 2} : (ferry_influence){0, 1};
        mesh->influences[i] = i;
    }
}

START_TEST(bones_between_joints_are_one_for_each_pair) {
    const ferry_setting_value setting = {"rigid.blend-joints", "8"};
    ferry_job *job =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .settings = &setting, .setting_count = 1});
    ferry_scene *scene = fy_square_scene(job);
    for (int i = 0; i < 2; i++) {
        add_node(scene, 0, FERRY_SCALE_INHERIT, (ferry_vec3){1, 1, 1});
        scene->nodes.data[1 + i].translate = scene->nodes.data[1 + i].euler = (ferry_vec3){0, 0, 0};
    }
    add_turn(scene);
    for (uint32_t k = 0; k < 3; k++) scene->clips.data[0].tracks[k].object = 2;
    hang_on_three(scene);
    ck_assert(fy_pass_rigid(job, scene, &n64));
    ck_assert(ferry_check(job, scene));
    const uint32_t *influences = scene->meshes.data[0].influences;
    ck_assert_ptr_nonnull(
        strstr(ferry_job_report(job)->data[0].text, "2 bones added between two joints; over 25 poses"));
    ck_assert_uint_eq(scene->skins.data[0].joint_count, 5);
    ck_assert_uint_eq(influences[1], influences[3]);
    ck_assert_uint_ne(influences[1], influences[2]);
    ck_assert_uint_ge(influences[1], 3);
    ck_assert_uint_ge(influences[2], 3);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* The order of weights does not choose the joints, and a model of no height has errors of none. */
START_TEST(bones_lie_between_the_heaviest_joints) {
    const ferry_setting_value setting = {"rigid.blend-joints", "8"};
    ferry_job *job =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .settings = &setting, .setting_count = 1});
    ferry_scene *scene = weighted(job);
    add_turn(scene);
    ferry_skin *skin = &scene->skins.data[0];
    for (uint32_t v = 0; v < scene->meshes.data[0].vertex_count; v++)
        scene->meshes.data[0].positions[v].y = scene->meshes.data[0].positions[v].z = 0;
    skin->weights[1].weight = _i ? 0.625f : 0.375f;
    skin->weights[2].weight = 1 - skin->weights[1].weight;
    ck_assert(fy_pass_rigid(job, scene, &n64));
    ck_assert_uint_eq(scene->skins.data[0].joint_count, 3);
    const ferry_message *told = &ferry_job_report(job)->data[0];
    ck_assert_str_eq(told->code, "rigid.blend-joints");
    ck_assert_ptr_nonnull(
        strstr(told->text, "weights is 0 % of the height (maximum 0 %), without them 0 % (0 %)"));
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Corners 0 and 3 hang on the joints 0 and 1, the two between them on 0 and 2. */
START_TEST(pairs_may_share_a_joint) {
    const ferry_setting_value setting = {"rigid.blend-joints", "8"};
    ferry_job *job =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .settings = &setting, .setting_count = 1});
    ferry_scene *scene = fy_square_scene(job);
    for (uint32_t i = 1; i < 3; i++) {
        add_node(scene, 0, FERRY_SCALE_INHERIT, (ferry_vec3){1, 1, 1});
        scene->nodes.data[i].translate = scene->nodes.data[i].euler = (ferry_vec3){0, 0, 0};
        add_turn(scene);
        for (uint32_t k = 0; k < 3; k++) scene->clips.data[i - 1].tracks[k].object = i;
    }
    ferry_skin *skin = add_skin(scene, 8);
    ferry_mesh *mesh = &scene->meshes.data[0];
    for (uint32_t i = 0; i < 4; i++) {
        skin->weights[2 * i] = (ferry_weight){0, 0.5f};
        skin->weights[2 * i + 1] = (ferry_weight){i % 3 ? 2 : 1, 0.5f};
        skin->influences[i] = (ferry_influence){2 * i, 2};
        mesh->influences[i] = i;
        mesh->positions[i].x += 1; /* away from where they turn */
    }
    ck_assert(fy_pass_rigid(job, scene, &n64));
    ck_assert_uint_eq(skin->joint_count, 5);
    ck_assert_uint_eq(mesh->influences[0], mesh->influences[3]);
    ck_assert_uint_eq(mesh->influences[1], mesh->influences[2]);
    ck_assert_uint_ne(mesh->influences[0], mesh->influences[1]);
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
    ck_assert(fy_pass_tidy(job, scene, &n64));
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
    ck_assert(fy_pass_tidy(job, scene, &n64));
    ck_assert(ferry_check(job, scene));
    ck_assert_uint_eq(mesh->triangle_count, 1);
    ck_assert_uint_eq(mesh->vertex_count, 3);
    ck_assert_uint_eq(mesh->triangles[1], 1);
    ck_assert_float_eq(mesh->positions[1].x, 3);
    ck_assert_float_eq(mesh->positions[2].z, 1);
    fy_expect_report(job, "square: note: 1 of 2 triangles are degenerate (two equal corners) and were "
                          "left out\n");
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
    ferry_job *job = fy_test_job();
    ferry_scene *scene = weighted(job);
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
    ck_assert(fy_pass_tidy(job, scene, &n64) && ferry_check(job, scene));
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
    ck_assert(fy_pass_transforms(job, scene, &n64) && ferry_check(job, scene));
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
    tcase_add_test(all, rigid_takes_the_heaviest_and_measures);
    tcase_add_test(all, rigid_can_stay_in_bind_pose);
    tcase_add_test(all, rigid_errs_least_over_all_poses);
    tcase_add_test(all, rigid_makes_bones_between_joints);
    tcase_add_test(all, what_is_too_far_from_its_joint_stays);
    tcase_add_test(all, bones_between_joints_are_one_for_each_pair);
    tcase_add_loop_test(all, bones_lie_between_the_heaviest_joints, 0, 2);
    tcase_add_test(all, pairs_may_share_a_joint);
    tcase_add_test(all, tidy_keeps_all_that_a_vertex_has);
    tcase_add_test(all, tidy_drops_degenerates_and_orphans);
    tcase_add_test(all, dumps_say_what_a_scene_holds);
    tcase_add_loop_test(all, what_a_morph_opens_stays, 0, 4);
    tcase_add_loop_test(all, merged_helpers_stay_in_place, 0, 3);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
