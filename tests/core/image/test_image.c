/* test_image.c: alpha classes, and PNG from and to memory. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/image/image.h"
#include "core/image/texels.h"
#include "core/image/texels_difference.h"
#include "helpers.h"

/* ----------------------------------------------------------------------------------------------- alpha */

START_TEST(alpha_classes) {
    uint8_t rgba[4 * 6];
    memset(rgba, 255, sizeof rgba);
    ck_assert_int_eq(fy_alpha_class(rgba, 6), FERRY_ALPHA_ALL_OPAQUE);
    ck_assert_int_eq(fy_alpha_class(rgba, 0), FERRY_ALPHA_ALL_OPAQUE);
    rgba[4 * 5 + 3] = 0;
    ck_assert_int_eq(fy_alpha_class(rgba, 6), FERRY_ALPHA_ALL_BINARY);
    ck_assert_int_eq(fy_alpha_class(rgba, 5), FERRY_ALPHA_ALL_OPAQUE);
    rgba[3] = 254;
    ck_assert_int_eq(fy_alpha_class(rgba, 6), FERRY_ALPHA_VARIED);
    rgba[3] = 1;
    ck_assert_int_eq(fy_alpha_class(rgba, 6), FERRY_ALPHA_VARIED);
    rgba[3] = 0;
    memset(rgba, 7, 3); /* colours do not count */
    ck_assert_int_eq(fy_alpha_class(rgba, 6), FERRY_ALPHA_ALL_BINARY);
}
END_TEST

/* ----------------------------------------------------------------------------------- every kind of PNG */

/* 5x3: no row is a whole number of bytes in 1, 2 or 4 bits. */
enum { WIDTH = 5, HEIGHT = 3 };

typedef struct kind_case {
    fy_png_kind kind;
    uint32_t bits, colors;
    size_t pitch;
} kind_case;

static const kind_case kinds[] = {
    {FY_PNG_GRAY, 1, 0, 1},     {FY_PNG_GRAY, 2, 0, 2},        {FY_PNG_GRAY, 4, 0, 3},
    {FY_PNG_GRAY, 8, 0, 5},     {FY_PNG_GRAY_ALPHA, 8, 0, 10}, {FY_PNG_RGB, 8, 0, 15},
    {FY_PNG_RGBA, 8, 0, 20},    {FY_PNG_INDEXED, 1, 2, 1},     {FY_PNG_INDEXED, 2, 3, 2},
    {FY_PNG_INDEXED, 4, 11, 3}, {FY_PNG_INDEXED, 8, 200, 5},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static uint8_t pixels[64], palette[4 * 256];

/* A sample of a packed row. */
static uint32_t sample_at(const fy_png *picture, uint32_t x, uint32_t y) {
    const uint32_t bit = x * picture->bits;
    return (uint32_t)picture->pixels[y * fy_png_pitch(picture) + bit / 8] >> (8 - picture->bits - bit % 8) &
           ((1u << picture->bits) - 1);
}

/* A picture in which all neighbours differ, padding bits zero; palette alphas: some opaque, some not, the
 * last opaque. */
static fy_png make_picture(const kind_case *kind) {
    fy_png picture = {
        .kind = kind->kind, .bits = kind->bits, .width = WIDTH, .height = HEIGHT, .pixels = pixels};
    memset(pixels, 0, sizeof pixels);
    ck_assert_uint_eq(fy_png_pitch(&picture), kind->pitch);
    if (kind->bits < 8) {
        const uint32_t values = kind->colors ? kind->colors : 1u << kind->bits;
        for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
            const uint32_t bit = i % WIDTH * kind->bits;
            pixels[i / WIDTH * kind->pitch + bit / 8] |=
                (uint8_t)((i * 7 + i / 5) % values << (8 - kind->bits - bit % 8));
        }
    } else {
        for (size_t i = 0; i < kind->pitch * HEIGHT; i++) pixels[i] = (uint8_t)(i * 37 + 11);
        for (size_t i = 0; kind->colors && i < kind->pitch * HEIGHT; i++)
            pixels[i] = (uint8_t)(pixels[i] % kind->colors);
    }
    for (uint32_t i = 0; i < kind->colors; i++) {
        const uint8_t color[4] = {(uint8_t)(i * 5), (uint8_t)(255 - i), (uint8_t)(i * 3 + 1),
                                  (uint8_t)(i % 3 == 1 && i + 1 < kind->colors ? i * 16 : 255)};
        memcpy(palette + 4 * i, color, 4);
    }
    picture.palette = palette;
    picture.palette_count = kind->colors;
    return picture;
}

/* What the picture shows. */
static void expected_texel(const fy_png *picture, uint32_t x, uint32_t y, uint8_t rgba[4]) {
    const uint8_t *at = picture->pixels + y * fy_png_pitch(picture);
    memset(rgba, 255, 4);
    switch (picture->kind) {
    case FY_PNG_GRAY:
        memset(rgba, (int)(sample_at(picture, x, y) * 255 / ((1u << picture->bits) - 1)), 3);
        break;
    case FY_PNG_GRAY_ALPHA:
        memset(rgba, at[2 * x], 3), rgba[3] = at[2 * x + 1];
        break;
    case FY_PNG_RGB:
        memcpy(rgba, at + 3 * x, 3);
        break;
    case FY_PNG_RGBA:
        memcpy(rgba, at + 4 * x, 4);
        break;
    case FY_PNG_INDEXED:
        memcpy(rgba, picture->palette + 4 * sample_at(picture, x, y), 4);
        break;
    }
}

START_TEST(every_kind_round_trip) {
    const fy_png picture = make_picture(&kinds[_i]);
    ferry_job *job = fy_test_job();
    ferry_bytes png, again;
    fy_png stored;
    uint32_t width, height;
    const uint8_t *rgba;
    uint8_t texel[4];
    ck_assert(fy_png_write(job, "x.png", &picture, &png));
    ck_assert(fy_png_write(job, "x.png", &picture, &again));
    ck_assert_uint_eq(png.size, again.size);
    ck_assert_mem_eq(png.data, again.data, png.size);

    ck_assert(fy_png_read_stored(job, "x.png", png, &stored));
    ck_assert_int_eq(stored.kind, picture.kind);
    ck_assert_uint_eq(stored.bits, picture.bits);
    ck_assert_uint_eq(stored.width, WIDTH);
    ck_assert_uint_eq(stored.height, HEIGHT);
    ck_assert_uint_eq(stored.palette_count, picture.palette_count);
    if (picture.palette_count) ck_assert_mem_eq(stored.palette, palette, 4 * picture.palette_count);
    ck_assert_mem_eq(stored.pixels, pixels, fy_png_pitch(&picture) * HEIGHT);

    ck_assert(fy_png_read(job, "x.png", png, &width, &height, &rgba));
    ck_assert(width == WIDTH && height == HEIGHT);
    for (uint32_t y = 0; y < HEIGHT; y++) {
        for (uint32_t x = 0; x < WIDTH; x++) {
            expected_texel(&picture, x, y, texel);
            ck_assert_mem_eq(rgba + 4 * (y * WIDTH + x), texel, 4);
        }
    }
    fy_expect_report(job, "");
    ferry_close(job);
}
END_TEST

/* `png` with the 2 or 6 bytes of a tRNS behind its header. */
static ferry_bytes with_transparent_color(ferry_job *job, ferry_bytes png, const uint8_t *color,
                                          size_t size) {
    const size_t header = 8 + 12 + 13;
    uint8_t *made = ferry_new(job, uint8_t, png.size + 12 + size), *chunk = made + header;
    memcpy(made, png.data, header);
    memcpy(chunk, "\0\0\0\0tRNS", 8);
    chunk[3] = (uint8_t)size;
    memcpy(chunk + 8, color, size);
    const uLong crc = crc32(0, chunk + 4, (uInt)(4 + size));
    for (int k = 0; k < 4; k++) chunk[8 + size + (size_t)k] = (uint8_t)(crc >> (24 - 8 * k));
    memcpy(chunk + 12 + size, png.data + header, png.size - header);
    return (ferry_bytes){made, png.size + 12 + size};
}

/* Gray and RGB may name one colour that is transparent: what is stored has alpha then. */
START_TEST(one_color_may_be_transparent) {
    static const uint8_t samples[] = {10, 20, 30, 40, 50, 60};
    static const uint8_t of_gray[] = {0, 20}, of_rgb[] = {0, 40, 0, 50, 0, 60};
    static const uint8_t gray_alpha[] = {10, 255, 20, 0}, rgba[] = {10, 20, 30, 255, 40, 50, 60, 0};
    ferry_job *job = fy_test_job();
    for (int rgb = 0; rgb < 2; rgb++) {
        const fy_png picture = {
            .kind = rgb ? FY_PNG_RGB : FY_PNG_GRAY, .bits = 8, .width = 2, .height = 1, .pixels = samples};
        ferry_bytes png;
        fy_png stored;
        ck_assert(fy_png_write(job, "x.png", &picture, &png));
        png = with_transparent_color(job, png, rgb ? of_rgb : of_gray, rgb ? 6 : 2);
        ck_assert(fy_png_read_stored(job, "x.png", png, &stored));
        ck_assert_int_eq(stored.kind, rgb ? FY_PNG_RGBA : FY_PNG_GRAY_ALPHA);
        ck_assert_mem_eq(stored.pixels, rgb ? rgba : gray_alpha, rgb ? sizeof rgba : sizeof gray_alpha);
    }
    fy_expect_report(job, "");
    ferry_close(job);
}
END_TEST

/* No chunk may carry a time or the like. */
START_TEST(only_needed_chunks) {
    ferry_job *job = fy_test_job();
    for (int i = 0; i < KINDS; i++) {
        const fy_png picture = make_picture(&kinds[i]);
        ferry_bytes png;
        ck_assert(fy_png_write(job, "x.png", &picture, &png));
        for (size_t at = 8; at < png.size; at += 12 + ferry_be32(png.data + at)) {
            char name[5] = "";
            memcpy(name, png.data + at + 4, 4);
            ck_assert_msg(strstr("IHDR PLTE tRNS IDAT IEND", name), "chunk %s", name);
            if (strcmp(name, "tRNS") == 0)
                ck_assert_uint_lt(ferry_be32(png.data + at), picture.palette_count);
        }
    }
    ferry_close(job);
}
END_TEST

START_TEST(levels_of_an_image) {
    uint8_t base[4 * 6], small[4 * 3];
    ferry_mip_level levels[2] = {{3, 2, base}, {3, 1, small}};
    ferry_image image = {.name = "wall", .width = 3, .height = 2, .levels = levels, .level_count = 2};
    ferry_job *job = fy_test_job();
    for (size_t i = 0; i < sizeof base; i++) base[i] = (uint8_t)(i * 9 + 1);
    for (size_t i = 0; i < sizeof small; i++) small[i] = (uint8_t)(250 - i * 7);
    for (uint32_t level = 0; level < 2; level++) {
        ferry_bytes png;
        uint32_t width, height;
        const uint8_t *rgba;
        ck_assert(ferry_image_png(job, &image, level, &png));
        ck_assert(fy_png_read(job, "x.png", png, &width, &height, &rgba));
        ck_assert(width == 3 && height == levels[level].height);
        ck_assert_mem_eq(rgba, levels[level].rgba, 12 * (size_t)height);
    }
    ferry_bytes png;
    ck_assert(!ferry_image_png(job, &image, 2, &png));
    fy_expect_report(job, "error: image \"wall\" has 2 mip levels; level 2 does not exist\n");
    ferry_close(job);
}
END_TEST

START_TEST(impossible_pictures_are_refused) {
    static const fy_png bad[] = {
        {.kind = FY_PNG_RGBA, .bits = 4, .width = 1, .height = 1, .pixels = pixels},
        {.kind = FY_PNG_GRAY, .bits = 3, .width = 1, .height = 1, .pixels = pixels},
        {.kind = FY_PNG_RGB, .bits = 8, .width = 0, .height = 1, .pixels = pixels},
        {.kind = FY_PNG_INDEXED, .bits = 4, .width = 1, .height = 1, .pixels = pixels, .palette = palette},
        {.kind = FY_PNG_INDEXED,
         .bits = 2,
         .width = 1,
         .height = 1,
         .pixels = pixels,
         .palette = palette,
         .palette_count = 5},
        {.kind = FY_PNG_INDEXED,
         .bits = 16,
         .width = 1,
         .height = 1,
         .pixels = pixels,
         .palette = palette,
         .palette_count = 5},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ferry_job *job = fy_test_job();
        ferry_bytes png;
        ck_assert(!fy_png_write(job, "x.png", &bad[i], &png));
        ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_ERROR], 1);
        ferry_close(job);
    }
}
END_TEST

/* A large one: many rows, several IDAT chunks, and the temporaries given back. */
START_TEST(large_picture) {
    enum { SIDE = 300 };
    ferry_job *job = fy_test_job();
    uint8_t *noise = ferry_new(job, uint8_t, 4 * SIDE * SIDE);
    uint32_t seed = 5;
    for (size_t i = 0; i < 4 * SIDE * SIDE; i++)
        noise[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
    const fy_png picture = {.kind = FY_PNG_RGBA, .bits = 8, .width = SIDE, .height = SIDE, .pixels = noise};
    ferry_bytes png;
    uint32_t width, height;
    const uint8_t *rgba;
    const size_t before = job->account->used;
    ck_assert(fy_png_write(job, "x.png", &picture, &png));
    ck_assert_uint_gt(png.size, 4 * SIDE * SIDE);
    ck_assert_uint_le(job->account->used - before, png.size + 4096);
    ck_assert(fy_png_read(job, "x.png", png, &width, &height, &rgba));
    ck_assert_mem_eq(rgba, noise, 4 * SIDE * SIDE);
    ferry_close(job);
}
END_TEST

/* -------------------------------------------------------------------------------------------- bad PNGs */

START_TEST(truncated_anywhere) {
    const fy_png picture = make_picture(&kinds[_i]);
    ferry_job *job = fy_test_job();
    ferry_bytes png;
    fy_png stored;
    uint32_t width, height;
    const uint8_t *rgba;
    ck_assert(fy_png_write(job, "x.png", &picture, &png));
    for (size_t size = 0; size < png.size; size++) {
        ferry_job *cut = fy_test_job();
        const size_t before = cut->account->used;
        ck_assert(!fy_png_read(cut, "x.png", (ferry_bytes){png.data, size}, &width, &height, &rgba));
        ck_assert_uint_eq(ferry_job_report(cut)->totals[FERRY_ERROR], 1);
        ck_assert(!fy_png_read_stored(cut, "x.png", (ferry_bytes){png.data, size}, &stored));
        ck_assert_uint_eq(ferry_job_report(cut)->totals[FERRY_ERROR], 2);
        ck_assert_uint_le(cut->account->used - before, 64 << 10); /* the report */
        ferry_close(cut);
    }
    ferry_close(job);
}
END_TEST

/* Patched bytes with right checksums, so that they reach the decoder. */
START_TEST(patched_anywhere) {
    const fy_png picture = make_picture(&kinds[_i]);
    ferry_job *job = fy_test_job();
    ferry_bytes png;
    ck_assert(fy_png_write(job, "x.png", &picture, &png));
    uint8_t *copy = ferry_new(job, uint8_t, png.size);
    for (size_t chunk = 8; chunk < png.size; chunk += 12 + ferry_be32(png.data + chunk)) {
        const uint32_t size = ferry_be32(png.data + chunk);
        for (size_t at = chunk + 4; at < chunk + 8 + size; at++) {
            for (int value = 0; value < 256; value += 17) {
                memcpy(copy, png.data, png.size);
                copy[at] = (uint8_t)value;
                const uLong crc = crc32(0, copy + chunk + 4, size + 4);
                for (int k = 0; k < 4; k++)
                    copy[chunk + 8 + size + (size_t)k] = (uint8_t)(crc >> (24 - 8 * k));
                ferry_job *patched = fy_test_job();
                fy_png stored;
                const bool good =
                    fy_png_read_stored(patched, "x.png", (ferry_bytes){copy, png.size}, &stored);
                ck_assert_int_eq(good, !ferry_failed(patched));
                ferry_close(patched);
            }
        }
    }
    ferry_close(job);
}
END_TEST

START_TEST(broken_pngs_say_why) {
    const fy_png picture = make_picture(&kinds[6]);
    ferry_job *job = fy_test_job();
    ferry_bytes png;
    uint32_t width, height;
    const uint8_t *rgba;
    ck_assert(fy_png_write(job, "x.png", &picture, &png));
    ck_assert(
        !fy_png_read(job, "x.png", (ferry_bytes){(const uint8_t *)"GIF89a..", 8}, &width, &height, &rgba));
    ck_assert(!fy_png_read(job, "x.png", (ferry_bytes){png.data, png.size - 13}, &width, &height, &rgba));
    uint8_t *copy = ferry_new(job, uint8_t, png.size);
    memcpy(copy, png.data, png.size);
    copy[png.size - 13]++; /* the checksum of IDAT */
    ck_assert(!fy_png_read(job, "x.png", (ferry_bytes){copy, png.size}, &width, &height, &rgba));
    /* 16,000 x 16,000: a size that so few bytes cannot fill */
    memcpy(copy, png.data, png.size);
    copy[18] = copy[22] = 16000 >> 8;
    copy[19] = copy[23] = 16000 & 255;
    const uLong crc = crc32(0, copy + 12, 17);
    for (int k = 0; k < 4; k++) copy[29 + k] = (uint8_t)(crc >> (24 - 8 * k));
    ck_assert(!fy_png_read(job, "y.png", (ferry_bytes){copy, png.size}, &width, &height, &rgba));
    fy_expect_report(job, "x.png:0x0: error: PNG: Not a PNG file\n"
                          "x.png:0x4d: error: PNG: the file ends early\n"
                          "x.png:0x4d: error: PNG: IDAT: CRC error\n"
                          "y.png:0x21: error: PNG: the file is too short for its size\n");
    ferry_close(job);
}
END_TEST

/* The n-th allocation fails: an error each time, and all memory but the report's given back. */
START_TEST(memory_limit_is_an_error) {
    const fy_png picture = make_picture(&kinds[10]);
    bool done = false;
    for (size_t n = 1; !done; n++) {
        const ferry_options options = {.size = sizeof options, .fail_allocation = n};
        ferry_job *job = ferry_open(&options);
        if (job && !ferry_failed(job)) {
            ferry_bytes png;
            fy_png stored;
            done =
                fy_png_write(job, "x.png", &picture, &png) && fy_png_read_stored(job, "x.png", png, &stored);
            ck_assert_int_eq(done, !ferry_failed(job));
        }
        ferry_close(job);
        ck_assert_uint_lt(n, 300);
    }
}
END_TEST

/* Weights of red, green and blue are 3, 4 and 2 of 9. */
START_TEST(contrast_is_of_neighbours) {
    uint8_t rgba[4 * 6];
    static const uint8_t reds[6] = {10, 40, 10, 10, 40, 10}, greens[6] = {0, 0, 0, 60, 60, 60};
    for (int i = 0; i < 6; i++) memcpy(rgba + 4 * i, (uint8_t[4]){reds[i], greens[i], 5, 255}, 4);
    const fy_texels of = {3, 2, rgba};
    double contrast[2];
    fy_texels_contrast(&of, (fy_texel_needs){.color = true}, NULL, contrast);
    ck_assert_double_eq_tol(contrast[0], 30. * 30 * 3 / 9, 1e-3);
    ck_assert_double_eq_tol(contrast[1], 60. * 60 * 4 / 9, 1e-3);
    for (int i = 0; i < 6; i++) rgba[4 * i + 3] = i < 3 ? 0 : 90;
    fy_texels_contrast(&of, (fy_texel_needs){.alpha = true}, NULL, contrast);
    ck_assert_double_eq_tol(contrast[0], 0, 1e-9);
    ck_assert_double_eq_tol(contrast[1], 90. * 90, 1e-2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("image");
    TCase *good = tcase_create("good"), *bad = tcase_create("bad");
    tcase_add_test(good, alpha_classes);
    tcase_add_loop_test(good, every_kind_round_trip, 0, KINDS);
    tcase_add_test(good, one_color_may_be_transparent);
    tcase_add_test(good, only_needed_chunks);
    tcase_add_test(good, levels_of_an_image);
    tcase_add_test(good, large_picture);
    tcase_add_test(good, contrast_is_of_neighbours);
    tcase_add_test(bad, impossible_pictures_are_refused);
    tcase_add_loop_test(bad, truncated_anywhere, 0, KINDS);
    tcase_add_loop_test(bad, patched_anywhere, 0, KINDS);
    tcase_add_test(bad, broken_pngs_say_why);
    tcase_add_test(bad, memory_limit_is_an_error);
    suite_add_tcase(suite, good);
    suite_add_tcase(suite, bad);
    return fy_run_suite(suite);
}
