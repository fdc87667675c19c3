/* test_mutator.c: what the fuzzers' mutator (mutator.h) makes of fixtures: much of it is still read as what
 * it was, nothing is written outside, and one seed makes one file. */
#include "mutator.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "helpers.h"

typedef struct row {
    const char *fixture;
    size_t pieces;
    uint32_t read; /* of 400 changed files at least so many are still read */
} row;

static const row rows[] = {
    {"skinned.bmd", 8, 100},     {"figure.t3dm", 22, 100}, {"layout-L0.t3dm", 11, 100},
    {"layout-V4.t3dm", 11, 100}, {"crowd.arc", 5, 100},    {"ttyd_paper", 19, 100},
};

enum { SEEDS = 400, ROOM = 64 };

/* In place of libFuzzer's: one bit. */
static size_t flip(uint8_t *data, size_t size, size_t most) {
    if (size) data[size / 3] ^= 4;
    return size < most ? size : most;
}

static uint8_t *changed(ferry_bytes from, uint32_t seed, size_t *size) {
    uint8_t *copy = malloc(2 * from.size + ROOM);
    ck_assert_ptr_nonnull(copy);
    memset(copy, 0xA5, 2 * from.size + ROOM);
    memcpy(copy, from.data, from.size);
    *size = fuzz_mutate(copy, from.size, 2 * from.size, seed, flip);
    ck_assert_uint_le(*size, 2 * from.size);
    for (size_t k = 2 * from.size; k < 2 * from.size + ROOM; k++) ck_assert_uint_eq(copy[k], 0xA5);
    return copy;
}

static bool is_read(const char *name, const uint8_t *bytes, size_t size) {
    ferry_job *job = fy_test_job();
    ferry_file_list files = {0};
    ferry_input input = {name, {bytes, size}};
    ferry_scene *scene = strstr(name, ".arc") ? NULL : ferry_load(job, &input, 1);
    bool read = scene || (strstr(name, ".arc") && ferry_unpack(job, &input, &files));
    ferry_scene_free(scene);
    ferry_close(job);
    return read;
}

START_TEST(the_outline_stays) {
    const row *r = &rows[_i];
    ferry_bytes bytes = fy_read_fixture(r->fixture);
    fuzz_piece pieces[FUZZ_MOST_PIECES];
    ck_assert_uint_eq(fuzz_pieces(bytes.data, bytes.size, pieces), r->pieces);
    uint32_t read = 0, differ = 0;
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        size_t size, again;
        uint8_t *one = changed(bytes, seed, &size), *two = changed(bytes, seed, &again);
        ck_assert_uint_eq(size, again);
        ck_assert_mem_eq(one, two, size);
        differ += size != bytes.size || memcmp(one, bytes.data, size) != 0;
        read += is_read(r->fixture, one, size);
        free(one);
        free(two);
    }
    ck_assert_uint_ge(differ, SEEDS * 3 / 4);
    ck_assert_uint_ge(read, r->read);
    ck_assert_uint_lt(read, SEEDS);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

START_TEST(other_bytes_have_no_pieces) {
    static const char *const others[] = {"", "J3D", "T3", "RARC", "Yaz0", "J3D2bmd3 and no more"};
    fuzz_piece pieces[FUZZ_MOST_PIECES];
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_uint_eq(fuzz_pieces((const uint8_t *)others[i], strlen(others[i]), pieces), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mutator");
    TCase *cases = tcase_create("all");
    tcase_add_loop_test(cases, the_outline_stays, 0, sizeof rows / sizeof *rows);
    tcase_add_test(cases, other_bytes_have_no_pieces);
    suite_add_tcase(suite, cases);
    return fy_run_suite(suite);
}
