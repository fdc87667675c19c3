/* test_rigid_bone_gain.c: which bones between joints are worth it (docs/what-is-lost.md, "Skinning"). */
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/bending.h"
#include "core/base/maths.h"
#include "core/pipeline/rigid/pass_rigid.h"
#include "core/scene/scene.h"
#include "helpers.h"

/* Triangles with corners of their own, all in one corner of the square and on the first joint. */
static void add_triangles(ferry_scene *scene, uint32_t count, float side) {
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = (ferry_mesh){.name = "dust", .skin = 0, .vertex_count = 3 * count, .triangle_count = count};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 3 * (size_t)count);
    mesh->influences = ferry_scene_new(scene, uint32_t, 3 * (size_t)count);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 3 * (size_t)count);
    for (uint32_t v = 0; v < 3 * count; v++) {
        mesh->positions[v] = (ferry_vec3){v % 3 == 1 ? side : 0, v % 3 == 2 ? side : 0, 0};
        mesh->triangles[v] = v;
    }
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = (ferry_draw){
        .name = "dust", .mesh = scene->meshes.count - 1, .material = FERRY_NONE, .visible = true};
}

static const struct {
    uint32_t count;
    float side;
    bool made;
} others[] = {
    {12, .01f, true},  /* the square is nearly all that is seen */
    {12, 2, false},    /* it is one of many */
    {300, .01f, false} /* nothing counts more than 16 times */
};

/* A square that is off by a little more than would do if it were alone. */
START_TEST(large_triangles_count_more) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_bent_square(job);
    fy_add_turn(scene);
    ferry_track *turn = &scene->clips.data[0].tracks[2];
    turn->values = ferry_scene_new(scene, float, 2);
    turn->values[1] = .025f;
    add_triangles(scene, others[_i].count, others[_i].side);
    ck_assert(ferry_check(job, scene) && fy_pass_rigid(job, scene, &fy_n64_caps) && ferry_check(job, scene));
    ck_assert_uint_eq(scene->skins.data[0].joint_count, others[_i].made ? 3 : 2);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* What has no area while it is bound counts as a vertex: it may be there to grow. */
START_TEST(what_has_no_area_counts) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_bent_square(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    fy_add_turn(scene);
    for (int v = 0; v < 4; v++) mesh->positions[v] = (ferry_vec3){(float)v, 0, 0};
    if (_i) add_triangles(scene, 1, 1);
    ck_assert(ferry_check(job, scene) && fy_pass_rigid(job, scene, &fy_n64_caps) && ferry_check(job, scene));
    ck_assert_uint_eq(scene->skins.data[0].joint_count, 3);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Three joints, of which the last grows along x to 4. Corners 1 and 2 have the same shares of the first two,
 * and none or an eighth of the third: each needs a bone of its own. */
START_TEST(weights_of_further_joints_tell_bones_apart) {
    static double times[2] = {0, 1};
    static float sizes[2] = {1, 4};
    static const ferry_weight weights[] = {{0, 1}, {0, .5f}, {1, .5f}, {2, .125f}, {0, .4375f}, {1, .4375f}};
    static const ferry_influence influences[] = {{0, 1}, {1, 2}, {3, 3}};
    ferry_job *job = fy_blending_job("8");
    ferry_scene *both[2];
    for (int i = 0; i < 2; i++) {
        ferry_scene *scene = both[i] = fy_bent_square(job);
        ferry_skin *skin = &scene->skins.data[0];
        fy_add_joint(scene);
        fy_add_turn(scene);
        scene->clips.data[0].track_count = 1;
        scene->clips.data[0].tracks[0] =
            (ferry_track){FERRY_TARGET_SCALE, 2, 0, 0, FERRY_LINEAR, 1, 2, times, sizes, NULL, NULL};
        skin->joints = ferry_scene_new(scene, ferry_joint, 3);
        for (uint32_t k = 0; k < 3; k++) skin->joints[k] = (ferry_joint){k, fy_matrix_identity()};
        skin->weights = ferry_scene_new(scene, ferry_weight, 6);
        skin->influences = ferry_scene_new(scene, ferry_influence, 3);
        memcpy(skin->weights, weights, sizeof weights);
        memcpy(skin->influences, influences, sizeof influences);
        skin->joint_count = skin->influence_count = 3;
        skin->weight_count = 6;
        scene->meshes.data[0].influences[1] = 1;
        scene->meshes.data[0].influences[2] = 2;
    }
    ck_assert(ferry_check(job, both[1]) && fy_pass_rigid(job, both[1], &fy_n64_caps) &&
              ferry_check(job, both[1]));
    ck_assert_double_lt(fy_farthest_off(job, both[0], both[1], 0), 1e-3);
    for (int i = 0; i < 2; i++) ferry_scene_free(both[i]);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rigid_bone_gain");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, large_triangles_count_more, 0, sizeof others / sizeof *others);
    tcase_add_loop_test(all, what_has_no_area_counts, 0, 2);
    tcase_add_test(all, weights_of_further_joints_tell_bones_apart);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
