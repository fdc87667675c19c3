/* test_t3dm_resize.c: pictures that shrink by less than half, against plain means of areas: over a
 * thousand made pictures none is worse, drawn through the bilinear filter, and what is one colour stays
 * that colour. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/texels.h"
#include "core/image/texels_resize.h"
#include "formats/sprite/t3dm_shrink.h"
#include "helpers.h"

enum { SIDES = 64, PICTURES = 1200, KINDS = 6 };

typedef struct picture {
    int width, height;
    uint8_t rgba[4 * SIDES * SIDES];
} picture;

static uint64_t seed;

static int chance(int below) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((seed >> 33) % (uint64_t)below);
}

/* One colour; black and white noise; two colours in blocks; one channel of noise; waves; stripes. */
static void vertex_color_group(picture *p, int kind) {
    int colors[2][3], wide = 1 + chance(4), high = 1 + chance(4), turns = 1 + chance(3);
    for (int i = 0; i < 6; i++) colors[i / 3][i % 3] = chance(256);
    for (int i = 0; i < p->width * p->height; i++) {
        int x = i % p->width, y = i / p->width, block = (x / wide + y / high) % 2;
        for (int k = 0; k < 3; k++) {
            int value = colors[0][k];
            if (kind == 1) value = 255 * chance(2);
            if (kind == 2) value = colors[block][k];
            if (kind == 3 && k == 1) value = chance(256);
            if (kind == 4)
                value = (int)(127 + 60 * sin(turns * x * 6.2832 / p->width + k) +
                              60 * cos(y * 6.2832 / p->height));
            if (kind == 5) value = colors[x / wide % 2][k];
            p->rgba[4 * i + k] = (uint8_t)value;
        }
        p->rgba[4 * i + 3] = 255;
    }
}

static double shared(int texel, double each, int source) {
    double left = fmax(texel * each, source), right = fmin((texel + 1) * each, source + 1);
    return right > left ? right - left : 0;
}

/* Means of areas, slow and plain. */
static void average(const picture *from, picture *to) {
    double wide = (double)from->width / to->width, high = (double)from->height / to->height;
    for (int i = 0; i < to->width * to->height; i++) {
        double sum[4] = {0};
        int left = (int)(i % to->width * wide), top = (int)(i / to->width * high);
        for (int y = top; y < from->height && y <= top + 3; y++)
            for (int x = left; x < from->width && x <= left + 3; x++) {
                double part = shared(i % to->width, wide, x) * shared(i / to->width, high, y);
                for (int k = 0; k < 4; k++) sum[k] += part * from->rgba[4 * (y * from->width + x) + k];
            }
        for (int k = 0; k < 4; k++) to->rgba[4 * i + k] = (uint8_t)floor(sum[k] / (wide * high) + .5);
    }
}

static int wrap(int at, int size, ferry_wrap how) {
    if (how == FERRY_WRAP_CLAMP) return at < 0 ? 0 : at >= size ? size - 1 : at;
    int period = how == FERRY_WRAP_MIRROR ? 2 * size : size;
    at = (at % period + period) % period;
    return at < size ? at : period - 1 - at;
}

/* Root of the mean square, `small` drawn as large as the other. */
static double off(const picture *large, const picture *small, ferry_wrap how) {
    double sum = 0;
    for (int i = 0; i < large->width * large->height; i++) {
        double u = (i % large->width + .5) * small->width / large->width - .5;
        double v = (i / large->width + .5) * small->height / large->height - .5;
        int x = (int)floor(u), y = (int)floor(v);
        for (int k = 0; k < 3; k++) {
            double drawn = 0;
            for (int corner = 0; corner < 4; corner++) {
                int right = corner % 2, down = corner / 2;
                double part = (right ? u - x : 1 - (u - x)) * (down ? v - y : 1 - (v - y));
                int at =
                    wrap(y + down, small->height, how) * small->width + wrap(x + right, small->width, how);
                drawn += part * small->rgba[4 * at + k];
            }
            sum += (drawn - large->rgba[4 * i + k]) * (drawn - large->rgba[4 * i + k]);
        }
    }
    return sqrt(sum / (3.0 * large->width * large->height));
}

static void resize(const picture *from, ferry_wrap how, picture *to) {
    ferry_job *job = fy_test_job();
    fy_texels source = {(uint32_t)from->width, (uint32_t)from->height, (uint8_t *)(uintptr_t)from->rgba},
              made;
    ck_assert(fy_texels_resize(job, &source, (fy_texel_wraps){how, how}, (uint32_t)to->width,
                               (uint32_t)to->height, &made));
    memcpy(to->rgba, made.rgba, 4 * (size_t)(to->width * to->height));
    ferry_close(job);
}

static void expect_constant(const picture *from, const picture *to, int channel) {
    for (int i = 0; i < to->width * to->height; i++)
        ck_assert_msg(to->rgba[4 * i + channel] == from->rgba[channel],
                      "%d x %d to %d x %d, channel %d: %d "
                      "is not %d",
                      from->width, from->height, to->width, to->height, channel, to->rgba[4 * i + channel],
                      from->rgba[channel]);
}

START_TEST(none_is_worse_than_means_of_areas) {
    static picture from, means, made;
    int kind = _i;
    seed = (uint64_t)kind + 1;
    for (int i = 0; i < PICTURES / KINDS; i++) {
        ferry_wrap how = (ferry_wrap)(i % 3);
        from.width = 5 + chance(28), from.height = 5 + chance(28);
        made.width = means.width = from.width - chance((from.width - 1) / 2);
        made.height = means.height = from.height - chance((from.height - 1) / 2);
        vertex_color_group(&from, kind);
        average(&from, &means);
        resize(&from, how, &made);
        expect_constant(&from, &made, 3);
        for (int k = 0; k < 3; k++)
            if (kind == 0 || (kind == 3 && k != 1)) expect_constant(&from, &made, k);
        double got = off(&from, &made, how), plain = off(&from, &means, how);
        ck_assert_msg(got < plain + .3, "%d x %d to %d x %d, wrap %d: %g off, means of areas %g", from.width,
                      from.height, made.width, made.height, (int)how, got,
                      plain); /* rounding to bytes: 0.29 */
    }
}
END_TEST

/* A picture that repeats has no edges: moved on by whole new texels, it becomes the same picture, moved on by
 * them. */
START_TEST(pictures_that_repeat_have_no_edges) {
    enum { FROM = 24, TO = 16, STEP = 3, NEW_STEP = 2 };
    static picture from, moved, made, made_moved;
    seed = 77;
    from.width = from.height = moved.width = moved.height = FROM;
    made.width = made.height = made_moved.width = made_moved.height = TO;
    vertex_color_group(&from, 1);
    for (int i = 0; i < FROM * FROM; i++) {
        int x = (i % FROM + STEP) % FROM, y = (i / FROM + STEP) % FROM;
        memcpy(moved.rgba + 4 * (size_t)(y * FROM + x), from.rgba + 4 * (size_t)i, 4);
    }
    resize(&from, FERRY_WRAP_REPEAT, &made);
    resize(&moved, FERRY_WRAP_REPEAT, &made_moved);
    for (int i = 0; i < TO * TO; i++) {
        int x = (i % TO + NEW_STEP) % TO, y = (i / TO + NEW_STEP) % TO;
        for (int k = 0; k < 4; k++) /* but for rounding */
            ck_assert_int_le(abs(made_moved.rgba[4 * (y * TO + x) + k] - made.rgba[4 * i + k]), 1);
    }
}
END_TEST

/* However much smaller: a picture of one colour is that colour at each size. */
START_TEST(large_pictures_become_small) {
    enum { SIDE = 1024 };
    static const uint8_t color[4] = {17, 130, 240, 255};
    ferry_job *job = fy_test_job();
    uint8_t *rgba = ferry_new(job, uint8_t, (size_t)SIDE * SIDE * 4);
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) memcpy(rgba + 4 * i, color, 4);
    fy_texels source = {SIDE, SIDE, rgba}, made;
    fy_shrinker by = fy_shrinker_of(job, &source, (fy_texel_wraps){FERRY_WRAP_REPEAT, FERRY_WRAP_REPEAT},
                                    (fy_texel_needs){true, true});
    for (uint32_t side = SIDE / 2; side >= 4; side /= 2) {
        ck_assert(fy_shrink(&by, side, side, &made));
        ck_assert(made.width == side && made.height == side);
        for (uint32_t i = 0; i < side * side; i++) ck_assert_mem_eq(made.rgba + 4 * (size_t)i, color, 4);
    }
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_resize");
    TCase *tests = tcase_create("resize");
    tcase_add_loop_test(tests, none_is_worse_than_means_of_areas, 0, KINDS);
    tcase_add_test(tests, pictures_that_repeat_have_no_edges);
    tcase_add_test(tests, large_pictures_become_small);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
