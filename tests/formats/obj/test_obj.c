/* test_obj.c: what OBJ cannot hold is told, with numbers: wraps, hidden draws, joints
 * (docs/formats/generic.md). */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "builders/material_scene.h"
#include "helpers.h"

typedef struct written {
    ferry_job *job;
    ferry_scene *scene;
    ferry_file_list files;
} written;

static ferry_scene *load(ferry_job *job, const char *name) {
    ferry_bytes bytes = fy_read_fixture(name);
    ferry_scene *scene = ferry_load(job, &(ferry_input){name, bytes}, 1);
    ck_assert_msg(scene != NULL, "%s was not read", name);
    free((void *)(uintptr_t)bytes.data);
    return scene;
}

static void write_it(written *w) {
    ck_assert(ferry_prepare(w->job, w->scene, "obj", NULL) &&
              ferry_save(w->job, w->scene, "obj", "x.obj", &w->files));
}

static void end(written *w) {
    ferry_scene_free(w->scene);
    ferry_close(w->job);
}

/* The loss of that code; NULL: none is told. */
static const char *told(const written *w, const char *code) {
    const ferry_report *report = ferry_job_report(w->job);
    for (uint32_t i = 0; i < report->count; i++)
        if (strcmp(report->data[i].code, code) == 0) return report->data[i].text;
    return NULL;
}

/* How often a line of the file whose name ends so begins with `word`. */
static unsigned count_lines(const written *w, const char *end_of_name, const char *word) {
    unsigned count = 0;
    for (uint32_t i = 0; i < w->files.count; i++) {
        const ferry_file *file = &w->files.data[i];
        const char *dot = strrchr(file->name, '.');
        if (!dot || strcmp(dot, end_of_name) != 0) continue;
        char *text = strndup((const char *)file->bytes.data, file->bytes.size);
        for (const char *at = text; at; at = strchr(at, '\n')) {
            at += *at == '\n';
            count += strncmp(at, word, strlen(word)) == 0;
        }
        free(text);
    }
    return count;
}

/* A picture that does not repeat in one direction, or in none. */
START_TEST(wraps_are_told) {
    static const ferry_wrap wraps[][2] = {{FERRY_WRAP_REPEAT, FERRY_WRAP_REPEAT},
                                          {FERRY_WRAP_CLAMP, FERRY_WRAP_REPEAT},
                                          {FERRY_WRAP_REPEAT, FERRY_WRAP_MIRROR},
                                          {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP}};
    written w = {.job = fy_test_job()};
    char text[128];
    w.scene = load(w.job, "figure.bdl");
    for (uint32_t i = 0; i < w.scene->textures.count; i++) {
        w.scene->textures.data[i].wrap_s = wraps[_i][0];
        w.scene->textures.data[i].wrap_t = wraps[_i][1];
    }
    write_it(&w);
    unsigned count = count_lines(&w, ".mtl", "map_Kd ");
    ck_assert_uint_gt(count, 2);
    snprintf(text, sizeof text,
             "materials that mirror or clamp their textures, which the format does not store: %u", count);
    ck_assert_pstr_eq(told(&w, "obj.texture-wrap"), _i ? text : NULL);
    end(&w);
}
END_TEST

START_TEST(hidden_draws_are_told) {
    written w = {.job = fy_test_job()};
    char text[128];
    w.scene = load(w.job, "figure.bdl");
    uint32_t count = w.scene->draws.count, hidden = (uint32_t)_i;
    for (uint32_t i = 0; i < hidden; i++) w.scene->draws.data[2 * i].visible = false;
    ck_assert(ferry_save(w.job, w.scene, "obj", "x.obj", &w.files)); /* not prepared: they are still there */
    snprintf(text, sizeof text, "%u of %u draws are hidden and were left out", hidden, count);
    ck_assert_pstr_eq(told(&w, "obj.hidden"), hidden ? text : NULL);
    ck_assert_uint_eq(count_lines(&w, ".obj", "o "), count - hidden);
    end(&w);
}
END_TEST

START_TEST(skins_rest) {
    written w = {.job = fy_test_job()};
    w.scene = _i ? load(w.job, "skinned.bmd") : fy_square_scene(w.job);
    write_it(&w);
    ck_assert_int_eq(told(&w, "obj.skin") != NULL, _i);
    end(&w);
}
END_TEST

/* Whether that line is in the model. */
static bool has_line(const written *w, const char *line) {
    char *text = strndup((const char *)w->files.data[0].bytes.data, w->files.data[0].bytes.size);
    bool found = false;
    ck_assert_str_eq(w->files.data[0].name, "x.obj");
    for (char *at = strtok(text, "\n"); at && !found; at = strtok(NULL, "\n")) found = strcmp(at, line) == 0;
    free(text);
    return found;
}

/* What joints carry stands where they carry it: all of it here a step up, whatever the weights are. */
START_TEST(skins_carry_their_vertices) {
    written w = {.job = fy_test_job()};
    w.scene = fy_square_scene(w.job);
    ferry_node *node = ferry_append(w.scene, &w.scene->nodes, ferry_node);
    *node = (ferry_node){.name = "arm", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
    for (int i = 0; i < 2; i++) w.scene->nodes.data[i].translate.y = 1;
    fy_hang_on_two(w.scene);
    write_it(&w);
    ck_assert(has_line(&w, "v 0 1 0") && has_line(&w, "v 3 1 0"));
    ck_assert(has_line(&w, "v 3 3 0") && has_line(&w, "v 0 3 1"));
    ck_assert_str_eq(told(&w, "obj.skin"),
                     "the format has no joints: 4 skinned vertices are in their rest pose");
    end(&w);
}
END_TEST

static void paint(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 16 * x, 32 * y, 128, 255);
}

/* The scene's t runs down, the format's up; what a texture's matrix does stands in the coordinates. A quarter
 * turn and scales: s becomes -2 t, t becomes 3 s. */
START_TEST(coordinates_run_up) {
    written w = {0};
    w.scene = open_scene(&w.job);
    ferry_gx_material *gx = add_gx(w.scene, "m", add_texture(w.scene, "p", 8, 8, paint, FERRY_WRAP_REPEAT));
    ferry_mesh *mesh = &w.scene->meshes.data[0];
    mesh->uvs[0] = ferry_scene_new(w.scene, ferry_vec2, 4);
    for (int i = 0; i < 4; i++) mesh->uvs[0][i] = (ferry_vec2){.125F * (float)i, .25F};
    if (_i) {
        gx->texgens[0].matrix = 30;
        gx->matrices[0] =
            (ferry_gx_texture_matrix){.present = true, .projection = 1, .scale = {2, 3}, .rotation = 16384};
    }
    write_it(&w);
    ck_assert(has_line(&w, _i ? "vt -0.5 0.625" : "vt 0.125 0.75"));
    ck_assert(has_line(&w, _i ? "vt -0.5 -0.125" : "vt 0.375 0.75"));
    end(&w);
}
END_TEST

/* A corner names what there is: position, coordinates, normal. What has no triangles is not written. */
START_TEST(corners_name_what_there_is) {
    static const char *const faces[] = {"f 1 2 3", "f 1/1 2/2 3/3", "f 1//1 2//2 3//3",
                                        "f 1/1/1 2/2/2 3/3/3"};
    written w = {0};
    w.scene = open_scene(&w.job);
    if (_i & 1)
        add_gx(w.scene, "m", add_texture(w.scene, "p", 8, 8, paint, FERRY_WRAP_REPEAT));
    else
        add_material(w.scene, "m");
    ferry_mesh *mesh = &w.scene->meshes.data[0];
    mesh->normals = NULL;
    if (_i & 1) mesh->uvs[0] = ferry_scene_new(w.scene, ferry_vec2, 4);
    if (_i & 2) mesh->normals = ferry_scene_new(w.scene, ferry_vec3, 4);
    for (int i = 0; i < 4 && _i & 2; i++) mesh->normals[i].y = 1;
    ferry_mesh *empty = ferry_append(w.scene, &w.scene->meshes, ferry_mesh);
    *empty = (ferry_mesh){.name = "empty", .skin = FERRY_NONE};
    ferry_draw *draw = ferry_append(w.scene, &w.scene->draws, ferry_draw);
    *draw = w.scene->draws.data[0];
    draw->mesh = 1;
    draw->name = "empty";
    ck_assert(ferry_save(w.job, w.scene, "obj", "x.obj", &w.files)); /* not prepared: it is still there */
    ck_assert_uint_eq(count_lines(&w, ".obj", "f "), 2);
    ck_assert(has_line(&w, faces[_i]));
    ck_assert_uint_eq(count_lines(&w, ".obj", "o "), 1);
    end(&w);
}
END_TEST

/* Blanks, control characters (DEL is one) and what is no ASCII end or break a name. */
START_TEST(names_are_words) {
    written w = {.job = fy_test_job()};
    w.scene = fy_square_scene(w.job);
    w.scene->draws.data[0].name = "a b\\c\x7f"
                                  "d\x80~!";
    write_it(&w);
    ck_assert(has_line(&w, "o a_b_c_d_~!"));
    end(&w);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("obj");
    TCase *tests = tcase_create("obj");
    tcase_add_loop_test(tests, wraps_are_told, 0, 4);
    tcase_add_loop_test(tests, hidden_draws_are_told, 0, 3);
    tcase_add_loop_test(tests, skins_rest, 0, 2);
    tcase_add_test(tests, skins_carry_their_vertices);
    tcase_add_loop_test(tests, coordinates_run_up, 0, 2);
    tcase_add_loop_test(tests, corners_name_what_there_is, 0, 4);
    tcase_add_test(tests, names_are_words);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
