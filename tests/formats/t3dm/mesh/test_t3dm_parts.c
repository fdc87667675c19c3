/* test_t3dm_parts.c: the vertex cache's rules, strips, and what parts cost. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "builders/t3dm/t3dm_builder.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mesh/t3dm_batcher.h"
#include "formats/t3dm/mesh/t3dm_batches.h"
#include "formats/t3dm/mesh/t3dm_parts.h"
#include "formats/t3dm/mesh/t3dm_strips.h"
#include "formats/t3dm/mesh/t3dm_vertices.h"
#include "formats/t3dm/pose/t3dm_normal.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_skeleton.h"

/* ---------------------------------------------------------------------------------------------- the cache */

START_TEST(strip_room_is_what_the_cache_leaves) {
    for (uint32_t used = 0; used <= FY_T3DM_SLOTS; used++) {
        uint32_t room = fy_t3dm_strip_room(used), most = 0;
        for (uint32_t n = 1; n <= 255; n++) {
            if (36 * used + (2 * n + 7) / 8 * 8 <= 2520) most = n;
        }
        ck_assert_uint_eq(room, most);
    }
    ck_assert_uint_eq(fy_t3dm_strip_room(66), 72);
    ck_assert_uint_eq(fy_t3dm_strip_room(70), 0);
}
END_TEST

START_TEST(loads_and_strips_destroy_high_slots) {
    fy_t3dm_cache cache;
    fy_t3dm_cache_clear(&cache);
    ck_assert_uint_eq(cache.slots[0], FY_T3DM_SLOT_EMPTY);
    fy_t3dm_cache_load(&cache, 0, 70, 1000);
    ck_assert_uint_eq(cache.slots[69], 1069);
    fy_t3dm_cache_load(&cache, 3, 22, 2000); /* destroys nothing */
    ck_assert_uint_eq(cache.slots[2], 1002);
    ck_assert_uint_eq(cache.slots[3], 2000);
    ck_assert_uint_eq(cache.slots[24], 2021);
    ck_assert_uint_eq(cache.slots[25], 1025);
    ck_assert_uint_eq(cache.slots[69], 1069);
    fy_t3dm_cache_load(&cache, 0, 70, 3000);
    fy_t3dm_cache_load(&cache, 0, 30, 4000); /* staged from byte 2392 on: slots 66 and up */
    ck_assert_uint_eq(cache.slots[29], 4029);
    ck_assert_uint_eq(cache.slots[65], 3065);
    ck_assert_uint_eq(cache.slots[66], FY_T3DM_SLOT_LOADED_OUT);
    fy_t3dm_cache_load(&cache, 69, 2, 5000); /* the second one lands behind the cache */
    ck_assert_uint_eq(cache.slots[69], 5000);
    fy_t3dm_cache_strip(&cache, 5); /* 16 bytes */
    ck_assert_uint_eq(cache.slots[69], FY_T3DM_SLOT_STRIP_OUT);
    ck_assert_uint_eq(cache.slots[68], FY_T3DM_SLOT_LOADED_OUT);
}
END_TEST

/* Two slots behind a load are spoilt for a writer; what was destroyed before keeps its reason. */
START_TEST(slots_behind_a_load_are_spoilt) {
    fy_t3dm_cache cache;
    fy_t3dm_cache_clear(&cache);
    fy_t3dm_cache_load(&cache, 0, 68, 1000);
    fy_t3dm_cache_spoil(&cache, 24);
    ck_assert_uint_eq(cache.slots[23], 1023);
    ck_assert_uint_eq(cache.slots[24], FY_T3DM_SLOT_LOADED_OUT);
    ck_assert_uint_eq(cache.slots[25], FY_T3DM_SLOT_LOADED_OUT);
    ck_assert_uint_eq(cache.slots[26], 1026);
    fy_t3dm_cache_spoil(&cache, 67);
    ck_assert_uint_eq(cache.slots[67], FY_T3DM_SLOT_LOADED_OUT);
    ck_assert_uint_eq(cache.slots[68], FY_T3DM_SLOT_EMPTY);
    fy_t3dm_cache_spoil(&cache, 70);
    ck_assert_uint_eq(cache.slots[69], FY_T3DM_SLOT_EMPTY);
}
END_TEST

static double length_on_the_console(uint16_t bits) {
    int x = bits >> 11, y = bits >> 5 & 63, z = bits & 31;
    double n[3] = {(x < 16 ? x : x - 32) / 16.0, (y < 32 ? y : y - 64) / 32.0, (z < 16 ? z : z - 32) / 16.0};
    return sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

START_TEST(normals_are_packed_by_the_table) {
    ck_assert_uint_eq(fy_t3dm_pack_normal(0, 0, 0), 0);
    ck_assert_uint_eq(fy_t3dm_pack_normal(0, 0, 1), 0x000F);
    ck_assert_uint_eq(fy_t3dm_pack_normal(0, 0, -1), 0x0010);
    ck_assert_uint_eq(fy_t3dm_pack_normal(0, 1, 0), 0x03E0);
    ck_assert_uint_eq(fy_t3dm_pack_normal(0, -1, 0), 0x0400);
    ck_assert_uint_eq(fy_t3dm_pack_normal(1, 0, 0), 0x7800);
    ck_assert_uint_eq(fy_t3dm_pack_normal(-1, 0, 0), 0x8000);
    ck_assert_uint_eq(fy_t3dm_pack_normal(0.6, -0.8, 0), 0x4CE0);   /* 9.3 and -25.2 */
    ck_assert_uint_eq(fy_t3dm_pack_normal(0.5, 0.5, -0.5), 0x4218); /* 7.75, 15.75, -7.75: 8, 16, -8 */
}
END_TEST

/* All over the sphere: as the console reads the bits, none is longer than 1; they are read back as what
 * becomes the same bits; and they differ from the nearest ones only where those are longer. */
START_TEST(normals_put_no_light_out) {
    uint32_t shortened = 0;
    for (int turn = 0; turn < 360; turn++) {
        for (int height = -100; height <= 100; height++) {
            double y = height / 100.0, width = sqrt(1 - y * y), angle = turn * FY_PI / 180;
            ferry_vec3 n = {(float)(width * fy_cos(angle)), (float)y, (float)(width * fy_sin(angle))};
            uint16_t nearest = fy_t3dm_pack_normal((double)n.x, (double)n.y, (double)n.z);
            uint16_t bits = fy_t3dm_pack_lit_normal(NULL, n);
            ck_assert_double_le(length_on_the_console(bits), 1);
            ck_assert(bits == nearest || length_on_the_console(nearest) > 1);
            shortened += bits != nearest;
            ferry_vec3 again = fy_t3dm_unpack_normal(bits, NULL);
            ck_assert_uint_eq(fy_t3dm_pack_normal((double)again.x, (double)again.y, (double)again.z), bits);
        }
    }
    ck_assert_uint_gt(shortened, 1000);
}
END_TEST

/* ------------------------------------------------------------------------------------------------- strips */

static int by_three(const void *a, const void *b) {
    return memcmp(a, b, 3);
}

static void settle(uint8_t t[3]) {
    while (t[0] > t[1] || t[0] > t[2]) {
        uint8_t first = t[0];
        t[0] = t[1];
        t[1] = t[2];
        t[2] = first;
    }
}

static void expect_strips(uint8_t (*triangles)[3], uint32_t count) {
    ferry_job *job = fy_test_job();
    fy_t3dm_stripper *stripper = fy_t3dm_stripper_open(job, count);
    for (int again = 0; again < 2; again++) { /* working memory is used again */
        fy_t3dm_runs runs = fy_t3dm_strip(stripper, (const uint8_t(*)[3])triangles, count, 4);
        if (again) {
            uint32_t before = runs.count;
            runs = fy_t3dm_strip_on(stripper, 20);
            ck_assert_uint_le(runs.count, before);
        }
        uint8_t(*found)[3] = malloc(3 * (size_t)count);
        uint32_t n = 0;
        for (uint32_t r = 0; r < runs.count; r++) {
            const uint8_t *v = runs.values + runs.starts[r];
            uint32_t length = runs.starts[r + 1] - runs.starts[r];
            ck_assert_uint_ge(length, 3);
            for (uint32_t k = 0; k + 2 < length; k++, n++) {
                ck_assert_uint_lt(n, count);
                found[n][0] = v[k % 2 ? k + 2 : k];
                found[n][1] = v[k + 1];
                found[n][2] = v[k % 2 ? k : k + 2];
                settle(found[n]);
            }
        }
        ck_assert_uint_eq(n, count);
        uint8_t(*expected)[3] = malloc(3 * (size_t)count);
        memcpy(expected, triangles, 3 * (size_t)count);
        for (uint32_t t = 0; t < count; t++) settle(expected[t]);
        qsort(found, count, 3, by_three);
        qsort(expected, count, 3, by_three);
        ck_assert_mem_eq(found, expected, 3 * (size_t)count);
        free(found);
        free(expected);
    }
    ferry_close(job);
}

START_TEST(strips_cover_every_triangle_once) {
    static uint8_t triangles[3000][3];
    fy_random random = {(uint64_t)_i};
    uint32_t count = 1 + fy_random_below(&random, _i % 3 ? 40 : 3000),
             corners = 3 + fy_random_below(&random, 67);
    for (uint32_t t = 0; t < count; t++) {
        do {
            for (int k = 0; k < 3; k++) triangles[t][k] = (uint8_t)fy_random_below(&random, corners);
        } while (triangles[t][0] == triangles[t][1] || triangles[t][0] == triangles[t][2] ||
                 triangles[t][1] == triangles[t][2]);
    }
    expect_strips(triangles, count);
}
END_TEST

/* A band whose first triangle has the wrong winding for the long way: only a start behind it is good. */
START_TEST(a_band_is_one_strip_and_a_corner) {
    uint8_t triangles[60][3];
    for (uint32_t k = 0; k < 30; k++) {
        uint8_t a = (uint8_t)k, b = (uint8_t)(k + 1), c = (uint8_t)(k + 35), d = (uint8_t)(k + 36);
        const uint8_t two[2][3] = {{a, b, c}, {b, d, c}};
        memcpy(triangles[2 * k], two[0], 3);
        memcpy(triangles[2 * k + 1], two[1], 3);
    }
    expect_strips(triangles, 60);
    ferry_job *job = fy_test_job();
    fy_t3dm_stripper *stripper = fy_t3dm_stripper_open(job, 60);
    ck_assert_uint_le(fy_t3dm_strip(stripper, (const uint8_t(*)[3])triangles, 60, 4).count, 2);
    ferry_close(job);
}
END_TEST

/* -------------------------------------------------------------------------------------------------- costs */

/* Parts of the only mesh of a scene. Every rule that does not need the cache is checked here; the reader
 * checks the rest. */
static fy_t3dm_cost cost_of(ferry_job *job, const ferry_scene *scene) {
    fy_t3dm_pose pose;
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    ck_assert(fy_t3dm_build_pose(job, scene, "x", &pose));
    const fy_t3dm_mesh *mesh =
        fy_t3dm_quantise(fy_t3dm_mesher_open(job, scene, "x", &pose, NULL, NULL), 0, &plan.materials[0]);
    const fy_t3dm_parts *parts =
        fy_t3dm_build_parts(fy_t3dm_maker_open(job, pose.layout, mesh->triangle_count), mesh);
    uint32_t stored = 0;
    for (uint32_t i = 0; i < parts->part_count; i++) {
        const fy_t3dm_part *part = &parts->parts[i];
        ck_assert_uint_eq(part->first, stored);
        ck_assert_uint_eq(part->count % 2, 0);
        ck_assert_uint_ge(part->count, 2);
        ck_assert_uint_le(part->count + part->dest, 71);
        stored += part->count;
        for (uint32_t v = 0; v < part->count; v++) {
            ck_assert_uint_eq(mesh->vertices[parts->stored[part->first + v]].bone, part->bone);
        }
    }
    ck_assert_uint_eq(stored, parts->stored_count);
    ck_assert_uint_eq(stored, parts->cost.vertices);
    return parts->cost;
}

static void expect_cost(ferry_job *job, ferry_scene *scene, double loads, double values, double commands) {
    fy_t3dm_cost c = cost_of(job, scene);
    double triangles = scene->meshes.data[0].triangle_count;
    ck_assert_double_le((double)c.vertices / triangles, loads);
    ck_assert_double_le((double)(c.strip_values + 3 * c.list_triangles) / triangles, values);
    ck_assert_double_le((double)(c.loads + c.list_triangles + c.sequences + c.buffers) / triangles, commands);
    ferry_scene_free(scene);
    ferry_close(job);
}

START_TEST(a_grid_is_cheap) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_grid(scene, "grid", 71, 71, 0);
    expect_cost(job, scene, 0.54, 1.20, 0.04);
}
END_TEST

START_TEST(a_skinned_tube_is_cheap) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_bones(scene, 20);
    fy_t3dm_add_tube(scene, "tube", 12, 5);
    expect_cost(job, scene, 0.70, 1.30, 0.06);
}
END_TEST

/* 70 vertices leave no room for a strip beside them: what only the list and early buffers draw from gives
 * way. */
START_TEST(as_many_vertices_as_slots_are_loaded_once) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_grid(scene, "grid", 9, 6, 0);
    fy_t3dm_cost c = cost_of(job, scene);
    ck_assert_uint_eq(c.vertices, 70);
    /* Four buffers and no list come to 3,592; a triangle of a list is cheaper than a buffer. */
    ck_assert_uint_le(fy_t3dm_cycles(&c), 3550);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Strips that are changed again and again become fewer. */
START_TEST(changing_strips_makes_them_fewer) {
    static uint8_t triangles[84][3];
    ferry_job *job = fy_test_job();
    fy_t3dm_stripper *stripper = fy_t3dm_stripper_open(job, 84);
    for (uint32_t i = 0; i < 42; i++) {
        uint8_t at = (uint8_t)(i / 7 * 8 + i % 7), turn = (i * 7 + i / 5) % 3 == 0;
        const uint8_t two[2][2][3] = {
            {{at, (uint8_t)(at + 1), (uint8_t)(at + 8)},
             {(uint8_t)(at + 1), (uint8_t)(at + 9), (uint8_t)(at + 8)}},
            {{at, (uint8_t)(at + 1), (uint8_t)(at + 9)}, {at, (uint8_t)(at + 9), (uint8_t)(at + 8)}}};
        memcpy(triangles[2 * i], two[turn], 6);
    }
    uint32_t first = fy_t3dm_strip(stripper, (const uint8_t(*)[3])triangles, 84, 1).count;
    ck_assert_uint_lt(fy_t3dm_strip_on(stripper, 200).count, first);
    ferry_close(job);
}
END_TEST

/* Separate triangles go by 22 or 23 into one command. */
START_TEST(islands_are_sequences) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_mesh *mesh = fy_t3dm_add_mesh(scene, "islands", 690, 230);
    fy_random random = {5};
    for (uint32_t v = 0; v < 690; v++) {
        int32_t p[3];
        for (int i = 0; i < 3; i++) p[i] = (int32_t)fy_random_below(&random, 9999) - 5000;
        fy_t3dm_set_vertex(scene, mesh, v, p, 0, 0, 0, v);
        mesh->triangles[v] = v;
    }
    expect_cost(job, scene, 3.10, 0.2, 0.10);
}
END_TEST

/* 64 slots hold 21 triangles that share nothing. Loads are even: the last vertex of the first one is the next
 * triangle's, which stays. */
START_TEST(what_makes_a_load_even_is_needed_later) {
    static fy_t3dm_vertex vertices[126];
    static uint32_t corners[126];
    const fy_t3dm_mesh mesh = {
        .vertices = vertices, .vertex_count = 126, .triangles = corners, .triangle_count = 42};
    const fy_t3dm_strategy strategy = {FY_T3DM_COMPLETE, .slots = 64, .bone_room = 64, .keep = 8,
                                       .low = true};
    uint32_t standing[FY_T3DM_SLOTS], loaded = 0, triangles = 0;
    const fy_t3dm_batch *batch;
    ferry_job *job = fy_test_job();
    for (uint32_t v = 0; v < 126; v++) {
        vertices[v].bone = FY_T3DM_NO_BONE;
        corners[v] = v;
    }
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++) standing[s] = UINT32_MAX;
    fy_t3dm_batcher *batcher = fy_t3dm_batcher_open(job, &mesh);
    fy_t3dm_batcher_start(batcher, &strategy);
    while ((batch = fy_t3dm_batcher_next(batcher, standing)) != NULL) {
        loaded += (batch->fresh + 1) / 2 * 2;
        triangles += batch->triangle_count;
        /* What is wanted stands lowest. */
        for (uint32_t wanted = 2, at = batch->start; wanted-- > 0;)
            for (uint32_t s = batch->start; s < batch->start + batch->fresh; s++)
                if (batch->wanted[s] == wanted) standing[at++] = batch->vertices[s];
    }
    ck_assert_uint_eq(triangles, 42);
    ck_assert_uint_eq(loaded, 126);
    ferry_close(job);
}
END_TEST

/* Rows of `wide` squares, and lone triangles beside them. */
static ferry_scene *few_triangles(ferry_job *job, uint32_t wide, uint32_t rows, uint32_t lone) {
    ferry_scene *scene = fy_t3dm_scene(job);
    uint32_t line = wide + 1, grid = rows ? line * (rows + 1) : 0, squares = wide * rows;
    ferry_mesh *mesh = fy_t3dm_add_mesh(scene, "few", grid + 3 * lone, 2 * squares + lone);
    for (uint32_t v = 0; v < grid + 3 * lone; v++) {
        int32_t x = (int32_t)(v % line), y = (int32_t)(v / line),
                z = v < grid ? 0 : (int32_t)(100 * (v * v % 3));
        fy_t3dm_set_vertex(scene, mesh, v, (int32_t[3]){100 * x, 100 * y, z}, 0, 0, 0, v);
    }
    for (uint32_t i = 0; i < squares; i++) {
        uint32_t a = i / wide * line + i % wide, b = a + 1, c = a + line, d = c + 1;
        memcpy(mesh->triangles + 6 * (size_t)i, (uint32_t[6]){a, b, d, a, d, c}, 6 * sizeof a);
    }
    for (uint32_t i = 0; i < 3 * lone; i++) mesh->triangles[6 * (size_t)squares + i] = grid + i;
    return scene;
}

/* The plain arrangement: one load, one buffer, a strip for each row and each lone triangle. A sequence of so
 * few would save values and cost a command. */
START_TEST(a_small_model_is_no_dearer_than_plain_strips) {
    static const struct {
        uint32_t wide, rows, lone;
    } models[] = {{7, 1, 2}, {7, 4, 4}, {3, 2, 4}, {1, 2, 3}};
    ferry_job *job = fy_test_job();
    uint32_t wide = models[_i].wide, rows = models[_i].rows, lone = models[_i].lone;
    ferry_scene *scene = few_triangles(job, wide, rows, lone);
    uint32_t vertices = (wide + 1) * (rows + 1) + 3 * lone;
    fy_t3dm_cost plain = {.loads = 1,
                          .vertices = (vertices + 1) & ~1u,
                          .buffers = 1,
                          .ends = 1,
                          .strips = rows + lone,
                          .strip_values = rows * (2 * wide + 2) + 3 * lone};
    fy_t3dm_cost c = cost_of(job, scene);
    ck_assert_uint_le(fy_t3dm_cycles(&c), fy_t3dm_cycles(&plain));
    ck_assert_uint_eq(c.sequences, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Nothing else to draw: the sequence is the cheapest command, and needs no indices. */
START_TEST(lone_triangles_are_a_sequence) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = few_triangles(job, 0, 0, (uint32_t)_i);
    fy_t3dm_cost c = cost_of(job, scene);
    ck_assert_uint_eq(c.sequences, 1);
    ck_assert_uint_eq(c.list_triangles + c.buffers, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_parts");
    TCase *rules = tcase_create("rules"), *costs = tcase_create("costs");
    tcase_add_test(rules, strip_room_is_what_the_cache_leaves);
    tcase_add_test(rules, loads_and_strips_destroy_high_slots);
    tcase_add_test(rules, slots_behind_a_load_are_spoilt);
    tcase_add_test(rules, normals_are_packed_by_the_table);
    tcase_add_test(rules, normals_put_no_light_out);
    tcase_add_loop_test(rules, strips_cover_every_triangle_once, 0, 60);
    tcase_add_test(rules, a_band_is_one_strip_and_a_corner);
    tcase_add_test(costs, a_grid_is_cheap);
    tcase_add_test(costs, a_skinned_tube_is_cheap);
    tcase_add_test(costs, as_many_vertices_as_slots_are_loaded_once);
    tcase_add_test(costs, changing_strips_makes_them_fewer);
    tcase_add_test(costs, islands_are_sequences);
    tcase_add_test(costs, what_makes_a_load_even_is_needed_later);
    tcase_add_loop_test(costs, a_small_model_is_no_dearer_than_plain_strips, 0, 4);
    tcase_add_loop_test(costs, lone_triangles_are_a_sequence, 1, 4);
    suite_add_tcase(suite, rules);
    suite_add_tcase(suite, costs);
    return fy_run_suite(suite);
}
