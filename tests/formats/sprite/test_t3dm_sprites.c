/* test_t3dm_sprites.c: texel formats, sizes and palettes of pictures (docs/what-is-lost.md, "Textures"). */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/material_scene.h"
#include "core/image/image.h"
#include "core/image/quantise.h"
#include "core/image/texels.h"
#include "core/image/texels_resize.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/texture/t3dm_choose.h"
#include "helpers.h"
#include "shade/t3dm_combiner.h"

static fy_texels painted(ferry_job *job, uint32_t width, uint32_t height, painter by) {
    fy_texels texels = {width, height, ferry_new(job, uint8_t, (size_t)width * height * 4)};
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) by(x, y, texels.rgba + 4 * ((size_t)y * width + x));
    return texels;
}

static void three_odd_greys(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t v = 50 + (x + y) % 3 * 37;
    set(texel, v, v, v, 255);
}

static void grey_and_soft_alpha(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t v = (x * 5) & 255;
    set(texel, v, v, v, (y * 9) & 255);
}

static void soft_colors(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x * 8, y * 8, 40, x * 4 + y * 4);
}

static const fy_texel_needs color_only = {true, false}, both = {true, true}, alpha_only = {false, true};

START_TEST(formats_follow_the_content) {
    static const struct {
        uint32_t width, height;
        painter by;
        const fy_texel_needs *needs;
        bool plain;
        fy_sprite_format format;
        uint32_t out_width, out_height;
        double error;
    } rows[] = {
        {64, 64, sixteen_greys, &both, false, FY_SPRITE_I4, 64, 64, 0},
        {64, 64, sixteen_greys, &color_only, false, FY_SPRITE_I4, 64, 64, 0},
        {32, 32, three_odd_greys, &color_only, false, FY_SPRITE_CI4, 32, 32, 4},
        {64, 64, many_greys, &color_only, false, FY_SPRITE_I8, 64, 64, 0},
        {64, 64, many_greys, &alpha_only, false, FY_SPRITE_I8, 64, 64, 256},
        {16, 16, nibbles, &both, false, FY_SPRITE_IA8, 16, 16, 0},
        {32, 32, grey_and_soft_alpha, &both, false, FY_SPRITE_IA16, 32, 32, 0},
        {64, 32, ten_colors, &color_only, false, FY_SPRITE_CI4, 64, 32, 4},
        {64, 32, ten_colors, &color_only, true, FY_SPRITE_RGBA16, 64, 32, 4},
        {40, 40, hundred_colors, &both, false, FY_SPRITE_CI8, 40, 40, 4},
        {32, 64, smooth_colors, &color_only, false, FY_SPRITE_RGBA16, 32, 64, 4},
        {32, 32, soft_colors, &both, false, FY_SPRITE_RGBA32, 32, 32, 0},
    };
    ferry_job *job = fy_test_job();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fy_texels texels = painted(job, rows[i].width, rows[i].height, rows[i].by);
        if (rows[i].needs == &alpha_only)
            for (uint32_t k = 0; k < texels.width * texels.height; k++)
                texels.rgba[4 * k + 3] = texels.rgba[4 * k];
        fy_sprite sprite;
        ck_assert(fy_sprite_choose(
            job, &texels, *rows[i].needs,
            &(fy_texture_limits){.budget = 4096, .pair = rows[i].plain, .least_rows = 1}, &sprite));
        ck_assert_msg(sprite.format == rows[i].format, "row %zu: %s", i,
                      fy_sprite_format_name(sprite.format));
        ck_assert_uint_eq(sprite.texels.width, rows[i].out_width);
        ck_assert_uint_eq(sprite.texels.height, rows[i].out_height);
        ck_assert_double_le(sprite.error, rows[i].error);
        ck_assert(sprite.faithful);
    }
    ferry_close(job);
}
END_TEST

/* mksprite makes I4 of 16 greys whatever the name: I8 is for more. */
START_TEST(i8_is_for_many_greys) {
    static const painter painters[] = {sixteen_greys, many_greys};
    static const fy_sprite_format formats[] = {FY_SPRITE_IA8, FY_SPRITE_I8};
    ferry_job *job = fy_test_job();
    fy_texels texels = painted(job, 32, 32, painters[_i]);
    fy_sprite sprite;
    const fy_texture_limits limits = {
        .budget = 4096, .least_rows = 1, .formats = 1U << FY_SPRITE_I8 | 1U << FY_SPRITE_IA8};
    ck_assert(fy_sprite_choose(job, &texels, color_only, &limits, &sprite));
    ck_assert_str_eq(fy_sprite_format_name(sprite.format), fy_sprite_format_name(formats[_i]));
    ferry_close(job);
}
END_TEST

START_TEST(what_does_not_fit_is_made_to) {
    ferry_job *job = fy_test_job();
    static const painter painters[] = {smooth_colors, many_greys, soft_colors, hundred_colors,
                                       grey_and_soft_alpha};
    static const uint32_t sizes[][2] = {{256, 256}, {64, 128}, {1024, 8}, {96, 160}, {5, 900}, {1024, 1024}};
    for (size_t i = 0; i < sizeof painters / sizeof *painters; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (int plain = 0; plain < 2; plain++) {
                if (sizes[k][0] == 1024 && sizes[k][1] == 1024 && (i || plain)) continue;
                fy_texels texels = painted(job, sizes[k][0], sizes[k][1], painters[i]);
                fy_sprite sprite;
                uint32_t budget = plain ? 2048 : 4096;
                ck_assert(fy_sprite_choose(
                    job, &texels, both,
                    &(fy_texture_limits){.budget = budget, .pair = plain, .least_rows = 1}, &sprite));
                uint32_t limit = fy_sprite_tmem_limit(sprite.format) * budget / 4096;
                ck_assert_uint_le(fy_sprite_tmem(sprite.format, sprite.texels.width, sprite.texels.height),
                                  limit);
                ck_assert(!plain ||
                          (!fy_sprite_has_palette(sprite.format) && sprite.format != FY_SPRITE_RGBA32));
                ck_assert_double_gt(sprite.error, 0);
                ck_assert(!sprite.faithful);
            }
    ferry_close(job);
}
END_TEST

START_TEST(texture_memory_is_counted_as_the_runtime_does) {
    ck_assert_uint_eq(fy_sprite_tmem(FY_SPRITE_CI4, 64, 64), 2048);
    ck_assert_uint_eq(fy_sprite_tmem(FY_SPRITE_I4, 85, 85), 85 * 48);
    ck_assert_uint_eq(fy_sprite_tmem(FY_SPRITE_I4, 15, 3), 24);
    ck_assert_uint_eq(fy_sprite_tmem(FY_SPRITE_RGBA16, 5, 10), 160);
    ck_assert_uint_eq(fy_sprite_tmem(FY_SPRITE_RGBA32, 32, 32), 2048);
    ck_assert_uint_eq(fy_sprite_tmem(FY_SPRITE_RGBA32, 5, 200), 3200);
    ck_assert_uint_eq(fy_sprite_tmem(FY_SPRITE_I8, 1, 100), 800);
    ck_assert_uint_eq(fy_sprite_tmem_limit(FY_SPRITE_CI8), 2048);
    ck_assert_uint_eq(fy_sprite_tmem_limit(FY_SPRITE_RGBA32), 2048);
    ck_assert_uint_eq(fy_sprite_tmem_limit(FY_SPRITE_IA16), 4096);
}
END_TEST

/* The row of texture memory that a block load takes a word for: it counts words by a reciprocal. */
static uint32_t row_of_word(uint32_t word, uint32_t words) {
    uint32_t step = (2048 + words - 1) / words;
    return word * step / 2048;
}

/* Rows of 32-bit texels, counted word by word: up to the first whose end is taken for the next row. Rows of
 * odd numbers of words are loaded one by one. */
START_TEST(rows_are_whole_as_far_as_a_block_load_counts_them) {
    for (uint32_t width = 1; width <= 512; width++) {
        uint32_t words = width / 2, limit = fy_sprite_tmem_limit(FY_SPRITE_RGBA32);
        uint32_t most = limit / fy_sprite_tmem(FY_SPRITE_RGBA32, width, 1), rows = 0;
        while (rows < most && (width % 4 || row_of_word((rows + 1) * words - 1, words) == rows)) rows++;
        for (uint32_t height = 1; height <= most; height++)
            ck_assert_msg(fy_sprite_loads_whole(FY_SPRITE_RGBA32, width, height) == (height <= rows),
                          "%u x %u", width, height);
    }
    ck_assert(fy_sprite_loads_whole(FY_SPRITE_RGBA32, 28, 14));
    ck_assert(!fy_sprite_loads_whole(FY_SPRITE_RGBA32, 28, 15));
    ck_assert(fy_sprite_loads_whole(FY_SPRITE_RGBA16, 28, 36)); /* the library sees to all others */
}
END_TEST

/* Halving weights colours by alpha: a red texel beside a transparent green one stays red. */
START_TEST(resizing_keeps_colors_of_what_is_seen) {
    ferry_job *job = fy_test_job();
    uint8_t rgba[16] = {200, 0, 0, 255, 0, 255, 0, 0, 100, 0, 0, 255, 0, 255, 0, 0};
    fy_texels from = {2, 2, rgba}, to;
    ck_assert(fy_texels_reduce(job, &from, 2, 2, &to));
    ck_assert_int_eq(to.rgba[0], 150);
    ck_assert_int_eq(to.rgba[1], 0);
    ck_assert_int_eq(to.rgba[3], 128);
    ck_assert(fy_texels_resize(job, &from, (fy_texel_wraps){FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP}, 1, 1, &to));
    ck_assert_int_eq(to.rgba[0], 150);
    ck_assert_int_eq(to.rgba[1], 0);
    for (int i = 0; i < 4; i++) rgba[4 * i + 3] = 0; /* where none is seen, all count alike */
    ck_assert(fy_texels_reduce(job, &from, 2, 2, &to));
    ck_assert_int_eq(to.rgba[0], 75);
    ck_assert_int_eq(to.rgba[1], 128);
    ck_assert_int_eq(to.rgba[3], 0);
    ferry_close(job);
}
END_TEST

START_TEST(pictures_read_back_as_the_console_shows_them) {
    static const painter painters[] = {sixteen_greys, many_greys,     nibbles,       grey_and_soft_alpha,
                                       ten_colors,    hundred_colors, smooth_colors, soft_colors};
    ferry_job *job = fy_test_job();
    for (size_t i = 0; i < sizeof painters / sizeof *painters; i++) {
        fy_texels texels = painted(job, 24, 20, painters[i]);
        for (int format = 0; format < FY_SPRITE_FORMATS; format++) {
            fy_sprite sprite;
            ferry_bytes png;
            uint32_t width, height;
            const uint8_t *rgba;
            ck_assert(fy_sprite_encode(job, &texels, both, (fy_sprite_format)format, &sprite));
            ck_assert(fy_sprite_png(job, "x", &sprite, &png));
            ck_assert(fy_png_read(job, "x", png, &width, &height, &rgba));
            ck_assert_uint_eq(width, 24);
            ck_assert_uint_eq(height, 20);
            bool intensity = format == FY_SPRITE_I4 || format == FY_SPRITE_I8; /* a grey PNG has no alpha */
            for (int k = 0; k < 24 * 20 * 4; k++)
                if (!intensity || k % 4 != 3) ck_assert_int_eq(rgba[k], sprite.texels.rgba[k]);
        }
    }
    ferry_close(job);
}
END_TEST

START_TEST(palettes_are_exact_or_near) {
    ferry_job *job = fy_test_job();
    fy_texels texels = painted(job, 32, 32, ten_colors);
    fy_palette palette;
    ck_assert(fy_palette_exact(texels.rgba, 1024, 16, &palette));
    ck_assert_uint_eq(palette.count, 10);
    ck_assert(!fy_palette_exact(texels.rgba, 1024, 9, &palette));
    texels = painted(job, 40, 40, hundred_colors);
    ck_assert(fy_palette_build(job, texels.rgba, NULL, 1600, 16, &palette));
    ck_assert_uint_le(palette.count, 16);
    uint8_t indices[1600];
    fy_palette_map(&palette, texels.rgba, 1600, indices);
    double off = 0;
    for (int i = 0; i < 1600; i++) {
        const uint8_t *color = palette.colors[indices[i]], *from = texels.rgba + 4 * i;
        ck_assert_int_eq(color[3], from[3]); /* holes stay holes */
        if (from[3]) off += abs(color[0] - from[0]) + abs(color[1] - from[1]);
    }
    ck_assert_double_lt(off / 3200, 25); /* ten levels a channel, four or so left */
    ferry_close(job);
}
END_TEST

/* Made smaller for the texture memory: the library's tile edge overflows below eight rows all the same. */
/* The first of the nearest colours, looking at all; `hole`: the transparent one, or as many as there are. */
static uint32_t nearest_of_all(const fy_palette *palette, uint32_t hole, const uint8_t *texel) {
    uint32_t best = hole, least = UINT32_MAX;
    for (uint32_t i = 0; i < palette->count && (texel[3] >= 128 || hole == palette->count); i++) {
        uint32_t far = 0;
        for (int k = 0; k < 3; k++) {
            int off = palette->colors[i][k] - texel[k];
            far += (k == 0 ? 3u : k == 1 ? 4u : 2u) * (uint32_t)(off * off);
        }
        if (i != hole && far < least) least = far, best = i;
    }
    return best;
}

/* Of few colours all are looked at side by side, of many those that may be nearest. */
START_TEST(texels_get_the_nearest_color) {
    enum { TEXELS = 64 * 3 + 5 };
    uint8_t rgba[4 * TEXELS], indices[TEXELS];
    uint32_t random = 1;
    for (uint32_t count = 2; count <= 40; count++) {
        uint32_t hole = count % 3 ? count : count / 2;
        fy_palette palette = {.count = count};
        for (uint32_t i = 0; i < 4 * TEXELS; i++)
            rgba[i] = (uint8_t)((random = random * 1103515245 + 12345) >> 16);
        for (uint32_t i = 0; i < count; i++) {
            uint8_t *color = palette.colors[i];
            for (int k = 0; k < 3; k++) color[k] = fy_round_5(rgba[7 * i + (uint32_t)k] / 4 * 4);
            color[3] = i == hole ? 0 : 255;
        }
        memcpy(palette.colors[count - 1], palette.colors[0], 3); /* as near */
        fy_palette_map(&palette, rgba, TEXELS, indices);
        for (uint32_t i = 0; i < TEXELS; i++)
            ck_assert_uint_eq(indices[i], nearest_of_all(&palette, hole, rgba + 4 * i));
    }
}
END_TEST

START_TEST(pictures_that_only_repeat_down_keep_eight_rows) {
    static const uint32_t sizes[][2] = {{1024, 8}, {512, 16}, {6, 1024}};
    static const uint32_t budgets[] = {4096, 2048, 512};
    ferry_job *job = fy_test_job();
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            fy_texels texels = painted(job, sizes[i][0], sizes[i][1], smooth_colors);
            fy_sprite sprite;
            ck_assert(fy_sprite_choose(
                job, &texels, color_only,
                &(fy_texture_limits){
                    .budget = budgets[k], .pair = true, .wraps = {.t = FERRY_WRAP_REPEAT}, .least_rows = 8},
                &sprite));
            uint32_t height = sprite.texels.height;
            ck_assert_uint_ge(height, 8);
            ck_assert_uint_le(fy_sprite_tmem(sprite.format, sprite.texels.width, height), budgets[k]);
        }
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_sprites");
    TCase *textures = tcase_create("textures");
    tcase_add_test(textures, formats_follow_the_content);
    tcase_add_loop_test(textures, i8_is_for_many_greys, 0, 2);
    tcase_add_test(textures, what_does_not_fit_is_made_to);
    tcase_add_test(textures, texture_memory_is_counted_as_the_runtime_does);
    tcase_add_test(textures, rows_are_whole_as_far_as_a_block_load_counts_them);
    tcase_add_test(textures, resizing_keeps_colors_of_what_is_seen);
    tcase_add_test(textures, pictures_read_back_as_the_console_shows_them);
    tcase_add_test(textures, palettes_are_exact_or_near);
    tcase_add_test(textures, texels_get_the_nearest_color);
    tcase_add_test(textures, pictures_that_only_repeat_down_keep_eight_rows);
    suite_add_tcase(suite, textures);
    return fy_run_suite(suite);
}
