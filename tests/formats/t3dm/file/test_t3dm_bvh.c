/*
 * test_t3dm_bvh.c: trees of boxes, asked as the runtime asks them, find what a look at every object finds,
 * and sooner; every limit of the format holds at its edge.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/t3dm/t3dm_builder.h"
#include "core/base/job_state.h"
#include "core/scene/scene.h"
#include "formats/t3dm/check/t3dm_check.h"
#include "formats/t3dm/file/t3dm_bvh.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/write/t3dm_write.h"

typedef int16_t object_box[6];

/* Six planes, or so many: what lies on the side of the normal of all is inside. */
typedef struct frustum {
    float planes[6][4];
} frustum;

/* -------------------------------------------------------------------------------- the runtime's way */

typedef struct query {
    const uint8_t *chunk;
    uint32_t nodes, entries;
    const object_box *boxes;
    const frustum *seen_by;
    bool *visible;
    uint32_t tests, deepest;
} query;

static int32_t s16(const uint8_t *at) {
    return (int16_t)ferry_be16(at);
}

/* No corner of the box lies on the inner side of some plane: outside. */
static bool meets(query *q, const int16_t box[6]) {
    q->tests++;
    for (int p = 0; p < 6; p++) {
        const float *plane = q->seen_by->planes[p];
        bool inside = false;
        for (int corner = 0; corner < 8 && !inside; corner++) {
            float x = plane[0] * (float)box[corner & 1 ? 3 : 0],
                  y = plane[1] * (float)box[corner & 2 ? 4 : 1];
            inside = x + y > -plane[3] - plane[2] * (float)box[corner & 4 ? 5 : 2];
        }
        if (!inside) return false;
    }
    return true;
}

static void ask_node(query *q, uint32_t at, uint32_t depth) {
    ck_assert_uint_lt(at, q->nodes);
    const uint8_t *node = q->chunk + 4 + 14 * (size_t)at;
    int32_t value = s16(node + 12), high = value >> 4, count = value & 15;
    if (depth > q->deepest) q->deepest = depth;
    if (!count) {
        int16_t box[6];
        for (int i = 0; i < 6; i++) box[i] = (int16_t)s16(node + 2 * i);
        if (!meets(q, box)) return;
        ask_node(q, (uint32_t)((int32_t)at + high), depth + 1);
        ask_node(q, (uint32_t)((int32_t)at + high + 1), depth + 1);
        return;
    }
    for (int32_t i = high; i < high + count; i++) {
        ck_assert_int_ge(i, 0);
        ck_assert_uint_lt((uint32_t)i, q->entries);
        uint32_t object = ferry_be16(q->chunk + 4 + 14 * (size_t)q->nodes + 2 * (size_t)i);
        if (meets(q, q->boxes[object])) q->visible[object] = true;
    }
}

/* What the tree finds is what a look at each box finds. Returns the number of boxes that were tested. */
static uint32_t ask(ferry_bytes chunk, const object_box *boxes, uint32_t count, const frustum *seen_by) {
    query q = {.chunk = chunk.data, .boxes = boxes, .seen_by = seen_by};
    q.nodes = ferry_be16(chunk.data);
    q.entries = ferry_be16(chunk.data + 2);
    ck_assert_uint_eq(q.entries, count);
    ck_assert_uint_eq(chunk.size, 4 + 14 * (size_t)q.nodes + 2 * (size_t)q.entries);
    q.visible = calloc(count, sizeof *q.visible);
    ask_node(&q, 0, 0);
    uint32_t tests = q.tests;
    for (uint32_t i = 0; i < count; i++)
        ck_assert_msg(q.visible[i] == meets(&q, boxes[i]), "object %u of %u", i, count);
    ck_assert_uint_le(q.deepest, 32);
    free(q.visible);
    return tests;
}

/* ------------------------------------------------------------------------------------- what is seen */

static int16_t between(fy_random *r, int32_t low, int32_t high) {
    return (int16_t)(low + (int32_t)fy_random_below(r, (uint32_t)(high - low + 1)));
}

/* A pyramid that looks from somewhere to somewhere. */
static frustum random_frustum(fy_random *r) {
    float eye[3], axes[3][3], open = (float)between(r, 20, 90) / 100;
    frustum f;
    for (int i = 0; i < 3; i++) {
        eye[i] = (float)between(r, -20000, 20000);
        axes[2][i] = (float)between(r, -100, 100) + 0.5f;
        axes[1][i] = (float)between(r, -100, 100) + 0.25f;
    }
    for (int i = 0; i < 3; i++)
        axes[0][i] =
            axes[1][(i + 1) % 3] * axes[2][(i + 2) % 3] - axes[1][(i + 2) % 3] * axes[2][(i + 1) % 3];
    for (int i = 0; i < 3; i++)
        axes[1][i] =
            axes[2][(i + 1) % 3] * axes[0][(i + 2) % 3] - axes[2][(i + 2) % 3] * axes[0][(i + 1) % 3];
    for (int k = 0; k < 3; k++) {
        float length = sqrtf(axes[k][0] * axes[k][0] + axes[k][1] * axes[k][1] + axes[k][2] * axes[k][2]);
        for (int i = 0; i < 3; i++) axes[k][i] /= length;
    }
    for (int p = 0; p < 6; p++) {
        float w = p == 4 ? -10 : p == 5 ? 30000 : 0;
        for (int i = 0; i < 3; i++) {
            float side = p < 4 ? (p & 1 ? -1.0f : 1.0f) * axes[p / 2][i] : 0;
            f.planes[p][i] = p == 4 ? axes[2][i] : p == 5 ? -axes[2][i] : side + open * axes[2][i];
            w -= f.planes[p][i] * eye[i];
        }
        f.planes[p][3] = w;
    }
    return f;
}

/* Everything round a point, 1 unit to each side. */
static frustum point(const int16_t at[3]) {
    frustum f = {0};
    for (int p = 0; p < 6; p++) {
        f.planes[p][p / 2] = p & 1 ? -1 : 1;
        f.planes[p][3] = 1 - f.planes[p][p / 2] * (float)at[p / 2];
    }
    return f;
}

/* --------------------------------------------------------------------------------------- the scenes */

typedef enum kind { SCATTERED, CLUSTERED, NESTED, SAME, FLAT, DOUBLING, KINDS } kind;

static void fill(object_box *boxes, uint32_t count, kind how) {
    fy_random r = {how + 7u * count};
    int16_t centre[3] = {0};
    for (uint32_t i = 0; i < count; i++) {
        if (i % 16 == 0)
            for (int k = 0; k < 3; k++) centre[k] = between(&r, -20000, 20000);
        for (int k = 0; k < 3; k++) {
            int32_t at = how == CLUSTERED ? centre[k] + between(&r, -300, 300) : between(&r, -20000, 20000);
            int32_t size = between(&r, 0, 400);
            if (how == NESTED) at = 0, size = (int32_t)(16 * i);
            if (how == SAME) at = 5, size = 7;
            if (how == FLAT && k == 1) at = size = 0;
            if (how == DOUBLING) at = k ? 0 : 1 << (i % 15), size = 0;
            boxes[i][k] = (int16_t)(at - size);
            boxes[i][k + 3] = (int16_t)(at + size);
        }
    }
}

static ferry_bytes tree_of(ferry_job *job, const object_box *boxes, uint32_t count) {
    ferry_bytes chunk;
    ck_assert(fy_t3dm_build_bvh(job, boxes, count, &chunk));
    return chunk;
}

START_TEST(queries_find_what_a_look_at_each_finds) {
    static const uint32_t counts[] = {1, 2, 3, 15, 16, 40, 300, 1000, FY_T3DM_BVH_OBJECTS};
    uint32_t count = counts[(size_t)_i / KINDS];
    object_box *boxes = malloc(count * sizeof *boxes);
    ferry_job *job = fy_test_job();
    fill(boxes, count, (kind)((size_t)_i % KINDS));
    ferry_bytes chunk = tree_of(job, boxes, count);
    fy_random r = {99};
    for (int i = 0; i < 40; i++) {
        frustum f = random_frustum(&r);
        ask(chunk, boxes, count, &f);
        frustum corner = point(boxes[fy_random_below(&r, count)]);
        ask(chunk, boxes, count, &corner);
    }
    free(boxes);
    ferry_close(job);
}
END_TEST

/* The heuristic is worth it: where objects stand in groups a frustum needs few tests. */
START_TEST(queries_are_cheap) {
    enum { COUNT = 1024, QUERIES = 200 };
    static object_box boxes[COUNT];
    uint32_t tests = 0;
    ferry_job *job = fy_test_job();
    fill(boxes, COUNT, CLUSTERED);
    ferry_bytes chunk = tree_of(job, boxes, COUNT);
    fy_random r = {5};
    for (int i = 0; i < QUERIES; i++) {
        frustum f = random_frustum(&r);
        tests += ask(chunk, boxes, COUNT, &f);
    }
    ck_assert_uint_le(tests, COUNT * QUERIES / 4);
    ferry_close(job);
}
END_TEST

/* Objects that are always seen together are one leaf; a box is not tested for nothing. */
START_TEST(few_objects_are_one_leaf) {
    object_box boxes[16];
    ferry_job *job = fy_test_job();
    fill(boxes, 16, SAME);
    ck_assert_uint_eq(ferry_be16(tree_of(job, boxes, 15).data), 1);
    ck_assert_uint_eq(ferry_be16(tree_of(job, boxes, 16).data), 3);
    ferry_close(job);
}
END_TEST

START_TEST(trees_are_always_the_same) {
    enum { COUNT = 500 };
    static object_box boxes[COUNT];
    ferry_job *job = fy_test_job();
    fill(boxes, COUNT, SCATTERED);
    ferry_bytes a = tree_of(job, boxes, COUNT), b = tree_of(job, boxes, COUNT);
    ck_assert_uint_eq(a.size, b.size);
    ck_assert_mem_eq(a.data, b.data, a.size);
    ferry_close(job);
}
END_TEST

START_TEST(memory_may_run_out) {
    object_box boxes[40];
    bool done = false;
    fill(boxes, 40, SCATTERED);
    for (size_t n = 2; !done; n++) {
        ferry_options options = {.size = sizeof options, .fail_allocation = n};
        ferry_job *job = ferry_open(&options);
        ferry_bytes chunk;
        if (!job) continue;
        done = !ferry_failed(job) && fy_t3dm_build_bvh(job, boxes, 40, &chunk);
        ck_assert(done || ferry_failed(job));
        ferry_close(job);
    }
}
END_TEST

/* ------------------------------------------------------------------------------------------- whole files */

static ferry_job *bvh_job(void) {
    static const ferry_setting_value settings[] = {{"t3dm.bvh", "yes"}};
    ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = 1};
    return ferry_open(&options);
}

/* Small grids all over the place. */
static ferry_scene *town(ferry_job *job, uint32_t count) {
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_random r = {17};
    for (uint32_t i = 0; i < count; i++) {
        ferry_mesh *mesh = fy_t3dm_add_grid(scene, "house", 2, 2, 0.25f);
        float x = (float)(5 * (i % 60)) + (float)fy_random_below(&r, 16) / 4, z = (float)(5 * (i / 60));
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            mesh->positions[v].x += x, mesh->positions[v].z += z;
    }
    return scene;
}

/* The chunk and the boxes of the objects in front of it. */
static ferry_bytes find_tree(ferry_bytes file, object_box *boxes, uint32_t *objects) {
    ferry_bytes chunk = {0};
    *objects = 0;
    for (uint32_t i = 0; i < ferry_be32(file.data + 4); i++) {
        const uint8_t *entry = file.data + 0x2C + 4 * (size_t)i,
                      *at = file.data + (ferry_be32(entry) & 0xFFFFFF);
        if (*entry == 'O') {
            for (int k = 0; k < 6; k++) boxes[*objects][k] = (int16_t)s16(at + 0x14 + 2 * k);
            ++*objects;
        }
        if (*entry == 'B')
            chunk = (ferry_bytes){at, 4 + 14 * (size_t)ferry_be16(at) + 2 * (size_t)ferry_be16(at + 2)};
    }
    return chunk;
}

START_TEST(written_trees_are_sound) {
    enum { COUNT = 150 };
    static object_box boxes[COUNT + 1];
    uint32_t objects;
    ferry_job *job = bvh_job();
    ferry_scene *scene = town(job, COUNT), *back = fy_scene_open(job);
    ferry_bytes file = fy_t3dm_written(job, scene), chunk = find_tree(file, boxes, &objects);
    ck_assert_uint_eq(objects, COUNT);
    ck_assert_ptr_nonnull(chunk.data);
    fy_random r = {3};
    for (int i = 0; i < 20; i++) {
        frustum f = random_frustum(&r);
        ask(chunk, boxes, objects, &f);
    }
    ferry_window window = ferry_window_open(job, "x.t3dm", file);
    ck_assert(fy_t3dm_check(job, &window, back));
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_ERROR], 0);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(!strstr(text, "bvh"), "%s", text);
    free(text);
    fy_t3dm_expect_same(scene, back, false);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(nothing_to_draw_has_no_tree) {
    ferry_job *job = bvh_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    object_box box;
    uint32_t objects;
    ck_assert_ptr_null(find_tree(fy_t3dm_written(job, scene), &box, &objects).data);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

static void expect_refused(ferry_job *job, ferry_scene *scene, const char *message) {
    ferry_bytes bytes;
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    ck_assert(!fy_t3dm_write_planned(job, scene, "x.t3dm", &plan, &bytes));
    fy_expect_report(job, message);
    ferry_scene_free(scene);
    ferry_close(job);
}

START_TEST(too_many_objects_are_refused) {
    ferry_job *job = bvh_job();
    expect_refused(
        job, town(job, FY_T3DM_BVH_OBJECTS + 1),
        "x.t3dm: error: a BVH holds 2048 objects, the model has 2049: write no BVH, or split the model\n");
}
END_TEST

/* Each bone is a part of 24 bytes. */
START_TEST(objects_too_far_away_are_refused) {
    enum { BONES = 12, COUNT = 900 };
    ferry_job *job = bvh_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_bones(scene, BONES);
    for (uint32_t i = 0; i < COUNT; i++) {
        ferry_mesh *mesh = fy_t3dm_add_tube(scene, "reed", 3, 1);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) mesh->positions[v].x += (float)i / 4;
    }
    expect_refused(
        job, scene,
        "x.t3dm: error: the first of 900 objects is 288000 bytes before the BVH; the limit is 262140: "
        "write no BVH, or split the model\n");
}
END_TEST

START_TEST(bones_are_told) {
    ferry_job *job = bvh_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_bones(scene, 3);
    fy_t3dm_add_tube(scene, "tube", 8, 2);
    fy_t3dm_written(job, scene);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_ptr_nonnull(
        strstr(text, "out.t3dm: loss: the BVH covers only the rest pose: 1 objects are attached to bones, "
                     "and queries miss them when animated out of their boxes\n"));
    free(text);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_bvh");
    TCase *trees = tcase_create("trees"), *files = tcase_create("files");
    tcase_add_loop_test(trees, queries_find_what_a_look_at_each_finds, 0, 9 * KINDS);
    tcase_add_test(trees, queries_are_cheap);
    tcase_add_test(trees, few_objects_are_one_leaf);
    tcase_add_test(trees, trees_are_always_the_same);
    tcase_add_test(trees, memory_may_run_out);
    tcase_add_test(files, written_trees_are_sound);
    tcase_add_test(files, nothing_to_draw_has_no_tree);
    tcase_add_test(files, too_many_objects_are_refused);
    tcase_add_test(files, objects_too_far_away_are_refused);
    tcase_add_test(files, bones_are_told);
    suite_add_tcase(suite, trees);
    suite_add_tcase(suite, files);
    return fy_run_suite(suite);
}
