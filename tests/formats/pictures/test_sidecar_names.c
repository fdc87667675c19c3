/* test_sidecar_names.c: which file beside a model a source means (docs/formats/generic.md, "Files beside the
 * model"): as it is written, decoded, tidied, in another case, another kind of picture. */
#include <string.h>

#include "core/base/path.h"
#include "formats/pictures/sidecar_names.h"
#include "helpers.h"

/* A folder with one file; `find`, the user's own search, ignores the case, and does not leave the folder. */
static bool give(void *user, const char *name, ferry_bytes *bytes) {
    static const uint8_t text[] = "here";
    if (strcmp(name, user) != 0) return false;
    *bytes = (ferry_bytes){text, sizeof text};
    return true;
}

static const char *find(void *user, const char *name) {
    return fy_same_but_for_case(user, name) && !strstr(name, "..") ? user : NULL;
}

typedef bool locate(ferry_job *job, const char *source, const char **name, ferry_bytes *bytes);

static bool file(ferry_job *job, const char *source, const char **name, ferry_bytes *bytes) {
    return fy_locate_sidecar(job, source, false, name, bytes);
}

/* Whether `there`, the only file, is what `source` means. */
static void expect_found(locate *by, const char *there, const char *source, bool wanted) {
    char folder[64];
    strcpy(folder, there);
    ferry_options options = {.size = sizeof options, .sidecar = give, .find = find, .user = folder};
    ferry_job *job = ferry_open(&options);
    const char *name = "";
    ferry_bytes bytes = {0};
    bool found = by(job, source, &name, &bytes);
    ck_assert_msg(found == wanted, "\"%s\" %s \"%s\"", source, found ? "means" : "does not mean", there);
    if (found) ck_assert_str_eq(name, there);
    if (found) ck_assert_uint_eq(bytes.size, 5);
    ferry_close(job);
}

START_TEST(names_as_others_write_them) {
    static const struct {
        const char *there, *source;
    } same[] = {
        {"a.png", "a.png"},         {"a.png", "./a.png"},         {"a.png", ".//a.png"},
        {"b/a.png", "b\\a.png"},    {"b/a.png", "./b/./a.png"},   {".a.png", ".a.png"},
        {"my a.png", "my%20a.png"}, {"1Jj.png", "%31%4A%6a.png"}, {"%00a.png", "%00a.png"},
        {"50%.png", "50%.png"},     {"a.png", "/home/x/a.png"},   {"a.png", "C:\\work\\a.png"},
        {"a.png", "z:a.png"},       {"a.png", "A:a.png"},         {"a.png", "a:a.png"},
        {"a.png", "Z:a.png"},       {"my%20a.png", "my%20a.png"}, {"AZ.png", "az.PNG"},
        {"az.png", "AZ.png"},       {"a.png", "../other/a.png"},
    };
    static const struct {
        const char *there, *source;
    } others[] = {
        {"a.png", "b.png"}, {"../a.png", "../a.png"}, {"a.png", ""},      {"a.png", "a.pn"},
        {"b/..", "b/.."},   {"@.png", "`.png"},       {"[.png", "{.png"}, {"a.tga", "a.png"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        expect_found(file, same[i].there, same[i].source, true);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        expect_found(file, others[i].there, others[i].source, false);
}
END_TEST

START_TEST(pictures_of_another_kind) {
    expect_found(fy_sidecar_picture, "a.tga", "a.png", true);
    expect_found(fy_sidecar_picture, "b/a.psd", "b\\a.TIFF", true);
    expect_found(fy_sidecar_picture, "a.png", "a", true);
    expect_found(fy_sidecar_picture, "a.png", "a.four", true);
    expect_found(fy_sidecar_picture, "a.png", "a.fives", false); /* no ending, but part of the name */
    expect_found(fy_sidecar_picture, "a.b.png", "a.longer", false);
    expect_found(fy_sidecar_picture, "a.longer.png", "a.longer", true);
    expect_found(fy_sidecar_picture, "a.txt", "a.png", false);
    expect_found(fy_sidecar_picture, ".png", ".png", true);
}
END_TEST

static bool give_pointer(void *user, const char *name, ferry_bytes *bytes) {
    static const char text[] = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n";
    *bytes = (ferry_bytes){(const uint8_t *)text, sizeof text - 1};
    return strcmp(name, user) == 0;
}

/* What Git LFS leaves in place of a file is not the file: it is missing, and that is told once. */
START_TEST(pointers_are_no_files) {
    char there[] = "b/a.png";
    ferry_options options = {.size = sizeof options, .sidecar = give_pointer, .find = find, .user = there};
    ferry_job *job = ferry_open(&options);
    const char *name = "";
    ferry_bytes bytes = {0};
    ck_assert(!fy_sidecar_picture(job, "b\\a.png", &name, &bytes));
    ck_assert(!ferry_sidecar(job, there, &bytes));
    const ferry_report *report = ferry_job_report(job);
    ck_assert_uint_eq(report->count, 1);
    ck_assert_uint_eq(report->data[0].times, 1);
    ck_assert_str_eq(report->data[0].code, "input.git-lfs");
    ck_assert_str_eq(report->data[0].file, there);
    ferry_close(job);
}
END_TEST

START_TEST(letters_alone_have_cases) {
    for (int c = 1; c < 256; c++) {
        const char one[] = {(char)c, 'x', 0}, other[] = {(char)(c ^ 0x20), 'X', 0};
        bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        ck_assert(fy_same_but_for_case(one, one));
        ck_assert_msg(fy_same_but_for_case(one, other) == letter, "%d", c);
    }
    ck_assert(!fy_same_but_for_case("a", "ab") && !fy_same_but_for_case("ab", "a"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sidecar_names");
    TCase *tests = tcase_create("sidecar_names");
    tcase_add_test(tests, names_as_others_write_them);
    tcase_add_test(tests, pictures_of_another_kind);
    tcase_add_test(tests, pointers_are_no_files);
    tcase_add_test(tests, letters_alone_have_cases);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
