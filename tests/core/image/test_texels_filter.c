/* test_texels_filter.c: pictures for a filter of three texels (docs/what-is-lost.md, "Textures"). */
#include "core/image/texels_filter.h"

#include <string.h>

#include "ferry64.h"
#include "helpers.h"

static const fy_texel_wraps ends = {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP},
                            repeats = {FERRY_WRAP_REPEAT, FERRY_WRAP_REPEAT};
static const fy_texel_needs color = {true, false}, alpha = {false, true};

static void paint(uint8_t rgba[4 * 4 * 4], unsigned (*by)(unsigned x, unsigned y)) {
    for (unsigned i = 0; i < 16; i++) memset(rgba + 4 * (size_t)i, (int)by(i % 4, i / 4), 4);
}

static unsigned checks(unsigned x, unsigned y) {
    return (x + y) % 2 ? 255 : 0;
}

static unsigned slope(unsigned x, unsigned y) {
    return 10 * x + 40 * y;
}

static unsigned peak(unsigned x, unsigned y) {
    return x == 1 && y == 2 ? 240 : 0;
}

/* Four texels of a slope lie on a plane; those of checks are as far from one as can be: a - b - c + d is 510,
 * a twelfth of which is missing on average. */
START_TEST(what_three_texels_leave_out) {
    uint8_t rgba[64];
    const fy_texels of = {4, 4, rgba};
    paint(rgba, slope);
    ck_assert_double_eq_tol(fy_texels_filter_error(&of, ends, color), 0, 1e-9);
    paint(rgba, checks);
    ck_assert_double_eq_tol(fy_texels_filter_error(&of, repeats, color), 42.5, 1e-9);
    for (int i = 0; i < 16; i++) rgba[4 * i + 3] = 255;
    ck_assert_double_eq_tol(fy_texels_filter_error(&of, repeats, alpha), 0, 1e-9);
}
END_TEST

START_TEST(three_times_the_size_keeps_all_texels) {
    ferry_job *job = ferry_open(NULL);
    uint8_t rgba[64];
    const fy_texels of = {4, 4, rgba};
    fy_texels made;
    paint(rgba, peak);
    ck_assert(fy_texels_magnify(job, &of, ends, 3, &made));
    ck_assert_uint_eq(made.width, 12);
    ck_assert_uint_eq(made.height, 12);
    for (unsigned i = 0; i < 16; i++)
        ck_assert_uint_eq(made.rgba[4 * ((i / 4 * 3 + 1) * 12 + i % 4 * 3 + 1)], rgba[4 * i]);
    ck_assert_uint_eq(made.rgba[4 * (7 * 12 + 5)], 160); /* a third of the way to the next, which is 0 */
    ck_assert_uint_eq(made.rgba[4 * (8 * 12 + 5)], 107); /* and a third down */
    ck_assert_double_eq_tol(fy_texels_magnified_error(&of, &made, color), 0, 1e-9);
    ferry_close(job);
}
END_TEST

/* Texels of twice the size lie a quarter of a texel off: the peak is 240 * .75 * .75 = 135. Its four
 * neighbours in a row or column lose nothing there but what it adds, 240 * .25 * .75 / 4 each, and so on. */
START_TEST(twice_the_size_cuts_peaks) {
    ferry_job *job = ferry_open(NULL);
    uint8_t rgba[64];
    const fy_texels of = {4, 4, rgba};
    fy_texels two, four;
    paint(rgba, peak);
    ck_assert(fy_texels_magnify(job, &of, ends, 2, &two) && fy_texels_magnify(job, &of, ends, 4, &four));
    ck_assert_uint_eq(two.rgba[4 * (5 * 8 + 3)], 135);
    double half = fy_texels_magnified_error(&of, &two, color),
           quarter = fy_texels_magnified_error(&of, &four, color);
    ck_assert_double_gt(half, 2);
    ck_assert_double_gt(half, 2 * quarter);
    ck_assert_double_gt(quarter, 0);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("texels_filter");
    TCase *tests = tcase_create("filter");
    tcase_add_test(tests, what_three_texels_leave_out);
    tcase_add_test(tests, three_times_the_size_keeps_all_texels);
    tcase_add_test(tests, twice_the_size_cuts_peaks);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
