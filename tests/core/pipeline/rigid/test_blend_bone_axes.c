/* test_blend_bone_axes.c: the axes along which bones between joints stretch (docs/what-is-lost.md). */
#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/bending.h"
#include "core/base/maths.h"
#include "core/pipeline/rigid/blend_bone.h"
#include "core/pipeline/rigid/blend_bone_axes.h"
#include "core/pipeline/rigid/pass_rigid.h"
#include "core/scene/scene.h"
#include "helpers.h"

static const ferry_quat askew[] = {{0, 0, 0.5f, 0.8660254f},
                                   {0.3651484f, 0.1825742f, 0.5477226f, 0.7302967f}};

static ferry_matrix turn_of(ferry_quat by) {
    const ferry_node node = {.has_quat = true, .quat = by, .scale = {1, 1, 1}};
    return fy_node_local(&node);
}

static ferry_matrix turned_back(const ferry_matrix *turn) {
    ferry_matrix back;
    ck_assert(fy_matrix_invert(turn, &back));
    return back;
}

/* R D R': what stretches along the axes of R. */
static ferry_matrix stretch_along(ferry_quat axes, float x, float y, float z) {
    const ferry_matrix turn = turn_of(axes), back = turned_back(&turn),
                       scale = fy_matrix_scale((ferry_vec3){x, y, z}),
                       half = fy_matrix_multiply(&scale, &back);
    return fy_matrix_multiply(&turn, &half);
}

/* What is left between axes that `axes` have. */
static double left_between(const ferry_matrix *axes, const ferry_matrix *stretch) {
    const ferry_matrix back = turned_back(axes), half = fy_matrix_multiply(stretch, axes),
                       own = fy_matrix_multiply(&back, &half);
    return fmax(fabs(own.m[0][1]), fmax(fabs(own.m[0][2]), fabs(own.m[1][2])));
}

/* A bone that one joint moves, and that the joint makes flat: its turn is a rotation however flat. */
START_TEST(flat_stretches_have_rotations) {
    const ferry_weight weight = {0, 1};
    const fy_blend_bone bone = {.weights = &weight, .count = 1, .parent = FERRY_NONE};
    for (float width = 1e-4F; width > 1e-13F; width /= 10) {
        const ferry_matrix joint = stretch_along(askew[_i], 1, 1, width),
                           turn = fy_blend_bone_mean_of(&bone, NULL, &joint).turn;
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                ck_assert_double_eq_tol(fy_matrix_dot_columns(&turn, a, b), a == b, 1e-5);
    }
}
END_TEST

/* Whatever the stretches are, if they have their axes in common; from any start. */
START_TEST(axes_that_all_poses_share_are_found) {
    static const float sizes[][3] = {{1, 1, 1}, {2, 1, 1}, {3, .5f, 1}, {.2f, 1, 4}};
    const ferry_quat axes = _i == 2 ? (ferry_quat){0, 0, 0.3826834f, 0.9238795f} : askew[_i];
    fy_blend_bone_stretch sum = {{{0}}};
    for (int k = 0; k < 4; k++) {
        const ferry_matrix one = stretch_along(axes, sizes[k][0], sizes[k][1], sizes[k][2]);
        fy_blend_bone_add_stretch(&sum, &one);
    }
    const ferry_matrix found = fy_blend_bone_axes(&sum);
    ck_assert_double_eq_tol(fy_matrix_determinant(&found), 1, 1e-6);
    for (int k = 0; k < 4; k++) {
        const ferry_matrix one = stretch_along(axes, sizes[k][0], sizes[k][1], sizes[k][2]);
        ck_assert_double_lt(left_between(&found, &one), 1e-4);
    }
}
END_TEST

/* Neither what stretches along the axes of bind pose, nor what is no number, nor nothing turns them. */
START_TEST(axes_stay_where_nothing_turns_them) {
    const ferry_matrix same = fy_matrix_identity(), straight = fy_matrix_scale((ferry_vec3){2, 1, 3});
    ferry_matrix endless = stretch_along(askew[1], 3, 1, 1);
    fy_blend_bone_stretch sum = {{{0}}};
    if (_i) {
        endless.m[0][1] = _i == 1 ? NAN : 1e200;
        fy_blend_bone_add_stretch(&sum, &same);
        fy_blend_bone_add_stretch(&sum, &straight);
        fy_blend_bone_add_stretch(&sum, &endless);
    }
    const ferry_matrix found = fy_blend_bone_axes(&sum);
    ck_assert_mem_eq(&found, &same, sizeof found);
}
END_TEST

/* A track of node 1 that goes from 1 at rest to `to`. */
static ferry_track grow(ferry_scene *scene, uint32_t channel, float to) {
    static double times[2] = {0, 1};
    float *values = ferry_scene_new(scene, float, 2);
    values[0] = 1, values[1] = to;
    return (ferry_track){FERRY_TARGET_SCALE, 1, 0, channel, FERRY_LINEAR, 1, 2, times, values, NULL, NULL};
}

/* Joint 1 stands askew and grows to 3 along its x, and shrinks to a half along its y. */
static ferry_scene *growing_square(ferry_job *job, ferry_quat axes) {
    ferry_scene *scene = fy_bent_square(job);
    const ferry_matrix turn = turn_of(axes);
    scene->nodes.data[1].has_quat = true;
    scene->nodes.data[1].quat = axes;
    scene->skins.data[0].joints[1].inverse_bind = turned_back(&turn);
    scene->skins.data[0].weights[1].weight = scene->skins.data[0].weights[2].weight = 0.5f;
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "grow", .kind = "bck", .duration = 1, .rate = 30, .track_count = 2};
    clip->tracks = ferry_scene_new(scene, ferry_track, 2);
    clip->tracks[0] = grow(scene, 0, 3);
    clip->tracks[1] = grow(scene, 1, .5f);
    return scene;
}

/* What hangs by halves on a joint that grows along its own axes is where its weights bring it: one bone is
 * exact, if it has those axes. With those of the model, corners are over a unit off. */
START_TEST(bones_stretch_along_the_joints_axes) {
    ferry_job *job = fy_blending_job("1");
    ferry_scene *scene = growing_square(job, askew[_i]), *before = growing_square(job, askew[_i]);
    ck_assert(ferry_check(job, scene) && fy_pass_rigid(job, scene, &fy_n64_caps) && ferry_check(job, scene));
    ck_assert_uint_eq(scene->skins.data[0].joint_count, 3);
    ck_assert_uint_eq(scene->meshes.data[0].influences[2], 2);
    ck_assert_double_lt(fy_farthest_off(job, before, scene, 0), 1e-4);
    ferry_scene_free(scene);
    ferry_scene_free(before);
    ferry_close(job);
}
END_TEST

/* Joint 1 is turned inside out, and the bone between it and a joint at rest passes zero on its way, halfway
 * between two samples. That is no turn: all other axes stay as they are there. */
START_TEST(bones_pass_zero_without_a_turn) {
    ferry_job *job = fy_blending_job("1");
    ferry_scene *scenes[2];
    for (int i = 0; i < 2; i++) {
        scenes[i] = growing_square(job, (ferry_quat){0, 0, 0, 1});
        ferry_clip *clip = &scenes[i]->clips.data[0];
        clip->track_count = 1;
        clip->tracks[0] = grow(scenes[i], (uint32_t)_i, -15); /* -1 at an eighth of the clip: 7.5 samples */
    }
    ck_assert(fy_pass_rigid(job, scenes[0], &fy_n64_caps) && ferry_check(job, scenes[0]));
    ck_assert_uint_eq(scenes[0]->skins.data[0].joint_count, 3);
    ck_assert_uint_eq(scenes[0]->meshes.data[0].influences[2], 2);
    ck_assert_double_lt(fy_farthest_off(job, scenes[1], scenes[0], 0), 1e-4);
    for (int i = 0; i < 2; i++) ferry_scene_free(scenes[i]);
    ferry_close(job);
}
END_TEST

/* An arm that bends about z draws in along x and y alike: its bone is not turned, as it was. */
START_TEST(bones_keep_axes_that_do) {
    ferry_job *job = fy_blending_job("1");
    ferry_scene *scene = fy_bent_square(job);
    fy_add_turn(scene);
    scene->skins.data[0].weights[1].weight = scene->skins.data[0].weights[2].weight = 0.5f;
    ck_assert(fy_pass_rigid(job, scene, &fy_n64_caps) && ferry_check(job, scene));
    ck_assert_uint_eq(scene->skins.data[0].joint_count, 3);
    const ferry_joint *bone = &scene->skins.data[0].joints[2];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) ck_assert_double_eq_tol(bone->inverse_bind.m[i][k], i == k, 1e-12);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("blend_axes");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, flat_stretches_have_rotations, 0, 2);
    tcase_add_loop_test(all, axes_that_all_poses_share_are_found, 0, 3);
    tcase_add_loop_test(all, axes_stay_where_nothing_turns_them, 0, 3);
    tcase_add_loop_test(all, bones_stretch_along_the_joints_axes, 0, 2);
    tcase_add_loop_test(all, bones_pass_zero_without_a_turn, 0, 2);
    tcase_add_test(all, bones_keep_axes_that_do);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
