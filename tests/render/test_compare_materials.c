/* test_compare_materials.c: which materials a comparison names (docs/rendering.md, "By material"). */
#include "helpers.h"

#include <string.h>

#include "core/base/maths.h"

/* Squares before a wall of the first material, each with a material of its own, named "a", "b", ... */
enum { SQUARES = 3 };

static void add_square(ferry_scene *scene, float x, float z, float size, float gray) {
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    static const char *const names[SQUARES + 1] = {"wall", "a", "b", "c"};
    uint32_t number = scene->materials.count;
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *material = (ferry_material){.name = names[number],
                                 .base_texture = FERRY_NONE,
                                 .base_color = {gray, gray, gray, 1},
                                 .cull = FERRY_CULL_NONE};
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = (ferry_mesh){.name = names[number], .skin = FERRY_NONE, .vertex_count = 4, .triangle_count = 2};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 4);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 6);
    memcpy(mesh->triangles, triangles, sizeof triangles);
    for (int i = 0; i < 4; i++) {
        bool right = i == 1 || i == 2, top = i > 1;
        mesh->positions[i] = (ferry_vec3){x + (right ? size : 0), x + (top ? size : 0), z};
    }
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = (ferry_draw){
        .name = names[number], .mesh = scene->meshes.count - 1, .material = number, .visible = true};
}

static ferry_scene *squares(ferry_job *job) {
    ferry_scene *scene = fy_square_scene(job);
    scene->draws.count = 0;
    add_square(scene, 0, 0, 9, 0.2F);
    for (int i = 0; i < SQUARES; i++) add_square(scene, 0.5F + 3 * (float)i, 0.01F, 2, 0.8F);
    return scene;
}

static ferry_similarity compare(ferry_job *job, const ferry_scene *a, const ferry_scene *b) {
    ferry_view view = {.size = sizeof view, .width = 120, .height = 90, .scale = 1};
    ferry_similarity found;
    ck_assert(ferry_compare(job, a, b, &view, &found, NULL));
    return found;
}

static const ferry_similarity_material *named(const ferry_similarity *found, const char *name) {
    const ferry_similarity_material *only = NULL;
    for (uint32_t i = 0; i < found->material_count; i++) {
        if (strcmp(found->materials[i].name, name) != 0) continue;
        ck_assert_msg(!only, "%s is listed twice", name);
        only = &found->materials[i];
    }
    ck_assert_msg(only != NULL, "%s is not listed", name);
    return only;
}

START_TEST(the_same_is_without_error) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = squares(job);
    ferry_similarity found = compare(job, a, a);
    uint64_t sum = 0;
    ck_assert_uint_eq(found.material_count, SQUARES + 1);
    for (uint32_t i = 0; i < found.material_count; i++) {
        const ferry_similarity_material *m = &found.materials[i];
        ck_assert(m->ssim == 1 && m->color_error == 0 && !m->vanishes && !m->appears);
        ck_assert_uint_eq(m->shown[0], m->shown[1]);
        ck_assert_uint_eq(m->pixels, m->shown[0]);
        ck_assert_uint_gt(m->pixels, 0);
        sum += m->pixels;
    }
    ck_assert_uint_lt(sum, found.pixels); /* the rims are nobody's */
    ferry_scene_free(a);
    ferry_close(job);
}
END_TEST

/* Unlit: 0.8 against 0.6 is 51 of 255 at each of its pixels, and nothing at any other. */
START_TEST(an_error_is_its_material_s) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = squares(job), *b = squares(job);
    b->materials.data[2].base_color = (ferry_color){0.6F, 0.6F, 0.6F, 1};
    ferry_similarity found = compare(job, a, b);
    ck_assert_double_eq(named(&found, "b")->color_error, 51);
    ck_assert_double_lt(named(&found, "b")->ssim, 0.99);
    ck_assert_double_eq(named(&found, "a")->color_error, 0);
    ck_assert_double_eq(named(&found, "wall")->color_error, 0);
    ck_assert(!named(&found, "b")->vanishes && !named(&found, "wall")->appears); /* as strong, but there */
    ferry_scene_free(a);
    ferry_scene_free(b);
    ferry_close(job);
}
END_TEST

/* Of `b` the wall behind it is left; what is drawn instead of "a" is another material, in its place. */
START_TEST(what_vanishes_is_told) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = squares(job), *b = squares(job);
    b->draws.data[2].visible = false;
    ferry_similarity found = compare(job, a, b);
    const ferry_similarity_material *gone = named(&found, "b");
    ck_assert(gone->vanishes && !gone->appears);
    ck_assert_uint_eq(gone->lost, gone->shown[0]);
    ck_assert_uint_eq(gone->shown[1], 0);
    ck_assert(!named(&found, "wall")->vanishes && !named(&found, "a")->vanishes);
    found = compare(job, b, a); /* the other way round it appears */
    ck_assert(named(&found, "b")->appears && !named(&found, "b")->vanishes);
    ck_assert_uint_eq(named(&found, "b")->pixels, 0); /* the wall's: that is what the first one shows */
    ck_assert_double_gt(named(&found, "wall")->color_error, 1);
    ferry_scene_free(a);
    ferry_scene_free(b);
    ferry_close(job);
}
END_TEST

/* Where the first one shows nothing at all, pixels are the second one's. */
START_TEST(what_only_the_second_shows_is_listed) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = squares(job), *b = squares(job);
    a->draws.count = a->materials.count = 3;
    a->draws.data[0].visible = b->draws.data[0].visible = false;
    ferry_similarity found = compare(job, a, b);
    ck_assert_uint_eq(found.material_count, 4);
    ck_assert_str_eq(found.materials[3].name, "c");
    ck_assert(found.materials[3].appears);
    ck_assert_uint_eq(found.materials[3].pixels, found.materials[3].shown[1]);
    ck_assert_double_eq_tol(found.materials[3].color_error, 204 - 128, 1);
    ferry_scene_free(a);
    ferry_scene_free(b);
    ferry_close(job);
}
END_TEST

/* Glass that one cannot see leaves the pixels to what is behind it; glass that one sees does not. */
START_TEST(glass_owns_what_it_changes) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = squares(job);
    ferry_material *glass = &a->materials.data[3];
    glass->alpha_mode = FERRY_ALPHA_BLEND;
    glass->base_color = (ferry_color){1, 1, 1, 0.03F};
    ferry_similarity found = compare(job, a, a);
    ck_assert_uint_eq(named(&found, "c")->pixels, 0);
    glass->base_color.a = 0.2F;
    found = compare(job, a, a);
    ck_assert_uint_gt(named(&found, "c")->pixels, 0);
    ferry_scene_free(a);
    ferry_close(job);
}
END_TEST

/* Whatever is compared with glass that shows nothing is compared with nothing: the empty pixels around it are
 * not counted as alike. */
START_TEST(glass_that_shows_nothing_covers_nothing) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = squares(job), *b = squares(job);
    for (int i = 0; i < SQUARES; i++) a->draws.data[i].visible = b->draws.data[i].visible = false;
    ferry_material *glass = &b->materials.data[3];
    glass->alpha_mode = FERRY_ALPHA_BLEND;
    glass->base_color.a = 0;
    ferry_similarity found = compare(job, a, b);
    ck_assert(named(&found, "c")->vanishes);
    ck_assert_uint_eq(named(&found, "c")->lost, named(&found, "c")->shown[0]);
    ck_assert_uint_eq(named(&found, "c")->shown[1], 0);
    b->draws.data[3].visible = false;
    ferry_similarity without = compare(job, a, b);
    ck_assert_uint_eq(found.pixels, without.pixels);
    ck_assert_double_eq(found.ssim, without.ssim);
    b->draws.data[3].visible = true;
    ck_assert_uint_eq(compare(job, b, b).pixels, 0);
    ferry_scene_free(a);
    ferry_scene_free(b);
    ferry_close(job);
}
END_TEST

/* Materials of one name are one; one that the second has under another name has not vanished. */
START_TEST(names_tell_materials_apart) {
    ferry_job *job = fy_test_job();
    ferry_scene *a = squares(job), *b = squares(job);
    a->materials.data[2].name = b->materials.data[2].name = "a";
    b->materials.data[3].name = "other";
    b->materials.data[3].base_color = (ferry_color){0.3F, 0.3F, 0.3F, 1};
    ferry_similarity found = compare(job, a, b);
    ck_assert_uint_eq(found.material_count, 4); /* wall, a, c, other */
    ck_assert_uint_gt(named(&found, "a")->pixels, named(&found, "c")->pixels);
    ck_assert_double_gt(named(&found, "c")->color_error, 100);
    ck_assert(!named(&found, "c")->vanishes && !named(&found, "other")->appears);
    ferry_scene_free(a);
    ferry_scene_free(b);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare_materials");
    TCase *tests = tcase_create("compare_materials");
    tcase_add_test(tests, the_same_is_without_error);
    tcase_add_test(tests, an_error_is_its_material_s);
    tcase_add_test(tests, what_vanishes_is_told);
    tcase_add_test(tests, what_only_the_second_shows_is_listed);
    tcase_add_test(tests, glass_owns_what_it_changes);
    tcase_add_test(tests, glass_that_shows_nothing_covers_nothing);
    tcase_add_test(tests, names_tell_materials_apart);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
