/* test_compare_mean.c: one figure of several moments: means, and what vanishes or appears in all of them. */
#include "helpers.h"

#include <math.h>

#include "cli/verbs/compare_mean.h"

/* A material of so many pixels, of which some are lost; the same of the second model and added ones. */
static ferry_similarity_material material(uint64_t pixels, uint64_t some) {
    bool most = 2 * some > pixels;
    return (ferry_similarity_material){.name = "m",
                                       .pixels = pixels,
                                       .ssim = 1 - (double)some / (double)pixels,
                                       .color_error = (double)some,
                                       .shown = {pixels, pixels},
                                       .lost = some,
                                       .added = some,
                                       .vanishes = most,
                                       .appears = most};
}

static ferry_similarity mean_of(uint64_t pixels, uint64_t some, uint64_t then_pixels, uint64_t then_some) {
    static ferry_similarity_material materials[2];
    materials[0] = material(pixels, some);
    materials[1] = material(then_pixels, then_some);
    ferry_similarity each[2] = {{.material_count = 1, .materials = &materials[0]},
                                {.material_count = 1, .materials = &materials[1]}};
    return cli_mean_similarity(each, 2);
}

START_TEST(pixels_of_all_moments_decide_what_vanishes) {
    static const struct {
        uint64_t first[2], then[2];
        bool changes;
    } rows[] = {
        {{100, 80}, {100, 90}, true},
        {{20, 20}, {100, 0}, false}, /* lost at one moment, seen well at the other */
        {{100, 0}, {20, 20}, false},
        {{100, 100}, {60, 0}, true}, /* still more than half of all */
        {{100, 0}, {100, 0}, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_similarity mean = mean_of(rows[i].first[0], rows[i].first[1], rows[i].then[0], rows[i].then[1]);
        ck_assert_int_eq(mean.materials[0].vanishes, rows[i].changes);
        ck_assert_int_eq(mean.materials[0].appears, rows[i].changes);
    }
}
END_TEST

START_TEST(pixels_weigh_the_same) {
    ferry_similarity mean = mean_of(100, 10, 300, 30);
    ck_assert(fabs(mean.materials[0].color_error - 25) < 1e-9 && fabs(mean.materials[0].ssim - .9) < 1e-9);
    ck_assert_uint_eq(mean.materials[0].pixels, 400);
    ck_assert_uint_eq(mean.materials[0].lost, 40);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare_mean");
    TCase *tests = tcase_create("compare_mean");
    tcase_add_test(tests, pixels_of_all_moments_decide_what_vanishes);
    tcase_add_test(tests, pixels_weigh_the_same);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
