/* test_core.c: arenas, windows, bytes out, report, settings, text, maths, and a format plugged in from
 * outside; libraries that are loaded late. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/digest.h"
#include "core/base/job.h"
#include "core/base/job_state.h"
#include "core/base/late_library.h"
#include "core/base/lots.h"
#include "core/base/maths.h"
#include "core/base/order.h"
#include "core/base/parse_number.h"
#include "core/base/report.h"
#include "core/base/settings.h"
#include "core/scene/scene.h"
#include "helpers.h"

/* ------------------------------------------------------------------------------------------------- memory */

START_TEST(arena_keeps_what_stands_before_a_mark_and_zeroes_the_rest) {
    ferry_job *job = fy_test_job();
    char *before = ferry_alloc(job, 10, 1);
    strcpy(before, "kept");
    for (size_t size = 1; size < 100000; size *= 3) {
        ferry_mark mark = ferry_job_mark(job);
        uint8_t *piece = ferry_alloc(job, size, 1);
        for (size_t i = 0; i < size; i++) ck_assert_uint_eq(piece[i], 0);
        memset(piece, 1, size);
        memset(ferry_alloc(job, 5000, 1), 2, 5000);
        ferry_job_release(job, mark);
        ck_assert_str_eq(before, "kept");
    }
    ferry_close(job);
}
END_TEST

static fy_digest digest_of(const uint8_t *bytes, size_t first, size_t second) {
    fy_digest digest = fy_digest_start();
    fy_digest_add(&digest, bytes, first);
    fy_digest_add(&digest, bytes + first, second);
    return digest;
}

/* Each bit counts, and each length; zeros at the end do, too. */
START_TEST(digests_tell_contents_apart) {
    uint8_t bytes[40] = {0};
    fy_digest known[8 * 40 + 80];
    size_t count = 0;
    for (size_t size = 0; size < 40; size++) known[count++] = digest_of(bytes, size, 0);
    for (size_t size = 1; size < 40; size++) known[count++] = digest_of(bytes, size, 40 - size);
    for (size_t bit = 0; bit < 8 * sizeof bytes; bit++) {
        bytes[bit / 8] = (uint8_t)(1 << bit % 8);
        known[count++] = digest_of(bytes, sizeof bytes, 0);
        bytes[bit / 8] = 0;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) ck_assert_int_eq(fy_digest_is(&known[i], &known[k]), i == k);
}
END_TEST

START_TEST(arena_limit_is_one_error) {
    ferry_options options = {.size = sizeof options, .memory_limit = 100000};
    ferry_job *job = ferry_open(&options);
    ck_assert_ptr_null(ferry_alloc(job, 200000, 1));
    ck_assert_ptr_null(ferry_alloc(job, SIZE_MAX / 2, 16));
    /* not 40 where size_t has 32 bits */
    ck_assert_ptr_null(ferry_alloc(job, fy_count(((uint64_t)1 << 32) + 40), 4));
    ck_assert(ferry_failed(job));
    fy_expect_report(job, "error: out of memory: the limit is 100000 bytes\n");
    ck_assert_uint_le(ferry_job_peak_memory(job), 100000);
    ferry_close(job);
}
END_TEST

START_TEST(append_grows_and_keeps) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    for (uint32_t i = 0; i < 1000; i++) {
        ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
        ck_assert_uint_eq(node->parent, 0);
        node->parent = i;
    }
    for (uint32_t i = 0; i < 1000; i++) ck_assert_uint_eq(scene->nodes.data[i].parent, i);
    scene->extras.data = ferry_scene_new(scene, ferry_extra, 3); /* a list of exact size can be appended to */
    scene->extras.count = 3;
    scene->extras.data[2].offset = 77;
    for (int i = 0; i < 20; i++) ck_assert_ptr_nonnull(ferry_append(scene, &scene->extras, ferry_extra));
    ck_assert_uint_eq(scene->extras.data[2].offset, 77);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Lists of both kinds keep what they held and have room for what is added; at the limit they stay as they
 * were. */
START_TEST(reserving_grows_and_keeps) {
    bool (*const ways[])(ferry_job *, void **, uint32_t, uint32_t *, uint32_t, size_t) = {fy_job_reserve,
                                                                                          fy_work_reserve};
    for (int way = 0; way < 2; way++) {
        ferry_options options = {.size = sizeof options, .memory_limit = 1 << 20};
        ferry_job *job = ferry_open(&options);
        uint32_t *list = NULL, count = 0, capacity = 0;
        while (ways[way](job, (void **)&list, count, &capacity, 1 + count % 50, sizeof *list)) {
            ck_assert_uint_ge(capacity, count + 1 + count % 50);
            for (uint32_t end = capacity; count < end; count++) list[count] = count;
        }
        ck_assert_uint_eq(capacity, count);
        ck_assert_uint_gt(count, 30000);
        for (uint32_t i = 0; i < count; i++) ck_assert_uint_eq(list[i], i);
        ck_assert(!ways[way](job, (void **)&list, count, &capacity, UINT32_MAX - 10, sizeof *list));
        fy_expect_report(job, "error: out of memory: the limit is 1048576 bytes\n");
        ferry_close(job);
    }
}
END_TEST

START_TEST(scene_outlives_its_job_within_the_limit) {
    ferry_options options = {.size = sizeof options, .memory_limit = 1 << 20};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(job);
    ferry_close(job);
    ck_assert_str_eq(scene->nodes.data[0].name, "root");
    ck_assert_ptr_nonnull(ferry_scene_alloc(scene, 1000, 1));
    ck_assert_ptr_null(ferry_scene_alloc(scene, 2 << 20, 1));
    ferry_scene_free(scene);
}
END_TEST

/* Counting and posing take their memory from the scene's account, and say so when there is none. */
START_TEST(counting_keeps_to_the_limit) {
    ferry_job *job = ferry_open(&(ferry_options){.size = sizeof(ferry_options), .memory_limit = 256 * 1024});
    ferry_scene *scene = fy_square_scene(job);
    ferry_counts counts;
    ferry_matrix world;
    ck_assert(ferry_count(scene, &counts) && !counts.empty && counts.triangles == 2);
    scene->nodes.data[0].scale_rule = FERRY_SCALE_SOFTIMAGE;
    size_t before = ferry_job_peak_memory(job);
    for (int i = 0; i < 10000; i++) ck_assert(ferry_count(scene, &counts)); /* gives everything back */
    ck_assert(ferry_world_matrices(scene, &world));
    ck_assert_uint_le(ferry_job_peak_memory(job), before + 64 * 1024);
    ck_assert(!ferry_failed(job));
    while (ferry_scene_alloc(scene, 1, 1)) continue;
    uint32_t said = ferry_job_report(job)->totals[FERRY_ERROR];
    ck_assert(!ferry_count(scene, &counts) && counts.empty && counts.triangles == 0);
    ck_assert(!ferry_world_matrices(scene, &world));
    ck_assert_uint_gt(ferry_job_report(job)->totals[FERRY_ERROR], said);
    ferry_close(job);
    ferry_scene_free(scene);
}
END_TEST

/* What both take counts against one limit, and the outer one hears of it. */
START_TEST(a_job_within_another_shares_memory_and_time) {
    ferry_options options = {.size = sizeof options, .memory_limit = 1 << 20, .deadline = 1e-9};
    ferry_job *outer = ferry_open(&options),
              *inner = fy_job_open_within(outer, &(ferry_options){.size = sizeof options});
    ck_assert_ptr_nonnull(inner);
    ck_assert_ptr_nonnull(ferry_alloc(outer, 600000, 1));
    ck_assert_ptr_null(ferry_alloc(inner, 600000, 1));
    ck_assert(inner->exhausted && !outer->exhausted);
    ferry_scene *scene = fy_scene_open(inner);
    ck_assert_ptr_null(ferry_scene_alloc(scene, 600000, 1));
    fy_expect_report(outer, "error: out of memory: the limit is 1048576 bytes\n");
    ferry_scene_free(scene);
    ferry_close(inner);
    ck_assert_ptr_eq(outer->account->job, outer);
    ck_assert_ptr_nonnull(ferry_alloc(outer, 300000, 1));
    ck_assert_uint_gt(ferry_job_peak_memory(outer), 900000);
    outer->exhausted = false;
    inner = fy_job_open_within(outer, &(ferry_options){.size = sizeof options});
    for (int i = 0; i < 1000 && !inner->stopped; i++) ferry_tick(inner);
    fy_expect_report(inner, "error: the deadline has passed\n");
    ferry_close(inner);
    ferry_close(outer);
}
END_TEST

/* What docs/security.md says of a job that nobody gave a limit: nearly all of a gibibyte is there, and no
 * more. */
START_TEST(a_job_has_a_gibibyte_by_default) {
    const size_t gibibyte = (size_t)1 << 30, bookkeeping = 64 * 1024;
    ferry_job *job = fy_test_job();
    ck_assert_ptr_nonnull(ferry_alloc(job, gibibyte - bookkeeping, 1));
    fy_expect_report(job, "");
    ck_assert_ptr_null(ferry_alloc(job, bookkeeping, 1));
    fy_expect_report(job, "error: out of memory: the limit is 1073741824 bytes\n");
    ferry_close(job);
}
END_TEST

START_TEST(the_first_of_equals_is_found) {
    static const uint32_t sorted[] = {2, 4, 4, 4, 9};
    static const struct {
        uint32_t wanted, at;
    } all[] = {{0, 0}, {2, 0}, {3, 1}, {4, 1}, {5, 4}, {9, 4}, {10, 5}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ck_assert_uint_eq(fy_first_not_before(&all[i].wanted, sorted, 5, sizeof *sorted, fy_by_number),
                          all[i].at);
    ck_assert_uint_eq(fy_first_not_before(&all[0].wanted, NULL, 0, sizeof *sorted, fy_by_number), 0);
}
END_TEST

START_TEST(every_failing_allocation_is_an_error) {
    for (size_t n = 1; n < 200; n++) {
        ferry_options options = {.size = sizeof options, .fail_allocation = n};
        ferry_job *job = ferry_open(&options);
        bool fine = !ferry_failed(job);
        for (int i = 0; fine && i < 10; i++) {
            fine = ferry_alloc(job, 10, 1) != NULL;
            ferry_say(job, FERRY_NOTE, "t.n", "file", "path", "text %d", i);
        }
        bool enough = fine && !ferry_failed(job);
        ck_assert(enough || ferry_job_report(job)->count > 0);
        ck_assert(enough || ferry_job_report(job)->totals[FERRY_ERROR] > 0);
        ferry_close(job);
        if (enough) return;
    }
    ck_abort_msg("never enough memory");
}
END_TEST

/* ------------------------------------------------------------------------------------------------ windows */

START_TEST(window_reads_big_endian) {
    static const uint8_t data[] = {0x12, 0x34, 0x56, 0x78, 0xFF, 0xFE, 0x3F, 0x80, 0, 0, 0x80};
    ferry_job *job = fy_test_job();
    ferry_window w = ferry_window_open(job, "a.bin", (ferry_bytes){data, sizeof data});
    ck_assert_uint_eq(ferry_read_u32(&w), 0x12345678);
    ck_assert_int_eq(ferry_read_s16(&w), -2);
    ck_assert_float_eq(ferry_read_f32(&w), 1.0f);
    ck_assert_int_eq(ferry_read_s8(&w), -128);
    ferry_seek(&w, 4);
    ck_assert_int_eq(ferry_read_s32(&w), -114816); /* 0xFFFE3F80 */
    ck_assert(ferry_window_ok(&w));
    ck_assert_uint_eq(ferry_u16_at(&w, 1), 0x3456);
    ferry_close(job);
}
END_TEST

START_TEST(window_reports_the_first_read_past_the_end) {
    static const uint8_t data[32] = {0};
    ferry_job *job = fy_test_job();
    ferry_window file = ferry_window_open(job, "bad.bmd", (ferry_bytes){data, sizeof data});
    ferry_window chunk = ferry_window_cut(&file, "SHP1", FERRY_NONE, 8, 16);
    ferry_window shape = ferry_window_rest(&chunk, "shape", 3, 10);
    ferry_read_u32(&shape);
    ck_assert(ferry_window_ok(&shape));
    ck_assert_uint_eq(ferry_read_u32(&shape), 0);
    ck_assert(!ferry_window_ok(&shape));
    ferry_read_u32(&shape);
    fy_expect_report(job, "bad.bmd:0x16: error: SHP1.shape[3]: expected 4 bytes, found 2\n");
    ferry_close(job);
}
END_TEST

START_TEST(window_cut_outside_is_an_error) {
    static const uint8_t data[16] = {0};
    ferry_job *job = fy_test_job();
    ferry_window file = ferry_window_open(job, "x", (ferry_bytes){data, sizeof data});
    ferry_window a = ferry_window_cut(&file, "A", FERRY_NONE, 8, UINT64_MAX);
    ferry_window b = ferry_window_rest(&file, "B", 1, UINT64_MAX);
    ck_assert(!ferry_window_ok(&a) && !ferry_window_ok(&b) && !ferry_window_ok(&file));
    ck_assert_uint_eq(a.size + b.size, 0);
    fy_expect_report(job, "x:0x0: error: A: expected 18446744073709551615 bytes at 0x8, found 8\n"
                          "x:0x0: error: B[1]: starts at 0xffffffffffffffff, past the end at 0x10\n");
    ck_assert(!ferry_window_holds(&file, 8, UINT64_MAX / 2, 4));
    ck_assert(ferry_window_holds(&file, 8, 2, 4));
    ck_assert(!ferry_window_holds(&file, 8, 3, 4));
    ferry_close(job);
}
END_TEST

/* -------------------------------------------------------------------------------------- bytes out, report */

START_TEST(out_writes_patches_and_refuses_overflow) {
    static const uint8_t expected[] = {1, 0xAB, 0xCD, 0xEF, 0xC0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8};
    ferry_job *job = fy_test_job();
    ferry_out out = ferry_out_open(job, "o.t3dm");
    ferry_put_u8(&out, 1);
    ferry_align(&out, 4);
    ferry_put_f32(&out, -2.0f);
    ferry_put_u64(&out, 0x0102030405060708u);
    ferry_patch_u24(&out, 1, 0xABCDEF, "offset");
    ck_assert_uint_eq(out.size, sizeof expected);
    ck_assert_mem_eq(out.data, expected, sizeof expected);
    ferry_patch_u24(&out, 1, 0x1000000, "chunk offset");
    ck_assert(out.bad);
    ferry_put_u16_checked(&out, 70000, "count");
    fy_expect_report(job, "o.t3dm: error: chunk offset is 16777216, which does not fit in 24 bits\n");
    ferry_close(job);
}
END_TEST

START_TEST(out_checks_values_of_one_and_two_bytes) {
    static const uint8_t expected[] = {255, 0xFF, 0xFF};
    ferry_job *job = fy_test_job();
    ferry_out out = ferry_out_open(job, "o.t3dm");
    ferry_put_u8_checked(&out, 255, "bone");
    ferry_put_u16_checked(&out, 65535, "count");
    ck_assert(!out.bad);
    ck_assert_uint_eq(out.size, sizeof expected);
    ck_assert_mem_eq(out.data, expected, sizeof expected);
    ferry_put_u8_checked(&out, 256, "bone");
    ck_assert(out.bad);
    fy_expect_report(job, "o.t3dm: error: bone is 256, which does not fit in 8 bits\n");
    ferry_close(job);
}
END_TEST

START_TEST(report_folds_alike_messages) {
    ferry_job *job = fy_test_job();
    for (int i = 0; i < 12; i++) ferry_say(job, FERRY_WARNING, "t.a", "f", "", "number %d", i);
    ferry_say(job, FERRY_WARNING, "t.b", "f", "P[1]", "other");
    fy_expect_report(job, "f: warning: number 0\nf: warning: number 1\nf: warning: number 2 (x10)\n"
                          "f: warning: P[1]: other\n");
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_WARNING], 13);
    ck_assert(!ferry_failed(job));
    ferry_close(job);
}
END_TEST

/* The line that stands for many tells how much they are about, and where it is worst. */
START_TEST(folded_measures_are_summed_up) {
    static const double triangles[] = {1, 2, 30, 400, 5}, differences[] = {1, 1, 3, 9, 6};
    ferry_job *job = fy_test_job();
    for (int i = 0; i < 5; i++) {
        char path[16];
        snprintf(path, sizeof path, "draw[%d]", i);
        ferry_say_measured(job, FERRY_LOSS, "t.a", "f", path,
                           (ferry_measure){triangles[i], "triangles", true}, "gone");
        ferry_say_measured(job, FERRY_LOSS, "t.b", "f", path, (ferry_measure){differences[i], "/255", false},
                           "off");
    }
    fy_expect_report(job, "f: loss: draw[0]: gone\n"
                          "f: loss: draw[0]: off\n"
                          "f: loss: draw[1]: gone\n"
                          "f: loss: draw[1]: off\n"
                          "f: loss: draw[2]: gone (x3: 435 triangles in total, 400 at worst: draw[3])\n"
                          "f: loss: draw[2]: off (x3: 6/255 on average, 9/255 at worst: draw[3])\n");
    const ferry_message *last = &ferry_job_report(job)->data[4];
    ck_assert_uint_eq(last->times, 3);
    ck_assert_double_eq(last->measured->sum, 435);
    ck_assert_double_eq(last->measured->worst, 400);
    ck_assert_str_eq(last->measured->worst_path, "draw[3]");
    ferry_say(job, FERRY_LOSS, "t.a", "f", "", "another kind of measure");
    ck_assert_ptr_null(ferry_job_report(job)->data[4].measured);
    ferry_close(job);
}
END_TEST

/* A report that goes on in another job loses neither places nor measures. */
START_TEST(repeated_messages_keep_places_and_measures) {
    ferry_job *from = fy_test_job(), *to = fy_test_job();
    static const uint8_t bytes[8] = {0};
    ferry_window window = ferry_window_open(from, "f", (ferry_bytes){bytes, sizeof bytes});
    ferry_say_at(&window, 4, FERRY_WARNING, "t.a", "odd");
    for (int i = 0; i < 4; i++)
        ferry_say_measured(from, FERRY_LOSS, "t.b", "f", "P", (ferry_measure){2, "draws", true}, "gone");
    for (uint32_t i = 0; i < 4; i++) fy_report_repeat(to, &ferry_job_report(from)->data[i]);
    fy_expect_report(to, "f:0x4: warning: odd\n"
                         "f: loss: P: gone\n"
                         "f: loss: P: gone\n"
                         "f: loss: P: gone (x2: 4 draws in total, 2 at worst: P)\n");
    ck_assert_uint_eq(ferry_job_report(to)->totals[FERRY_LOSS], 4);
    ferry_close(from);
    ferry_close(to);
}
END_TEST

/* ----------------------------------------------------------------------------------------- settings, text */

/* An archive of many files makes many kinds of messages; each kind is merged by itself. */
START_TEST(report_folds_by_file) {
    enum { FILES = 3000 };
    ferry_job *job = fy_test_job();
    for (int round = 0; round < 5; round++)
        for (int i = 0; i < FILES; i++) {
            char name[16];
            snprintf(name, sizeof name, "f%d", i);
            ferry_say(job, FERRY_WARNING, "x.y", name, "", "round %d", round);
        }
    const ferry_report *report = ferry_job_report(job);
    ck_assert_uint_eq(report->count, 3 * FILES);
    ck_assert_uint_eq(report->totals[FERRY_WARNING], 5 * FILES);
    for (uint32_t i = 0; i < report->count; i++)
        ck_assert_uint_eq(report->data[i].times, i < 2 * FILES ? 1 : 3);
    ferry_close(job);
}
END_TEST

/* A list of names ends with the last of them, however long it is. */
START_TEST(long_messages_are_printed_whole) {
    ferry_job *job = fy_test_job();
    char list[3000], line[3100];
    memset(list, 'x', sizeof list - 2);
    memcpy(list + sizeof list - 2, "y", 2);
    ferry_say(job, FERRY_NOTE, "x.y", "", "", "%s", list);
    snprintf(line, sizeof line, "note: %s\n", list);
    fy_expect_report(job, line);
    ferry_close(job);
}
END_TEST

START_TEST(no_input_is_an_error) {
    ferry_job *job = fy_test_job();
    ck_assert_ptr_null(ferry_load(job, NULL, 0));
    fy_expect_report(job, "error: there is no input\n");
    ferry_close(job);
}
END_TEST

START_TEST(settings_are_checked) {
    ferry_setting_value given = {"no.such", "1"};
    ferry_options options = {.size = sizeof options, .settings = &given, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ck_assert(ferry_failed(job));
    ck_assert_ptr_nonnull(strstr(ferry_job_report(job)->data[0].text, "unknown setting \"no.such\"; known: "
                                                                      "rigid.joint"));
    ferry_close(job);
    given = (ferry_setting_value){"rigid.joint", "any"};
    job = ferry_open(&options);
    fy_expect_report(job, "error: setting \"rigid.joint\" cannot be \"any\"; allowed: "
                          "least-error|heaviest\n");
    ferry_close(job);
    given.value = "heaviest";
    job = ferry_open(&options);
    ck_assert(!ferry_failed(job));
    ck_assert(ferry_setting_is(job, "rigid.joint", "heaviest"));
    ferry_close(job);
    static const struct {
        const char *value;
        bool fine;
    } counts[] = {{"0", false}, {"1", true}, {"1073741824", true}, {"1073741825", false}, {"1.5", false}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) { /* triangles: up to 2^30 */
        static const char *const keys[] = {"simplify.triangles", "simplify.most", "simplify.levels"};
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            given = (ferry_setting_value){keys[k], counts[i].value};
            job = ferry_open(&options);
            ck_assert_int_eq(!ferry_failed(job), counts[i].fine);
            ferry_close(job);
        }
    }
    static const struct {
        const char *value;
        bool fine;
    } percents[] = {{"0", true}, {"100", true}, {"any", true}, {"-0.5", false}, {"100.5", false}};
    for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) {
        given = (ferry_setting_value){"rigid.rest-error", percents[i].value};
        job = ferry_open(&options);
        ck_assert_int_eq(!ferry_failed(job), percents[i].fine);
        ferry_close(job);
    }
    given = (ferry_setting_value){"rigid.joint", "heaviest"};
    options.from = "nothing";
    job = ferry_open(&options);
    fy_expect_report(job, "error: unknown format \"nothing\"\n");
    ferry_close(job);
}
END_TEST

START_TEST(numbers_are_parsed_whatever_the_locale) {
    ck_assert_double_eq(fy_parse_number("0.25"), 0.25);
    ck_assert_double_eq(fy_parse_number("-64"), -64);
    ck_assert_double_eq(fy_parse_number(".5"), 0.5);
    ck_assert(isnan(fy_parse_number("")));
    ck_assert(isnan(fy_parse_number("1,5")));
    ck_assert(isnan(fy_parse_number("12x")));
    ck_assert(isnan(fy_parse_number(".")));
}
END_TEST

START_TEST(source_text_is_reversible) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    const char source[] = "a\\\x83\x41\x01z";
    const char *text = ferry_scene_text(scene, source, sizeof source);
    ck_assert_str_eq(text, "a\\\\\\x83A\\x01z");
    size_t size;
    const char *back = ferry_text_bytes(job, text, &size);
    ck_assert_uint_eq(size, strlen(source));
    ck_assert_str_eq(back, source);
    ck_assert_str_eq(fy_stem(scene, "dir.d/a.arc#bdl/link.two.bdl"), "link.two");
    ck_assert_str_eq(fy_stem(scene, ".hidden"), ".hidden");
    /* a member's name is text already */
    ck_assert_str_eq(fy_stem(scene, "a.arc#\\x83\\x65.bti"), "\\x83\\x65");
    ck_assert_str_eq(fy_stem(scene, "d/Pok\xc3\xa9.bdl"), "Pok\xc3\xa9");
    ck_assert_str_eq(fy_stem(scene, "d/Pok\xe9.bdl"), "Pok\\xe9");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* -------------------------------------------------------------------------------------------------- maths */

START_TEST(maths_agrees_with_libm) {
    for (int i = -4000; i <= 4000; i++) {
        double x = i * 0.0137;
        ck_assert_double_eq_tol(fy_sin(x), sin(x), 1e-14);
        ck_assert_double_eq_tol(fy_cos(x), cos(x), 1e-14);
        ck_assert_double_eq_tol(fy_acos(i / 4000.0), acos(i / 4000.0), 1e-13);
        ck_assert_double_eq_tol(fy_atan2(x, 1.7 - x * x), atan2(x, 1.7 - x * x), 1e-14);
    }
    for (double x = 9e5; x < 1e7; x *= 1.01) ck_assert_double_eq_tol(fy_sin(-x), sin(-x), 1e-9);
    for (double x = 1; fabs(x) < 1e300; x *= -1.7) { /* whatever a file says is some angle */
        double sine = fy_sin(x), cosine = fy_cos(x), length = sine * sine + cosine * cosine;
        ck_assert_double_eq_tol(length, 1, 1e-14);
    }
    for (int i = 1; i <= 1000; i++)
        ck_assert_double_eq_tol(fy_pow(i * 0.003, 0.4545), pow(i * 0.003, 0.4545), 1e-13);
    ck_assert_double_eq(fy_pow(0, 2.2), 0);
    ck_assert_double_eq(fy_round(-2.5), -3);
    ck_assert(!fy_finite((double)INFINITY) && !fy_finite((double)NAN) && fy_finite(0));
}
END_TEST

START_TEST(rotations_agree) {
    ferry_vec3 euler = {0.3f, -1.1f, 2.4f};
    ferry_matrix by_euler = fy_matrix_euler(euler);
    ferry_quat quat = fy_quat_euler(euler);
    ferry_matrix by_quat = fy_matrix_quat(quat);
    ferry_quat back = fy_quat_matrix(&by_euler);
    float sign = quat.w < 0 ? -1.0f : 1.0f;
    for (int k = 0; k < 12; k++)
        ck_assert_double_eq_tol(by_euler.m[k / 4][k % 4], by_quat.m[k / 4][k % 4], 1e-6);
    ck_assert_float_eq_tol(back.x, quat.x * sign, 1e-6f);
    ck_assert_float_eq_tol(back.z, quat.z * sign, 1e-6f);
    /* X first, then Y, then Z: the x axis only sees Y and Z. */
    ferry_vec3 x = fy_matrix_direction(&by_euler, (ferry_vec3){1, 0, 0});
    ck_assert_float_eq_tol(x.x, (float)(cos(2.4) * cos(-1.1)), 1e-6f);
    ck_assert_float_eq_tol(x.y, (float)(sin(2.4) * cos(-1.1)), 1e-6f);
    ck_assert_float_eq_tol(x.z, (float)-sin(-1.1), 1e-6f);
}
END_TEST

START_TEST(matrices_invert_and_carry_normals) {
    ferry_matrix a = {{{1, 2, 0, 5}, {0, -3, 1, 7}, {2, 0, 1, -1}}}, inverse;
    ferry_matrix singular = {{{1, 2, 0, 5}, {2, 4, 0, 7}, {0, 0, 0, 1}}};
    ck_assert(fy_matrix_invert(&a, &inverse));
    ferry_matrix one = fy_matrix_multiply(&a, &inverse);
    for (int k = 0; k < 12; k++) ck_assert_double_eq_tol(one.m[k / 4][k % 4], k % 5 == 0 ? 1 : 0, 1e-12);
    ck_assert(!fy_matrix_invert(&singular, &inverse));
    ferry_matrix stretch = {{{-2, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 4, 0}}},
                 normals = fy_matrix_normals(&stretch);
    ferry_vec3 n = fy_vec3_normalize(fy_matrix_direction(&normals, (ferry_vec3){1, 1, 0}));
    ck_assert_float_eq_tol(n.x, -0.4472136f, 1e-6f);
    ck_assert_float_eq_tol(n.y, 0.8944272f, 1e-6f);
}
END_TEST

/* ---------------------------------------------------------------------------------- a format from outside */

static uint32_t probe_plug(ferry_bytes bytes) {
    return bytes.size >= 4 && memcmp(bytes.data, "PLUG", 4) == 0 ? 32 : 0;
}

static bool read_plug(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    (void)job;
    ferry_skip(in, 4);
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    if (!node) return false;
    *node = (ferry_node){.name = "plugged", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
    node->translate.x = ferry_read_f32(in);
    return ferry_window_ok(in);
}

static bool write_plug(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files) {
    ferry_out out = ferry_out_open(job, name);
    ferry_put_bytes(&out, "PLUG", 4);
    ferry_put_f32(&out, scene->nodes.data[0].translate.x);
    return ferry_add_out(files, name, &out);
}

/* "BAG" holds PLUGs of eight bytes, named a, b, c ... */
static uint32_t probe_bag(ferry_bytes bytes) {
    return bytes.size >= 4 && memcmp(bytes.data, "BAG", 4) == 0 ? 32 : 0;
}

static bool unpack_bag(ferry_job *job, ferry_window *in, ferry_file_list *files) {
    (void)job;
    for (uint32_t i = 0; 4 + 8 * (size_t)i < in->size; i++) {
        const char name[] = {'d', '/', (char)('a' + i), '.', 'p', 0};
        if (!ferry_add_member(in, files, name, 4 + 8 * (uint64_t)i, 8)) return false;
    }
    return true;
}

static const ferry_caps plug_caps = {
    .max_influences = 0, .scale_rules = true, .degenerates = true, .unused = true};
static const ferry_setting plug_settings[] = {{"plug.depth", "3", "number", "how deep"},
                                              {NULL, NULL, NULL, NULL}};
static const ferry_format plug = {.name = "plug",
                                  .title = "A format from outside",
                                  .extensions = ".plug",
                                  .role = FERRY_ROLE_MODEL,
                                  .probe = probe_plug,
                                  .read = read_plug,
                                  .write = write_plug,
                                  .caps = &plug_caps,
                                  .settings = plug_settings};
static const ferry_format twin = {.name = "twin",
                                  .title = "Twin",
                                  .extensions = ".twin",
                                  .role = FERRY_ROLE_MODEL,
                                  .probe = probe_plug,
                                  .read = read_plug};
static const ferry_format bag = {.name = "bag",
                                 .title = "Bag",
                                 .extensions = ".bag",
                                 .role = FERRY_ROLE_ARCHIVE,
                                 .probe = probe_bag,
                                 .unpack = unpack_bag};
static const uint8_t plug_file[] = {'P', 'L', 'U', 'G', 0x40, 0x20, 0, 0};

START_TEST(a_format_from_outside_works) {
    static const ferry_format *const extra[] = {&plug, NULL};
    ferry_setting_value setting = {"plug.depth", "2.5"};
    ferry_options options = {
        .size = sizeof options, .extra_formats = extra, .settings = &setting, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_input input = {"dir/x.plug", {plug_file, sizeof plug_file}};
    ferry_scene *scene = ferry_load(job, &input, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert_str_eq(scene->name, "x");
    ck_assert_str_eq(scene->format, "plug");
    ck_assert_double_eq(ferry_setting_number(job, "plug.depth"), 2.5);
    ferry_file_list files = {0};
    ck_assert(ferry_prepare(job, scene, "plug", NULL));
    ck_assert(ferry_save(job, scene, "plug", "out/y.plug", &files));
    ck_assert_uint_eq(files.count, 1);
    ck_assert_str_eq(files.data[0].name, "out/y.plug");
    ck_assert_mem_eq(files.data[0].bytes.data, plug_file, sizeof plug_file);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A stream beside the output that cannot be made. */
static bool write_nothing(ferry_job *job, const ferry_scene *scene, const char *name,
                          ferry_file_list *files) {
    (void)scene, (void)files;
    ferry_say(job, FERRY_WARNING, "plug.odd", name, "", "odd");
    ferry_say(job, FERRY_ERROR, "plug.stream", "out/y.0.stream", "stream[0]", "too long");
    return false;
}

/* Nothing of an output is there: errors of writing are about the model, whichever of its files they would be
 * in. */
START_TEST(errors_of_writing_name_the_input) {
    ferry_format failing = plug;
    failing.write = write_nothing;
    const ferry_format *const extra[] = {&failing, NULL};
    ferry_options options = {.size = sizeof options, .extra_formats = extra};
    ferry_job *job = ferry_open(&options);
    ferry_input input = {"dir/x.plug", {plug_file, sizeof plug_file}};
    ferry_scene *scene = ferry_load(job, &input, 1);
    ferry_file_list files = {0};
    ck_assert(scene && !ferry_save(job, scene, "plug", "out/y.plug", &files));
    fy_expect_report(job, "out/y.plug: warning: odd\n"
                          "dir/x.plug: error: stream[0]: too long\n");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(two_formats_that_know_as_much_are_an_error) {
    static const ferry_format *const extra[] = {&plug, &twin, NULL};
    ferry_options options = {.size = sizeof options, .extra_formats = extra};
    ferry_input input = {"x", {plug_file, sizeof plug_file}};
    ferry_job *job = ferry_open(&options);
    ck_assert_ptr_null(ferry_load(job, &input, 1));
    fy_expect_report(job, "x: error: could be plug or twin; pass --from to choose\n");
    ferry_close(job);
    options.from = "twin";
    job = ferry_open(&options);
    ferry_scene *scene = ferry_load(job, &input, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert_str_eq(scene->format, "twin");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(archives_are_searched_listed_and_picked_from) {
    static const ferry_format *const extra[] = {&plug, &bag, NULL};
    static const uint8_t file[] = {'B', 'A', 'G', 0,   'P', 'L', 'U',  'G',  0, 0,
                                   0,   0,   'P', 'L', 'U', 'G', 0x40, 0x20, 0, 0};
    ferry_options options = {.size = sizeof options, .extra_formats = extra};
    ferry_bytes one = {file, 12}, two = {file, sizeof file};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.bag", one}, 1);
    ferry_file_list files = {0};
    ck_assert_ptr_nonnull(scene);
    ck_assert_str_eq(scene->name, "a");
    ferry_scene_free(scene);
    scene = ferry_load(job, &(ferry_input){"x.bag#d/b.p", two}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert_float_eq(scene->nodes.data[0].translate.x, 2.5f);
    ferry_scene_free(scene);
    ck_assert(ferry_unpack(job, &(ferry_input){"x.bag", two}, &files));
    ck_assert_uint_eq(files.count, 2);
    ck_assert_str_eq(files.data[1].name, "d/b.p");
    ck_assert_ptr_null(ferry_load(job, &(ferry_input){"x.bag", two}, 1));
    fy_expect_report(job, "x.bag: error: contains 2 models; name one: x.bag#d/a.p, x.bag#d/b.p\n");
    ferry_close(job);
    job = ferry_open(&options);
    ck_assert_ptr_null(ferry_load(job, &(ferry_input){"x.bag#d/c.p", two}, 1));
    fy_expect_report(job, "x.bag: error: contains no \"d/c.p\"\n");
    ferry_close(job);
}
END_TEST

START_TEST(a_broken_member_costs_only_itself) {
    static const ferry_format *const extra[] = {&plug, &bag, NULL};
    static const uint8_t file[] = {'B', 'A', 'G', 0,   'Y', 'a', 'z',  '0',  0, 0,
                                   0,   9,   'P', 'L', 'U', 'G', 0x40, 0x20, 0, 0};
    ferry_options options = {.size = sizeof options, .extra_formats = extra};
    ferry_bytes bytes = {file, sizeof file};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.bag", bytes}, 1);
    ck_assert_ptr_nonnull(scene);
    fy_expect_report(job, "x.bag#d/a.p:0x0: warning: no Yaz0 header of 16 bytes\n"
                          "x.bag#d/a.p: warning: cannot be unpacked; left out\n");
    ferry_scene_free(scene);
    ferry_close(job);
    job = ferry_open(&options); /* unless it is what was asked for */
    ck_assert_ptr_null(ferry_load(job, &(ferry_input){"x.bag#d/a.p", bytes}, 1));
    fy_expect_report(job, "x.bag#d/a.p:0x0: error: no Yaz0 header of 16 bytes\n");
    ferry_close(job);
}
END_TEST

/* Each way into a list says whose the bytes are: copied, taken over, or the input's. */
START_TEST(a_file_list_keeps_what_it_was_given) {
    static const uint8_t input[] = "0123456789";
    ferry_job *job = fy_test_job();
    ferry_file_list files = {0}, more = {0};
    uint8_t passing[] = {1, 2, 3};
    ck_assert(ferry_add_file(job, &files, "copy", (ferry_bytes){passing, sizeof passing}));
    passing[0] = 9; /* as if a scene with these bytes were gone */
    ck_assert_uint_eq(files.data[0].bytes.data[0], 1);
    ferry_out out = ferry_out_open(job, "x");
    ferry_put_u32(&out, 0x01020304);
    const uint8_t *written = out.data;
    ck_assert(ferry_add_out(&files, "out", &out));
    ck_assert_ptr_eq(files.data[1].bytes.data, written);
    ck_assert(out.data == NULL && out.size == 0);
    ferry_put_u32(&out, 0x05060708); /* it can be used again, and spoils nothing */
    ck_assert_uint_eq(files.data[1].bytes.data[3], 4);
    ferry_window window = ferry_window_open(job, "in", (ferry_bytes){input, 10});
    ck_assert(ferry_add_member(&window, &more, "member", 8, 2) && ferry_add_files(job, &files, &more));
    ck_assert_ptr_eq(files.data[2].bytes.data, input + 8);
    ck_assert_str_eq(files.data[2].name, "member");
    ck_assert(!ferry_add_member(&window, &files, "m", 9, 2));
    fy_expect_report(job, "in:0x9: error: the 2 bytes of \"m\" extend past the end of the file\n");
    ck_assert_uint_eq(files.count, 3);
    ferry_close(job);
}
END_TEST

/* An archive whose members are all the archive itself. */
static bool unpack_mirror(ferry_job *job, ferry_window *in, ferry_file_list *files) {
    (void)job;
    for (int i = 0; i < 500; i++)
        if (!ferry_add_member(in, files, "m", 0, in->size)) return false;
    return true;
}

START_TEST(archives_in_archives_do_not_multiply_without_end) {
    static const ferry_format mirror = {.name = "mirror",
                                        .title = "Mirror",
                                        .extensions = ".mirror",
                                        .role = FERRY_ROLE_ARCHIVE,
                                        .probe = probe_plug,
                                        .unpack = unpack_mirror};
    static const ferry_format *const extra[] = {&mirror, NULL};
    ferry_options options = {.size = sizeof options, .extra_formats = extra};
    ferry_job *job = ferry_open(&options);
    ck_assert_ptr_null(ferry_load(job, &(ferry_input){"x.mirror", {plug_file, sizeof plug_file}}, 1));
    const ferry_report *report = ferry_job_report(job);
    ck_assert_uint_eq(report->totals[FERRY_ERROR], 1);
    ck_assert_str_eq(report->data[report->count - 1].code, "input.too-many-members");
    ck_assert_uint_lt(ferry_job_peak_memory(job), 64 << 20);
    ferry_close(job);
}
END_TEST

START_TEST(unknown_and_empty_bytes_are_named) {
    static const uint8_t file[] = {0xDE, 0xAD, 0xBE, 0xEF, 0};
    ferry_job *job = fy_test_job();
    ck_assert_ptr_null(ferry_load(job, &(ferry_input){"a/x.bin", {file, sizeof file}}, 1));
    fy_expect_report(job, "a/x.bin: error: unknown format (starts with de ad be ef)\n");
    ferry_close(job);
    job = fy_test_job();
    ck_assert_ptr_null(ferry_load(job, &(ferry_input){"e.bmd", {file, 0}}, 1));
    fy_expect_report(job, "e.bmd: error: the file is empty\n");
    ferry_close(job);
}
END_TEST

static bool cancel(void *user, const char *stage, double fraction) {
    (void)fraction;
    return strcmp(stage, user) != 0;
}

START_TEST(progress_can_cancel) {
    static const ferry_format *const extra[] = {&plug, NULL};
    char stage[] = "write";
    ferry_options options = {
        .size = sizeof options, .extra_formats = extra, .progress = cancel, .user = stage};
    ferry_job *job = ferry_open(&options);
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x", {plug_file, sizeof plug_file}}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert(!ferry_save(job, scene, "plug", "y", &files));
    ck_assert_uint_eq(files.count, 0);
    fy_expect_report(job, "error: cancelled\n");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(deadline_ends_a_job) {
    ferry_options options = {.size = sizeof options, .deadline = 1e-9};
    ferry_job *job = ferry_open(&options);
    bool going = true;
    for (int i = 0; i < 1000 && going; i++) going = ferry_tick(job);
    ck_assert(!going);
    fy_expect_report(job, "error: the deadline has passed\n");
    ferry_close(job);
}
END_TEST

/* -------------------------------------------------------------------------------------------------- check */

START_TEST(check_finds_broken_promises) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ck_assert(ferry_check(job, scene));
    scene->meshes.data[0].triangles[4] = 4;
    ck_assert(!ferry_check(job, scene));
    scene->meshes.data[0].triangles[4] = 2;
    scene->nodes.data[0].parent = 0;
    ck_assert(!ferry_check(job, scene));
    scene->nodes.data[0].parent = FERRY_NONE;
    scene->meshes.data[0].positions[1].y = NAN;
    ck_assert(!ferry_check(job, scene));
    scene->meshes.data[0].positions[1].y = 0;
    scene->draws.data[0].material = 0;
    ck_assert(!ferry_check(job, scene));
    scene->draws.data[0].material = FERRY_NONE;
    ck_assert(ferry_check(job, scene));
    fy_expect_report(job, "square: error: mesh[0]: triangle 1 references vertex 4\n"
                          "square: error: node[0]: stands before its parent\n"
                          "square: error: mesh[0]: has positions or directions that are not finite (x2)\n");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A picture has texels, and as many levels as it says, none of them empty. */
START_TEST(check_finds_empty_pictures) {
    static const uint8_t rgba[16] = {0};
    const ferry_mip_level levels[2] = {{2, 2, rgba}, {1, 1, rgba}};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_image *image = ferry_append(scene, &scene->images, ferry_image);
    ferry_mip_level *own = ferry_scene_new(scene, ferry_mip_level, 2);
    *image = (ferry_image){.name = "x", .width = 2, .height = 2, .level_count = 2, .levels = own};
    memcpy(own, levels, sizeof levels);
    ck_assert(ferry_check(job, scene));
    for (int k = 0; k < 2; k++)
        for (int part = 0; part < 3; part++) {
            memcpy(own, levels, sizeof levels);
            if (part == 0) own[k].width = 0;
            if (part == 1) own[k].height = 0;
            if (part == 2) own[k].rgba = NULL;
            ck_assert(!ferry_check(job, scene));
        }
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_ERROR], 6);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------------- order */

typedef struct counted {
    uint32_t values[20000];
    uint64_t *compared;
} counted;

static int by_value(const void *user, uint32_t a, uint32_t b) {
    const counted *c = user;
    ++*c->compared;
    return (c->values[a] > c->values[b]) - (c->values[a] < c->values[b]);
}

/* Ascending, descending, shuffled, few different ones: no list takes more than some comparisons for each
 * doubling. */
START_TEST(equals_are_found_in_logarithmic_time) {
    static counted c;
    uint64_t compared = 0;
    const uint32_t count = 20000;
    ferry_job *job = fy_test_job();
    fy_order order = {.compare = by_value};
    c.compared = &compared;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t kinds[] = {i, count - i, i * 7919 % 20011, i % 100};
        c.values[i] = kinds[_i];
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = _i == 3 && i >= 100 ? i % 100 : UINT32_MAX;
        ck_assert_uint_eq(fy_order_find(&order, &c, i), first);
        if (first == UINT32_MAX) ck_assert(fy_order_add(job, &order, &c, i));
        ck_assert_uint_eq(fy_order_find(&order, &c, i), first == UINT32_MAX ? i : first);
    }
    ck_assert_uint_eq(order.count, _i == 3 ? 100 : count);
    ck_assert_uint_lt(compared, (uint64_t)count * 3 * 60); /* 15 doublings, four to a level */
    ferry_close(job);
}
END_TEST

/* From 0 up to but without 1, and as many in each eighth. */
START_TEST(lots_fall_anywhere) {
    enum { PARTS = 8, EACH = 1000 };
    fy_lots lots = {7}, again = {7};
    unsigned parts[PARTS] = {0};
    for (int i = 0; i < PARTS * EACH; i++) {
        const double lot = fy_lot(&lots);
        ck_assert(lot >= 0 && lot < 1);
        ck_assert_double_eq(lot, fy_lot(&again));
        parts[(int)(lot * PARTS)]++;
    }
    for (int i = 0; i < PARTS; i++) ck_assert_uint_lt(parts[i] - EACH * 9 / 10, EACH / 5);
}
END_TEST

/* ----------------------------------------------------------------------------------------- late libraries */

typedef struct late_functions {
    double (*square_root)(double), (*absolute)(double);
} late_functions;

START_TEST(a_late_library_is_loaded_once) {
    static const char *const names[] = {"sqrt", "fabs"};
    late_functions functions = {NULL, NULL};
    char why[100] = "";
    fy_late_library library = {.file = "libm.so.6", .names = names, .count = 2, .functions = &functions};
    ck_assert_msg(fy_late_library_load(&library, why, sizeof why), "%s", why);
    ck_assert_double_eq(functions.square_root(9), 3);
    ck_assert_double_eq(functions.absolute(-2), 2);
    library.file = "libthere-is-none.so.1";
    ck_assert(fy_late_library_load(&library, why, sizeof why));
    ck_assert_str_eq(why, "");
}
END_TEST

START_TEST(a_missing_library_says_why) {
    static const char *const names[] = {"sqrt", "there_is_no_such_function"};
    late_functions functions = {NULL, NULL};
    char why[100] = "", little[5] = "";
    fy_late_library none = {
        .file = "libthere-is-none.so.1", .names = names, .count = 1, .functions = &functions};
    fy_late_library other = {.file = "libm.so.6", .names = names, .count = 2, .functions = &functions};
    ck_assert(!fy_late_library_load(&none, why, sizeof why));
    ck_assert_ptr_nonnull(strstr(why, "libthere-is-none.so.1: cannot open"));
    ck_assert(!fy_late_library_load(&other, why, sizeof why));
    ck_assert_ptr_nonnull(strstr(why, "there_is_no_such_function"));
    ck_assert(!fy_late_library_load(&other, little, sizeof little)); /* it is not taken for loaded */
    ck_assert_uint_eq(strlen(little), 4);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("core");
    TCase *all = tcase_create("core");
    tcase_add_test(all, arena_keeps_what_stands_before_a_mark_and_zeroes_the_rest);
    tcase_add_test(all, arena_limit_is_one_error);
    tcase_add_test(all, digests_tell_contents_apart);
    tcase_add_test(all, append_grows_and_keeps);
    tcase_add_test(all, reserving_grows_and_keeps);
    tcase_add_test(all, scene_outlives_its_job_within_the_limit);
    tcase_add_test(all, a_job_has_a_gibibyte_by_default);
    tcase_add_test(all, the_first_of_equals_is_found);
    tcase_add_test(all, every_failing_allocation_is_an_error);
    tcase_add_test(all, counting_keeps_to_the_limit);
    tcase_add_test(all, a_job_within_another_shares_memory_and_time);
    tcase_add_test(all, window_reads_big_endian);
    tcase_add_test(all, window_reports_the_first_read_past_the_end);
    tcase_add_test(all, window_cut_outside_is_an_error);
    tcase_add_test(all, out_writes_patches_and_refuses_overflow);
    tcase_add_test(all, out_checks_values_of_one_and_two_bytes);
    tcase_add_test(all, report_folds_alike_messages);
    tcase_add_test(all, folded_measures_are_summed_up);
    tcase_add_test(all, repeated_messages_keep_places_and_measures);
    tcase_add_test(all, report_folds_by_file);
    tcase_add_test(all, long_messages_are_printed_whole);
    tcase_add_test(all, no_input_is_an_error);
    tcase_add_test(all, settings_are_checked);
    tcase_add_test(all, numbers_are_parsed_whatever_the_locale);
    tcase_add_test(all, source_text_is_reversible);
    tcase_add_test(all, maths_agrees_with_libm);
    tcase_add_test(all, rotations_agree);
    tcase_add_test(all, matrices_invert_and_carry_normals);
    tcase_add_test(all, a_format_from_outside_works);
    tcase_add_test(all, errors_of_writing_name_the_input);
    tcase_add_test(all, two_formats_that_know_as_much_are_an_error);
    tcase_add_test(all, archives_are_searched_listed_and_picked_from);
    tcase_add_test(all, a_broken_member_costs_only_itself);
    tcase_add_test(all, archives_in_archives_do_not_multiply_without_end);
    tcase_add_test(all, a_file_list_keeps_what_it_was_given);
    tcase_add_test(all, unknown_and_empty_bytes_are_named);
    tcase_add_test(all, progress_can_cancel);
    tcase_add_test(all, deadline_ends_a_job);
    tcase_add_test(all, check_finds_broken_promises);
    tcase_add_test(all, check_finds_empty_pictures);
    tcase_add_test(all, a_late_library_is_loaded_once);
    tcase_add_test(all, a_missing_library_says_why);
    tcase_add_loop_test(all, equals_are_found_in_logarithmic_time, 0, 4);
    tcase_add_test(all, lots_fall_anywhere);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
