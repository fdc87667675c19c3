/* test_export_transform.c: what glTF and others say of a texture's matrix: offset, rotation and scale. */
#include <math.h>

#include "formats/export/export_transform.h"
#include "helpers.h"

/* Where KHR_texture_transform takes a place. */
static void place(const fy_export_transform *t, const double at[2], double to[2]) {
    double c = cos(t->rotation), s = sin(t->rotation), x = t->scale[0] * at[0], y = t->scale[1] * at[1];
    to[0] = t->offset[0] + c * x + s * y;
    to[1] = t->offset[1] - s * x + c * y;
}

static double apart(const double m[2][3], const fy_export_transform *t, double u, double v) {
    const double at[2] = {u, v};
    double to[2], worst = 0;
    place(t, at, to);
    for (int i = 0; i < 2; i++) worst = fmax(worst, fabs(m[i][0] * u + m[i][1] * v + m[i][2] - to[i]));
    return worst;
}

/* A sheared one cannot be said: it is right in the middle of what is drawn, and nowhere further off than it
 * tells. */
START_TEST(a_shear_is_right_in_the_middle) {
    static const double matrices[][2][3] = {{{1, 0.5, 0.25}, {0, 1, -3}},
                                            {{2, 0, 0}, {-1, 3, 0.5}},
                                            {{0.3, 1.2, 7}, {-0.9, 0.7, 1}},
                                            {{1, 1, 0}, {1, 1, 0}}};
    static const fy_export_box boxes[] = {{{0, 0}, {1, 1}}, {{-3, 2}, {5, 4}}};
    for (size_t i = 0; i < 8; i++) {
        const double(*m)[3] = matrices[i / 2];
        const fy_export_box *box = &boxes[i % 2];
        fy_export_transform t = fy_export_split_transform(m, box, NULL);
        ck_assert_double_le(
            apart(m, &t, (box->least[0] + box->most[0]) / 2, (box->least[1] + box->most[1]) / 2), 1e-9);
        double worst = 0;
        for (int k = 0; k < 4; k++)
            worst = fmax(worst, apart(m, &t, k & 1 ? box->most[0] : box->least[0],
                                      k & 2 ? box->most[1] : box->least[1]));
        ck_assert_double_gt(worst, 0.01);
        ck_assert_double_le(worst, t.off + 1e-9);
    }
}
END_TEST

START_TEST(turns_and_scales_are_exact) {
    static const fy_export_box box = {{-1, 0}, {3, 2}};
    for (int step = -12; step < 24; step++)
        for (int signs = 0; signs < 4; signs++) {
            double angle = step * 0.3, c = cos(angle), s = sin(angle), x = signs & 1 ? -2 : 2,
                   y = signs & 2 ? -3 : 3;
            const double m[2][3] = {{c * x, -s * y, 0.5}, {s * x, c * y, -0.25}};
            fy_export_transform t = fy_export_split_transform(m, &box, NULL);
            ck_assert_double_le(t.off, 1e-9);
            for (int k = 0; k < 4; k++)
                ck_assert_double_le(apart(m, &t, k & 1 ? 3 : -1, k & 2 ? 2 : 0), 1e-9);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("export_transform");
    TCase *tests = tcase_create("export_transform");
    tcase_add_test(tests, a_shear_is_right_in_the_middle);
    tcase_add_test(tests, turns_and_scales_are_exact);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
