/* helpers.c: see tests/helpers.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/image/image.h"
#include "core/scene/scene.h"
#include "helpers.h"

int fy_run_suite(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    int run = srunner_ntests_run(runner);
    srunner_free(runner);
    return failed == 0 && run > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

TCase *fy_results_case(Suite *suite) {
    TCase *results = tcase_create("results");
    tcase_set_tags(results, "results");
    suite_add_tcase(suite, results);
    return results;
}

static ferry_job *open_job(const ferry_setting_value *settings, size_t count) {
    ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = count};
    ferry_job *job = ferry_open(&options);
    ck_assert_ptr_nonnull(job);
    return job;
}

ferry_job *fy_test_job(void) {
    return open_job(NULL, 0);
}

ferry_job *fy_quick_job(void) {
    static const ferry_setting_value quickly[] = {{"t3dm.effort", "fast"}};
    return open_job(quickly, 1);
}

ferry_bytes fy_read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc((size_t)size + 1);
    ck_assert_ptr_nonnull(data);
    ck_assert_uint_eq(fread(data, 1, (size_t)size, file), (size_t)size);
    fclose(file);
    return (ferry_bytes){data, (size_t)size};
}

ferry_bytes fy_read_fixture(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", FERRY_FIXTURES, name);
    return fy_read_file(path);
}

bool fy_find_made(void *user, const char *name, ferry_bytes *bytes) {
    const ferry_file_list *files = user;
    for (uint32_t i = 0; i < files->count; i++) {
        if (strcmp(name, files->data[i].name) != 0) continue;
        *bytes = files->data[i].bytes;
        return true;
    }
    return false;
}

ferry_scene *fy_read_made(ferry_file_list *files, ferry_job **job) {
    ferry_bytes made;
    *job =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .sidecar = fy_find_made, .user = files});
    ck_assert(fy_find_made(files, "made.t3dm", &made));
    return ferry_load(*job, &(ferry_input){"made.t3dm", made}, 1);
}

ferry_scene *fy_through_t3dm(ferry_job *first, const char *name, ferry_file_list *files, ferry_job **job) {
    ferry_bytes model = fy_read_fixture(name);
    ferry_scene *source = ferry_load(first, &(ferry_input){name, model}, 1);
    ck_assert(source && ferry_prepare(first, source, "t3dm", NULL));
    ck_assert(ferry_save(first, source, "t3dm", "made.t3dm", files));
    ferry_scene_free(source);
    free((void *)(uintptr_t)model.data);
    return fy_read_made(files, job);
}

char *fy_report_text(const ferry_report *report) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(stream);
    ferry_report_print(report, FERRY_NOTE, stream);
    fclose(stream);
    return text;
}

void fy_expect_report(ferry_job *job, const char *expected) {
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_str_eq(text, expected);
    free(text);
}

const ferry_message *fy_message_of(const ferry_job *job, const char *code) {
    const ferry_report *report = ferry_job_report(job);
    for (uint32_t i = 0; i < report->count; i++)
        if (strcmp(report->data[i].code, code) == 0) return &report->data[i];
    return NULL;
}

bool fy_says(const ferry_job *job, const char *code, const char *text) {
    const ferry_report *report = ferry_job_report(job);
    for (uint32_t i = 0; i < report->count; i++)
        if (strcmp(report->data[i].code, code) == 0 && strstr(report->data[i].text, text)) return true;
    return false;
}

void fy_expect_golden(const char *name, ferry_bytes text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", FERRY_FIXTURES, name);
    if (getenv("FERRY_UPDATE")) {
        FILE *file = fopen(path, "wb");
        ck_assert_msg(file != NULL, "cannot write %s", path);
        ck_assert_uint_eq(fwrite(text.data, 1, text.size, file), text.size);
        fclose(file);
        return;
    }
    ferry_bytes golden = fy_read_file(path);
    bool same = golden.size == text.size && memcmp(golden.data, text.data, text.size) == 0;
    free((void *)(uintptr_t)golden.data);
    ck_assert_msg(same, "differs from %s (FERRY_UPDATE=1 rewrites it; review the diff)", path);
}

void fy_expect_picture(ferry_job *job, const char *name, const ferry_picture *picture) {
    char golden[96];
    ferry_bytes png;
    snprintf(golden, sizeof golden, "pictures/%s.png", name);
    ck_assert(ferry_picture_png(job, picture, &png));
    if (getenv("FERRY_UPDATE")) {
        fy_expect_golden(golden, png);
        return;
    }
    ferry_bytes stored = fy_read_fixture(golden);
    uint32_t width, height;
    const uint8_t *rgba;
    ck_assert(fy_png_read(job, golden, stored, &width, &height, &rgba));
    ck_assert_uint_eq(width, picture->width);
    ck_assert_uint_eq(height, picture->height);
    for (size_t i = 0; i < (size_t)width * height * 4; i++)
        ck_assert_msg(rgba[i] == picture->rgba[i], "%s: pixel %zu %zu differs", golden, i / 4 % width,
                      i / 4 / width);
    free((void *)(uintptr_t)stored.data);
}

const ferry_caps fy_n64_caps = {
    .max_influences = 1, .scale_rules = false, .degenerates = false, .unused = false};

void fy_put_be16(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
}

void fy_put_be32(uint8_t *at, uint32_t value) {
    fy_put_be16(at, value >> 16);
    fy_put_be16(at + 2, value & 0xFFFF);
}

ferry_bytes fy_save_t3dm(ferry_job *job, const ferry_scene *scene) {
    ferry_file_list files = {0};
    bool saved = ferry_save(job, scene, "t3dm", "x.t3dm", &files);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(saved, "%s", text);
    free(text);
    return files.data[0].bytes;
}

ferry_scene *fy_node_scene(ferry_job *job) {
    ferry_scene *scene = fy_scene_open(job);
    scene->name = scene->format = "test";
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = "root", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
    return scene;
}

ferry_scene *fy_square_scene(ferry_job *job) {
    static const float corners[4][3] = {{0, 0, 0}, {3, 0, 0}, {3, 2, 0}, {0, 2, 1}};
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    ferry_scene *scene = fy_scene_open(job);
    scene->name = "square";
    scene->format = "test";
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = "root", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = (ferry_mesh){.name = "square", .skin = FERRY_NONE, .vertex_count = 4, .triangle_count = 2};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 4);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 6);
    for (int i = 0; i < 4; i++)
        mesh->positions[i] = (ferry_vec3){corners[i][0], corners[i][1], corners[i][2]};
    memcpy(mesh->triangles, triangles, sizeof triangles);
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = (ferry_draw){.name = "square", .material = FERRY_NONE, .visible = true};
    return scene;
}

void fy_hang_on_two(ferry_scene *scene) {
    ferry_skin *skin = ferry_append(scene, &scene->skins, ferry_skin);
    *skin = (ferry_skin){.name = "skin", .joint_count = 2, .weight_count = 3, .influence_count = 2};
    skin->joints = ferry_scene_new(scene, ferry_joint, 2);
    skin->weights = ferry_scene_new(scene, ferry_weight, 3);
    skin->influences = ferry_scene_new(scene, ferry_influence, 2);
    for (uint32_t i = 0; i < 2; i++)
        skin->joints[i] = (ferry_joint){.node = i, .inverse_bind = fy_matrix_identity()};
    skin->weights[0] = (ferry_weight){0, 1};
    skin->weights[1] = (ferry_weight){0, 0.25F};
    skin->weights[2] = (ferry_weight){1, 0.75F};
    skin->influences[0] = (ferry_influence){0, 1};
    skin->influences[1] = (ferry_influence){1, 2};
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->skin = 0;
    mesh->influences = ferry_scene_new(scene, uint32_t, 4);
    mesh->influences[1] = mesh->influences[2] = 1;
}

void fy_add_unused_influences(ferry_scene *scene, uint32_t count) {
    ferry_skin *skin = &scene->skins.data[0];
    ferry_influence *all = ferry_scene_new(scene, ferry_influence, skin->influence_count + count);
    memcpy(all, skin->influences, skin->influence_count * sizeof *all);
    for (uint32_t i = 0; i < count; i++) all[skin->influence_count + i] = (ferry_influence){0, 1};
    skin->influences = all;
    skin->influence_count += count;
}
