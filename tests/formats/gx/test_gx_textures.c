/* test_gx_textures.c: texel formats against hand-worked bytes, and BTI and TPL files good and broken. */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/job_state.h"
#include "core/scene/scene.h"
#include "helpers.h"
#include "machine/gx/gx_texels.h"
#include "machine/gx/gx_texture.h"

extern const ferry_format fy_format_bti, fy_format_tpl;

/* --------------------------------------------------------------------------------------------- helpers */

/* "12 ab" to bytes. */
static size_t unhex(const char *text, uint8_t *bytes, size_t room) {
    size_t count = 0;
    while (*text) {
        unsigned value;
        if (*text == ' ') {
            text++;
            continue;
        }
        ck_assert_int_eq(sscanf(text, "%2x", &value), 1);
        ck_assert_uint_lt(count, room);
        bytes[count++] = (uint8_t)value;
        text += 2;
    }
    return count;
}

/* The report, without the last line's end. */
static void expect_lines(ferry_job *job, const char *lines) {
    fy_expect_report(job, *lines ? ferry_job_format(job, "%s\n", lines) : "");
}

static ferry_job *open_job(const char *cmpr) {
    static ferry_setting_value setting;
    setting = (ferry_setting_value){"gx.cmpr-weights", cmpr};
    const ferry_options options = {
        .size = sizeof options, .settings = &setting, .setting_count = cmpr ? 1 : 0};
    ferry_job *job = ferry_open(&options);
    ck_assert_ptr_nonnull(job);
    ck_assert(!ferry_failed(job));
    return job;
}

/* ---------------------------------------------------------------------------------------------- texels */

typedef struct texel_case {
    uint32_t format, width, height;
    const char *texels; /* of the whole padded level, zeros at the end left out */
    ferry_gx_palette palette_format;
    const char *palette; /* NULL: none */
    fy_gx_cmpr cmpr;
    const char *expected;
} texel_case;

/* Rows of a block are written apart; the texels beyond the image are EE, which must not show. */
static const texel_case texel_cases[] = {
    /* I4, 3x2: intensity is alpha too, high nibble left */
    {FERRY_GX_I4, 3, 2, "1A 3E EE EE  5F 0E EE EE", 0, NULL, 0,
     "11111111 AAAAAAAA 33333333  55555555 FFFFFFFF 00000000"},
    /* I8, 9x1: the ninth texel opens the second block */
    {FERRY_GX_I8, 9, 1, "01 02 40 7F 80 FE FF 00  EEEEEEEEEEEEEEEE EEEEEEEEEEEEEEEE EEEEEEEEEEEEEEEE  99", 0,
     NULL, 0, "01010101 02020202 40404040 7F7F7F7F 80808080 FEFEFEFE FFFFFFFF 00000000 99999999"},
    /* IA4, 2x2: alpha high, intensity low */
    {FERRY_GX_IA4, 2, 2, "1F A3 EEEEEEEEEEEE  F0 0C", 0, NULL, 0, "FFFFFF11 333333AA  000000FF CCCCCC00"},
    /* IA8, 2x2: alpha first */
    {FERRY_GX_IA8, 2, 2, "12 34  FF 00  EEEEEEEE  00 FF  80 7F", 0, NULL, 0,
     "34343412 000000FF  FFFFFF00 7F7F7F80"},
    /* RGB565, 5x1: F800 red, 07E0 green, 001F blue, 8410 = (16, 32, 16); then block 2: 0861 = (1, 3, 1) */
    {FERRY_GX_RGB565, 5, 1, "F800 07E0 001F 8410  EEEEEEEEEEEEEEEE EEEEEEEEEEEEEEEE EEEEEEEEEEEEEEEE  0861",
     0, NULL, 0, "FF0000FF 00FF00FF 0000FFFF 848284FF 080C08FF"},
    /* RGB5A3, 3x2: FC00 opaque red, 8410 = opaque (1, 0, 16), 7FFF opaque white in 4 bits;
       1F48 = alpha 1 (f, 4, 8), 4123 = alpha 4 (1, 2, 3), 6ABC = alpha 6 (a, b, c) */
    {FERRY_GX_RGB5A3, 3, 2, "FC00 8410 7FFF EEEE  1F48 4123 6ABC", 0, NULL, 0,
     "FF0000FF 080084FF FFFFFFFF  FF448824 11223392 AABBCCDB"},
    /* RGBA8, 2x2: pairs of alpha and red, then of green and blue 32 bytes on */
    {FERRY_GX_RGBA8, 2, 2,
     "A1 01 A2 02 EEEE EEEE  A3 03 A4 04 EEEE EEEE  EEEEEEEEEEEEEEEE EEEEEEEEEEEEEEEE"
     "11 21 12 22 EEEE EEEE  13 23 14 24",
     0, NULL, 0, "011121A1 021222A2  031323A3 041424A4"},
    /* C4 with RGB565, 3x2; index 3 lies behind the palette */
    {FERRY_GX_C4, 3, 2, "20 1E EE EE  31 2E EE EE", FERRY_GX_PALETTE_RGB565, "F800 07E0 8410", 0,
     "848284FF FF0000FF 00FF00FF  00000000 00FF00FF 848284FF"},
    /* C8 with RGB5A3, 3x2; index FF lies behind the palette */
    {FERRY_GX_C8, 3, 2, "00 02 01 EEEEEEEEEE  01 FF 02", FERRY_GX_PALETTE_RGB5A3, "FC00 1F48 4123", 0,
     "FF0000FF 11223392 FF448824  FF448824 00000000 11223392"},
    /* C14X2 with IA8, 3x1: the upper two bits are not part of the index */
    {FERRY_GX_C14X2, 3, 1, "0001 C000 4002", FERRY_GX_PALETTE_IA8, "1234 FF00 8055", 0,
     "000000FF 34343412 55555580"},
    /* CMPR, 4x2. F800 > 001F: 5/8 and 3/8 of 255 are 159 and 95. Row bytes 1B: codes 0 1 2 3; E4: 3 2 1 0 */
    {FERRY_GX_CMPR, 4, 2, "F800 001F 1B E4 EE EE", 0, NULL, FY_GX_CMPR_CONSOLE,
     "FF0000FF 0000FFFF 9F005FFF 5F009FFF  5F009FFF 9F005FFF 0000FFFF FF0000FF"},
    /* the same by 2/3 and 1/3 */
    {FERRY_GX_CMPR, 4, 2, "F800 001F 1B E4 EE EE", 0, NULL, FY_GX_CMPR_PC,
     "FF0000FF 0000FFFF AA0055FF 5500AAFF  5500AAFF AA0055FF 0000FFFF FF0000FF"},
    /* 001F < F800: the mean, and the mean with alpha 0 */
    {FERRY_GX_CMPR, 4, 1, "001F F800 1B EE EE EE", 0, NULL, FY_GX_CMPR_CONSOLE,
     "0000FFFF FF0000FF 7F007FFF 7F007F00"},
    {FERRY_GX_CMPR, 4, 1, "001F F800 1B EE EE EE", 0, NULL, FY_GX_CMPR_PC,
     "0000FFFF FF0000FF 7F007FFF 00000000"},
    /* equal colours: three-colour case */
    {FERRY_GX_CMPR, 4, 1, "8410 8410 1B EE EE EE", 0, NULL, FY_GX_CMPR_CONSOLE,
     "848284FF 848284FF 848284FF 84828400"},
    /* 6x5: one texel column and row of each sub-block: top left, top right, bottom left, bottom right */
    {FERRY_GX_CMPR, 6, 5,
     "F800 07E0 00 00 00 00  07E0 F800 00 00 00 00  001F F800 00 00 00 00  FFFF F800 00 55 55 55", 0, NULL, 0,
     "FF0000FF FF0000FF FF0000FF FF0000FF 00FF00FF 00FF00FF FF0000FF FF0000FF FF0000FF FF0000FF 00FF00FF "
     "00FF00FF"
     "FF0000FF FF0000FF FF0000FF FF0000FF 00FF00FF 00FF00FF FF0000FF FF0000FF FF0000FF FF0000FF 00FF00FF "
     "00FF00FF"
     "0000FFFF 0000FFFF 0000FFFF 0000FFFF FFFFFFFF FFFFFFFF"},
};

static void check_texels(ferry_job *job, const texel_case *test) {
    uint8_t texels[1024] = {0}, palette[64], colors_rgba[128], expected[1024], decoded[1024];
    fy_gx_colors colors = {colors_rgba, 0};
    unhex(test->texels, texels, sizeof texels);
    if (test->palette) {
        colors.count = (uint32_t)unhex(test->palette, palette, sizeof palette) / 2;
        fy_gx_decode_palette(test->palette_format, palette, colors.count, colors_rgba);
    }
    const size_t size = unhex(test->expected, expected, sizeof expected);
    ck_assert_uint_eq(size, 4 * test->width * test->height);
    memset(decoded, 0xDD, sizeof decoded);
    ck_assert(fy_gx_decode(job, test->format, texels, test->width, test->height,
                           test->palette ? &colors : NULL, test->cmpr, decoded));
    ck_assert_mem_eq(decoded, expected, size);
    ck_assert_uint_eq(decoded[size], 0xDD); /* nothing behind the last texel */
}

START_TEST(texels_as_worked_by_hand) {
    ferry_job *job = open_job(NULL);
    check_texels(job, &texel_cases[_i]);
    ferry_close(job);
}
END_TEST

/* A second, slow decoder: one texel by its address. */
static void slow_texel(uint32_t format, const uint8_t *texels, uint32_t width, uint32_t x, uint32_t y,
                       const fy_gx_colors *colors, uint8_t rgba[4]) {
    static const struct {
        uint32_t width, height, bits;
    } shapes[] = {{8, 8, 4},  {8, 4, 8}, {8, 4, 8}, {4, 4, 16}, {4, 4, 16}, {4, 4, 16},
                  {4, 4, 32}, {0, 0, 0}, {8, 8, 4}, {8, 4, 8},  {4, 4, 16}};
    const uint32_t bw = shapes[format].width, bh = shapes[format].height, bits = shapes[format].bits;
    const uint32_t block = (y / bh) * ((width + bw - 1) / bw) + x / bw, inside = y % bh * bw + x % bw;
    const uint8_t *at = texels + block * (bw * bh * bits / 8);
    const uint32_t nibble = at[inside / 2] >> (inside % 2 ? 0 : 4) & 15, byte = at[inside];
    const uint32_t word = bits >= 16 ? (uint32_t)at[2 * inside] << 8 | at[2 * inside + 1] : 0;
    uint32_t index = FERRY_NONE;
    memset(rgba, 0, 4);
    switch (format) {
    case FERRY_GX_I4:
        memset(rgba, (int)(nibble << 4 | nibble), 4);
        break;
    case FERRY_GX_I8:
        memset(rgba, (int)byte, 4);
        break;
    case FERRY_GX_IA4:
        memset(rgba, (int)((byte & 15) * 17), 3), rgba[3] = (uint8_t)((byte >> 4) * 17);
        break;
    case FERRY_GX_IA8:
        memset(rgba, (int)(word & 255), 3), rgba[3] = (uint8_t)(word >> 8);
        break;
    case FERRY_GX_RGB565:
        fy_gx_decode_palette(FERRY_GX_PALETTE_RGB565, at + 2 * inside, 1, rgba);
        break;
    case FERRY_GX_RGB5A3:
        fy_gx_decode_palette(FERRY_GX_PALETTE_RGB5A3, at + 2 * inside, 1, rgba);
        break;
    case FERRY_GX_RGBA8:
        rgba[0] = at[2 * inside + 1], rgba[1] = at[32 + 2 * inside], rgba[2] = at[33 + 2 * inside],
        rgba[3] = at[2 * inside];
        break;
    case FERRY_GX_C4:
        index = nibble;
        break;
    case FERRY_GX_C8:
        index = byte;
        break;
    case FERRY_GX_C14X2:
        index = word & 0x3FFF;
        break;
    default:
        ck_abort_msg("format %u", format);
    }
    if (index < colors->count) memcpy(rgba, colors->rgba + 4 * index, 4);
}

/* Every format at every size around its blocks: block order, clipping, padding. */
START_TEST(every_size_of_every_format) {
    static const uint32_t formats[] = {FERRY_GX_I4,     FERRY_GX_I8,     FERRY_GX_IA4,   FERRY_GX_IA8,
                                       FERRY_GX_RGB565, FERRY_GX_RGB5A3, FERRY_GX_RGBA8, FERRY_GX_C4,
                                       FERRY_GX_C8,     FERRY_GX_C14X2};
    const uint32_t format = formats[_i];
    uint8_t texels[4096], palette[400], decoded[4 * 19 * 18], texel[4];
    uint32_t seed = 7;
    fy_gx_colors colors = {palette, 100};
    ferry_job *job = open_job(NULL);
    for (size_t i = 0; i < sizeof texels; i++)
        texels[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
    for (size_t i = 0; i < sizeof palette; i++)
        palette[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
    for (uint32_t i = 0; i < sizeof texels; i += 6)
        texels[i] = 0; /* some C14X2 indices that the palette has */
    for (uint32_t height = 1; height <= 18; height++) {
        for (uint32_t width = 1; width <= 19; width++) {
            ck_assert_uint_le(fy_gx_level_size(format, width, height), sizeof texels);
            ck_assert(fy_gx_decode(job, format, texels, width, height, &colors, FY_GX_CMPR_CONSOLE, decoded));
            for (uint32_t y = 0; y < height; y++) {
                for (uint32_t x = 0; x < width; x++) {
                    slow_texel(format, texels, width, x, y, &colors, texel);
                    ck_assert_mem_eq(decoded + 4 * (y * width + x), texel, 4);
                }
            }
        }
    }
    ferry_close(job);
}
END_TEST

/* CMPR over several blocks: each is 32 bytes on, rows of blocks after each other. */
START_TEST(cmpr_blocks_follow_each_other) {
    uint8_t texels[6 * 32] = {0}, decoded[4 * 17 * 9];
    ferry_job *job = open_job(NULL);
    for (uint32_t block = 0; block < 6; block++)
        for (uint32_t part = 0; part < 4; part++)
            fy_put_be16(texels + 32 * block + 8 * part, (block << 2 | part) << 11);
    ck_assert_uint_eq(fy_gx_level_size(FERRY_GX_CMPR, 17, 9), sizeof texels);
    ck_assert(fy_gx_decode(job, FERRY_GX_CMPR, texels, 17, 9, NULL, FY_GX_CMPR_CONSOLE, decoded));
    for (uint32_t y = 0; y < 9; y++) {
        for (uint32_t x = 0; x < 17; x++) {
            const uint32_t block = y / 8 * 3 + x / 8, part = y / 4 % 2 * 2 + x / 4 % 2,
                           red = block << 2 | part;
            ck_assert_uint_eq(decoded[4 * (y * 17 + x)], red << 3 | red >> 2);
        }
    }
    ferry_close(job);
}
END_TEST

START_TEST(level_sizes) {
    static const struct {
        uint32_t format, width, height;
        uint64_t size;
    } cases[] = {
        {FERRY_GX_I4, 1, 1, 32},
        {FERRY_GX_I4, 9, 8, 64},
        {FERRY_GX_I8, 8, 5, 64},
        {FERRY_GX_IA4, 16, 4, 64},
        {FERRY_GX_IA8, 5, 5, 128},
        {FERRY_GX_RGB565, 1024, 1024, 2097152},
        {FERRY_GX_RGB5A3, 4, 4, 32},
        {FERRY_GX_RGBA8, 4, 5, 128},
        {FERRY_GX_C4, 8, 9, 64},
        {FERRY_GX_C8, 9, 4, 64},
        {FERRY_GX_C14X2, 4, 4, 32},
        {FERRY_GX_CMPR, 64, 32, 1024},
        {7, 4, 4, 0},
        {11, 4, 4, 0},
        {15, 4, 4, 0},
        {FERRY_GX_I8, 65535, 65535, 16384ull * 8192 * 32},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_uint_eq(fy_gx_level_size(cases[i].format, cases[i].width, cases[i].height), cases[i].size);
}
END_TEST

/* ------------------------------------------------------------------------------------------------- BTI */

enum { BTI_ROOM = 0x400 };

/* A file in the making. */
typedef struct bti_file {
    uint8_t bytes[BTI_ROOM];
    size_t size;
} bti_file;

/* A header whose fields all differ from their defaults; texels count upwards. */
static bti_file make_bti(uint32_t format, uint32_t width, uint32_t height, uint32_t levels,
                         uint32_t palette_count) {
    bti_file file = {0};
    uint8_t *const at = file.bytes;
    const uint32_t image_at = 0x20 + (palette_count ? (2 * palette_count + 31) / 32 * 32 : 0);
    at[0x00] = (uint8_t)format;
    at[0x01] = 2;
    fy_put_be16(at + 0x02, width);
    fy_put_be16(at + 0x04, height);
    at[0x06] = FERRY_WRAP_MIRROR;
    at[0x07] = FERRY_WRAP_REPEAT;
    at[0x08] = palette_count > 0;
    at[0x09] = FERRY_GX_PALETTE_RGB5A3;
    fy_put_be16(at + 0x0A, palette_count);
    fy_put_be32(at + 0x0C, 0x20);
    at[0x10] = levels > 1;
    at[0x13] = 1;
    at[0x14] = FERRY_FILTER_LINEAR_MIP_LINEAR;
    at[0x15] = FERRY_FILTER_NEAREST;
    at[0x16] = (uint8_t)-4;
    at[0x17] = (uint8_t)((levels - 1) * 8);
    at[0x18] = (uint8_t)levels;
    fy_put_be16(at + 0x1A, 0x10000 - 150);
    fy_put_be32(at + 0x1C, image_at);
    for (uint32_t i = 0; i < palette_count; i++) fy_put_be16(at + 0x20 + 2 * i, 0x8000 | (i * 3 + 1));
    file.size = image_at;
    for (uint32_t level = 0; level < levels; level++) {
        const uint32_t w = width >> level, h = height >> level;
        file.size += fy_gx_level_size(format, w ? w : 1, h ? h : 1);
    }
    ck_assert_uint_le(file.size, BTI_ROOM);
    for (size_t i = image_at; i < file.size; i++) at[i] = (uint8_t)(i - image_at + 1);
    return file;
}

static ferry_window open_file(ferry_job *job, const char *name, const bti_file *file) {
    return ferry_window_open(job, name, (ferry_bytes){file->bytes, file->size});
}

/* Reads a header as TEX1 does; the texture. */
static const ferry_texture *read_header(ferry_job *job, ferry_scene *scene, const bti_file *file) {
    ferry_window window = open_file(job, "wall.bti", file);
    fy_gx_image_cache cache = {0};
    uint32_t texture = 77;
    ck_assert(fy_bti_read(&window, 0, "wall", scene, &cache, &texture));
    ck_assert_uint_eq(texture, scene->textures.count - 1);
    return &scene->textures.data[texture];
}

START_TEST(bti_fields_reach_the_scene) {
    const bti_file file = make_bti(FERRY_GX_I8, 9, 5, 4, 0);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    const ferry_texture *texture = read_header(job, scene, &file);
    ck_assert_str_eq(texture->name, "wall");
    ck_assert_str_eq(texture->path, "");
    ck_assert_int_eq(texture->wrap_s, FERRY_WRAP_MIRROR);
    ck_assert_int_eq(texture->wrap_t, FERRY_WRAP_REPEAT);
    ck_assert_int_eq(texture->min_filter, FERRY_FILTER_LINEAR_MIP_LINEAR);
    ck_assert_int_eq(texture->mag_filter, FERRY_FILTER_NEAREST);
    ck_assert_float_eq(texture->min_lod, -0.5f);
    ck_assert_float_eq(texture->max_lod, 3.0f);
    ck_assert_float_eq(texture->lod_bias, -1.5f);
    ck_assert_uint_eq(texture->max_anisotropy, 1);
    ck_assert_uint_eq(texture->transparency_hint, 2);
    ck_assert(!texture->edge_lod && !texture->bias_clamp);

    /* 9x5 takes 2x2 blocks of 8x4; then 4x2, 2x1 and 1x1 take one each, without a gap */
    const ferry_image *image = &scene->images.data[texture->image];
    ck_assert_str_eq(image->name, "wall");
    ck_assert_uint_eq(image->width, 9);
    ck_assert_uint_eq(image->height, 5);
    ck_assert_uint_eq(image->level_count, 4);
    ck_assert_uint_eq(image->levels[1].width, 4);
    ck_assert_uint_eq(image->levels[1].height, 2);
    ck_assert_uint_eq(image->levels[3].width, 1);
    ck_assert_uint_eq(image->levels[3].height, 1);
    ck_assert_uint_eq(image->levels[0].rgba[0], 1);
    ck_assert_uint_eq(image->levels[0].rgba[4 * 8], 33);           /* (8, 0): second block */
    ck_assert_uint_eq(image->levels[0].rgba[4 * (4 * 9 + 8)], 97); /* (8, 4): fourth block */
    ck_assert_uint_eq(image->levels[1].rgba[4 * (4 + 3)], 128 + 8 + 4);
    ck_assert_uint_eq(image->levels[2].rgba[4], 160 + 2);
    ck_assert_uint_eq(image->levels[3].rgba[0], 192 + 1);
    ck_assert_int_eq(image->alpha, FERRY_ALPHA_VARIED);
    ck_assert(image->has_gx);
    ck_assert_int_eq(image->gx_format, FERRY_GX_I8);
    ck_assert_uint_eq(image->palette_count, 0);
    ck_assert_uint_eq(image->source.size, 7 * 32);
    ck_assert_mem_eq(image->source.data, file.bytes + 0x20, 7 * 32);
    ck_assert(ferry_check(job, scene));
    expect_lines(job, "");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(bti_palette_reaches_the_scene) {
    const bti_file file = make_bti(FERRY_GX_C8, 8, 4, 1, 40);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    const ferry_texture *texture = read_header(job, scene, &file);
    const ferry_image *image = &scene->images.data[texture->image];
    ck_assert_int_eq(image->gx_palette_format, FERRY_GX_PALETTE_RGB5A3);
    ck_assert_uint_eq(image->palette_count, 40);
    ck_assert_uint_eq(image->palette.size, 80);
    ck_assert_mem_eq(image->palette.data, file.bytes + 0x20, 80);
    /* texel 9 has index 10: 0x801F, blue */
    const uint8_t blue[4] = {0, 0, 255, 255};
    ck_assert_mem_eq(image->levels[0].rgba + 4 * 9, blue, 4);
    ck_assert_int_eq(image->alpha, FERRY_ALPHA_ALL_OPAQUE);
    expect_lines(job, "");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(bti_zero_offset_and_levels_mean_defaults) {
    bti_file file = make_bti(FERRY_GX_IA4, 8, 4, 1, 0);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    fy_put_be32(file.bytes + 0x1C, 0);
    file.bytes[0x18] = 0;
    const ferry_texture *texture = read_header(job, scene, &file);
    ck_assert_uint_eq(scene->images.data[texture->image].level_count, 1);
    ck_assert_mem_eq(scene->images.data[texture->image].source.data, file.bytes + 0x20, 32);
    expect_lines(job, "");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(cmpr_weights_are_a_setting) {
    static const uint8_t texels[] = {0xF8, 0x00, 0x00, 0x1F, 0xAA, 0xAA, 0xAA, 0xAA};
    bti_file file = make_bti(FERRY_GX_CMPR, 4, 4, 1, 0);
    memcpy(file.bytes + 0x20, texels, sizeof texels);
    for (int pc = 0; pc < 2; pc++) {
        ferry_job *job = open_job(pc ? "pc" : NULL);
        ferry_scene *scene = fy_scene_open(job);
        const ferry_texture *texture = read_header(job, scene, &file);
        ck_assert_uint_eq(scene->images.data[texture->image].levels[0].rgba[0], pc ? 170 : 159);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* Six headers over two images and two palettes, as TEX1 has them. */
START_TEST(headers_share_images) {
    bti_file file = make_bti(FERRY_GX_C4, 8, 8, 1, 16);
    static uint8_t bytes[6 * 0x20 + 0x80];
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    fy_gx_image_cache cache = {0};
    for (uint32_t i = 0; i < 6; i++) {
        memcpy(bytes + 0x20 * i, file.bytes, 0x20);
        fy_put_be32(bytes + 0x20 * i + 0x1C, 0xC0 - 0x20 * i);
        fy_put_be32(bytes + 0x20 * i + 0x0C, 0xE0 - 0x20 * i);
    }
    for (uint32_t i = 0; i < 0x80; i++) bytes[0xC0 + i] = (uint8_t)(i * 5 + 1);
    bytes[0x20 + 0x06] = FERRY_WRAP_CLAMP;          /* 1: sampled in another way */
    fy_put_be32(bytes + 0x40 + 0x0C, 0x100 - 0x40); /* 2: another palette */
    bytes[0x60 + 0x09] = FERRY_GX_PALETTE_IA8;      /* 3: the palette read in another way */
    fy_put_be32(bytes + 0x80 + 0x1C, 0x100 - 0x80); /* 4: another image */
    fy_put_be16(bytes + 0xA0 + 0x02, 7);            /* 5: another size */
    ferry_window window = ferry_window_open(job, "x.bmd", (ferry_bytes){bytes, sizeof bytes});
    static const uint32_t images[] = {0, 0, 1, 2, 3, 4};
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t texture;
        ck_assert(fy_bti_read(&window, 0x20 * i, "t", scene, &cache, &texture));
        ck_assert_uint_eq(texture, i);
        ck_assert_uint_eq(scene->textures.data[i].image, images[i]);
    }
    ck_assert_uint_eq(scene->images.count, 5);
    ck_assert_int_eq(scene->textures.data[1].wrap_s, FERRY_WRAP_CLAMP);
    expect_lines(job, "");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* More images than the cache starts with. */
START_TEST(cache_grows) {
    static uint8_t bytes[200 * 0x20 + 0x20];
    const bti_file file = make_bti(FERRY_GX_I4, 1, 1, 1, 0);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    fy_gx_image_cache cache = {0};
    uint32_t texture;
    for (uint32_t i = 0; i < 200; i++) memcpy(bytes + 0x20 * i, file.bytes, 0x20);
    ferry_window window = ferry_window_open(job, "x.bmd", (ferry_bytes){bytes, sizeof bytes});
    for (uint32_t i = 0; i < 400; i++)
        ck_assert(fy_bti_read(&window, i % 200 * 0x20, "t", scene, &cache, &texture));
    ck_assert_uint_eq(scene->images.count, 200);
    ck_assert_uint_eq(scene->textures.data[399].image, 199);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* One change to a good C8 texture of 8x8 with 3 levels, the message, and how many levels are left (0: no
 * image). */
typedef struct damage {
    uint32_t at, size, value; /* size 0: cut the file to `value` bytes */
    uint32_t levels;
    const char *message;
} damage;

static const damage damages[] = {
    {0x00, 1, 7, 0, "wall.bti:0x0: warning: unknown texel format 7; the texture has no image"},
    {0x02, 2, 0, 0, "wall.bti:0x2: warning: its size is 0 x 8; the texture has no image"},
    {0x04, 2, 0, 0, "wall.bti:0x2: warning: its size is 8 x 0; the texture has no image"},
    {0x18, 1, 5, 3,
     "wall.bti:0x18: warning: 5 mip levels stated, but 8 x 8 has only 4\n"
     "wall.bti:0x1c: warning: level 3 (c8) needs 32 bytes at 0xc0, 0 left; only the levels before it are "
     "kept"},
    {0, 0, 0xBF, 2,
     "wall.bti:0x1c: warning: level 2 (c8) needs 32 bytes at 0xa0, 31 left; only the levels before it are "
     "kept"},
    {0, 0, 0x80, 1,
     "wall.bti:0x1c: warning: level 1 (c8) needs 32 bytes at 0x80, 0 left; only the levels before it are "
     "kept"},
    {0, 0, 0x7F, 0,
     "wall.bti:0x1c: warning: level 0 (c8) needs 64 bytes at 0x40, 63 left; the texture has no image"},
    {0, 0, 0x1F, 0, "wall.bti:0x0: warning: the texture header needs 32 bytes, 31 left; it has no image"},
    {0, 0, 0, 0, "wall.bti:0x0: warning: the texture header needs 32 bytes, 0 left; it has no image"},
    {0x1C, 4, 0xFFFFFFFF, 0,
     "wall.bti:0x1c: warning: level 0 (c8) needs 64 bytes at 0xffffffff, 0 left; the texture has no image"},
    {0x09, 1, 3, 0, "wall.bti:0x9: warning: unknown palette format 3; the texture has no image"},
    {0x0A, 2, 0, 0, "wall.bti:0xa: warning: c8 without palette colours; the texture has no image"},
    {0x0A, 2, 300, 3,
     "wall.bti:0xc: warning: 300 palette colours at 0x20 need 600 bytes, 160 left; the missing ones are "
     "transparent"},
    {0x0C, 4, 0xBF, 0,
     "wall.bti:0xc: warning: 10 palette colours at 0xbf need 20 bytes, 1 left; the texture has no image"},
    {0x06, 1, 3, 3, "wall.bti:0x6: warning: unknown wrap mode 3 for s; used clamp"},
    {0x07, 1, 255, 3, "wall.bti:0x7: warning: unknown wrap mode 255 for t; used clamp"},
    {0x14, 1, 6, 3, "wall.bti:0x14: warning: unknown minification filter 6; used linear"},
    {0x15, 1, 2, 3, "wall.bti:0x15: warning: unknown magnification filter 2; used linear"},
};

START_TEST(broken_textures_keep_the_model) {
    const damage *test = &damages[_i];
    bti_file file = make_bti(FERRY_GX_C8, 8, 8, 3, 10);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    if (test->size == 0) file.size = test->value;
    if (test->size == 1) file.bytes[test->at] = (uint8_t)test->value;
    if (test->size == 2) fy_put_be16(file.bytes + test->at, test->value);
    if (test->size == 4) fy_put_be32(file.bytes + test->at, test->value);
    const ferry_texture *texture = read_header(job, scene, &file);
    if (test->levels == 0) {
        ck_assert_uint_eq(texture->image, FERRY_NONE);
        ck_assert_uint_eq(scene->images.count, 0);
    } else {
        ck_assert_uint_eq(scene->images.data[texture->image].level_count, test->levels);
    }
    ck_assert(ferry_check(job, scene));
    expect_lines(job, test->message);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(larger_than_the_hardware_is_decoded_all_the_same) {
    static uint8_t bytes[0x20 + 32 * 129];
    const bti_file file = make_bti(FERRY_GX_I4, 1, 1, 1, 0);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    fy_gx_image_cache cache = {0};
    uint32_t texture;
    memcpy(bytes, file.bytes, 0x20);
    fy_put_be16(bytes + 2, 1025);
    ferry_window window = ferry_window_open(job, "x.bmd", (ferry_bytes){bytes, sizeof bytes});
    ck_assert(fy_bti_read(&window, 0, "t", scene, &cache, &texture));
    ck_assert_uint_eq(scene->images.data[0].levels[0].width, 1025);
    expect_lines(job, "x.bmd:0x2: warning: 1025 x 1 texels; the hardware limit is 1024 per side");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Along either side, the limit itself is within it. */
START_TEST(as_large_as_the_hardware_takes_is_not_told) {
    static uint8_t bytes[0x20 + 32 * 129];
    const bti_file file = make_bti(FERRY_GX_I4, 1, 1, 1, 0);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    fy_gx_image_cache cache = {0};
    uint32_t texture;
    memcpy(bytes, file.bytes, 0x20);
    fy_put_be16(bytes + (_i ? 4 : 2), 1024);
    ferry_window window = ferry_window_open(job, "x.bmd", (ferry_bytes){bytes, sizeof bytes});
    ck_assert(fy_bti_read(&window, 0, "t", scene, &cache, &texture));
    const ferry_mip_level *level = &scene->images.data[0].levels[0];
    ck_assert_uint_eq(_i ? level->height : level->width, 1024);
    ck_assert_uint_eq(ferry_job_report(job)->count, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Every allocation that may fail does: an error, false, and nothing lost (the account is checked
 * under ASan). */
START_TEST(memory_limit_is_an_error) {
    const bti_file file = make_bti(FERRY_GX_C8, 8, 8, 3, 10);
    bool done = false;
    for (size_t n = 1; !done; n++) {
        const ferry_options options = {.size = sizeof options, .fail_allocation = n};
        ferry_job *job = ferry_open(&options);
        ferry_scene *scene = job && !ferry_failed(job) ? fy_scene_open(job) : NULL;
        if (scene) {
            ferry_window window = open_file(job, "wall.bti", &file);
            done = fy_format_bti.read(job, &window, scene);
            ck_assert_int_eq(done, !ferry_failed(job));
        }
        ferry_scene_free(scene);
        ferry_close(job);
        ck_assert_uint_lt(n, 100);
    }
}
END_TEST

/* ------------------------------------------------------------------------------------- BTI files alone */

static uint32_t probe_bti(const bti_file *file) {
    return fy_format_bti.probe((ferry_bytes){file->bytes, file->size});
}

START_TEST(bti_is_recognised_by_evidence) {
    static const struct {
        uint32_t at, value;
    } wrong[] = {{0x00, 7},  {0x00, 15},   {0x02, 5}, {0x04, 5},    {0x06, 3}, {0x07, 3}, {0x08, 2},
                 {0x09, 3},  {0x10, 2},    {0x11, 2}, {0x12, 2},    {0x13, 3}, {0x14, 6}, {0x15, 2},
                 {0x18, 12}, {0x0F, 0x1F}, {0x0D, 1}, {0x1F, 0x1F}, {0x1D, 1}};
    bti_file file = make_bti(FERRY_GX_C8, 8, 8, 3, 10);
    ck_assert_uint_gt(probe_bti(&file), 32);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        bti_file damaged = file;
        damaged.bytes[wrong[i].at] = (uint8_t)wrong[i].value;
        ck_assert_msg(probe_bti(&damaged) == 0, "0x%x at 0x%x is claimed", wrong[i].value, wrong[i].at);
    }
    file.size += 0x20; /* padding */
    ck_assert_uint_gt(probe_bti(&file), 32);
    file.size += 1;
    ck_assert_uint_eq(probe_bti(&file), 0);
    file.size = 0x7F; /* not even the base level */
    ck_assert_uint_eq(probe_bti(&file), 0);
}
END_TEST

/* As large as the hardware can address, and a texel more. */
START_TEST(bti_is_recognised_up_to_the_largest_size) {
    enum { LARGEST = 1024, TEXELS = (LARGEST + 8) * 8 / 2 };
    const bti_file small = make_bti(FERRY_GX_I4, 8, 8, 1, 0);
    static uint8_t bytes[0x20 + TEXELS];
    for (uint32_t k = 0; k < 2; k++) {
        memcpy(bytes, small.bytes, 0x20);
        fy_put_be16(bytes + 2 + 2 * k, LARGEST);
        ck_assert_uint_gt(fy_format_bti.probe((ferry_bytes){bytes, 0x20 + LARGEST * 8 / 2}), 32);
        fy_put_be16(bytes + 2 + 2 * k, LARGEST + 1);
        ck_assert_uint_eq(fy_format_bti.probe((ferry_bytes){bytes, sizeof bytes}), 0);
    }
}
END_TEST

/* Random bytes, also with a believable start, and constant bytes. */
START_TEST(bti_claims_nothing_else) {
    static uint8_t bytes[4096];
    uint32_t seed = 1;
    for (uint32_t round = 0; round < 20000; round++) {
        const size_t size = (size_t)((seed = seed * 1664525 + 1013904223) >> 16) % 300;
        for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
        if (size > 0 && round % 2) bytes[0] %= 15;
        ck_assert_uint_eq(fy_format_bti.probe((ferry_bytes){bytes, size}), 0);
    }
    for (int value = 0; value < 256; value++) {
        memset(bytes, value, sizeof bytes);
        for (size_t size = 0; size <= sizeof bytes; size += 16)
            ck_assert_uint_eq(fy_format_bti.probe((ferry_bytes){bytes, size}), 0);
    }
}
END_TEST

START_TEST(bti_truncated_anywhere) {
    const bti_file whole = make_bti(FERRY_GX_C8, 8, 8, 3, 10);
    for (size_t size = 0; size < whole.size; size++) {
        bti_file file = whole;
        file.size = size;
        ferry_job *job = fy_test_job();
        ferry_scene *scene = fy_scene_open(job);
        ferry_window window = open_file(job, "wall.bti", &file);
        const bool good = fy_format_bti.read(job, &window, scene);
        ck_assert_int_eq(good, size >= 0x80); /* the base level ends there */
        ck_assert_int_eq(good, !ferry_failed(job));
        ck_assert_uint_ge(ferry_job_report(job)->totals[FERRY_WARNING], 1);
        if (good) ck_assert(ferry_check(job, scene));
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

START_TEST(bti_alone_needs_its_image) {
    bti_file file = make_bti(FERRY_GX_I8, 8, 4, 1, 0);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    file.size = 0x30;
    ferry_window window = open_file(job, "a/wall.bti", &file);
    ck_assert(!fy_format_bti.read(job, &window, scene));
    expect_lines(job,
                 "a/wall.bti:0x1c: warning: level 0 (i8) needs 32 bytes at 0x20, 16 left; the texture has no "
                 "image\n"
                 "a/wall.bti:0x0: error: its only image cannot be decoded");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(wii_texture_is_called_what_it_is) {
    static const uint8_t tex0[64] = {'T', 'E', 'X', '0', 0, 0, 0, 64};
    const ferry_bytes bytes = {tex0, sizeof tex0};
    ferry_job *job = fy_test_job();
    ferry_recognised found;
    ck_assert_uint_eq(fy_format_bti.probe(bytes), 0);
    ferry_recognise(job, &(ferry_input){"wall.bti", bytes}, &found);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_ptr_nonnull(
        strstr(text, "a Wii texture (TEX0 of a BRRES archive), not a GameCube BTI; it cannot be read"));
    free(text);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------------- TPL */

/* Two images: IA8 of 5x3, C4 of 4x2 with an RGB565 palette. */
static bti_file make_tpl(void) {
    bti_file file = {0};
    uint8_t *const at = file.bytes;
    fy_put_be32(at, 0x0020AF30);
    fy_put_be32(at + 4, 2);
    fy_put_be32(at + 8, 0x0C);
    fy_put_be32(at + 0x0C, 0x20);
    fy_put_be32(at + 0x14, 0x44);
    fy_put_be32(at + 0x18, 0x68);
    fy_put_be16(at + 0x20, 3); /* height first */
    fy_put_be16(at + 0x22, 5);
    fy_put_be32(at + 0x24, FERRY_GX_IA8);
    fy_put_be32(at + 0x28, 0x80);
    fy_put_be32(at + 0x2C, FERRY_WRAP_REPEAT);
    fy_put_be32(at + 0x30, FERRY_WRAP_MIRROR);
    fy_put_be32(at + 0x34, FERRY_FILTER_NEAREST);
    fy_put_be32(at + 0x38, FERRY_FILTER_LINEAR);
    fy_put_be32(at + 0x3C, 0xBF400000); /* -0.75 */
    fy_put_be16(at + 0x44, 2);
    fy_put_be16(at + 0x46, 4);
    fy_put_be32(at + 0x48, FERRY_GX_C4);
    fy_put_be32(at + 0x4C, 0xC0);
    fy_put_be32(at + 0x58, FERRY_FILTER_LINEAR);
    fy_put_be32(at + 0x5C, FERRY_FILTER_LINEAR);
    fy_put_be16(at + 0x68, 3);
    fy_put_be32(at + 0x6C, FERRY_GX_PALETTE_RGB565);
    fy_put_be32(at + 0x70, 0x78);
    unhex("F800 07E0 8410", at + 0x78, 6);
    for (uint32_t i = 0; i < 64; i++) at[0x80 + i] = (uint8_t)(i + 1);
    unhex("2012", at + 0xC0, 2);
    unhex("0121", at + 0xC4, 2);
    file.size = 0xE0;
    return file;
}

START_TEST(tpl_reads_all_images) {
    const bti_file file = make_tpl();
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    ferry_window window = open_file(job, "x.arc#tex/Wall.Big.tpl", &file);
    ck_assert_uint_eq(fy_format_tpl.probe((ferry_bytes){file.bytes, file.size}), 32);
    ck_assert(fy_format_tpl.read(job, &window, scene));
    expect_lines(job, "");
    ck_assert_uint_eq(scene->textures.count, 2);
    const ferry_texture *texture = scene->textures.data;
    ck_assert_str_eq(texture[0].name, "Wall.Big_0");
    ck_assert_str_eq(texture[1].name, "Wall.Big_1");
    ck_assert_int_eq(texture[0].wrap_s, FERRY_WRAP_REPEAT);
    ck_assert_int_eq(texture[0].wrap_t, FERRY_WRAP_MIRROR);
    ck_assert_int_eq(texture[0].min_filter, FERRY_FILTER_NEAREST);
    ck_assert_int_eq(texture[0].mag_filter, FERRY_FILTER_LINEAR);
    ck_assert_float_eq(texture[0].lod_bias, -0.75f);
    ck_assert_uint_eq(texture[0].transparency_hint, 0xCC);
    const ferry_image *image = scene->images.data;
    ck_assert_uint_eq(image[0].width, 5);
    ck_assert_uint_eq(image[0].height, 3);
    const uint8_t last[4] = {50, 50, 50, 49}; /* (4, 2) is texel 8 of the second block */
    ck_assert_mem_eq(image[0].levels[0].rgba + 4 * (2 * 5 + 4), last, 4);
    uint8_t expected[32];
    unhex("848284FF FF0000FF 00FF00FF 848284FF  FF0000FF 00FF00FF 848284FF 00FF00FF", expected, 32);
    ck_assert_mem_eq(image[1].levels[0].rgba, expected, 32);
    ck_assert(ferry_check(job, scene));
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

static const damage tpl_damages[] = {
    {0, 4, 0x0020AF31, 0, "w.tpl:0x0: error: expected TPL magic 0x0020af30, found 0x0020af31"},
    {4, 4, 0xFFFFFFFF, 0, "w.tpl:0x4: error: the table of 4294967295 images at 0xc extends past the end"},
    {8, 4, 0xD8, 0, "w.tpl:0x4: error: the table of 2 images at 0xd8 extends past the end"},
    {4, 4, 0, 0, "w.tpl:0x4: error: none of the 0 images can be decoded"},
    {0x0C, 4, 0xBD, 1,
     "w.tpl:0xc: warning: image[0]: the image header at 0xbd extends past the end; skipped"},
    {0x18, 4, 0xD5, 1, "w.tpl:0x44: warning: image[1]: c4 without palette colours; the texture has no image"},
    {0x18, 4, 0, 1, "w.tpl:0x44: warning: image[1]: c4 without palette colours; the texture has no image"},
    {0x24, 4, 0x10003, 1,
     "w.tpl:0x24: warning: image[0]: unknown texel format 65539; the texture has no image"},
    {0x3C, 4, 0x7FC00000, 2, "w.tpl:0x3c: warning: image[0]: the LOD bias is not a number; used 0"},
    {0x6C, 4, 0x101, 1,
     "w.tpl:0x6c: warning: image[1]: unknown palette format 257; the texture has no image"},
    {0x70, 4, 0xDB, 2,
     "w.tpl:0x70: warning: image[1]: 3 palette colours at 0xdb need 6 bytes, 5 left; the missing ones are transparent"},
    {0, 0, 0xDF, 1,
     "w.tpl:0x4c: warning: image[1]: level 0 (c4) needs 32 bytes at 0xc0, 31 left; the texture has no image"},
};

START_TEST(broken_tpl) {
    const damage *test = &tpl_damages[_i];
    bti_file file = make_tpl();
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    if (test->size) fy_put_be32(file.bytes + test->at, test->value);
    if (test->size == 0) file.size = test->value;
    ferry_window window = open_file(job, "w.tpl", &file);
    ck_assert_int_eq(fy_format_tpl.read(job, &window, scene), test->levels > 0);
    if (test->levels) ck_assert_uint_eq(scene->textures.count, test->levels);
    expect_lines(job, test->message);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(tpl_truncated_anywhere) {
    const bti_file whole = make_tpl();
    for (size_t size = 0; size < whole.size; size++) {
        bti_file file = whole;
        file.size = size;
        ferry_job *job = fy_test_job();
        ferry_scene *scene = fy_scene_open(job);
        ferry_window window = open_file(job, "wall.tpl", &file);
        const bool good = fy_format_tpl.read(job, &window, scene);
        ck_assert_int_eq(good, size >= 0xC0); /* the first image is whole */
        ck_assert_int_eq(good, !ferry_failed(job));
        ck_assert(good ? ferry_check(job, scene) : ferry_failed(job));
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* --------------------------------------------------------------------------------------------- joining */

static void add_texture(ferry_scene *scene, const char *name) {
    ferry_texture *texture = ferry_append(scene, &scene->textures, ferry_texture);
    *texture = (ferry_texture){.name = name, .path = "", .image = FERRY_NONE, .transparency_hint = 0xCC};
}

START_TEST(textures_join_by_name) {
    const bti_file file = make_bti(FERRY_GX_I8, 8, 4, 1, 0);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    add_texture(scene, "Wall");
    add_texture(scene, "door");
    add_texture(scene, "wall");
    add_texture(scene, "wall2");
    ferry_window wall = open_file(job, "tex/WALL.bti", &file), roof = open_file(job, "roof.bti", &file);
    ck_assert(fy_format_bti.read(job, &wall, scene));
    ck_assert(fy_format_bti.read(job, &roof, scene));
    static const char *const names[] = {"Wall", "door", "wall", "wall2", "roof"};
    static const bool changed[] = {true, false, true, false, true};
    ck_assert_uint_eq(scene->textures.count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        ck_assert_str_eq(scene->textures.data[i].name, names[i]);
        ck_assert_int_eq(scene->textures.data[i].image != FERRY_NONE, changed[i]);
    }
    ck_assert_uint_eq(scene->textures.data[0].image, scene->textures.data[2].image);
    ck_assert_uint_ne(scene->textures.data[0].image, scene->textures.data[4].image);
    ck_assert_int_eq(scene->textures.data[2].wrap_s, FERRY_WRAP_MIRROR);
    expect_lines(job, "tex/WALL.bti:0x0: note: replaces 2 texture(s) of the model, named \"WALL\"\n"
                      "roof.bti:0x0: note: the model has no texture \"roof\"; added");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A model may have materials and no textures yet. */
START_TEST(textures_join_a_model_without_any) {
    const bti_file file = make_bti(FERRY_GX_I8, 8, 4, 1, 0);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *material = (ferry_material){.name = "m", .base_texture = FERRY_NONE};
    ferry_window window = open_file(job, "roof.bti", &file);
    ck_assert(fy_format_bti.read(job, &window, scene));
    ck_assert_uint_eq(scene->textures.count, 1);
    expect_lines(job, "roof.bti:0x0: note: the model has no texture \"roof\"; added");
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(tpl_joins_image_by_image) {
    const bti_file file = make_tpl();
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_scene_open(job);
    add_texture(scene, "w_1");
    ferry_window window = open_file(job, "w.tpl", &file);
    ck_assert(fy_format_tpl.read(job, &window, scene));
    ck_assert_uint_eq(scene->textures.count, 2);
    ck_assert_uint_eq(scene->images.data[scene->textures.data[0].image].width, 4);
    ck_assert_str_eq(scene->textures.data[1].name, "w_0");
    ck_assert_uint_eq(scene->images.data[scene->textures.data[1].image].width, 5);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

static TCase *texel_tests(void) {
    TCase *texels = tcase_create("texels");
    tcase_add_loop_test(texels, texels_as_worked_by_hand, 0, (int)(sizeof texel_cases / sizeof *texel_cases));
    tcase_add_loop_test(texels, every_size_of_every_format, 0, 10);
    tcase_add_test(texels, cmpr_blocks_follow_each_other);
    tcase_add_test(texels, level_sizes);
    return texels;
}

static TCase *file_tests(void) {
    TCase *files = tcase_create("files");
    tcase_add_test(files, bti_fields_reach_the_scene);
    tcase_add_test(files, bti_palette_reaches_the_scene);
    tcase_add_test(files, bti_zero_offset_and_levels_mean_defaults);
    tcase_add_test(files, cmpr_weights_are_a_setting);
    tcase_add_test(files, headers_share_images);
    tcase_add_test(files, cache_grows);
    tcase_add_loop_test(files, broken_textures_keep_the_model, 0, (int)(sizeof damages / sizeof *damages));
    tcase_add_test(files, larger_than_the_hardware_is_decoded_all_the_same);
    tcase_add_loop_test(files, as_large_as_the_hardware_takes_is_not_told, 0, 2);
    tcase_add_test(files, memory_limit_is_an_error);
    tcase_add_test(files, bti_is_recognised_by_evidence);
    tcase_add_test(files, bti_is_recognised_up_to_the_largest_size);
    tcase_add_test(files, bti_claims_nothing_else);
    tcase_add_test(files, bti_truncated_anywhere);
    tcase_add_test(files, bti_alone_needs_its_image);
    tcase_add_test(files, wii_texture_is_called_what_it_is);
    tcase_add_test(files, tpl_reads_all_images);
    tcase_add_loop_test(files, broken_tpl, 0, (int)(sizeof tpl_damages / sizeof *tpl_damages));
    tcase_add_test(files, tpl_truncated_anywhere);
    tcase_add_test(files, textures_join_by_name);
    tcase_add_test(files, textures_join_a_model_without_any);
    tcase_add_test(files, tpl_joins_image_by_image);
    return files;
}

int main(void) {
    Suite *suite = suite_create("gx_textures");
    suite_add_tcase(suite, texel_tests());
    suite_add_tcase(suite, file_tests());
    return fy_run_suite(suite);
}
