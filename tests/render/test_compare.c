/* test_compare.c: structural similarity against values worked out by hand, and ferry_compare() on small
 * scenes. Whole models are compared in test_similarity.c. */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "helpers.h"
#include "render/picture.h"
#include "render/similarity.h"
#include "render/ssim.h"

/* ------------------------------------------------------------------------------------------- similarity */

static ferry_picture gray_picture(ferry_job *job, uint32_t width, uint32_t height, uint8_t gray) {
    const uint8_t color[4] = {gray, gray, gray, 255};
    ferry_picture picture;
    ck_assert(fy_picture_open(job, width, height, color, &picture));
    return picture;
}

static void set_pixel(const ferry_picture *picture, uint32_t x, uint32_t y, uint8_t gray) {
    memset(&picture->rgba[((size_t)y * picture->width + x) * 4], gray, 3);
}

/* Over all pixels. */
static fy_ssim_sums compare_whole(ferry_job *job, const ferry_picture *a, const ferry_picture *b) {
    fy_ssim_sums sums;
    uint8_t *mask = ferry_new(job, uint8_t, (size_t)a->width * a->height);
    memset(mask, 1, (size_t)a->width * a->height);
    ck_assert(fy_ssim(job, a, b, mask, &sums, NULL));
    ck_assert_uint_eq(sums.pixels, (uint64_t)a->width * a->height);
    return sums;
}

/* Without variance only the means count: (2 * 100 * 50 + 6.5025) / (100^2 + 50^2 + 6.5025). */
START_TEST(plain_pictures_differ_by_their_means) {
    ferry_job *job = fy_test_job();
    ferry_picture a = gray_picture(job, 20, 13, 100), b = gray_picture(job, 20, 13, 50);
    fy_ssim_sums sums = compare_whole(job, &a, &b);
    ck_assert_double_eq_tol(sums.ssim / 260, 10006.5025 / 12506.5025, 1e-9);
    ck_assert_uint_eq(sums.color_error, 260 * 150);
    ferry_close(job);
}
END_TEST

/* Two pixels, 255 and 0 against 0 and 255. The window that is left has the weights 1 and w = 0.800737 beside
 * it: p = 1 / (1 + w) = 0.555328, q = 1 - p. Means of the left pixel: 255p = 141.609 and 255q = 113.391; both
 * variances are 255^2 pq = 16057.19, the covariance is -255^2 pq. That makes
 * (2 * 16057.19 + 6.5025) * (58.5225 - 2 * 16057.19) / ((32910.61 + 6.5025) * (2 * 16057.19 + 58.5225))
 * = 32120.89 * -32055.87 / (32917.11 * 32172.91) = -0.972261; the right pixel is its mirror. */
START_TEST(opposite_pixels_are_unlike) {
    ferry_job *job = fy_test_job();
    ferry_picture a = gray_picture(job, 2, 1, 0), b = gray_picture(job, 2, 1, 0);
    set_pixel(&a, 0, 0, 255);
    set_pixel(&b, 1, 0, 255);
    fy_ssim_sums sums = compare_whole(job, &a, &b);
    ck_assert_double_eq_tol(sums.ssim / 2, -0.972261, 1e-6);
    ck_assert_uint_eq(sums.color_error, 2 * 3 * 255);
    ferry_close(job);
}
END_TEST

/* The same pair, upright, in a window that is whole: an edge through the middle of 40 x 40 pixels is seen by
 * the 5 columns on either side and by no other. */
START_TEST(a_window_reaches_five_pixels) {
    ferry_job *job = fy_test_job();
    ferry_picture a = gray_picture(job, 40, 40, 100), b = gray_picture(job, 40, 40, 100);
    for (uint32_t y = 0; y < 40; y++) set_pixel(&b, 20, y, 180);
    for (uint32_t x = 10; x < 31; x++) {
        fy_ssim_sums sums;
        uint8_t *mask = ferry_new(job, uint8_t, 1600);
        mask[20 * 40 + x] = 1;
        ck_assert(fy_ssim(job, &a, &b, mask, &sums, NULL));
        ck_assert_uint_eq(sums.pixels, 1);
        ck_assert_msg((sums.ssim < 1) == (x >= 15 && x <= 25), "column %u: %.17g", x, sums.ssim);
    }
    ferry_close(job);
}
END_TEST

static ferry_picture noise(ferry_job *job, uint32_t seed) {
    ferry_picture picture = gray_picture(job, 37, 29, 0);
    for (size_t i = 0; i < 37 * 29 * 4; i++) {
        seed = seed * 1664525 + 1013904223;
        picture.rgba[i] = (uint8_t)(seed >> 24);
    }
    return picture;
}

START_TEST(same_is_one_and_order_is_all_one) {
    ferry_job *job = fy_test_job();
    ferry_picture a = noise(job, 1), b = noise(job, 2);
    ck_assert(compare_whole(job, &a, &a).ssim == 37 * 29);
    fy_ssim_sums forth = compare_whole(job, &a, &b), back = compare_whole(job, &b, &a);
    ck_assert(forth.ssim == back.ssim);
    ck_assert_uint_eq(forth.color_error, back.color_error);
    ck_assert(forth.ssim < 0.1 * 37 * 29); /* noise has nothing in common */
    ferry_close(job);
}
END_TEST

START_TEST(mask_is_either_model_and_a_rim) {
    ferry_job *job = fy_test_job();
    ferry_picture a = gray_picture(job, 6, 6, 0), b = gray_picture(job, 6, 6, 0);
    a.covered[3 * 6 + 0] = 1;
    b.covered[5 * 6 + 3] = 1;
    const uint8_t *mask = fy_ssim_mask(job, &a, &b, 2);
    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 6; x++) {
            bool rim = abs(x - 0) <= 2 && abs(y - 3) <= 2;
            bool other = abs(x - 3) <= 2 && abs(y - 5) <= 2;
            ck_assert_int_eq(mask[y * 6 + x], rim || other);
        }
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------------ scenes */

static ferry_scene *square(ferry_job *job, float size) {
    ferry_scene *scene = fy_square_scene(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        ferry_vec3 *p = &mesh->positions[i];
        *p = (ferry_vec3){p->x * size, p->y * size, p->z * size};
    }
    return scene;
}

static void set_color(ferry_scene *scene, float gray) {
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *material = (ferry_material){.name = "m",
                                 .base_texture = FERRY_NONE,
                                 .base_color = {gray, gray, gray, 1},
                                 .cull = FERRY_CULL_NONE};
    scene->draws.data[0].material = 0;
}

START_TEST(same_scene_is_exactly_one) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = square(job, 1);
    ferry_similarity found;
    ck_assert(ferry_compare(job, a, a, NULL, &found, NULL));
    ck_assert(found.ssim == 1 && found.color_error == 0 && found.scale == 1);
    ck_assert_uint_gt(found.pixels, 10000);
    ck_assert_uint_gt(found.views[0].pixels, 0);
    ck_assert_uint_eq(found.views[2].pixels, 0); /* from behind it is culled */
    ck_assert_str_eq(found.views[5].name, "below");
    fy_expect_report(job, "");
    ferry_scene_free(a);
    ferry_close(job);
}
END_TEST

/* As large as a base scale of 64 makes it: the same picture, and a note. */
START_TEST(scale_is_found) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = square(job, 1), *b = square(job, 64);
    ferry_similarity found;
    ck_assert(ferry_compare(job, a, b, NULL, &found, NULL));
    ck_assert(found.scale == 64 && found.ssim == 1);
    fy_expect_report(job, "note: the second model is 64 times as large; its camera distance is scaled "
                          "accordingly\n");
    ck_assert(ferry_compare(job, b, a, NULL, &found, NULL));
    ck_assert(found.scale == 1 / 64.0 && found.ssim == 1);
    ferry_scene_free(a);
    ferry_scene_free(b);
    ferry_close(job);
}
END_TEST

/* A model made simpler is a bit smaller or larger: the camera stays where the whole one has it, at any plain
 * scale. */
START_TEST(simpler_model_moves_no_camera) {
    static const struct {
        float by;
        double scale;
    } cases[] = {{.975F, 1},   {.96F, 1},   {1.94F, 2},  {.0097F, .01}, {62.7F, 64},
                 {97.8F, 100}, {1.018F, 1}, {1.025F, 1}, {65.2F, 64}};
    ferry_job *job = fy_test_job();
    ferry_scene *a = square(job, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ferry_scene *b = square(job, cases[i].by);
        ferry_similarity found;
        ck_assert(ferry_compare(job, a, b, NULL, &found, NULL));
        ck_assert_double_eq_tol(found.scale, cases[i].scale, 1e-9);
        ck_assert_double_lt(found.ssim, 1); /* its size is seen */
        ferry_scene_free(b);
    }
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_WARNING], 0);
    ferry_scene_free(a);
    ferry_close(job);
}
END_TEST

/* But for SSIM all figures are the same. */
START_TEST(colors_alone_are_the_same_colors) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = square(job, 1), *b = square(job, 1);
    ferry_similarity whole, colors;
    set_color(a, 200 / 255.0F);
    set_color(b, 180 / 255.0F);
    ck_assert(ferry_compare(job, a, b, NULL, &whole, NULL));
    ck_assert(fy_compare_colors(job, a, b, NULL, NULL, &colors));
    ck_assert_double_gt(whole.color_error, 0);
    ck_assert(whole.ssim < 1 && colors.ssim == 1);
    ck_assert(colors.color_error == whole.color_error && colors.pixels == whole.pixels);
    ck_assert(colors.near_sum.color_error == whole.near_sum.color_error);
    ck_assert_uint_eq(colors.near_sum.pixels, whole.near_sum.pixels);
    ck_assert_uint_eq(colors.material_count, whole.material_count);
    for (uint32_t i = 0; i < colors.material_count; i++) {
        ck_assert(colors.materials[i].color_error == whole.materials[i].color_error);
        ck_assert_uint_eq(colors.materials[i].pixels, whole.materials[i].pixels);
    }
    ferry_scene_free(a);
    ferry_scene_free(b);
    ferry_close(job);
}
END_TEST

/* What a clip shrinks fills less of the pictures, if the caller says how large it is at rest. */
START_TEST(small_model_is_seen_from_afar) {
    ferry_job *job = fy_test_job();
    ferry_bytes bytes = fy_read_fixture("rigid.bmd");
    ferry_scene *a = ferry_load(job, &(ferry_input){"rigid.bmd", bytes}, 1);
    ferry_view view = {.size = sizeof view, .views = FERRY_VIEWS_ALL};
    ferry_similarity whole, far;
    ferry_counts counts;
    ck_assert(a && ferry_count(a, &counts));
    ck_assert(ferry_compare(job, a, a, &view, &whole, NULL));
    view.least_diagonal = 8 * (float)fy_vec3_length(fy_vec3_sub(counts.box.max, counts.box.min));
    ck_assert(ferry_compare(job, a, a, &view, &far, NULL));
    ck_assert_uint_gt(far.pixels, 0);
    ck_assert_uint_lt(far.pixels, whole.pixels / 20);
    ck_assert_uint_gt(far.near_sum.pixels, 0);
    ck_assert_uint_lt(far.near_sum.pixels, whole.near_sum.pixels / 4);
    ferry_scene_free(a);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* So it stays where a far speck went, even if what is left is less than half as long. */
START_TEST(lost_far_part_moves_no_camera) {
    ferry_job *job = fy_test_job();
    ferry_scene *scenes[2] = {square(job, 1), square(job, 1)};
    ferry_similarity found;
    for (int i = 0; i < 2; i++)
        for (uint32_t v = 0; v < 4; v++) {
            ferry_vec3 *p = &scenes[i]->meshes.data[0].positions[v];
            *p = (ferry_vec3){(p->x - 1.5F) * .6F, (p->y - 1) * .9F, p->z - .5F};
        }
    scenes[0]->meshes.data[0].positions[0].y = -5.1F;
    ck_assert(ferry_compare(job, scenes[0], scenes[1], NULL, &found, NULL));
    ck_assert_double_eq(found.scale, 1);
    for (int i = 0; i < 2; i++) ferry_scene_free(scenes[i]);
    ferry_close(job);
}
END_TEST

/* A part of the model at 64 times its lengths is compared in the whole model's frame. */
START_TEST(lost_parts_leave_the_frame) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = square(job, 1), *b = square(job, 64);
    ferry_similarity found;
    b->meshes.data[0].triangle_count = 1;
    b->meshes.data[0].vertex_count = 3;
    b->meshes.data[0].positions[2].y = 20;
    ck_assert(ferry_compare(job, a, b, NULL, &found, NULL));
    ck_assert(found.scale == 64);
    ck_assert(found.ssim < 0.9);
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_WARNING], 1);
    ferry_scene_free(a);
    ferry_scene_free(b);
    ferry_close(job);
}
END_TEST

/* Unlit squares of 200 and 180 of 255: away from the edge the colour error is 20. */
START_TEST(color_error_is_a_mean) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = square(job, 1), *b = square(job, 1);
    ferry_similarity found;
    set_color(a, 200 / 255.0F);
    set_color(b, 180 / 255.0F);
    ck_assert(ferry_compare(job, a, b, NULL, &found, NULL));
    double share = found.color_error / 20; /* the rest is rim */
    ck_assert_double_gt(share, 0.85);
    ck_assert_double_lt(share, 1);
    ck_assert_double_lt(found.ssim, 1);
    ferry_scene_free(a);
    ferry_scene_free(b);
    ferry_close(job);
}
END_TEST

START_TEST(nothing_to_see_on_both_sides_is_equal) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = square(job, 1), *b = square(job, 1);
    ferry_similarity found;
    b->draws.count = 0;
    ck_assert(ferry_compare(job, a, b, NULL, &found, NULL));
    ck_assert_double_lt(found.ssim, 0.9);
    a->draws.count = 0;
    ck_assert(ferry_compare(job, a, b, NULL, &found, NULL));
    ck_assert_double_eq(found.ssim, 1);
    ck_assert_double_eq(found.color_error, 0);
    ck_assert_uint_eq(found.pixels, 0);
    fy_expect_report(job, "note: neither model is visible: they count as equal\n");
    ferry_scene_free(a);
    ferry_scene_free(b);
    ferry_close(job);
}
END_TEST

/* Doubled, and no more than white. */
START_TEST(sheet_shows_both_and_their_difference) {
    static const int greys[][3] = {{200, 180, 40}, {228, 101, 254}, {228, 100, 255}, {30, 250, 255}};
    const int *grey = greys[_i];
    ferry_job *job = fy_test_job();
    ferry_scene *a = square(job, 1), *b = square(job, 1);
    ferry_similarity found;
    ferry_picture sheet;
    ferry_view view = {.size = sizeof view, .width = 64, .height = 48};
    set_color(a, (float)grey[0] / 255);
    set_color(b, (float)grey[1] / 255);
    ck_assert(ferry_compare(job, a, b, &view, &found, &sheet));
    ck_assert_uint_eq(sheet.width, 3 * 64);
    ck_assert_uint_eq(sheet.height, 12 + 6 * (48 + 12));
    size_t row = (12 + 24) * (size_t)sheet.width + 32; /* the middle of the first view */
    ck_assert_int_eq(sheet.rgba[row * 4], grey[0]);
    ck_assert_int_eq(sheet.rgba[(row + 64) * 4], grey[1]);
    ck_assert_int_eq(sheet.rgba[(row + 128) * 4], grey[2]);
    ferry_scene_free(a);
    ferry_scene_free(b);
    ferry_close(job);
}
END_TEST

START_TEST(wrong_views_are_refused) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = square(job, 1);
    ferry_similarity found;
    ferry_picture sheet;
    ferry_view view = {.size = sizeof view, .width = 4096, .height = 4096};
    ck_assert(!ferry_compare(job, a, a, &view, &found, &sheet)); /* the sheet would be too high */
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_ERROR], 1);
    ferry_scene_free(a);
    ferry_close(job);
}
END_TEST

START_TEST(memory_may_run_out_anywhere) {
    bool done = false;
    ferry_view view = {.size = sizeof view, .width = 24, .height = 16};
    for (size_t limit = 1; !done && limit < 2000; limit++) {
        ferry_options options = {.size = sizeof options, .fail_allocation = limit};
        ferry_similarity found;
        ferry_picture sheet;
        ferry_bytes bytes = fy_read_fixture("rigid.bmd");
        ferry_job *job = ferry_open(&options);
        if (job) {
            ferry_scene *scene = ferry_load(job, &(ferry_input){"rigid.bmd", bytes}, 1);
            done = scene && ferry_compare(job, scene, scene, &view, &found, &sheet);
            ck_assert(done != ferry_failed(job));
            ferry_scene_free(scene);
            ferry_close(job);
        }
        free((void *)(uintptr_t)bytes.data);
    }
    ck_assert(done);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare");
    TCase *tests = tcase_create("compare");
    tcase_add_test(tests, plain_pictures_differ_by_their_means);
    tcase_add_test(tests, opposite_pixels_are_unlike);
    tcase_add_test(tests, a_window_reaches_five_pixels);
    tcase_add_test(tests, same_is_one_and_order_is_all_one);
    tcase_add_test(tests, mask_is_either_model_and_a_rim);
    tcase_add_test(tests, same_scene_is_exactly_one);
    tcase_add_test(tests, scale_is_found);
    tcase_add_test(tests, simpler_model_moves_no_camera);
    tcase_add_test(tests, colors_alone_are_the_same_colors);
    tcase_add_test(tests, small_model_is_seen_from_afar);
    tcase_add_test(tests, lost_far_part_moves_no_camera);
    tcase_add_test(tests, lost_parts_leave_the_frame);
    tcase_add_test(tests, color_error_is_a_mean);
    tcase_add_test(tests, nothing_to_see_on_both_sides_is_equal);
    tcase_add_loop_test(tests, sheet_shows_both_and_their_difference, 0, 4);
    tcase_add_test(tests, wrong_views_are_refused);
    tcase_add_test(tests, memory_may_run_out_anywhere);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
