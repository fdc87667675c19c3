/*
 * test_ttyd_probe.c: what is recognised as an actor of The Thousand-Year Door, which has no magic, and what
 * is not (docs/formats/ttyd.md, "Blocks").
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "builders/fixtures/fixtures_ttyd.h"
#include "helpers.h"

enum { HEADER = 0x1B0, NAMES = 0x04, COUNTS = 0xE8, OFFSETS = 0x14C, BLOCKS = 25 };

static bool is_claimed(const void *bytes, size_t size) {
    return ferry_find_format(NULL, "ttyd")->probe((ferry_bytes){bytes, size}) > 0;
}

static const char *const actors[] = {"ttyd_paper", "ttyd_layers"};

enum { ACTORS = 2 };

static jb_file actor_at(int number) {
    tb_actor *actor = number ? tb_layers() : tb_paper();
    jb_file file = tb_build(actor);
    tb_free(actor);
    return file;
}

/* ------------------------------------------------------------------------------------------------- actors */

static void expect_claim(const jb_file *file, const char *what, uint32_t block, uint32_t value) {
    ck_assert_msg(is_claimed(file->data, file->size), "%s of block %u is %u: not known any more", what,
                  block + 2, value);
}

/* One wrong number is still told: of how many records there are, or where they begin. */
START_TEST(one_wrong_number_is_forgiven) {
    static const uint32_t wrong[] = {0, 1, 7, 0x1000, 0x10000000, 0xFFFFFFFF};
    jb_file file = actor_at(_i);
    ck_assert(is_claimed(file.data, file.size));
    for (uint32_t block = 0; block < BLOCKS; block++)
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            uint32_t count = jb_get32(&file, COUNTS + 4 * block), at = jb_get32(&file, OFFSETS + 4 * block);
            jb_set32(&file, COUNTS + 4 * block, wrong[k]);
            expect_claim(&file, "count", block, wrong[k]);
            jb_set32(&file, COUNTS + 4 * block, count);
            jb_set32(&file, OFFSETS + 4 * block, wrong[k]);
            expect_claim(&file, "offset", block, wrong[k]);
            jb_set32(&file, OFFSETS + 4 * block, at);
        }
    jb_file_free(&file);
}
END_TEST

/* But three are no actor. */
START_TEST(three_wrong_numbers_are_too_many) {
    jb_file file = actor_at(_i);
    for (uint32_t block = 3; block < 6; block++) jb_set32(&file, COUNTS + 4 * block, 0x777);
    ck_assert(!is_claimed(file.data, file.size));
    jb_file_free(&file);
}
END_TEST

/* As long as the header is whole; then nothing else may be wrong. */
START_TEST(cut_files_are_known) {
    jb_file file = actor_at(_i);
    for (size_t size = 0; size < file.size; size++)
        ck_assert_msg(is_claimed(file.data, size) == (size >= HEADER), "%s cut to %zu bytes", actors[_i],
                      size);
    jb_set32(&file, COUNTS + 4 * 3, 1);
    ck_assert(is_claimed(file.data, file.size));
    ck_assert(!is_claimed(file.data, HEADER));
    jb_file_free(&file);
}
END_TEST

START_TEST(cut_files_are_told) {
    jb_file file = actor_at(0);
    char wanted[128];
    ferry_job *job = fy_test_job();
    ck_assert_ptr_null(ferry_load(job, &(ferry_input){.name = "x", .bytes = {file.data, 5000}}, 1));
    snprintf(wanted, sizeof wanted,
             "x:0x0: error: header and blocks of 0x%x bytes, expected 0x1b0 to "
             "0x1388\n",
             jb_get32(&file, 0));
    fy_expect_report(job, wanted);
    ferry_close(job);
    jb_file_free(&file);
}
END_TEST

/* -------------------------------------------------------------------------------------------- other files */

/* One of them once broke a promise. */
static bool is_actor(const char *name) {
    if (strcmp(name, "ttyd-turned-far-round") == 0) return true;
    for (int k = 0; k < ACTORS; k++)
        if (strcmp(name, actors[k]) == 0) return true;
    return false;
}

static uint32_t expect_folder(const char *folder) {
    char path[1024];
    struct stat status;
    uint32_t seen = 0;
    snprintf(path, sizeof path, "%s/%s", FERRY_FIXTURES, folder);
    DIR *entries = opendir(path);
    ck_assert_msg(entries != NULL, "%s", path);
    for (const struct dirent *entry; (entry = readdir(entries));) {
        snprintf(path, sizeof path, "%s/%s/%s", FERRY_FIXTURES, folder, entry->d_name);
        if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) continue;
        ferry_bytes bytes = fy_read_file(path);
        ck_assert_msg(is_claimed(bytes.data, bytes.size) == is_actor(entry->d_name), "%s", path);
        free((void *)(uintptr_t)bytes.data);
        seen++;
    }
    closedir(entries);
    return seen;
}

START_TEST(other_fixtures_are_left_alone) {
    ck_assert_uint_gt(expect_folder("."), 100);
    ck_assert_uint_gt(expect_folder("broken"), 100);
    expect_folder("crashes");
    expect_folder("pictures");
}
END_TEST

static const char *const others[] = {"rigid.bmd",   "maya.bdl",   "figure.bck",
                                     "one.arc",     "ttyd_bank-", "layout-V4.t3dm",
                                     "figure.t3dm", "two.szs",    "painted.bti"};

static void put_word(uint8_t *to, uint32_t value) {
    for (int k = 0; k < 4; k++) to[k] = (uint8_t)(value >> (24 - 8 * k));
}

/* Words that formats are full of: small numbers, places in the file, nothing. */
static uint32_t odd_word(dice *d, size_t size) {
    uint32_t kind = dice_roll(d, 4);
    if (kind == 0) return 0;
    if (kind == 1) return dice_roll(d, 64);
    return kind == 2 ? 4 * dice_roll(d, (uint32_t)size / 4) : dice_roll(d, 0xFFFFFFFF);
}

/* Other formats with what an actor begins with, a size and three names, and any of their other words
 * changed. */
START_TEST(changed_others_are_left_alone) {
    dice d = {4711};
    ferry_bytes bytes = fy_read_fixture(others[_i]);
    size_t size = bytes.size < HEADER ? HEADER : bytes.size;
    uint8_t *copy = calloc(1, size);
    ck_assert_ptr_nonnull(copy);
    for (int round = 0; round < 4000; round++) {
        memcpy(copy, bytes.data, bytes.size);
        if (round % 2) {
            put_word(copy, (uint32_t)(size & ~(size_t)3));
            for (int k = 0; k < 3; k++) snprintf((char *)copy + NAMES + 64 * k, 64, "name%d", k);
        }
        for (uint32_t k = dice_roll(&d, 50); k > 0; k--) {
            uint32_t at = 4 * dice_roll(&d, HEADER / 4);
            put_word(copy + at, odd_word(&d, size));
        }
        ck_assert_msg(!is_claimed(copy, size), "%s, round %d", others[_i], round);
    }
    free(copy);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* A header like an actor's, whose blocks follow one another too, but are of other records. */
START_TEST(like_headers_are_left_alone) {
    dice d = {815};
    for (int round = 0; round < 4000; round++) {
        uint8_t bytes[0x2000] = {0};
        uint32_t at = HEADER, record = 16 + 4 * dice_roll(&d, 3); /* 16, 20, 24 */
        for (int k = 0; k < 3; k++) snprintf((char *)bytes + NAMES + 64 * k, 64, "name%d", k);
        for (uint32_t block = 0; block < BLOCKS; block++) {
            uint32_t count = round < 2000 ? 1 + dice_roll(&d, 9) : dice_roll(&d, 3) * dice_roll(&d, 9);
            put_word(bytes + COUNTS + 4 * (size_t)block, count);
            put_word(bytes + OFFSETS + 4 * (size_t)block, at);
            at += count * record;
        }
        put_word(bytes, at);
        ck_assert_msg(!is_claimed(bytes, sizeof bytes), "round %d", round);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ttyd_probe");
    TCase *tests = tcase_create("recognition");
    tcase_add_loop_test(tests, one_wrong_number_is_forgiven, 0, ACTORS);
    tcase_add_loop_test(tests, three_wrong_numbers_are_too_many, 0, ACTORS);
    tcase_add_loop_test(tests, cut_files_are_known, 0, ACTORS);
    tcase_add_test(tests, cut_files_are_told);
    tcase_add_test(tests, other_fixtures_are_left_alone);
    tcase_add_loop_test(tests, changed_others_are_left_alone, 0, sizeof others / sizeof *others);
    tcase_add_test(tests, like_headers_are_left_alone);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
