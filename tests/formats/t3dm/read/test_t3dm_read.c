/* test_t3dm_read.c: the T3DM reader against broken files: exact messages, every truncation, every byte
 * patched. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/t3dm/t3dm_builder.h"
#include "builders/t3dm/t3dm_layouts.h"

/* A file with all kinds of chunks: two objects, bones, strips; bytes of the caller's. */
static size_t small_file(uint8_t *bytes, size_t room) {
    ferry_setting_value scale = {"t3dm.base-scale", "64"};
    ferry_options options = {.size = sizeof options, .settings = &scale, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_bones(scene, 2);
    fy_t3dm_add_tube(scene, "tube", 4, 2);
    fy_t3dm_add_soup(scene, "soup", 6, 3, 4);
    ferry_bytes written = fy_t3dm_written(job, scene);
    ck_assert_uint_le(written.size, room);
    memcpy(bytes, written.data, written.size);
    ferry_scene_free(scene);
    ferry_close(job);
    return written.size;
}

/* Reads; a scene must hold what it promises, and if there is none an error must have been said. True: a
 * scene. */
static bool survives(const uint8_t *bytes, size_t size) {
    ferry_options options = {.size = sizeof options, .memory_limit = 64 << 20};
    ferry_job *job = ferry_open(&options);
    uint8_t *exact = malloc(size ? size : 1); /* so that reading past the end is found */
    memcpy(exact, bytes, size);
    ferry_input input = {.name = "x.t3dm", .bytes = {exact, size}};
    ferry_scene *scene = ferry_load(job, &input, 1);
    bool said = ferry_job_report(job)->totals[FERRY_ERROR] != 0, read = scene != NULL;
    ck_assert_msg(read != said, "%s", read ? "a scene in spite of an error" : "neither scene nor error");
    if (scene) ck_assert(ferry_check(job, scene));
    ferry_scene_free(scene);
    ferry_close(job);
    free(exact);
    return read;
}

/* Every version that ever was is claimed, so that the reader says what it is; nothing else. */
START_TEST(versions_are_recognised) {
    extern const ferry_format fy_format_t3dm;
    static const struct {
        const char *bytes;
        size_t size;
        uint32_t sure;
    } cases[] = {{"T3DM", 4, 32},   {"T3M\x01", 4, 32}, {"T3M\x1F", 4, 32},
                 {"T3M\x20", 4, 0}, {"T3X\x01", 4, 0},  {"X3M\x01", 4, 0},
                 {"TXDM", 4, 0},    {"T3M", 3, 0},      {"", 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t *alone = malloc(cases[i].size + !cases[i].size); /* nothing lies behind it */
        memcpy(alone, cases[i].bytes, cases[i].size);
        ck_assert_uint_eq(fy_format_t3dm.probe((ferry_bytes){alone, cases[i].size}), cases[i].sure);
        free(alone);
    }
}
END_TEST

START_TEST(every_truncation_is_survived) {
    static uint8_t bytes[8192];
    size_t size = small_file(bytes, sizeof bytes), whole = 0;
    for (size_t cut = 0; cut <= size; cut++) whole += survives(bytes, cut);
    ck_assert_uint_ge(whole, 1);
    ck_assert_uint_lt(whole, 64); /* only within the strings at the end */
}
END_TEST

START_TEST(every_patched_byte_is_survived) {
    static const uint8_t patches[] = {0x00, 0x01, 0x7F, 0x80, 0xFF};
    static uint8_t bytes[8192];
    size_t size = small_file(bytes, sizeof bytes), read = 0;
    for (size_t at = 0; at < size; at++) {
        uint8_t was = bytes[at];
        for (size_t k = 0; k < sizeof patches + 1; k++) {
            bytes[at] = k < sizeof patches ? patches[k] : (uint8_t)(was ^ 0x10);
            read += survives(bytes, size);
        }
        bytes[at] = was;
    }
    ck_assert_uint_gt(read, size); /* vertices may hold anything */
}
END_TEST

/* Each allocation fails once; nothing is lost, and an error is said. */
START_TEST(every_failed_allocation_is_survived) {
    static uint8_t bytes[8192];
    size_t size = small_file(bytes, sizeof bytes), failures = 0;
    for (size_t n = 1;; n++) {
        ferry_options options = {.size = sizeof options, .fail_allocation = n};
        ferry_job *job = ferry_open(&options);
        if (!job) continue;
        ferry_input input = {.name = "x.t3dm", .bytes = {bytes, size}};
        ferry_scene *scene = ferry_load(job, &input, 1);
        bool said = ferry_job_report(job)->totals[FERRY_ERROR] != 0;
        ck_assert(scene || said);
        ferry_scene_free(scene);
        ferry_close(job);
        if (scene && !said) break;
        failures++;
    }
    ck_assert_uint_gt(failures, 3);
}
END_TEST

/* ----------------------------------------------------------------------------------------------- messages */

/* One object, two bones, materials: where things lie in the file of broken() below. */
enum {
    OBJECT = 0x40,
    PART = 0x60,
    PART2 = 0x78,
    VERTICES = 0x90,
    INDICES = 0x150,
    MATERIAL = 0x178,
    STRINGS = 0x208
};

/* Ten vertices in slots 0..9, then two more in 10 and 11; the second part draws a list triangle, a sequence
 * triangle and two runs of a strip. */
static size_t by_hand(uint8_t *bytes) {
    static const uint16_t strip[] = {0, 1, 2, 3, 0x8004, 5, 11};
    memset(bytes, 0, 0x300);
    memcpy(bytes, "T3M\x04", 4);
    fy_put_be32(bytes + 0x04, 4);
    fy_put_be32(bytes + 0x0C, 1);
    fy_put_be32(bytes + 0x10, 2);
    fy_put_be32(bytes + 0x14, 3);
    fy_put_be32(bytes + 0x18, STRINGS);
    fy_put_be32(bytes + 0x2C, 'O' << 24 | OBJECT);
    fy_put_be32(bytes + 0x30, 'V' << 24 | VERTICES);
    fy_put_be32(bytes + 0x34, 'I' << 24 | INDICES);
    fy_put_be32(bytes + 0x38, 'M' << 24 | MATERIAL);
    fy_put_be32(bytes + OBJECT, 1);
    fy_put_be16(bytes + OBJECT + 4, 2);
    for (uint32_t p = 0; p < 2; p++) {
        fy_put_be32(bytes + PART + 0x18 * p, 0xA0 * p);
        fy_put_be16(bytes + PART + 0x18 * p + 4, p ? 2 : 10);
        fy_put_be16(bytes + PART + 0x18 * p + 6, p ? 10 : 0);
        fy_put_be16(bytes + PART + 0x18 * p + 0x0E, 0xFFFF);
    }
    fy_put_be32(bytes + PART2 + 8, 4);
    fy_put_be16(bytes + PART2 + 0x0C, 3);
    bytes[PART2 + 0x10] = 7;
    bytes[PART2 + 0x14] = 6;
    bytes[PART2 + 0x15] = 1;
    for (uint32_t v = 0; v < 12; v++) {
        uint8_t *pair = bytes + VERTICES + v / 2 * 32;
        for (uint32_t i = 0; i < 3; i++) fy_put_be16(pair + v % 2 * 8 + 2 * i, 100 * i + v);
        fy_put_be16(pair + v % 2 * 8 + 6, 0x03E0);
        fy_put_be32(pair + 0x10 + v % 2 * 4, 0x10203000 + v);
        fy_put_be16(pair + 0x18 + v % 2 * 4, 32 * 8 * v + 16);
        fy_put_be16(pair + 0x1A + v % 2 * 4, 32 * 4 * v - 16);
    }
    memcpy(bytes + INDICES + 4, "\x07\x09\x0B", 3);
    for (uint32_t i = 0; i < 7; i++) fy_put_be16(bytes + INDICES + 8 + 2 * i, strip[i]);
    fy_put_be32(bytes + MATERIAL + 0x34 + 4, 3);
    fy_put_be32(bytes + MATERIAL + 0x34 + 8, 1);
    fy_put_be16(bytes + MATERIAL + 0x34 + 0x10, 64);
    fy_put_be16(bytes + MATERIAL + 0x34 + 0x12, 32);
    fy_put_be32(bytes + MATERIAL + 0x08, 0x2000); /* bilinear */
    bytes[MATERIAL + 0x34 + 0x14 + 11] = 1;
    bytes[MATERIAL + 0x34 + 0x20 + 10] = 1;
    memcpy(bytes + STRINGS, "So\0rom:/a/b.sprite", 19);
    return STRINGS + 19;
}

START_TEST(parts_are_replayed) {
    static const uint32_t expected[][3] = {{7, 9, 11}, {6, 7, 8}, {0, 1, 2}, {3, 2, 1}, {4, 5, 11}};
    uint8_t bytes[0x300];
    size_t size = by_hand(bytes);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_t3dm_read_back(job, (ferry_bytes){bytes, size});
    const ferry_mesh *mesh = &scene->meshes.data[0];
    ck_assert_uint_eq(mesh->triangle_count, 5);
    ck_assert_uint_eq(mesh->vertex_count, 11); /* slot 10 is never used */
    for (uint32_t i = 0; i < 15; i++) {
        uint32_t v = mesh->triangles[i], file = expected[i / 3][i % 3];
        ck_assert_float_eq(mesh->positions[v].x, (float)file);
        ck_assert_float_eq(mesh->positions[v].z, (float)(200 + file));
        ck_assert_float_eq_tol(mesh->normals[v].y, 1, 1e-6f);
        ck_assert_float_eq_tol(mesh->colors[0][v].a, (float)file / 255, 1e-6f);
        ck_assert_float_eq_tol(mesh->uvs[0][v].x, (float)file / 8 + 1.0f / 64, 1e-6f);
        ck_assert_float_eq_tol(mesh->uvs[0][v].y, (float)file / 8, 1e-6f);
    }
    ck_assert_str_eq(scene->draws.data[0].name, "o");
    ck_assert_str_eq(scene->textures.data[0].path, "rom:/a/b.sprite");
    ck_assert_int_eq(scene->textures.data[0].wrap_s, FERRY_WRAP_CLAMP);
    ck_assert_int_eq(scene->textures.data[0].wrap_t, FERRY_WRAP_MIRROR);
    ck_assert_uint_eq(scene->materials.data[0].rdp->tiles[0].texture, 0);
    ck_assert_uint_eq(scene->materials.data[0].rdp->tiles[1].texture, UINT32_MAX);
    ck_assert_uint_eq(scene->nodes.count, 1);
    fy_expect_report(job, "");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

static const struct {
    uint32_t at, size, value;
    const char *message;
} broken[] = {
    {3, 1, 5, "x.t3dm:0x3: error: unknown version 5, expected 1 to 4\n"},
    {0x04, 4, 0x10000, "x.t3dm:0x4: error: 65536 chunk entries of 4 bytes, but only 495 bytes left\n"},
    {0x0C, 4, 9, "x.t3dm:0xc: error: vertices are chunk 9 of 4\n"},
    {0x10, 4, 1, "x.t3dm:0x10: error: indices are chunk 1, which is of type 0x56 instead of 'I'\n"},
    {0x2D, 1, 0xFF, "x.t3dm:0x2c: error: chunk 0 starts at 0xff0040, past the end of the file at 0x21b\n"},
    {OBJECT, 4, 0x99,
     "x.t3dm:0x40: error: object[0]: string offset 153 is outside the table of 19 "
     "bytes\n"},
    {OBJECT + 4, 2, 3, "x.t3dm:0x44: error: object[0]: 3 parts of 24 bytes, but only 48 bytes left\n"},
    {OBJECT + 8, 4, 7,
     "x.t3dm:0x48: error: object[0]: references material chunk 10, but there are 4 "
     "chunks\n"},
    {PART, 4, 16,
     "x.t3dm:0x60: error: object[0].part[0]: vertices at 0x10, which is not the start of a vertex pair\n"},
    {PART2, 4, 0xC0,
     "x.t3dm:0x78: error: object[0].part[1]: 2 vertices at 0xc0 exceed the chunk of 192 "
     "bytes\n"},
    {PART + 4, 2, 0,
     "x.t3dm:0x64: error: object[0].part[0]: 0 vertices to slot 0 on, but the cache has 70 slots\n"},
    {PART + 6, 2, 62,
     "x.t3dm:0x64: error: object[0].part[0]: 10 vertices to slot 62 on, but the cache has 70 slots\n"},
    {PART2 + 0x0C, 2, 4,
     "x.t3dm:0x84: error: object[0].part[1]: 4 list indices, expected a multiple of "
     "3\n"},
    {PART2 + 0x0C, 2, 300,
     "x.t3dm:0x80: error: object[0].part[1]: 300 list indices at 0x4 exceed the chunk of 40 bytes\n"},
    {PART2 + 0x0E, 2, 0, "x.t3dm:0x86: error: object[0].part[1]: references bone 0, but there are 0\n"},
    {PART2 + 0x10, 1, 200,
     "x.t3dm:0x88: error: object[0].part[1]: strip buffer 0: 200 values at 0x8 exceed the chunk of 40 "
     "bytes\n"},
    {PART2 + 0x14, 1, 68,
     "x.t3dm:0x8c: error: object[0].part[1]: 1 triangles from slot 68 on, but the cache has 70 slots\n"},
    {PART2 + 0x14, 1, 12,
     "x.t3dm:0x78: error: object[0].part[1]: sequence triangle 0 uses slot 12, which was not loaded\n"},
    {INDICES + 5, 1, 70,
     "x.t3dm:0x78: error: object[0].part[1]: list index 1 uses slot 70, which the cache does not have\n"},
    {INDICES + 8, 2, 60,
     "x.t3dm:0x78: error: object[0].part[1]: strip value 0 uses slot 60, which was not loaded\n"},
    {INDICES + 10, 2, 0x8001,
     "x.t3dm:0x88: error: object[0].part[1]: strip buffer 0 has a strip of 1 values before value 1, "
     "expected at least 3\n"},
    {PART2 + 0x10, 1, 6,
     "x.t3dm:0x88: error: object[0].part[1]: strip buffer 0 has a strip of 2 values before value 6, "
     "expected at least 3\n"},
    {MATERIAL + 0x34 + 0x14, 4, 0x7F800000,
     "x.t3dm:0x1c0: error: material[0]: the tile's bounds are not finite numbers\n"},
};

START_TEST(broken_files_are_refused) {
    uint8_t bytes[0x300];
    size_t size = by_hand(bytes);
    ferry_job *job = fy_test_job();
    for (uint32_t i = 0; i < broken[_i].size; i++) {
        bytes[broken[_i].at + i] = (uint8_t)(broken[_i].value >> (8 * (broken[_i].size - 1 - i)));
    }
    ferry_input input = {.name = "x.t3dm", .bytes = {bytes, size}};
    ck_assert_ptr_null(ferry_load(job, &input, 1));
    fy_expect_report(job, broken[_i].message);
    ferry_close(job);
}
END_TEST

/* Whoever says that it is one hears what it begins with. */
START_TEST(another_beginning_is_told) {
    uint8_t bytes[0x300];
    size_t size = by_hand(bytes);
    memcpy(bytes, "\x41\x52\x63\x74", 4);
    ferry_job *job = ferry_open(&(ferry_options){.size = sizeof(ferry_options), .from = "t3dm"});
    ck_assert_ptr_null(ferry_load(job, &(ferry_input){.name = "x.t3dm", .bytes = {bytes, size}}, 1));
    fy_expect_report(job, "x.t3dm:0x0: error: expected \"T3M\" and a version byte, found 41 52 63 74\n");
    ferry_close(job);
}
END_TEST

/* What a strip buffer and a later load destroy. The boundaries are those of the console's memory. */
START_TEST(destroyed_slots_are_found) {
    static const struct {
        uint32_t slot, values, reload;
        const char *message; /* NULL: fine */
    } cases[] = {
        {64, 85, 0, NULL},
        {65, 85, 0,
         "x.t3dm:0x78: error: object[0].part[1]: strip value 0 uses slot 65, which a strip buffer has "
         "overwritten\n"},
        {65, 72, 0, NULL},
        {66, 72, 0,
         "x.t3dm:0x78: error: object[0].part[1]: strip value 0 uses slot 66, which a strip buffer has "
         "overwritten\n"},
        {69, 3, 22,
         "x.t3dm:0x78: error: object[0].part[1]: strip value 0 uses slot 69, which a strip buffer has "
         "overwritten\n"},
        {68, 16, 22, NULL},
        {68, 4, 24, NULL},
        {68, 4, 26,
         "x.t3dm:0x78: error: object[0].part[1]: strip value 0 uses slot 68, which the staging area of a "
         "later vertex load has overwritten\n"},
        {67, 4, 26, NULL},
    };
    static uint8_t bytes[0x1000];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum {
            FILE_VERTICES = 0x98,
            FILE_INDICES = FILE_VERTICES + 70 * 16,
            FILE_STRINGS = FILE_INDICES + 0x200
        };
        size_t size = by_hand(bytes);
        memset(bytes + PART, 0, sizeof bytes - PART);
        fy_put_be32(bytes + 4, 3);
        fy_put_be32(bytes + OBJECT, 0);
        fy_put_be32(bytes + 0x30, 'V' << 24 | FILE_VERTICES);
        fy_put_be32(bytes + 0x34, 'I' << 24 | FILE_INDICES);
        fy_put_be32(bytes + 0x18, FILE_STRINGS);
        fy_put_be16(bytes + OBJECT + 4, 2);
        fy_put_be16(bytes + PART + 4, 70);
        fy_put_be16(bytes + PART + 14, 0xFFFF);
        fy_put_be16(bytes + PART2 + 4, cases[i].reload ? cases[i].reload : 2);
        fy_put_be16(bytes + PART2 + 14, 0xFFFF);
        bytes[PART2 + 0x10] = (uint8_t)cases[i].values;
        for (uint32_t k = 0; k < cases[i].values; k++)
            fy_put_be16(bytes + FILE_INDICES + 2 * k, k ? k % 2 + 1 : cases[i].slot);
        fy_put_be32(bytes + 0x14, 0); /* its material is not one, which is only warned of */
        size = FILE_STRINGS + 1;
        ferry_job *job = fy_test_job();
        ferry_input input = {.name = "x.t3dm", .bytes = {bytes, size}};
        ferry_scene *scene = ferry_load(job, &input, 1);
        char *text = fy_report_text(ferry_job_report(job));
        const char *error = strstr(text, "x.t3dm:0x78: error");
        if (cases[i].message) {
            ck_assert_ptr_null(scene);
            ck_assert_msg(error && strcmp(error, cases[i].message) == 0, "case %zu: %s", i, text);
        } else {
            ck_assert_msg(scene != NULL, "case %zu: %s", i, text);
        }
        free(text);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* A BVH, a chunk of somebody's own and the strings they may name are kept whole. */
START_TEST(other_chunks_are_kept) {
    static const char *const paths[] = {"B[4]", "Q[5]", "strings"};
    uint8_t bytes[0x300];
    size_t size = by_hand(bytes);
    memmove(bytes + 0x48, bytes + 0x40, size - 0x40);
    for (int i = 0; i < 4; i++) fy_put_be32(bytes + 0x2C + 4 * i, ferry_be32(bytes + 0x2C + 4 * i) + 8);
    size += 8;
    fy_put_be32(bytes + 4, 6);
    fy_put_be32(bytes + 0x18, STRINGS + 8 + 16);
    memmove(bytes + STRINGS + 8 + 16, bytes + STRINGS + 8, 19);
    memset(bytes + STRINGS + 8, 0xAA, 16);
    fy_put_be32(bytes + 0x3C, 'B' << 24 | (STRINGS + 8));
    fy_put_be32(bytes + 0x40, 'Q' << 24 | (STRINGS + 8 + 4));
    size += 16;
    ferry_job *job = fy_test_job();
    ferry_input input = {.name = "x.t3dm", .bytes = {bytes, size}};
    ferry_scene *scene = ferry_load(job, &input, 1);
    ck_assert_ptr_nonnull(scene);
    fy_expect_report(job, "x.t3dm:0x214: warning: chunk[5]: unknown chunk type 0x51; 12 bytes kept "
                          "unchanged\n");
    ck_assert_uint_eq(scene->extras.count, 3);
    for (uint32_t i = 0; i < 3; i++) ck_assert_str_eq(scene->extras.data[i].path, paths[i]);
    ck_assert_uint_eq(scene->extras.data[0].bytes.size, 4);
    ck_assert_uint_eq(scene->extras.data[1].bytes.size, 12);
    ck_assert_uint_eq(scene->extras.data[1].bytes.data[11], 0xAA);
    ck_assert_uint_eq(scene->meshes.data[0].triangle_count, 5);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* The chunk says how many records a stream has: what stands behind them is no key. */
START_TEST(bytes_behind_the_records_are_no_keys) {
    static const uint8_t more[] = {0, 1, 0, 2, 0x55, 0x55};
    ferry_job *maker = fy_test_job();
    ferry_bytes file = build_t3dm(maker, (build_layout){.layout = BUILD_V4}),
                built = build_t3dm_stream(maker);
    uint8_t *longer = malloc(built.size + sizeof more);
    memcpy(longer, built.data, built.size);
    memcpy(longer + built.size, more, sizeof more);
    ferry_bytes stream = {longer, built.size + sizeof more};
    ferry_options options = {.size = sizeof options, .user = &stream, .sidecar = build_find_stream};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.t3dm", file}, 1);
    ck_assert(scene && scene->clips.count && scene->clips.data[0].track_count);
    for (uint32_t k = 0; k < scene->clips.data[0].track_count; k++)
        ck_assert_uint_eq(scene->clips.data[0].tracks[k].key_count, 2);
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(maker);
    free(longer);
}
END_TEST

/* ---------------------------------------------------------------------------------- files of other makers */

START_TEST(the_runtime_s_own_examples_are_read) {
    static const struct {
        const char *name;
        uint32_t triangles, draws, nodes;
    } examples[] = {{"gear", 1178, 5, 1}, {"chicken", 536, 2, 11}, {"snake", 530, 1, 15}};
    const char *folder = getenv("FERRY_SAMPLES");
    for (size_t i = 0; folder && i < 3; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/t3dm/V4_2026-06-18/%s.t3dm", folder, examples[i].name);
        FILE *there = fopen(path, "rb");
        if (!there) continue;
        fclose(there);
        ferry_bytes bytes = fy_read_file(path);
        ferry_job *job = fy_test_job();
        ferry_scene *scene = fy_t3dm_read_back(job, bytes);
        ferry_counts counts;
        ferry_count(scene, &counts);
        ck_assert_uint_eq(counts.triangles, examples[i].triangles);
        ck_assert_uint_eq(scene->draws.count, examples[i].draws);
        ck_assert_uint_eq(scene->nodes.count, examples[i].nodes);
        ferry_scene_free(scene);
        ferry_close(job);
        free((void *)(uintptr_t)bytes.data);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_read");
    TCase *whole = tcase_create("whole"), *damaged = tcase_create("damaged");
    tcase_add_test(whole, parts_are_replayed);
    tcase_add_test(whole, destroyed_slots_are_found);
    tcase_add_test(whole, other_chunks_are_kept);
    tcase_add_test(whole, bytes_behind_the_records_are_no_keys);
    tcase_add_test(whole, the_runtime_s_own_examples_are_read);
    tcase_add_loop_test(damaged, broken_files_are_refused, 0, sizeof broken / sizeof *broken);
    tcase_add_test(damaged, another_beginning_is_told);
    tcase_add_test(damaged, versions_are_recognised);
    tcase_add_test(damaged, every_truncation_is_survived);
    tcase_add_test(damaged, every_patched_byte_is_survived);
    tcase_add_test(damaged, every_failed_allocation_is_survived);
    suite_add_tcase(suite, whole);
    suite_add_tcase(suite, damaged);
    return fy_run_suite(suite);
}
