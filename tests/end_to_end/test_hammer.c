/*
 * test_hammer.c: every fixture, and some of them as T3DM, hit everywhere: cut at every length, every byte
 * changed, every allocation refused. With FERRY_HAMMER_EVERY=1 files up to 8 KiB are done without a gap;
 * larger ones, and all with another number, with a stride that moves on by one place after each eighth blow
 * and begins elsewhere in each file, so that all places of a record are met. What must hold each time:
 *
 *   no scene  ->  an error was reported
 *   messages  ->  of reading have a place in the file, errors name the input (builders/places.h)
 *   a scene   ->  ferry_check() holds, and converting it works or reports an error
 *   always    ->  no more memory than the limit; all of it returned (seen by the sanitizers); never a crash
 * or a hang
 */
#include <stdlib.h>
#include <string.h>

#include "builders/fixtures/fixtures.h"
#include "builders/places.h"
#include "builders/t3dm/t3dm_layouts.h"
#include "core/base/job_state.h"
#include "helpers.h"

enum { MEMORY_LIMIT = 64 << 20, EXHAUSTIVE = 8192, SLACK = 1 << 16, CONVERT_EVERY = 397 };
enum { REFUSED = 5000 };

typedef struct blow {
    const char *name;
    const char *what;
    const char *layout; /* that survivors are converted to */
    const char *poses;  /* that stand for what moves there */
    size_t at;
    size_t count; /* so far: every CONVERT_EVERYth survivor is converted, which takes longer than reading */
    size_t allocations; /* of the last run */
} blow;

/* Reads one file, and converts it if `convert`. False if an allocation was refused on the way. */
static bool run(blow *b, ferry_bytes bytes, size_t fail_allocation, bool convert) {
    const ferry_setting_value settings[] = {{"t3dm.layout", b->layout}, {"poses.max", b->poses}};
    ferry_options options = {.size = sizeof options,
                             .settings = settings,
                             .setting_count = b->poses ? 2 : 1,
                             .memory_limit = MEMORY_LIMIT,
                             .fail_allocation = fail_allocation,
                             .deadline = 60};
    ferry_job *job = ferry_open(&options);
    if (!job) return false; /* not even room for the job */
    const ferry_report *report = ferry_job_report(job);
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "x", .bytes = bytes}, 1);
    ferry_file_list files = {0};
    fy_expect_places(report, scene ? scene->format : NULL, b->name);
    ck_assert_msg(scene || report->totals[FERRY_ERROR], "%s, %s at %zu: refused without a word", b->name,
                  b->what, b->at);
    if (scene && !fail_allocation) {
        ck_assert_msg(report->totals[FERRY_ERROR] == 0, "%s, %s at %zu: a scene in spite of an error",
                      b->name, b->what, b->at);
        ck_assert_msg(ferry_check(job, scene), "%s, %s at %zu: the scene does not hold its promises", b->name,
                      b->what, b->at);
    }
    if (scene && convert && ferry_find_format(job, "t3dm")) {
        bool done =
            ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "x.t3dm", &files);
        ck_assert_msg(done || report->totals[FERRY_ERROR], "%s, %s at %zu: not converted, without a word",
                      b->name, b->what, b->at);
    }
    fy_expect_input_named(report, "x", b->name);
    ck_assert_msg(ferry_job_peak_memory(job) <= MEMORY_LIMIT + SLACK, "%s, %s at %zu: %zu bytes of memory",
                  b->name, b->what, b->at, ferry_job_peak_memory(job));
    bool complete = report->totals[FERRY_ERROR] == 0;
    b->allocations = job->account->allocations;
    ferry_scene_free(scene);
    ferry_close(job);
    return complete;
}

static bool is_converted(blow *b) {
    return b->count++ % CONVERT_EVERY == 0;
}

/* A file's own copy of the bytes, exactly as long as it says: reads behind the end are seen by the
 * sanitizers. */
static void run_copy(blow *b, const uint8_t *data, size_t size) {
    uint8_t *copy = malloc(size ? size : 1);
    ck_assert_ptr_nonnull(copy);
    if (size) memcpy(copy, data, size);
    run(b, (ferry_bytes){copy, size}, 0, is_converted(b));
    free(copy);
}

/* FERRY_HAMMER_EVERY=31 keeps every 31st blow. */
static size_t thinned(size_t step) {
    const char *every = getenv("FERRY_HAMMER_EVERY");
    long thinner = every ? strtol(every, NULL, 10) : 1;
    return step * (thinner > 1 ? (size_t)thinner : 1);
}

/* How far apart blows fall. */
static size_t stride(size_t size, size_t blows) {
    static const size_t primes[] = {1, 3, 7, 13, 29, 61, 127, 251, 509, 1021, 2039};
    size_t k = 0;
    while (size > EXHAUSTIVE && k + 1 < sizeof primes / sizeof *primes && size / primes[k] > blows) k++;
    return thinned(primes[k]);
}

/* Where the blow of this number falls. */
static size_t place(size_t number, size_t step, size_t subject) {
    return step == 1 ? number : number * step + number / 8 + subject % step;
}

/* A fixture as a T3DM file, in memory of its own. */
static ferry_bytes converted(const char *name) {
    ferry_bytes source = fy_read_fixture(name);
    ferry_job *job = fy_test_job();
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = name, .bytes = source}, 1);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL) &&
              ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    uint32_t at = 0;
    while (at < files.count && strcmp(files.data[at].name, "x.t3dm") != 0) at++;
    ck_assert_uint_lt(at, files.count);
    uint8_t *copy = malloc(files.data[at].bytes.size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, files.data[at].bytes.data, files.data[at].bytes.size);
    ferry_bytes result = {copy, files.data[at].bytes.size};
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)source.data);
    return result;
}

static const char *const written[] = {"skinned.bmd", "order.bmd", "palettes.bmd"};

enum { WRITTEN = 3 };

static uint32_t subject_count(void) {
    return (uint32_t)(fixture_count + made_file_count) + WRITTEN;
}

/* Each becomes a file of another layout. */
static ferry_bytes subject_at(uint32_t i, blow *b) {
    b->layout = build_layout_names[i % BUILD_LAYOUTS];
    if (i >= fixture_count + made_file_count) {
        b->name = written[i - fixture_count - made_file_count];
        return converted(b->name);
    }
    b->name = i < fixture_count ? fixtures[i].name : made_files[i - fixture_count].name;
    if (strcmp(b->name, "tracks.t3dm") == 0) b->layout = "V4"; /* older ones have none */
    if (strcmp(b->name, "ttyd_paper") == 0) b->poses = "2";
    return fy_read_fixture(b->name);
}

START_TEST(every_length) {
    blow b = {.what = "cut"};
    ferry_bytes bytes = subject_at((uint32_t)_i, &b);
    size_t step = stride(bytes.size, 1000);
    for (size_t n = 0; (b.at = place(n, step, (size_t)_i)) <= bytes.size; n++) run_copy(&b, bytes.data, b.at);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* Each byte is changed once, in one of four ways, which rotate: within a word, and from word to word, so that
 * no place of a record always meets the same one. */
START_TEST(every_byte) {
    static const char *const names[] = {"zeroed", "all ones", "its top bit changed", "one more"};
    blow b = {0};
    ferry_bytes bytes = subject_at((uint32_t)_i, &b);
    uint8_t *copy = malloc(bytes.size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes.data, bytes.size);
    size_t step = stride(bytes.size, 1000);
    for (size_t n = 0; (b.at = place(n, step, (size_t)_i)) < bytes.size; n++) {
        uint8_t old = copy[b.at], changed[] = {0, 0xFF, (uint8_t)(old ^ 0x80), (uint8_t)(old + 1)};
        size_t way = (b.at + b.at / 4 + b.at / 64) % 4;
        if (changed[way] == old) way ^= 2; /* the top bit for zero, one more for all ones: another byte */
        b.what = names[way];
        copy[b.at] = changed[way];
        run(&b, (ferry_bytes){copy, bytes.size}, 0, is_converted(&b));
        copy[b.at] = old;
    }
    free(copy);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* The first allocation with which all is well, from `from` on; behind the last one if there is none. A file
 * that is refused even so is left after REFUSED of them. Behind the last one nothing is run: the run that
 * refuses none has done the same. */
static size_t refuse_each(blow *b, ferry_bytes bytes, size_t from, size_t step, bool convert) {
    bool can_pass = run(b, bytes, 0, convert);
    size_t end = 1 + b->allocations;
    if (!can_pass && end > REFUSED) end = REFUSED;
    for (b->at = from; b->at < end; b->at += step)
        if (run(b, bytes, b->at, convert)) break;
    return b->at;
}

START_TEST(every_allocation_of_reading) {
    blow b = {.what = "allocation"};
    ferry_bytes bytes = subject_at((uint32_t)_i, &b);
    refuse_each(&b, bytes, 1 + (size_t)_i % thinned(1), thinned(1), false);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* A conversion takes long, and the larger a model the more often it does the same: one in 45, and fewer of
 * large ones. */
START_TEST(allocations_of_writing) {
    blow b = {.what = "allocation"};
    ferry_bytes bytes = subject_at((uint32_t)_i, &b);
    size_t read = refuse_each(&b, bytes, 1, 1 + bytes.size / 500, false);
    refuse_each(&b, bytes, read, 45 * stride(bytes.size, 500), true);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* All subjects. */
static void add_case(Suite *suite, const char *name, const TTest *test) {
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, test, 0, (int)subject_count());
    suite_add_tcase(suite, tests);
}

/* CK_RUN_CASE=NAME runs one of the cases: ctest runs them beside each other. */
int main(void) {
    Suite *suite = suite_create("hammer");
    add_case(suite, "lengths", every_length);
    add_case(suite, "bytes", every_byte);
    add_case(suite, "reading", every_allocation_of_reading);
    add_case(suite, "writing", allocations_of_writing);
    return fy_run_suite(suite);
}
