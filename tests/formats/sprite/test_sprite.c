/* test_sprite.c: sprite files: texels of all formats worked out by hand, odd files, broken ones with their
 * exact messages. */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/fixtures/fixtures.h"
#include "builders/sprite_builder.h"
#include "core/image/texels.h"
#include "formats/sprite/rdp_texel.h"
#include "formats/sprite/sprite.h"
#include "formats/sprite/sprite_read.h"
#include "formats/sprite/sprite_write.h"
#include "formats/sprite/t3dm_sprites.h"
#include "helpers.h"

#define TEXELS(...)                                                                                          \
    .texels = (const uint8_t[]){__VA_ARGS__}, .size = sizeof(const uint8_t[]) {                              \
        __VA_ARGS__                                                                                          \
    }

static ferry_scene *load(ferry_job *job, ferry_bytes bytes) {
    return ferry_load(job, &(ferry_input){.name = "brick.ci4.sprite", .bytes = bytes}, 1);
}

/* A sprite belongs to the texture of its name, whatever folder and letters either names. */
START_TEST(sprites_find_their_textures) {
    static const struct {
        const char *name;
        bool found;
    } cases[] = {{"bark.ci4.sprite", true},      {"a/BARK.ci4.sprite", true},  {"a\\bark.CI4.sprite", true},
                 {"a/b\\bark.ci4.sprite", true}, {"a-bark.ci4.sprite", false}, {"bark.ci8.sprite", false}};
    ferry_bytes model = fy_read_fixture("layout-V4.t3dm"), sprite = fy_read_fixture("packed.sprite");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ferry_job *job = fy_test_job();
        ferry_input inputs[] = {{"x.t3dm", model}, {cases[i].name, sprite}};
        ferry_scene *scene = ferry_load(job, inputs, 2);
        ck_assert_msg(scene, "%s", cases[i].name);
        uint32_t with_image = 0;
        for (uint32_t k = 0; k < scene->textures.count; k++)
            with_image += strcmp(scene->textures.data[k].path, "rom:/bark.ci4.sprite") == 0 &&
                          scene->textures.data[k].image != FERRY_NONE;
        ck_assert_msg(with_image == cases[i].found, "%s", cases[i].name);
        ferry_scene_free(scene);
        ferry_close(job);
    }
    free((void *)(uintptr_t)model.data);
    free((void *)(uintptr_t)sprite.data);
}
END_TEST

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
    ferry_job *job = fy_quick_job();
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
        strstr((const char *)text.data, ferry_job_format(job, "\"brick.ci4\" format %s\n", of->name)));
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
    ferry_job *job = fy_quick_job();
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
    ferry_job *job = fy_quick_job();
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
    ferry_job *job = fy_quick_job();
    build_sprite plan = chain(job);
    plan.flags |= FY_SPRITE_DETAIL | FY_SPRITE_TEXPARMS;
    plan.detail = (build_level){FERRY_RDP_I4, 8, 4, numbered(job, 16, 3), 16};
    ferry_scene *scene = load(job, build_sprite_file(job, &plan));
    fy_expect_report(job, "brick.ci4.sprite:0x130: note: has a detail image of 8 x 4 texels; kept, but not "
                          "shown\n");
    ck_assert_uint_eq(scene->images.data[0].level_count, 3);
    expect_extra(scene, 0, "texparms", 0x35);
    expect_extra(scene, 1, "detail", 16);
    ck_assert_uint_eq(scene->extras.data[1].bytes.data[1], 10);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(the_second_half_of_a_shq_sprite_is_kept) {
    ferry_job *job = fy_quick_job();
    build_sprite plan = {.version = 4, .level_count = 2, .flags = FY_SPRITE_FITS | FY_SPRITE_SHQ};
    plan.levels[0] = (build_level){FERRY_RDP_I4, 8, 4, numbered(job, 16, 3), 16};
    plan.levels[1] = (build_level){FERRY_RDP_RGBA16, 4, 2, numbered(job, 16, 8), 16};
    ferry_scene *scene = load(job, build_sprite_file(job, &plan));
    fy_expect_report(job, "brick.ci4.sprite:0x98: note: has a SHQ image of 4 x 2 texels; kept, but not "
                          "shown\n");
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
    {"unknown format", FERRY_RDP_CI4, 5, 1, 0x85, 0, false, F "0x5: error: unknown texel format 5\n"},
    {"format past the table", FERRY_RDP_CI4, 5, 1, 0x9F, 0, false, F "0x5: error: unknown texel format 31\n"},
    {"video", FERRY_RDP_CI4, 5, 1, 0x86, 0, false,
     F "0x5: error: YUV16 is for video: its colours depend on the program, not on the file\n"},
    {"in memory", FERRY_RDP_CI4, 5, 1, 0xC8, 0, false,
     F "0x5: error: flags 0xc8 are only valid in memory: the texels are not in the file\n"},
    {"no extended header", FERRY_RDP_CI4, 5, 1, 0x08, 0, false,
     F "0x5: error: colour-indexed without an extended header: no palette\n"},
    {"header cut", FERRY_RDP_CI4, 0, 0, 0, 7, false, F "0x6: error: expected 2 bytes, found 1\n"},
    {"extended header cut", FERRY_RDP_CI4, 0, 0, 0, 0x10 + 123, false,
     F "0x0: error: extended: expected 124 bytes at 0x10, found 123\n"},
    {"too high", FERRY_RDP_CI4, 2, 2, 800, 0, false,
     F "0x0: error: extended: starts at 0x648, past the end at 0xb0\n"},
    {"version 3", FERRY_RDP_CI4, 0x12, 2, 3, 0, false,
     F "0x12: error: extended: unknown version 3; known: 4, 6\n"},
    {"size of another version", FERRY_RDP_CI4, 0x10, 2, 128, 0, true,
     F "0x10: warning: extended: the extended header states 128 bytes, version 4 has 124; read as version "
       "4\n"},
    {"no palette", FERRY_RDP_CI4, 0x14, 4, 0, 0, false,
     F "0x14: error: colour-indexed without a palette: its colours depend on what was drawn before\n"},
    {"palette outside", FERRY_RDP_CI4, 0x14, 4, 0x100, 0, false,
     F "0x0: error: palette: starts at 0x100, past the end at 0xb0\n"},
    {"palette at an odd place", FERRY_RDP_CI4, 0x14, 4, 0x94, 0, true,
     F "0x14: warning: the palette is at 0x94, not a multiple of 8: libdragon asserts\n" F
       "0x94: warning: 2 texels index past the palette's 14 colours; drawn transparent black\n"},
    {"palette cut", FERRY_RDP_CI4, 0, 0, 0, 0x96, true,
     F "0x90: warning: 4 texels index past the palette's 3 colours; drawn transparent black\n"},
    {"fits, not said", FERRY_RDP_CI4, 0x50, 2, 0, 0, true,
     F "0x50: note: takes 16 of 2048 bytes of TMEM, but is not marked as fitting: usable for 2D blits "
       "only\n"},
    {"a level of another size", FERRY_RDP_I8, 0x18, 2, 3, 0, true,
     F "0x18: warning: extended: mip level 1 is 3 x 1 texels of format 17, expected 2 x 1 of format 17; "
       "this and later levels left out\n"},
    {"a level of another format", FERRY_RDP_I8, 0x1C, 1, FERRY_RDP_IA8, 0, true,
     F "0x18: warning: extended: mip level 1 is 2 x 1 texels of format 13, expected 2 x 1 of format 17; "
       "this and later levels left out\n"},
    {"a level outside", FERRY_RDP_I8, 0x1C, 4, 0x11000200, 0, false,
     F "0x0: error: level[1]: starts at 0x200, past the end at 0x98\n"},
    {"a level at an odd place", FERRY_RDP_I8, 0x1C, 4, 0x11000091, 0, true,
     F "0x91: warning: level[1]: the texels are at 0x91, not a multiple of 8: the RDP loads the wrong "
       "ones\n"},
    {"no detail", FERRY_RDP_I8, 0x50, 2, FY_SPRITE_FITS | FY_SPRITE_DETAIL, 0, true,
     F "0x48: warning: the detail image is 0 x 0 texels of format 0; left out\n"},
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
    ferry_job *job = fy_quick_job();
    build_sprite plan = {.version = 6, .level_count = 1, .flags = FY_SPRITE_FITS};
    plan.levels[0] = (build_level){FERRY_RDP_IA16, 80, 60, numbered(job, 9600, 1), 9600};
    ferry_scene *scene = load(job, build_sprite_file(job, &plan));
    fy_expect_report(job,
                     F "0x25c8: warning: marked as fitting TMEM, but takes 9600 of 4096 bytes: libdragon "
                       "asserts\n");
    ferry_scene_free(scene);
    plan.flags = 0; /* a flat picture is as large as it likes */
    ferry_job *other = fy_quick_job();
    scene = load(other, build_sprite_file(job, &plan));
    fy_expect_report(other, "");
    ck_assert_ptr_nonnull(scene);
    ferry_scene_free(scene);
    ferry_close(other);
    ferry_close(job);
}
END_TEST

START_TEST(cut_anywhere_it_is_read_or_refused) {
    ferry_job *maker = fy_quick_job();
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

/* -------------------------------------------------------------------------------------------- writing */

static ferry_job *job_for(const char *version) {
    static ferry_setting_value settings[3];
    settings[0] = (ferry_setting_value){"sprite.version", version};
    settings[1] = (ferry_setting_value){"sprite.mipmaps", "on"};
    settings[2] = (ferry_setting_value){"t3dm.sprites", "sprite"};
    ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = 3};
    return ferry_open(&options);
}

static fy_sprite_format format_of(uint32_t code) {
    for (int i = 0; i < FY_SPRITE_FORMATS; i++)
        if (fy_sprite_code((fy_sprite_format)i) == (ferry_rdp_texel)code) return (fy_sprite_format)i;
    ck_abort_msg("no format %u", code);
    return FY_SPRITE_FORMATS;
}

static void widen(uint16_t word, uint8_t out[4]) {
    for (int k = 0; k < 3; k++) {
        uint32_t five = word >> (11 - 5 * k) & 31;
        out[k] = (uint8_t)(five << 3 | five >> 2);
    }
    out[3] = word & 1 ? 255 : 0;
}

/* The picture of a case; the indexed ones with their own palette and order. */
static fy_sprite sprite_of(ferry_job *job, const texel_case *of) {
    fy_sprite sprite;
    fy_texels texels = {3, 2, (uint8_t *)(uintptr_t)of->rgba};
    fy_sprite_format format = format_of(of->level.code);
    if (!fy_sprite_has_palette(format)) {
        ck_assert(fy_sprite_encode(job, &texels, (fy_texel_needs){true, true}, format, &sprite));
        return sprite;
    }
    sprite = (fy_sprite){.format = format, .texels = texels};
    sprite.palette.count = format == FY_SPRITE_CI4 ? 16 : 256;
    for (uint32_t i = 0; i < sprite.palette.count; i++) widen(palette_word(i), sprite.palette.colors[i]);
    sprite.indices = ferry_new(job, uint8_t, 6);
    const uint8_t *from = of->level.texels;
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t x = i % 3, row = i / 3 * 2;
        sprite.indices[i] = format == FY_SPRITE_CI8 ? from[i]
                            : x % 2                 ? from[row + x / 2] & 15
                                                    : from[row + x / 2] >> 4;
    }
    return sprite;
}

START_TEST(files_are_as_described) {
    const texel_case *of = &texel_cases[_i / 2];
    ferry_job *job = job_for(_i % 2 ? "6" : "4");
    build_sprite plan = plain_sprite(of, _i % 2 ? 6 : 4);
    ferry_bytes expected = build_sprite_file(job, &plan), written;
    fy_sprite sprite = sprite_of(job, of);
    ck_assert(fy_sprite_write(job, "x", &sprite, 0, &written));
    ck_assert_uint_eq(written.size, expected.size);
    ck_assert_mem_eq(written.data, expected.data, expected.size);
    ferry_close(job);
}
END_TEST

/* Fewer colours than the format has: the rest is zero, and the file is as long as ever. */
START_TEST(palettes_are_filled_up) {
    ferry_job *job = job_for("4");
    static const uint8_t rgba[4][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {255, 0, 0, 255}, {9, 9, 9, 0}};
    fy_texels texels = {2, 2, (uint8_t *)(uintptr_t)rgba};
    fy_sprite sprite;
    ferry_bytes bytes;
    ck_assert(fy_sprite_encode(job, &texels, (fy_texel_needs){true, true}, FY_SPRITE_CI8, &sprite));
    ck_assert(fy_sprite_write(job, "x", &sprite, 0, &bytes));
    ck_assert_uint_eq(bytes.size, 8 + 8 + 128 + 512);
    ck_assert_mem_eq(bytes.data + 8, ((uint8_t[]){0, 1, 0, 2, 0, 0, 0, 0}), 8);
    ck_assert_mem_eq(bytes.data + 144, ((uint8_t[]){0xF8, 1, 7, 0xC1, 0xAA, 0x80, 0, 0}), 8);
    ferry_close(job);
}
END_TEST

/* The library of version 6 loads as many colours as the file says: that many are stored, and the last eight
 * bytes filled up. Pairs may share a palette: what the second one loads of it lies over the same colours of
 * the first. */
START_TEST(palettes_of_version_6_are_as_long_as_used) {
    static const uint32_t counts[] = {17, 20, 255, 256};
    for (uint32_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        ferry_job *job = job_for("6");
        fy_sprite sprite = {.format = FY_SPRITE_CI8, .texels = {16, 16, ferry_new(job, uint8_t, 1024)}};
        sprite.palette.count = counts[i];
        sprite.indices = ferry_new(job, uint8_t, 256);
        for (uint32_t k = 0; k < 256; k++) {
            widen(palette_word(k), sprite.palette.colors[k]);
            sprite.indices[k] = (uint8_t)(k % counts[i]);
            memcpy(sprite.texels.rgba + 4 * (size_t)k, sprite.palette.colors[k % counts[i]], 4);
        }
        ferry_bytes bytes;
        ck_assert(fy_sprite_write(job, "x", &sprite, 2, &bytes));
        uint32_t palette = ferry_be32(bytes.data + 8 + 256 + 4);
        ck_assert_uint_eq(bytes.data[8 + 256 + 0x42], counts[i] & 255);
        ck_assert_uint_eq(bytes.size, palette + (2 * counts[i] + 7) / 8 * 8);
        for (uint32_t k = 0; k < (bytes.size - palette) / 2; k++)
            ck_assert_uint_eq(ferry_be16(bytes.data + palette + 2 * (size_t)k),
                              k < counts[i] ? palette_word(k) : 0);
        ferry_scene *scene = ferry_load(job, &(ferry_input){"x.sprite", bytes}, 1);
        ck_assert_ptr_nonnull(scene);
        fy_expect_report(job, "");
        ck_assert_uint_eq(scene->images.data[0].palette_count, counts[i]);
        ck_assert_mem_eq(scene->images.data[0].levels[0].rgba, sprite.texels.rgba, 1024);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* Random pictures of awkward sizes go out and come back as they were encoded. */
START_TEST(what_was_written_is_read) {
    static const uint32_t sizes[][2] = {{1, 1}, {5, 3}, {15, 9}, {24, 20}, {32, 32}, {100, 60}};
    fy_sprite_format format = (fy_sprite_format)_i;
    for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ferry_job *job = job_for(i % 2 ? "6" : "4");
        uint8_t *rgba = odd_picture(sizes[i][0], sizes[i][1], 1, i + 1);
        fy_texels texels = {sizes[i][0], sizes[i][1], rgba};
        fy_sprite sprite;
        ferry_bytes bytes;
        ck_assert(fy_sprite_encode(job, &texels, (fy_texel_needs){true, true}, format, &sprite));
        uint32_t extra = fy_sprite_most_levels(&sprite, 1);
        ck_assert(fy_sprite_write(job, "x", &sprite, extra, &bytes));
        ferry_scene *scene = load(job, bytes);
        fy_expect_report(job, "");
        ck_assert_ptr_nonnull(scene);
        const ferry_image *image = &scene->images.data[0];
        ck_assert_uint_eq(image->level_count, 1 + extra);
        ck_assert(image->rdp_format == fy_sprite_code(format));
        ck_assert_mem_eq(image->levels[0].rgba, sprite.texels.rgba, 4 * sizes[i][0] * sizes[i][1]);
        ferry_scene_free(scene);
        ferry_close(job);
        free(rgba);
    }
}
END_TEST

START_TEST(levels_are_counted_as_the_console_needs_them) {
    static const struct {
        fy_sprite_format format;
        uint32_t width, height, least_rows, count;
    } rows[] = {
        {FY_SPRITE_RGBA16, 32, 32, 1, 4}, /* 16 8 4, and 2 that is not shown */
        {FY_SPRITE_RGBA16, 64, 32, 1, 0}, /* full */
        {FY_SPRITE_CI4, 64, 64, 1, 0},
        {FY_SPRITE_CI4, 64, 32, 1, 4}, /* 32x16 16x8 8x4 4x2 */
        {FY_SPRITE_CI8, 32, 32, 1, 4},
        {FY_SPRITE_CI8, 32, 48, 1, 2}, /* 1536 + 384 + 96; 48 more do not fit */
        {FY_SPRITE_I8, 64, 32, 8, 2},  /* 32x16 and 16x8: fewer rows than eight stop the library */
        {FY_SPRITE_I8, 64, 16, 8, 0},  /* one level would never be shown */
        {FY_SPRITE_IA8, 16, 4, 1, 0},
        {FY_SPRITE_I4, 20, 20, 1, 2}, /* 5 texels a row would show a sixth: not shown */
        {FY_SPRITE_I4, 128, 16, 1, 3},
        {FY_SPRITE_RGBA32, 16, 16, 1, 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fy_sprite sprite = {.format = rows[i].format, .texels = {rows[i].width, rows[i].height, NULL}};
        ck_assert_msg(fy_sprite_most_levels(&sprite, rows[i].least_rows) == rows[i].count, "row %zu: %u", i,
                      fy_sprite_most_levels(&sprite, rows[i].least_rows));
    }
}
END_TEST

/* Bright and dark count alike, and what is transparent does not colour. */
START_TEST(smaller_levels_are_means) {
    ferry_job *job = job_for("6");
    uint8_t grey[8 * 8][4], color[8 * 8][4];
    ferry_bytes bytes;
    fy_sprite sprite;
    for (uint32_t i = 0; i < 64; i++) {
        memset(grey[i], i % 2 ? 200 : 40, 4);
        color[i][0] = i % 8 < 4 ? 255 : 0;
        color[i][1] = color[i][2] = i % 2 ? 255 : 0;
        color[i][3] = i % 2 ? 0 : 255;
    }
    fy_texels texels = {8, 8, &grey[0][0]};
    ck_assert(fy_sprite_encode(job, &texels, (fy_texel_needs){true, true}, FY_SPRITE_I8, &sprite));
    ck_assert(fy_sprite_write(job, "x", &sprite, 2, &bytes));
    ck_assert_uint_eq(bytes.data[8], 40);
    ck_assert_uint_eq(bytes.data[8 + 64 + 128], 120);
    ck_assert_uint_eq(ferry_be32(bytes.data + 72 + 8), 0x00040004);
    ck_assert_uint_eq(ferry_be32(bytes.data + 72 + 12), 0x11000000 + 8 + 64 + 128);
    ck_assert_uint_eq(ferry_be32(bytes.data + 72 + 20), 0x11000000 + 8 + 64 + 128 + 16);
    ck_assert_uint_eq(ferry_be16(bytes.data + 72 + 0x40), FY_SPRITE_FITS | 2);
    texels.rgba = &color[0][0];
    ck_assert(fy_sprite_encode(job, &texels, (fy_texel_needs){true, true}, FY_SPRITE_RGBA16, &sprite));
    ck_assert(fy_sprite_write(job, "x", &sprite, 2, &bytes));
    ck_assert_uint_eq(ferry_be16(bytes.data + 8 + 128 + 128), 0xF801); /* red alone, half and half opaque */
    ck_assert_uint_eq(ferry_be16(bytes.data + 8 + 128 + 128 + 6), 0x0001);
    ferry_close(job);
}
END_TEST

/* ----------------------------------------------------------------------------------- whole models, rules */

static const ferry_file *sprite_file(const ferry_file_list *files, const char *path) {
    const char *name = strrchr(path, '/') + 1;
    for (uint32_t i = 0; i < files->count; i++)
        if (strcmp(files->data[i].name, name) == 0) return &files->data[i];
    ck_abort_msg("no file for %s", path);
    return NULL;
}

static bool is_power(uint32_t size) {
    return (size & (size - 1)) == 0;
}

/* What the library on the console asserts of one axis, level by level. */
static void obey_axis(const ferry_rdp_axis *axis, uint32_t size, uint32_t levels) {
    ck_assert_msg(axis->clamp || is_power(size), "%u texels repeat", size);
    ck_assert(axis->low >= 0);
    ck_assert(axis->low + (float)size <= 1024);
    ck_assert_int_ge(axis->shift, -5);
    ck_assert_int_le(axis->shift + (int)levels - 1, 10);
}

static void obey(const char *name, const ferry_scene *scene, const ferry_material *material) {
    const ferry_rdp_material *rdp = material->rdp;
    uint64_t size = 0, limit = 4096;
    uint32_t count = 0, indexed = 0, levels = 1;
    for (int i = 0; i < 2; i++) {
        const ferry_rdp_tile *tile = &rdp->tiles[i];
        if (tile->texture == FERRY_NONE) continue;
        const ferry_image *image = &scene->images.data[scene->textures.data[tile->texture].image];
        bool says_size = rdp->effect != FERRY_RDP_EFFECT_SPHERICAL_UV; /* else what the effect needs */
        ck_assert(!says_size || (image->width == tile->width && image->height == tile->height));
        if (fy_rdp_tmem_limit(image->rdp_format) < limit) limit = fy_rdp_tmem_limit(image->rdp_format);
        for (uint32_t k = 0; k < image->level_count; k++) {
            size += fy_rdp_tmem(image->rdp_format, image->levels[k].width, image->levels[k].height);
            ck_assert(!tile->s.clamp || tile->t.clamp || image->levels[k].height >= 8);
        }
        obey_axis(&tile->s, image->width, image->level_count);
        obey_axis(&tile->t, image->height, image->level_count);
        ck_assert(fy_rdp_texel_bits(image->rdp_format) != 4 || image->width % 2 == 0);
        indexed += fy_rdp_texel_indexed(image->rdp_format);
        if (image->level_count > levels) levels = image->level_count;
        count++;
    }
    ck_assert_msg(size <= limit, "%s, %s: %llu of %llu bytes", name, material->name, (unsigned long long)size,
                  (unsigned long long)limit);
    ck_assert_msg(count < 2 || indexed == 0, "%s, %s: palettes", name, material->name);
    ck_assert_msg(count < 2 || rdp->tiles[0].hash != rdp->tiles[1].hash, "%s, %s: one texture twice", name,
                  material->name);
    ck_assert_msg(levels == 1 || (count == 1 && rdp->combiner >> 63 == 0), "%s, %s: levels", name,
                  material->name);
}

static uint32_t level_count(const ferry_scene *scene, const ferry_material *material) {
    return scene->images.data[scene->textures.data[material->rdp->tiles[0].texture].image].level_count;
}

/* Materials that may follow each other without the draw flags being sent again have the same levels. */
static void obey_together(const char *name, const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->materials.count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const ferry_material *a = &scene->materials.data[i], *b = &scene->materials.data[k];
            if (a->rdp->flags != b->rdp->flags || a->rdp->tiles[0].texture == FERRY_NONE ||
                b->rdp->tiles[0].texture == FERRY_NONE)
                continue;
            ck_assert_msg(level_count(scene, a) == level_count(scene, b), "%s: %s and %s", name, a->name,
                          b->name);
        }
}

/* Model and sprites, read back together. */
static ferry_scene *read_back(ferry_job *job, const ferry_file_list *files) {
    ferry_input inputs[64] = {{files->data[0].name, files->data[0].bytes}};
    ck_assert_uint_lt(files->count, 64);
    for (uint32_t i = 1; i < files->count; i++)
        inputs[i] = (ferry_input){files->data[i].name, files->data[i].bytes};
    ferry_scene *scene = ferry_load(job, inputs, files->count);
    ck_assert_ptr_nonnull(scene);
    for (uint32_t i = 0; i < scene->textures.count; i++) {
        sprite_file(files, scene->textures.data[i].path);
        ck_assert_uint_ne(scene->textures.data[i].image, FERRY_NONE);
    }
    return scene;
}

static uint32_t leveled_models;

START_TEST(models_obey_the_rules_of_the_console) {
    if (fixtures[_i].kind == JB_BMT3) return;
    ferry_job *job = job_for("6");
    ferry_bytes bytes = fy_read_fixture(fixtures[_i].name);
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){fixtures[_i].name, bytes}, 1);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL) &&
              ferry_save(job, scene, "t3dm", "m.t3dm", &files));
    ferry_scene *back = read_back(job, &files);
    for (uint32_t i = 0; i < back->materials.count; i++)
        obey(fixtures[_i].name, back, &back->materials.data[i]);
    obey_together(fixtures[_i].name, back);
    for (uint32_t i = 0; i < back->images.count; i++) leveled_models += back->images.data[i].level_count > 1;
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

START_TEST(some_model_has_levels) {
    ck_assert_uint_gt(leveled_models, 0);
}
END_TEST

/* Awkward pictures in one material each. */
START_TEST(awkward_sizes_become_ones_that_can_be_drawn) {
    static const struct {
        uint32_t width, height;
        ferry_wrap s, t;
    } rows[] = {
        {1, 1, FERRY_WRAP_REPEAT, FERRY_WRAP_REPEAT},     {1, 64, FERRY_WRAP_CLAMP, FERRY_WRAP_REPEAT},
        {1024, 16, FERRY_WRAP_CLAMP, FERRY_WRAP_MIRROR},  {1000, 9, FERRY_WRAP_CLAMP, FERRY_WRAP_REPEAT},
        {30, 2, FERRY_WRAP_CLAMP, FERRY_WRAP_REPEAT},     {17, 33, FERRY_WRAP_MIRROR, FERRY_WRAP_CLAMP},
        {1024, 1024, FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP}, {7, 3, FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP},
    };
    ferry_job *job = job_for("6");
    ferry_scene *scene = fy_square_scene(job);
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    ferry_texture *texture = ferry_append(scene, &scene->textures, ferry_texture);
    ferry_image *image = ferry_append(scene, &scene->images, ferry_image);
    *material = (ferry_material){.name = "m", .base_color = {1, 1, 1, 1}, .alpha_mode = FERRY_ALPHA_BLEND};
    scene->draws.data[0].material = 0;
    ferry_mip_level level;
    uint32_t row = (uint32_t)_i;
    uint8_t *rgba = odd_picture(rows[row].width, rows[row].height, 1, row + 3);
    level = (ferry_mip_level){rows[row].width, rows[row].height, rgba};
    *texture = (ferry_texture){.name = "t",
                               .path = "",
                               .wrap_s = rows[row].s,
                               .wrap_t = rows[row].t,
                               .min_filter = FERRY_FILTER_LINEAR,
                               .mag_filter = FERRY_FILTER_LINEAR};
    *image = (ferry_image){.name = "i",
                           .width = level.width,
                           .height = level.height,
                           .levels = &level,
                           .level_count = 1,
                           .alpha = FERRY_ALPHA_VARIED};
    ferry_file_list files = {0};
    ck_assert(ferry_save(job, scene, "t3dm", "m.t3dm", &files));
    ferry_scene *back = read_back(job, &files);
    obey("awkward", back, &back->materials.data[0]);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
    free(rgba);
}
END_TEST

/* --------------------------------------------------------------------------------------------- the probe */

START_TEST(the_probe_knows_its_own) {
    ferry_job *job = fy_quick_job();
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
        size_t texels = (plan.levels[0].size + 7) / 8 * 8;
        for (size_t size = 0; size < 8 + texels + 124; size++) /* cut before its second header ends */
            ck_assert_uint_eq(fy_format_sprite.probe((ferry_bytes){bytes.data, size}), 0);
    }
    ferry_close(job);
}
END_TEST

/* As sure of those with palettes, which come last, as of others; less where more follows than a palette. */
START_TEST(the_probe_knows_where_sprites_end) {
    ferry_job *job = fy_quick_job();
    uint32_t sure = 0;
    for (uint32_t i = 0; i < 2 * TEXEL_CASES; i++) {
        build_sprite plan = plain_sprite(&texel_cases[i / 2], i % 2 ? 4 : 6);
        ferry_bytes bytes = build_sprite_file(job, &plan);
        uint8_t *longer = ferry_new(job, uint8_t, bytes.size + 600);
        uint32_t own = fy_format_sprite.probe(bytes);
        memcpy(longer, bytes.data, bytes.size);
        if (!i) sure = own;
        ck_assert_uint_eq(own, sure);
        ck_assert_uint_lt(fy_format_sprite.probe((ferry_bytes){longer, bytes.size + 600}), sure);
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
            if (strstr(lists[list][i].name, ".sprite")) continue;
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
    tcase_add_test(reading, sprites_find_their_textures);
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
    TCase *writing = tcase_create("writing");
    tcase_add_loop_test(writing, files_are_as_described, 0, 2 * TEXEL_CASES);
    tcase_add_test(writing, palettes_are_filled_up);
    tcase_add_test(writing, palettes_of_version_6_are_as_long_as_used);
    tcase_add_loop_test(writing, what_was_written_is_read, 0, FY_SPRITE_FORMATS);
    tcase_add_test(writing, levels_are_counted_as_the_console_needs_them);
    tcase_add_test(writing, smaller_levels_are_means);
    tcase_add_loop_test(writing, models_obey_the_rules_of_the_console, 0, (int)fixture_count);
    tcase_add_test(writing, some_model_has_levels);
    tcase_add_loop_test(writing, awkward_sizes_become_ones_that_can_be_drawn, 0, 8);
    suite_add_tcase(suite, writing);
    TCase *probe = tcase_create("probe");
    tcase_add_test(probe, the_probe_knows_its_own);
    tcase_add_test(probe, the_probe_knows_where_sprites_end);
    tcase_add_test(probe, the_probe_claims_no_other);
    suite_add_tcase(suite, probe);
    return fy_run_suite(suite);
}
