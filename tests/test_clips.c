/*
 * test_clips.c: animations: keys and loop modes by hand, poses against an evaluation of the formats' formulas
 * (docs/formats/j3d.md, "Animations", "World matrices") that shares nothing with the library, and which files join.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "builders/fixtures.h"
#include "builders/j3d_anim_builder.h"
#include "core/curve.h"
#include "helpers.h"

#define CLOSE 1e-9

/* -------------------------------------------------------------------------------------------------- by hand */

static double at(const ferry_track *track, double time) {
    double value[4];
    fy_track_at(track, time, value);
    return value[0];
}

START_TEST(keys_become_values) {
    double times[] = {1, 2, 2, 4};
    float values[] = {10, 20, 50, 40}, in[] = {9, 3, 9, -2}, out[] = {6, 9, 0, 9};
    ferry_track track = {.width = 1, .key_count = 4, .times = times, .values = values, .in = in, .out = out};
    track.interpolation = FERRY_HERMITE;
    ck_assert_double_eq(at(&track, -5), 10);
    ck_assert_double_eq(at(&track, 1), 10);
    /* h(1/2) = v0/2 + v1/2 + L (m0 - m1) / 8 */
    ck_assert_double_eq_tol(at(&track, 1.5), 15 + (6 - 3) / 8.0, CLOSE);
    ck_assert_double_eq(at(&track, 2), 50); /* of two at one time the later one holds */
    ck_assert_double_eq_tol(at(&track, 3), 45 + 2 * (0 + 2) / 8.0, CLOSE);
    ck_assert_double_eq(at(&track, 4), 40);
    ck_assert_double_eq(at(&track, 99), 40);
    track.in = track.out = NULL;
    track.interpolation = FERRY_LINEAR;
    ck_assert_double_eq_tol(at(&track, 1.25), 12.5, CLOSE);
    track.interpolation = FERRY_STEP;
    ck_assert_double_eq(at(&track, 1.99), 10);
    ck_assert_double_eq(at(&track, 3.99), 50);
    ck_assert_double_eq(at(&track, 4), 40);
}
END_TEST

/* A quarter turn about x; the second key is the same rotation with all signs turned over. */
START_TEST(quaternions_take_the_shorter_way) {
    double times[] = {0, 1}, value[4], half = sqrt(0.5);
    float values[] = {0, 0, 0, 1, (float)-half, 0, 0, (float)-half};
    ferry_track track = {.target = FERRY_TARGET_ROTATE, .width = 4, .key_count = 2, .times = times, .values = values};
    track.interpolation = FERRY_SLERP;
    fy_track_at(&track, 1.0 / 3, value);
    ck_assert_double_eq_tol(value[0], sin(3.14159265358979 / 12), 1e-7);
    ck_assert_double_eq_tol(value[3], cos(3.14159265358979 / 12), 1e-7);
    track.interpolation = FERRY_NLERP;
    fy_track_at(&track, 0.25, value);
    double x = 0.25 * half, w = 0.75 + 0.25 * half;
    ck_assert_double_eq_tol(value[0], x / sqrt(x * x + w * w), 1e-7);
    ck_assert_double_eq_tol(value[3], w / sqrt(x * x + w * w), 1e-7);
}
END_TEST

START_TEST(loops_go_their_way) {
    ferry_clip clip = {.name = "c", .kind = "k", .duration = 2, .rate = 30};
    const double held = 2 - 0.001 / 30;
    static const double when[] = {0, 0.5, 1.5, 2, 2.5, 4, 5.5};
    const double where[5][7] = {
        {0, 0.5, 1.5, held, held, held, held},
        {0, 0.5, 1.5, 0, 0, 0, 0},
        {0, 0.5, 1.5, 0, 0.5, 0, 1.5},
        {0, 0.5, 1.5, 2, 1.5, 0, 0},
        {0, 0.5, 1.5, 2, 1.5, 0, 1.5},
    };
    for (int mode = 0; mode < 5; mode++)
        for (int i = 0; i < 7; i++) {
            clip.loop = (ferry_loop)mode;
            ck_assert_double_eq_tol(fy_clip_time(&clip, when[i]), where[mode][i], CLOSE);
        }
    clip.duration = 0;
    ck_assert_double_eq(fy_clip_time(&clip, 7), 0);
}
END_TEST

/* ----------------------------------------------------------------------------------------- poses of joints */

typedef struct m4 {
    double m[4][4];
} m4;

static m4 mul(const m4 *a, const m4 *b) {
    m4 out;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            out.m[i][j] = 0;
            for (int k = 0; k < 4; k++) out.m[i][j] += a->m[i][k] * b->m[k][j];
        }
    return out;
}

static m4 diagonal(double x, double y, double z) {
    return (m4){{{x, 0, 0, 0}, {0, y, 0, 0}, {0, 0, z, 0}, {0, 0, 0, 1}}};
}

static m4 moved(const double t[3]) {
    m4 out = diagonal(1, 1, 1);
    for (int i = 0; i < 3; i++) out.m[i][3] = t[i];
    return out;
}

static m4 turned(int axis, double angle) {
    m4 out = diagonal(1, 1, 1);
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    out.m[a][a] = out.m[b][b] = cos(angle);
    out.m[a][b] = -sin(angle);
    out.m[b][a] = sin(angle);
    return out;
}

typedef struct joint_pose {
    double scale[3], angle[3], translate[3];
    m4 frame; /* rule 1: without scale */
    double sum[3];
    m4 world;
} joint_pose;

static void pose_joint(const jb_model *model, const ja_anim *anim, uint32_t number, double frame, joint_pose *poses) {
    joint_pose *p = &poses[number];
    const jb_joint *joint = &model->joints[number];
    bool per_frame = strcmp(anim->kind, "bca1") == 0;
    static const m4 one = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
    const joint_pose root = {.scale = {1, 1, 1}, .sum = {1, 1, 1}, .frame = one, .world = one};
    const joint_pose *up = joint->parent < 0 ? &root : &poses[joint->parent];
    for (int axis = 0; axis < 3; axis++) {
        const ja_track *t = &anim->entries[number].tracks[3 * axis];
        p->scale[axis] = ja_value(&t[0], per_frame, frame, 1);
        p->angle[axis] = ja_value(&t[1], per_frame, frame, 0) * (1 << anim->shift) * 3.14159265358979323846 / 32768;
        p->translate[axis] = ja_value(&t[2], per_frame, frame, 0);
    }
    m4 z = turned(2, p->angle[2]), y = turned(1, p->angle[1]), x = turned(0, p->angle[0]);
    m4 zy = mul(&z, &y), r = mul(&zy, &x), s = diagonal(p->scale[0], p->scale[1], p->scale[2]);
    double by[3];
    for (int i = 0; i < 3; i++) {
        p->sum[i] = up->sum[i] * p->scale[i];
        by[i] = p->translate[i] * up->sum[i];
    }
    if (model->scaling_rule == 1) {
        m4 t = moved(by), local = mul(&t, &r), all = diagonal(p->sum[0], p->sum[1], p->sum[2]);
        p->frame = mul(&up->frame, &local);
        p->world = mul(&p->frame, &all);
        return;
    }
    m4 t = moved(p->translate), middle = one;
    if (model->scaling_rule == 2 && joint->compensate == 1)
        middle = diagonal(1 / up->scale[0], 1 / up->scale[1], 1 / up->scale[2]);
    m4 a = mul(&up->world, &t), b = mul(&a, &middle), c = mul(&b, &r);
    p->world = mul(&c, &s);
}

typedef struct pair {
    const char *model, *anim;
} pair;

static const pair pairs[] = {{"rigid.bmd", "rigid.bck"},
                             {"softimage.bmd", "softimage.bck"},
                             {"maya.bdl", "maya.bck"},
                             {"skinned.bmd", "skinned.bca"}};

static ferry_scene *load_two(ferry_job *job, const char *first, const char *second, ferry_bytes bytes[2]) {
    bytes[0] = fy_read_fixture(first);
    bytes[1] = fy_read_fixture(second);
    ferry_input inputs[2] = {{first, bytes[0]}, {second, bytes[1]}};
    return ferry_load(job, inputs, 2);
}

static void free_two(ferry_bytes bytes[2]) {
    free((void *)(uintptr_t)bytes[0].data);
    free((void *)(uintptr_t)bytes[1].data);
}

/* The frame that a clip shows, by the table of loop modes. */
static double frame_of(const ja_anim *anim, double frame) {
    double n = anim->frames, round = fmod(frame, 2 * n);
    if (anim->loop == 0) return frame < n - 0.001 ? frame : n - 0.001;
    if (anim->loop == 2) return fmod(frame, n);
    if (anim->loop == 3) return frame > 2 * n ? 0 : frame < n ? frame : 2 * n - frame;
    return round < n ? round : 2 * n - round;
}

START_TEST(joints_stand_where_the_formulas_put_them) {
    const pair *p = &pairs[_i];
    ferry_job *job = fy_test_job();
    ferry_bytes bytes[2];
    ferry_scene *scene = load_two(job, p->model, p->anim, bytes);
    jb_model *model = fixture_find(p->model)->make();
    ja_anim *anim = ja_fixture(p->anim);
    ferry_counts counts;
    ck_assert_ptr_nonnull(scene);
    fy_expect_report(job, "");
    ck_assert_uint_eq(scene->clips.count, 1);
    ck_assert(ferry_count(scene, &counts));
    double height = (double)counts.box.max.y - (double)counts.box.min.y, worst = 0;
    for (double frame = 0; frame <= 3.0 * anim->frames; frame += 0.7) {
        joint_pose poses[JA_ENTRIES];
        ferry_matrix worlds[JA_ENTRIES];
        const ferry_scene *posed = ferry_pose(job, scene, (const uint32_t[]){0}, 1, frame / 30);
        ck_assert_ptr_nonnull(posed);
        ck_assert(ferry_check(job, posed));
        ck_assert(ferry_world_matrices(posed, worlds));
        for (uint32_t j = 0; j < model->joint_count; j++) {
            pose_joint(model, anim, j, frame_of(anim, frame), poses);
            const ferry_matrix *world = &worlds[scene->skins.data[0].joints[j].node];
            for (int k = 0; k < 12; k++) {
                double off = fabs(world->m[k / 4][k % 4] - poses[j].world.m[k / 4][k % 4]);
                worst = off > worst ? off : worst;
            }
        }
    }
    ck_assert_msg(worst < 1e-4 * height, "%s: %g off, the model is %g high", p->anim, worst, height);
    free(anim);
    jb_model_free(model);
    ferry_scene_free(scene);
    ferry_close(job);
    free_two(bytes);
}
END_TEST

/* ------------------------------------------------------------------------------------------------- joining */

START_TEST(a_mismatch_tells_both_counts) {
    ferry_job *job = fy_test_job();
    ferry_bytes bytes[2];
    ferry_scene *scene = load_two(job, "skinned.bmd", "maya.bck", bytes);
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_eq(ferry_job_report(job)->count, 1);
    ck_assert_str_eq(ferry_job_report(job)->data[0].code, "j3d.joint-count");
    ferry_scene_free(scene);
    ferry_close(job);
    free_two(bytes);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("clips");
    TCase *tracks = tcase_create("tracks"), *poses = tcase_create("poses"), *files = tcase_create("files");
    tcase_add_test(tracks, keys_become_values);
    tcase_add_test(tracks, quaternions_take_the_shorter_way);
    tcase_add_test(tracks, loops_go_their_way);
    tcase_add_loop_test(poses, joints_stand_where_the_formulas_put_them, 0, sizeof pairs / sizeof *pairs);
    tcase_add_test(files, a_mismatch_tells_both_counts);
    suite_add_tcase(suite, tracks);
    suite_add_tcase(suite, poses);
    suite_add_tcase(suite, files);
    return fy_run_suite(suite);
}
