/* test_sprite.c: sprite files: texels of all formats worked out by hand, odd files, broken ones with their
 * exact messages. */
#include "helpers.h"

#include <stdlib.h>
#include <string.h>

#include "builders/fixtures.h"
#include "builders/sprite_builder.h"
#include "formats/t3dm/sprite.h"

#define TEXELS(...)                                                                                          \
    .texels = (const uint8_t[]){__VA_ARGS__}, .size = sizeof(const uint8_t[]) {                              \
        __VA_ARGS__                                                                                          \
    }

static ferry_scene *load(ferry_job *job, ferry_bytes bytes) {
    return ferry_load(job, &(ferry_input){.name = "brick.ci4.sprite", .bytes = bytes}, 1);
}

/* ---------------------------------------------------------------------------------------------- texels */

typedef struct texel_case {
    build_level level;
    const char *name;
    uint8_t rgba[6][4]; /* 3 x 2 */
} texel_case;

/* Palette of the indexed ones: entry i is (i, 2i + 1, 31 - i) in five bits, opaque if i is odd. */
static uint16_t palette_word(uint32_t i) {
    return (uint16_t)((i & 31) << 11 | ((2 * i + 1) & 31) << 6 | ((31 - i) & 31) << 1 | (i & 1));
}

/* clang-format off */
static const texel_case texel_cases[] = {
    {{FERRY_RDP_RGBA16, 3, 2, TEXELS(0xF8, 0x01, 0x07, 0xC0, 0x00, 0x3F,  0x84, 0x21, 0x08, 0x43, 0xA5, 0x2E)}, "rgba16",
     {{255, 0, 0, 255}, {0, 255, 0, 0}, {0, 0, 255, 255}, {132, 132, 132, 255}, {8, 8, 8, 255}, {165, 165, 189, 0}}},
    {{FERRY_RDP_RGBA32, 3, 2, TEXELS(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,  13, 14, 15, 16, 17, 18, 19, 20, 255, 254, 253, 0)}, "rgba32",
     {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}, {17, 18, 19, 20}, {255, 254, 253, 0}}},
    {{FERRY_RDP_CI4, 3, 2, TEXELS(0x01, 0x20,  0x9E, 0xF0)}, "ci4",
     {{0, 8, 255, 0}, {8, 24, 247, 255}, {16, 41, 239, 0}, {74, 156, 181, 255}, {115, 239, 140, 0}, {123, 255, 132, 255}}},
    {{FERRY_RDP_CI8, 3, 2, TEXELS(0, 1, 2,  9, 31, 255)}, "ci8",
     {{0, 8, 255, 0}, {8, 24, 247, 255}, {16, 41, 239, 0}, {74, 156, 181, 255}, {255, 255, 0, 255}, {255, 255, 0, 255}}},
    {{FERRY_RDP_IA4, 3, 2, TEXELS(0x01, 0x20,  0xEF, 0x70)}, "ia4",
     {{0, 0, 0, 0}, {0, 0, 0, 255}, {36, 36, 36, 0}, {255, 255, 255, 0}, {255, 255, 255, 255}, {109, 109, 109, 255}}},
    {{FERRY_RDP_IA8, 3, 2, TEXELS(0x00, 0x1F, 0xA4,  0xF0, 0x5B, 0xFF)}, "ia8",
     {{0, 0, 0, 0}, {17, 17, 17, 255}, {170, 170, 170, 68}, {255, 255, 255, 0}, {85, 85, 85, 187}, {255, 255, 255, 255}}},
    {{FERRY_RDP_IA16, 3, 2, TEXELS(0, 1, 2, 3, 4, 5,  250, 251, 252, 253, 254, 255)}, "ia16",
     {{0, 0, 0, 1}, {2, 2, 2, 3}, {4, 4, 4, 5}, {250, 250, 250, 251}, {252, 252, 252, 253}, {254, 254, 254, 255}}},
    {{FERRY_RDP_I4, 3, 2, TEXELS(0x01, 0x20,  0x9E, 0xF0)}, "i4",
     {{0, 0, 0, 0}, {17, 17, 17, 17}, {34, 34, 34, 34}, {153, 153, 153, 153}, {238, 238, 238, 238}, {255, 255, 255, 255}}},
    {{FERRY_RDP_I8, 3, 2, TEXELS(0, 1, 2,  9, 31, 255)}, "i8",
     {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {9, 9, 9, 9}, {31, 31, 31, 31}, {255, 255, 255, 255}}},
};
/* clang-format on */

enum { TEXEL_CASES = sizeof texel_cases / sizeof *texel_cases };

static build_sprite plain_sprite(const texel_case *of, uint32_t version) {
    build_sprite sprite = {.version = version, .level_count = 1, .flags = FY_SPRITE_FITS};
    sprite.levels[0] = of->level;
    if (fy_rdp_texel_indexed(of->level.code)) {
        sprite.palette_count = of->level.code == FERRY_RDP_CI4 ? 16 : 256;
        for (uint32_t i = 0; i < sprite.palette_count; i++) sprite.palette[i] = palette_word(i);
    }
    return sprite;
}

START_TEST(texels_become_what_the_rdp_expands) {
    const texel_case *of = &texel_cases[_i / 2];
    ferry_job *job = fy_test_job();
    build_sprite plan = plain_sprite(of, _i % 2 ? 6 : 4);
    ferry_bytes bytes = build_sprite_file(job, &plan), text;
    ferry_scene *scene = load(job, bytes);
    fy_expect_report(job, "");
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_eq(scene->images.count, 1);
    ck_assert_uint_eq(scene->textures.count, 1);
    ck_assert_str_eq(scene->textures.data[0].name, "brick.ci4");
    const ferry_image *image = &scene->images.data[0];
    ck_assert_uint_eq(image->width, 3);
    ck_assert_uint_eq(image->height, 2);
    ck_assert(image->has_rdp && image->rdp_format == (ferry_rdp_texel)of->level.code);
    ck_assert_mem_eq(image->levels[0].rgba, of->rgba, sizeof of->rgba);
    ck_assert_uint_eq(image->source.size, of->level.size);
    ck_assert_mem_eq(image->source.data, of->level.texels, of->level.size);
    ck_assert_uint_eq(image->palette_count, plan.palette_count);
    if (plan.palette_count) ck_assert_uint_eq(ferry_be16(image->palette.data + 18), palette_word(9));
    ck_assert(ferry_dump(job, scene, &text));
    ck_assert_ptr_nonnull(
        strstr((const char *)text.data, ferry_job_format(job, "\"brick.ci4\" 3x2 %s ", of->name)));
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* The same file by hand, so that the builder is right, too. */
START_TEST(a_file_by_hand) {
    static const uint8_t bytes[176] = {[0x01] = 4,
                                       [0x03] = 2,
                                       [0x05] = 0x88,
                                       1,
                                       1,
                                       0x01,
                                       0x23,
                                       0x12,
                                       0x30,
                                       [0x11] = 0x7C,
                                       0,
                                       4,
                                       0,
                                       0,
                                       0,
                                       0x90,
                                       [0x51] = 0x20,
                                       [0x58] = 0x3F,
                                       0x80,
                                       [0x64] = 0x3F,
                                       0x80,
                                       [0x70] = 0x45,
                                       [0x74] = 0xFF,
                                       0xFF,
                                       [0x7C] = 0x45,
                                       [0x80] = 0xFF,
                                       0xFF,
                                       [0x90] = 0xF8,
                                       0x01,
                                       0x07,
                                       0xC1,
                                       0x00,
                                       0x3F,
                                       0xFF,
                                       0xFF};
    static const uint8_t red[4] = {255, 0, 0, 255}, blue[4] = {0, 0, 255, 255},
                         white[4] = {255, 255, 255, 255};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = load(job, (ferry_bytes){bytes, sizeof bytes});
    fy_expect_report(job, "");
    ck_assert_ptr_nonnull(scene);
    const uint8_t *rgba = scene->images.data[0].levels[0].rgba;
    ck_assert_mem_eq(rgba, red, 4);
    ck_assert_mem_eq(rgba + 4 * 3, white, 4);
    ck_assert_mem_eq(rgba + 4 * 5, blue, 4);
    ck_assert_mem_eq(rgba + 4 * 7, red, 4);
    build_sprite plan = {.version = 4,
                         .level_count = 1,
                         .flags = FY_SPRITE_FITS,
                         .palette_count = 16,
                         .palette = {0xF801, 0x07C1, 0x003F, 0xFFFF}};
    plan.levels[0] = (build_level){FERRY_RDP_CI4, 4, 2, TEXELS(0x01, 0x23, 0x12, 0x30)};
    ferry_bytes built = build_sprite_file(job, &plan);
    ck_assert_uint_eq(built.size, sizeof bytes);
    ck_assert_mem_eq(built.data, bytes, sizeof bytes);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------- levels, extra pictures */

static uint8_t *numbered(ferry_job *job, size_t size, uint8_t from) {
    uint8_t *bytes = ferry_new(job, uint8_t, size);
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(from + 7 * i);
    return bytes;
}

/* I8, 16 x 8 and two smaller ones. */
static build_sprite chain(ferry_job *job) {
    build_sprite sprite = {.version = 6, .level_count = 3, .flags = FY_SPRITE_FITS};
    for (uint32_t i = 0; i < 3; i++)
        sprite.levels[i] = (build_level){FERRY_RDP_I8, 16u >> i, 8u >> i,
                                         numbered(job, 128u >> 2 * i, (uint8_t)(50 * i)), 128u >> 2 * i};
    return sprite;
}

START_TEST(levels_follow) {
    ferry_job *job = fy_test_job();
    build_sprite plan = chain(job);
    ferry_scene *scene = load(job, build_sprite_file(job, &plan));
    fy_expect_report(job, "");
    const ferry_image *image = &scene->images.data[0];
    ck_assert_uint_eq(image->level_count, 3);
    ck_assert_uint_eq(image->levels[2].width, 4);
    ck_assert_uint_eq(image->levels[2].height, 2);
    ck_assert_uint_eq(image->levels[1].rgba[4 * 3], 50 + 21);
    ck_assert_uint_eq(image->levels[2].rgba[4 * 7 + 3], 100 + 49);
    ck_assert_uint_eq(image->source.size, 128 + 32 + 8);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

static void expect_extra(const ferry_scene *scene, uint32_t number, const char *path, size_t size) {
    ck_assert_uint_lt(number, scene->extras.count);
    ck_assert_str_eq(scene->extras.data[number].path, path);
    ck_assert_uint_eq(scene->extras.data[number].bytes.size, size);
}

START_TEST(detail_and_parameters_are_kept) {
    ferry_job *job = fy_test_job();
    build_sprite plan = chain(job);
    plan.flags |= FY_SPRITE_DETAIL | FY_SPRITE_TEXPARMS;
    plan.detail = (build_level){FERRY_RDP_I4, 8, 4, numbered(job, 16, 3), 16};
    ferry_scene *scene = load(job, build_sprite_file(job, &plan));
    fy_expect_report(job,
                     "brick.ci4.sprite:0x130: note: holds a detail picture of 8 x 4 texels; kept, but the "
                     "picture is shown without it\n");
    ck_assert_uint_eq(scene->images.data[0].level_count, 3);
    expect_extra(scene, 0, "texparms", 0x35);
    expect_extra(scene, 1, "detail", 16);
    ck_assert_uint_eq(scene->extras.data[1].bytes.data[1], 10);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(the_second_half_of_a_shq_sprite_is_kept) {
    ferry_job *job = fy_test_job();
    build_sprite plan = {.version = 4, .level_count = 2, .flags = FY_SPRITE_FITS | FY_SPRITE_SHQ};
    plan.levels[0] = (build_level){FERRY_RDP_I4, 8, 4, numbered(job, 16, 3), 16};
    plan.levels[1] = (build_level){FERRY_RDP_RGBA16, 4, 2, numbered(job, 16, 8), 16};
    ferry_scene *scene = load(job, build_sprite_file(job, &plan));
    fy_expect_report(job, "brick.ci4.sprite:0x98: note: holds a SHQ picture of 4 x 2 texels; kept, but the "
                          "picture is shown without it\n");
    ck_assert_uint_eq(scene->images.data[0].level_count, 1);
    expect_extra(scene, 0, "SHQ", 16);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Without an extended header, as libdragon's tool wrote before October 2022. */
START_TEST(old_files_are_read_when_told_to) {
    uint8_t bytes[16] = {0, 2, 0, 1, 2, 0, 1, 1, 0xF8, 0x01, 0x07, 0xC0};
    static const uint8_t words[8] = {255, 0, 0, 255, 0, 255, 0, 0}, bytes32[8] = {0xF8, 1, 7, 0xC0};
    for (int pass = 0; pass < 3; pass++) {
        ferry_options options = {.size = sizeof options, .from = "sprite"};
        ferry_job *job = ferry_open(&options);
        bytes[4] = pass == 0 ? 2 : 4;
        bytes[5] = pass == 2 ? FERRY_RDP_RGBA16 : 0;
        ferry_scene *scene = load(job, (ferry_bytes){bytes, sizeof bytes});
        fy_expect_report(job, "");
        ck_assert_mem_eq(scene->images.data[0].levels[0].rgba, pass == 1 ? bytes32 : words, 8);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* ------------------------------------------------------------------------------------------ broken files */

typedef struct patch {
    const char *name;
    uint32_t code; /* of the file patched: 4 x 2 texels, one smaller level if I8 */
    uint32_t at, width, value;
    size_t cut; /* length of the file; 0: whole */
    bool read;  /* all the same */
    const char *report;
} patch;

#define F "brick.ci4.sprite:"

/* In both files the extended header is at 0x10. */
static const patch patches[] = {
    {"no width", FERRY_RDP_CI4, 0, 2, 0, 0, false, F "0x0: error: 0 x 2 texels\n"},
    {"no height", FERRY_RDP_CI4, 2, 2, 0, 0, false, F "0x0: error: 4 x 0 texels\n"},
    {"unknown format", FERRY_RDP_CI4, 5, 1, 0x85, 0, false,
     F "0x5: error: format code 5 is no texel format\n"},
    {"format past the table", FERRY_RDP_CI4, 5, 1, 0x9F, 0, false,
     F "0x5: error: format code 31 is no texel format\n"},
    {"video", FERRY_RDP_CI4, 5, 1, 0x86, 0, false,
     F "0x5: error: YUV16 is for video: its colours are a matter of the program, not of the file\n"},
    {"in memory", FERRY_RDP_CI4, 5, 1, 0xC8, 0, false,
     F "0x5: error: flags 0xc8: the texels lie elsewhere, as they do in memory only\n"},
    {"no extended header", FERRY_RDP_CI4, 5, 1, 0x08, 0, false,
     F "0x5: error: colour-indexed without an extended header: no palette\n"},
    {"header cut", FERRY_RDP_CI4, 0, 0, 0, 7, false, F "0x6: error: 2 bytes expected, 1 left\n"},
    {"extended header cut", FERRY_RDP_CI4, 0, 0, 0, 0x10 + 123, false,
     F "0x0: error: extended: 124 bytes at 0x10 expected, 123 left\n"},
    {"too high", FERRY_RDP_CI4, 2, 2, 800, 0, false,
     F "0x0: error: extended: starts at 0x648, behind the end at 0xb0\n"},
    {"version 3", FERRY_RDP_CI4, 0x12, 2, 3, 0, false,
     F "0x12: error: extended: version 3; versions 4 and 6 can be read\n"},
    {"size of another version", FERRY_RDP_CI4, 0x10, 2, 128, 0, true,
     F "0x10: warning: extended: the extended header states 128 bytes, version 4 has 124; taken for version "
       "4\n"},
    {"no palette", FERRY_RDP_CI4, 0x14, 4, 0, 0, false,
     F "0x14: error: colour-indexed without a palette: its colours depend on what was drawn before\n"},
    {"palette outside", FERRY_RDP_CI4, 0x14, 4, 0x100, 0, false,
     F "0x0: error: palette: starts at 0x100, behind the end at 0xb0\n"},
    {"palette at an odd place", FERRY_RDP_CI4, 0x14, 4, 0x94, 0, true,
     F "0x14: warning: the palette is at 0x94, no multiple of 8: the console's library stops here\n" F
       "0x94: warning: 2 texels name colours beyond the palette's 14; drawn transparent black\n"},
    {"palette cut", FERRY_RDP_CI4, 0, 0, 0, 0x96, true,
     F "0x90: warning: 4 texels name colours beyond the palette's 3; drawn transparent black\n"},
    {"fits, not said", FERRY_RDP_CI4, 0x50, 2, 0, 0, true,
     F "0x50: note: takes 16 of 2048 bytes of texture memory, but is not said to fit: for flat pictures "
       "only\n"},
    {"a level of another size", FERRY_RDP_I8, 0x18, 2, 3, 0, true,
     F "0x18: warning: extended: level 1 is 3 x 1 texels of format 17 instead of 2 x 1 of format 17; it and "
       "all "
       "behind it are left out\n"},
    {"a level of another format", FERRY_RDP_I8, 0x1C, 1, FERRY_RDP_IA8, 0, true,
     F "0x18: warning: extended: level 1 is 2 x 1 texels of format 13 instead of 2 x 1 of format 17; it and "
       "all "
       "behind it are left out\n"},
    {"a level outside", FERRY_RDP_I8, 0x1C, 4, 0x11000200, 0, false,
     F "0x0: error: level[1]: starts at 0x200, behind the end at 0x98\n"},
    {"a level at an odd place", FERRY_RDP_I8, 0x1C, 4, 0x11000091, 0, true,
     F "0x91: warning: level[1]: the texels are at 0x91, no multiple of 8: the console draws others\n"},
    {"no detail", FERRY_RDP_I8, 0x50, 2, FY_SPRITE_FITS | FY_SPRITE_DETAIL, 0, true,
     F "0x48: warning: the detail picture is 0 x 0 texels of format 0; left out\n"},
    {"packed", FERRY_RDP_I8, 0, 4, 0x44434133, 0, false,
     F "0x0: error: a packed asset (DCA3), to be unpacked first\n"},
};

static ferry_bytes patched(ferry_job *job, const patch *of) {
    static const uint8_t four[4] = {0x01, 0x23, 0x9E, 0xF0}, eight[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    build_sprite plan = {.version = 4, .level_count = 1, .flags = FY_SPRITE_FITS};
    plan.levels[0] = (build_level){of->code, 4, 2, four, 4};
    if (of->code == FERRY_RDP_CI4) {
        plan.palette_count = 16;
        for (uint32_t i = 0; i < 16; i++) plan.palette[i] = palette_word(i);
    } else {
        plan.levels[0] = (build_level){of->code, 4, 2, eight, 8};
        plan.levels[plan.level_count++] = (build_level){of->code, 2, 1, four, 2};
    }
    ferry_bytes bytes = build_sprite_file(job, &plan);
    uint8_t *at = (uint8_t *)(uintptr_t)bytes.data + of->at;
    for (uint32_t i = 0; i < of->width; i++) at[i] = (uint8_t)(of->value >> 8 * (of->width - 1 - i));
    if (of->cut) bytes.size = of->cut;
    return bytes;
}

START_TEST(says_exactly_what_is_wrong) {
    const patch *of = &patches[_i];
    ferry_options options = {.size = sizeof options, .from = "sprite"};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = load(job, patched(job, of));
    fy_expect_report(job, of->report);
    ck_assert_msg((scene != NULL) == of->read, "%s", of->name);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A picture that the console's library would refuse: 80 x 60 of two bytes. */
START_TEST(says_what_does_not_fit) {
    ferry_job *job = fy_test_job();
    build_sprite plan = {.version = 6, .level_count = 1, .flags = FY_SPRITE_FITS};
    plan.levels[0] = (build_level){FERRY_RDP_IA16, 80, 60, numbered(job, 9600, 1), 9600};
    ferry_scene *scene = load(job, build_sprite_file(job, &plan));
    fy_expect_report(job,
                     F "0x25c8: warning: said to fit the texture memory, but takes 9600 of 4096 bytes: the "
                       "console's library stops here\n");
    ferry_scene_free(scene);
    plan.flags = 0; /* a flat picture is as large as it likes */
    ferry_job *other = fy_test_job();
    scene = load(other, build_sprite_file(job, &plan));
    fy_expect_report(other, "");
    ck_assert_ptr_nonnull(scene);
    ferry_scene_free(scene);
    ferry_close(other);
    ferry_close(job);
}
END_TEST

START_TEST(cut_anywhere_it_is_read_or_refused) {
    ferry_job *maker = fy_test_job();
    build_sprite plan = plain_sprite(&texel_cases[_i], 6);
    plan.flags |= FY_SPRITE_DETAIL | FY_SPRITE_TEXPARMS;
    plan.detail = (build_level){FERRY_RDP_I4, 8, 4, numbered(maker, 16, 3), 16};
    ferry_bytes whole = build_sprite_file(maker, &plan);
    for (size_t size = 0; size < whole.size; size++) {
        ferry_options options = {.size = sizeof options, .from = "sprite"};
        ferry_job *job = ferry_open(&options);
        uint8_t *copy = malloc(size ? size : 1);
        ck_assert_ptr_nonnull(copy);
        if (size) memcpy(copy, whole.data, size);
        ferry_scene *scene = load(job, (ferry_bytes){copy, size});
        ck_assert_uint_eq(scene == NULL, ferry_job_report(job)->totals[FERRY_ERROR] > 0);
        ck_assert_msg(!scene || plan.palette_count, "%zu bytes are enough", size);
        ferry_scene_free(scene);
        ferry_close(job);
        free(copy);
    }
    ferry_close(maker);
}
END_TEST

/* --------------------------------------------------------------------------------------------- the probe */

START_TEST(the_probe_knows_its_own) {
    ferry_job *job = fy_test_job();
    const ferry_format *const *formats = ferry_formats(NULL);
    for (uint32_t i = 0; i < 2 * TEXEL_CASES; i++) {
        build_sprite plan = plain_sprite(&texel_cases[i / 2], i % 2 ? 4 : 6);
        ferry_bytes bytes = build_sprite_file(job, &plan);
        uint32_t own = fy_format_sprite.probe(bytes);
        ck_assert_uint_gt(own, 0);
        for (uint32_t k = 0; formats[k]; k++)
            if (formats[k] != &fy_format_sprite && formats[k]->probe)
                ck_assert_msg(formats[k]->probe(bytes) < own, "%s claims %s", formats[k]->name,
                              texel_cases[i / 2].name);
        for (size_t size = 0; size < 8 + 124; size++)
            ck_assert_uint_eq(fy_format_sprite.probe((ferry_bytes){bytes.data, size}), 0);
    }
    ferry_close(job);
}
END_TEST

START_TEST(the_probe_claims_no_other) {
    const made_file *const lists[] = {made_files, broken_files};
    const uint32_t counts[] = {made_file_count, broken_file_count};
    for (uint32_t i = 0; i < fixture_count; i++) {
        ferry_bytes bytes = fy_read_fixture(fixtures[i].name);
        ck_assert_msg(fy_format_sprite.probe(bytes) == 0, "%s", fixtures[i].name);
        free((void *)(uintptr_t)bytes.data);
    }
    for (int list = 0; list < 2; list++)
        for (uint32_t i = 0; i < counts[list]; i++) {
            ferry_bytes bytes = fy_read_fixture(lists[list][i].name);
            ck_assert_msg(fy_format_sprite.probe(bytes) == 0, "%s", lists[list][i].name);
            free((void *)(uintptr_t)bytes.data);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sprite");
    TCase *reading = tcase_create("reading");
    tcase_add_loop_test(reading, texels_become_what_the_rdp_expands, 0, 2 * TEXEL_CASES);
    tcase_add_test(reading, a_file_by_hand);
    tcase_add_test(reading, levels_follow);
    tcase_add_test(reading, detail_and_parameters_are_kept);
    tcase_add_test(reading, the_second_half_of_a_shq_sprite_is_kept);
    tcase_add_test(reading, old_files_are_read_when_told_to);
    suite_add_tcase(suite, reading);
    TCase *broken = tcase_create("broken");
    tcase_add_loop_test(broken, says_exactly_what_is_wrong, 0, sizeof patches / sizeof *patches);
    tcase_add_test(broken, says_what_does_not_fit);
    tcase_add_loop_test(broken, cut_anywhere_it_is_read_or_refused, 0, TEXEL_CASES);
    suite_add_tcase(suite, broken);
    TCase *probe = tcase_create("probe");
    tcase_add_test(probe, the_probe_knows_its_own);
    tcase_add_test(probe, the_probe_claims_no_other);
    suite_add_tcase(suite, probe);
    return fy_run_suite(suite);
}
