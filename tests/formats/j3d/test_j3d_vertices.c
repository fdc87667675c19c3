/*
 * test_j3d_vertices.c: VTX1 decoding and attribute layouts against hand-worked bytes, names, and files that
 * only look like J3D (docs/formats/j3d.md, "VTX1", "SHP1", "Name table").
 */
#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_foreign.h"
#include "formats/j3d/j3d_names.h"
#include "formats/j3d/j3d_vtx1.h"
#include "helpers.h"

enum { U8, S8, U16, S16, F32 };
enum { RGB565, RGB8, RGBX8, RGBA4, RGBA6, RGBA8 };

/* --------------------------------------------------------------------------------------- components */

static fy_j3d_value decode_direct(uint8_t attribute, uint32_t type, uint32_t shift, uint8_t components,
                                  const uint8_t *bytes) {
    fy_j3d_field field = {.attribute = attribute,
                          .how = FY_J3D_DIRECT,
                          .indices = 1,
                          .components = components,
                          .type = type,
                          .shift = shift};
    fy_j3d_value value;
    fy_j3d_decode(&field, bytes, &value);
    ck_assert(value.found);
    return value;
}

static void expect(const fy_j3d_value *value, double x, double y, double z) {
    ck_assert_double_eq(value->v[0], x);
    ck_assert_double_eq(value->v[1], y);
    ck_assert_double_eq(value->v[2], z);
}

START_TEST(component_types) {
    fy_j3d_value v;
    v = decode_direct(FY_J3D_POS, U8, 2, 3, (const uint8_t[]){0x01, 0xff, 0x80});
    expect(&v, 0.25, 63.75, 32);
    v = decode_direct(FY_J3D_POS, S8, 2, 3, (const uint8_t[]){0x01, 0xff, 0x80});
    expect(&v, 0.25, -0.25, -32);
    v = decode_direct(FY_J3D_POS, U16, 4, 3, (const uint8_t[]){0x00, 0x10, 0xff, 0xff, 0x80, 0x00});
    expect(&v, 1, 65535 / 16.0, 2048);
    v = decode_direct(FY_J3D_POS, S16, 4, 3, (const uint8_t[]){0x00, 0x10, 0xff, 0xff, 0x80, 0x00});
    expect(&v, 1, -1 / 16.0, -2048);
    v = decode_direct(FY_J3D_POS, S16, 31, 3, (const uint8_t[]){0x40, 0x00, 0, 0, 0, 0});
    expect(&v, 16384 / 2147483648.0, 0, 0);
    /* the fraction of floats is ignored */
    v = decode_direct(FY_J3D_POS, F32, 3, 3,
                      (const uint8_t[]){0xc0, 0x49, 0, 0, 0x3f, 0x80, 0, 0, 0x7f, 0x7f, 0xff, 0xff});
    expect(&v, -3.140625, 1, 3.4028234663852886e38);
    /* missing components are zero */
    v = decode_direct(FY_J3D_POS, S8, 0, 2, (const uint8_t[]){5, 0xfa, 77});
    expect(&v, 5, -6, 0);
    v = decode_direct(FY_J3D_TEX0, S16, 8, 1, (const uint8_t[]){0x01, 0x80, 77, 77});
    expect(&v, 1.5, 0, 0);
}
END_TEST

static void expect_color(uint32_t type, const uint8_t *bytes, double r, double g, double b, double a) {
    fy_j3d_value v = decode_direct(FY_J3D_CLR0, type, 0, 0, bytes);
    ck_assert_float_eq_tol(v.color.r, (float)(r / 255), 1e-7f);
    ck_assert_float_eq_tol(v.color.g, (float)(g / 255), 1e-7f);
    ck_assert_float_eq_tol(v.color.b, (float)(b / 255), 1e-7f);
    ck_assert_float_eq_tol(v.color.a, (float)(a / 255), 1e-7f);
}

START_TEST(color_types) {
    /* 10011 010101 00110: 19, 21, 6 */
    expect_color(RGB565, (const uint8_t[]){0x9a, 0xa6}, 19 << 3 | 19 >> 2, 21 << 2 | 21 >> 4, 6 << 3 | 6 >> 2,
                 255);
    expect_color(RGB8, (const uint8_t[]){1, 2, 3, 99}, 1, 2, 3, 255);
    expect_color(RGBX8, (const uint8_t[]){200, 100, 50, 7}, 200, 100, 50, 255);
    expect_color(RGBA4, (const uint8_t[]){0x1f, 0x83}, 17, 255, 8 * 17, 51);
    /* 000001 100000 111110 010101: 1, 32, 62, 21 */
    expect_color(RGBA6, (const uint8_t[]){0x06, 0x0f, 0x95}, 4, 32 << 2 | 2, 62 << 2 | 3, 21 << 2 | 1);
    expect_color(RGBA8, (const uint8_t[]){9, 8, 7, 6}, 9, 8, 7, 6);
}
END_TEST

/* ------------------------------------------------------------------------------------------ indices */

START_TEST(indices_are_bounded) {
    static const uint8_t data[] = {10, 20, 30, 40, 50, 60, 70}; /* two elements and a phantom byte */
    fy_j3d_field field = {.attribute = FY_J3D_POS,
                          .how = FY_J3D_INDEX8,
                          .indices = 1,
                          .components = 3,
                          .type = U8,
                          .offset = 1,
                          .stride = 3,
                          .data = data,
                          .elements = 2};
    fy_j3d_value v;
    fy_j3d_decode(&field, (const uint8_t[]){0xee, 1}, &v);
    ck_assert(v.found);
    expect(&v, 40, 50, 60);
    fy_j3d_decode(&field, (const uint8_t[]){0xee, 2}, &v);
    ck_assert(!v.found);
    expect(&v, 0, 0, 0);
    field.how = FY_J3D_INDEX16;
    fy_j3d_decode(&field, (const uint8_t[]){0xee, 0, 1}, &v);
    expect(&v, 40, 50, 60);
    fy_j3d_decode(&field, (const uint8_t[]){0xee, 1, 0}, &v); /* 256, not 1 */
    ck_assert(!v.found);
}
END_TEST

/* The largest index of a position makes the hardware pass over the vertex, however long the array is. */
START_TEST(skipped_positions) {
    static const uint8_t data[0x10000];
    fy_j3d_field field = {.attribute = FY_J3D_POS,
                          .how = FY_J3D_INDEX8,
                          .indices = 1,
                          .components = 1,
                          .type = U8,
                          .stride = 1,
                          .data = data,
                          .elements = sizeof data};
    fy_j3d_value v;
    fy_j3d_decode(&field, (const uint8_t[]){0xff}, &v);
    ck_assert(!v.found);
    field.how = FY_J3D_INDEX16;
    fy_j3d_decode(&field, (const uint8_t[]){0, 0xff}, &v);
    ck_assert(v.found);
    fy_j3d_decode(&field, (const uint8_t[]){0xff, 0xff}, &v);
    ck_assert(!v.found);
    field.attribute = FY_J3D_TEX0;
    fy_j3d_decode(&field, (const uint8_t[]){0xff, 0xff}, &v);
    ck_assert(v.found);
}
END_TEST

/* The k-th index of NBT3 names the element that gives the k-th vector. */
START_TEST(three_indices) {
    uint8_t data[27];
    for (uint8_t k = 0; k < 27; k++) data[k] = (uint8_t)(k + 1);
    fy_j3d_field field = {.attribute = FY_J3D_NRM,
                          .how = FY_J3D_INDEX8,
                          .indices = 3,
                          .components = 9,
                          .nbt = true,
                          .type = S8,
                          .stride = 9,
                          .data = data,
                          .elements = 3};
    fy_j3d_value v;
    fy_j3d_decode(&field, (const uint8_t[]){2, 0, 1}, &v);
    ck_assert(v.found);
    static const double expected[9] = {19, 20, 21, 4, 5, 6, 16, 17, 18};
    for (int k = 0; k < 9; k++) ck_assert_double_eq(v.v[k], expected[k]);
    fy_j3d_decode(&field, (const uint8_t[]){2, 0, 3}, &v);
    ck_assert(!v.found);
}
END_TEST

/* ------------------------------------------------------------------------------------------ layouts */

static const uint8_t array_bytes[64];

/* What VTX1 would have said. */
static void declare(fy_j3d *j3d, uint32_t array, uint32_t count_code, uint32_t type, uint32_t shift) {
    j3d->arrays[array] = (fy_j3d_array){.has_format = true,
                                        .has_data = true,
                                        .count_code = count_code,
                                        .type = type,
                                        .shift = shift,
                                        .data = array_bytes,
                                        .size = sizeof array_bytes};
}

static bool layout_of(ferry_job *job, fy_j3d *j3d, const uint32_t *list, size_t pairs,
                      fy_j3d_layout *layout) {
    static uint8_t bytes[512];
    for (size_t k = 0; k < 2 * pairs; k++)
        for (size_t b = 0; b < 4; b++) bytes[4 * k + b] = (uint8_t)(list[k] >> (24 - 8 * b));
    ferry_window window = ferry_window_open(job, "test", (ferry_bytes){bytes, 8 * pairs});
    j3d->job = job;
    return fy_j3d_read_layout(j3d, &window, 0, layout);
}

/* The list may stand in any order; the hardware's order counts. */
START_TEST(layout_in_hardware_order) {
    ferry_job *job = fy_test_job();
    fy_j3d j3d = {0};
    declare(&j3d, FY_J3D_ARRAY_POS, 1, S16, 5);
    declare(&j3d, FY_J3D_ARRAY_NRM, 0, S16, 15); /* a wrong fraction, as tools write it */
    declare(&j3d, FY_J3D_ARRAY_CLR0, 1, RGB8, 0);
    declare(&j3d, FY_J3D_ARRAY_TEX0 + 2, 0, U16, 9);
    static const uint32_t list[] = {15, 1, 10, 3, 2, 1, 9, 2, 0, 1, 12, 0, 11, 1, 0xff, 0};
    fy_j3d_layout l;
    ck_assert(layout_of(job, &j3d, list, 8, &l));
    ck_assert(l.has_matrix);
    ck_assert_uint_eq(l.key, 2);                  /* PNMTXIDX, TEX1MTXIDX */
    ck_assert_uint_eq(l.size, 2 + 1 + 2 + 3 + 2); /* POS8, NRM16, direct RGB8, direct S of u16 */
    ck_assert_uint_eq(l.field_count, 4);
    static const uint32_t attributes[] = {9, 10, 11, 15}, offsets[] = {2, 3, 5, 8};
    for (uint32_t k = 0; k < 4; k++) {
        ck_assert_uint_eq(l.fields[k].attribute, attributes[k]);
        ck_assert_uint_eq(l.fields[k].offset, offsets[k]);
    }
    ck_assert_uint_eq(l.fields[0].elements, 64 / 6);
    ck_assert_uint_eq(l.fields[0].shift, 5);
    ck_assert_uint_eq(l.fields[1].shift, 14);
    ck_assert_uint_eq(l.fields[3].components, 1);
    ferry_close(job);
}
END_TEST

/* The last attribute is TEX7, 20; NBT is 25. */
START_TEST(other_attributes_are_refused) {
    ferry_job *job = fy_test_job();
    fy_j3d j3d = {0};
    declare(&j3d, FY_J3D_ARRAY_POS, 1, S16, 5);
    declare(&j3d, FY_J3D_ARRAY_TEX0 + 7, 1, S16, 5);
    const uint32_t list[] = {9, 2, 20 + (uint32_t)_i, 2, 0xff, 0};
    fy_j3d_layout l;
    ck_assert_int_eq(layout_of(job, &j3d, list, 3, &l), _i == 0);
    ferry_close(job);
}
END_TEST

START_TEST(fractions_of_normals_are_fixed) {
    static const uint32_t shifts[] = {7, 6, 15, 14};
    for (uint32_t type = U8; type <= S16; type++) {
        ferry_job *job = fy_test_job();
        fy_j3d j3d = {0};
        declare(&j3d, FY_J3D_ARRAY_POS, 1, F32, 0);
        declare(&j3d, FY_J3D_ARRAY_NRM, 0, type, 3);
        fy_j3d_layout l;
        ck_assert(layout_of(job, &j3d, (const uint32_t[]){9, 3, 10, 3, 0xff, 0}, 3, &l));
        ck_assert_uint_eq(l.fields[1].shift, shifts[type]);
        ferry_close(job);
    }
}
END_TEST

/* NBT stands in the place of the normal; with three indices it takes three times the room. */
START_TEST(layout_of_nbt) {
    for (uint32_t count_code = 0; count_code <= 2; count_code++) {
        ferry_job *job = fy_test_job();
        fy_j3d j3d = {0};
        declare(&j3d, FY_J3D_ARRAY_POS, 0, S8, 0);
        declare(&j3d, FY_J3D_ARRAY_NBT, count_code, S8, 0);
        declare(&j3d, FY_J3D_ARRAY_TEX0, 1, S8, 0);
        fy_j3d_layout l;
        ck_assert(layout_of(job, &j3d, (const uint32_t[]){25, 3, 13, 2, 9, 2, 0xff, 0}, 4, &l));
        ck_assert_uint_eq(l.fields[0].components, 2);
        ck_assert_uint_eq(l.fields[1].attribute, FY_J3D_NRM);
        ck_assert(l.fields[1].nbt);
        ck_assert_uint_eq(l.fields[1].stride, 9);
        ck_assert_uint_eq(l.fields[1].indices, count_code == 2 ? 3 : 1);
        ck_assert_uint_eq(l.size, 1 + (count_code == 2 ? 6 : 2) + 1);
        ferry_close(job);
    }
}
END_TEST

START_TEST(attribute_without_array) {
    ferry_job *job = fy_test_job();
    fy_j3d j3d = {0};
    declare(&j3d, FY_J3D_ARRAY_POS, 1, F32, 0);
    fy_j3d_layout l;
    ck_assert(layout_of(job, &j3d, (const uint32_t[]){9, 3, 14, 3, 0xff, 0}, 3, &l));
    ck_assert(l.fields[1].missing);
    ck_assert_uint_eq(l.size, 4);
    fy_expect_report(job, "test:0x0: warning: VTX1 has no array for attribute 14; ignored\n");
    ferry_close(job);
}
END_TEST

/* -------------------------------------------------------------------------------------------- names */

START_TEST(name_table) {
    /* two names, one of them Shift-JIS with a backslash byte in it; a third that lies outside */
    static const uint8_t bytes[] = {0, 0,  0, 4, 0, 3, 0xff, 0xff, 0, 0,    0,    16,  0, 0,
                                    0, 19, 0, 0, 1, 0, 'e',  'y',  0, 0x83, 0x5c, 'a', 0};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_window window = ferry_window_open(job, "test", (ferry_bytes){bytes, sizeof bytes});
    fy_j3d_names names = fy_j3d_names_open(&window, 0, 4);
    ck_assert_str_eq(fy_j3d_name(&names, scene, 0, "x"), "ey");
    ck_assert_str_eq(fy_j3d_name(&names, scene, 1, "x"), "\\x83\\\\a");
    ck_assert_str_eq(fy_j3d_name(&names, scene, 2, "x"), "x2");
    ck_assert_str_eq(fy_j3d_name(&names, scene, 3, "x"), "x3");
    fy_expect_report(job, "test:0x4: warning: names: 3 names, but 4 are needed; the others are "
                          "generated\n"
                          "test:0x12: warning: names: name 2 is outside the block; used a generated "
                          "name\n");
    static const uint8_t none[4];
    window = ferry_window_open(job, "none", (ferry_bytes){none, sizeof none});
    names = fy_j3d_names_open(&window, 0, 4);
    ck_assert_uint_eq(ferry_job_report(job)->count, 2);
    ck_assert_str_eq(fy_j3d_name(&names, scene, 0, "joint"), "joint0");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------ foreign */

static void put_le32(uint8_t *to, uint32_t value) {
    for (int k = 0; k < 4; k++) to[k] = (uint8_t)(value >> 8 * k);
}

START_TEST(foreign_files) {
    static uint8_t ds[0x100];
    put_le32(ds, 3);
    static const uint32_t pairs[] = {1, 0x3c, 2, 0x7c, 1, 0x8c, 1, 0xa0, 1, 0xb0};
    for (size_t k = 0; k < 10; k++) put_le32(ds + 4 + 4 * k, pairs[k]);
    const char *text = fy_j3d_foreign((ferry_bytes){ds, sizeof ds});
    ck_assert_ptr_nonnull(text);
    ck_assert_str_eq(text, "seems to be a Nintendo DS model (Super Mario 64 DS), not J3D");
    put_le32(ds + 8, 0x1000); /* bones outside */
    ck_assert_ptr_null(fy_j3d_foreign((ferry_bytes){ds, sizeof ds}));
    ck_assert_ptr_null(fy_j3d_foreign((ferry_bytes){ds, 4}));
    text = fy_j3d_foreign((ferry_bytes){(const uint8_t *)"2D3J3dmb", 8});
    ck_assert(text && strstr(text, "little-endian"));
    text = fy_j3d_foreign((ferry_bytes){(const uint8_t *)"J3D1bck1", 8});
    ck_assert(text && strstr(text, "animation"));
    static const char *const others[][2] = {
        {"\x89PNG\r\n\x1a\n", "PNG"}, {"glTF\2", "glTF"}, {"U\xAA\x38-", "U8"}, {"PK\x03\x04", "ZIP"}};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        text = fy_j3d_foreign((ferry_bytes){(const uint8_t *)others[k][0], strlen(others[k][0])});
        ck_assert_msg(text && strstr(text, others[k][1]), "%s is not recognised", others[k][1]);
    }
}
END_TEST

/* ------------------------------------------------------------------------------------------ arrays */

static void put_be32(uint8_t *to, uint32_t value) {
    for (int k = 0; k < 4; k++) to[k] = (uint8_t)(value >> (24 - 8 * k));
}

/* An array ends where the next one begins, whatever their order; the last one with the block. */
START_TEST(arrays_end_where_others_begin) {
    uint8_t bytes[0x100] = {0};
    put_be32(bytes + 8, 0x40); /* formats */
    put_be32(bytes + 0x40, 0xff);
    put_be32(bytes + 0x0c + 4 * FY_J3D_ARRAY_POS, 0x80);
    put_be32(bytes + 0x0c + 4 * FY_J3D_ARRAY_NRM, 0x60);
    put_be32(bytes + 0x0c + 4 * FY_J3D_ARRAY_CLR0, 0xc0);
    put_be32(bytes + 0x0c + 4 * FY_J3D_ARRAY_TEX0, 0xc0);        /* the same bytes */
    put_be32(bytes + 0x0c + 4 * (FY_J3D_ARRAY_TEX0 + 1), 0x100); /* past the end */
    ferry_job *job = fy_test_job();
    fy_j3d j3d = {.job = job};
    j3d.chunk[FY_J3D_VTX1] = ferry_window_open(job, "test", (ferry_bytes){bytes, sizeof bytes});
    ck_assert(fy_j3d_read_arrays(&j3d));
    ck_assert_uint_eq(j3d.arrays[FY_J3D_ARRAY_NRM].size, 0x20);
    ck_assert_uint_eq(j3d.arrays[FY_J3D_ARRAY_POS].size, 0x40);
    ck_assert_uint_eq(j3d.arrays[FY_J3D_ARRAY_CLR0].size, 0x40);
    ck_assert_uint_eq(j3d.arrays[FY_J3D_ARRAY_TEX0].size, 0x40);
    ck_assert_ptr_eq(j3d.arrays[FY_J3D_ARRAY_POS].data, bytes + 0x80);
    ck_assert(!j3d.arrays[FY_J3D_ARRAY_TEX0 + 1].has_data);
    ck_assert(!j3d.arrays[FY_J3D_ARRAY_NBT].has_data);
    fy_expect_report(job, "test:0x24: warning: vertex array 6 starts past the end of the block\n");
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("j3d_vertices");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, component_types);
    tcase_add_test(cases, color_types);
    tcase_add_test(cases, indices_are_bounded);
    tcase_add_test(cases, skipped_positions);
    tcase_add_test(cases, three_indices);
    tcase_add_test(cases, arrays_end_where_others_begin);
    tcase_add_test(cases, layout_in_hardware_order);
    tcase_add_loop_test(cases, other_attributes_are_refused, 0, 5);
    tcase_add_test(cases, fractions_of_normals_are_fixed);
    tcase_add_test(cases, layout_of_nbt);
    tcase_add_test(cases, attribute_without_array);
    tcase_add_test(cases, name_table);
    tcase_add_test(cases, foreign_files);
    suite_add_tcase(suite, cases);
    return fy_run_suite(suite);
}
