/* test_frames.c: what a child process says is read as far as it goes; what is broken reads as nothing. */
#include <stdlib.h>
#include <string.h>

#include "cli/base/frames.h"
#include "cli/base/run_state.h"
#include "helpers.h"

static cli_frame_walk walk_over(const void *data, size_t size) {
    return (cli_frame_walk){.data = data, .size = size};
}

/* A number, two texts and bytes, one behind the other. */
static size_t put_all(uint8_t *to) {
    const uint64_t numbers[] = {7, 3, 0, 2};
    size_t size = 0;
    memcpy(to, &numbers[0], 8), size += 8;
    memcpy(to + size, &numbers[1], 8), memcpy(to + size + 8, "abc", 3), size += 11;
    memcpy(to + size, &numbers[2], 8), size += 8;
    memcpy(to + size, &numbers[3], 8), memcpy(to + size + 8, "\0x", 2), size += 10;
    return size;
}

START_TEST(what_was_said_is_read) {
    uint8_t data[64];
    cli_run cli = {.arena = fy_test_job()};
    cli_frame_walk walk = walk_over(data, put_all(data));
    ck_assert_uint_eq(cli_frame_number(&walk), 7);
    ck_assert_str_eq(cli_frame_text(&cli, &walk), "abc");
    ck_assert_str_eq(cli_frame_text(&cli, &walk), "");
    ferry_bytes bytes = cli_frame_bytes(&walk);
    ck_assert_uint_eq(bytes.size, 2);
    ck_assert_int_eq(bytes.data[1], 'x');
    ck_assert(!walk.bad);
    ck_assert_uint_eq(walk.at, walk.size);
    ck_assert_uint_eq(cli_frame_number(&walk), 0);
    ck_assert(walk.bad);
    ferry_close(cli.arena);
}
END_TEST

/* Wherever it ends, also in the middle of a number: nothing behind the end is read, ever again. */
START_TEST(what_is_cut_is_bad) {
    uint8_t data[64];
    cli_run cli = {.arena = fy_test_job()};
    size_t size = put_all(data);
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *own = malloc(cut + 1); /* sanitizers see what is read behind it */
        memcpy(own, data, cut);
        own = realloc(own, cut ? cut : 1);
        cli_frame_walk walk = walk_over(own, cut);
        uint64_t number = cli_frame_number(&walk);
        ck_assert_uint_eq(number, cut < 8 ? 0 : 7);
        ck_assert_str_eq(cli_frame_text(&cli, &walk), cut < 19 ? "" : "abc");
        ck_assert_str_eq(cli_frame_text(&cli, &walk), "");
        ck_assert_uint_eq(cli_frame_bytes(&walk).size, 0);
        ck_assert(walk.bad && walk.at <= cut);
        ck_assert_uint_eq(cli_frame_number(&walk), 0);
        free(own);
    }
    ferry_close(cli.arena);
}
END_TEST

/* Lengths beyond the end, and a text with a zero in it. */
START_TEST(what_lies_is_bad) {
    static const uint64_t lengths[] = {4, 5, UINT64_MAX, UINT64_MAX - 7, (uint64_t)1 << 63};
    cli_run cli = {.arena = fy_test_job()};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        uint8_t data[11] = {[8] = 'a', 'b', 'c'};
        memcpy(data, &lengths[i], 8);
        cli_frame_walk walk = walk_over(data, sizeof data), text = walk;
        ck_assert_ptr_null(cli_frame_bytes(&walk).data);
        ck_assert_str_eq(cli_frame_text(&cli, &text), "");
        ck_assert(walk.bad && text.bad);
    }
    uint8_t zero[11] = {[8] = 'a', 0, 'c'};
    memcpy(zero, &(uint64_t){3}, 8);
    cli_frame_walk walk = walk_over(zero, sizeof zero);
    ck_assert_str_eq(cli_frame_text(&cli, &walk), "");
    ck_assert(walk.bad);
    ferry_close(cli.arena);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("frames");
    TCase *tests = tcase_create("frames");
    tcase_add_test(tests, what_was_said_is_read);
    tcase_add_test(tests, what_is_cut_is_bad);
    tcase_add_test(tests, what_lies_is_bad);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
