/* test_rigid.c: which joint a weighted vertex follows, and bones between joints, on scenes built by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/pipeline/rigid/pass_rigid.h"
#include "core/scene/pose.h"
#include "core/scene/scene.h"
#include "ferry64.h"
#include "ferry64_format.h"
#include "helpers.h"

static const ferry_caps n64 = {
    .max_influences = 1, .scale_rules = false, .degenerates = false, .unused = false};

/* Below node 0, where that is. */
static void add_joint(ferry_scene *scene) {
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = ferry_scene_format(scene, "n%u", scene->nodes.count - 1),
                         .parent = 0,
                         .scale = {1, 1, 1},
                         .visible = true};
}

/* Two joints, the second turned by 90 degrees; corners 1 and 2 hang on both. */
static ferry_scene *weighted(ferry_job *job) {
    ferry_scene *scene = fy_square_scene(job);
    add_joint(scene);
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
        const ferry_setting_value settings[] = {{"rigid.rest-error", "any"}, {"rigid.blend-joints", "none"}};
        ferry_job *job = ferry_open(
            &(ferry_options){.size = sizeof(ferry_options), .settings = settings, .setting_count = 2});
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
        ferry_matrix to = fy_matrix_multiply(&worlds[joint->node], &joint->inverse_bind);
        ferry_vec3 at = fy_matrix_point(&to, mesh->positions[2]);
        double off[2] = {(double)at.x - (3 + 3 * c - 2 * s) / 2, (double)at.y - (2 + 3 * s + 2 * c) / 2};
        sum += off[0] * off[0] + off[1] * off[1];
    }
    return sum;
}

/* With as many bones between joints as that. */
static ferry_job *blending_job(const char *bones) {
    static ferry_setting_value setting; /* looked at while the job lives */
    setting = (ferry_setting_value){"rigid.blend-joints", bones};
    return ferry_open(
        &(ferry_options){.size = sizeof(ferry_options), .settings = &setting, .setting_count = 1});
}

/* An arm that bends by 90 degrees; what hangs on both halves alike gets a bone that bends by 45. The note
 * tells how far the farther corner is off with it and without it, in parts of the height, which is 2. */
START_TEST(rigid_makes_bones_between_joints) {
    double off[2], told[2] = {0, 0};
    for (size_t i = 0; i < 2; i++) {
        ferry_job *job = blending_job(i ? "2" : "none");
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
            ck_assert_ptr_nonnull(strstr(text, "1 bone added between joints; over 25 poses"));
            ck_assert(with && sscanf(with, "(maximum %lf %%)", &told[1]) == 1);
            ck_assert(without && sscanf(without, "without them %*f %% (%lf %%)", &told[0]) == 1);
        }
        off[i] = sqrt(bent_by(job, scene, 24) / 25); /* at rest it is off by nothing */
        ferry_scene_free(scene);
        ferry_close(job);
    }
    for (int i = 0; i < 2; i++) ck_assert_double_eq_tol(told[i], 100 * off[i] / 2, .05);
    /* What half of each joint draws in towards the axis is the bone's scale. */
    ck_assert_double_lt(off[1], 1e-4);
    ck_assert_double_gt(off[0], .1);
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
    ferry_job *job = blending_job("8");
    ferry_scene *scene = fy_square_scene(job);
    for (int i = 0; i < 2; i++) {
        add_joint(scene);
    }
    add_turn(scene);
    for (uint32_t k = 0; k < 3; k++) scene->clips.data[0].tracks[k].object = 2;
    hang_on_three(scene);
    ck_assert(fy_pass_rigid(job, scene, &n64));
    ck_assert(ferry_check(job, scene));
    const uint32_t *influences = scene->meshes.data[0].influences;
    ck_assert_ptr_nonnull(
        strstr(ferry_job_report(job)->data[0].text, "2 bones added between joints; over 25 poses"));
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
    ferry_job *job = blending_job("8");
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
    ferry_job *job = blending_job("8");
    ferry_scene *scene = fy_square_scene(job);
    for (uint32_t i = 1; i < 3; i++) {
        add_joint(scene);
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

/* How far vertices of mesh and skin `of` are off at most at some moments of the clip, now that each hangs on
 * one joint, from where their weights bring them. */
static double farthest_off(ferry_job *job, const ferry_scene *weights, const ferry_scene *one, uint32_t of) {
    double most = 0;
    for (uint32_t moment = 0; moment <= 8; moment++) {
        const uint32_t clip = 0;
        const ferry_scene *poses[] = {ferry_pose(job, weights, &clip, 1, moment / 8.0),
                                      ferry_pose(job, one, &clip, 1, moment / 8.0)};
        ferry_vec3 at[2][4];
        for (int i = 0; i < 2; i++) {
            ferry_matrix worlds[8], joints[8];
            const ferry_mesh *mesh = &poses[i]->meshes.data[of];
            const ferry_skin *skin = &poses[i]->skins.data[of];
            ck_assert_uint_le(poses[i]->nodes.count, 8);
            ck_assert(ferry_world_matrices(poses[i], worlds));
            fy_skin_matrices(poses[i], skin, worlds, joints);
            for (uint32_t v = 0; v < 4; v++) {
                const ferry_matrix to = fy_influence_matrix(skin, mesh->influences[v], joints);
                at[i][v] = fy_matrix_point(&to, mesh->positions[v]);
            }
        }
        for (uint32_t v = 0; v < 4; v++) most = fmax(most, fy_vec3_length(fy_vec3_sub(at[0][v], at[1][v])));
    }
    return most;
}

/* Joint 1 grows along x and y, to `size` times and as much as that, in a clip of one second. */
static void add_growth(ferry_scene *scene, float size, float other) {
    add_turn(scene);
    for (uint32_t k = 0; k < 2; k++) {
        ferry_track *track = &scene->clips.data[0].tracks[k];
        track->target = FERRY_TARGET_SCALE;
        track->values = ferry_scene_new(scene, float, 2);
        track->values[0] = 1;
        track->values[1] = k ? other : size;
    }
    scene->clips.data[0].track_count = 2;
}

/* A petal: nearly all of the weight is that of a joint that stands still, the rest that of one that grows 60
 * times. Each share gets a bone of its own, without being asked for. */
START_TEST(small_weights_of_what_grows_get_bones) {
    static const float sizes[][2] = {{60, 30}, {-20, -10}, {0, 0}, {-20, 1}}; /* the last is mirrored */
    ferry_job *job = fy_test_job();
    ferry_scene *both[2];
    for (int i = 0; i < 2; i++) {
        both[i] = weighted(job);
        ferry_skin *skin = &both[i]->skins.data[0];
        ferry_mesh *mesh = &both[i]->meshes.data[0];
        add_growth(both[i], sizes[_i][0], sizes[_i][1]);
        static const float shares[] = {.94f, .98f};
        skin->weights = ferry_scene_new(both[i], ferry_weight, 4);
        skin->influences = ferry_scene_new(both[i], ferry_influence, 2);
        skin->weight_count = 4, skin->influence_count = 2;
        for (uint32_t k = 0; k < 2; k++) {
            skin->weights[2 * k] = (ferry_weight){0, shares[k]};
            skin->weights[2 * k + 1] = (ferry_weight){1, 1 - shares[k]};
            skin->influences[k] = (ferry_influence){2 * k, 2};
        }
        for (uint32_t v = 0; v < 4; v++) mesh->influences[v] = v % 2;
        ck_assert(ferry_check(job, both[i]));
    }
    ck_assert(fy_pass_rigid(job, both[1], &n64));
    ck_assert(ferry_check(job, both[1]));
    ck_assert_uint_eq(both[1]->skins.data[0].joint_count, 4);
    /* At 60 the joint alone is off by 3 units and more. */
    ck_assert_double_lt(farthest_off(job, both[0], both[1], 0), .01);
    for (int i = 0; i < 2; i++) ferry_scene_free(both[i]);
    ferry_close(job);
}
END_TEST

/* Unless asked for, bones are made only for what is off by a thousandth of the size and more. */
START_TEST(bones_are_made_where_they_are_seen) {
    for (int seen = 0; seen < 2; seen++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = weighted(job);
        add_turn(scene);
        ferry_track *turn = &scene->clips.data[0].tracks[2];
        turn->values = ferry_scene_new(scene, float, 2);
        turn->values[1] = seen ? .2f : .002f;
        ck_assert(fy_pass_rigid(job, scene, &n64));
        ck_assert_uint_eq(scene->skins.data[0].joint_count, seen ? 3 : 2);
        ck_assert_str_eq(ferry_job_report(job)->data[0].code, seen ? "rigid.blend-joints" : "rigid.weights");
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* Many influences of the same two joints, as many shares as bones are made for, one more, and hundreds; and
 * weights whose shares are beyond all that is between both. A memory checker watches. */
START_TEST(shares_are_few_bones) {
    static const uint32_t counts[] = {6, 7, 400, 400};
    const uint32_t count = counts[_i];
    const bool wild = _i == 3;
    ferry_job *job = blending_job("100");
    ferry_scene *scene = weighted(job);
    ferry_skin *skin = &scene->skins.data[0];
    ferry_mesh *mesh = &scene->meshes.data[0];
    add_turn(scene);
    skin->weight_count = 3 * count, skin->influence_count = mesh->vertex_count = count;
    skin->weights = ferry_scene_new(scene, ferry_weight, 3 * (size_t)count);
    skin->influences = ferry_scene_new(scene, ferry_influence, count);
    mesh->influences = ferry_scene_new(scene, uint32_t, count);
    mesh->positions = ferry_scene_new(scene, ferry_vec3, count);
    for (uint32_t v = 0; v < count; v++) {
        const float share = wild ? 0x1p50F : (float)(v + 1) / (float)(count + 1);
        skin->weights[3 * v] = (ferry_weight){0, share};
        skin->weights[3 * v + 1] = (ferry_weight){1, wild ? -0x1p50F : 1 - share};
        skin->weights[3 * v + 2] = (ferry_weight){1, wild};
        skin->influences[v] = (ferry_influence){3 * v, 3};
        mesh->influences[v] = v;
        mesh->positions[v] = (ferry_vec3){3, (float)v / (float)count, 1};
    }
    ck_assert(ferry_check(job, scene) && fy_pass_rigid(job, scene, &n64) && ferry_check(job, scene));
    ck_assert_uint_le(skin->joint_count, 8);
    if (!wild) ck_assert_uint_eq(skin->joint_count, 8);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* The two heaviest joints hang on each other, the third is above both: the bone hangs on that one, and does
 * not shrink with the others. */
START_TEST(bones_hang_above_all_their_joints) {
    ferry_job *job = blending_job("1");
    ferry_scene *scene = fy_square_scene(job);
    for (int i = 0; i < 2; i++) add_joint(scene);
    scene->nodes.data[2].parent = 1;
    add_turn(scene);
    ferry_skin *skin = add_skin(scene, 3);
    skin->influence_count = 1;
    skin->weights[0] = (ferry_weight){1, 0.4F};
    skin->weights[1] = (ferry_weight){2, 0.35F};
    skin->weights[2] = (ferry_weight){0, 0.25F};
    skin->influences[0] = (ferry_influence){0, 3};
    ck_assert(ferry_check(job, scene) && fy_pass_rigid(job, scene, &n64));
    ck_assert_uint_eq(scene->nodes.count, 4);
    ck_assert_uint_eq(scene->nodes.data[3].parent, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Two skins, each with a mesh, the second of which bends less: each gets a bone of its own, and what hangs on
 * it is where its weights bring it. A clip that moves nothing gets no tracks. */
START_TEST(skins_have_bones_of_their_own) {
    ferry_job *job = fy_test_job();
    ferry_scene *both[2];
    for (int i = 0; i < 2; i++) {
        ferry_scene *scene = both[i] = weighted(job);
        add_turn(scene);
        ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
        *mesh = scene->meshes.data[0];
        mesh->skin = 1;
        mesh->positions = ferry_scene_new(scene, ferry_vec3, 4);
        for (uint32_t v = 0; v < 4; v++)
            mesh->positions[v] = fy_vec3_add(scene->meshes.data[0].positions[v], (ferry_vec3){0, 7, 1});
        mesh->influences = ferry_scene_new(scene, uint32_t, 4);
        memcpy(mesh->influences, scene->meshes.data[0].influences, 4 * sizeof *mesh->influences);
        ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
        *draw = scene->draws.data[0];
        draw->mesh = 1;
        ferry_skin *skin = ferry_append(scene, &scene->skins, ferry_skin);
        *skin = scene->skins.data[0];
        skin->weights = ferry_scene_new(scene, ferry_weight, skin->weight_count);
        memcpy(skin->weights, scene->skins.data[0].weights, skin->weight_count * sizeof *skin->weights);
        skin->weights[1].weight = 0.5F, skin->weights[2].weight = 0.5F;
        ferry_clip *still = ferry_append(scene, &scene->clips, ferry_clip);
        *still = (ferry_clip){.name = "still", .kind = "bck", .duration = 1, .rate = 30};
        ck_assert(ferry_check(job, scene));
    }
    ck_assert(fy_pass_rigid(job, both[1], &n64) && ferry_check(job, both[1]));
    for (uint32_t i = 0; i < 2; i++) {
        ck_assert_uint_eq(both[1]->skins.data[i].joint_count, 3);
        ck_assert_double_lt(farthest_off(job, both[0], both[1], i), .01);
    }
    ck_assert_uint_eq(both[1]->nodes.count, 4);
    ck_assert_uint_eq(both[1]->clips.data[1].track_count, 0);
    for (int i = 0; i < 2; i++) ferry_scene_free(both[i]);
    ferry_close(job);
}
END_TEST

/* Hours of clips have no bones between joints unless these are asked for. */
START_TEST(long_clips_have_fewer_bones) {
    for (int asked = 0; asked < 2; asked++) {
        ferry_job *job = asked ? blending_job("1") : fy_test_job();
        ferry_scene *scene = weighted(job);
        add_turn(scene);
        for (int i = 0; i < 10; i++) {
            ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
            *clip = scene->clips.data[0];
            clip->name = ferry_scene_format(scene, "turn %d", i);
            clip->duration = asked ? 1 : 2000;
        }
        const bool done = ferry_check(job, scene) && fy_pass_rigid(job, scene, &n64);
        char *said = fy_report_text(ferry_job_report(job));
        ck_assert_msg(done && (strstr(said, "at most 0 of 16 bones between joints") != NULL) == !asked, "%s",
                      said);
        free(said);
        ck_assert_uint_eq(scene->skins.data[0].joint_count, asked ? 3 : 2);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rigid");
    TCase *all = tcase_create("all");
    tcase_add_test(all, rigid_takes_the_heaviest_and_measures);
    tcase_add_test(all, rigid_can_stay_in_bind_pose);
    tcase_add_test(all, rigid_errs_least_over_all_poses);
    tcase_add_test(all, rigid_makes_bones_between_joints);
    tcase_add_test(all, what_is_too_far_from_its_joint_stays);
    tcase_add_test(all, bones_between_joints_are_one_for_each_pair);
    tcase_add_loop_test(all, bones_lie_between_the_heaviest_joints, 0, 2);
    tcase_add_test(all, pairs_may_share_a_joint);
    tcase_add_loop_test(all, small_weights_of_what_grows_get_bones, 0, 4);
    tcase_add_test(all, bones_are_made_where_they_are_seen);
    tcase_add_loop_test(all, shares_are_few_bones, 0, 4);
    tcase_add_test(all, bones_hang_above_all_their_joints);
    tcase_add_test(all, skins_have_bones_of_their_own);
    tcase_add_test(all, long_clips_have_fewer_bones);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
