/* test_t3dm_uv_shift.c: which changes of texture coordinates are shifts. */
#include <string.h>

#include "ferry64.h"
#include "formats/t3dm/tile/t3dm_uv_shift.h"
#include "helpers.h"
#include "shade/t3dm_uv.h"

/* A projection of one picture per 2,000 units. */
static const fy_uv_map wide = {.kind = FY_UV_POSITION,
                               .m = {{5e-4, 0, 0, .5}, {0, 0, -5e-4, .5}, {0, 0, 0, 1}}};

static fy_uv_map with(int row, int column, double value) {
    fy_uv_map map = wide;
    map.m[row][column] = value;
    return map;
}

START_TEST(small_coefficients_of_positions_count) {
    const fy_uv_map scaled = with(0, 0, 4e-4), turned = with(1, 1, 1e-4), divided = with(2, 0, 1e-5),
                    moved = with(0, 3, .75), same = with(0, 0, 5e-4 + 1e-9);
    ck_assert(!fy_uv_is_shifted(&wide, &scaled) && !fy_uv_is_shifted(&scaled, &wide));
    ck_assert(!fy_uv_is_shifted(&wide, &turned) && !fy_uv_is_shifted(&turned, &wide));
    ck_assert(!fy_uv_is_shifted(&wide, &divided) && !fy_uv_is_shifted(&divided, &wide));
    ck_assert(fy_uv_is_shifted(&wide, &moved) && fy_uv_is_shifted(&wide, &same));
    ck_assert_double_eq(fy_uv_shift(&wide, &moved, 0), .25);
}
END_TEST

/* What is added to s is as many times the divisor, whose coefficients are small as well. */
START_TEST(shifts_of_projections_are_divided) {
    fy_uv_map from = wide, to;
    const double divisor[4] = {1e-4, 2e-4, -1e-3, .1};
    memcpy(from.m[2], divisor, sizeof divisor);
    to = from;
    for (int k = 0; k < 4; k++) to.m[0][k] += .3 * divisor[k];
    ck_assert_double_eq_tol(fy_uv_shift(&from, &to, 0), .3, 1e-9);
    ck_assert(fy_uv_is_shifted(&from, &to));
    to.m[0][2] += 1e-5;
    ck_assert(!fy_uv_is_shifted(&from, &to));
}
END_TEST

START_TEST(repeats_of_a_set_may_be_rounded) {
    const fy_uv_map from = {.kind = FY_UV_SET, .m = {{.7, .3, 0, 0}, {-.3, .7, 0, 0}, {0, 0, 0, 1}}};
    fy_uv_map to = from;
    to.m[0][1] += 2e-5;
    ck_assert(fy_uv_is_shifted(&from, &to));
    to.m[0][1] += 1e-3;
    ck_assert(!fy_uv_is_shifted(&from, &to));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_uv_shift");
    TCase *tests = tcase_create("shifts");
    tcase_add_test(tests, small_coefficients_of_positions_count);
    tcase_add_test(tests, shifts_of_projections_are_divided);
    tcase_add_test(tests, repeats_of_a_set_may_be_rounded);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
