/* test_t3dm_piece_look.c: what is seen of a picture that is stored whole, and of one in pieces, around pixels
 * of a survey (docs/what-is-lost.md, "Pieces"). */
#include <math.h>

#include "ferry64.h"
#include "builders/material_scene.h"
#include "formats/t3dm/texture/t3dm_piece_look.h"
#include "formats/t3dm/texture/t3dm_reach.h"
#include "formats/t3dm/texture/t3dm_texture_trials.h"
#include "formats/t3dm/texture/t3dm_textures.h"
#include "helpers.h"

enum { SIDE = 128, HALF = SIDE / 2, MOST = 64, NEARBY = FY_SIDES };

static bool is_on(uint32_t x, uint32_t y) {
    return (x / 2 ^ y / 2 ^ x * y / 64) & 1;
}

static void lines(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint8_t value = is_on(x, y) ? 240 : 16;
    set(texel, value, value, value, 255);
}

static void dark_lines(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint8_t value = is_on(x, y) ? 48 : 0;
    set(texel, value, value, value, 255);
}

static void lines_beside_grey(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint8_t value = x < HALF ? 128 : is_on(x, y) ? 240 : 16;
    set(texel, value, value, value, 255);
}

static void lines_beside_nothing(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint8_t value = is_on(x, y) ? 240 : 16;
    set(texel, value, value, value, x < HALF ? 0 : 255);
}

/* A picture, and its four quarters. */
typedef struct quarters {
    ferry_job *job;
    ferry_scene *scene;
    fy_texture_store store;
    fy_pieces pieces;
    fy_texture_use uses[4];
    fy_stored_picture stored;
    fy_seen_pixel pixels[MOST];
    uint32_t count;
} quarters;

/* `cut`: its alpha is compared with a half. */
static void open_quarters(quarters *q, painter by, bool cut) {
    const ferry_options options = {.size = sizeof options};
    double error;
    bool faithful;
    *q = (quarters){.job = ferry_open(&options)};
    q->scene = fy_square_scene(q->job);
    fy_texture_use use = {.texture = add_texture(q->scene, "lines", SIDE, SIDE, by, FERRY_WRAP_CLAMP),
                          .swizzle = {0, 1, 2},
                          .alpha = cut ? 3 : FY_NO_COMPONENT,
                          .threshold = cut ? 128 : 0,
                          .wrap_s = FERRY_WRAP_CLAMP,
                          .wrap_t = FERRY_WRAP_CLAMP};
    const ferry_image *image = &q->scene->images.data[q->scene->textures.data[use.texture].image];
    q->store = (fy_texture_store){.job = q->job, .scene = q->scene, .name = "x.t3dm"};
    q->pieces = (fy_pieces){
        .map = {.kind = FY_UV_SET, .m = {{1, 0, 0, 0}, {0, 1, 0, 0}}}, .size = {SIDE, SIDE}, .count = 4};
    for (uint32_t i = 0; i < 4; i++) {
        double x = i % 2 * HALF, y = i / 2 * HALF;
        q->pieces.reach[i] = (fy_reach){.low = {x, y}, .high = {x + HALF, y + HALF}, .any = true};
        q->uses[i] = use;
        fy_reach_use(&q->pieces.reach[i], image, &q->uses[i]);
    }
    q->stored = (fy_stored_picture){use, use, &q->pieces, q->uses};
    ck_assert(fy_texture_store_try(&q->store, &use, &error, &faithful) && !faithful);
}

static void close_quarters(quarters *q) {
    fy_texture_store_settle(&q->store);
    ferry_scene_free(q->scene);
    ferry_close(q->job);
}

/* Pixels of one view in rows, a texel wide, between two columns of the picture. */
static void add_pixels(quarters *q, uint8_t view, double from, double to) {
    for (int i = 0; i < 16; i++) {
        fy_seen_pixel pixel = {.view = view};
        double u = (from + (to - from) * (i % 4 + .5) / 4) / SIDE, v = (i / 4 + .5) / 4;
        pixel.at.uvs[0] = (ferry_vec2){(float)u, (float)v};
        pixel.right.uvs[0] = (ferry_vec2){(float)(u + 1.0 / SIDE), (float)v};
        pixel.below.uvs[0] = (ferry_vec2){(float)u, (float)(v + 1.0 / SIDE)};
        pixel.corners[0] = pixel.at, pixel.corners[1] = pixel.right, pixel.corners[2] = pixel.below;
        q->pixels[q->count++] = pixel;
    }
}

typedef struct looks {
    fy_piece_view whole, pieces;
} looks;

static looks look(quarters *q) {
    looks found;
    ck_assert(fy_piece_look(&q->store, &q->stored, q->pixels, q->count, &found.whole, &found.pieces));
    return found;
}

START_TEST(pieces_show_what_a_shrunken_picture_lost) {
    quarters q;
    open_quarters(&q, lines, false);
    add_pixels(&q, 0, 0, SIDE);
    looks found = look(&q);
    ck_assert_msg(found.whole.similarity < .8 && found.whole.error > 25, "whole: %.3f, %.1f",
                  found.whole.similarity, found.whole.error);
    ck_assert_msg(found.pieces.similarity > .98 && found.pieces.error < 5, "in pieces: %.3f, %.1f",
                  found.pieces.similarity, found.pieces.error);
    close_quarters(&q);
}
END_TEST

/* Formats of grey texels hold their brightness as alpha, too. */
START_TEST(what_nobody_reads_hides_nothing) {
    quarters q;
    open_quarters(&q, dark_lines, false);
    add_pixels(&q, 0, 0, SIDE);
    looks found = look(&q);
    ck_assert_msg(found.pieces.error < 5, "%.1f", found.pieces.error);
    close_quarters(&q);
}
END_TEST

START_TEST(half_of_it_is_nearby) {
    quarters q;
    open_quarters(&q, lines_beside_grey, false);
    add_pixels(&q, NEARBY, HALF + 4, SIDE);
    double lost = 1 - look(&q).whole.similarity;
    ck_assert_msg(lost > .3, "%.3f", lost);
    q.count = 0;
    add_pixels(&q, 0, 0, HALF - 4);
    add_pixels(&q, 1, 0, HALF - 4);
    add_pixels(&q, NEARBY, HALF + 4, SIDE);
    ck_assert_double_eq_tol(1 - look(&q).whole.similarity, lost / 2, .01);
    close_quarters(&q);
}
END_TEST

START_TEST(what_is_cut_out_does_not_count) {
    quarters q;
    open_quarters(&q, lines_beside_nothing, true);
    add_pixels(&q, 0, HALF + 4, SIDE);
    looks seen = look(&q);
    ck_assert_msg(seen.whole.similarity < .7, "%.3f", seen.whole.similarity);
    add_pixels(&q, 0, 0, HALF - 4);
    looks all = look(&q);
    ck_assert_double_eq_tol(all.whole.similarity, seen.whole.similarity, 1e-9);
    ck_assert_double_eq_tol(all.pieces.error, seen.pieces.error, 1e-9);
    close_quarters(&q);
}
END_TEST

START_TEST(pixels_that_are_nowhere_lose_nothing) {
    static const float wild[] = {NAN, INFINITY, 1e30F};
    quarters q;
    open_quarters(&q, lines, false);
    add_pixels(&q, 0, 0, SIDE);
    for (uint32_t i = 0; i < q.count; i++) q.pixels[i].at.uvs[0].x = wild[i % 3];
    looks found = look(&q);
    ck_assert_double_eq_tol(found.whole.similarity, 1, 1e-9);
    ck_assert_double_eq_tol(found.pieces.error, 0, 1e-9);
    close_quarters(&q);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_piece_look");
    TCase *tests = tcase_create("look");
    tcase_add_test(tests, pieces_show_what_a_shrunken_picture_lost);
    tcase_add_test(tests, what_nobody_reads_hides_nothing);
    tcase_add_test(tests, half_of_it_is_nearby);
    tcase_add_test(tests, what_is_cut_out_does_not_count);
    tcase_add_test(tests, pixels_that_are_nowhere_lose_nothing);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
