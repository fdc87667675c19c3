/*
 * test_rdp_picture.c: pictures as the console holds them, by the format in their names
 * (docs/formats/n64_drawing.md).
 */
#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/rdp_values.h"
#include "core/image/image.h"
#include "core/image/texels.h"
#include "formats/sprite/rdp_picture.h"
#include "formats/sprite/t3dm_sprites.h"
#include "helpers.h"

static fy_sprite_format load(ferry_job *job, const char *name, const fy_png *picture, fy_texels *texels) {
    ferry_bytes png;
    fy_sprite_format format;
    ck_assert(fy_png_write(job, name, picture, &png));
    ck_assert(fy_rdp_picture_of_png(job, name, png, texels, &format));
    ck_assert_uint_eq(texels->width, picture->width);
    ck_assert_uint_eq(texels->height, picture->height);
    return format;
}

START_TEST(names_carry_formats) {
    ck_assert_int_eq(fy_rdp_format_of_name("dir/x.ci4.png"), FY_SPRITE_CI4);
    ck_assert_int_eq(fy_rdp_format_of_name("x.RGBA32.sprite"), FY_SPRITE_RGBA32);
    ck_assert_int_eq(fy_rdp_format_of_name("x.ia16.i4.png"), FY_SPRITE_IA16);
    ck_assert_int_eq(fy_rdp_format_of_name("i8.png"), FY_SPRITE_I8);
    ck_assert_int_eq(fy_rdp_format_of_name("dir/i8.png"), FY_SPRITE_FORMATS);
    ck_assert_int_eq(fy_rdp_format_of_name("x.ci.i88.png"), FY_SPRITE_FORMATS);
}
END_TEST

START_TEST(pictures_are_cut_not_rounded) {
    static const struct {
        const char *name;
        fy_sprite_format format;
        uint8_t rgba[2][4];
    } cases[] = {
        {"x.rgba32.png", FY_SPRITE_RGBA32, {{0xB7, 0x4F, 0x2E, 0x01}, {0x9F, 0xFF, 0x00, 0x00}}},
        {"x.rgba16.png", FY_SPRITE_RGBA16, {{0xB5, 0x4A, 0x29, 0xFF}, {0x9C, 0xFF, 0x00, 0x00}}},
        {"x.png", FY_SPRITE_RGBA16, {{0xB5, 0x4A, 0x29, 0xFF}, {0x9C, 0xFF, 0x00, 0x00}}},
        {"x.ia16.png", FY_SPRITE_IA16, {{0xB7, 0xB7, 0xB7, 0x01}, {0x9F, 0x9F, 0x9F, 0x00}}},
        {"x.ia8.png", FY_SPRITE_IA8, {{0xBB, 0xBB, 0xBB, 0x00}, {0x99, 0x99, 0x99, 0x00}}},
        {"x.ia4.png", FY_SPRITE_IA4, {{0xB6, 0xB6, 0xB6, 0xFF}, {0x92, 0x92, 0x92, 0x00}}},
        {"x.i8.png", FY_SPRITE_I8, {{0xB7, 0xB7, 0xB7, 0xB7}, {0x9F, 0x9F, 0x9F, 0x9F}}},
        {"x.i4.png", FY_SPRITE_I4, {{0xBB, 0xBB, 0xBB, 0xBB}, {0x99, 0x99, 0x99, 0x99}}},
        {"x.ci8.png", FY_SPRITE_CI8, {{0xB5, 0x4A, 0x29, 0xFF}, {0x9C, 0xFF, 0x00, 0x00}}},
        {"x.ci4.png", FY_SPRITE_CI4, {{0xB5, 0x4A, 0x29, 0xFF}, {0x9C, 0xFF, 0x00, 0x00}}},
    };
    static const uint8_t pixels[] = {0xB7, 0x4F, 0x2E, 0x01, 0x9F, 0xFF, 0x00, 0x00};
    fy_png picture = {.kind = FY_PNG_RGBA, .bits = 8, .width = 2, .height = 1, .pixels = pixels};
    ferry_job *job = fy_test_job();
    for (size_t i = 0; i < COUNT(cases); i++) {
        fy_texels texels;
        ck_assert_int_eq(load(job, cases[i].name, &picture, &texels), cases[i].format);
        for (size_t k = 0; k < 2; k++) {
            const uint8_t *e = cases[i].rgba[k];
            expect_rgba(texels.rgba + 4 * k, e[0], e[1], e[2], e[3]);
        }
    }
    ferry_close(job);
}
END_TEST

/* Few greys and small palettes become four bits whatever the name says; grey loses its lower half then. */
START_TEST(few_values_take_four_bits) {
    ferry_job *job = fy_test_job();
    uint8_t greys[17];
    for (int i = 0; i < 17; i++) greys[i] = (uint8_t)(i * 15);
    fy_png grey = {.kind = FY_PNG_GRAY, .bits = 8, .width = 17, .height = 1, .pixels = greys};
    fy_texels texels;
    ck_assert_int_eq(load(job, "g.i8.png", &grey, &texels), FY_SPRITE_I8);
    ck_assert_int_eq(texels.rgba[4 * 16], 240);
    grey.width = 16;
    ck_assert_int_eq(load(job, "g.i8.png", &grey, &texels), FY_SPRITE_I4);
    ck_assert_int_eq(texels.rgba[4 * 15], 0xEE);
    ck_assert_int_eq(load(job, "g.ia8.png", &grey, &texels), FY_SPRITE_IA8);

    uint8_t packed[] = {0x1B}; /* 0 1 2 3, two bits each */
    fy_png small = {.kind = FY_PNG_GRAY, .bits = 2, .width = 4, .height = 1, .pixels = packed};
    ck_assert_int_eq(load(job, "g.png", &small, &texels), FY_SPRITE_I4);
    ck_assert_int_eq(texels.rgba[4], 0x55);

    uint8_t palette[17 * 4], indices[] = {15, 3};
    for (int i = 0; i < 17 * 4; i++) palette[i] = (uint8_t)(i * 3);
    fy_png indexed = {.kind = FY_PNG_INDEXED,
                      .bits = 8,
                      .width = 2,
                      .height = 1,
                      .pixels = indices,
                      .palette = palette,
                      .palette_count = 17};
    ck_assert_int_eq(load(job, "c.ci8.png", &indexed, &texels), FY_SPRITE_CI4);
    expect_rgba(texels.rgba, 181, 181, 189, 255);
    indices[0] = 16;
    ck_assert_int_eq(load(job, "c.png", &indexed, &texels), FY_SPRITE_CI8);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rdp_picture");
    TCase *texels = tcase_create("texels");
    tcase_add_test(texels, names_carry_formats);
    tcase_add_test(texels, pictures_are_cut_not_rounded);
    tcase_add_test(texels, few_values_take_four_bits);
    suite_add_tcase(suite, texels);
    return fy_run_suite(suite);
}
