/*
 * test_t3dm_merge.c: objects become one where nothing tells them apart, and nowhere else; what the console
 * draws stays the same. Rows of squares on one node or on bones → file → replay (t3dm_replay.h).
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/t3dm/t3dm_builder.h"
#include "builders/t3dm/t3dm_replay.h"
#include "core/base/job_state.h"
#include "formats/t3dm/draw/t3dm_merge.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/write/t3dm_write.h"

enum { SQUARES = 4 };

typedef enum merging { APART, YES, ALIKE } merging;

static ferry_job *job_that(merging merges, size_t fail_allocation) {
    static const ferry_setting_value settings[] = {
        {"t3dm.merge-objects", "no"}, {"t3dm.merge-objects", "yes"}, {"t3dm.merge-objects", "alike"}};
    ferry_options options = {.size = sizeof options,
                             .settings = &settings[merges],
                             .setting_count = 1,
                             .fail_allocation = fail_allocation};
    return ferry_open(&options);
}

/* Squares side by side, each a draw; of two neighbours an edge is the same. */
static ferry_scene *row(ferry_job *job) {
    ferry_scene *scene = fy_t3dm_scene(job);
    for (uint32_t i = 0; i < SQUARES; i++) {
        static const char *const names[SQUARES] = {"a", "b", "c", "d"};
        ferry_mesh *mesh = fy_t3dm_add_grid(scene, names[i], 1, 1, 0);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            mesh->positions[v] = (ferry_vec3){(float)(i + v % 2), (float)(v / 2), 0};
            mesh->normals[v] = (ferry_vec3){0, 0, 1};
            mesh->colors[0][v] = (ferry_color){1, 1, 1, 1};
        }
    }
    return scene;
}

/* A second material; draws of it by a letter each: "0101". */
static fy_t3dm_plan plan_of(ferry_job *job, const ferry_scene *scene, const char *materials) {
    fy_t3dm_plan base = fy_t3dm_test_plan(job, scene), plan = {.material_count = 2, .of_draw = base.of_draw};
    plan.materials = ferry_new(job, fy_t3dm_material, 2);
    if (!plan.materials) return plan;
    plan.materials[0] = plan.materials[1] = base.materials[0];
    plan.materials[1].name = "other";
    plan.materials[1].rdp.tiles[0].hash++;
    for (uint32_t i = 0; i < SQUARES; i++) plan.of_draw[i] = (uint32_t)(materials[i] - '0');
    return plan;
}

static ferry_bytes write_plan(ferry_job *job, const ferry_scene *scene, const fy_t3dm_plan *plan) {
    ferry_bytes bytes = {0};
    bool done = fy_t3dm_write_planned(job, scene, "x.t3dm", plan, &bytes);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(done, "%s", text);
    free(text);
    return bytes;
}

static int by_corners(const void *a, const void *b) {
    return memcmp(((const replay_triangle *)a)->corners, ((const replay_triangle *)b)->corners,
                  sizeof((const replay_triangle *)a)->corners);
}

static replay replayed(ferry_bytes file) {
    replay r = fy_replay(file);
    ck_assert_msg(!r.fault, "%s", r.fault);
    qsort(r.triangles, r.count, sizeof *r.triangles, by_corners);
    return r;
}

/* So many objects when merged, the same triangles as apart. Returns the names of the merged ones. */
static const char *expect_merged(const ferry_scene *scene, const fy_t3dm_plan *plan, uint32_t objects,
                                 merging merges) {
    static char names[64];
    ferry_job *apart_job = job_that(APART, 0), *one_job = job_that(merges, 0), *reader = fy_quick_job();
    ferry_bytes apart_bytes = write_plan(apart_job, scene, plan),
                one_bytes = write_plan(one_job, scene, plan);
    replay apart = replayed(apart_bytes), one = replayed(one_bytes);
    ck_assert_uint_eq(apart.objects, SQUARES);
    ck_assert_uint_eq(one.objects, objects);
    ck_assert_uint_eq(one.count, apart.count);
    for (uint32_t i = 0; i < one.count; i++)
        ck_assert(by_corners(&one.triangles[i], &apart.triangles[i]) == 0);
    ck_assert_uint_le(fy_replay_cycles(&one.total), fy_replay_cycles(&apart.total));
    ferry_scene *back = fy_t3dm_read_back(reader, one_bytes);
    names[0] = '\0';
    for (uint32_t i = 0; i < back->draws.count; i++) strcat(names, back->draws.data[i].name);
    fy_replay_free(&apart);
    fy_replay_free(&one);
    ferry_scene_free(back);
    ferry_close(reader);
    ferry_close(apart_job);
    ferry_close(one_job);
    return names;
}

static const char *expect_objects(const ferry_scene *scene, const fy_t3dm_plan *plan, uint32_t objects) {
    return expect_merged(scene, plan, objects, YES);
}

/* ----------------------------------------------------------------------------------------- what may */

/* A list of no triangles is NULL: clang's UndefinedBehaviorSanitizer sees what is added to that. */
START_TEST(an_empty_mesh_joins) {
    ferry_job *job = job_that(YES, 0);
    fy_t3dm_joined all = {.job = job};
    ck_assert(fy_t3dm_join(&all, &(fy_t3dm_mesh){0}));
    ck_assert(all.mesh.triangles == NULL && all.mesh.triangle_count == 0);
    fy_t3dm_joined_close(&all);
    ferry_close(job);
}
END_TEST

START_TEST(one_material_is_one_object) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = row(job);
    fy_t3dm_plan plan = plan_of(job, scene, "0000");
    ck_assert_str_eq(expect_objects(scene, &plan, 1), "a");
    plan = plan_of(job, scene, "0101");
    ck_assert_str_eq(expect_objects(scene, &plan, 2), "ab");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(what_it_saves_is_told) {
    ferry_job *job = job_that(YES, 0), *other = job_that(APART, 0);
    ferry_scene *scene = row(job);
    fy_t3dm_plan plan = plan_of(job, scene, "0000");
    replay one = replayed(write_plan(job, scene, &plan)), apart = replayed(write_plan(other, scene, &plan));
    ck_assert_uint_eq(one.total.vertices, 2 * SQUARES + 2); /* shared edges are there once */
    ck_assert_uint_eq(apart.total.vertices, 4 * SQUARES);
    char *text = fy_report_text(ferry_job_report(job)), expected[256];
    snprintf(
        expected, sizeof expected,
        "x.t3dm: note: 4 objects merged into 1: 10 vertex loads instead of 16, %u commands instead of %u, "
        "%u cycles instead of %u\n",
        (unsigned)fy_replay_commands(&one.total), (unsigned)fy_replay_commands(&apart.total),
        (unsigned)fy_replay_cycles(&one.total), (unsigned)fy_replay_cycles(&apart.total));
    ck_assert_msg(strstr(text, expected), "%s not in %s", expected, text);
    free(text);
    fy_replay_free(&one);
    fy_replay_free(&apart);
    ferry_scene_free(scene);
    ferry_close(other);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------- what may not */

START_TEST(order_is_kept) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = row(job);
    fy_t3dm_plan plan = plan_of(job, scene, "0000");
    plan.materials[0].layer = FY_T3DM_BLEND;
    plan.materials[0].rdp.blender = FERRY_RDP_BLEND_MULTIPLY;
    expect_objects(scene, &plan, SQUARES);
    plan.materials[0].layer = FY_T3DM_DECAL;
    plan.materials[0].rdp.blender = 0;
    expect_objects(scene, &plan, SQUARES);
    plan.materials[0].layer = FY_T3DM_OPAQUE;
    plan.materials[0].rdp.flags &= ~(uint32_t)FERRY_RDP_DEPTH; /* nothing but order tells what is in front */
    expect_objects(scene, &plan, SQUARES);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

static ferry_track *add_track(ferry_scene *scene, ferry_target target, uint32_t object) {
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    ferry_track *track = ferry_scene_new(scene, ferry_track, 1);
    *track = (ferry_track){.target = target, .object = object, .width = 1, .key_count = 1};
    track->times = ferry_scene_new(scene, double, 1);
    track->values = ferry_scene_new(scene, float, 1);
    *clip = (ferry_clip){
        .name = "blink", .kind = "x", .duration = 1, .rate = 30, .tracks = track, .track_count = 1};
    return track;
}

START_TEST(what_clips_show_and_hide_stays_alone) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = row(job);
    fy_t3dm_plan plan = plan_of(job, scene, "0000");
    ferry_track *track = add_track(scene, FERRY_TARGET_DRAW_VISIBLE, 1);
    ck_assert_str_eq(expect_objects(scene, &plan, 2), "ab");
    track->target = FERRY_TARGET_NODE_VISIBLE;
    track->object = 0;
    expect_objects(scene, &plan, SQUARES);
    ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
    *morph = (ferry_morph){.name = "smile", .mesh = 2, .group = FERRY_NONE};
    track->target = FERRY_TARGET_MORPH;
    ck_assert_str_eq(expect_objects(scene, &plan, 2), "ac");
    track->target = FERRY_TARGET_TEXTURE; /* of a material, which all have */
    expect_objects(scene, &plan, 1);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* The second material is the first one by another name, or nearly. */
START_TEST(names_may_differ) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = row(job);
    fy_t3dm_plan plan = plan_of(job, scene, "0101");
    ferry_rdp_material *other = &plan.materials[1].rdp;
    expect_merged(scene, &plan, 2, ALIKE);
    *other = plan.materials[0].rdp;
    ck_assert_str_eq(expect_merged(scene, &plan, 1, ALIKE), "a");
    expect_merged(scene, &plan, 2, YES);
    other->tiles[0].s.clamp = 1;
    expect_merged(scene, &plan, 2, ALIKE);
    *other = plan.materials[0].rdp;
    other->prim[0]++;
    expect_merged(scene, &plan, 2, ALIKE);
    *other = plan.materials[0].rdp;
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *material = (ferry_material){.name = "moving", .base_texture = FERRY_NONE};
    scene->draws.data[3].material = scene->materials.count - 1;
    ck_assert_str_eq(expect_merged(scene, &plan, 1, ALIKE), "a");
    add_track(scene, FERRY_TARGET_KONST, scene->materials.count - 1);
    ck_assert_str_eq(expect_merged(scene, &plan, 2, ALIKE), "da");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(what_the_game_turns_stays_alone) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = row(job);
    fy_t3dm_plan plan = plan_of(job, scene, "0000");
    scene->nodes.data[0].billboard = FERRY_BILLBOARD_SPHERICAL;
    expect_objects(scene, &plan, SQUARES);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* With bones in the file, what hangs on different ones can move apart. */
START_TEST(bones_keep_objects_apart) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = row(job);
    fy_t3dm_add_bones(scene, 3);
    fy_t3dm_add_tube(scene, "tube", 4, 1);
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    scene->draws.data[2].node = scene->draws.data[3].node = 1;
    ferry_job *writer = job_that(YES, 0), *reader = fy_quick_job();
    ferry_scene *back = fy_t3dm_read_back(reader, write_plan(writer, scene, &plan));
    ck_assert_uint_eq(back->draws.count, 3); /* two on the root, two on its bone, the tube on all */
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(reader);
    ferry_close(writer);
    ferry_close(job);
}
END_TEST

START_TEST(a_foreign_chunk_forbids_it) {
    static const uint8_t some[4] = {0};
    ferry_job *job = job_that(YES, 0);
    ferry_scene *scene = row(job);
    ferry_extra *extra = ferry_append(scene, &scene->extras, ferry_extra);
    *extra = (ferry_extra){.format = "t3dm", .path = "Q[7]", .bytes = {some, sizeof some}};
    fy_t3dm_plan plan = plan_of(job, scene, "0000");
    replay r = replayed(write_plan(job, scene, &plan));
    ck_assert_uint_eq(r.objects, SQUARES);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_ptr_nonnull(
        strstr(text, "x.t3dm: loss: Q[7]: objects were not merged: an unknown chunk may reference them\n"));
    free(text);
    fy_replay_free(&r);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(memory_may_run_out) {
    bool done = false;
    for (size_t n = 1; !done; n++) {
        ferry_job *maker = fy_quick_job(), *job = job_that(YES, n);
        ferry_scene *scene = row(maker);
        fy_t3dm_plan plan = plan_of(maker, scene, "0000");
        ferry_bytes bytes;
        if (job) {
            done = !ferry_failed(job) && fy_t3dm_write_planned(job, scene, "x.t3dm", &plan, &bytes);
            ck_assert(done || ferry_failed(job));
            ferry_close(job);
        }
        ferry_scene_free(scene);
        ferry_close(maker);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_merge");
    TCase *tests = tcase_create("merging");
    tcase_add_test(tests, an_empty_mesh_joins);
    tcase_add_test(tests, one_material_is_one_object);
    tcase_add_test(tests, what_it_saves_is_told);
    tcase_add_test(tests, order_is_kept);
    tcase_add_test(tests, what_clips_show_and_hide_stays_alone);
    tcase_add_test(tests, names_may_differ);
    tcase_add_test(tests, what_the_game_turns_stays_alone);
    tcase_add_test(tests, bones_keep_objects_apart);
    tcase_add_test(tests, a_foreign_chunk_forbids_it);
    tcase_add_test(tests, memory_may_run_out);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
