/* test_texels_fit.c: lines that keep more than half of their texels (docs/what-is-lost.md, "Textures"). */
#include "core/image/texels_fit.h"

#include <math.h>

#include "ferry64.h"
#include "core/base/job.h"
#include "helpers.h"

enum { MOST = 80, BESIDE = 3 };
#define OPEN 0.05 /* how much a plain mean of what a new texel covers counts */

/* The filter as a matrix: what it draws each of `from` texels with. */
static void draw_filter(uint32_t from, uint32_t to, ferry_wrap wrap, double filter[MOST][MOST]) {
    for (uint32_t k = 0; k < from; k++) {
        const fy_spot at = fy_texels_spot(k, from, to, wrap);
        for (uint32_t i = 0; i < to; i++) filter[k][i] = 0;
        filter[k][at.low] += 1 - (double)at.part;
        filter[k][at.high] += (double)at.part;
    }
}

static double covered(uint32_t texel, uint32_t source, double scale) {
    const double left = fmax(texel * scale, source), right = fmin((texel + 1) * scale, source + 1.0);
    return right > left ? (right - left) / scale : 0;
}

static float source_at(uint32_t k, uint32_t line) {
    return (float)((k * 37 + line * 11) % 17 + (k % 5 ? 0 : 20));
}

/* F'(F x - f) + OPEN (x - mean) is nothing. */
static void expect_least(uint32_t from, uint32_t to, ferry_wrap wrap, const float *x, uint32_t line) {
    static double filter[MOST][MOST];
    draw_filter(from, to, wrap, filter);
    for (uint32_t i = 0; i < to; i++) {
        double slope = OPEN * (double)x[i * BESIDE + line];
        for (uint32_t k = 0; k < from; k++) {
            double drawn = 0;
            for (uint32_t n = 0; n < to; n++) drawn += filter[k][n] * (double)x[n * BESIDE + line];
            slope += filter[k][i] * (drawn - (double)source_at(k, line)) -
                     OPEN * covered(i, k, (double)from / to) * (double)source_at(k, line);
        }
        ck_assert_msg(fabs(slope) < 1e-3, "%u to %u, wrap %d: %g at %u", from, to, (int)wrap, slope, i);
    }
}

START_TEST(what_is_drawn_differs_least) {
    static const uint32_t sizes[][2] = {{3, 2},   {4, 3},   {5, 3},   {7, 4},
                                        {16, 15}, {33, 32}, {63, 32}, {80, 44}};
    static const ferry_wrap wraps[] = {FERRY_WRAP_CLAMP, FERRY_WRAP_REPEAT, FERRY_WRAP_MIRROR};
    ferry_job *job = ferry_open(NULL);
    for (int n = 0; n < 8; n++)
        for (int w = 0; w < 3; w++) {
            const uint32_t from = sizes[n][0], to = sizes[n][1];
            float lines[MOST * BESIDE] = {0}, room[BESIDE];
            fy_taps taps;
            fy_texels_line fit;
            ck_assert(fy_texels_fit(job, from, to, wraps[w], &taps, &fit));
            ck_assert_uint_le(taps.count, 4);
            ck_assert_uint_eq(fit.ring != NULL, wraps[w] == FERRY_WRAP_REPEAT && to > 2);
            for (uint32_t i = 0; i < to; i++)
                for (uint32_t k = 0; k < taps.count; k++)
                    for (uint32_t line = 0; line < BESIDE; line++)
                        lines[i * BESIDE + line] +=
                            taps.weights[i * taps.count + k] *
                            source_at(fy_texels_wrapped(taps.first[i] + (int64_t)k, from, wraps[w]), line);
            fy_texels_line_solve(&fit, lines, BESIDE, room);
            for (uint32_t line = 0; line < BESIDE; line++) expect_least(from, to, wraps[w], lines, line);
        }
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("texels_fit");
    TCase *tests = tcase_create("fit");
    tcase_add_test(tests, what_is_drawn_differs_least);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
