/* test_t3dm_run.c: bones at several ticks side by side: to the bit what one tick after the other has. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/pose/t3dm_run.h"
#include "helpers.h"

enum { BONES = 6, NODES = BONES + 1 }; /* the first node is no bone */

/* A chain of four, of which the third keeps still in the clip below; and one of two, which keeps still. */
static const uint32_t parents[NODES] = {FERRY_NONE, FERRY_NONE, 1, 2, 3, FERRY_NONE, 5};
static const bool turns_by_quat[NODES] = {false, false, true, false, false, true, false};
static const uint32_t moving[] = {1, 2, 4};

static const float angles[] = {0,     -0.F,   1,     -2.5F, 3.1415927F, 100,    999999.94F, 1e6F,
                               -1e6F, 1.5e6F, -3e7F, 1e30F, NAN,        1e-30F, INFINITY,   -INFINITY};

typedef struct skeleton {
    ferry_job *job;
    ferry_scene scene;
    ferry_node rest[NODES];
    uint32_t nodes[BONES];
    uint16_t bones[NODES];
    fy_t3dm_pose pose;
    fy_t3dm_run run;
    ferry_matrix worlds[FY_T3DM_RUN][BONES]; /* what the run before has, one tick after the other */
    ferry_node at[FY_T3DM_RUN][NODES];
} skeleton;

static float part(uint32_t *random) {
    *random = *random * 1664525 + 1013904223;
    return (float)(*random >> 8) / 4194304 - 2;
}

static ferry_vec3 vector(uint32_t *random) {
    float x = part(random), y = part(random), z = part(random);
    return (ferry_vec3){x, y, z};
}

/* Angles of one tick are one of `angles` at a third of the axes. */
static void pose_node(uint32_t n, uint32_t *random, ferry_node *node) {
    *node = (ferry_node){.name = "", .parent = parents[n], .has_quat = turns_by_quat[n], .visible = true};
    node->translate = vector(random);
    node->scale = vector(random);
    node->euler = vector(random);
    node->quat = (ferry_quat){part(random), part(random), part(random), part(random)};
    float *axes[] = {&node->euler.x, &node->euler.y, &node->euler.z};
    if (*random >> 31) *axes[*random >> 8 & 1] = angles[*random >> 16 & 15];
    if (*random >> 30 == 3) *axes[2] = angles[*random >> 20 & 15];
}

static void open_skeleton(skeleton *of, uint32_t *random) {
    *of = (skeleton){.job = fy_quick_job()};
    of->bones[0] = FY_T3DM_NO_BONE;
    for (uint32_t n = 0; n < NODES; n++) {
        pose_node(n, random, &of->rest[n]);
        if (n) of->nodes[n - 1] = n, of->bones[n] = (uint16_t)(n - 1);
    }
    of->scene.nodes.data = of->rest;
    of->scene.nodes.count = NODES;
    of->pose = (fy_t3dm_pose){.bone_count = BONES, .nodes = of->nodes, .bones = of->bones};
    ck_assert(fy_t3dm_run_open(of->job, &of->scene, &of->pose, &of->run));
    for (int t = 0; t < FY_T3DM_RUN; t++) memcpy(of->at[t], of->rest, sizeof of->rest);
}

/* One tick after the other. */
static void stand_singly(skeleton *of) {
    for (int t = 0; t < FY_T3DM_RUN; t++)
        for (uint32_t b = 0; b < BONES; b++) {
            const ferry_node *node = &of->at[t][b + 1];
            ferry_matrix local = fy_node_local(node);
            of->worlds[t][b] = node->parent == FERRY_NONE
                                   ? local
                                   : fy_matrix_multiply(&of->worlds[t][node->parent - 1], &local);
        }
}

static void expect_same(const skeleton *of) {
    for (uint32_t b = 0; b < BONES; b++) {
        float turns[4][FY_T3DM_RUN];
        fy_t3dm_run_turns(&of->run, b, turns);
        for (uint32_t t = 0; t < FY_T3DM_RUN; t++) {
            const ferry_quat quat = fy_node_quat(&of->at[t][b + 1]);
            const float q[4] = {quat.x, quat.y, quat.z, quat.w};
            const float found[4] = {turns[0][t], turns[1][t], turns[2][t], turns[3][t]};
            const ferry_matrix world = fy_t3dm_run_at(&of->run.worlds[b], t);
            ck_assert_msg(memcmp(found, q, sizeof q) == 0, "bone %u, tick %u: turn", b, t);
            ck_assert_msg(memcmp(&world, &of->worlds[t][b], sizeof world) == 0, "bone %u, tick %u", b, t);
        }
    }
}

static void take_all(skeleton *of) {
    for (uint32_t t = 0; t < FY_T3DM_RUN; t++) fy_t3dm_run_take(&of->run, t, of->at[t]);
    fy_t3dm_run_stand(&of->run);
    stand_singly(of);
}

/* Of the clip: what moves stands otherwise at each tick. */
static void move(skeleton *of, uint32_t *random) {
    for (int t = 0; t < FY_T3DM_RUN; t++)
        for (size_t i = 0; i < sizeof moving / sizeof *moving; i++)
            pose_node(moving[i], random, &of->at[t][moving[i]]);
}

static void follow(skeleton *of, const uint32_t *nodes, uint32_t count) {
    ferry_track tracks[NODES];
    fy_moving_track moves[NODES];
    for (uint32_t i = 0; i < count; i++) {
        tracks[i] = (ferry_track){.target = FERRY_TARGET_TRANSLATE, .object = nodes[i]};
        moves[i] = (fy_moving_track){.track = &tracks[i]};
    }
    fy_t3dm_run_follow(&of->run, &(fy_clip_player){.tracks = moves, .count = count});
}

START_TEST(bones_stand_at_rest) {
    uint32_t random = 1;
    skeleton of;
    open_skeleton(&of, &random);
    fy_t3dm_run_stand(&of.run);
    stand_singly(&of);
    expect_same(&of);
    ferry_close(of.job);
}
END_TEST

START_TEST(bones_stand_as_they_do_one_by_one) {
    uint32_t random = (uint32_t)_i;
    skeleton of;
    open_skeleton(&of, &random);
    follow(&of, moving, sizeof moving / sizeof *moving);
    for (int run = 0; run < 5; run++) {
        move(&of, &random);
        take_all(&of);
        expect_same(&of);
    }
    ferry_close(of.job);
}
END_TEST

/* Runs of a clip look at what it moves alone; what hangs on that is carried along. The first run of the next
 * clip looks at all. */
START_TEST(still_bones_are_looked_at_once) {
    static const bool carried[BONES] = {false, true, true, true, false, false};
    static const uint32_t second = 2;
    uint32_t random = 7;
    skeleton of;
    open_skeleton(&of, &random);
    follow(&of, &second, 1);
    take_all(&of);
    for (int t = 0; t < FY_T3DM_RUN; t++) pose_node(second, &random, &of.at[t][second]);
    ferry_node others[NODES];
    for (uint32_t t = 0; t < FY_T3DM_RUN; t++) {
        memset(others, 0xFF, sizeof others);
        others[second] = of.at[t][second];
        fy_t3dm_run_take(&of.run, t, others);
    }
    fy_t3dm_run_stand(&of.run);
    stand_singly(&of);
    expect_same(&of);
    ck_assert_mem_eq(of.run.carried, carried, sizeof carried);
    fy_t3dm_run_start(&of.run);
    for (int t = 0; t < FY_T3DM_RUN; t++)
        for (uint32_t n = 0; n < NODES; n++) pose_node(n, &random, &of.at[t][n]);
    take_all(&of);
    expect_same(&of);
    ferry_close(of.job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_run");
    TCase *tests = tcase_create("runs");
    tcase_add_test(tests, bones_stand_at_rest);
    tcase_add_loop_test(tests, bones_stand_as_they_do_one_by_one, 0, 50);
    tcase_add_test(tests, still_bones_are_looked_at_once);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
