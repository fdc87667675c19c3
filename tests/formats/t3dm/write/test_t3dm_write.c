/* test_t3dm_write.c: scenes as T3DM files: a file worked out by hand, and what comes back from many shapes of
 * meshes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/t3dm/t3dm_builder.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/t3dm.h"
#include "formats/t3dm/write/t3dm_write.h"

/* Its grids lie on one another, and all shall be written: layers are tested in test_t3dm_layers.c. */
static ferry_job *job_with(const char *key, const char *value) {
    static ferry_setting_value settings[3];
    settings[0] = (ferry_setting_value){key, value};
    settings[1] = (ferry_setting_value){"t3dm.coplanar", "keep"};
    settings[2] = (ferry_setting_value){"t3dm.base-scale", "64"};
    bool scale = strcmp(key, "t3dm.base-scale") == 0;
    ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = scale ? 2 : 3};
    ferry_job *job = ferry_open(&options);
    ck_assert(job && !ferry_failed(job));
    return job;
}

static ferry_job *job_at_64(void) {
    return job_with("t3dm.base-scale", "64");
}

/* Written, read back, compared; both jobs closed. */
static void expect_round_trip(ferry_job *job, ferry_scene *scene, bool moved) {
    ferry_bytes bytes = fy_t3dm_written(job, scene);
    ferry_job *reading = fy_quick_job();
    ferry_scene *back = fy_t3dm_read_back(reading, bytes);
    fy_t3dm_expect_same(scene, back, moved);
    ferry_scene_free(back);
    ferry_close(reading);
    ferry_scene_free(scene);
    ferry_close(job);
}

/* --------------------------------------------------------------------------------------- one file by hand */

static size_t from_hex(const char *text, uint8_t *bytes) {
    size_t count = 0;
    for (; *text; text++) {
        if (*text == ' ') continue;
        char pair[3] = {text[0], text[1], 0};
        bytes[count++] = (uint8_t)strtoul(pair, NULL, 16);
        text++;
    }
    return count;
}

/* Three corners, the fourth vertex is padding; drawn as a sequence of one. */
static const char *const one_triangle =
    "54334D04 00000004 0004 0000 00000001 00000002 00000003 00000154 00000000 0000 0000 0000 0040 0040 0000 "
    "4F000040 56000080 490000C0 4D0000C8 00000000 00000005 0001 0001 00000000 00000000 00000000 0000 0000 "
    "0000 0040 0040 0000 00000000 0004 0000 00000000 0000 FFFF 00000000 00 01 0000 0000000000000000 0000 "
    "0000 "
    "0000 000F 0040 0000 0000 000F FFFFFFFF FFFFFFFF FFF0 03F0 03F0 03F0 0000 0040 0000 000F 0000 0040 0000 "
    "000F FFFFFFFF FFFFFFFF FFF0 FFF0 FFF0 FFF0 00 00 00 00 00 00 00 00 00127E2488FFFDFE 0000200000000000 "
    "0000300000000001 00000000 00000017 00 01 00 00 00000000 00000000 00000080 00000001 00000000 00000000 "
    "00000000 00000000 0000 0000 00000000 00000000 00 00 00 00 00000000 00000000 00 00 00 00 00000000 "
    "00000000 00000000 00000000 0000 0000 00000000 00000000 00 00 00 00 00000000 00000000 00 00 00 00 53 "
    "6D617400 54726900";

START_TEST(one_triangle_by_hand) {
    static const float corners[3][5] = {{0, 0, 0, 0, 1}, {1, 0, 0, 1, 1}, {0, 1, 0, 0, 0}};
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_mesh *mesh = fy_t3dm_add_mesh(scene, "Tri", 3, 1);
    for (uint32_t v = 0; v < 3; v++) {
        mesh->positions[v] = (ferry_vec3){corners[v][0], corners[v][1], corners[v][2]};
        mesh->normals[v] = (ferry_vec3){0, 0, 1};
        mesh->uvs[0][v] = (ferry_vec2){corners[v][3], corners[v][4]};
        mesh->colors[0][v] = (ferry_color){1, 1, 1, 1};
        mesh->triangles[v] = v;
    }
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    fy_t3dm_material *material = &plan.materials[0];
    material->paths[0] = NULL;
    material->rdp.other_mode_mask = UINT64_C(0x0000300000000001);
    material->rdp.tiles[0] = (ferry_rdp_tile){.texture = UINT32_MAX};
    ferry_bytes bytes;
    uint8_t expected[512];
    size_t size = from_hex(one_triangle, expected);
    ck_assert_uint_eq(size, 349);
    ck_assert(fy_t3dm_write_planned(job, scene, "tri.t3dm", &plan, &bytes));
    ck_assert_uint_eq(bytes.size, size);
    for (size_t i = 0; i < size; i++) {
        ck_assert_msg(bytes.data[i] == expected[i], "byte 0x%zx: %02x expected, %02x found", i, expected[i],
                      bytes.data[i]);
    }
    fy_expect_report(
        job,
        "tri.t3dm: note: base scale 64: one source unit is 64 units of the file\n"
        "tri.t3dm: note: 1 objects, 1 parts, 1 materials, 0 bones, 1 triangles, 4 vertices stored (4.000 "
        "per triangle), 0 strip values, 2 load and draw commands (2.000 per triangle), 349 bytes\n");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* --------------------------------------------------------------------------------------- shapes of meshes */

static const struct {
    uint32_t width, height;
} grids[] = {{1, 1}, {1, 2}, {2, 1}, {7, 7}, {8, 8}, {34, 1}, {1, 35}, {71, 71}, {250, 220}};

START_TEST(grids_come_back) {
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_grid(scene, "grid", grids[_i].width, grids[_i].height, 0.0625f);
    expect_round_trip(job, scene, true);
}
END_TEST

static const struct {
    uint32_t bones, around, rings;
} tubes[] = {{2, 3, 1}, {2, 8, 2}, {3, 12, 1}, {24, 9, 3}, {40, 5, 1}, {5, 40, 2}, {90, 70, 1}};

START_TEST(tubes_of_many_bones_come_back) {
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_bones(scene, tubes[_i].bones);
    fy_t3dm_add_tube(scene, "tube", tubes[_i].around, tubes[_i].rings);
    expect_round_trip(job, scene, true);
}
END_TEST

static const struct {
    uint32_t vertices, triangles, bones;
} soups[] = {{3, 1, 0},    {3, 2, 0},      {4, 3, 0},      {5, 4, 0},     {20, 1140, 0},
             {70, 500, 0}, {71, 71, 0},    {70, 30000, 0}, {900, 300, 0}, {3000, 4000, 0},
             {60, 200, 9}, {300, 700, 70}, {40, 70000, 2}};

START_TEST(soups_come_back) {
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    if (soups[_i].bones) fy_t3dm_add_bones(scene, soups[_i].bones);
    fy_t3dm_add_soup(scene, "soup", soups[_i].vertices, soups[_i].triangles, (uint64_t)_i + 1);
    expect_round_trip(job, scene, true);
}
END_TEST

/* Triangles that share nothing: sequences, and batches without a border to grow on. */
static void add_islands(ferry_scene *scene, uint32_t triangles) {
    ferry_mesh *mesh = fy_t3dm_add_mesh(scene, "islands", 3 * triangles, triangles);
    fy_random random = {5};
    for (uint32_t v = 0; v < 3 * triangles; v++) {
        int32_t p[3];
        for (int i = 0; i < 3; i++) p[i] = (int32_t)fy_random_below(&random, 9999) - 5000;
        fy_t3dm_set_vertex(scene, mesh, v, p, 0, 0, 0, v);
        mesh->triangles[v] = v;
    }
}

START_TEST(islands_come_back) {
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    add_islands(scene, 1000);
    expect_round_trip(job, scene, false);
}
END_TEST

/* A fan of thousands of triangles round one vertex, and an edge that belongs to as many. */
START_TEST(hubs_come_back) {
    enum { RIM = 6000 };
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_mesh *mesh = fy_t3dm_add_mesh(scene, "fan", RIM + 2, RIM);
    fy_random random = {8};
    for (uint32_t v = 0; v < RIM + 2; v++) {
        int32_t p[3];
        for (int i = 0; i < 3; i++) p[i] = (int32_t)fy_random_below(&random, 30000) - 15000;
        fy_t3dm_set_vertex(scene, mesh, v, p, 0, 0, 0, v);
    }
    for (uint32_t t = 0; t < RIM; t++) {
        const uint32_t corners[3] = {0, _i ? 1 : (t + 1) % RIM + 2, t + 2};
        memcpy(mesh->triangles + 3 * (size_t)t, corners, sizeof corners);
    }
    expect_round_trip(job, scene, false);
}
END_TEST

/* The vertices that a file's header counts, held against its vertex chunk. */
static uint32_t count_vertices(ferry_bytes bytes) {
    uint32_t chunk = ferry_be32(bytes.data + 12),
             at = ferry_be32(bytes.data + 0x2C + 4 * (size_t)chunk) & 0xFFFFFF;
    uint32_t end = ferry_be32(bytes.data + 0x2C + 4 * (size_t)chunk + 4) & 0xFFFFFF;
    ck_assert_uint_eq(ferry_be16(bytes.data + 8), (end - at) / 16);
    return ferry_be16(bytes.data + 8);
}

/* What several files hold together: objects in order, and every triangle. */
typedef struct contents {
    uint32_t files, draws, vertices, triangles;
    const char *names[8];
} contents;

static contents write_several(ferry_job *job, const ferry_scene *scene, ferry_job *reading) {
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    fy_t3dm_models written = {0};
    contents all = {0};
    ck_assert(fy_t3dm_write_files(job, scene, "a.b/out.t3dm", &plan, &written));
    for (all.files = 0; all.files < written.models.count; all.files++) {
        const ferry_file *file = &written.models.data[all.files];
        char name[32] = "a.b/out.t3dm";
        if (all.files) snprintf(name, sizeof name, "a.b/out.%u.t3dm", all.files);
        ck_assert_str_eq(file->name, name);
        ferry_scene *back = fy_t3dm_read_back(reading, file->bytes);
        all.vertices += count_vertices(file->bytes);
        for (uint32_t i = 0; i < back->draws.count; i++, all.draws++) {
            if (all.draws < 8)
                all.names[all.draws] = ferry_job_format(reading, "%s", back->draws.data[i].name);
            all.triangles += back->meshes.data[back->draws.data[i].mesh].triangle_count;
        }
        ferry_scene_free(back);
    }
    return all;
}

static uint32_t count_triangles(const ferry_scene *scene) {
    uint32_t triangles = 0;
    for (uint32_t i = 0; i < scene->draws.count; i++)
        triangles += scene->meshes.data[scene->draws.data[i].mesh].triangle_count;
    return triangles;
}

/* More than 65,535 vertices in all: the header of one file cannot count them. */
START_TEST(many_objects_come_back_in_several_files) {
    static const char *const names[] = {"a", "Cube.001", "Cube", "", "Sa"};
    ferry_job *job = job_at_64(), *reading = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    for (uint32_t i = 0; i < 5; i++) fy_t3dm_add_grid(scene, names[i], 111 + i, 126 - i, 0.03125f);
    contents all = write_several(job, scene, reading);
    ck_assert_uint_eq(all.files, 2);
    ck_assert_uint_gt(all.vertices, 65536);
    ck_assert_uint_eq(all.triangles, count_triangles(scene));
    ck_assert_uint_eq(all.draws, 5);
    for (uint32_t i = 0; i < 5; i++) ck_assert_str_eq(all.names[i], names[i]);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(strstr(text, " vertices split into 2 files of at most 65535 each; draw them in this "
                               "order: out.t3dm, out.1.t3dm\n"),
                  "%s", text);
    free(text);
    ferry_scene_free(scene);
    ferry_close(reading);
    ferry_close(job);
}
END_TEST

/* An object of too many by itself becomes several of its name. */
START_TEST(large_objects_become_several) {
    ferry_job *job = job_at_64(), *reading = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    add_islands(scene, 30000);
    contents all = write_several(job, scene, reading);
    ck_assert_uint_eq(all.files, 2);
    ck_assert_uint_ge(all.draws, 2);
    ck_assert_uint_eq(all.triangles, 30000);
    ck_assert_str_eq(all.names[0], "islands");
    ck_assert_str_eq(all.names[1], "islands");
    ferry_scene_free(scene);
    ferry_close(reading);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------ texture coordinates */

/* A whole mesh far away from zero moves as one; a long strip of repeats is cut where the range ends. */
START_TEST(far_texture_coordinates_are_moved) {
    static const float starts[] = {100, -70000, 3, 0}, steps[] = {0.25f, 0.5f, 1.5f, 15};
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_mesh *mesh = fy_t3dm_add_grid(scene, "road", 40, 3, steps[_i]);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) mesh->uvs[0][v].x += starts[_i];
    expect_round_trip(job, scene, true);
}
END_TEST

START_TEST(what_spans_too_much_is_clamped_and_reported) {
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_mesh *mesh = fy_t3dm_add_grid(scene, "wide", 2, 1, 0);
    for (uint32_t v = 0; v < 6; v++)
        mesh->uvs[0][v].x = (float)(v % 3) * (float)(v % 3) * 10; /* 0, 640, 2560 texels */
    ferry_bytes bytes = fy_t3dm_written(job, scene);
    char *text = fy_report_text(ferry_job_report(job));
    const char *loss = "out.t3dm: loss: draw[0]: texture coordinates of 2 of 4 triangles of \"wide\" are "
                       "outside -1024 to 1023 texels or span more than 1024, and were clamped, by up to "
                       "448 texels\n";
    ck_assert_msg(strstr(text, loss) != NULL, "%s", text);
    free(text);
    ferry_job *reading = fy_quick_job();
    ferry_scene *back = fy_t3dm_read_back(reading, bytes);
    for (uint32_t t = 0; t < 4; t++) {
        const uint32_t *c = back->meshes.data[0].triangles + 3 * (size_t)t;
        const ferry_vec2 *uv = back->meshes.data[0].uvs[0];
        for (int k = 0; k < 3; k++) ck_assert_float_le(fabsf(uv[c[k]].x - uv[c[(k + 1) % 3]].x), 16);
    }
    ferry_scene_free(back);
    ferry_close(reading);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Stored S and T of a square whose corners lie at (100, 100) and a quarter further on. */
static void stored_square(const ferry_rdp_material *rdp, int16_t st[2]) {
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_mesh *mesh = fy_t3dm_add_grid(scene, "square", 1, 1, 0);
    ferry_bytes bytes;
    for (uint32_t v = 0; v < 4; v++)
        mesh->uvs[0][v] = (ferry_vec2){100 + (float)(v % 2) / 4, -100 - (float)(v / 2) / 4};
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    plan.materials[0].rdp = *rdp;
    ck_assert(fy_t3dm_write_planned(job, scene, "out.t3dm", &plan, &bytes));
    const uint8_t *vertices = bytes.data + (ferry_be32(bytes.data + 0x30) & 0xFFFFFF);
    int16_t least[2] = {INT16_MAX, INT16_MAX};
    for (int v = 0; v < 4; v++) {
        for (int i = 0; i < 2; i++) {
            int16_t at = (int16_t)ferry_be16(vertices + v / 2 * 32 + 0x18 + v % 2 * 4 + 2 * i);
            least[i] = at < least[i] ? at : least[i];
        }
    }
    st[0] = least[0];
    st[1] = least[1];
    ferry_scene_free(scene);
    ferry_close(job);
}

START_TEST(moves_keep_what_both_textures_show) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_rdp_material rdp = fy_t3dm_test_plan(job, scene).materials[0].rdp;
    int16_t st[2];
    stored_square(&rdp,
                  st); /* 6400 texels and a quarter, repeats of 64; -3200 and a quarter, repeats of 32 */
    ck_assert_int_eq(st[0], -16);
    ck_assert_int_eq(st[1], -8 * 32 - 16);
    rdp.tiles[0].s.mirror = 1; /* steps of two: 100 of them are whole */
    rdp.tiles[0].t.shift = 2;  /* a repeat is four times as long */
    stored_square(&rdp, st);
    ck_assert_int_eq(st[0], -16);
    ck_assert_int_eq(st[1], -8 * 32 - 16);
    rdp.tiles[1] =
        (ferry_rdp_tile){.texture = 0, .width = 48, .height = 96, .hash = 9}; /* steps of 384 and 384 */
    stored_square(&rdp, st);
    ck_assert_int_eq(st[0], (6400 - 17 * 384) * 32 - 16);
    ck_assert_int_eq(st[1], (-3208 + 8 * 384) * 32 - 16);
    rdp.tiles[0].s.clamp = 1; /* never moved: clamped at the end of the range */
    rdp.other_mode = 0;       /* point sampling: no half texel */
    stored_square(&rdp, st);
    ck_assert_int_eq(st[0], 32767);
    ck_assert_int_eq(st[1], (-3208 + 8 * 384) * 32);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* ---------------------------------------------------------------------------------------- scale, skeleton */

static ferry_scene *square_of(ferry_job *job, float size) {
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_mesh *mesh = fy_t3dm_add_grid(scene, "big", 1, 1, 0);
    for (uint32_t v = 0; v < 4; v++)
        mesh->positions[v] = (ferry_vec3){size * (float)(v % 2), 0, size * (float)(v / 2)};
    return scene;
}

START_TEST(the_base_scale_follows_the_model) {
    static const struct {
        float size;
        double scale;
    } cases[] = {{1e-6f, 16777216}, {0.5f, 4096}, {1, 2048},  {31, 128},    {32, 64},
                 {479, 64},         {481, 32},    {30000, 1}, {31000, 0.5}, {1e9f, 1.0 / 32768}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ferry_job *job = fy_quick_job();
        ferry_scene *scene = square_of(job, cases[i].size);
        double scale = 0;
        ck_assert(fy_format_t3dm.shared_setting(job, scene, &scale));
        ck_assert_double_eq(scale, cases[i].scale);
        ferry_bytes bytes = fy_t3dm_written(job, scene);
        ck_assert_int_eq((int16_t)ferry_be16(bytes.data + 0x26), (int)floor(cases[i].size * scale + 0.5));
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* Nobody has to ask again what a file was written by, and of one that has no such number there is none. */
START_TEST(the_base_scale_of_what_was_saved_is_known) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = square_of(job, 31);
    ferry_file_list files = {0};
    ck_assert_double_eq(ferry_saved_setting(job), 0);
    ck_assert(ferry_save(job, scene, "t3dm", "a.t3dm", &files));
    ck_assert_double_eq(ferry_saved_setting(job), 128);
    ck_assert(ferry_save(job, scene, "glb", "a.glb", &files));
    ck_assert_double_eq(ferry_saved_setting(job), 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A hundredth of a unit, ten units away: 2,048 steps would need 262,144, but positions end at 2,048 times. */
START_TEST(small_models_far_away_are_told) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = square_of(job, 1 / 128.0f);
    for (uint32_t v = 0; v < 4; v++) scene->meshes.data[0].positions[v].x += 10;
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    ferry_bytes bytes;
    ck_assert(fy_t3dm_write_planned(job, scene, "out.t3dm", &plan, &bytes));
    fy_expect_report(
        job,
        "out.t3dm: note: base scale 2048: one source unit is 2048 units of the file\n"
        "out.t3dm: loss: it is 0.0078125 units long, up to 10.0078 units from the origin: 16-bit "
        "positions resolve it in 16 steps at base scale 2048; move it closer to the origin for more\n"
        "out.t3dm: note: 1 objects, 1 parts, 1 materials, 0 bones, 2 triangles, 4 vertices stored (2.000 "
        "per triangle), 4 strip values, 2 load and draw commands (1.000 per triangle), 371 bytes\n");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(a_base_scale_that_does_not_fit_is_refused) {
    ferry_job *job = job_with("t3dm.base-scale", "48");
    ferry_scene *scene = square_of(job, 1000);
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    ferry_bytes bytes;
    ck_assert(!fy_t3dm_write_planned(job, scene, "out.t3dm", &plan, &bytes));
    fy_expect_report(
        job, "out.t3dm: error: mesh[0]: \"big\" reaches 1000 units from the origin, which is 48000 at base "
             "scale 48; the limit is 32767; use base scale 16\n");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(a_base_scale_is_above_zero) {
    static const char *const cases[] = {"-2", "0", "-0.0", "", "nan", "inf", "auto ", "1e3", "2x"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ferry_setting_value setting = {"t3dm.base-scale", cases[i]};
        ferry_options options = {.size = sizeof options, .settings = &setting, .setting_count = 1};
        ferry_job *job = ferry_open(&options);
        ck_assert_msg(ferry_failed(job), "\"%s\" is taken", cases[i]);
        ferry_close(job);
    }
    ferry_setting_value setting = {"t3dm.base-scale", "-2"};
    ferry_options options = {.size = sizeof options, .settings = &setting, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    fy_expect_report(job, "error: setting \"t3dm.base-scale\" cannot be \"-2\"; allowed: "
                          "auto|shared|shared:folder|number above 0\n");
    ferry_close(job);
}
END_TEST

/* Every scale is finite, their product is not. */
START_TEST(endless_lengths_are_refused) {
    static const char *const skeletons[] = {"never", "always"};
    static const float scales[] = {1e30f, -1e30f};
    ferry_job *job = job_with("t3dm.skeleton", skeletons[_i % 2]);
    ferry_scene *scene = square_of(job, 3);
    for (uint32_t i = 0; i < 12; i++) {
        ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
        float s = scales[_i / 2];
        *node = (ferry_node){.name = "grows", .parent = i, .scale = {s, s, s}, .visible = true};
        if (_i / 2) node->euler = (ferry_vec3){1, 2, 3}; /* infinity less infinity */
    }
    scene->draws.data[0].node = 12;
    ck_assert(ferry_check(job, scene));
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    ferry_bytes bytes;
    ck_assert(!fy_t3dm_write_planned(job, scene, "out.t3dm", &plan, &bytes));
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_ERROR], 1);
    if (_i == 0)
        fy_expect_report(job, "out.t3dm: error: mesh[0]: \"big\" has no finite extent: no base scale "
                              "works\n");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Models whose every triangle is hidden or empty exist; their bones may still be wanted. */
START_TEST(a_model_without_objects_is_written) {
    ferry_job *job = job_with("t3dm.skeleton", "always");
    ferry_scene *scene = square_of(job, 1);
    scene->draws.data[0].visible = false;
    ferry_bytes bytes = fy_t3dm_written(job, scene);
    fy_expect_report(
        job,
        "out.t3dm: loss: 1 of 1 draws are hidden and were left out\n"
        "out.t3dm: loss: nothing is drawn: its only draw is switched off\n"
        "out.t3dm: note: base scale 64: one source unit is 64 units of the file\n"
        "out.t3dm: note: 0 objects, 0 parts, 0 materials, 1 bones, 0 triangles, 0 vertices stored (0.000 "
        "per triangle), 0 strip values, 0 load and draw commands (0.000 per triangle), 138 bytes\n");
    ck_assert_uint_eq(ferry_be16(bytes.data + 0x20), 0x7FFF);
    ck_assert_uint_eq(ferry_be16(bytes.data + 0x26), 0x8000);
    ferry_scene *back = fy_t3dm_read_back(job, bytes);
    ck_assert_uint_eq(back->draws.count, 0);
    ck_assert_uint_eq(back->nodes.count, 1);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Nodes in an order of the scene that is not depth-first; bones must be. */
START_TEST(bones_stand_depth_first) {
    static const uint32_t parents[] = {FERRY_NONE, 0, 0, 1, 2, 1}, order[] = {0, 1, 3, 5, 2, 4},
                          depths[] = {0, 1, 2, 2, 1, 2};
    static const uint16_t bone_parents[] = {0xFFFF, 0, 1, 1, 0, 4};
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_bones(scene, 6);
    for (uint32_t i = 0; i < 6; i++) scene->nodes.data[i].parent = parents[i];
    ferry_matrix worlds[6];
    ferry_world_matrices(scene, worlds);
    for (uint32_t i = 0; i < 6; i++) {
        ferry_joint *joint = &scene->skins.data[0].joints[i];
        ck_assert(fy_matrix_invert(&worlds[joint->node], &joint->inverse_bind));
    }
    fy_t3dm_add_tube(scene, "tube", 6, 2);
    ferry_bytes bytes = fy_t3dm_written(job, scene);
    const uint8_t *skeleton = bytes.data + (ferry_be32(bytes.data + 0x2C + 16) & 0xFFFFFF);
    const char *strings = (const char *)bytes.data + ferry_be32(bytes.data + 0x18);
    ck_assert_int_eq(bytes.data[0x2C + 16], 'S');
    ck_assert_uint_eq(ferry_be16(skeleton), 6);
    for (uint32_t b = 0; b < 6; b++) {
        const uint8_t *bone = skeleton + 4 + 0x30 * (size_t)b;
        const ferry_node *node = &scene->nodes.data[order[b]];
        ferry_quat rotation = fy_node_quat(node);
        ck_assert_str_eq(strings + ferry_be32(bone), node->name);
        ck_assert_uint_eq(ferry_be16(bone + 4), bone_parents[b]);
        ck_assert_uint_eq(ferry_be16(bone + 6), depths[b]);
        ck_assert_float_eq(ferry_bef32(bone + 0x08), 1);
        ck_assert_float_eq(ferry_bef32(bone + 0x14), rotation.x);
        ck_assert_float_eq(ferry_bef32(bone + 0x20), rotation.w);
        ck_assert_float_eq(ferry_bef32(bone + 0x24), node->translate.x * 64);
        ck_assert_float_eq(ferry_bef32(bone + 0x2C), node->translate.z * 64);
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* The same figure with and without bones: both stand where the source stands, and the boxes are true. */
START_TEST(both_kinds_stand_in_the_rest_pose) {
    static const char *const kinds[] = {"auto", "always", "never"};
    for (int i = 0; i < 3; i++) {
        ferry_job *job = job_with("t3dm.skeleton", kinds[i]);
        ferry_scene *scene = fy_t3dm_scene(job);
        fy_t3dm_add_bones(scene, 8);
        fy_t3dm_add_tube(scene, "tube", 10, 2);
        ferry_counts source, found;
        ferry_count(scene, &source);
        ferry_bytes bytes = fy_t3dm_written(job, scene);
        ferry_job *reading = fy_quick_job();
        ferry_scene *back = fy_t3dm_read_back(reading, bytes);
        ck_assert_uint_eq(back->skins.count, i == 2 ? 0 : 1);
        ferry_count(back, &found);
        const float a[6] = {source.box.min.x, source.box.min.y, source.box.min.z,
                            source.box.max.x, source.box.max.y, source.box.max.z};
        const float b[6] = {found.box.min.x, found.box.min.y, found.box.min.z,
                            found.box.max.x, found.box.max.y, found.box.max.z};
        for (int k = 0; k < 6; k++) {
            int stored = (int16_t)ferry_be16(bytes.data + 0x20 + 2 * k),
                object = (int16_t)ferry_be16(bytes.data + 0x40 + 0x14 + 2 * k);
            if (bytes.data[0x3C] == 'S') object = (int16_t)ferry_be16(bytes.data + 0x40 + 0x14 + 2 * k);
            ck_assert_float_eq_tol(a[k] * 64, b[k], 1.5f);
            ck_assert_int_eq(stored, object);
            ck_assert_float_eq_tol((float)stored, b[k], 1.01f);
            if (k < 3) ck_assert_float_le((float)stored, b[k] + 0.01f);
            if (k >= 3) ck_assert_float_ge((float)stored, b[k] - 0.01f);
        }
        ferry_scene_free(back);
        ferry_close(reading);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* A mesh without a skin hangs on the draw's node, as a bone if there is a skeleton. */
START_TEST(rigid_meshes_hang_on_their_node) {
    static const char *const kinds[] = {"auto", "always"};
    for (int i = 0; i < 2; i++) {
        ferry_job *job = job_with("t3dm.skeleton", kinds[i]);
        ferry_scene *scene = fy_t3dm_scene(job);
        fy_t3dm_add_bones(scene, 3);
        scene->skins.count = 0;
        fy_t3dm_add_grid(scene, "rigid", 3, 2, 0);
        scene->draws.data[0].node = 2;
        ferry_counts source, found;
        ferry_count(scene, &source);
        ferry_job *reading = fy_quick_job();
        ferry_scene *back = fy_t3dm_read_back(reading, fy_t3dm_written(job, scene));
        ferry_count(back, &found);
        ck_assert_uint_eq(back->skins.count, (unsigned)i);
        if (i) ck_assert_uint_eq(back->meshes.data[0].influences[0], 2);
        ck_assert_float_eq_tol(source.box.max.x * 64, found.box.max.x, 1);
        ck_assert_float_eq_tol(source.box.min.y * 64, found.box.min.y, 1);
        ck_assert_float_eq_tol(source.box.max.z * 64, found.box.max.z, 1);
        ferry_scene_free(back);
        ferry_close(reading);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* ----------------------------------------------------------------------------------------------- the rest */

/* A plan whose materials, one for each draw, have these layers; 'k' keeps depth, 'u' does not test it. */
static fy_t3dm_plan plan_of_modes(ferry_job *job, const ferry_scene *scene, const char *modes,
                                  const fy_t3dm_layer *layers) {
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    const fy_t3dm_material first = plan.materials[0];
    plan.material_count = (uint32_t)strlen(modes);
    plan.materials = ferry_new(job, fy_t3dm_material, plan.material_count);
    for (uint32_t i = 0; i < plan.material_count; i++) {
        plan.materials[i] = first;
        plan.materials[i].name = ferry_job_format(job, "m%u", i);
        plan.materials[i].layer = layers[i];
        plan.materials[i].rdp.tiles[0].hash = 100 - i;
        plan.materials[i].rdp.other_mode_mask |= FERRY_RDP_Z_WRITE;
        if (modes[i] == 'w') plan.materials[i].rdp.other_mode |= FERRY_RDP_Z_WRITE;
        if (modes[i] == 'u') plan.materials[i].rdp.flags &= ~(uint32_t)FERRY_RDP_DEPTH;
        plan.of_draw[i] = i;
    }
    return plan;
}

/* Names of the draws in drawing order. */
static void expect_order(const char *modes, const fy_t3dm_layer *layers, const char *expected) {
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    char order[256] = "";
    for (uint32_t i = 0; modes[i]; i++) fy_t3dm_add_grid(scene, ferry_job_format(job, "%u", i), 2, 1 + i, 0);
    fy_t3dm_plan plan = plan_of_modes(job, scene, modes, layers);
    ferry_bytes bytes;
    ck_assert(fy_t3dm_write_planned(job, scene, "out.t3dm", &plan, &bytes));
    ferry_scene *back = fy_t3dm_read_back(job, bytes);
    for (uint32_t i = 0; i < back->draws.count; i++) {
        strcat(order, i ? " " : "");
        strcat(order, back->draws.data[i].name);
    }
    ck_assert_str_eq(order, expected);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
}

/* Opaque objects without depth write, and all without depth test, stay between the same neighbours; the rest
 * is sorted as always: here by the rank of textures, which falls. */
START_TEST(objects_that_leave_no_depth_stay_in_place) {
    const fy_t3dm_layer O = FY_T3DM_OPAQUE, C = FY_T3DM_CUTOUT, B = FY_T3DM_BLEND;
    expect_order("wwww", (fy_t3dm_layer[]){B, C, O, O}, "2 3 1 0");
    expect_order("wwkww", (fy_t3dm_layer[]){C, O, O, C, O}, "1 0 2 4 3");
    expect_order("wkkww", (fy_t3dm_layer[]){B, O, C, C, O}, "0 1 2 4 3");
    expect_order("uwwww", (fy_t3dm_layer[]){B, B, O, C, O}, "0 2 4 3 1");
    expect_order("wwwwu", (fy_t3dm_layer[]){B, C, O, O, B}, "2 3 1 0 4 depth-write-on");
    expect_order("wkww", (fy_t3dm_layer[]){B, B, O, O}, "2 3 0 1 depth-write-on");
}
END_TEST

static ferry_scene *wall_and_glass(ferry_job *job) {
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_grid(scene, "wall", 2, 1, 0);
    fy_t3dm_add_grid(scene, "glass", 2, 2, 0);
    return scene;
}

/* Textures of the object that switches depth write on behind a material which clips exchange, or do not. */
static void expect_reset_texture(bool exchanged) {
    static const fy_t3dm_layer layers[] = {FY_T3DM_OPAQUE, FY_T3DM_BLEND};
    ferry_job *job = job_at_64();
    ferry_scene *scene = wall_and_glass(job);
    fy_t3dm_plan plan = plan_of_modes(job, scene, "wk", layers);
    plan.materials[1].variant_count = exchanged;
    ferry_bytes bytes;
    ck_assert(fy_t3dm_write_planned(job, scene, "out.t3dm", &plan, &bytes));
    ferry_scene *back = fy_t3dm_read_back(job, bytes);
    const ferry_draw *last = &back->draws.data[back->draws.count - 1];
    ck_assert_str_eq(last->name, "depth-write-on");
    const ferry_rdp_material *reset = back->materials.data[last->material].rdp;
    ck_assert_uint_eq(reset->tiles[0].hash, exchanged ? 0 : plan.materials[1].rdp.tiles[0].hash);
    ck_assert_uint_eq(reset->other_mode, plan.materials[1].rdp.other_mode | FERRY_RDP_Z_WRITE);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
}

/* The runtime loads a texture whose hash is not the last object's: those of the rest pose while a clip shows
 * others. */
START_TEST(switching_depth_write_on_loads_no_texture) {
    expect_reset_texture(false);
    expect_reset_texture(true);
}
END_TEST

/* Behind the last object depth write is on, for whatever is drawn next; another round changes nothing. */
START_TEST(depth_write_is_on_at_the_end) {
    static const fy_t3dm_layer layers[] = {FY_T3DM_OPAQUE, FY_T3DM_BLEND};
    ferry_job *job = job_at_64();
    ferry_scene *scene = wall_and_glass(job);
    fy_t3dm_plan plan = plan_of_modes(job, scene, "wk", layers);
    ferry_bytes bytes;
    ck_assert(fy_t3dm_write_planned(job, scene, "out.t3dm", &plan, &bytes));
    ferry_scene *back = fy_t3dm_read_back(job, bytes);
    ck_assert_uint_eq(back->draws.count, 3);
    const ferry_draw *last = &back->draws.data[2];
    ck_assert_str_eq(last->name, "depth-write-on");
    ck_assert_uint_eq(back->meshes.data[last->mesh].triangle_count, 0);
    const ferry_rdp_material *glass = back->materials.data[back->draws.data[1].material].rdp;
    const ferry_rdp_material *reset = back->materials.data[last->material].rdp;
    ck_assert_uint_eq(reset->other_mode, glass->other_mode | 0x20);
    ck_assert_uint_eq(reset->other_mode_mask, UINT64_C(0x0000300000000C21));
    ck_assert_uint_eq(reset->combiner, glass->combiner);
    ck_assert_uint_eq(reset->tiles[0].hash, glass->tiles[0].hash);
    ck_assert_uint_eq(plan.material_count, 2); /* the caller's plan stays */
    ck_assert_uint_eq(reset->flags, glass->flags);
    /* its box is the whole model's: whoever leaves out what is not seen draws it with all the rest */
    ck_assert_uint_eq(ferry_be32(bytes.data + 0x2C + 8) >> 24, 'O');
    size_t record = ferry_be32(bytes.data + 0x2C + 8) & 0xFFFFFF;
    ck_assert_uint_eq(ferry_be16(bytes.data + record + 4), 0);
    ck_assert_mem_eq(bytes.data + record + 0x14, bytes.data + 0x20, 12);
    ferry_file_list files = {0};
    ferry_job *again = job_with("t3dm.base-scale", "1");
    ck_assert(ferry_save(again, back, "t3dm", "out.t3dm", &files));
    ferry_scene *third = fy_t3dm_read_back(again, files.data[0].bytes);
    ck_assert_uint_eq(third->draws.count, 3);
    ck_assert_uint_eq(third->materials.count, 3);
    ferry_scene_free(third);
    ferry_close(again);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(objects_are_drawn_layer_by_layer) {
    static const char *const names[] = {"blend2", "opaque1", "decal", "blend1",
                                        "cut",    "opaque0", "none",  "opaque1b"};
    static const char *const object_record[] = {"opaque1", "opaque1b", "opaque0", "cut",
                                                "decal",   "blend2",   "blend1"};
    static const uint32_t of_draw[] = {5, 1, 4, 2, 3, 0, 6, 1};
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    for (uint32_t i = 0; i < 8; i++) fy_t3dm_add_grid(scene, names[i], 2, 1 + i, 0);
    fy_t3dm_plan one = fy_t3dm_test_plan(job, scene), plan = one;
    static const fy_t3dm_layer layers[7] = {FY_T3DM_OPAQUE, FY_T3DM_OPAQUE, FY_T3DM_BLEND, FY_T3DM_CUTOUT,
                                            FY_T3DM_DECAL,  FY_T3DM_BLEND,  FY_T3DM_OPAQUE};
    /* Material 0 shares the textures of material 6, which draws nothing; 1 comes before it by its textures'
     * rank. */
    static const uint32_t hashes[7] = {7, 3, 7, 4, 4, 3, 3};
    plan.material_count = 7;
    plan.materials = ferry_new(job, fy_t3dm_material, 7);
    for (uint32_t i = 0; i < 7; i++) {
        plan.materials[i] = one.materials[0];
        plan.materials[i].name = ferry_job_format(job, "m%u", i);
        plan.materials[i].layer = layers[i];
        plan.materials[i].rdp.tiles[0].hash = hashes[i];
    }
    plan.materials[0].rdp.tiles[0].hash = 8;
    plan.materials[6].drop = true;
    for (uint32_t i = 0; i < 8; i++) plan.of_draw[i] = of_draw[i];
    /* Draw order among opaque ones is by the first material of a pair of textures: swap by giving 0 a later
     * pair. */
    fy_t3dm_material first = plan.materials[0];
    plan.materials[0] = plan.materials[1];
    plan.materials[1] = first;
    for (uint32_t i = 0; i < 8; i++) plan.of_draw[i] = of_draw[i] < 2 ? 1 - of_draw[i] : of_draw[i];
    ferry_bytes bytes;
    ck_assert(fy_t3dm_write_planned(job, scene, "out.t3dm", &plan, &bytes));
    ferry_scene *back = fy_t3dm_read_back(job, bytes);
    ck_assert_uint_eq(back->draws.count, 7);
    for (uint32_t i = 0; i < 7; i++) ck_assert_str_eq(back->draws.data[i].name, object_record[i]);
    ck_assert_uint_eq(back->materials.count, 6);
    ck_assert_str_eq(back->materials.data[back->draws.data[0].material].name, "m1");
    ck_assert_str_eq(back->materials.data[back->draws.data[5].material].name, "m5");
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(flat_triangles_are_left_out_and_reported) {
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_mesh *mesh = fy_t3dm_add_grid(scene, "flat", 3, 1, 0);
    /* Corner 1 falls on corner 0, and corner 2 on the line from 0 to 3 below a quantum. */
    mesh->positions[1] = (ferry_vec3){0.001f, 0, 0};
    mesh->positions[0] = (ferry_vec3){0, 0, 0};
    ferry_bytes bytes = fy_t3dm_written(job, scene);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(
        strstr(text,
               "out.t3dm: loss: draw[0]: 1 of 6 triangles of \"flat\" have zero area at base scale 64 and "
               "were left out\n"),
        "%s", text);
    free(text);
    ferry_scene *back = fy_t3dm_read_back(job, bytes);
    ck_assert_uint_eq(back->meshes.data[0].triangle_count, 5);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Chunks of somebody's own, as a T3DM file brings them along. */
static void add_extra(ferry_scene *scene, uint32_t number, ferry_bytes bytes) {
    ferry_extra *extra = ferry_append(scene, &scene->extras, ferry_extra);
    *extra =
        (ferry_extra){.format = "t3dm", .path = ferry_scene_format(scene, "Q[%u]", number), .bytes = bytes};
}

START_TEST(files_of_16_mib_are_refused) {
    enum { BYTES = 1 << 24 };
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_grid(scene, "grid", 1, 1, 0);
    uint8_t *bytes16 = ferry_scene_new(scene, uint8_t, BYTES);
    add_extra(scene, 9, (ferry_bytes){bytes16, BYTES});
    add_extra(scene, 10, (ferry_bytes){bytes16, 8});
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    ferry_bytes bytes;
    ck_assert(!fy_t3dm_write_planned(job, scene, "out.t3dm", &plan, &bytes));
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(strstr(text, "offset of a chunk") != NULL, "%s", text);
    free(text);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* The runtime's loop over the chunks has 16 bits. */
START_TEST(more_chunks_than_can_be_counted_are_refused) {
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_grid(scene, "tile", 1, 1, 0);
    for (uint32_t i = 0; i < 65532; i++) add_extra(scene, 9 + i, (ferry_bytes){(const uint8_t *)"", 0});
    ferry_bytes bytes; /* one chunk each of object, vertices, indices, material is too much */
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    ck_assert(!fy_t3dm_write_planned(job, scene, "out.t3dm", &plan, &bytes));
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(strstr(text, "out.t3dm: error: 1 objects and 1 materials need 65536 chunks; the limit "
                               "is 65535\n") != NULL,
                  "%s", text);
    free(text);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A mesh without triangles is no object. */
START_TEST(empty_meshes_are_left_out) {
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_mesh(scene, "void", 0, 0);
    fy_t3dm_add_grid(scene, "grid", 2, 1, 0);
    ferry_scene *back = fy_t3dm_read_back(job, fy_t3dm_written(job, scene));
    ck_assert_uint_eq(back->draws.count, 1);
    ck_assert_str_eq(back->draws.data[0].name, "grid");
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Each allocation fails once: an error, and no file. */
START_TEST(every_failed_allocation_is_survived) {
    size_t failures = 0;
    for (size_t n = 1;; n++) {
        ferry_job *making = fy_quick_job();
        ferry_scene *scene = fy_t3dm_scene(making);
        fy_t3dm_add_bones(scene, 3);
        fy_t3dm_add_tube(scene, "tube", 6, 2);
        ferry_mesh *mesh = fy_t3dm_add_soup(scene, "soup", 30, 90, 2);
        for (uint32_t v = 0; v < 30; v++) mesh->uvs[0][v].x += (float)(3000 * (v % 2));
        fy_t3dm_plan plan = fy_t3dm_test_plan(making, scene);
        ferry_options options = {.size = sizeof options, .fail_allocation = n};
        ferry_job *job = ferry_open(&options);
        if (job) {
            ferry_bytes bytes;
            bool ok = fy_t3dm_write_planned(job, scene, "out.t3dm", &plan, &bytes);
            ck_assert_msg(ok != (ferry_job_report(job)->totals[FERRY_ERROR] != 0), "allocation %zu", n);
            ferry_close(job);
            if (ok) n = SIZE_MAX - 1;
            failures += !ok;
        }
        ferry_scene_free(scene);
        ferry_close(making);
        if (n == SIZE_MAX - 1) break;
    }
    ck_assert_uint_gt(failures, 5);
}
END_TEST

/* The same scene gives the same bytes. */
START_TEST(writing_is_repeatable) {
    ferry_job *job = job_at_64();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_bones(scene, 5);
    fy_t3dm_add_tube(scene, "tube", 20, 4);
    fy_t3dm_add_soup(scene, "soup", 100, 300, 3);
    ferry_bytes a = fy_t3dm_written(job, scene);
    uint8_t *dirt = ferry_alloc(job, 5000, 1);
    memset(dirt, 0xA5, 5000);
    ferry_bytes b = fy_t3dm_written(job, scene);
    ck_assert_uint_eq(a.size, b.size);
    ck_assert_mem_eq(a.data, b.data, a.size);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_write");
    TCase *file = tcase_create("file"), *meshes = tcase_create("meshes"), *results = fy_results_case(suite);
    tcase_set_timeout(file, 60);
    tcase_add_test(file, one_triangle_by_hand);
    tcase_add_test(file, the_base_scale_follows_the_model);
    tcase_add_test(file, the_base_scale_of_what_was_saved_is_known);
    tcase_add_test(file, small_models_far_away_are_told);
    tcase_add_test(file, a_base_scale_that_does_not_fit_is_refused);
    tcase_add_test(file, a_base_scale_is_above_zero);
    tcase_add_loop_test(file, endless_lengths_are_refused, 0, 4);
    tcase_add_test(file, a_model_without_objects_is_written);
    tcase_add_test(file, bones_stand_depth_first);
    tcase_add_test(file, both_kinds_stand_in_the_rest_pose);
    tcase_add_test(file, rigid_meshes_hang_on_their_node);
    tcase_add_test(file, objects_are_drawn_layer_by_layer);
    tcase_add_test(file, objects_that_leave_no_depth_stay_in_place);
    tcase_add_test(file, switching_depth_write_on_loads_no_texture);
    tcase_add_test(file, depth_write_is_on_at_the_end);
    tcase_add_test(file, flat_triangles_are_left_out_and_reported);
    tcase_add_test(file, files_of_16_mib_are_refused);
    tcase_add_test(file, more_chunks_than_can_be_counted_are_refused);
    tcase_add_test(file, empty_meshes_are_left_out);
    tcase_add_test(file, every_failed_allocation_is_survived);
    tcase_add_test(file, writing_is_repeatable);
    tcase_add_loop_test(results, grids_come_back, 0, sizeof grids / sizeof *grids);
    tcase_add_loop_test(meshes, tubes_of_many_bones_come_back, 0, sizeof tubes / sizeof *tubes);
    tcase_add_loop_test(meshes, soups_come_back, 0, sizeof soups / sizeof *soups);
    tcase_add_test(meshes, islands_come_back);
    tcase_add_loop_test(meshes, hubs_come_back, 0, 2);
    tcase_add_test(results, many_objects_come_back_in_several_files);
    tcase_add_test(meshes, large_objects_become_several);
    tcase_add_loop_test(meshes, far_texture_coordinates_are_moved, 0, 4);
    tcase_add_test(meshes, what_spans_too_much_is_clamped_and_reported);
    tcase_add_test(meshes, moves_keep_what_both_textures_show);
    suite_add_tcase(suite, file);
    suite_add_tcase(suite, meshes);
    return fy_run_suite(suite);
}
