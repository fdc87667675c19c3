/*
 * test_rdp_pixels.c: the console's pixels, depth and video output against measured values
 * (docs/formats/n64_drawing.md).
 */
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/rdp_values.h"
#include "helpers.h"
#include "machine/rdp/rdp_color.h"
#include "machine/rdp/rdp_combiner.h"
#include "machine/rdp/rdp_depth.h"
#include "machine/rdp/rdp_vertex.h"
#include "machine/rdp/rdp_video.h"

static const fy_rdp_output plain = {.five_bits = false, .plain_alpha = true};

/* A pixel of a quad before the measured background. */
static fy_rdp_dot background(void) {
    return (fy_rdp_dot){.rgb = {40, 80, 120}, .coverage = 7, .depth = {.cleared = true}};
}

static fy_rdp_fragment fragment_of(const uint8_t color[4]) {
    fy_rdp_fragment fragment = {
        .samples = 8, .z = 0x8000, .dz = 1, .tex0 = {180, 90, 45, 200}, .tex1 = {60, 120, 240, 100}};
    memcpy(fragment.shade, color, 4);
    return fragment;
}

START_TEST(pixels_are_the_measured_ones) {
    static const fy_rdp_cycle two_tone[2] = {
        {{FY_RDP_PRIM, FY_RDP_ENV, FY_RDP_TEX0, FY_RDP_ENV}, {7, 7, 7, 6}}};
    static const fy_rdp_cycle mix[2] = {
        {{FY_RDP_TEX1, FY_RDP_TEX0, FY_RDP_ENV_ALPHA, FY_RDP_TEX0}, {7, 7, 7, 6}},
        {{FY_RDP_COMBINED, FY_RDP_ZERO_AB, FY_RDP_SHADE, FY_RDP_ZERO}, {7, 7, 7, 6}}};
    const uint64_t tones = fy_rdp_encode(two_tone, false), mixed = fy_rdp_encode(mix, true);
    const struct {
        uint64_t word;
        uint32_t blender;
        uint16_t normal;
        uint8_t color[4], prim[4], env[4], rgb[3];
    } cases[] = {
        {SHADE_ALONE, 0, 0x000F, {255, 255, 255, 255}, {0}, {0}, {251, 247, 245}},
        {SHADE_ALONE, 0, 0x03E0, {200, 100, 50, 255}, {0}, {0}, {164, 81, 41}},
        {SHADE_ALONE, 0, 0x0400, {255, 255, 255, 255}, {0}, {0}, {63, 71, 95}},
        {TEX_SHADE, 0, 0x000F, {255, 255, 255, 255}, {0}, {0}, {176, 87, 43}},
        {0x80127E0388FFFDFE, 0, 0x000F, {255, 255, 255, 255}, {128, 255, 64, 255}, {0}, {88, 87, 11}},
        {tones, 0, 0x000F, {255, 255, 255, 255}, {250, 200, 10, 255}, {20, 40, 60, 255}, {182, 96, 51}},
        {0x80117E0488FFFDFE, 0, 0x000F, {255, 255, 255, 255}, {0}, {0}, {41, 41, 40}},
        {BLENDED, FERRY_RDP_BLEND_MULTIPLY, 0x000F, {255, 255, 255, 255}, {0}, {0}, {142, 85, 62}},
        {TEX_PRIM_ALPHA,
         FERRY_RDP_BLEND_ADD,
         0x000F,
         {255, 255, 255, 255},
         {255, 128, 64, 255},
         {0},
         {179, 115, 128}},
        {mixed, 0, 0x000F, {255, 255, 255, 255}, {0}, {0, 0, 0, 96}, {132, 97, 113}},
        {SHADE_ALONE, 0, 0x4A87, {255, 255, 255, 255}, {0}, {0}, {245, 241, 241}},
    };
    fy_rdp_lighting lighting = measured_light();
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint8_t lit[4];
        shade(&lighting, false, cases[i].normal, cases[i].color, lit);
        fy_rdp_modes modes = {.formula = fy_rdp_formula_of(cases[i].word), .blender = cases[i].blender};
        memcpy(modes.prim, cases[i].prim, 4), memcpy(modes.env, cases[i].env, 4);
        fy_rdp_fragment fragment = fragment_of(lit);
        fy_rdp_dot dot = background();
        ck_assert(fy_rdp_draw(&plain, &modes, &fragment, &dot));
        expect_rgb(dot.rgb, cases[i].rgb[0], cases[i].rgb[1], cases[i].rgb[2]);
    }
}
END_TEST

static void expect_blend(uint32_t word, uint8_t alpha, const uint8_t src[3], const uint8_t dst[3], int r,
                         int g, int b) {
    fy_rdp_blend_inputs inputs = {.alpha = alpha, .fog = {0, 0, 0, 128}};
    uint8_t out[3];
    memcpy(inputs.src, src, 3), memcpy(inputs.dst, dst, 3);
    fy_rdp_blend(word, &inputs, out);
    expect_rgb(out, r, g, b);
}

START_TEST(blending_has_five_bits_and_wraps) {
    static const uint8_t src[3] = {250, 130, 10}, dst[3] = {40, 80, 120};
    expect_blend(FERRY_RDP_BLEND_MULTIPLY, 128, src, dst, 145, 105, 65);
    expect_blend(FERRY_RDP_BLEND_MULTIPLY, 255, src, dst, 250, 130, 10);
    expect_blend(FERRY_RDP_BLEND_MULTIPLY, 0, src, dst, 40, 80, 120);
    expect_blend(FY_RDP_BLEND_FOG_ALPHA, 7, src, dst, 145, 105, 65);
    expect_blend(FERRY_RDP_BLEND_ADD, 128, src, dst, 165, 145, 125);
    expect_blend(FERRY_RDP_BLEND_ADD, 224, src, dst, 2, 193, 128); /* 258 - 256 */
    /* in place of the pixel's colour the blend colour, or the fog's */
    for (uint32_t which = 2; which < 4; which++) {
        fy_rdp_blend_inputs inputs = {.alpha = 128, .blend = {250, 130, 10}, .fog = {0, 0, 0, 128}};
        uint8_t mixed[3], *of = which == 2 ? inputs.blend : inputs.fog;
        memcpy(inputs.dst, dst, 3);
        memset(inputs.src, 77, 3);
        fy_rdp_blend((FERRY_RDP_BLEND_MULTIPLY & ~(3U << 30)) | which << 30, &inputs, mixed);
        expect_blend(FERRY_RDP_BLEND_MULTIPLY, 128, of, dst, mixed[0], mixed[1], mixed[2]);
    }
    fy_rdp_blend_inputs covered = {.alpha = 128, .coverage = 5, .src = {250, 130, 10}, .dst = {40, 80, 120}};
    uint8_t out[3];
    fy_rdp_blend(FERRY_RDP_BLEND_MULTIPLY | 1u << 18, &covered, out); /* by 16 and 4 * 5 + 1 of 32 */
    expect_rgb(out, (250 * 16 + 40 * 21) / 32, (130 * 16 + 80 * 21) / 32, (10 * 16 + 120 * 21) / 32);
}
END_TEST

START_TEST(cutouts_start_at_32_whatever_their_threshold) {
    /* texture colour and alpha */
    fy_rdp_modes modes = {
        .formula = fy_rdp_formula_of(0x00887F1088FCF279), .compare = true, .blend = {0, 0, 0, 128}};
    static const int stored[][2] = {{31, -1}, {32, 0}, {128, 3}, {255, 7}};
    for (size_t i = 0; i < COUNT(stored); i++) {
        fy_rdp_fragment fragment = fragment_of(white);
        fragment.tex0[3] = (uint8_t)stored[i][0];
        fy_rdp_dot dot = background();
        ck_assert_int_eq(fy_rdp_draw(&plain, &modes, &fragment, &dot), stored[i][1] >= 0);
        if (stored[i][1] >= 0) ck_assert_int_eq(dot.coverage, stored[i][1]);
    }
    /* at an edge more is needed: samples * alpha >= 252 */
    ck_assert_int_eq(fy_rdp_cutout(84, 3), 1);
    ck_assert_int_eq(fy_rdp_cutout(83, 3), 0);
    /* blended and compared: the threshold counts */
    modes.blender = FERRY_RDP_BLEND_MULTIPLY;
    fy_rdp_fragment fragment = fragment_of(white);
    fy_rdp_dot dot = background();
    fragment.tex0[3] = 127;
    ck_assert(!fy_rdp_draw(&plain, &modes, &fragment, &dot));
    fragment.tex0[3] = 128;
    ck_assert(fy_rdp_draw(&plain, &modes, &fragment, &dot));
    /* opaque: alpha is of no effect */
    modes.blender = 0, modes.compare = false, fragment.tex0[3] = 0;
    dot = background();
    ck_assert(fy_rdp_draw(&plain, &modes, &fragment, &dot));
    expect_rgb(dot.rgb, 180, 90, 45);
}
END_TEST

/* In two cycles the compare looks at the first one's alpha, the blender at the last. */
START_TEST(the_compare_reads_the_first_cycle) {
    fy_rdp_cycle cycles[2] = {{{8, 8, 16, FY_RDP_TEX0}, {7, 7, 7, FY_RDP_TEX0}},
                              {{8, 8, 16, FY_RDP_COMBINED}, {7, 7, 7, FY_RDP_PRIM}}};
    fy_rdp_modes modes = {.formula = fy_rdp_formula_of(fy_rdp_encode(cycles, true)),
                          .blender = FERRY_RDP_BLEND_MULTIPLY,
                          .compare = true,
                          .prim = {0, 0, 0, 10},
                          .blend = {0, 0, 0, 100}};
    fy_rdp_fragment fragment = fragment_of(white);
    fy_rdp_dot dot = background();
    ck_assert(fy_rdp_draw(&plain, &modes, &fragment, &dot));
    expect_rgb(dot.rgb, (180 * 1 + 40 * 31) / 32, (90 + 80 * 31) / 32, (45 + 120 * 31) / 32);
    fragment.tex0[3] = 99;
    ck_assert(!fy_rdp_draw(&plain, &modes, &fragment, &dot));
}
END_TEST

START_TEST(dither_leaves_five_bits) {
    static const int square[4][4] = {{0, 6, 1, 7}, {4, 2, 5, 3}, {3, 5, 2, 4}, {7, 1, 6, 0}};
    for (uint32_t y = 0; y < 8; y++)
        for (uint32_t x = 0; x < 8; x++) ck_assert_int_eq(fy_rdp_dither(x, y), square[y & 3][x & 3]);
    for (int d = 0; d < 8; d++) {
        ck_assert_int_eq(fy_rdp_to_five_bits(100, d), d < 4 ? 104 : 96);
        ck_assert_int_eq(fy_rdp_to_five_bits(250, d), 248);
        ck_assert_int_eq(fy_rdp_to_five_bits(255, d), 248);
    }
    fy_rdp_output console = {.five_bits = true};
    fy_rdp_modes modes = {.formula = fy_rdp_formula_of(BLENDED), .blender = FERRY_RDP_BLEND_MULTIPLY};
    fy_rdp_fragment fragment = fragment_of((const uint8_t[4]){255, 255, 255, 128});
    fragment.x = 3, fragment.y = 0; /* 7 */
    fy_rdp_dot dot = background();
    ck_assert(fy_rdp_draw(&console, &modes, &fragment, &dot));
    int alpha = 100 + 7, a5 = alpha >> 3, b5 = (255 - alpha) >> 3;
    ck_assert_int_eq(dot.rgb[0], ((179 * a5 + 40 * (b5 + 1)) >> 5) & 0xF8);
}
END_TEST

START_TEST(partly_covered_blends_colour_once) {
    fy_rdp_modes modes = {.formula = fy_rdp_formula_of(BLENDED), .blender = FERRY_RDP_BLEND_MULTIPLY};
    fy_rdp_fragment fragment = fragment_of(white);
    fy_rdp_dot dot = background();
    dot.coverage = 2;
    fragment.samples = 3;
    ck_assert(fy_rdp_draw(&plain, &modes, &fragment, &dot));
    expect_rgb(dot.rgb, 40, 80, 120);
    ck_assert_int_eq(dot.coverage, 5);
    fragment.z = 0x4000;
    ck_assert(fy_rdp_draw(&plain, &modes, &fragment, &dot));
    ck_assert_int_eq(dot.coverage, 0);
    ck_assert_int_ne(dot.rgb[0], 40);
}
END_TEST

/* Two surfaces of one depth share a pixel by their samples; what is in front takes it. */
START_TEST(opaque_edges_are_merged) {
    fy_rdp_modes modes = {.formula = fy_rdp_formula_of(0x00887F1088FCF279)}; /* texture colour and alpha */
    static const struct {
        uint8_t samples;
        uint32_t z, dz, stored_dz;
        int own, other, coverage;
    } cases[] = {
        {3, 0x8000, 1, 1, 3, 5, 7},   /* the rest of the pixel */
        {2, 0x8000, 1, 1, 2, 5, 6},   /* a gap stays */
        {2, 0x8040, 1, 1, 2, 5, 6},   /* within the tolerance behind */
        {3, 0x7000, 1, 1, 1, 0, 2},   /* in front */
        {4, 0x7FC0, 1, 1, 1, 0, 3},   /* they overlap */
        {3, 0x8000, 32, 16, 1, 5, 7}, /* a steeper surface has half the weight */
        {3, 0x8000, 16, 32, 3, 3, 7}, /* so has what is stored: 4 / 2 + 1 */
        {3, 0x8000, 256, 1, 0, 5, 7}, /* nothing of it is left */
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fy_rdp_fragment fragment = fragment_of(white);
        fy_rdp_dot dot = background();
        dot.coverage = 4, dot.depth = (fy_rdp_depth){.z = 0x8000, .dz = cases[i].stored_dz};
        fragment.samples = cases[i].samples, fragment.z = cases[i].z, fragment.dz = cases[i].dz;
        ck_assert(fy_rdp_draw(&plain, &modes, &fragment, &dot));
        int own = cases[i].own, other = cases[i].other, all = own + other;
        expect_rgb(dot.rgb, (180 * own + 40 * other) / all, (90 * own + 80 * other) / all,
                   (45 * own + 120 * other) / all);
        ck_assert_int_eq(dot.coverage, cases[i].coverage);
    }
}
END_TEST

START_TEST(depth_is_stored_on_a_grid) {
    static const uint32_t cases[][2] = {{0x1FFFF, 0x1FFC0}, {0x20021, 0x20020}, {0x30015, 0x30010},
                                        {0x3800F, 0x38008}, {0x3C007, 0x3C004}, {0x3E003, 0x3E002},
                                        {0x3F001, 0x3F001}, {0x3FFFF, 0x3FFFF}};
    for (size_t i = 0; i < COUNT(cases); i++)
        ck_assert_uint_eq(fy_rdp_depth_stored(cases[i][0]), cases[i][1]);
    ck_assert_uint_eq(fy_rdp_depth_of(16383.5), 131068);
    ck_assert_uint_eq(fy_rdp_depth_of(-1), 0);
    ck_assert_uint_eq(fy_rdp_depth_of(40000), 0x3FFFF);
    static const double slopes[][3] = {{0, 0, 1},    {0.9, -0.9, 1}, {1, 0, 2},
                                       {-3.7, 1, 8}, {2, -1.5, 4},   {1e9, 0, 0x8000}};
    for (size_t i = 0; i < COUNT(slopes); i++)
        ck_assert_uint_eq(fy_rdp_slope_of(slopes[i][0], slopes[i][1]), (uint32_t)slopes[i][2]);
}
END_TEST

static bool passes(fy_rdp_z_mode mode, uint32_t stored, uint32_t stored_dz, uint32_t z, uint32_t dz,
                   bool full) {
    fy_rdp_depth depth = {.z = stored, .dz = stored_dz};
    return fy_rdp_depth_passes(mode, &depth, z, dz, full);
}

START_TEST(depth_compares_in_four_ways) {
    fy_rdp_depth clear = {.cleared = true};
    for (unsigned mode = 0; mode < 4; mode++)
        ck_assert_int_eq(fy_rdp_depth_passes((fy_rdp_z_mode)mode, &clear, 9, 1, true),
                         mode != FY_RDP_Z_DECAL);
    /* strictly nearer */
    ck_assert(passes(FY_RDP_Z_OPAQUE, 0x20000, 1, 0x1FFFF, 1, true));
    ck_assert(!passes(FY_RDP_Z_OPAQUE, 0x20000, 1, 0x20000, 1, true));
    ck_assert(!passes(FY_RDP_Z_TRANSPARENT, 0x20000, 1, 0x20000, 1, false));
    /* a pixel that is not full yet takes what is about as far */
    ck_assert(passes(FY_RDP_Z_OPAQUE, 0x20000, 1, 0x20000 + 64, 1, false));
    ck_assert(!passes(FY_RDP_Z_OPAQUE, 0x20000, 1, 0x20000 + 65, 1, false));
    /* a flat decal in the middle: 8 Z units either way */
    static const int offsets[][2] = {{-10, 0}, {-8, 1}, {-5, 1}, {0, 1}, {5, 1}, {8, 1}, {9, 0}, {10, 0}};
    for (size_t i = 0; i < COUNT(offsets); i++)
        ck_assert_int_eq(passes(FY_RDP_Z_DECAL, 0x20000, 1, (uint32_t)(0x20000 + 8 * offsets[i][0]), 1, true),
                         offsets[i][1]);
    /* sloped: the slope, doubled while the exponent is small */
    ck_assert_uint_eq(fy_rdp_depth_tolerance(&(fy_rdp_depth){.z = 0x20000, .dz = 16}, 16), 8 * 32);
    ck_assert_uint_eq(fy_rdp_depth_tolerance(&(fy_rdp_depth){.z = 0x3F000, .dz = 16}, 4), 8 * 16);
    ck_assert_uint_eq(fy_rdp_depth_tolerance(&(fy_rdp_depth){.z = 0x100, .dz = 1}, 1), 8 * 16);
}
END_TEST

START_TEST(ideal_depth_follows_the_same_rules) {
    ck_assert(fy_rdp_depth_passes_ideal(FY_RDP_Z_OPAQUE, true, 0, 5, 1));
    ck_assert(!fy_rdp_depth_passes_ideal(FY_RDP_Z_DECAL, true, 0, 5, 1));
    ck_assert(fy_rdp_depth_passes_ideal(FY_RDP_Z_OPAQUE, false, 5, 4.999, 1));
    ck_assert(!fy_rdp_depth_passes_ideal(FY_RDP_Z_TRANSPARENT, false, 5, 5, 1));
    ck_assert(fy_rdp_depth_passes_ideal(FY_RDP_Z_DECAL, false, 100, 108, 1));
    ck_assert(!fy_rdp_depth_passes_ideal(FY_RDP_Z_DECAL, false, 100, 109, 1));
    ck_assert(fy_rdp_depth_passes_ideal(FY_RDP_Z_DECAL, false, 100, 88, 6));
    ck_assert(!fy_rdp_depth_passes_ideal(FY_RDP_Z_DECAL, false, 100, 87, 6));
}
END_TEST

/* Blended surfaces and decals write depth, too, unless that is switched off: what comes later behind them is
 * hidden. */
START_TEST(everything_writes_depth) {
    fy_rdp_modes modes = {.formula = fy_rdp_formula_of(BLENDED), .blender = FERRY_RDP_BLEND_MULTIPLY};
    fy_rdp_fragment near = fragment_of(white), far = fragment_of(white);
    near.z = 0x8020, far.z = 0x10000;
    fy_rdp_dot dot = background();
    ck_assert(fy_rdp_draw(&plain, &modes, &near, &dot));
    ck_assert_uint_eq(dot.depth.z, 0x8000);
    ck_assert(!dot.depth.cleared);
    ck_assert(!fy_rdp_draw(&plain, &modes, &far, &dot));
    modes.z_mode = FY_RDP_Z_DECAL;
    ck_assert(fy_rdp_draw(&plain, &modes, &near, &dot));
    modes.z_mode = FY_RDP_Z_OPAQUE, modes.keeps_depth = true;
    dot = background();
    ck_assert(fy_rdp_draw(&plain, &modes, &near, &dot));
    ck_assert(dot.depth.cleared);
    ck_assert(fy_rdp_draw(&plain, &modes, &far, &dot));
}
END_TEST

#define SIDE 7

static void flat_picture(uint8_t *rgba, uint8_t *coverage, uint8_t left, uint8_t right) {
    for (int i = 0; i < SIDE * SIDE; i++) {
        memset(rgba + 4 * i, i % SIDE < 3 ? left : right, 4);
        coverage[i] = 7;
    }
}

START_TEST(edges_are_smoothed_by_coverage) {
    uint8_t rgba[SIDE * SIDE * 4], coverage[SIDE * SIDE], before[sizeof rgba];
    ferry_job *job = fy_test_job();
    flat_picture(rgba, coverage, 80, 200);
    memcpy(before, rgba, sizeof rgba);
    ck_assert(fy_rdp_video(job, SIDE, SIDE, coverage, rgba));
    ck_assert_mem_eq(rgba, before, sizeof rgba); /* full coverage: untouched */

    /* one edge pixel of 200 with half its samples: between the second least and second greatest around it */
    size_t at = 3 * SIDE + 3;
    coverage[at] = 3;
    ck_assert(fy_rdp_video(job, SIDE, SIDE, coverage, rgba));
    /* around: 80 (x 3), 200 (x 3): low2 = 80, high2 = 200; 200 + ((80 + 200 - 400) * 4 + 4 >> 3) = 140 */
    ck_assert_int_eq(rgba[4 * at], 140);
    ck_assert_int_eq(rgba[4 * at + 3], 200);
    /* its neighbours take medians: 80 140 200 -> 140 stays; 80 80 140 -> 80; 140 200 200 -> 200 */
    ck_assert_int_eq(rgba[4 * (at - 1)], 80);
    ck_assert_int_eq(rgba[4 * (at + 1)], 200);

    /* a speck beside an edge goes */
    flat_picture(rgba, coverage, 80, 80);
    rgba[4 * at] = 240;
    coverage[at + 1] = 5;
    ck_assert(fy_rdp_video(job, SIDE, SIDE, coverage, rgba));
    ck_assert_int_eq(rgba[4 * at], 80);
    ferry_close(job);
}
END_TEST

/* What lies behind the last row is no part of the picture. */
START_TEST(edges_end_with_the_picture) {
    uint8_t rgba[2][SIDE * SIDE * 4], coverage[SIDE * SIDE];
    ferry_job *job = fy_test_job();
    for (int i = 0; i < 2; i++) {
        flat_picture(rgba[i], coverage, 80, 200);
        memset(coverage + (size_t)SIDE * (SIDE - 1), 7 * i, SIDE);
        for (int x = 0; x < SIDE; x++) coverage[(SIDE - 2) * SIDE + x] = 3;
        ck_assert(fy_rdp_video(job, SIDE, SIDE - 1, coverage, rgba[i]));
    }
    ck_assert_mem_eq(rgba[0], rgba[1], (size_t)4 * SIDE * (SIDE - 1));
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rdp_pixels");
    TCase *pixels = tcase_create("pixels");
    tcase_add_test(pixels, pixels_are_the_measured_ones);
    tcase_add_test(pixels, blending_has_five_bits_and_wraps);
    tcase_add_test(pixels, cutouts_start_at_32_whatever_their_threshold);
    tcase_add_test(pixels, the_compare_reads_the_first_cycle);
    tcase_add_test(pixels, dither_leaves_five_bits);
    tcase_add_test(pixels, partly_covered_blends_colour_once);
    tcase_add_test(pixels, opaque_edges_are_merged);
    tcase_add_test(pixels, depth_is_stored_on_a_grid);
    tcase_add_test(pixels, depth_compares_in_four_ways);
    tcase_add_test(pixels, ideal_depth_follows_the_same_rules);
    tcase_add_test(pixels, everything_writes_depth);
    TCase *video = tcase_create("video");
    tcase_add_test(video, edges_are_smoothed_by_coverage);
    tcase_add_test(video, edges_end_with_the_picture);
    suite_add_tcase(suite, pixels);
    suite_add_tcase(suite, video);
    return fy_run_suite(suite);
}
