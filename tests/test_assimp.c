/* test_assimp.c: generic formats, from bytes of tests/builders/generic_builder.c to the scene (docs/formats/generic.md). */
#include <math.h>

#include "builders/generic_builder.h"
#include "helpers.h"

typedef struct trip {
    generic_files files;
    ferry_job *job;
    ferry_scene *scene;
} trip;

static void travel(trip *t) {
    ferry_options options = {.size = sizeof options, .companion = generic_companion, .user = &t->files};
    ferry_input input = {t->files.names[0], {(const uint8_t *)t->files.data[0], t->files.sizes[0]}};
    t->job = ferry_open(&options);
    t->scene = ferry_load(t->job, &input, 1);
}

static void arrive(trip *t) {
    travel(t);
    fy_expect_report(t->job, "");
    ck_assert_ptr_nonnull(t->scene);
}

static void come_home(trip *t) {
    ferry_scene_free(t->scene);
    ferry_close(t->job);
    generic_free(&t->files);
}

/* The texel that the corner at (x, y) of the square shows. */
static const uint8_t *texel_at(const ferry_scene *scene, float x, float y) {
    const ferry_mesh *mesh = &scene->meshes.data[0];
    const ferry_image *image = &scene->images.data[0];
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (mesh->positions[v].x != x || mesh->positions[v].y != y) continue;
        uint32_t column = mesh->uvs[0][v].x > 0.5f, row = mesh->uvs[0][v].y > 0.5f;
        return image->levels[0].rgba + 4 * (row * 2 + column);
    }
    ck_abort_msg("no vertex at %g %g", (double)x, (double)y);
    return NULL;
}

static void expect_upright_picture(const ferry_scene *scene) {
    ck_assert_uint_eq(scene->images.count, 1);
    ck_assert_uint_eq(scene->images.data[0].width, 2);
    ck_assert_mem_eq(texel_at(scene, -1, 1), "\xff\x00\x00\xff", 4);
    ck_assert_mem_eq(texel_at(scene, 1, 1), "\x00\xff\x00\xff", 4);
    ck_assert_mem_eq(texel_at(scene, -1, -1), "\x00\x00\xff\xff", 4);
    ck_assert_mem_eq(texel_at(scene, 1, -1), "\xff\xff\xff\x80", 4);
}

/* Counter-clockwise from the front, which is +z. */
static void expect_front(const ferry_scene *scene) {
    const ferry_mesh *mesh = &scene->meshes.data[0];
    ck_assert_uint_eq(mesh->triangle_count, 2);
    for (uint32_t t = 0; t < 2; t++) {
        const uint32_t *k = &mesh->triangles[3 * t];
        const ferry_vec3 *p = mesh->positions;
        float area = (p[k[1]].x - p[k[0]].x) * (p[k[2]].y - p[k[0]].y) - (p[k[2]].x - p[k[0]].x) * (p[k[1]].y - p[k[0]].y);
        ck_assert_float_eq_tol(area, 4, 1e-6f);
        for (uint32_t c = 0; c < 3; c++) ck_assert_float_eq_tol(mesh->normals[k[c]].z, 1, 1e-6f);
    }
}

START_TEST(obj_with_its_library_and_picture) {
    trip t = {0};
    generic_obj(&t.files);
    arrive(&t);
    ck_assert_str_eq(t.scene->format, "obj");
    expect_upright_picture(t.scene);
    expect_front(t.scene);
    const ferry_material *material = &t.scene->materials.data[t.scene->draws.data[0].material];
    ck_assert_str_eq(material->name, "Painted");
    ck_assert_int_eq(material->cull, FERRY_CULL_BACK);
    ck_assert(material->lit);
    ck_assert_str_eq(t.scene->textures.data[0].path, "tex/square.png");
    ck_assert_str_eq(t.scene->textures.data[0].name, "square");
    come_home(&t);
}
END_TEST

START_TEST(gltf_with_its_buffer_and_picture) {
    trip t = {0};
    generic_gltf(&t.files);
    arrive(&t);
    ck_assert_str_eq(t.scene->format, "gltf");
    expect_upright_picture(t.scene);
    expect_front(t.scene);
    ck_assert_uint_eq(t.scene->nodes.count, 1);
    const ferry_node *node = &t.scene->nodes.data[0];
    ck_assert_str_eq(node->name, "Square");
    ck_assert(node->translate.x == 1 && node->translate.y == 2 && node->translate.z == 3);
    ck_assert(node->scale.x == 2 && node->scale.y == 3 && node->scale.z == 4);
    ck_assert_uint_eq(t.scene->materials.count, 1);
    const ferry_material *material = &t.scene->materials.data[0];
    ck_assert_float_eq_tol(material->base_color.r, 0.735357f, 1e-5f); /* 0.5 of linear light on a screen */
    ck_assert(material->base_color.g == 1 && material->alpha_mode == FERRY_ALPHA_CUTOUT);
    ck_assert(material->alpha_cutoff == 0.25f && material->cull == FERRY_CULL_NONE);
    ck_assert_int_eq(t.scene->textures.data[0].wrap_s, FERRY_WRAP_MIRROR);
    ck_assert_int_eq(t.scene->textures.data[0].wrap_t, FERRY_WRAP_CLAMP);
    come_home(&t);
}
END_TEST

START_TEST(what_was_read_becomes_t3dm) {
    static void (*const makers[])(generic_files *) = {generic_obj, generic_gltf};
    trip t = {0};
    makers[_i](&t.files);
    arrive(&t);
    ferry_file_list files = {0};
    ck_assert(ferry_prepare(t.job, t.scene, "t3dm", NULL) && ferry_save(t.job, t.scene, "t3dm", "square.t3dm", &files));
    ck_assert_uint_eq(files.count, 2); /* model and picture */
    ferry_scene *back = ferry_load(t.job, &(ferry_input){"square.t3dm", files.data[0].bytes}, 1);
    ck_assert_ptr_nonnull(back);
    ferry_counts counts;
    ck_assert(ferry_count(back, &counts));
    ck_assert_uint_eq(counts.triangles, 2);
    ferry_scene_free(back);
    come_home(&t);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("assimp");
    TCase *tests = tcase_create("files");
    tcase_add_test(tests, obj_with_its_library_and_picture);
    tcase_add_test(tests, gltf_with_its_buffer_and_picture);
    tcase_add_loop_test(tests, what_was_read_becomes_t3dm, 0, 2);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
