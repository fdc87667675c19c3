/*
 * test_t3dm_triangle_order.c: translucent triangles of one draw that are seen through one another keep their
 * order, in groups and in the file; all others may be drawn in any (docs/formats/t3dm.md, "Order of
 * triangles").
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "builders/material_scene.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mesh/t3dm_triangle_order.h"
#include "helpers.h"

/* A square of two triangles: its place, and how bright it is. */
typedef struct sheet {
    float x, z;
    float grey;
} sheet;

enum { MOST = 128 };

/* One draw of sheets, half translucent. `order`: numbers of triangles, two a sheet; NULL: as they are. */
static ferry_gx_material *add_sheets(ferry_scene *scene, const sheet *sheets, uint32_t count,
                                     const uint32_t *order) {
    static const float corners[4][2] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    static const uint32_t halves[2][3] = {{0, 1, 2}, {0, 2, 3}};
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->vertex_count = 4 * count;
    mesh->triangle_count = 2 * count;
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 4 * (size_t)count);
    mesh->colors[0] = ferry_scene_new(scene, ferry_color, 4 * (size_t)count);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 6 * (size_t)count);
    for (uint32_t v = 0; v < 4 * count; v++) {
        const sheet *of = &sheets[v / 4];
        mesh->positions[v] = (ferry_vec3){of->x + corners[v % 4][0], corners[v % 4][1], of->z};
        mesh->colors[0][v] = (ferry_color){of->grey, of->grey, of->grey, .5f};
    }
    for (uint32_t i = 0; i < 2 * count; i++) {
        uint32_t t = order ? order[i] : i;
        for (uint32_t k = 0; k < 3; k++) mesh->triangles[3 * i + k] = 4 * (t / 2) + halves[t % 2][k];
    }
    ferry_gx_material *gx = add_gx(scene, "glass", FERRY_NONE);
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->cull = FERRY_GX_CULL_NONE;
    gx->z_write = 0;
    scene->materials.data[0].cull = FERRY_CULL_NONE;
    scene->materials.data[0].alpha_mode = FERRY_ALPHA_BLEND;
    return gx;
}

/* Of the only draw. */
static const uint8_t *groups_of(ferry_job *job, const ferry_scene *scene) {
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert(fy_t3dm_order_triangles(job, scene, "out/link.t3dm", &plan));
    return plan.order_groups ? plan.order_groups[0] : NULL;
}

static const sheet stack[3] = {{0, 0, 0}, {0, 1, 1}, {0, 2, .3f}};

START_TEST(sheets_over_one_another_keep_their_order) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    static const uint8_t wanted[6] = {0, 0, 1, 1, 2, 2};
    add_sheets(scene, stack, 3, NULL);
    const uint8_t *groups = groups_of(job, scene);
    ck_assert_ptr_nonnull(groups);
    ck_assert_mem_eq(groups, wanted, sizeof wanted);
    ck_assert(has_note(job, "t3dm.triangle-order") && !has_loss(job, "t3dm.triangle-order"));
    close_scene(job, scene);
}
END_TEST

/* What hides others by depth is seen first: order decides, too. */
START_TEST(sheets_that_write_depth_keep_their_order) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    add_sheets(scene, stack, 3, NULL)->z_write = 1;
    ck_assert_ptr_nonnull(groups_of(job, scene));
    close_scene(job, scene);
}
END_TEST

START_TEST(sheets_beside_one_another_have_no_order) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    const sheet beside[3] = {{0, 0, 0}, {4, 0, 1}, {8, 0, .3f}};
    add_sheets(scene, beside, 3, NULL);
    ck_assert_ptr_null(groups_of(job, scene));
    ck_assert(!has_note(job, "t3dm.triangle-order"));
    close_scene(job, scene);
}
END_TEST

START_TEST(what_looks_the_same_backwards_has_no_order) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    const sheet alike[3] = {{0, 0, .5f}, {0, 1, .5f}, {0, 2, .5f}};
    add_sheets(scene, alike, 3, NULL);
    ck_assert_ptr_null(groups_of(job, scene));
    close_scene(job, scene);
}
END_TEST

START_TEST(light_that_is_added_has_no_order) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    const sheet dim[3] = {{0, 0, .1f}, {0, 1, .2f}, {0, 2, .3f}};
    add_sheets(scene, dim, 3, NULL)->blend_dst = FERRY_GX_FACTOR_ONE;
    ck_assert_ptr_null(groups_of(job, scene));
    close_scene(job, scene);
}
END_TEST

START_TEST(opaque_sheets_have_no_order) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx = add_sheets(scene, stack, 3, NULL);
    gx->blend_mode = FERRY_GX_BLEND_NONE;
    gx->z_write = 1;
    scene->materials.data[0].alpha_mode = FERRY_ALPHA_OPAQUE;
    ck_assert_ptr_null(groups_of(job, scene));
    close_scene(job, scene);
}
END_TEST

START_TEST(a_setting_frees_the_order) {
    static const ferry_setting_value set = {"t3dm.triangle-order", "free"};
    ferry_options options = {.size = sizeof options, .settings = &set, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(job);
    scene->draws.count = 0;
    add_sheets(scene, stack, 3, NULL);
    ck_assert_ptr_null(groups_of(job, scene));
    close_scene(job, scene);
}
END_TEST

/* `count` of them behind one another, one bright and one dark. */
static void stack_up(sheet *sheets, uint32_t count, float x) {
    for (uint32_t i = 0; i < count; i++) sheets[i] = (sheet){x, (float)i / 8, (float)(i % 2)};
}

START_TEST(more_groups_than_there_may_be_are_told) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    sheet many[24];
    stack_up(many, 24, 0);
    add_sheets(scene, many, 24, NULL);
    const uint8_t *groups = groups_of(job, scene);
    ck_assert_ptr_nonnull(groups);
    ck_assert_uint_eq(groups[0], 0);
    ck_assert_uint_eq(groups[47], FY_MOST_ORDER_GROUPS - 1);
    for (uint32_t t = 1; t < 48; t++) ck_assert_uint_ge(groups[t], groups[t - 1]);
    ck_assert(has_loss(job, "t3dm.triangle-order"));
    ck_assert_double_eq(loss_number(job, "t3dm.triangle-order", "another: "), 24);
    close_scene(job, scene);
}
END_TEST

/* However many lie behind one another, the difference is that of what is seen. */
START_TEST(a_deep_stack_has_an_order) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    sheet many[MOST];
    stack_up(many, MOST, 0);
    add_sheets(scene, many, MOST, NULL);
    ck_assert_ptr_nonnull(groups_of(job, scene));
    close_scene(job, scene);
}
END_TEST

/* A stack of three beside one of forty, of one draw: the deep one is pressed together by itself. */
START_TEST(a_shallow_stack_beside_a_deep_one_is_exact) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    static const uint8_t wanted[6] = {0, 0, 1, 1, 2, 2};
    sheet both[43];
    memcpy(both, stack, sizeof stack);
    stack_up(both + 3, 40, 40);
    add_sheets(scene, both, 43, NULL);
    const uint8_t *groups = groups_of(job, scene);
    ck_assert_ptr_nonnull(groups);
    ck_assert_mem_eq(groups, wanted, sizeof wanted);
    ck_assert_uint_eq(groups[85], FY_MOST_ORDER_GROUPS - 1);
    for (uint32_t t = 7; t < 86; t++) ck_assert_uint_ge(groups[t], groups[t - 1]);
    close_scene(job, scene);
}
END_TEST

/* The time for it is bounded; what is left out is told. */
START_TEST(too_many_draws_are_told) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_file_list files;
    add_sheets(scene, stack, 3, NULL);
    for (uint32_t d = 1; d < 200; d++) {
        ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
        *draw = scene->draws.data[0];
    }
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert(fy_t3dm_order_triangles(job, scene, "out/link.t3dm", &plan));
    ck_assert_ptr_nonnull(plan.order_groups[0]);
    ck_assert_ptr_null(plan.order_groups[199]);
    uint32_t left = 0;
    for (uint32_t d = 0; d < 200; d++) left += !plan.order_groups[d];
    const ferry_report *report = ferry_job_report(job);
    double told = 0;
    for (uint32_t i = 0; i < report->count; i++)
        if (strstr(report->data[i].text, "not examined")) told = strtod(report->data[i].text, NULL);
    ck_assert_double_eq(told, left);
    close_scene(job, scene);
}
END_TEST

/* Layouts before V1 always write depth: layers are hidden, in whatever order. */
START_TEST(a_layout_that_writes_depth_has_no_order) {
    static const ferry_setting_value set = {"t3dm.layout", "L5"};
    ferry_options options = {.size = sizeof options, .settings = &set, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files = {0};
    scene->draws.count = 0;
    add_sheets(scene, stack, 3, NULL);
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ck_assert(!has_note(job, "t3dm.triangle-order"));
    close_scene(job, scene);
}
END_TEST

/* Four triangles of two sheets: a low one, both of the high sheet, a low one. */
static void expect_halves_apart(const ferry_scene *scene) {
    const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[0].mesh];
    ck_assert_uint_eq(mesh->triangle_count, 4); /* one object has them all */
    float low = mesh->positions[mesh->triangles[0]].z;
    for (uint32_t t = 0; t < 4; t++) {
        bool high = mesh->positions[mesh->triangles[3 * t]].z > low;
        ck_assert_msg(high == (t == 1 || t == 2), "triangle %u", t);
    }
}

/* Two halves of the first sheet, with all of the second one between them; so they stay if written again. */
START_TEST(a_file_has_triangles_in_their_order) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    static const uint32_t order[4] = {0, 2, 3, 1};
    add_sheets(scene, stack, 2, order);
    for (int trip = 0; trip < 2; trip++) {
        ferry_file_list files = {0};
        ck_assert(ferry_prepare(job, scene, "t3dm", NULL) &&
                  ferry_save(job, scene, "t3dm", "x.t3dm", &files));
        ferry_scene *back = ferry_load(job, &(ferry_input){"x.t3dm", files.data[0].bytes}, 1);
        ck_assert_ptr_nonnull(back);
        expect_halves_apart(back);
        ferry_scene_free(scene);
        scene = back;
    }
    close_scene(job, scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_triangle_order");
    TCase *tests = tcase_create("t3dm_triangle_order");
    tcase_add_test(tests, sheets_over_one_another_keep_their_order);
    tcase_add_test(tests, sheets_that_write_depth_keep_their_order);
    tcase_add_test(tests, sheets_beside_one_another_have_no_order);
    tcase_add_test(tests, what_looks_the_same_backwards_has_no_order);
    tcase_add_test(tests, light_that_is_added_has_no_order);
    tcase_add_test(tests, opaque_sheets_have_no_order);
    tcase_add_test(tests, a_setting_frees_the_order);
    tcase_add_test(tests, more_groups_than_there_may_be_are_told);
    tcase_add_test(tests, a_deep_stack_has_an_order);
    tcase_add_test(tests, a_shallow_stack_beside_a_deep_one_is_exact);
    tcase_add_test(tests, too_many_draws_are_told);
    tcase_add_test(tests, a_layout_that_writes_depth_has_no_order);
    tcase_add_test(tests, a_file_has_triangles_in_their_order);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
