/*
 * test_messages.c: the exact words for every broken file of fixtures/broken: NAME.bin is read, NAME.txt holds
 * the whole report, then "scene" or "no scene". FERRY_UPDATE=1 rewrites the texts; the difference is to be
 * reviewed.
 */
#include <stdlib.h>
#include <string.h>

#include "builders/fixtures/fixtures.h"
#include "helpers.h"

/* The text's name beside a file's. */
static void text_name(const char *name, char *out, size_t size) {
    size_t stem = strlen(name) - strlen(".bin");
    snprintf(out, size, "%.*s.txt", (int)stem, name);
}

START_TEST(says_exactly_what_is_wrong) {
    const char *name = broken_files[_i].name;
    char golden[128];
    ferry_bytes bytes = fy_read_fixture(name);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = strchr(name, '/') + 1, .bytes = bytes}, 1);
    char *report = fy_report_text(ferry_job_report(job)), *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(stream);
    fprintf(stream, "%s%s\n", report, scene ? "scene" : "no scene");
    fclose(stream);
    if (scene) ck_assert_msg(ferry_check(job, scene), "%s: the scene does not hold what it promises", name);
    if (!scene)
        ck_assert_msg(ferry_job_report(job)->totals[FERRY_ERROR] > 0, "%s: refused without a word", name);
    text_name(name, golden, sizeof golden);
    fy_expect_golden(golden, (ferry_bytes){(const uint8_t *)text, size});
    free(text);
    free(report);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("messages");
    TCase *tests = tcase_create("broken");
    tcase_add_loop_test(tests, says_exactly_what_is_wrong, 0, (int)broken_file_count);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
