/* test_contents.c: what an input holds, opened once: ways into it, twins, broken members, and jobs that use
 * it again. */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/packing_builder.h"
#include "core/base/job_state.h"
#include "helpers.h"

#define BYTES(literal) ((ferry_bytes){(const uint8_t *)(literal), sizeof(literal) - 1})

/* ------------------------------------------------------------- an archive format that counts its openings */

static uint32_t openings;

static uint32_t counted_probe(ferry_bytes bytes) {
    return bytes.size > 8 && memcmp(bytes.data, "COUNTED ", 8) == 0 ? 64 : 0;
}

static bool counted_unpack(ferry_job *job, ferry_window *in, ferry_file_list *files) {
    (void)job;
    openings++;
    return ferry_add_member(in, files, in->file, 8, in->size - 8);
}

static const ferry_format counted = {.name = "counted",
                                     .title = "counted packing",
                                     .extensions = ".counted",
                                     .role = FERRY_ROLE_PACKING,
                                     .probe = counted_probe,
                                     .unpack = counted_unpack};
static const ferry_format *const extra[] = {&counted, NULL};

static ferry_job *open_job(const ferry_contents *const *opened) {
    ferry_options options = {.size = sizeof options, .extra_formats = extra, .opened = opened};
    ferry_job *job = ferry_open(&options);
    ck_assert(job && !ferry_failed(job));
    return job;
}

static ferry_bytes count_openings(ferry_job *job, ferry_bytes bytes) {
    uint8_t *data = ferry_new(job, uint8_t, bytes.size + 8);
    memcpy(data, "COUNTED ", 8);
    memcpy(data + 8, bytes.data, bytes.size);
    return (ferry_bytes){data, bytes.size + 8};
}

/* -------------------------------------------------------------------------------------------- the archive */

typedef struct box {
    ferry_job *job;
    ferry_bytes model, clip, packed;
    const ferry_contents *contents;
} box;

/* x.szs: a/one.bdl, a/walk.bck, in.arc (b/two.bdl, note), torn.szs, note */
static box make_box(void) {
    box b = {
        .job = open_job(NULL), .model = fy_read_fixture("maya.bdl"), .clip = fy_read_fixture("maya.bck")};
    const build_member inner[] = {{"b/two.bdl", b.model}, {"note", BYTES("text")}};
    const ferry_bytes torn = build_yaz0(b.job, BYTES("what is torn later, what is torn later"));
    const build_member outer[] = {{"a/one.bdl", b.model},
                                  {"a/walk.bck", b.clip},
                                  {"in.arc", build_rarc(b.job, "r", inner, 2)},
                                  {"torn.szs", {torn.data, torn.size - 4}},
                                  {"note", BYTES("text")}};
    b.packed = count_openings(b.job, build_yaz0(b.job, build_rarc(b.job, "r", outer, 5)));
    openings = 0;
    b.contents = ferry_open_contents(b.job, &(ferry_input){.name = "x.szs", .bytes = b.packed});
    ck_assert(b.contents);
    return b;
}

static void drop_box(box *b) {
    ferry_close(b->job);
    free((void *)(uintptr_t)b->model.data);
    free((void *)(uintptr_t)b->clip.data);
}

/* The members that a way means, between blanks. */
static const char *picked_by(const box *b, const char *way) {
    bool *picked = ferry_new(b->job, bool, b->contents->count);
    uint32_t count = ferry_pick_contents(b->contents, way, picked), found = 0;
    const char *text = "";
    for (uint32_t i = 0; i < b->contents->count; i++)
        if (picked[i] && ++found)
            text = ferry_job_format(b->job, "%s%s%s", text, *text ? " " : "", b->contents->data[i].member);
    ck_assert_uint_eq(count, found);
    return text;
}

static const ferry_content *content(const box *b, const char *member) {
    for (uint32_t i = 0; i < b->contents->count; i++)
        if (strcmp(b->contents->data[i].member, member) == 0) return &b->contents->data[i];
    ck_abort_msg("no %s", member);
}

START_TEST(everything_is_listed) {
    box b = make_box();
    ck_assert_str_eq(picked_by(&b, NULL), "in.arc/note in.arc/b/two.bdl torn.szs note a/one.bdl a/walk.bck");
    const ferry_content *two = content(&b, "in.arc/b/two.bdl"), *torn = content(&b, "torn.szs");
    ck_assert_str_eq(two->it.name, "x.szs#in.arc/b/two.bdl");
    ck_assert_str_eq(two->it.layers, "counted yaz0 rarc rarc");
    ck_assert_str_eq(two->inside, "x.szs#in.arc");
    ck_assert_uint_eq(two->archive, 2);
    ck_assert_str_eq(content(&b, "a/one.bdl")->inside, "x.szs");
    ck_assert_uint_eq(content(&b, "a/one.bdl")->archive, 1);
    ck_assert_str_eq(content(&b, "a/walk.bck")->it.format->name, "j3d-anim");
    ck_assert(!content(&b, "note")->it.format && !content(&b, "note")->broken);
    ck_assert(torn->broken && !torn->it.format);
    drop_box(&b);
}
END_TEST

START_TEST(ways_lead_to_members) {
    static const char *const ways[][2] = {
        {"a/one.bdl", "a/one.bdl"},
        {"a", "a/one.bdl a/walk.bck"},
        {"a/", "a/one.bdl a/walk.bck"},
        {"a/one", ""},
        {"A/one.bdl", ""},
        {"", ""},
        {"in.arc", "in.arc/note in.arc/b/two.bdl"},
        {"in.arc#b/two.bdl", "in.arc/b/two.bdl"},
        {"in.arc/b", "in.arc/b/two.bdl"},
        {"*.bdl", "in.arc/b/two.bdl a/one.bdl"},
        {"a/*", "a/one.bdl a/walk.bck"},
        {"?ote", "note"},
        {"[at]*", "torn.szs a/one.bdl a/walk.bck"},
        {"[at", ""},
        {"c/*", ""},
    };
    box b = make_box();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        ck_assert_str_eq(picked_by(&b, ways[i][0]), ways[i][1]);
    drop_box(&b);
}
END_TEST

/* The same scene as from the bytes, with what joins it, and the archive is not opened again. */
START_TEST(jobs_use_it_again) {
    static const char *const names[] = {"x.szs#a/one.bdl", "x.szs#in.arc/b/two.bdl", "x.szs#a/*.bdl",
                                        "x.szs#in.arc"};
    box b = make_box();
    const ferry_contents *opened[] = {b.contents, NULL};
    ck_assert_uint_eq(openings, 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const ferry_input input = {.name = names[i], .bytes = b.packed};
        ferry_job *again = open_job(opened), *anew = open_job(NULL);
        ferry_scene *a = ferry_load(again, &input, 1);
        ck_assert_uint_eq(openings, 1 + (uint32_t)i);
        ferry_scene *n = ferry_load(anew, &input, 1);
        ck_assert_uint_eq(openings, 2 + (uint32_t)i);
        ferry_bytes found, expected;
        ck_assert(a && n && ferry_dump(again, a, &found) && ferry_dump(anew, n, &expected));
        ck_assert_uint_eq(found.size, expected.size);
        ck_assert_mem_eq(found.data, expected.data, found.size);
        ck_assert_uint_eq(a->clips.count, strstr(names[i], "#a/") ? 1 : 0);
        ferry_scene_free(a);
        ferry_scene_free(n);
        ferry_close(again);
        ferry_close(anew);
    }
    drop_box(&b);
}
END_TEST

/* Of another name or with other bytes it is another input. */
START_TEST(others_are_opened) {
    box b = make_box();
    const ferry_contents *opened[] = {b.contents, NULL};
    const ferry_input inputs[] = {{.name = "y.szs#a/one.bdl", .bytes = b.packed},
                                  {.name = "x.szs#a/one.bdl", .bytes = count_openings(b.job, BYTES("text"))}};
    for (uint32_t i = 0; i < 2; i++) {
        ferry_job *job = open_job(opened);
        ferry_recognised found;
        ck_assert_int_eq(ferry_recognise(job, &inputs[i], &found), i == 0);
        ck_assert_uint_eq(openings, 2 + i);
        ferry_close(job);
    }
    drop_box(&b);
}
END_TEST

/* Told as a warning when the archive is opened, and as an error to who asks for it, or for what it may
 * hold. */
START_TEST(broken_members_are_told) {
    static const char *const names[] = {"x.szs#torn.szs", "x.szs#torn.szs/c.bdl"};
    box b = make_box();
    const ferry_contents *opened[] = {b.contents, NULL};
    fy_expect_report(b.job, "x.szs#torn.szs:0x26: warning: the stream ends after 19 of 38 unpacked bytes\n"
                            "x.szs#torn.szs: warning: cannot be unpacked; left out\n");
    for (size_t i = 0; i < 2; i++) {
        ferry_job *job = open_job(opened);
        ferry_recognised found;
        ck_assert(!ferry_recognise(job, &(ferry_input){.name = names[i], .bytes = b.packed}, &found));
        fy_expect_report(job, "x.szs#torn.szs:0x26: error: the stream ends after 19 of 38 unpacked bytes\n");
        ferry_close(job);
    }
    drop_box(&b);
}
END_TEST

/* A message about a member concerns what lies beside it, and what lies in archives there; not what lies
 * around it. */
START_TEST(messages_concern_their_archive) {
    static const struct {
        const char *file, *member;
        bool expected;
    } cases[] = {
        {"x.szs", "a/one.bdl", true},          {"x.szs", "in.arc/b/two.bdl", true},
        {"x.szs#torn.szs", "a/one.bdl", true}, {"x.szs#torn.szs", "in.arc/note", false},
        {"x.szs#in.arc", "in.arc/note", true}, {"x.szs#in.arc", "a/one.bdl", true},
        {"y.szs", "a/one.bdl", false},         {"x.sz", "a/one.bdl", false},
    };
    box b = make_box();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const ferry_message message = {.file = cases[i].file};
        ck_assert_int_eq(ferry_concerns(&message, content(&b, cases[i].member)), cases[i].expected);
    }
    drop_box(&b);
}
END_TEST

/* Two files of one name: both can be named. */
START_TEST(twins_get_names) {
    box b = make_box();
    const build_member list[] = {
        {"a", BYTES("1")}, {"b", BYTES("2")}, {"b~2", BYTES("3")}, {"b", BYTES("4")}, {"b", BYTES("5")}};
    const ferry_bytes packed = build_rarc(b.job, "r", list, 5);
    b.contents = ferry_open_contents(b.job, &(ferry_input){.name = "t.arc", .bytes = packed});
    ck_assert_str_eq(picked_by(&b, NULL), "a b b~2 b~3 b~4");
    ck_assert_mem_eq(content(&b, "b")->it.bytes.data, "2", 1);
    ck_assert_mem_eq(content(&b, "b~2")->it.bytes.data, "3", 1);
    ck_assert_mem_eq(content(&b, "b~3")->it.bytes.data, "4", 1);
    ck_assert_mem_eq(content(&b, "b~4")->it.bytes.data, "5", 1);
    ck_assert_str_eq(picked_by(&b, "b"), "b");
    drop_box(&b);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("contents");
    TCase *tests = tcase_create("contents");
    tcase_add_test(tests, everything_is_listed);
    tcase_add_test(tests, ways_lead_to_members);
    tcase_add_test(tests, jobs_use_it_again);
    tcase_add_test(tests, others_are_opened);
    tcase_add_test(tests, broken_members_are_told);
    tcase_add_test(tests, messages_concern_their_archive);
    tcase_add_test(tests, twins_get_names);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
