/*
 * test_gltf_levels.c: levels of detail in glTF files (docs/formats/gltf.md, "Nodes"): MSFT_lod of the node that
 * shows a draw at the finest level names what shows it at each coarser one, which no scene and no node has as
 * a child.
 */
#include <string.h>

#include "ferry64_format.h"
#include "builders/gltf/gltf_reader.h"
#include "helpers.h"

/* A draw with so many triangles of a square; its mesh is called like it. */
static void add_draw(ferry_scene *scene, const char *name, uint8_t level, uint32_t triangles) {
    uint32_t number = scene->meshes.count;
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = scene->meshes.data[0];
    mesh->name = name;
    mesh->triangle_count = triangles;
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw =
        (ferry_draw){.name = name, .mesh = number, .material = FERRY_NONE, .level = level, .visible = true};
}

typedef struct saved {
    ferry_job *job;
    ferry_scene *scene;
    ferry_file_list files;
    glb file;
} saved;

static saved begin(void) {
    saved s = {.job = fy_test_job()};
    s.scene = fy_square_scene(s.job);
    s.scene->draws.count = 0;
    return s;
}

static void save(saved *s) {
    ck_assert(ferry_save(s->job, s->scene, "glb", "x.glb", &s->files));
    s->file = glb_open(s->files.data[0].bytes);
}

static void drop(saved *s) {
    glb_close(&s->file);
    ferry_scene_free(s->scene);
    ferry_close(s->job);
}

static const char *name_of(const saved *s, size_t node) {
    return json_string_value(json_object_get(glb_item(&s->file, "nodes", node), "name"));
}

/* The number of the node that is called so, the first or one behind it. */
static size_t find_node(const saved *s, const char *name, uint32_t before) {
    for (size_t i = 0; i < glb_count(&s->file, "nodes"); i++)
        if (strcmp(name_of(s, i), name) == 0 && !before--) return i;
    ck_abort_msg("no node %s", name);
}

static json_t *levels_of(const saved *s, size_t node) {
    json_t *extensions = json_object_get(glb_item(&s->file, "nodes", node), "extensions");
    return json_object_get(json_object_get(extensions, "MSFT_lod"), "ids");
}

static uint32_t triangles_of(const saved *s, size_t node) {
    long mesh = glb_integer(glb_item(&s->file, "nodes", node), "mesh", -1);
    if (mesh < 0) return 0;
    json_t *primitives = json_object_get(glb_item(&s->file, "meshes", (size_t)mesh), "primitives");
    long indices = glb_integer(json_array_get(primitives, 0), "indices", -1);
    return glb_accessor_count(&s->file, (uint32_t)indices) / 3;
}

static bool holds(const json_t *list, size_t number) {
    for (size_t i = 0; i < json_array_size(list); i++)
        if ((size_t)json_integer_value(json_array_get(list, i)) == number) return true;
    return false;
}

/* How many scenes and nodes have a node as a child. */
static uint32_t count_parents(const saved *s, size_t node) {
    uint32_t parents = holds(json_object_get(glb_item(&s->file, "scenes", 0), "nodes"), node);
    for (size_t i = 0; i < glb_count(&s->file, "nodes"); i++)
        parents += holds(json_object_get(glb_item(&s->file, "nodes", i), "children"), node);
    return parents;
}

/* At level k a node of that name and so many triangles, outside of the scene, replaces that of `finest`. */
static void expect_level(const saved *s, size_t finest, size_t k, const char *name, uint32_t triangles) {
    json_t *ids = levels_of(s, finest);
    size_t coarse = (size_t)json_integer_value(json_array_get(ids, k - 1));
    ck_assert_uint_eq(json_array_size(ids), 2);
    ck_assert_str_eq(name_of(s, coarse), name);
    ck_assert_uint_eq(triangles_of(s, coarse), triangles);
    ck_assert_uint_eq(count_parents(s, coarse), 0);
    ck_assert_ptr_null(levels_of(s, coarse));
}

static bool uses_levels(const saved *s) {
    json_t *used = json_object_get(s->file.root, "extensionsUsed"), *name;
    size_t i;
    json_array_foreach(used, i, name) if (strcmp(json_string_value(name), "MSFT_lod") == 0) return true;
    return false;
}

START_TEST(finest_names_the_coarser_ones) {
    saved s = begin();
    add_draw(s.scene, "a", 0, 2);
    add_draw(s.scene, "b", 0, 2);
    add_draw(s.scene, "b.lod1", 1, 1);
    add_draw(s.scene, "a.lod1", 1, 2);
    add_draw(s.scene, "a.lod2", 2, 1); /* b has none */
    save(&s);
    size_t a = find_node(&s, "a", 0), b = find_node(&s, "b", 0);
    ck_assert(uses_levels(&s));
    ck_assert_uint_eq(count_parents(&s, a), 1);
    ck_assert_uint_eq(count_parents(&s, b), 1);
    ck_assert_uint_eq(triangles_of(&s, a), 2);
    expect_level(&s, a, 1, "a.lod1", 2);
    expect_level(&s, a, 2, "a.lod2", 1);
    expect_level(&s, b, 1, "b.lod1", 1);
    expect_level(&s, b, 2, "b.lod2", 0);
    drop(&s);
}
END_TEST

/* Each is taken once, in their order. */
START_TEST(namesakes_have_levels_of_their_own) {
    saved s = begin();
    for (uint32_t i = 0; i < 2; i++) add_draw(s.scene, "a", 0, 2);
    for (uint32_t i = 0; i < 2; i++) add_draw(s.scene, "a.lod1", 1, 2 - i);
    for (uint32_t i = 0; i < 2; i++) add_draw(s.scene, "a.lod2", 2, 1 + i);
    save(&s);
    for (uint32_t i = 0; i < 2; i++) {
        size_t a = find_node(&s, "a", i);
        expect_level(&s, a, 1, "a.lod1", 2 - i);
        expect_level(&s, a, 2, "a.lod2", 1 + i);
    }
    drop(&s);
}
END_TEST

/* As the page says: read again, the finest is left. */
START_TEST(the_finest_is_read_again) {
    saved s = begin();
    add_draw(s.scene, "a", 0, 2);
    add_draw(s.scene, "a.lod1", 1, 1);
    save(&s);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.glb", s.files.data[0].bytes}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_eq(ferry_level_count(scene), 1);
    ck_assert_uint_eq(scene->draws.count, 1);
    ck_assert_uint_eq(scene->meshes.data[scene->draws.data[0].mesh].triangle_count, 2);
    ck_assert_uint_gt(ferry_job_report(job)->totals[FERRY_LOSS], 0);
    ferry_scene_free(scene);
    ferry_close(job);
    drop(&s);
}
END_TEST

/* A draw by another name, on another node or of another material shows something else. */
START_TEST(what_belongs_to_no_draw_is_told) {
    saved s = begin();
    add_draw(s.scene, "a", 0, 2);
    add_draw(s.scene, _i ? "b.lod1" : "a.lod1", 1, 1);
    if (!_i) {
        ferry_node *node = ferry_append(s.scene, &s.scene->nodes, ferry_node);
        *node = s.scene->nodes.data[0];
        node->name = "other", node->parent = 0;
        s.scene->draws.data[1].node = 1;
    }
    save(&s);
    const ferry_report *report = ferry_job_report(s.job);
    bool told = false;
    for (size_t i = 0; i < report->count; i++) told |= strcmp(report->data[i].code, "gltf.lods") == 0;
    ck_assert(told);
    ck_assert_ptr_null(levels_of(&s, find_node(&s, "a", 0)));
    drop(&s);
}
END_TEST

START_TEST(without_levels_nothing_is_used) {
    saved s = begin();
    add_draw(s.scene, "a", 0, 2);
    save(&s);
    ck_assert(!uses_levels(&s));
    for (size_t i = 0; i < glb_count(&s.file, "nodes"); i++) ck_assert_ptr_null(levels_of(&s, i));
    drop(&s);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gltf_levels");
    TCase *tests = tcase_create("levels");
    tcase_add_test(tests, finest_names_the_coarser_ones);
    tcase_add_test(tests, namesakes_have_levels_of_their_own);
    tcase_add_test(tests, the_finest_is_read_again);
    tcase_add_loop_test(tests, what_belongs_to_no_draw_is_told, 0, 2);
    tcase_add_test(tests, without_levels_nothing_is_used);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
