/* test_visible.c: which draws are seen, against walks from each draw up to its root and poses of a moment. */
#include "helpers.h"

#include "core/scene/visible.h"

enum { NODES = 200, TRACKS = 24, KEYS = 4 };

/* The same numbers each time. */
static uint32_t next(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

/* Mostly chains, so that what switches has much below it; a draw on each node. */
static ferry_scene *open_branches(ferry_job *job, uint32_t *state) {
    ferry_scene *scene = fy_square_scene(job);
    for (uint32_t n = 1; n < NODES; n++) {
        ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
        uint32_t parent = next(state) % 8 ? n - 1 : next(state) % n;
        *node = (ferry_node){.name = "node",
                             .parent = n == NODES / 2 ? FERRY_NONE : parent,
                             .scale = {1, 1, 1},
                             .visible = next(state) % 32 != 0};
        ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
        *draw =
            (ferry_draw){.name = "draw", .node = n, .material = FERRY_NONE, .visible = next(state) % 8 != 0};
    }
    return scene;
}

/* Nodes and draws that go on and off at the same few moments, some of them the scene's first. */
static void add_switching_clip(ferry_scene *scene, uint32_t *state) {
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "clip", .kind = "test", .duration = 8, .rate = 30, .track_count = TRACKS};
    clip->tracks = ferry_scene_new(scene, ferry_track, TRACKS);
    for (uint32_t i = 0; i < TRACKS; i++) {
        ferry_track *track = &clip->tracks[i];
        bool node = i < TRACKS / 2; /* one a node or draw */
        *track = (ferry_track){.target = node ? FERRY_TARGET_NODE_VISIBLE : FERRY_TARGET_DRAW_VISIBLE,
                               .object = i % (TRACKS / 2) * (NODES / (TRACKS / 2)) + next(state) % 8,
                               .width = 1,
                               .key_count = KEYS,
                               .times = ferry_scene_new(scene, double, KEYS),
                               .values = ferry_scene_new(scene, float, KEYS)};
        for (uint32_t k = 0; k < KEYS; k++) {
            track->times[k] = 2.0 * k;
            track->values[k] = (float)(next(state) % 2);
        }
    }
}

static bool is_on(const fy_switches *of, bool rest, double time) {
    bool on = rest;
    for (uint32_t i = 0; i < of->count && of->times[i] <= time; i++) on = of->on[i];
    return on;
}

START_TEST(draws_are_seen_as_their_nodes_are) {
    uint32_t state = (uint32_t)_i, seen = 0;
    ferry_job *job = fy_test_job();
    ferry_scene *scene = open_branches(job, &state);
    const bool *visible = fy_find_visible(job, scene);
    ck_assert_ptr_nonnull(visible);
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        ck_assert_int_eq(visible[d], fy_draw_visible(scene, &scene->draws.data[d]));
        seen += visible[d];
    }
    ck_assert(seen > 0 && seen < scene->draws.count);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Between two keys nothing changes; what has none stays as it is at rest. */
START_TEST(draws_switch_as_poses_do) {
    uint32_t state = (uint32_t)_i, switched = 0;
    ferry_job *job = fy_test_job();
    ferry_scene *scene = open_branches(job, &state);
    add_switching_clip(scene, &state);
    ck_assert(ferry_check(job, scene));
    const bool *visible = fy_find_visible(job, scene), *shown = fy_find_shown(job, scene);
    const fy_switches *switches = fy_find_switches(job, scene, &scene->clips.data[0]);
    ck_assert(visible && shown && switches);
    bool ever[NODES];
    for (uint32_t d = 0; d < NODES; d++) ever[d] = visible[d];
    for (double time = 1; time < 8; time += 2) {
        const ferry_scene *posed = ferry_pose(job, scene, (const uint32_t[]){0}, 1, time);
        ck_assert_ptr_nonnull(posed);
        for (uint32_t d = 0; d < NODES; d++) {
            bool on = fy_draw_visible(posed, &posed->draws.data[d]);
            ck_assert_int_eq(is_on(&switches[d], visible[d], time), on);
            ever[d] |= on;
            switched += on != visible[d];
        }
    }
    for (uint32_t d = 0; d < NODES; d++) {
        ck_assert_int_eq(shown[d], ever[d]);
        ck_assert(switches[d].count != 1 || switches[d].on[0] != visible[d]);
    }
    ck_assert_uint_gt(switched, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("visible");
    TCase *all = tcase_create("visible");
    tcase_add_loop_test(all, draws_are_seen_as_their_nodes_are, 0, 8);
    tcase_add_loop_test(all, draws_switch_as_poses_do, 0, 8);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
