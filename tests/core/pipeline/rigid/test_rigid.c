/* test_rigid.c: which joint a weighted vertex follows, on scenes built by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/bending.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/pipeline/rigid/pass_rigid.h"
#include "core/scene/pose.h"
#include "core/scene/scene.h"
#include "helpers.h"

static void expect_at(ferry_vec3 p, double x, double y) {
    ck_assert_double_eq_tol((double)p.x, x, 1e-6);
    ck_assert_double_eq_tol((double)p.y, y, 1e-6);
    ck_assert_double_eq_tol((double)p.z, 0, 1e-6);
}

START_TEST(rigid_takes_the_heaviest_and_measures) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_bent_square(job);
    ck_assert(ferry_check(job, scene));
    ck_assert(fy_pass_rigid(job, scene, &fy_n64_caps));
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
    ferry_scene *scene = fy_bent_square(job);
    ck_assert(fy_pass_rigid(job, scene, &fy_n64_caps));
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
        scene = fy_bent_square(job);
        scene->skins.data[0].joints[1].inverse_bind.m[0][3] = 100;
        scene->skins.data[0].weights[1].weight = weights[i][0];
        scene->skins.data[0].weights[2].weight = weights[i][1];
        ck_assert(fy_pass_rigid(job, scene, &fy_n64_caps));
        ck_assert_uint_eq(scene->meshes.data[0].influences[2], 0);
        ferry_scene_free(scene);
    }
    ferry_close(job);
}
END_TEST

/* The sum over poses that the pass makes least, written down afresh: no place nearby and not the other joint
 * is better. */
START_TEST(rigid_errs_least_over_all_poses) {
    static const float weights[2][2] = {{0.4f, 0.6f}, {0.7f, 0.3f}};
    for (int i = 0; i < 2; i++) {
        const ferry_setting_value settings[] = {{"rigid.rest-error", "any"}, {"rigid.blend-joints", "none"}};
        ferry_job *job = ferry_open(
            &(ferry_options){.size = sizeof(ferry_options), .settings = settings, .setting_count = 2});
        ferry_scene *scene = fy_bent_square(job);
        fy_add_turn(scene);
        scene->skins.data[0].weights[1].weight = weights[i][0];
        scene->skins.data[0].weights[2].weight = weights[i][1];
        ck_assert(fy_pass_rigid(job, scene, &fy_n64_caps));
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

int main(void) {
    Suite *suite = suite_create("rigid");
    TCase *all = tcase_create("all");
    tcase_add_test(all, rigid_takes_the_heaviest_and_measures);
    tcase_add_test(all, rigid_can_stay_in_bind_pose);
    tcase_add_test(all, rigid_errs_least_over_all_poses);
    tcase_add_test(all, what_is_too_far_from_its_joint_stays);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
