/* test_fixtures.c: the committed fixtures are what the builders make of their descriptions. */
#include "builders/fixtures/fixtures.h"
#include "helpers.h"

START_TEST(models_are_as_described) {
    const fixture *from = &fixtures[_i];
    jb_model *model = from->make();
    jb_file file = jb_build(model, from->kind);
    fy_expect_golden(from->name, (ferry_bytes){file.data, file.size});
    jb_file_free(&file);
    jb_model_free(model);
}
END_TEST

START_TEST(other_files_are_as_described) {
    jb_file file = made_files[_i].make(&made_files[_i]);
    fy_expect_golden(made_files[_i].name, (ferry_bytes){file.data, file.size});
    jb_file_free(&file);
}
END_TEST

START_TEST(broken_files_are_as_described) {
    jb_file file = broken_files[_i].make(&broken_files[_i]);
    fy_expect_golden(broken_files[_i].name, (ferry_bytes){file.data, file.size});
    jb_file_free(&file);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fixtures");
    TCase *tests = tcase_create("agree");
    tcase_add_loop_test(tests, models_are_as_described, 0, (int)fixture_count);
    tcase_add_loop_test(tests, other_files_are_as_described, 0, (int)made_file_count);
    tcase_add_loop_test(tests, broken_files_are_as_described, 0, (int)broken_file_count);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
