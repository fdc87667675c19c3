/*
 * test_t3dm_cost.c: the counts of `cost` against an imitation of the console that shares nothing with them
 * (t3dm_replay.h), over every fixture; numbers worked out by hand for one model in every layout.
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/fixtures/fixtures.h"
#include "builders/t3dm/t3dm_builder.h"
#include "builders/t3dm/t3dm_layouts.h"
#include "builders/t3dm/t3dm_replay.h"
#include "core/base/job_state.h"
#include "core/scene/scene.h"
#include "formats/t3dm/check/t3dm_measure.h"
#include "formats/t3dm/file/t3dm_cost.h"

static void expect_drawing(const char *name, const fy_t3dm_drawing *d, const replay_cost *c) {
    ck_assert_msg(d->triangles == c->triangles && d->floor == c->distinct && d->cost.loads == c->loads &&
                      d->cost.vertices == c->vertices && d->cost.matrices == c->matrices &&
                      d->cost.list_triangles == c->singles && d->cost.sequences == c->sequences &&
                      d->cost.buffers == c->buffers && d->cost.strip_values == c->values &&
                      d->cost.strips == c->strips && d->cost.lists == c->lists && d->cost.ends == c->ends &&
                      d->pops == c->pops,
                  "%s: the replay counts otherwise", name);
    ck_assert_uint_eq(fy_t3dm_drawing_cycles(d), fy_replay_cycles(c));
    ck_assert_uint_eq(fy_t3dm_drawing_commands(d), fy_replay_commands(c));
    ck_assert_uint_eq(fy_t3dm_drawing_indices(d), 3 * c->singles + c->values);
    ck_assert_uint_eq(d->parts, c->loads);
    ck_assert_uint_le(d->stored, c->vertices);
}

static fy_t3dm_breakdown measure(ferry_job *job, ferry_scene *scene, const char *name, ferry_bytes file) {
    fy_t3dm_breakdown breakdown;
    ferry_window window = ferry_window_open(job, name, file);
    bool done = fy_t3dm_measure(job, &window, scene, &breakdown);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(done, "%s", text);
    free(text);
    return breakdown;
}

static void expect_replayed(const char *name, ferry_bytes file) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_scene_open(job);
    fy_t3dm_breakdown breakdown = measure(job, scene, name, file);
    replay r = fy_replay(file);
    ck_assert_msg(!r.fault, "%s: %s", name, r.fault);
    ck_assert_uint_eq(breakdown.object_count, r.objects);
    for (uint32_t i = 0; i < r.objects; i++) expect_drawing(name, &breakdown.objects[i].drawing, &r.costs[i]);
    expect_drawing(name, &breakdown.total, &r.total);
    ck_assert_uint_eq(breakdown.memory.model, file.size);
    fy_replay_free(&r);
    ferry_scene_free(scene);
    ferry_close(job);
}

START_TEST(counts_are_those_of_the_console) {
    const fixture *from = &fixtures[_i];
    if (from->kind == JB_BMT3) return;
    ferry_job *job = fy_quick_job();
    ferry_bytes bytes = fy_read_fixture(from->name);
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = from->name, .bytes = bytes}, 1);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL));
    ck_assert(ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    expect_replayed(from->name, files.data[0].bytes);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* ------------------------------------------------------------------------------------ the CPU's work */

/* Instructions as they were counted when the header was played, built for the console (docs/cost.md, "CPU");
 * 0: the file has no tracks. */
static const struct {
    const char *inputs[4];
    const char *clip;
    uint64_t counted;
} played[] = {
    {{"figure.bdl", "figure.btk"}, "figure", 35174},
    {{"skinned.bmd", "skinned.bxk"}, "skinned", 5296},
    {{"skinned.bmd", "skinned.bxa"}, "skinned", 4632},
    {{"ttyd_paper"}, "wave", 13036},
    {{"ttyd_layers"}, "bend", 3598},
    {{"billboards.bmd"}, NULL, 305 + 1861}, /* at rest, and two bones that face the camera */
    {{"figure.bdl"}, NULL, 0},
};

START_TEST(tracks_are_priced_as_played) {
    ferry_job *job = fy_quick_job();
    ferry_input inputs[4];
    ferry_file_list files = {0};
    size_t count = 0;
    for (; count < 4 && played[_i].inputs[count]; count++)
        inputs[count] = (ferry_input){played[_i].inputs[count], fy_read_fixture(played[_i].inputs[count])};
    ferry_scene *scene = ferry_load(job, inputs, count), *read = fy_scene_open(job);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL) &&
              ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    fy_t3dm_cpu cpu = measure(job, read, "x.t3dm", files.data[0].bytes).cpu;
    uint64_t counted = played[_i].counted, off = counted / 8;
    ck_assert_msg(cpu.instructions >= counted - off && cpu.instructions <= counted + off,
                  "%s: %llu estimated, %llu counted", played[_i].inputs[0],
                  (unsigned long long)cpu.instructions, (unsigned long long)counted);
    ck_assert_pstr_eq(cpu.clip, played[_i].clip);
    /* More cycles than instructions, and at most two for each: nothing waits for memory. */
    ck_assert(cpu.cycles >= cpu.instructions && cpu.cycles <= 2 * cpu.instructions + cpu.instructions / 4);
    ferry_scene_free(scene);
    ferry_scene_free(read);
    ferry_close(job);
    for (size_t i = 0; i < count; i++) free((void *)(uintptr_t)inputs[i].bytes.data);
}
END_TEST

/* Where a section of the tracks chunk ends, `bytes` to a record. */
static uint8_t *section_end(ferry_bytes file, const char *kind, uint32_t bytes) {
    uint8_t *chunk = (uint8_t *)(uintptr_t)file.data, *end = chunk + file.size;
    while (memcmp(chunk, "F64T", 4) != 0) ck_assert(++chunk + 4 < end);
    uint8_t *section = chunk + 8;
    while (memcmp(section, kind, 4) != 0) section += 12;
    return chunk + ferry_be32(section + 4) + (size_t)bytes * ferry_be32(section + 8);
}

/* The scene of a square with two morphs of all its vertices, each moved otherwise: a clip moves the first
 * one, and holds the second one at 1. */
static ferry_scene *two_morphs(ferry_job *job) {
    static double times[2] = {0, 1};
    static float grow[2] = {0, 1}, hold[1] = {1};
    ferry_scene *scene = fy_square_scene(job);
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "grow", .kind = "made", .duration = 1, .rate = 30, .track_count = 2};
    clip->tracks = ferry_scene_new(scene, ferry_track, 2);
    for (uint32_t i = 0; i < 2; i++) {
        ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
        *morph = (ferry_morph){.name = i ? "held" : "moved", .number = i, .group = FERRY_NONE, .count = 4};
        morph->vertices = ferry_scene_new(scene, uint32_t, 4);
        morph->positions = ferry_scene_new(scene, ferry_vec3, 4);
        for (uint32_t v = 0; v < 4; v++) {
            morph->vertices[v] = v;
            morph->positions[v] = (ferry_vec3){(float)(v + i), 1, (float)(v * v)};
        }
        clip->tracks[i] = (ferry_track){.target = FERRY_TARGET_MORPH,
                                        .object = i,
                                        .interpolation = FERRY_LINEAR,
                                        .width = 1,
                                        .key_count = i ? 1 : 2,
                                        .times = times,
                                        .values = i ? hold : grow};
    }
    return scene;
}

/* The header leaves out what a morph of weight 0 adds to vertices that others move. */
START_TEST(morphs_that_are_held_at_nothing_cost_less) {
    enum { RECORD = 24, KEYS = 6, OFFSET = 20 };
    ferry_job *job = fy_quick_job();
    ferry_file_list files = {0};
    ferry_scene *scene = two_morphs(job), *read = fy_scene_open(job), *again = fy_scene_open(job);
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    fy_t3dm_cpu whole = measure(job, read, "x.t3dm", files.data[0].bytes).cpu;
    uint8_t *end = section_end(files.data[0].bytes, "TRAK", RECORD), *held = end - RECORD;
    if (ferry_be16(held + KEYS) != 1) held -= RECORD;
    ck_assert_uint_eq(ferry_be16(held + KEYS), 1);
    ck_assert_float_eq(ferry_bef32(held + OFFSET), 1);
    memset(held + OFFSET, 0, 4);
    fy_t3dm_cpu less = measure(job, again, "x.t3dm", files.data[0].bytes).cpu;
    ck_assert_uint_lt(less.instructions, whole.instructions);
    ferry_scene_free(scene);
    ferry_scene_free(read);
    ferry_scene_free(again);
    ferry_close(job);
}
END_TEST

/* One colour of a material costs what the other does. */
START_TEST(both_colors_cost_the_same) {
    ferry_bytes bytes = fy_read_fixture("layout-V4.t3dm");
    uint64_t instructions[2];
    for (int env = 0; env < 2; env++) {
        ferry_job *job = fy_quick_job();
        ferry_scene *scene = ferry_load(job, &(ferry_input){"x.t3dm", bytes}, 1), *read = fy_scene_open(job);
        ferry_file_list files = {0};
        double times[] = {0, 2};
        float values[] = {10, 200};
        ferry_track track = {.target = env ? FERRY_TARGET_ENV : FERRY_TARGET_PRIM,
                             .interpolation = FERRY_LINEAR,
                             .width = 1,
                             .key_count = 2,
                             .times = times,
                             .values = values};
        ck_assert(scene && scene->materials.data[0].rdp);
        ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
        *clip = (ferry_clip){
            .name = "glow", .kind = "brk", .duration = 2, .rate = 30, .tracks = &track, .track_count = 1};
        ck_assert(ferry_check(job, scene) && ferry_prepare(job, scene, "t3dm", NULL) &&
                  ferry_save(job, scene, "t3dm", "x.t3dm", &files));
        instructions[env] = measure(job, read, "x.t3dm", files.data[0].bytes).cpu.instructions;
        ferry_scene_free(read);
        ferry_scene_free(scene);
        ferry_close(job);
    }
    ck_assert_uint_gt(instructions[0], 0);
    ck_assert_uint_eq(instructions[1], instructions[0]);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* A track that no clip has is not looked at by the reader, whatever it says. */
START_TEST(what_no_clip_plays_costs_nothing) {
    ferry_job *job = fy_quick_job();
    const ferry_input inputs[2] = {{"figure.bdl", fy_read_fixture("figure.bdl")},
                                   {"figure.btk", fy_read_fixture("figure.btk")}};
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, inputs, 2), *read = fy_scene_open(job), *again = fy_scene_open(job);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL) &&
              ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    fy_t3dm_cpu whole = measure(job, read, "x.t3dm", files.data[0].bytes).cpu;
    uint8_t *count = section_end(files.data[0].bytes, "CLIP", 28) - 1,
            *track = section_end(files.data[0].bytes, "TRAK", 24) - 24;
    --*count;
    memset(track + 12, 0x7F, 4); /* its first value */
    fy_t3dm_cpu less = measure(job, again, "x.t3dm", files.data[0].bytes).cpu;
    ck_assert_uint_lt(less.instructions, whole.instructions);
    ferry_scene_free(scene);
    ferry_scene_free(read);
    ferry_scene_free(again);
    ferry_close(job);
    for (int i = 0; i < 2; i++) free((void *)(uintptr_t)inputs[i].bytes.data);
}
END_TEST

/* ------------------------------------------------------------------------ one model in every layout */

/* Lists until L11; then a strip of 4 triangles, before V3 with 3 of the list and a joint; in V4 one of the
 * list is a sequence. */
START_TEST(every_layout_is_measured) {
    enum { SHEETS = 8 + 2, LIMB = 7, BARK = 8 + 128 + 32 * 16 / 2 + 32, MOSS = 8 + 128 + 16 * 8 / 2 };
    ferry_job *maker = fy_quick_job();
    ferry_bytes stream = build_t3dm_stream(maker),
                file = build_t3dm(maker, (build_layout){.layout = (uint32_t)_i});
    char from[16];
    snprintf(from, sizeof from, "t3dm:%s", build_layout_names[_i]);
    ferry_options options = {
        .size = sizeof options, .from = from, .user = &stream, .sidecar = build_find_stream};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_scene_open(job);
    fy_t3dm_breakdown b = measure(job, scene, build_layout_names[_i], file);
    const fy_t3dm_drawing *d = &b.total;
    ck_assert_str_eq(b.layout, build_layout_names[_i]);
    ck_assert_uint_eq(b.object_count, 3);
    ck_assert_uint_eq(d->triangles, BUILD_TRIANGLES + (_i == BUILD_L0));
    ck_assert_uint_eq(d->cost.loads, _i < BUILD_L4 ? 3 : 4);
    ck_assert_uint_eq(d->cost.matrices, _i < BUILD_L4 ? 0 : 2);
    ck_assert_uint_eq(d->floor, 8 + 9 + 4 + (_i == BUILD_L0 ? 3 : 0));
    ck_assert_uint_eq(d->cost.buffers, _i >= BUILD_L11);
    ck_assert_uint_eq(d->cost.sequences, _i == BUILD_V4);
    ck_assert_uint_eq(d->cost.list_triangles, _i < BUILD_L11   ? d->triangles
                                              : _i == BUILD_V3 ? SHEETS + 4
                                                               : SHEETS + 3);
    ck_assert_uint_eq(fy_t3dm_drawing_commands(d),
                      d->cost.loads + d->cost.list_triangles + (_i >= BUILD_L11) + (_i == BUILD_V4));
    ck_assert_uint_eq(b.materials, 2);
    ck_assert_uint_eq(b.material_switches, 2);
    ck_assert_uint_eq(b.texture_uploads, _i < BUILD_L3 ? 2 : 3); /* the game's own texture since L3 */
    ck_assert_uint_eq(b.memory.model, file.size);
    ck_assert_uint_eq(b.memory.textures, BARK + MOSS);
    ck_assert_uint_eq(b.memory.textures_unknown, 0);
    ck_assert_uint_eq(b.animations, _i >= BUILD_L6);
    ck_assert_uint_eq(b.memory.animations, _i < BUILD_L6 ? 0 : 32 + 48 + 2 * 24);
    ck_assert_uint_eq(b.stream_bytes, _i < BUILD_L6 ? 0 : stream.size);
    ck_assert_uint_eq(b.streams_missing, 0);
    ck_assert_uint_eq(b.memory.skeleton % (108 + 64), 0);
    ck_assert_uint_eq(b.memory.skeleton != 0, _i >= BUILD_L4);
    ck_assert_uint_eq(fy_t3dm_memory_sum(&b.memory),
                      file.size + b.memory.skeleton + b.memory.animations + BARK + MOSS);
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(maker);
}
END_TEST

/* Every allocation refused once: an error each time, until there is enough. */
START_TEST(memory_may_run_out) {
    ferry_job *maker = fy_quick_job();
    ferry_bytes file = build_t3dm(maker, (build_layout){.layout = BUILD_V4});
    bool done = false;
    for (size_t n = 2; !done; n++) {
        ferry_options options = {.size = sizeof options, .fail_allocation = n};
        ferry_job *job = ferry_open(&options);
        ck_assert_uint_lt(n, 1000);
        if (!job) continue;
        fy_t3dm_breakdown breakdown;
        ferry_window window = ferry_window_open(job, "x.t3dm", file);
        ferry_scene *scene = fy_scene_open(job);
        done = scene && fy_t3dm_measure(job, &window, scene, &breakdown);
        ck_assert(done || ferry_job_report(job)->totals[FERRY_ERROR]);
        ferry_scene_free(scene);
        ferry_close(job);
    }
    ferry_close(maker);
}
END_TEST

/* The sum by hand: a triangle of a list, its load and its bone. */
START_TEST(cycles_are_summed) {
    fy_t3dm_drawing d = {.cost = {.loads = 1, .vertices = 4, .matrices = 1, .list_triangles = 1, .lists = 1},
                         .parts = 1,
                         .triangles = 1,
                         .pops = 1};
    ck_assert_uint_eq(fy_t3dm_drawing_cycles(&d), 150 + 4 * 40 + 460 + 360 + 105 + 51 + 72);
    d.cost = (fy_t3dm_cost){.sequences = 1, .buffers = 2, .strips = 2, .strip_values = 7, .ends = 1};
    d.pops = 0;
    ck_assert_uint_eq(fy_t3dm_drawing_cycles(&d), 105 + 97 + 2 * 69 + 30 + 2 * 7 + 7 * 2);
    fy_t3dm_drawing_add(&d, &d);
    ck_assert_uint_eq(fy_t3dm_drawing_cycles(&d), 2 * (105 + 97 + 2 * 69 + 30 + 2 * 7 + 7 * 2));
    ck_assert_double_eq_tol(fy_t3dm_milliseconds(62500), 1, 1e-12);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_cost");
    TCase *counts = tcase_create("counts"), *results = fy_results_case(suite);
    tcase_add_loop_test(results, counts_are_those_of_the_console, 0, (int)fixture_count);
    tcase_add_loop_test(counts, tracks_are_priced_as_played, 0, sizeof played / sizeof *played);
    tcase_add_test(counts, what_no_clip_plays_costs_nothing);
    tcase_add_test(counts, both_colors_cost_the_same);
    tcase_add_test(counts, morphs_that_are_held_at_nothing_cost_less);
    tcase_add_loop_test(counts, every_layout_is_measured, 0, BUILD_LAYOUTS);
    tcase_add_test(counts, memory_may_run_out);
    tcase_add_test(counts, cycles_are_summed);
    suite_add_tcase(suite, counts);
    return fy_run_suite(suite);
}
