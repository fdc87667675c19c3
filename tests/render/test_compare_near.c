/* test_compare_near.c: free cameras, and ferry_compare() from nearby (docs/rendering.md, "Near views"). */
#include "helpers.h"

#include <string.h>

#include "core/base/maths.h"

static ferry_scene *square(ferry_job *job, float size) {
    ferry_scene *scene = fy_square_scene(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        mesh->positions[i] = fy_vec3_scale(mesh->positions[i], size);
    return scene;
}

static ferry_view small_view(ferry_views views) {
    return (ferry_view){.size = sizeof(ferry_view), .width = 96, .height = 72, .views = views};
}

static bool is_covered(const ferry_picture *picture, uint32_t x, uint32_t y) {
    return picture->covered[y * picture->width + x];
}

/* From (1.5, 0.5, 5) on to the edge y = 0 of the square 0..3 x 0..2: from there it fills the upper half. One
 * unit is 50 / (tan 30 degrees * distance) pixels high. */
START_TEST(a_free_camera_stands_where_it_is_told) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = square(job, 1);
    ferry_picture picture;
    ferry_view view = {.size = sizeof view, .width = 100, .height = 100, .has_eye = true};
    view.eye = (ferry_vec3){1.5F, 0, 2};
    view.target = (ferry_vec3){1.5F, 0, 0};
    ck_assert(ferry_render(job, scene, &view, &picture));
    ck_assert(is_covered(&picture, 50, 49) && is_covered(&picture, 50, 20));
    ck_assert(!is_covered(&picture, 50, 50) && !is_covered(&picture, 50, 90));
    view.eye.x = view.target.x = 0; /* the left edge is in the middle */
    ck_assert(ferry_render(job, scene, &view, &picture));
    ck_assert(is_covered(&picture, 51, 40) && !is_covered(&picture, 49, 40));
    view.eye = (ferry_vec3){1.5F, 0, -2}; /* from behind it is culled */
    ck_assert(ferry_render(job, scene, &view, &picture));
    ck_assert(!is_covered(&picture, 50, 40));
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(an_eye_needs_something_to_look_at) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = square(job, 1);
    ferry_picture picture;
    ferry_view view = {.size = sizeof view, .has_eye = true, .eye = {1, 2, 3}, .target = {1, 2, 3}};
    ck_assert(!ferry_render(job, scene, &view, &picture));
    fy_expect_report(job, "error: invalid view: image size 640 x 480 (limit 4096), or the camera position is "
                          "not finite, or where it looks\n");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Each figure stands alone, and says nothing where it was not asked for. */
START_TEST(views_are_those_asked_for) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = square(job, 1);
    for (int views = 0; views < 3; views++) {
        ferry_view view = small_view((ferry_views)views);
        ferry_similarity found;
        ferry_picture sheet;
        ck_assert(ferry_compare(job, scene, scene, &view, &found, &sheet));
        ck_assert_int_eq(found.pixels > 0, view.views != FERRY_VIEWS_NEAR);
        ck_assert_int_eq(found.near_sum.pixels > 0, view.views != FERRY_VIEWS_SIX);
        ck_assert_int_eq(found.near_count > 0, view.views != FERRY_VIEWS_SIX);
        ck_assert(found.ssim == 1 && found.near_sum.ssim == 1);
        uint32_t rows = (found.near_count + 2) / 3;
        uint32_t six = view.views == FERRY_VIEWS_NEAR ? 0 : 6;
        ck_assert_uint_eq(sheet.width, 3 * 96);
        ck_assert_uint_eq(sheet.height, 12 + six * (72 + 12) + rows * (23 + 12));
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* As large as a base scale of 64 makes it: the same pictures from the same places. */
START_TEST(the_second_model_is_seen_at_its_scale) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = square(job, 1), *b = square(job, 64);
    ferry_view view = small_view(FERRY_VIEWS_ALL);
    ferry_similarity found;
    ck_assert(ferry_compare(job, a, b, &view, &found, NULL));
    ck_assert(found.scale == 64 && found.near_sum.ssim == 1 && found.near_sum.color_error == 0);
    ck_assert_uint_gt(found.near_sum.pixels, 0);
    ferry_scene_free(a);
    ferry_scene_free(b);
    ferry_close(job);
}
END_TEST

/* Whatever becomes of the second model. */
START_TEST(cameras_are_the_first_model_s) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = square(job, 1), *b = square(job, 1);
    ferry_view view = small_view(FERRY_VIEWS_NEAR);
    ferry_similarity same, other;
    view.scale = 1;
    ck_assert(ferry_compare(job, a, a, &view, &same, NULL));
    b->meshes.data[0].triangle_count = 1;
    ck_assert(ferry_compare(job, a, b, &view, &other, NULL));
    ck_assert_uint_eq(same.near_count, other.near_count);
    ck_assert_double_lt(other.near_sum.ssim, 0.9);
    for (uint32_t i = 0; i < same.near_count; i++) {
        ck_assert(memcmp(&same.near[i].eye, &other.near[i].eye, sizeof(ferry_vec3)) == 0);
        ck_assert(memcmp(&same.near[i].target, &other.near[i].target, sizeof(ferry_vec3)) == 0);
    }
    ferry_scene_free(a);
    ferry_scene_free(b);
    ferry_close(job);
}
END_TEST

/* Where the first shows nothing, the second is looked at: a model that appears is no equal. */
START_TEST(what_is_in_the_second_alone_is_seen) {
    ferry_job *job = fy_test_job();
    ferry_scene *none = square(job, 1), *some = square(job, 1);
    none->draws.count = 0;
    ferry_view view = {
        .size = sizeof view, .width = 160, .height = 120, .views = FERRY_VIEWS_NEAR, .scale = 1};
    ferry_similarity found;
    ck_assert(ferry_compare(job, none, some, &view, &found, NULL));
    ck_assert_uint_gt(found.near_count, 0);
    ck_assert_uint_gt(found.near_sum.pixels, 0);
    ck_assert_double_lt(found.near_sum.ssim, .9);
    ferry_scene_free(none);
    ferry_scene_free(some);
    ferry_close(job);
}
END_TEST

START_TEST(memory_may_run_out_anywhere) {
    bool done = false;
    ferry_view view = {.size = sizeof view, .width = 12, .height = 9, .views = FERRY_VIEWS_ALL};
    ferry_job *outer = fy_test_job();
    ferry_scene *scene = square(outer, 1);
    for (size_t limit = 1; !done && limit < 2000; limit++) {
        ferry_options options = {.size = sizeof options, .fail_allocation = limit};
        ferry_similarity found;
        ferry_picture sheet;
        ferry_job *job = ferry_open(&options);
        if (!job) continue;
        done = ferry_compare(job, scene, scene, &view, &found, &sheet);
        ck_assert(done != ferry_failed(job));
        ferry_close(job);
    }
    ck_assert(done);
    ferry_scene_free(scene);
    ferry_close(outer);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare_near");
    TCase *tests = tcase_create("compare_near");
    tcase_add_test(tests, a_free_camera_stands_where_it_is_told);
    tcase_add_test(tests, an_eye_needs_something_to_look_at);
    tcase_add_test(tests, what_is_in_the_second_alone_is_seen);
    tcase_add_test(tests, views_are_those_asked_for);
    tcase_add_test(tests, the_second_model_is_seen_at_its_scale);
    tcase_add_test(tests, cameras_are_the_first_model_s);
    tcase_add_test(tests, memory_may_run_out_anywhere);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
