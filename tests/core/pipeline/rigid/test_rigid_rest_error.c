/*
 * test_rigid_rest_error.c: what hangs on several joints goes to one of them and stays near its place at rest
 * (`rigid.rest-error`), whatever animations want. Places and errors are worked out here, from matrices alone.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/pipeline/passes.h"
#include "core/pipeline/rigid/pass_rigid.h"
#include "core/pipeline/rigid/rest_bound.h"
#include "helpers.h"

static const ferry_caps n64 = {.max_influences = 1, .clips = true, .tracks = ~0U};

enum { POSES = 25 };

/* A scene in all poses that the pass looks at: 24 moments of its only clip, and rest, which is the last. */
typedef struct posed {
    ferry_matrix *worlds[POSES];
} posed;

static ferry_job *job_with(const char *rest) {
    static ferry_setting_value settings[2] = {{"rigid.blend-joints", "none"}}; /* looked at while it lives */
    settings[1] = (ferry_setting_value){"rigid.rest-error", rest};
    return ferry_open(&(ferry_options){
        .size = sizeof(ferry_options), .settings = settings, .setting_count = 1 + (rest != NULL)});
}

static posed pose_all(ferry_job *job, const ferry_scene *scene) {
    posed p;
    uint32_t clip = 0;
    for (int i = 0; i < POSES; i++) {
        double time = scene->clips.data[0].duration * (i + .5) / (POSES - 1);
        const ferry_scene *at = i < POSES - 1 ? ferry_pose(job, scene, &clip, 1, time) : scene;
        p.worlds[i] = ferry_new(job, ferry_matrix, scene->nodes.count);
        ck_assert(at && p.worlds[i] && ferry_world_matrices(at, p.worlds[i]));
    }
    return p;
}

static void carry(const ferry_scene *scene, const ferry_matrix *worlds, uint32_t influence, ferry_vec3 p,
                  double to[3]) {
    const ferry_skin *skin = &scene->skins.data[0];
    const ferry_influence *run = &skin->influences[influence];
    to[0] = to[1] = to[2] = 0;
    for (uint32_t w = run->first; w < run->first + run->count; w++) {
        const ferry_joint *joint = &skin->joints[skin->weights[w].joint];
        ferry_matrix m = fy_matrix_multiply(&worlds[joint->node], &joint->inverse_bind);
        for (int i = 0; i < 3; i++)
            to[i] += (double)skin->weights[w].weight * (m.m[i][0] * (double)p.x + m.m[i][1] * (double)p.y +
                                                        m.m[i][2] * (double)p.z + m.m[i][3]);
    }
}

/* What a vertex was, and what it is. */
typedef struct moved {
    const ferry_scene *was, *is;
    const posed *poses[2];
    uint32_t influences[2];
    ferry_vec3 bind;
} moved;

static double distance(const moved *m, ferry_vec3 now, int pose) {
    double a[3], b[3], sum = 0;
    carry(m->was, m->poses[0]->worlds[pose], m->influences[0], m->bind, a);
    carry(m->is, m->poses[1]->worlds[pose], m->influences[1], now, b);
    for (int i = 0; i < 3; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

static double squares(const moved *m, ferry_vec3 now) {
    double sum = 0;
    for (int i = 0; i < POSES; i++) sum += distance(m, now, i) * distance(m, now, i);
    return sum;
}

/* What is made least: the sum of squares, or what is off at rest and twice the mean over the animation. */
static double cost(const moved *m, ferry_vec3 now, bool bounded) {
    double rest = distance(m, now, POSES - 1), sum = squares(m, now);
    return bounded ? rest + 2 * sqrt((sum - rest * rest) / (POSES - 1)) : sum;
}

/* No place nearby that is within the bound is better. */
static void expect_best(const moved *m, ferry_vec3 now, double bound, double height) {
    double here = cost(m, now, bound < 1e9), step = height / 2000;
    for (int k = 0; k < 27; k++) {
        ferry_vec3 by = {(float)(step * (k % 3 - 1)), (float)(step * (k / 3 % 3 - 1)),
                         (float)(step * (k / 9 - 1))};
        ferry_vec3 there = fy_vec3_add(now, by);
        if (distance(m, there, POSES - 1) > .998 * bound) continue;
        double other = cost(m, there, bound < 1e9);
        ck_assert_msg(other > here * (1 - 1e-6), "%g within %g, here %g", other, bound, here);
    }
}

typedef struct found {
    double rest, squares, height; /* the farthest at rest; the sum of squared errors */
    uint32_t weighted;
} found;

/* The built model whose animation flings weighted vertices about. */
static found convert_skinned(const char *rest) {
    ferry_job *job = job_with(rest);
    ferry_bytes model = fy_read_fixture("skinned.bmd"), clip = fy_read_fixture("skinned.bca");
    const ferry_input inputs[] = {{"skinned.bmd", model}, {"skinned.bca", clip}};
    ferry_scene *was = ferry_load(job, inputs, 2), *is = ferry_load(job, inputs, 2);
    ferry_counts counts;
    ck_assert(was && is && fy_run_passes(job, was, &n64, "transforms") &&
              fy_run_passes(job, is, &n64, "rigid"));
    ck_assert(ferry_count(was, &counts) && was->clips.count == 1);
    posed poses[2] = {pose_all(job, was), pose_all(job, is)};
    found f = {.height = (double)counts.box.max.y - (double)counts.box.min.y};
    double bound = rest && strcmp(rest, "any") ? strtod(rest, NULL) / 100 * f.height : 1e9;
    for (uint32_t i = 0; i < was->meshes.count; i++) {
        const ferry_mesh *a = &was->meshes.data[i], *b = &is->meshes.data[i];
        for (uint32_t v = 0; a->skin == 0 && v < a->vertex_count; v++) {
            moved m = {
                was, is, {&poses[0], &poses[1]}, {a->influences[v], b->influences[v]}, a->positions[v]};
            if (was->skins.data[0].influences[a->influences[v]].count < 2) continue;
            f.weighted++;
            f.rest = fmax(f.rest, distance(&m, b->positions[v], POSES - 1));
            f.squares += squares(&m, b->positions[v]);
            if (rest) expect_best(&m, b->positions[v], bound, f.height);
        }
    }
    ferry_scene_free(was);
    ferry_scene_free(is);
    ferry_close(job);
    free((void *)(uintptr_t)model.data);
    free((void *)(uintptr_t)clip.data);
    return f;
}

START_TEST(rest_is_kept_within_the_bound) {
    found any = convert_skinned("any"), five = convert_skinned("5"), one = convert_skinned("1"),
          none = convert_skinned("0"), usual = convert_skinned(NULL);
    ck_assert_uint_eq(any.weighted, 21);
    ck_assert_double_gt(100 * any.rest, 2 * any.height);
    ck_assert_double_le(100 * five.rest, 5 * five.height);
    ck_assert_double_gt(100 * five.rest, 4.9 * five.height); /* and what it allows is used */
    ck_assert_double_le(100 * one.rest, one.height);
    ck_assert_double_le(none.rest, 1e-5 * none.height);
    ck_assert_double_eq(usual.rest, one.rest);
    ck_assert_double_lt(any.squares, five.squares);
    ck_assert_double_lt(five.squares, one.squares);
    ck_assert_double_lt(one.squares, none.squares);
}
END_TEST

/* Two joints without a parent, the second 5 to the right; corners 1 and 2 hang on both. */
static ferry_scene *two_joints(ferry_job *job, ferry_vec3 first, ferry_vec3 second) {
    ferry_scene *scene = fy_square_scene(job);
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){
        .name = "right", .parent = FERRY_NONE, .translate = {5, 0, 0}, .scale = second, .visible = true};
    scene->nodes.data[0].scale = first;
    fy_hang_on_two(scene);
    return scene;
}

/* A clip of one second in which neither is shrunk. */
static void add_growth(ferry_scene *scene) {
    static double time = 0;
    static float one = 1;
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "grow", .kind = "bck", .duration = 1, .rate = 30, .track_count = 2};
    clip->tracks = ferry_scene_new(scene, ferry_track, 2);
    for (uint32_t k = 0; k < 2; k++)
        clip->tracks[k] =
            (ferry_track){FERRY_TARGET_SCALE, k, 0, 0, FERRY_STEP, 1, 1, &time, &one, NULL, NULL};
}

/* The heavier joint is flat at rest and cannot take its vertices to where they are then: the other one
 * can. */
START_TEST(joint_that_is_shrunk_at_rest_gives_way) {
    for (int i = 0; i < 2; i++) {
        ferry_job *job = job_with(i ? "any" : NULL);
        ferry_scene *scene = two_joints(job, (ferry_vec3){1, 1, 1}, (ferry_vec3){0, 1, 1});
        add_growth(scene);
        ck_assert(fy_pass_rigid(job, scene, &n64) && ferry_check(job, scene));
        const ferry_mesh *mesh = &scene->meshes.data[0];
        ck_assert_uint_eq(mesh->influences[2], i ? 1 : 0);
        ck_assert_uint_eq(ferry_job_report(job)->count, 1);
        /* A quarter of (3, 2), and three of (5, 2). */
        if (!i) ck_assert_double_eq_tol((double)mesh->positions[2].x, 4.5, .02);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* No joint comes near: the nearest at rest takes them, and it is told by how much they are off. */
START_TEST(rest_decides_where_no_joint_keeps_it) {
    for (int clips = 0; clips < 2; clips++) {
        ferry_job *job = job_with(NULL);
        ferry_scene *scene = two_joints(job, (ferry_vec3){0, 1, 1}, (ferry_vec3){0, 1, 1});
        if (clips) add_growth(scene);
        ck_assert(fy_pass_rigid(job, scene, &n64) && ferry_check(job, scene));
        const ferry_mesh *mesh = &scene->meshes.data[0];
        ck_assert_uint_eq(mesh->influences[1], 1);
        ck_assert_uint_eq(mesh->influences[2], 1);
        ck_assert_double_eq_tol((double)mesh->positions[2].y, 2, 1e-5);
        const ferry_message *told = &ferry_job_report(job)->data[1];
        ck_assert_str_eq(told->code, "rigid.rest-error");
        ck_assert_str_eq(told->text, "2 vertices differ at rest by more than 1 % of the height, by up to "
                                     "1.25 units (62 %): none of their joints comes closer");
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

static double random_number(uint32_t *seed) {
    *seed = *seed * 1664525 + 1013904223;
    return (*seed >> 8) / 8388608.0 - 1;
}

static ferry_matrix random_matrix(uint32_t *seed) {
    ferry_matrix m;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) m.m[i][k] = random_number(seed);
    return m;
}

/* By how much squared errors grow from one place to another, by the sum of A'A of all poses. */
static double growth_of(const ferry_matrix *sum, const ferry_matrix *from, const ferry_matrix *to,
                        ferry_vec3 bind) {
    double by[3] = {0}, growth = 0;
    const double at[4] = {(double)bind.x, (double)bind.y, (double)bind.z, 1};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) by[i] += (to->m[i][k] - from->m[i][k]) * at[k];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) growth += by[i] * sum->m[i][k] * by[k];
    return growth;
}

/* The share that halving finds, one place after the other worked out whole. */
static double plain_share(const fy_rest_ways *w, const ferry_matrix *sum, const ferry_matrix *place,
                          const ferry_matrix *off, ferry_vec3 bind, const fy_rest_limit *limit) {
    double low = 0, high = 1;
    for (int i = 0; i <= 48; i++) {
        const double share = i ? (low + high) / 2 : 0, rest = fy_rest_distance(w, off, bind, share);
        const ferry_matrix there = fy_rest_place(w, place, off, share);
        const double squares = limit->squares + growth_of(sum, place, &there, bind) - rest * rest;
        const double others = squares > 0 ? sqrt(squares * (limit->poses - 1)) : 0;
        const bool too_far = rest > limit->most || 2 * rest < (1 - share) * others;
        if (!i && !too_far) return 0;
        if (i) *(too_far ? &low : &high) = share;
    }
    return high;
}

/* Joints that hardly move some ways, and bounds from wide to narrow. */
START_TEST(shares_are_those_that_halving_finds) {
    uint32_t seed = 1, none = 0, some = 0, all = 0;
    for (int i = 0; i < 2000; i++) {
        enum { OTHERS = 12 };
        const ferry_matrix joint = random_matrix(&seed), place = random_matrix(&seed),
                           wanted = random_matrix(&seed);
        const double moves = i % 3 ? 1 : 1e-3;
        ferry_matrix sum = {{{0}}};
        for (int pose = 0; pose <= OTHERS; pose++) {
            const ferry_matrix a = pose ? random_matrix(&seed) : joint;
            for (int row = 0; row < 3; row++)
                for (int k = 0; k < 9; k++)
                    sum.m[k / 3][k % 3] += a.m[row][k / 3] * a.m[row][k % 3] / (pose ? moves : 1);
        }
        const fy_rest_ways ways = fy_rest_ways_of(&joint, &sum);
        const ferry_matrix off = fy_rest_off(&ways, &place, &wanted);
        const ferry_vec3 bind = {(float)random_number(&seed), 2, -1};
        const double rest = fy_rest_distance(&ways, &off, bind, 0), by = 1 + random_number(&seed),
                     worse = 2 * by * by * by * by;
        const fy_rest_limit limit = {rest * (1.1 + random_number(&seed)), rest * rest * (1 + worse),
                                     OTHERS + 1, HUGE_VAL};
        const double share = fy_rest_share(&ways, &off, bind, &limit),
                     plain = plain_share(&ways, &sum, &place, &off, bind, &limit);
        ck_assert_double_eq_tol(share, plain, 1e-9);
        ck_assert_double_eq_tol((1 - share) / (1 - plain + 1e-9), (1 - plain) / (1 - plain + 1e-9), 1e-3);
        none += share == 0, some += share > 0 && share < 1, all += share == 1;
    }
    ck_assert_msg(none > 20 && some > 200 && all > 10, "%u %u %u", none, some, all);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rigid_rest_error");
    TCase *all = tcase_create("rest");
    tcase_add_test(all, rest_is_kept_within_the_bound);
    tcase_add_test(all, joint_that_is_shrunk_at_rest_gives_way);
    tcase_add_test(all, rest_decides_where_no_joint_keeps_it);
    tcase_add_test(all, shares_are_those_that_halving_finds);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
