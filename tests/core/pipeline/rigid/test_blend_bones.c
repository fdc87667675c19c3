/* test_blend_bones.c: bones between joints (docs/what-is-lost.md), on scenes built by hand. */
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

/* An arm that bends by 90 degrees; what hangs on both halves alike gets a bone that bends by 45. The note
 * tells how far the farther corner is off with it and without it, in parts of the height, which is 2. */
START_TEST(rigid_makes_bones_between_joints) {
    double off[2], told[2] = {0, 0};
    for (size_t i = 0; i < 2; i++) {
        ferry_job *job = fy_blending_job(i ? "2" : "none");
        ferry_scene *scene = fy_bent_square(job);
        fy_add_turn(scene);
        scene->skins.data[0].weights[1].weight = scene->skins.data[0].weights[2].weight = 0.5f;
        ck_assert(fy_pass_rigid(job, scene, &fy_n64_caps));
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
    ferry_job *job = fy_blending_job("8");
    ferry_scene *scene = fy_square_scene(job);
    for (int i = 0; i < 2; i++) {
        fy_add_joint(scene);
    }
    fy_add_turn(scene);
    for (uint32_t k = 0; k < 3; k++) scene->clips.data[0].tracks[k].object = 2;
    hang_on_three(scene);
    ck_assert(fy_pass_rigid(job, scene, &fy_n64_caps));
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

/* The order of weights does not choose the joints, and a model of no height is told its errors in units. */
START_TEST(bones_lie_between_the_heaviest_joints) {
    ferry_job *job = fy_blending_job("8");
    ferry_scene *scene = fy_bent_square(job);
    fy_add_turn(scene);
    ferry_skin *skin = &scene->skins.data[0];
    for (uint32_t v = 0; v < scene->meshes.data[0].vertex_count; v++)
        scene->meshes.data[0].positions[v].y = scene->meshes.data[0].positions[v].z = 0;
    skin->weights[1].weight = _i ? 0.625f : 0.375f;
    skin->weights[2].weight = 1 - skin->weights[1].weight;
    ck_assert(fy_pass_rigid(job, scene, &fy_n64_caps));
    ck_assert_uint_eq(scene->skins.data[0].joint_count, 3);
    const ferry_message *told = &ferry_job_report(job)->data[0];
    double with[2], without[2];
    ck_assert_str_eq(told->code, "rigid.blend-joints");
    const char *figures = strstr(told->text, "weights is ");
    ck_assert_msg(figures && sscanf(figures,
                                    "weights is %lf units (maximum %lf units), without them %lf units (%lf "
                                    "units)",
                                    &with[0], &with[1], &without[0], &without[1]) == 4,
                  "%s", told->text);
    ck_assert_double_lt(with[1], 1e-3);
    ck_assert_double_gt(without[0], .1);
    ck_assert_double_ge(without[1], without[0]);
    for (uint32_t i = 0; i < ferry_job_report(job)->count; i++)
        ck_assert_ptr_null(strstr(ferry_job_report(job)->data[i].text, "of the height"));
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Of three joints the bone is between the two that weigh most, wherever the light one stands. */
START_TEST(a_light_third_joint_has_no_bone) {
    ferry_job *job = fy_blending_job("1");
    ferry_scene *scene = fy_square_scene(job);
    for (int i = 0; i < 2; i++) fy_add_joint(scene);
    fy_add_turn(scene);
    ferry_skin *skin = add_skin(scene, 6);
    ferry_mesh *mesh = &scene->meshes.data[0];
    const uint32_t light = (uint32_t)_i;
    const uint32_t heavy[2] = {light == 0 ? 1u : 0u, light == 2 ? 1u : 2u};
    for (uint32_t i = 0; i < 3; i++) {
        skin->weights[i] = (ferry_weight){i, 1};
        skin->weights[3 + i] = (ferry_weight){i, i == light ? .1F : i == heavy[0] ? .5F : .4F};
        scene->clips.data[0].tracks[i].object = heavy[1];
    }
    for (uint32_t i = 0; i < 4; i++) {
        skin->influences[i] = i == 3 ? (ferry_influence){3, 3} : (ferry_influence){i, 1};
        mesh->influences[i] = i;
    }
    const char *names[2] = {scene->nodes.data[heavy[0]].name, scene->nodes.data[heavy[1]].name};
    char between[32];
    snprintf(between, sizeof between, "%s+%s", names[0], names[1]);
    ck_assert(fy_pass_rigid(job, scene, &fy_n64_caps));
    ck_assert_uint_eq(scene->nodes.count, 4);
    ck_assert_str_eq(scene->nodes.data[3].name, between);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Corners 0 and 3 hang on the joints 0 and 1, the two between them on 0 and 2, on each by half. */
static ferry_skin *hang_on_pairs(ferry_scene *scene) {
    static const uint32_t joints[4][2] = {{0, 1}, {0, 2}, {0, 2}, {0, 1}};
    static const float halves[4] = {.5f, .5f, .5f, .5f};
    ferry_skin *skin = add_skin(scene, 0);
    fy_hang_corners(scene, joints, halves);
    return skin;
}

START_TEST(pairs_may_share_a_joint) {
    ferry_job *job = fy_blending_job("8");
    ferry_scene *scene = fy_square_scene(job);
    for (uint32_t i = 1; i < 3; i++) {
        fy_add_joint(scene);
        fy_add_turn(scene);
        for (uint32_t k = 0; k < 3; k++) scene->clips.data[i - 1].tracks[k].object = i;
    }
    ferry_skin *skin = hang_on_pairs(scene);
    ferry_mesh *mesh = &scene->meshes.data[0];
    for (uint32_t i = 0; i < 4; i++) mesh->positions[i].x += 1; /* away from where they turn */
    ck_assert(fy_pass_rigid(job, scene, &fy_n64_caps));
    ck_assert_uint_eq(skin->joint_count, 5);
    ck_assert_uint_eq(mesh->influences[0], mesh->influences[3]);
    ck_assert_uint_eq(mesh->influences[1], mesh->influences[2]);
    ck_assert_uint_ne(mesh->influences[0], mesh->influences[1]);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Joint 1 grows along x and y, to `size` times and as much as that, in a clip of one second. */
static void add_growth(ferry_scene *scene, float size, float other) {
    fy_add_turn(scene);
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
        both[i] = fy_bent_square(job);
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
    ck_assert(fy_pass_rigid(job, both[1], &fy_n64_caps));
    ck_assert(ferry_check(job, both[1]));
    ck_assert_uint_eq(both[1]->skins.data[0].joint_count, 4);
    /* At 60 the joint alone is off by 3 units and more. */
    ck_assert_double_lt(fy_farthest_off(job, both[0], both[1], 0), .01);
    for (int i = 0; i < 2; i++) ferry_scene_free(both[i]);
    ferry_close(job);
}
END_TEST

/* Unless asked for, bones are made only for what is off by a thousandth of the size and more. */
START_TEST(bones_are_made_where_they_are_seen) {
    for (int seen = 0; seen < 2; seen++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = fy_bent_square(job);
        fy_add_turn(scene);
        ferry_track *turn = &scene->clips.data[0].tracks[2];
        turn->values = ferry_scene_new(scene, float, 2);
        turn->values[1] = seen ? .02f : .014f; /* a thousandth is .018 */
        ck_assert(fy_pass_rigid(job, scene, &fy_n64_caps));
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
    ferry_job *job = fy_blending_job("100");
    ferry_scene *scene = fy_bent_square(job);
    ferry_skin *skin = &scene->skins.data[0];
    ferry_mesh *mesh = &scene->meshes.data[0];
    fy_add_turn(scene);
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
    ck_assert(ferry_check(job, scene) && fy_pass_rigid(job, scene, &fy_n64_caps) && ferry_check(job, scene));
    ck_assert_uint_le(skin->joint_count, 8);
    if (!wild) ck_assert_uint_eq(skin->joint_count, 8);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* The two heaviest joints hang on each other, the third is above both: the bone hangs on that one, and does
 * not shrink with the others. */
START_TEST(bones_hang_above_all_their_joints) {
    ferry_job *job = fy_blending_job("1");
    ferry_scene *scene = fy_square_scene(job);
    for (int i = 0; i < 2; i++) fy_add_joint(scene);
    scene->nodes.data[2].parent = 1;
    fy_add_turn(scene);
    ferry_skin *skin = add_skin(scene, 3);
    skin->influence_count = 1;
    skin->weights[0] = (ferry_weight){1, 0.4F};
    skin->weights[1] = (ferry_weight){2, 0.35F};
    skin->weights[2] = (ferry_weight){0, 0.25F};
    skin->influences[0] = (ferry_influence){0, 3};
    ck_assert(ferry_check(job, scene) && fy_pass_rigid(job, scene, &fy_n64_caps));
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
        ferry_scene *scene = both[i] = fy_bent_square(job);
        fy_add_turn(scene);
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
    ck_assert(fy_pass_rigid(job, both[1], &fy_n64_caps) && ferry_check(job, both[1]));
    for (uint32_t i = 0; i < 2; i++) {
        ck_assert_uint_eq(both[1]->skins.data[i].joint_count, 3);
        ck_assert_double_lt(fy_farthest_off(job, both[0], both[1], i), .01);
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
        ferry_job *job = asked ? fy_blending_job("1") : fy_test_job();
        ferry_scene *scene = fy_bent_square(job);
        fy_add_turn(scene);
        for (int i = 0; i < 10; i++) {
            ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
            *clip = scene->clips.data[0];
            clip->name = ferry_scene_format(scene, "turn %d", i);
            clip->duration = asked ? 1 : 2000;
        }
        const bool done = ferry_check(job, scene) && fy_pass_rigid(job, scene, &fy_n64_caps);
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

/* Where a clip leaves the joints as they are, a bone between them has one key; in the clip beside it that
 * bends them, one for each tick. */
START_TEST(bones_that_a_clip_leaves_have_one_key) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_bent_square(job);
    for (uint32_t i = 0; i < 2; i++) fy_add_turn(scene);
    ferry_track *held = &scene->clips.data[1].tracks[2];
    scene->clips.data[1].name = "held";
    held->values = ferry_scene_new(scene, float, 2);
    held->values[0] = held->values[1] = .5f;
    ck_assert(fy_pass_rigid(job, scene, &fy_n64_caps) && ferry_check(job, scene));
    ck_assert_uint_eq(scene->nodes.count, 3);
    for (uint32_t c = 0; c < 2; c++) {
        const ferry_clip *clip = &scene->clips.data[c];
        uint32_t most = 0, found = 0;
        for (uint32_t i = 0; i < clip->track_count; i++) {
            if (clip->tracks[i].object != 2) continue;
            found++;
            if (clip->tracks[i].key_count > most) most = clip->tracks[i].key_count;
        }
        ck_assert_uint_eq(found, 7);
        ck_assert_uint_eq(most, c ? 1 : 61);
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Corners 0 and 3 hang on joints 0 and 1, the others on 0 and 2, which turns a fifth as far: of two bones
 * that there might be the one is made that takes more off, whichever of them is listed first. */
START_TEST(the_bone_that_gains_most_is_made) {
    ferry_job *job = fy_blending_job("1");
    ferry_scene *scene = fy_square_scene(job);
    for (uint32_t i = 1; i < 3; i++) {
        fy_add_joint(scene);
        fy_add_turn(scene);
        for (uint32_t k = 0; k < 3; k++) scene->clips.data[i - 1].tracks[k].object = i;
    }
    ferry_track *less = &scene->clips.data[_i].tracks[2];
    less->values = ferry_scene_new(scene, float, 2);
    less->values[1] = .3f;
    ferry_skin *skin = hang_on_pairs(scene);
    ferry_mesh *mesh = &scene->meshes.data[0];
    for (uint32_t i = 0; i < 4; i++) mesh->positions[i] = (ferry_vec3){2, 1 + (float)(i % 2), 0};
    ck_assert(fy_pass_rigid(job, scene, &fy_n64_caps));
    ck_assert_uint_eq(skin->joint_count, 4);
    for (uint32_t i = 0; i < 4; i++) ck_assert_int_eq(mesh->influences[i] == 3, (i % 3 != 0) == (_i == 0));
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* So many vertices that hang on joint 0 by these shares, and on joint 1 by the rest. */
static void hang_by_shares(ferry_scene *scene, const float *shares, uint32_t count) {
    static const uint32_t joints[][2] = {{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1},
                                         {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}};
    ferry_mesh *mesh = &scene->meshes.data[0];
    ck_assert_uint_le(count, sizeof joints / sizeof *joints);
    mesh->vertex_count = count;
    mesh->positions = ferry_scene_new(scene, ferry_vec3, count);
    for (uint32_t v = 0; v < count; v++) mesh->positions[v] = (ferry_vec3){3, 2, (float)v};
    fy_hang_corners(scene, joints, shares);
}

/* Few shares are few bones, however many influences have them: none of these two near ones shares a bone. */
START_TEST(shares_that_many_have_are_few) {
    enum { COUNT = 13 };
    float shares[COUNT];
    for (uint32_t v = 0; v < COUNT; v++) shares[v] = v == 0 ? .9f : v % 2 ? .5f : .52f;
    ferry_job *job = fy_blending_job("100");
    ferry_scene *both[2];
    for (int i = 0; i < 2; i++) {
        both[i] = fy_bent_square(job);
        fy_add_turn(both[i]);
        hang_by_shares(both[i], shares, COUNT);
    }
    ck_assert(fy_pass_rigid(job, both[1], &fy_n64_caps) && ferry_check(job, both[1]));
    ck_assert_uint_eq(both[1]->skins.data[0].joint_count, 5);
    ck_assert_uint_eq(both[1]->meshes.data[0].influences[1], both[1]->meshes.data[0].influences[3]);
    ck_assert_uint_ne(both[1]->meshes.data[0].influences[1], both[1]->meshes.data[0].influences[2]);
    ck_assert_double_lt(fy_farthest_off(job, both[0], both[1], 0), 1e-3);
    for (int i = 0; i < 2; i++) ferry_scene_free(both[i]);
    ferry_close(job);
}
END_TEST

/* Eight shares are more than there are bones for: the two that are nearest have one, which turns as the mean
 * of their vertices does, of which nine have the lower share and one the other. */
START_TEST(a_bone_of_two_shares_turns_as_most_of_its_vertices) {
    enum { COUNT = 16, ALIKE = 9 };
    static const float others[] = {.14f, .3f, .45f, .6f, .7f, .8f, .9f};
    float shares[COUNT];
    for (uint32_t v = 0; v < COUNT; v++) shares[v] = v < ALIKE ? .1f : others[v - ALIKE];
    ferry_job *job = fy_blending_job("100");
    ferry_scene *scene = fy_bent_square(job);
    fy_add_turn(scene);
    hang_by_shares(scene, shares, COUNT);
    for (uint32_t v = 0; v < ALIKE; v++) scene->meshes.data[0].influences[v] = 0;
    ck_assert(fy_pass_rigid(job, scene, &fy_n64_caps) && ferry_check(job, scene));
    const uint32_t bone = scene->meshes.data[0].influences[0];
    ck_assert_uint_ge(bone, 2);
    ck_assert_uint_eq(bone, scene->meshes.data[0].influences[ALIKE]);
    const uint32_t clip = 0;
    const ferry_scene *end = ferry_pose(job, scene, &clip, 1, 1);
    ck_assert_ptr_nonnull(end);
    const ferry_quat turn = end->nodes.data[scene->skins.data[0].joints[bone].node].quat;
    const double mean = (ALIKE * .1 + .14) / (ALIKE + 1); /* of joint 0, which does not turn */
    ck_assert_double_eq_tol(2 * atan2((double)turn.z, (double)turn.w), atan2(1 - mean, mean), 1e-3);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Two meshes of one skin are measured together, and hang on one bone. */
START_TEST(meshes_of_one_skin_share_bones) {
    ferry_job *job = fy_test_job();
    ferry_scene *both[2];
    for (int i = 0; i < 2; i++) {
        ferry_scene *scene = both[i] = fy_bent_square(job);
        fy_add_turn(scene);
        ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
        *mesh = scene->meshes.data[0];
        mesh->positions = ferry_scene_new(scene, ferry_vec3, 4);
        mesh->influences = ferry_scene_new(scene, uint32_t, 4);
        memcpy(mesh->influences, scene->meshes.data[0].influences, 4 * sizeof *mesh->influences);
        for (uint32_t v = 0; v < 4; v++) mesh->positions[v] = (ferry_vec3){(float)v, _i ? 40 : 1, 5};
        for (uint32_t v = 0; v < 4; v++)
            if (_i) scene->meshes.data[0].positions[v] = (ferry_vec3){(float)v / 4096, 0, 0};
        ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
        *draw = scene->draws.data[0];
        draw->mesh = 1;
    }
    ck_assert(fy_pass_rigid(job, both[1], &fy_n64_caps) && ferry_check(job, both[1]));
    ck_assert_uint_eq(both[1]->skins.data[0].joint_count, 3);
    for (uint32_t m = 0; m < 2; m++) ck_assert_double_lt(fy_farthest_off(job, both[0], both[1], m), .01);
    ck_assert_uint_eq(both[1]->meshes.data[1].influences[1], 2);
    for (int i = 0; i < 2; i++) ferry_scene_free(both[i]);
    ferry_close(job);
}
END_TEST

/* Of the first mesh corners bend half with joint 4. Those of the second are off by far more, but the bone
 * that they share brings none of them nearer: half of them follow joint 1, the others joint 3, which go the
 * other way, each by a weight of its own, of which there are too many for as many bones. So the only bone is
 * made for the first. */
START_TEST(each_mesh_is_measured_by_itself) {
    enum { OTHERS = 8 };
    ferry_job *job = fy_blending_job("1");
    ferry_scene *scene = fy_square_scene(job);
    for (int i = 0; i < 4; i++) fy_add_joint(scene);
    fy_add_turn(scene);
    ferry_clip *clip = &scene->clips.data[0];
    ferry_track *tracks = ferry_scene_new(scene, ferry_track, 5);
    for (uint32_t k = 0; k < 5; k++) {
        tracks[k] = clip->tracks[k < 2 ? 0 : k - 2];
        tracks[k].object = k < 2 ? 1 + 2 * k : 4;
        if (k > 1) continue;
        tracks[k].target = FERRY_TARGET_TRANSLATE;
        tracks[k].channel = 2;
        tracks[k].values = ferry_scene_new(scene, float, 2);
        tracks[k].values[1] = k ? -40 : 40;
    }
    clip->tracks = tracks;
    clip->track_count = 5;
    ferry_skin *skin = add_skin(scene, 2 + 3 * OTHERS);
    skin->joint_count = 5;
    skin->joints = ferry_scene_new(scene, ferry_joint, 5);
    for (uint32_t j = 0; j < 5; j++)
        skin->joints[j] = (ferry_joint){.node = j, .inverse_bind = fy_matrix_identity()};
    skin->influence_count = 1 + OTHERS;
    skin->influences = ferry_scene_new(scene, ferry_influence, 1 + OTHERS);
    skin->influences[0] = (ferry_influence){0, 2};
    for (uint32_t k = 0; k < 2; k++) skin->weights[k] = (ferry_weight){4 * k, .5f};
    for (uint32_t v = 0; v < OTHERS; v++) {
        const float third = .2f + .01f * (float)(v / 2);
        ferry_weight *weights = skin->weights + 2 + 3 * v;
        skin->influences[1 + v] = (ferry_influence){2 + 3 * v, 3};
        weights[0] = (ferry_weight){0, (1 - third) / 2};
        weights[1] = (ferry_weight){2, (1 - third) / 2};
        weights[2] = (ferry_weight){v % 2 ? 3 : 1, third};
    }
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = scene->meshes.data[0];
    mesh->vertex_count = OTHERS;
    mesh->influences = ferry_scene_new(scene, uint32_t, OTHERS);
    mesh->positions = ferry_scene_new(scene, ferry_vec3, OTHERS);
    for (uint32_t v = 0; v < OTHERS; v++) {
        mesh->positions[v] = scene->meshes.data[0].positions[v % 4];
        mesh->influences[v] = 1 + v;
    }
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = scene->draws.data[0];
    draw->mesh = 1;
    ck_assert(ferry_check(job, scene) && fy_pass_rigid(job, scene, &fy_n64_caps) && ferry_check(job, scene));
    ck_assert_uint_eq(scene->skins.data[0].joint_count, 6);
    ck_assert_uint_eq(scene->meshes.data[0].influences[2], 5);
    for (uint32_t v = 0; v < OTHERS; v++) ck_assert_uint_lt(scene->meshes.data[1].influences[v], 5);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Bones turn about the lower of their joints, whichever is named first; of two that hang side by side, about
 * the point between both. */
START_TEST(bones_turn_about_their_joints) {
    static const float joints[2][3] = {{5, 6, 7}, {1, 4, 11}};
    ferry_job *job = fy_blending_job("1");
    ferry_scene *scene = fy_bent_square(job);
    fy_add_turn(scene);
    ferry_skin *skin = &scene->skins.data[0];
    const bool beside = _i == 2;
    if (beside) {
        fy_add_joint(scene);
        skin->joints[0].node = 2;
    }
    for (uint32_t k = 0; k < (beside ? 2 : 1); k++) {
        const ferry_vec3 at = {joints[k][0], joints[k][1], joints[k][2]};
        scene->nodes.data[1 + k].translate = at;
        skin->joints[!k].inverse_bind = fy_matrix_translate(fy_vec3_scale(at, -1));
    }
    if (_i == 1) {
        const ferry_joint first = skin->joints[0];
        skin->joints[0] = skin->joints[1];
        skin->joints[1] = first;
    }
    ck_assert(ferry_check(job, scene) && fy_pass_rigid(job, scene, &fy_n64_caps) && ferry_check(job, scene));
    ck_assert_uint_eq(skin->joint_count, 3);
    const ferry_vec3 at = scene->nodes.data[skin->joints[2].node].translate;
    for (int k = 0; k < 3; k++) {
        const float is = k == 0 ? at.x : k == 1 ? at.y : at.z;
        ck_assert_float_eq_tol(is, beside ? (joints[0][k] + joints[1][k]) / 2 : joints[0][k], 1e-5F);
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* What no vertex of several weights asks for is not told of. */
START_TEST(long_clips_of_what_needs_no_bones_are_not_told) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_bent_square(job);
    for (uint32_t v = 0; v < 4; v++) scene->meshes.data[0].influences[v] = 0;
    for (int i = 0; i < 10; i++) {
        fy_add_turn(scene);
        scene->clips.data[i].name = ferry_scene_format(scene, "turn %d", i);
        scene->clips.data[i].duration = 2000;
    }
    ck_assert(ferry_check(job, scene) && fy_pass_rigid(job, scene, &fy_n64_caps));
    ck_assert_uint_eq(ferry_job_report(job)->count, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("blends");
    TCase *all = tcase_create("all");
    tcase_add_test(all, rigid_makes_bones_between_joints);
    tcase_add_test(all, bones_between_joints_are_one_for_each_pair);
    tcase_add_loop_test(all, bones_lie_between_the_heaviest_joints, 0, 2);
    tcase_add_loop_test(all, a_light_third_joint_has_no_bone, 0, 3);
    tcase_add_test(all, pairs_may_share_a_joint);
    tcase_add_loop_test(all, small_weights_of_what_grows_get_bones, 0, 4);
    tcase_add_test(all, bones_are_made_where_they_are_seen);
    tcase_add_loop_test(all, shares_are_few_bones, 0, 4);
    tcase_add_test(all, bones_hang_above_all_their_joints);
    tcase_add_test(all, skins_have_bones_of_their_own);
    tcase_add_test(all, long_clips_have_fewer_bones);
    tcase_add_test(all, bones_that_a_clip_leaves_have_one_key);
    tcase_add_loop_test(all, the_bone_that_gains_most_is_made, 0, 2);
    tcase_add_test(all, shares_that_many_have_are_few);
    tcase_add_test(all, a_bone_of_two_shares_turns_as_most_of_its_vertices);
    tcase_add_loop_test(all, meshes_of_one_skin_share_bones, 0, 2);
    tcase_add_test(all, each_mesh_is_measured_by_itself);
    tcase_add_loop_test(all, bones_turn_about_their_joints, 0, 3);
    tcase_add_test(all, long_clips_of_what_needs_no_bones_are_not_told);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
