/* test_t3dm_materials.c: combiner words, the console's arithmetic, modes, texture decisions, and whole
 * material plans. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/maths.h"
#include "core/image/image.h"
#include "core/image/quantise.h"
#include "core/image/texels.h"
#include "core/image/texels_resize.h"
#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "formats/sprite/rom_path.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/pose/t3dm_shade.h"
#include "formats/t3dm/pose/t3dm_vertex_uv.h"
#include "formats/t3dm/texture/t3dm_choose.h"
#include "formats/t3dm/texture/t3dm_sphere.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "machine/rdp/rdp_tile.h"
#include "machine/rdp/rdp_vertex.h"
#include "shade/t3dm_combiner.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/t3dm_modes.h"
#include "shade/t3dm_uv.h"
#include "shade/t3dm_states.h"
#include "helpers.h"
#include "builders/material_scene.h"

/* ------------------------------------------------------------------------------------ combiner words */

static const uint64_t known_words[] = {
    0x00127E2488FFFDFE, 0x00127E2488FFF3F9, 0x001218248833FFFF, 0x00887F1088FE7D3E, 0x0011FE2388FFFDFE,
    0x00327E6488FFFDFE, 0x003238648873FFFF, 0x80127E0388FFFDFE, 0x80127E0388FFF3F8, 0x80121803880FFFFF,
    0x80117E0488FFFDFE, 0x801114048813FFFF, 0x80127F1088FFFC3E, 0x8025FE0418FCFDFE,
};

START_TEST(words_come_apart_and_together) {
    for (size_t i = 0; i < sizeof known_words / sizeof *known_words; i++) {
        fy_rdp_cycle cycles[2];
        bool two = fy_rdp_decode(known_words[i], cycles);
        ck_assert_uint_eq(two, known_words[i] >> 63);
        ck_assert_uint_eq(fy_rdp_encode(cycles, two), known_words[i]);
    }
    /* lerp(TEX0, TEX1, SHADE alpha), then times SHADE: the second cycle reads no texture */
    ck_assert(fy_rdp_reads_color(0x8025FE0418FCFDFE, FY_RDP_TEX0));
    ck_assert(fy_rdp_reads_color(0x8025FE0418FCFDFE, FY_RDP_TEX1));
    ck_assert(fy_rdp_reads_alpha(0x8025FE0418FCFDFE, FY_RDP_SHADE));
    ck_assert(!fy_rdp_reads_alpha(0x8025FE0418FCFDFE, FY_RDP_TEX0));
    ck_assert(!fy_rdp_reads_color(0x00127E2488FFFDFE, FY_RDP_PRIM));
}
END_TEST

static void expect_pixel(uint64_t word, const uint8_t prim[4], const uint8_t env[4], int r, int g, int b,
                         int a) {
    fy_rdp_inputs inputs = {
        .tex0 = {180, 90, 45, 200}, .tex1 = {60, 120, 240, 100}, .shade = {251, 247, 245, 254}};
    uint8_t out[4];
    memcpy(inputs.prim, prim, 4);
    memcpy(inputs.env, env, 4);
    fy_rdp_combine(word, &inputs, out);
    ck_assert_int_eq(out[0], r);
    ck_assert_int_eq(out[1], g);
    ck_assert_int_eq(out[2], b);
    if (a >= 0) ck_assert_int_eq(out[3], a);
}

/* Pixels measured on the console's own logic. */
START_TEST(the_arithmetic_is_the_hardwares) {
    static const uint8_t none[4] = {0};
    expect_pixel(0x00127E2488FFFDFE, none, none, 176, 87, 43, 255);
    expect_pixel(0x80127E0388FFFDFE, (uint8_t[]){128, 255, 64, 255}, none, 88, 87, 11, 255);
    expect_pixel(0x80117E0488FFFDFE, none, none, 41, 41, 40, 255);
    expect_pixel(0x0011FE2388FFF3F9, (uint8_t[]){255, 128, 64, 255}, none, 179, 45, 11, 200);
    fy_rdp_cycle two_tone[2] = {{{FY_RDP_PRIM, FY_RDP_ENV, FY_RDP_TEX0, FY_RDP_ENV}, {7, 7, 7, 6}}};
    expect_pixel(fy_rdp_encode(two_tone, false), (uint8_t[]){250, 200, 10, 255}, (uint8_t[]){20, 40, 60, 255},
                 182, 96, 51, 255);
    fy_rdp_cycle mix[2] = {{{FY_RDP_TEX1, FY_RDP_TEX0, FY_RDP_ENV_ALPHA, FY_RDP_TEX0}, {7, 7, 7, 6}},
                           {{FY_RDP_COMBINED, FY_RDP_ZERO_AB, FY_RDP_SHADE, FY_RDP_ZERO}, {7, 7, 7, 6}}};
    expect_pixel(fy_rdp_encode(mix, true), none, (uint8_t[]){0, 0, 0, 96}, 132, 97, 113, 255);
    for (uint8_t c = FY_RDP_ENV + 1; c < 32; c++) { /* keys, constants, zeros: no material here uses them */
        fy_rdp_cycle nothing[2] = {{{FY_RDP_PRIM, FY_RDP_ENV, c, FY_RDP_TEX0}, {7, 7, 7, 6}}};
        if (c == 6 || c > FY_RDP_ENV_ALPHA)
            expect_pixel(fy_rdp_encode(nothing, false), (uint8_t[]){250, 200, 10, 255},
                         (uint8_t[]){20, 40, 60, 255}, 180, 90, 45, 255);
    }
}
END_TEST

/* ------------------------------------------------------------------------------------------- fitting */

typedef struct bench {
    ferry_job *job;
    ferry_gx_material gx;
    fy_tev tev;
    fy_fit_rules rules;
} bench;

static bool any_pair(const void *user, const fy_fit_texture *first, const fy_fit_texture *second) {
    (void)user;
    return first->texgen == 0 && second->texgen == 0;
}

static void open_bench(bench *b) {
    *b = (bench){.job = fy_test_job()};
    fy_tev_fold(&b->gx, NULL, ferry_new(b->job, fy_tev_node, FY_TEV_MAX_NODES), &b->tev);
    b->rules.pair = any_pair;
}

static uint16_t texel(bench *b, uint8_t map, uint8_t swizzle) {
    fy_tev_node node = {.op = FY_TEV_TEX, .map = map, .texgen = map > 1 ? map : 0, .swizzle = {0, 1, 2}};
    if (swizzle) memset(node.swizzle, swizzle, 3);
    return fy_tev_leaf(&b->tev, &node);
}

static uint16_t raster(bench *b, bool lit, bool alpha) {
    fy_tev_node node = {.op = FY_TEV_RAS, .lit = lit, .vertex = true, .swizzle = {0, 1, 2}, .k = {1, 1, 1}};
    if (alpha) memset(node.swizzle, 3, 3);
    return fy_tev_leaf(&b->tev, &node);
}

static uint16_t grey(bench *b, double value) {
    return fy_tev_const(&b->tev, value, value, value);
}

static void expect_word(bench *b, uint16_t color, uint16_t alpha, uint64_t word) {
    fy_fit fit;
    ck_assert(fy_fit_formula(&b->tev, color, alpha, &b->rules, &fit));
    ck_assert_uint_eq(fy_fit_word(&fit), word);
}

START_TEST(common_formulas_become_their_words) {
    bench b;
    open_bench(&b);
    fy_tev *tev = &b.tev;
    uint16_t tex0 = texel(&b, 0, 0), tex1 = texel(&b, 1, 0), vtx = raster(&b, false, false),
             lit = raster(&b, true, false);
    uint16_t tex0a = texel(&b, 0, 3), vtxa = raster(&b, false, true), one = grey(&b, 1);
    uint16_t k = fy_tev_const(tev, .5, .25, 1), k2 = fy_tev_const(tev, .1, .2, .3);
    uint16_t free = FY_TEV_NONE;
    expect_word(&b, fy_tev_mul(tev, vtx, tex0), free, 0x00127E2488FFFDFE);
    expect_word(&b, fy_tev_mul(tev, vtx, tex0), tex0a, 0x00127E2488FFF3F9);
    expect_word(&b, fy_tev_mul(tev, vtx, tex0), fy_tev_mul(tev, tex0a, vtxa), 0x001218248833FFFF);
    expect_word(&b, fy_tev_mul(tev, vtx, tex0), vtxa, 0x00127E2488FFF9FC);
    expect_word(&b, fy_tev_mul(tev, tex0, lit), free, 0x00127E2488FFFDFE);
    expect_word(&b, tex0, free, 0x00887F1088FCFC7E);
    expect_word(&b, tex0, tex0a, 0x00887F1088FCF279);
    expect_word(&b, vtx, free, 0x00887F1088FE7D3E);
    expect_word(&b, vtx, vtxa, 0x00887F1088FE793C);
    expect_word(&b, k, free, 0x00887F1088FDFCFE);
    expect_word(&b, one, free, 0x00887F1088FF7DBE);
    expect_word(&b, fy_tev_mul(tev, tex0, k), free, 0x0011FE2388FFFDFE);
    expect_word(&b, fy_tev_mul(tev, tex0, k), fy_tev_mul(tev, tex0a, grey(&b, .5)), 0x00119623882FFFFF);
    /* a constant times a vertex colour is a vertex colour */
    expect_word(&b, fy_tev_mul(tev, fy_tev_mul(tev, tex0, k), vtx), free, 0x00127E2488FFFDFE);
    /* two textures: the second cycle runs, if only to pass on */
    expect_word(&b, fy_tev_mul(tev, fy_tev_mul(tev, tex0, tex1), vtx), free, 0x80117E0488FFFDFE);
    expect_word(&b, fy_tev_mul(tev, fy_tev_lerp(tev, tex0, tex1, vtxa), vtx), free, 0x8025FE0418FCFDFE);
    /* (TEX0-PRIM)*SHADE+PRIM; (PRIM-ENV)*TEX0+ENV, then times SHADE; (0-PRIM)*TEX0+PRIM */
    expect_word(&b, fy_tev_lerp(tev, k, tex0, vtx), free, 0x00127E2433FDFCFE);
    expect_word(&b, fy_tev_mul(tev, fy_tev_lerp(tev, k2, k, tex0), vtx), free, 0x8030FE0458FEFDFE);
    expect_word(&b, fy_tev_mul(tev, fy_tev_lerp(tev, one, grey(&b, 0), tex0), k), free, 0x0080FF0133FDFCFE);
    ferry_close(b.job);
}
END_TEST

START_TEST(fits_keep_the_hardwares_rules) {
    bench b;
    fy_fit fit;
    open_bench(&b);
    fy_tev *tev = &b.tev;
    uint16_t tex0 = texel(&b, 0, 0), tex1 = texel(&b, 1, 0), tex2 = texel(&b, 2, 0),
             vtx = raster(&b, false, false);
    uint16_t k = fy_tev_const(tev, .5, .25, 1), vtxa = raster(&b, false, true);
    /* A texture of the second cycle must be the one in slot B: TEX1 there goes by the name TEX0. */
    uint16_t additive = fy_tev_add(tev, fy_tev_mul(tev, tex0, vtx), fy_tev_mul(tev, tex1, k));
    ck_assert(fy_fit_formula(tev, additive, FY_TEV_NONE, &b.rules, &fit));
    ck_assert(fit.two_cycles);
    fy_rdp_equation second = fit.cycles[1].color;
    ck_assert(second.a != FY_RDP_TEX1 && second.b != FY_RDP_TEX1 && second.c != FY_RDP_TEX1 &&
              second.d != FY_RDP_TEX1);
    fy_rdp_inputs inputs = {
        .tex0 = {200, 100, 40, 255}, .tex1 = {80, 60, 40, 255}, .shade = {128, 255, 64, 255}};
    uint8_t out[4];
    for (int i = 0; i < 3; i++)
        inputs.prim[i] = (uint8_t)(fit.prim[i] * 255 + .5), inputs.env[i] = (uint8_t)(fit.env[i] * 255 + .5);
    bool swapped = fit.textures[0].map == 1;
    if (swapped) {
        memcpy(out, inputs.tex0, 4);
        memcpy(inputs.tex0, inputs.tex1, 4);
        memcpy(inputs.tex1, out, 4);
    }
    fy_rdp_combine(fy_fit_word(&fit), &inputs, out);
    ck_assert_int_le(abs(out[0] - (200 * 128 / 255 + 40)), 2);
    ck_assert_int_le(abs(out[1] - (100 + 15)), 2);
    ck_assert_int_le(abs(out[2] - (40 * 64 / 255 + 40)), 2);
    /* Twice is a sum with itself; an unpairable texture, three textures, two shades do not fit. */
    ck_assert(fy_fit_formula(tev, fy_tev_add(tev, tex0, tex0), FY_TEV_NONE, &b.rules, &fit));
    ck_assert(!fy_fit_formula(tev, fy_tev_mul(tev, tex0, tex2), FY_TEV_NONE, &b.rules, &fit));
    ck_assert(!fy_fit_formula(tev, fy_tev_lerp(tev, raster(&b, true, false), vtx, tex0), FY_TEV_NONE,
                              &b.rules, &fit));
    /* One component of a texture as its colour, another as its alpha. */
    ck_assert(fy_fit_formula(tev, fy_tev_mul(tev, texel(&b, 0, 1), vtx), texel(&b, 0, 2), &b.rules, &fit));
    ck_assert_uint_eq(fit.textures[0].swizzle[2], 1);
    ck_assert_uint_eq(fit.textures[0].alpha, 2);
    ck_assert_uint_eq(fit.shade_alpha, FY_TEV_NONE);
    ck_assert(fy_fit_formula(tev, fy_tev_mul(tev, tex0, vtxa), FY_TEV_NONE, &b.rules, &fit));
    ck_assert_uint_eq(fit.shade_alpha, vtxa);
    ferry_close(b.job);
}
END_TEST

/* Alpha is one component; where the picture's alpha is the same as its red, it is called alpha. */
START_TEST(alpha_is_one_component) {
    static const uint8_t mixed[][3] = {{0, 1, 1}, {0, 0, 1}, {0, 1, 0}};
    bench b;
    fy_fit fit;
    open_bench(&b);
    uint16_t vtx = raster(&b, false, false);
    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++) {
        fy_tev_node node = {.op = FY_TEV_TEX};
        memcpy(node.swizzle, mixed[i], 3);
        ck_assert(!fy_fit_formula(&b.tev, vtx, fy_tev_leaf(&b.tev, &node), &b.rules, &fit));
    }
    b.rules.grey[0] = b.rules.alpha_grey[0] = true;
    uint16_t red = fy_tev_leaf(&b.tev, &(fy_tev_node){.op = FY_TEV_TEX}), whole = texel(&b, 0, 3);
    uint16_t both_ways[] = {fy_tev_mul(&b.tev, red, whole), fy_tev_mul(&b.tev, whole, red)};
    ck_assert(fy_fit_formula(&b.tev, vtx, both_ways[_i], &b.rules, &fit));
    ck_assert_uint_eq(fit.textures[0].alpha, 3);
    ferry_close(b.job);
}
END_TEST

/* A constant that clips move is read twice from one register. */
START_TEST(moving_constants_take_one_register) {
    bench b;
    fy_fit fit;
    open_bench(&b);
    fy_tev_node node = {.op = FY_TEV_CONST, .k = {.5, .25, .75}, .moves = 5};
    uint16_t k = fy_tev_leaf(&b.tev, &node);
    ck_assert(fy_fit_formula(&b.tev, fy_tev_lerp(&b.tev, k, texel(&b, 0, 0), raster(&b, false, false)),
                             FY_TEV_NONE, &b.rules, &fit));
    ck_assert_uint_eq((fit.has_prim & 1) + (fit.has_env & 1), 1);
    ck_assert_uint_eq(fit.moves[fit.has_env & 1][0], 5);
    ferry_close(b.job);
}
END_TEST

/* (TEX0 * colour + (1 - alpha)) * (1 - alpha / 2): the vertex's colour and alpha hold what it is multiplied
 * out to. */
START_TEST(sums_are_multiplied_out) {
    bench b;
    fy_fit fit;
    open_bench(&b);
    fy_tev *tev = &b.tev;
    uint16_t vtxa = raster(&b, false, true), one = grey(&b, 1);
    uint16_t lit = fy_tev_add(tev, fy_tev_mul(tev, texel(&b, 0, 0), raster(&b, false, false)),
                              fy_tev_sub(tev, one, vtxa));
    uint16_t color = fy_tev_lerp(tev, lit, grey(&b, 0), fy_tev_mul(tev, vtxa, grey(&b, .5)));
    ck_assert(fy_fit_formula(tev, color, FY_TEV_NONE, &b.rules, &fit));
    fy_tev_inputs pixel = {.texels = {{120, 200, 40, 255}}, .raster = {{200, 100, 50, 180}}};
    double times[3], plus[3];
    fy_tev_value(tev, fit.shade, &pixel, times);
    fy_tev_value(tev, fit.shade_alpha, &pixel, plus);
    fy_rdp_inputs inputs = {.tex0 = {120, 200, 40, 255}};
    for (int k = 0; k < 3; k++) inputs.shade[k] = (uint8_t)(times[k] * 255 + .5);
    inputs.shade[3] = (uint8_t)(plus[0] * 255 + .5);
    uint8_t out[4];
    fy_rdp_combine(fy_fit_word(&fit), &inputs, out);
    for (int k = 0; k < 3; k++) {
        double texture = pixel.texels[0][k] * pixel.raster[0][k] / 255.0;
        ck_assert_double_eq_tol(out[k], (texture + 75) * (1 - 90 / 255.0), 2);
    }
    /* What vertices cannot hold stays as it was: this would need an alpha below 0. */
    uint16_t less =
        fy_tev_sub(tev, fy_tev_mul(tev, texel(&b, 0, 0), raster(&b, false, false)), grey(&b, .25));
    expect_word(&b, fy_tev_mul(tev, less, vtxa), FY_TEV_NONE, 0x80127E0B83FFFDFE);
    ferry_close(b.job);
}
END_TEST

/* --------------------------------------------------------------------------------------------- modes */

static ferry_gx_material compare_record(uint8_t c0, uint8_t r0, uint8_t op, uint8_t c1, uint8_t r1) {
    return (ferry_gx_material){
        .alpha_compare0 = c0, .alpha_ref0 = r0, .alpha_op = op, .alpha_compare1 = c1, .alpha_ref1 = r1};
}

START_TEST(alpha_compares_become_thresholds) {
    static const struct {
        uint8_t record[5];
        fy_alpha_test test;
        int threshold;
        bool exact;
    } rows[] = {
        {{7, 0, 1, 7, 0}, FY_ALPHA_TEST_NONE, 0, true},
        {{4, 127, 0, 7, 0}, FY_ALPHA_TEST_THRESHOLD, 128, true},
        {{6, 128, 0, 3, 255}, FY_ALPHA_TEST_THRESHOLD, 128, true},
        {{4, 0, 1, 4, 0}, FY_ALPHA_TEST_THRESHOLD, 1, true},
        {{6, 0, 0, 3, 255}, FY_ALPHA_TEST_NONE, 0, true},
        {{6, 64, 0, 6, 0}, FY_ALPHA_TEST_THRESHOLD, 64, true},
        {{0, 0, 0, 7, 0}, FY_ALPHA_TEST_INVISIBLE, 256, true},
        {{6, 220, 1, 3, 50}, FY_ALPHA_TEST_THRESHOLD, 220, false},
        {{1, 100, 0, 7, 0}, FY_ALPHA_TEST_NONE, 256, false},
        {{6, 90, 2, 6, 200}, FY_ALPHA_TEST_NONE, 256, false},
        {{6, 90, 3, 6, 200}, FY_ALPHA_TEST_THRESHOLD, 200, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint8_t *r = rows[i].record;
        ferry_gx_material gx = compare_record(r[0], r[1], r[2], r[3], r[4]);
        uint16_t threshold;
        bool exact;
        ck_assert_int_eq(fy_gx_alpha_test(&gx, &threshold, &exact), rows[i].test);
        ck_assert_int_eq(threshold, rows[i].threshold);
        ck_assert_int_eq(exact, rows[i].exact);
    }
}
END_TEST

START_TEST(blends_become_layers) {
    static const struct {
        uint8_t mode, src, dst, logic;
        uint32_t blender;
        bool drop, translucent, opaque_alpha, cutout, loss, asks, fades;
    } rows[] = {
        {0, 4, 5, 3, 0, false, false, false, false, false, false, false},
        {1, 4, 5, 3, FERRY_RDP_BLEND_MULTIPLY, false, true, false, false, false, false, false},
        {1, 4, 1, 3, FERRY_RDP_BLEND_ADD, false, true, false, false, false, true, false},
        {1, 1, 1, 3, FERRY_RDP_BLEND_ADD, false, true, true, false, false, true, false},
        {1, 1, 0, 3, 0, false, false, false, false, false, false, false},
        {1, 4, 0, 3, 0, false, false, false, false, false, false, true},
        {1, 5, 0, 3, 0, false, false, false, false, false, false, true},
        {1, 0, 0, 3, 0, false, false, false, false, false, false, true},
        {1, 0, 1, 3, 0, true, false, false, false, false, false, false},
        {1, 6, 7, 3, 0, false, false, false, true, true, false, false},
        {1, 1, 3, 3, FERRY_RDP_BLEND_ADD, false, true, true, false, false, true, false},
        {1, 1, 5, 3, FERRY_RDP_BLEND_ADD, false, true, true, false, false, true, false},
        {1, 2, 0, 3, FERRY_RDP_BLEND_MULTIPLY, false, true, false, false, false, true, false},
        {1, 5, 4, 3, FERRY_RDP_BLEND_MULTIPLY, false, true, false, false, false, true, false},
        {2, 4, 5, 3, 0, false, false, false, false, false, false, false},
        {2, 4, 5, 5, 0, true, false, false, false, false, false, false},
        {2, 4, 5, 7, 0, false, false, false, false, true, false, false},
        {3, 4, 5, 3, FERRY_RDP_BLEND_MULTIPLY, false, true, true, false, false, true, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_gx_material gx = {.blend_mode = rows[i].mode,
                                .blend_src = rows[i].src,
                                .blend_dst = rows[i].dst,
                                .blend_logic = rows[i].logic};
        fy_t3dm_blend blend = fy_t3dm_blend_of(&gx);
        ck_assert_uint_eq(blend.blender, rows[i].blender);
        ck_assert_int_eq(blend.drop, rows[i].drop);
        ck_assert_int_eq(blend.translucent, rows[i].translucent);
        ck_assert_int_eq(blend.opaque_alpha, rows[i].opaque_alpha);
        ck_assert_int_eq(blend.cutout, rows[i].cutout);
        ck_assert_int_eq(blend.loss != NULL, rows[i].loss);
        ck_assert_int_eq(blend.asks != NULL, rows[i].asks);
        ck_assert_int_eq(blend.fades, rows[i].fades);
    }
}
END_TEST

/* ------------------------------------------------------------------------------- texture coordinates */

static ferry_gx_material with_matrix(uint8_t source, uint8_t mode) {
    ferry_gx_material gx = {.texgen_count = 2};
    gx.texgens[0] = (ferry_gx_texgen){1, source, 33};
    gx.texgens[1] = (ferry_gx_texgen){1, FERRY_GX_TG_TEX0 + 1, 60};
    gx.matrices[1] = (ferry_gx_texture_matrix){.present = true,
                                               .projection = 1,
                                               .mode = mode,
                                               .scale = {2, 3},
                                               .rotation = 16384,
                                               .center = {.5f, .25f, 0},
                                               .translate = {.1f, .2f}};
    for (int i = 0; i < 4; i++) gx.matrices[1].effect[i][i] = 1;
    gx.matrices[1].effect[0][3] = 7;
    return gx;
}

/* A quarter turn: c = 0, s = 1. u' = -2 v + 2 * .25 + .5 + .1, v' = 3 u - 3 * .5 + .25 + .2 */
START_TEST(texture_matrices_are_baked) {
    ferry_gx_material gx = with_matrix(FERRY_GX_TG_TEX0 + 2, 0);
    fy_uv_map map = fy_t3dm_uv_map(&gx, 0);
    ck_assert_int_eq(map.kind, FY_UV_SET);
    ck_assert_uint_eq(map.set, 2);
    double expected[2][4] = {{0, -2, 0, 1.1}, {3, 0, 0, -1.05}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++) ck_assert_double_eq_tol(map.m[i][k], expected[i][k], 1e-6);
    /* Maya: u' = 3 v + ... as the formula of the format's description says */
    gx.matrices[1].maya = true;
    map = fy_t3dm_uv_map(&gx, 0);
    double maya[2][4] = {{0, 3, 0, -(.2 - .5 + 3) + .5}, {-2, 0, 0, -(.1 - .5) + .5}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++) ck_assert_double_eq_tol(map.m[i][k], maya[i][k], 1e-6);
    /* A projection: P E first: x/2 + 3.5 + .5, -y/2 + .5; then the quarter turn. */
    gx = with_matrix(FERRY_GX_TG_POSITION, 8);
    map = fy_t3dm_uv_map(&gx, 0);
    ck_assert_int_eq(map.kind, FY_UV_POSITION);
    /* "new" offsets stand in the z column */
    double projected[2][4] = {{0, 1, -1 + 1.1, 0}, {1.5, 0, 1.5 - 1.05, 10.5}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++) ck_assert_double_eq_tol(map.m[i][k], projected[i][k], 1e-6);
    ck_assert_double_eq(map.m[2][3], 1);
    gx.texgens[0].type = FERRY_GX_TEXGEN_3X4;
    gx.matrices[1].projection = 0;
    map = fy_t3dm_uv_map(&gx, 0);
    ck_assert_double_eq(map.m[2][2], 1);
    ck_assert_double_eq(map.m[2][3], 0);
    gx = with_matrix(FERRY_GX_TG_POSITION, 9);
    map = fy_t3dm_uv_map(&gx, 0);
    ck_assert_int_eq(map.kind, FY_UV_SPHERE);
    ck_assert_ptr_nonnull(map.loss);
    gx = with_matrix(FERRY_GX_TG_NORMAL, 6);
    map = fy_t3dm_uv_map(&gx, 0);
    ck_assert_int_eq(map.kind, FY_UV_SPHERE);
    ck_assert_ptr_null(map.loss);
    map = fy_t3dm_uv_map(&gx, 1);
    ck_assert_int_eq(map.kind, FY_UV_SET);
    ck_assert_uint_eq(map.set, 1);
}
END_TEST

START_TEST(a_second_tile_follows_by_shift_and_offset) {
    fy_uv_map a = {.kind = FY_UV_SET, .m = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}}}, b = a;
    fy_tile_step step;
    b.m[0][0] = 4, b.m[0][3] = -.25, b.m[1][1] = .5;
    ck_assert(fy_t3dm_tile_step(&a, &b, 0, 32, 16, &step));
    ck_assert_int_eq(step.shift, -1); /* four repeats of half the size: twice the coordinate */
    ck_assert_double_eq_tol(step.low, 4, 1e-9);
    ck_assert(fy_t3dm_tile_step(&a, &b, 1, 32, 16, &step));
    ck_assert_int_eq(step.shift, 2);
    b.m[0][0] = 3;
    ck_assert(!fy_t3dm_tile_step(&a, &b, 0, 32, 16, &step));
    b.m[0][0] = 1, b.m[0][1] = 1;
    ck_assert(!fy_t3dm_tile_step(&a, &b, 0, 32, 32, &step));
    b.m[0][1] = 0, b.set = 1;
    ck_assert(!fy_t3dm_tile_step(&a, &b, 0, 32, 32, &step));
}
END_TEST

/* What the console shows of a picture whose red and green tell the place in it: 3 a texel. Exactly as its
 * chips work, so many quarter pixels below the middle of the screen. */
static void look_up(const fy_sphere *sphere, const uint32_t size[2], bool filtered, const double normal[3],
                    int16_t below, double texel[2]) {
    static uint8_t picture[64 * 64 * 4];
    uint8_t found[4];
    for (uint32_t i = 0; i < size[0] * size[1]; i++)
        set(picture + (size_t)4 * i, i % size[0] * 3, i / size[0] * 3, 0, 255);
    fy_rdp_viewport viewport = fy_rdp_viewport_of(320, 240, 10, 1000);
    fy_rdp_vertex vertex = {.x = 640, .y = (int16_t)(480 + below)};
    for (int k = 0; k < 3; k++) vertex.normal[k] = (int16_t)(normal[k] * .97 * 32767);
    fy_rdp_vertex_effect(FERRY_RDP_EFFECT_SPHERICAL_UV, &viewport, sphere->width, sphere->height, &vertex);
    ferry_rdp_tile slot = {.width = sphere->width, .height = sphere->height, .s = sphere->s, .t = sphere->t};
    slot.s.high = slot.s.low + (float)(slot.s.clamp ? sphere->width : size[0]) - 1;
    slot.t.high = slot.t.low + (float)(slot.t.clamp ? sphere->height : size[1]) - 1;
    fy_rdp_sampler sampler = fy_rdp_tile_of(&slot, size[0], size[1], picture);
    fy_rdp_sample(&sampler, filtered ? FY_RDP_BILINEAR : FY_RDP_POINT, vertex.s, vertex.t, found);
    for (int k = 0; k < 2; k++) texel[k] = found[k] / 3.0;
}

static const struct {
    double u[2], v[2]; /* u = u[0] x + u[1], v = v[0] y + v[1] of a normal */
    uint32_t size[2];
    ferry_wrap wraps[2];
    bool point;
} spheres[] = {
    {{.5, .5}, {-.5, .5}, {32, 32}, {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP}, false},
    {{.5, .5}, {-.5, .5}, {16, 64}, {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP}, false},
    {{.5, .5}, {-.5, .5}, {64, 16}, {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP}, true},
    {{.25, -.5}, {-.05, 1.5}, {64, 32}, {FERRY_WRAP_REPEAT, FERRY_WRAP_REPEAT}, false},
    {{.25, .3}, {-.05, 1.7}, {64, 32}, {FERRY_WRAP_REPEAT, FERRY_WRAP_MIRROR}, true},
    {{1.5, .3}, {-2, .1}, {32, 32}, {FERRY_WRAP_MIRROR, FERRY_WRAP_REPEAT}, false},
    {{.3, .6}, {-.1, .3}, {32, 64}, {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP}, false},  /* as if repeating */
    {{-.3, .6}, {.1, .3}, {32, 64}, {FERRY_WRAP_REPEAT, FERRY_WRAP_CLAMP}, false}, /* the other way round */
    {{-.3, .6}, {.4, 3.5}, {32, 64}, {FERRY_WRAP_MIRROR, FERRY_WRAP_REPEAT}, true},
};

static double wrapped_texel(double at, uint32_t size, ferry_wrap wrap) {
    double part = at - floor(at);
    if (wrap == FERRY_WRAP_CLAMP) part = at < 0 ? 0 : at > 1 ? 1 : at;
    if (wrap == FERRY_WRAP_MIRROR && fmod(fabs(floor(at)), 2) == 1) part = 1 - part;
    return part * size;
}

/* Every normal finds its texel, whatever the picture's proportions, the scale, the offset and the wrap. Where
 * the picture begins again the console mixes its two ends. */
START_TEST(environment_maps_are_laid_on_by_the_effect) {
    const uint32_t *size = spheres[_i].size;
    const double *u = spheres[_i].u, *v = spheres[_i].v;
    bool filtered = !spheres[_i].point;
    fy_uv_map map = {.kind = FY_UV_SPHERE, .m = {{u[0], 0, 0, u[1]}, {0, v[0], 0, v[1]}, {0, 0, 0, 1}}};
    fy_sphere sphere = fy_t3dm_sphere(&map, size, spheres[_i].wraps, filtered);
    ck_assert_double_lt(sphere.error, .5);
    unsigned tried = 0;
    for (int i = 0; i < 400; i++) {
        double normal[3] = {i % 20 / 10.0 - .95, i / 20 / 10.0 - .95}, texel[2];
        double left = 1 - normal[0] * normal[0] - normal[1] * normal[1];
        if (left <= 0) continue;
        normal[2] = sqrt(left);
        look_up(&sphere, size, filtered, normal, 0, texel);
        for (int k = 0; k < 2; k++) {
            double at = k ? v[0] * normal[1] + v[1] : u[0] * normal[0] + u[1];
            double wanted = wrapped_texel(at, size[k], spheres[_i].wraps[k]);
            if (wanted < 1 || wanted > size[k] - 1.0) continue;
            ck_assert_double_eq_tol(texel[k] + .5, wanted, filtered ? .8 : 1.3);
            tried++;
        }
    }
    ck_assert_uint_gt(tried, 400);
}
END_TEST

/* A picture whose border is seen by few normals: mirrored repeats show them nearly the same, and leave the
 * shifts free by which the picture moves little away from the middle of the screen (8 texels and more if its
 * tile clamps). */
START_TEST(environment_maps_keep_their_place) {
    fy_uv_map map = {.kind = FY_UV_SPHERE, .m = {{.476, 0, 0, .334}, {0, -.371, 0, .666}, {0, 0, 0, 1}}};
    const uint32_t size[2] = {32, 32};
    const ferry_wrap wraps[2] = {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP};
    fy_sphere sphere = fy_t3dm_sphere(&map, size, wraps, true);
    ck_assert_double_lt(sphere.error, .5);
    for (int i = -2; i <= 2; i++) {
        double normal[3] = {0, i / 5.0, sqrt(1 - i * i / 25.0)}, texel[2];
        for (int16_t below = -160; below <= 160; below += 160) {
            look_up(&sphere, size, true, normal, below, texel);
            ck_assert_double_eq_tol(texel[1] + .5, (.666 - .371 * normal[1]) * 32, 2.5);
        }
    }
}
END_TEST

/* A quarter turn exchanges the axes, which nothing on the console does. */
START_TEST(what_the_effect_cannot_do_is_measured) {
    fy_uv_map map = {.kind = FY_UV_SPHERE, .m = {{0, .5, 0, .5}, {-.5, 0, 0, .5}, {0, 0, 0, 1}}};
    uint32_t size[2] = {32, 32};
    ferry_wrap wraps[2] = {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP};
    fy_sphere sphere = fy_t3dm_sphere(&map, size, wraps, true);
    /* the mean distance from the middle of a disc is 2/3 of its radius */
    ck_assert_double_eq_tol(sphere.error, 16 * 2 / 3.0, .6);
}
END_TEST

START_TEST(textures_by_normals_without_the_viewer_are_baked) {
    ferry_gx_material gx = with_matrix(FERRY_GX_TG_NORMAL, 10);
    fy_uv_map map = fy_t3dm_uv_map(&gx, 0);
    ck_assert_int_eq(map.kind, FY_UV_NORMAL);
    ck_assert_ptr_null(map.loss);
    /* P E first: x/2 + 3.5 + .5, -y/2 + .5; then the quarter turn */
    double expected[2][4] = {{0, 1, 0, -1 + 1.1}, {1.5, 0, 0, 12 - 1.05}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++) ck_assert_double_eq_tol(map.m[i][k], expected[i][k], 1e-6);
    gx = with_matrix(FERRY_GX_TG_NORMAL, 3);
    ck_assert_ptr_nonnull(fy_t3dm_uv_map(&gx, 0).loss);
    gx = with_matrix(FERRY_GX_TG_TANGENT, 6);
    ck_assert_ptr_nonnull(fy_t3dm_uv_map(&gx, 0).loss);
}
END_TEST

/* ------------------------------------------------------------------------------------------- sprites */

static fy_texels vertex_color_group(ferry_job *job, uint32_t width, uint32_t height, painter by) {
    fy_texels texels = {width, height, ferry_new(job, uint8_t, (size_t)width * height * 4)};
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) by(x, y, texels.rgba + 4 * ((size_t)y * width + x));
    return texels;
}

static void sixteen_greys(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t v = (x * 3 + y) % 16 * 17;
    set(texel, v, v, v, v);
}

static void three_odd_greys(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t v = 50 + (x + y) % 3 * 37;
    set(texel, v, v, v, 255);
}

static void many_greys(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t v = (x * 5 + y * 7) & 255;
    set(texel, v, v, v, 255);
}

static void grey_and_soft_alpha(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t v = (x * 5) & 255;
    set(texel, v, v, v, (y * 9) & 255);
}

static void nibbles(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x % 16 * 17, x % 16 * 17, x % 16 * 17, y % 16 * 17);
}

static void ten_colors(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t n = (x * 7 + y) % 10;
    set(texel, n * 20, 255 - n * 9, n % 3 * 100, 255);
}

static void hundred_colors(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x % 10 * 24, y % 10 * 24, 128, (x + y) % 7 ? 255 : 0);
}

static void smooth_colors(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x * 4, y * 4, (x + y) * 2, 255);
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
        fy_texels texels = vertex_color_group(job, rows[i].width, rows[i].height, rows[i].by);
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
    fy_texels texels = vertex_color_group(job, 32, 32, painters[_i]);
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
                fy_texels texels = vertex_color_group(job, sizes[k][0], sizes[k][1], painters[i]);
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
        fy_texels texels = vertex_color_group(job, 24, 20, painters[i]);
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
    fy_texels texels = vertex_color_group(job, 32, 32, ten_colors);
    fy_palette palette;
    ck_assert(fy_palette_exact(texels.rgba, 1024, 16, &palette));
    ck_assert_uint_eq(palette.count, 10);
    ck_assert(!fy_palette_exact(texels.rgba, 1024, 9, &palette));
    texels = vertex_color_group(job, 40, 40, hundred_colors);
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

/* --------------------------------------------------------------------------------------- whole plans */

START_TEST(generic_materials_follow_the_table) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t texture = add_texture(scene, "leaf", 16, 8, ten_colors, FERRY_WRAP_REPEAT);
    uint32_t holes = add_texture(scene, "holes", 20, 20, hundred_colors, FERRY_WRAP_CLAMP);
    add_material(scene, "plain")->lit = false;
    add_material(scene, "tinted")->base_color = (ferry_color){.5f, .25f, 1, 1};
    add_material(scene, "textured")->base_texture = texture;
    ferry_material *cutout = add_material(scene, "cutout");
    cutout->base_texture = holes, cutout->alpha_mode = FERRY_ALPHA_CUTOUT, cutout->cull = FERRY_CULL_NONE;
    ferry_material *blend = add_material(scene, "blend");
    blend->base_texture = holes, blend->alpha_mode = FERRY_ALPHA_BLEND, blend->base_color.a = .5f;
    add_material(scene, "nothing")->cull = FERRY_CULL_BOTH;
    ferry_draw *last = ferry_append(scene, &scene->draws, ferry_draw);
    *last = (ferry_draw){.name = "x", .material = FERRY_NONE};
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *m = plan.materials;
    ck_assert_uint_eq(plan.of_draw[5], FERRY_NONE);
    ck_assert_uint_eq(m[0].rdp.combiner, 0x00887F1088FE7D3E);
    ck_assert_uint_eq(m[0].rdp.flags, 0x10015);
    ck_assert_uint_eq(m[1].rdp.combiner, 0x00327E6488FFFDFE);
    ck_assert_uint_eq(m[1].rdp.prim[1], 64);
    ck_assert_uint_eq(m[1].rdp.colors, FERRY_RDP_SET_PRIM);
    ck_assert_uint_eq(m[2].rdp.combiner, 0x00127E2488FFFDFE);
    ck_assert_uint_eq(m[2].rdp.flags, 0x17);
    ck_assert_str_eq(m[2].paths[0], "rom:/link_leaf.ci4.sprite");
    ck_assert_uint_eq(m[2].rdp.tiles[0].width, 16);
    ck_assert_uint_eq(m[2].rdp.tiles[0].height, 8);
    ck_assert_int_eq(m[2].rdp.tiles[0].s.mask, 4);
    ck_assert_float_eq(m[2].rdp.tiles[0].t.high, 7);
    ck_assert_uint_eq(m[2].rdp.tiles[1].texture, FERRY_NONE);
    ck_assert_uint_eq(m[3].rdp.combiner, 0x00127E2488FFF3F9);
    ck_assert_uint_eq(m[3].rdp.flags, 0x07);
    ck_assert_uint_eq(m[3].rdp.other_mode, FERRY_RDP_BILINEAR | FERRY_RDP_ALPHA_COMPARE);
    ck_assert_uint_eq(m[3].rdp.blend[3], 128);
    ck_assert_int_eq(m[3].layer, FY_T3DM_CUTOUT);
    ck_assert_int_eq(m[3].rdp.tiles[0].s.clamp, 1);
    ck_assert_uint_eq(m[4].rdp.combiner, 0x80121803880FFFFF);
    ck_assert_uint_eq(m[4].rdp.blender, FERRY_RDP_BLEND_MULTIPLY);
    ck_assert_uint_eq(m[4].rdp.prim[3], 128);
    ck_assert_str_eq(plan.materials[plan.of_draw[6]].name, "default");
    ck_assert_uint_eq(plan.materials[plan.of_draw[6]].rdp.flags, 0x15);
    ck_assert_str_eq(files.data[0].name, "out/link_leaf.ci4.png");
    close_scene(job, scene);
}
END_TEST

/* A threshold of 100 goes into the picture: alpha 100 becomes the 106 from which on the console draws. What
 * is opaque stays so. */
static void alpha_steps(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 200, x * 30, y * 30, y == 7 ? 255 : x * 4 + 84);
}

START_TEST(thresholds_are_baked_into_textures) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t texture = add_texture(scene, "fern", 8, 8, alpha_steps, FERRY_WRAP_CLAMP);
    ferry_gx_material *gx = add_gx(scene, "fern", texture);
    gx->alpha_compare0 = FERRY_GX_GEQUAL, gx->alpha_ref0 = 100, gx->alpha_op = FERRY_GX_AND;
    ferry_gx_material *half =
        add_gx(scene, "half", texture); /* alpha = texture / 2: passes from 200 on, so nowhere */
    *half = *gx;
    half->konst[0].a = 128;
    half->stages[0].alpha.c = FERRY_GX_CA_KONST;
    half->alpha_ref0 = 52;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_int_eq(plan.materials[0].layer, FY_T3DM_CUTOUT);
    /* alpha (TEX0 - 1) * PRIM + TEX0: filtered edges lie near the middle, not at an eighth */
    ck_assert_uint_eq(plan.materials[0].rdp.combiner, 0x00121624882FE3F1);
    ck_assert_uint_eq(plan.materials[0].rdp.prim[3], 127);
    ck_assert_uint_eq(plan.materials[0].rdp.colors & FERRY_RDP_SET_PRIM, FERRY_RDP_SET_PRIM);
    for (int alpha = 0; alpha < 256; alpha++) { /* what the console makes of a filtered alpha */
        fy_rdp_inputs inputs = {.tex0 = {0, 0, 0, (uint8_t)alpha}, .prim = {0, 0, 0, 127}};
        uint8_t out[4];
        fy_rdp_combine(plan.materials[0].rdp.combiner, &inputs, out);
        ck_assert_int_eq(out[3] >= 32, alpha >= 106);
        if (alpha == 255) ck_assert_int_ge(out[3], 254);
    }
    ck_assert_uint_eq(files.count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t width, height;
        const uint8_t *rgba;
        ck_assert(fy_png_read(job, files.data[i].name, files.data[i].bytes, &width, &height, &rgba));
        /* columns have alpha 84, 88 .. 112; half of 103 is the first that rounds to 52 */
        for (uint32_t x = 0; x < 8; x++)
            ck_assert_int_eq(rgba[4 * x + 3], x * 4 + 84 + 106 - (i ? 103u : 100u));
        for (uint32_t x = 0; x < 8; x++) ck_assert_int_eq(rgba[4 * (7 * width + x) + 3], 255);
    }
    close_scene(job, scene);
}
END_TEST

/* Texel (x, y) is (x, y, 7). All vertices of the mesh get one place. */
static void places(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x, y, 7, 255);
}

static void gather_uvs(ferry_scene *scene, float u, float v) {
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) mesh->uvs[0][i] = (ferry_vec2){u, v};
}

START_TEST(textures_read_at_one_place_are_constants) {
    /* Of 64 x 64: the middle of texel (3, 5), and between it and (4, 5); -1/64 mirrored is 0;
     * repeated, 63. */
    static const struct {
        double u, v, r, g;
        ferry_wrap wrap;
    } rows[] = {{3.5, 5.5, 3, 5, FERRY_WRAP_CLAMP},   {4, 5.5, 4, 5, FERRY_WRAP_CLAMP},
                {-.5, 5.5, 0, 5, FERRY_WRAP_MIRROR},  {-.5, 5.5, 63, 5, FERRY_WRAP_REPEAT},
                {-9, 99, 0, 63, FERRY_WRAP_CLAMP},    {64.5, 65.5, 63, 62, FERRY_WRAP_MIRROR},
                {64.5, 64.5, 0, 0, FERRY_WRAP_REPEAT}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        uint32_t texture = add_texture(scene, "swatches", 64, 64, places, rows[i].wrap);
        /* every second one comes there by its texture matrix */
        double far = i % 2 ? 8 : 0;
        gather_uvs(scene, (float)((rows[i].u + far) / 64), (float)((rows[i].v - 2 * far) / 64));
        ferry_gx_material *gx = add_gx(scene, "skin", texture);
        gx->texgens[0].matrix = 30;
        gx->matrices[0] = (ferry_gx_texture_matrix){.present = true,
                                                    .projection = 1,
                                                    .scale = {1, 1},
                                                    .translate = {(float)-far / 64, (float)far / 32}};
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_uint_eq(files.count, 0);
        const fy_t3dm_material *made = &plan.materials[0];
        fy_rdp_inputs inputs = {.shade = {255, 255, 255, 255}};
        for (int k = 0; k < 3; k++) inputs.shade[k] = fy_unit_byte((double)made->tint[k]);
        uint8_t out[4];
        memcpy(inputs.prim, made->rdp.prim, 4);
        memcpy(inputs.env, made->rdp.env, 4);
        fy_rdp_combine(made->rdp.combiner, &inputs, out);
        ck_assert_int_le(abs(out[0] - (int)rows[i].r), 1);
        ck_assert_int_le(abs(out[1] - (int)rows[i].g), 1);
        ck_assert_int_le(abs(out[2] - 7), 1);
        close_scene(job, scene);
    }
}
END_TEST

/* A clip of one second with one track of two keys, from `from` to `to`. */
static void add_clip(ferry_scene *scene, ferry_target target, uint32_t slot, uint32_t channel, float from,
                     float to) {
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "clip", .kind = "k", .duration = 1, .rate = 30, .track_count = 1};
    ferry_track *track = clip->tracks = ferry_scene_new(scene, ferry_track, 1);
    *track = (ferry_track){.target = target,
                           .slot = slot,
                           .channel = channel,
                           .interpolation = target == FERRY_TARGET_TEXTURE ? FERRY_STEP : FERRY_LINEAR,
                           .width = 1,
                           .key_count = 2};
    track->times = ferry_scene_new(scene, double, 2);
    track->values = ferry_scene_new(scene, float, 2);
    track->times[1] = .5;
    track->values[0] = from;
    track->values[1] = to;
}

static const fy_t3dm_track *only_track(const fy_t3dm_material *material, uint8_t target) {
    ck_assert(material->motion);
    ck_assert_uint_eq(material->motion->count, 1);
    ck_assert_uint_eq(material->motion->tracks[0].track.target, target);
    return &material->motion->tracks[0].track;
}

static void painted_stripes(uint32_t x, uint32_t y, uint8_t *to) {
    for (int k = 0; k < 3; k++) to[k] = (uint8_t)(x * 7 + y * (uint32_t)(k + 1) * 3);
    to[3] = 255;
}

/* A texture times a konst colour whose red goes from 0, which would fold, to 255: PRIM follows it; without a
 * chunk nothing is left to follow. Alpha, which nobody reads, stays, whether there is green or not. */
START_TEST(colors_that_clips_change_are_constants) {
    for (int chunk = 0; chunk < 3; chunk++) {
        const int green = chunk == 2 ? 0 : 128;
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        ferry_setting_value setting = {"t3dm.tracks", chunk ? "yes" : "no"};
        ferry_options options = {.size = sizeof options, .settings = &setting, .setting_count = 1};
        ferry_job *planning = ferry_open(&options);
        ferry_gx_material *gx =
            add_gx(scene, "lamp", add_texture(scene, "stripes", 32, 32, painted_stripes, FERRY_WRAP_REPEAT));
        gx->stages[0].color = (ferry_gx_combine){15, 8, 14, 15, 0, 0, 0, 1, 0};
        gx->stages[0].konst_color = 12;
        gx->konst[0] = (ferry_gx_color){0, (uint8_t)green, 255, 255};
        add_clip(scene, FERRY_TARGET_KONST, 0, 0, 0, 255);
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(planning, scene, &files);
        const fy_t3dm_material *made = &plan.materials[0];
        if (!chunk) {
            ck_assert(!made->motion);
            ferry_close(planning);
            close_scene(job, scene);
            continue;
        }
        const fy_t3dm_track *track = only_track(made, FY_T3DM_TARGET_PRIM);
        ck_assert(fy_rdp_reads_color(made->rdp.combiner, FY_RDP_PRIM));
        ck_assert_int_eq(made->rdp.prim[0], 0);
        ck_assert_int_le(abs(made->rdp.prim[1] - green), 1);
        ck_assert_uint_le(track->key_count, 6); /* least squares waver a little */
        for (uint32_t i = 0; i < track->key_count; i++) {
            double red = track->times[i] < .5F ? (double)track->times[i] * 510 : 255;
            ck_assert_double_le(fabs((double)track->values[4 * i] - red), 1.5);
            ck_assert_double_le(fabs((double)track->values[4 * i + 1] - green), 1.5);
            ck_assert_double_le(fabs((double)track->values[4 * i + 2] - 255), 1.5);
            ck_assert_float_eq(track->values[4 * i + 3], made->rdp.prim[3]);
        }
        ferry_close(planning);
        close_scene(job, scene);
    }
}
END_TEST

/* Another picture of twice the width: the same vertices, a tile that is shifted. */
/* Each texgen has the matrix that it names. */
START_TEST(states_differ_by_the_matrices_they_read) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "moved", add_texture(scene, "x", 16, 16, many_greys, FERRY_WRAP_REPEAT));
    gx->texgens[0].matrix = 33;
    gx->matrices[0] = gx->matrices[1] = (ferry_gx_texture_matrix){.present = true, .scale = {1, 1}};
    ferry_gx_material other = *gx;
    ck_assert(!fy_states_differ(gx, &other));
    other.matrices[0].translate[0] = .5f;
    ck_assert(!fy_states_differ(gx, &other));
    other.matrices[1].translate[0] = .5f;
    ck_assert(fy_states_differ(gx, &other));
    close_scene(job, scene);
}
END_TEST

START_TEST(textures_that_clips_exchange_are_materials) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t open = add_texture(scene, "open", 16, 16, painted_stripes, FERRY_WRAP_REPEAT);
    uint32_t shut = add_texture(scene, "shut", 32, 16, painted_stripes, FERRY_WRAP_REPEAT);
    add_gx(scene, "eye", open);
    add_clip(scene, FERRY_TARGET_TEXTURE, 0, 0, (float)open, (float)shut);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.material_count, 2);
    ck_assert_uint_eq(files.count, 2);
    ck_assert_str_eq(plan.materials[1].name, "eye.2");
    ck_assert_uint_eq(plan.materials[0].first_variant, 1);
    ck_assert_uint_eq(plan.materials[0].variant_count, 1);
    ck_assert(plan.materials[1].tracked);
    ck_assert_uint_eq(plan.materials[1].rdp.combiner, plan.materials[0].rdp.combiner);
    ck_assert_int_eq(plan.materials[1].rdp.tiles[0].s.shift, -1);
    ck_assert_int_eq(plan.materials[1].rdp.tiles[0].t.shift, 0);
    const fy_t3dm_track *track = only_track(&plan.materials[0], FY_T3DM_TARGET_MATERIAL);
    ck_assert_int_eq(track->interpolation, FERRY_STEP);
    ck_assert_uint_eq(track->key_count, 2);
    ck_assert_float_eq(track->times[1], .5F);
    ck_assert_float_eq(track->values[0], 0);
    ck_assert_float_eq(track->values[1], 1);
    close_scene(job, scene);
}
END_TEST

/* By a quarter of 32 texels; a matrix that scales is not a tile's. */
START_TEST(matrices_that_shift_move_tiles) {
    for (int scales = 0; scales < 2; scales++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        ferry_gx_material *gx =
            add_gx(scene, "sea", add_texture(scene, "waves", 32, 32, painted_stripes, FERRY_WRAP_REPEAT));
        gx->texgens[0].matrix = 30;
        gx->matrices[0] = (ferry_gx_texture_matrix){.present = true, .projection = 1, .scale = {1, 1}};
        add_clip(scene, FERRY_TARGET_TEXTURE_MATRIX, 0,
                 scales ? FERRY_MATRIX_SCALE_S : FERRY_MATRIX_TRANSLATE_S, scales ? 1 : 0, scales ? 2 : .25F);
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_int_eq(plan.materials[0].uv_motion, scales ? FY_T3DM_UV_MORPH : FY_T3DM_UV_SHIFTED);
        if (scales) {
            double rows[2][4];
            ck_assert(!plan.materials[0].motion);
            ck_assert(fy_t3dm_uv_at(scene, &plan.materials[0], &scene->clips.data[0], .25, rows));
            ck_assert_double_eq_tol(rows[0][0], 1.5, 1e-6);
            ck_assert_double_eq_tol(rows[1][1], 1, 1e-6);
        } else {
            const fy_t3dm_track *track = only_track(&plan.materials[0], FY_T3DM_TARGET_TILE_OFFSET);
            ck_assert_uint_eq(track->slot, 0);
            ck_assert_float_eq_tol(track->values[0], 0, 1e-4F);
            ck_assert_float_eq_tol(track->values[2 * (track->key_count - 1)], -8, .13F);
            ck_assert_float_eq_tol(track->values[2 * track->key_count - 1], 0, 1e-4F);
        }
        close_scene(job, scene);
    }
}
END_TEST

static void two_halves(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, x < 16 ? 0 : 200, 0, 0, 255);
}

/* An environment map that a clip turns by half a turn, at once: what stays behind is told in the mean of the
 * moments that are looked at. In the first one all that is looked up is the right half, then the left one:
 * they differ by 200 in one of four components. */
START_TEST(maps_that_stay_behind_are_told) {
    static const char before[] = "it rotates or scales an environment map): mean difference ";
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "mirror", add_texture(scene, "halves", 32, 32, two_halves, FERRY_WRAP_REPEAT));
    gx->texgens[0] = (ferry_gx_texgen){1, FERRY_GX_TG_NORMAL, 30};
    gx->matrices[0] = (ferry_gx_texture_matrix){
        .present = true, .projection = 1, .mode = 6, .scale = {1, 1}, .center = {.5f, .5f}};
    add_clip(scene, FERRY_TARGET_TEXTURE_MATRIX, 0, FERRY_MATRIX_ROTATION, 0, 3.14159265F);
    scene->clips.data[0].tracks[0].times[1] = 1. / 600;
    ferry_file_list files;
    plan_of(job, scene, &files);
    double moments = loss_number(job, "t3dm.tracks", "/255 over ");
    ck_assert_double_ge(moments, 2);
    ck_assert_double_eq_tol(loss_number(job, "t3dm.tracks", before), 50 * (moments - 1) / moments, .06);
    close_scene(job, scene);
}
END_TEST

/* One vertex elsewhere, another draw without that set, or a clip: the texture stays. */
START_TEST(textures_read_at_several_places_stay) {
    for (int i = 0; i < 3; i++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        uint32_t texture = add_texture(scene, "swatches", 64, 64, places, FERRY_WRAP_CLAMP);
        static double times[2] = {0, 1};
        static float values[2] = {0, .5f};
        gather_uvs(scene, .25f, .25f);
        add_gx(scene, "skin", texture);
        if (i == 0) scene->meshes.data[0].uvs[0][2].x = .5f;
        if (i == 1) {
            ferry_mesh bare = scene->meshes.data[0];
            bare.uvs[0] = NULL;
            *ferry_append(scene, &scene->meshes, ferry_mesh) = bare;
            ferry_draw again = scene->draws.data[0];
            again.mesh = 1;
            *ferry_append(scene, &scene->draws, ferry_draw) = again;
        }
        if (i == 2) {
            ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
            *clip = (ferry_clip){.name = "flow", .kind = "btk", .duration = 1, .rate = 30, .track_count = 1};
            clip->tracks = ferry_scene_new(scene, ferry_track, 1);
            clip->tracks[0] = (ferry_track){FERRY_TARGET_TEXTURE_MATRIX,
                                            0,
                                            0,
                                            FERRY_MATRIX_TRANSLATE_S,
                                            FERRY_LINEAR,
                                            1,
                                            2,
                                            times,
                                            values,
                                            NULL,
                                            NULL};
        }
        ferry_file_list files;
        plan_of(job, scene, &files);
        ck_assert_uint_eq(files.count, 1);
        close_scene(job, scene);
    }
}
END_TEST

/* A green flame around a white one: as light it would be the colours times one. */
static void flame(uint32_t x, uint32_t y, uint8_t texel[4]) {
    static const uint8_t rows[4][3] = {{0, 0, 0}, {70, 120, 20}, {70, 120, 20}, {255, 255, 245}};
    const uint8_t *row = rows[y % 4];
    (void)x;
    set(texel, row[0], row[1], row[2], 255);
}

/* What a combiner makes of a texel; its alpha is the strength. */
static void glow_of(const fy_t3dm_plan *plan, const ferry_scene *scene, const uint8_t texel[3],
                    uint8_t out[4]) {
    const ferry_rdp_material *rdp = &plan->materials[0].rdp;
    fy_rdp_inputs inputs;
    double uv[2];
    fy_t3dm_shade(&plan->materials[0], scene, &scene->draws.data[0], 0, uv, inputs.shade);
    for (int k = 0; k < 3; k++) inputs.tex0[k] = inputs.tex1[k] = texel[k];
    inputs.tex0[3] = inputs.tex1[3] = texel[1];
    memcpy(inputs.prim, &rdp->prim, 4);
    memcpy(inputs.env, &rdp->env, 4);
    fy_rdp_combine(rdp->combiner, &inputs, out);
}

/* Translucency by its brightness, of one hue, would be grey at the edge. */
START_TEST(glows_turn_from_hue_to_hue) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx = add_gx(scene, "flame", add_texture(scene, "f", 8, 8, flame, FERRY_WRAP_REPEAT));
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->blend_dst = FERRY_GX_FACTOR_ONE;
    gx->z_write = 0;
    gx->stages[0].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO,
                                             FERRY_GX_CC_TEXC, .clamp = 1};
    gx->stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                             FERRY_GX_CA_TEXA, .clamp = 1};
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    uint8_t edge[4], core[4], strong[3] = {255, 255, 245};
    ck_assert_uint_eq(plan.materials[0].rdp.blender, FERRY_RDP_BLEND_MULTIPLY);
    glow_of(&plan, scene, (const uint8_t[3]){120, 120, 120}, edge);
    glow_of(&plan, scene, strong, core);
    ck_assert_int_lt(edge[2], edge[1] - 60); /* green */
    ck_assert_int_gt(core[2], 200);          /* white */
    ck_assert_int_gt(core[3], 230);
    ck_assert_int_lt(edge[3], 200);
    close_scene(job, scene);
}
END_TEST

START_TEST(effectively_opaque_materials_are_opaque) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t opaque = add_texture(scene, "wall", 8, 8, ten_colors, FERRY_WRAP_REPEAT);
    uint32_t holes = add_texture(scene, "net", 16, 16, hundred_colors, FERRY_WRAP_REPEAT);
    add_gx(scene, "wall", opaque)->blend_mode = FERRY_GX_BLEND_BLEND;
    ferry_gx_material *net = add_gx(scene, "net", holes);
    net->blend_mode = FERRY_GX_BLEND_BLEND;
    net->z_write = 0;
    ferry_gx_material *tested = add_gx(scene, "tested", opaque);
    tested->alpha_compare0 = FERRY_GX_GREATER, tested->alpha_ref0 = 127, tested->alpha_op = FERRY_GX_AND;
    ferry_gx_material *never = add_gx(scene, "never", opaque);
    never->alpha_compare0 = FERRY_GX_NEVER, never->alpha_op = FERRY_GX_AND;
    ferry_gx_material *subtract = add_gx(scene, "subtract", opaque);
    subtract->blend_mode = FERRY_GX_BLEND_SUBTRACT;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_int_eq(plan.materials[0].layer, FY_T3DM_OPAQUE);
    ck_assert_uint_eq(plan.materials[0].rdp.blender, 0);
    ck_assert_int_eq(plan.materials[1].layer, FY_T3DM_BLEND);
    ck_assert_uint_eq(plan.materials[1].rdp.combiner, 0x001218248833FFFF);
    ck_assert_int_eq(plan.materials[2].layer, FY_T3DM_OPAQUE);
    ck_assert_uint_eq(plan.of_draw[3], FERRY_NONE);
    ck_assert_int_eq(plan.materials[plan.of_draw[4]].layer, FY_T3DM_BLEND);
    ck_assert(has_loss(job, "t3dm.invisible"));
    ck_assert(has_loss(job, "t3dm.blend"));
    close_scene(job, scene);
}
END_TEST

static void quarter_clear(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 200, 4 * y, 0, x < 16 ? 0 : 255);
}

static void mostly_clear(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 200, 4 * y, 0, x < 40 ? 0 : 255);
}

static void lattice(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 200, 4 * y, 0, x % 2 ? 0 : 255);
}

static void half_there(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 200, 4 * y, 0, x < 32 ? 128 : 255);
}

/* Seen from the front, the picture once. */
static void lay_out_square(ferry_scene *scene) {
    static const float corners[4][2] = {{0, 0}, {3, 0}, {3, 3}, {0, 3}};
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int i = 0; i < 4; i++) {
        mesh->positions[i] = (ferry_vec3){corners[i][0], corners[i][1], 0};
        mesh->uvs[0][i] = (ferry_vec2){corners[i][0] / 3, corners[i][1] / 3};
    }
}

/* Where depth is written, and little of it is clear, or edges: those of a lattice are filtered. */
START_TEST(translucency_of_all_or_nothing_is_cut_out) {
    static const struct {
        painter by;
        bool writes, cut;
    } cases[] = {{quarter_clear, true, true},
                 {quarter_clear, false, false},
                 {mostly_clear, true, false},
                 {lattice, true, false},
                 {half_there, true, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        ferry_file_list files;
        lay_out_square(scene);
        uint32_t picture = add_texture(scene, "picture", 64, 64, cases[i].by, FERRY_WRAP_CLAMP);
        ferry_gx_material *gx = add_gx(scene, "card", picture);
        gx->blend_mode = FERRY_GX_BLEND_BLEND;
        gx->z_write = cases[i].writes;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_msg(plan.materials[0].layer == (cases[i].cut ? FY_T3DM_CUTOUT : FY_T3DM_BLEND), "%zu", i);
        close_scene(job, scene);
    }
}
END_TEST

static void soft_ramp(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint8_t grey = (uint8_t)(x < 4 ? 0 : x >= 12 ? 255 : (x - 4) * 32 + 16);
    (void)y;
    set(texel, grey, grey, grey, 255);
}

/* TEX0*lerp(.5, 1, RAMP): a combiner of the texture and the light comes close, whichever slot the texture is
 * in; the other slot is empty then, and as wide: vertices count in its texels. */
START_TEST(toon_shading_becomes_lighting) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t texture = add_texture(scene, "body", 16, 16, ten_colors, FERRY_WRAP_REPEAT);
    uint32_t ramp = add_texture(scene, "ramp", 16, 16, soft_ramp, FERRY_WRAP_CLAMP);
    ferry_gx_material *gx = add_gx(scene, "body", texture);
    gx->channels[0] = (ferry_gx_channel){.lit = 1, .diffuse = 2, .attenuation = 1};
    gx->material_colors[0] = (ferry_gx_color){204, 204, 204, 255}; /* how far up the ramp, no tint */
    gx->stage_count = 3, gx->texgen_count = 2;
    gx->textures[1] = ramp;
    gx->texgens[1] = (ferry_gx_texgen){FERRY_GX_TEXGEN_COLOR, FERRY_GX_TG_COLOR0, 60};
    memcpy(gx->swap_tables[1], (uint8_t[]){0, 0, 0, 3}, 4);
    memcpy(gx->swap_tables[2], (uint8_t[]){1, 1, 1, 3}, 4);
    gx->konst[0] = (ferry_gx_color){255, 255, 255, 255};
    gx->konst[1] = (ferry_gx_color){160, 90, 0, 255};
    gx->registers[0] = (ferry_gx_color_s16){128, 128, 128, 0};
    ferry_gx_stage stage = gx->stages[0];
    gx->stages[1] = stage;
    gx->stages[0] = gx->stages[2] = stage;
    gx->stages[0].texgen = gx->stages[0].map = gx->stages[2].texgen = gx->stages[2].map = 1;
    gx->stages[0].tex_swap = 1, gx->stages[2].tex_swap = 2, gx->stages[2].konst_color = 0x0D;
    gx->stages[0].color =
        (ferry_gx_combine){FERRY_GX_CC_C0, FERRY_GX_CC_KONST, FERRY_GX_CC_TEXC, FERRY_GX_CC_ZERO, .clamp = 1};
    gx->stages[1].color.c = FERRY_GX_CC_CPREV;
    gx->stages[2].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_KONST,
                                             FERRY_GX_CC_CPREV, .clamp = 1};
    gx->stage_count = 2; /* the highlight comes from the third */
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *made = &plan.materials[0];
    int slot = fy_rdp_reads_color(made->rdp.combiner, FY_RDP_TEX1), other = !slot;
    ck_assert(fy_rdp_reads_color(made->rdp.combiner, FY_RDP_TEX0) == !slot);
    ck_assert_uint_eq(made->rdp.tiles[other].texture, FERRY_NONE);
    ck_assert_uint_eq(made->rdp.tiles[other].hash, 0);
    ck_assert_uint_eq(made->rdp.tiles[slot].texture, texture);
    if (slot) ck_assert_uint_eq(made->rdp.tiles[0].width, made->rdp.tiles[1].width);
    ck_assert_ptr_null(made->paths[other]);
    ck_assert_ptr_nonnull(made->paths[slot]);
    ck_assert_uint_eq(made->rdp.flags, 0x17); /* lit */
    ck_assert_uint_eq(made->color_set, FERRY_NONE);
    ck_assert_uint_eq(files.count, 1);
    ck_assert_double_lt(loss_number(job, "t3dm.combiner", "mean difference in colour "), 6);
    close_scene(job, scene);
}
END_TEST

static void bright_colors(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 200 + x % 8 * 6, 255, 190 + y % 8 * 8, 255);
}

/* Twice 200 is beyond what the console's combiner holds: it would come out black. */
START_TEST(doubling_bright_colors_cuts_at_white) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *bright =
        add_gx(scene, "bright", add_texture(scene, "b", 8, 8, bright_colors, FERRY_WRAP_REPEAT));
    bright->stages[0].color.c = FERRY_GX_CC_ONE;
    bright->stages[0].color.scale = 1;
    ferry_gx_material *dim = add_gx(scene, "dim", add_texture(scene, "d", 8, 8, nibbles, FERRY_WRAP_REPEAT));
    *dim = *bright;
    dim->textures[0] = 1; /* 0 .. 119: the sum with itself fits */
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].rdp.combiner, 0x00887F1088FCFC7E);
    fy_rdp_inputs inputs = {.tex0 = {100, 20, 60, 255}};
    uint8_t out[4];
    fy_rdp_combine(plan.materials[1].rdp.combiner, &inputs, out);
    ck_assert_int_eq(out[0], 200);
    ck_assert_int_eq(out[1], 40);
    ck_assert_int_eq(out[2], 120);
    close_scene(job, scene);
}
END_TEST

START_TEST(vertex_colors_carry_constants_and_formulas) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->colors[0] = ferry_scene_new(scene, ferry_color, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        mesh->colors[0][i] = (ferry_color){.2f * (float)i, .5f, 1, .8f};
    uint32_t texture = add_texture(scene, "wall", 8, 8, ten_colors, FERRY_WRAP_REPEAT);
    ferry_gx_material *tinted = add_gx(scene, "tinted", texture);
    tinted->stage_count = 2;
    tinted->stages[1] = tinted->stages[0];
    tinted->stages[1].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_CPREV, FERRY_GX_CC_KONST,
                                                 FERRY_GX_CC_ZERO, .clamp = 1};
    tinted->konst[0] = (ferry_gx_color){255, 102, 51, 255};
    ferry_gx_material *mixed = add_gx(scene, "mixed", texture);
    mixed->registers[0] = (ferry_gx_color_s16){255, 0, 0, 0};
    mixed->konst[0] = (ferry_gx_color){0, 0, 255, 255};
    mixed->stages[0].color =
        (ferry_gx_combine){FERRY_GX_CC_C0, FERRY_GX_CC_KONST, FERRY_GX_CC_RASC, FERRY_GX_CC_ZERO, .clamp = 1};
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    double uv[2];
    uint8_t rgba[4];
    ck_assert_uint_eq(plan.materials[0].rdp.flags, 0x10017);
    fy_t3dm_shade(&plan.materials[0], scene, &scene->draws.data[0], 2, uv, rgba);
    ck_assert_int_eq(rgba[0], 102);
    ck_assert_int_eq(rgba[1], 51);
    ck_assert_int_eq(rgba[2], 51);
    /* lerp(red, blue, vertex colour) needs no combiner at all: (1 - .4, 0, 1) */
    ck_assert_uint_eq(plan.materials[1].rdp.combiner, 0x00887F1088FE7D3E);
    fy_t3dm_shade(&plan.materials[1], scene, &scene->draws.data[1], 2, uv, rgba);
    ck_assert_int_eq(rgba[0], 153);
    ck_assert_int_eq(rgba[1], 0);
    ck_assert_int_eq(rgba[2], 255);
    close_scene(job, scene);
}
END_TEST

START_TEST(the_runtime_is_not_confused) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t first = add_texture(scene, "wall", 8, 8, ten_colors, FERRY_WRAP_REPEAT);
    ferry_texture *again = ferry_append(scene, &scene->textures, ferry_texture);
    *again = scene->textures.data[first];
    again->wrap_s = FERRY_WRAP_MIRROR; /* the same picture by other tile settings */
    uint32_t holes = add_texture(scene, "net", 16, 16, hundred_colors, FERRY_WRAP_REPEAT);
    add_gx(scene, "a", first);
    add_gx(scene, "b", scene->textures.count - 2);
    add_gx(scene, "c", first);
    ferry_gx_material *cut = add_gx(scene, "cut", holes);
    cut->alpha_compare0 = FERRY_GX_GREATER, cut->alpha_ref0 = 10, cut->alpha_op = FERRY_GX_AND;
    ferry_gx_material *other =
        add_gx(scene, "cut", holes); /* a cutout of the same texture by another combiner */
    *other = *cut;
    other->stages[0].color.c = FERRY_GX_CC_ONE;
    ferry_gx_material *black = add_gx(scene, "black", FERRY_NONE);
    black->stages[0].color =
        (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_C0, .clamp = 1};
    black->registers[0] = (ferry_gx_color_s16){0, 0, 1, 0};
    ferry_gx_material *front = add_gx(scene, "front", FERRY_NONE);
    *front = *black;
    front->cull = FERRY_GX_CULL_NONE, front->z_test = 0;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *m = plan.materials;
    ck_assert_str_eq(m[0].paths[0], "rom:/link_wall.ci4.sprite");
    ck_assert_str_eq(m[1].paths[0], "rom:/link_wall_2.ci4.sprite");
    ck_assert_str_eq(m[2].paths[0], "rom:/link_wall.ci4.sprite");
    ck_assert_int_eq(m[1].rdp.tiles[0].s.mirror, 1);
    ck_assert_str_ne(m[3].paths[0], m[4].paths[0]);
    ck_assert_uint_eq(m[0].rdp.tiles[0].hash, fy_t3dm_path_hash(m[0].paths[0]));
    /* a first constant of (0, 0, 0, 0) would not be sent */
    const uint8_t *prim = m[5].rdp.prim;
    ck_assert(prim[0] || prim[1] || prim[2] || prim[3]);
    /* nor would a first material's flags of 0: neither depth nor culling, texture or shade */
    ck_assert_uint_eq(m[6].rdp.combiner, m[5].rdp.combiner);
    ck_assert_uint_eq(m[6].rdp.flags, FERRY_RDP_SHADED);
    ck_assert_uint_eq(files.count, 4);
    close_scene(job, scene);
}
END_TEST

/* A cutout whose modes are sent anew only if value or textures differ: after it the library has forgotten the
 * compare, and another combiner or blender would show the next one whole. */
START_TEST(cutouts_in_a_row_keep_their_compare) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->colors[0] = ferry_scene_new(scene, ferry_color, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        mesh->colors[0][i] = (ferry_color){.2f * (float)i, .5f, 1, .25f * (float)i};
    ferry_gx_material *color_ranges = add_gx(scene, "painted", FERRY_NONE);
    color_ranges->alpha_compare0 = FERRY_GX_GREATER, color_ranges->alpha_ref0 = 10,
    color_ranges->alpha_op = FERRY_GX_AND;
    ferry_gx_material *white = add_gx(scene, "white", FERRY_NONE);
    *white = *color_ranges;
    white->stages[0].color.c = FERRY_GX_CC_ONE;
    ferry_gx_material *again = add_gx(scene, "painted", FERRY_NONE);
    *again = *color_ranges;
    ferry_gx_material *glass = add_gx(scene, "glass", FERRY_NONE);
    *glass = *color_ranges;
    glass->blend_mode = FERRY_GX_BLEND_BLEND;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *m = plan.materials;
    ck_assert_int_eq(m[0].layer, FY_T3DM_CUTOUT);
    ck_assert_int_eq(m[1].layer, FY_T3DM_CUTOUT);
    ck_assert(m[0].rdp.combiner != m[1].rdp.combiner);
    ck_assert_uint_eq(plan.of_draw[2], plan.of_draw[0]);
    ck_assert_int_eq(m[2].layer, FY_T3DM_BLEND);
    for (int i = 0; i < 3; i++) {
        ck_assert(m[i].rdp.other_mode & FERRY_RDP_ALPHA_COMPARE);
        ck_assert(m[i].rdp.other_mode != m[(i + 1) % 3].rdp.other_mode);
    }
    close_scene(job, scene);
}
END_TEST

/* However it is spelt: below rom:/, with one slash. */
START_TEST(folders_on_the_console_are_below_its_files) {
    static const char *const folders[] = {"models", "/models", "models/", "rom:/models", "rom:models//"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const ferry_setting_value settings[] = {{"t3dm.effort", "fast"}, {"t3dm.rom-dir", folders[i]}};
        ferry_job *job = ferry_open(
            &(ferry_options){.size = sizeof(ferry_options), .settings = settings, .setting_count = 2});
        ferry_scene *scene = fy_square_scene(job);
        ferry_file_list files;
        scene->draws.count = 0;
        add_gx(scene, "sea", add_texture(scene, "waves", 32, 32, ten_colors, FERRY_WRAP_REPEAT));
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        const char *path = plan.materials[0].paths[0];
        ck_assert_ptr_nonnull(path);
        ck_assert_msg(strncmp(path, "rom:/models/link_waves.", 23) == 0, "%s: %s", folders[i], path);
        close_scene(job, scene);
    }
}
END_TEST

START_TEST(names_are_safe_and_never_collide) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    static const char *const names[] = {"a.b/c d", "a_b_c_d", "A_B_C_D", "", "x\\83y"};
    for (int i = 0; i < 5; i++) {
        uint32_t texture =
            add_texture(scene, names[i], 8, 8, i % 2 ? ten_colors : hundred_colors, FERRY_WRAP_REPEAT);
        add_gx(scene, names[i], texture);
    }
    ferry_file_list files;
    plan_of(job, scene, &files);
    ck_assert_uint_eq(files.count, 5);
    for (uint32_t i = 0; i < files.count; i++) {
        const char *name = files.data[i].name;
        ck_assert(strncmp(name, "out/link_", 9) == 0);
        ck_assert_ptr_null(strpbrk(name, " \\"));
        ck_assert_ptr_null(strchr(name + 4, '/'));
        ck_assert_uint_eq(strlen(strchr(name, '.')),
                          strlen(".ci4.png")); /* no dot before the format's name */
        for (uint32_t k = 0; k < i; k++) ck_assert_str_ne(name, files.data[k].name);
    }
    /* the runtime's hash and two paths that share it */
    ck_assert_uint_eq(fy_t3dm_path_hash(""), 0x7E81C0E9);
    ck_assert_uint_eq(fy_t3dm_path_hash("rom:/stone01.i8.sprite"), 0xDACA1D84);
    ck_assert_uint_eq(fy_t3dm_path_hash("rom:/x10_y20.sprite"), fy_t3dm_path_hash("rom:/x20_y10.sprite"));
    close_scene(job, scene);
}
END_TEST

/* Each asks for the number behind the last one, not for all numbers from the first on. */
START_TEST(pictures_of_one_name_are_numbered_in_little_memory) {
    enum { PICTURES = 1000 };
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    for (uint32_t i = 0; i < PICTURES; i++)
        add_material(scene, "m")->base_texture =
            add_texture(scene, "wall", 4, 4, hundred_colors, FERRY_WRAP_REPEAT);
    ferry_file_list files;
    size_t before = ferry_job_peak_memory(job);
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.material_count, PICTURES);
    ck_assert_str_eq(plan.materials[0].paths[0], "rom:/link_wall.ci4.sprite");
    ck_assert_str_eq(plan.materials[PICTURES - 1].paths[0], "rom:/link_wall_1000.ci4.sprite");
    ck_assert_uint_lt(ferry_job_peak_memory(job) - before, 20u << 20);
    close_scene(job, scene);
}
END_TEST

START_TEST(colliding_hashes_get_other_names) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t first = add_texture(scene, "x10_y20", 8, 8, ten_colors, FERRY_WRAP_REPEAT);
    uint32_t second = add_texture(scene, "x20_y10", 8, 8, ten_colors, FERRY_WRAP_REPEAT);
    add_gx(scene, "a", first);
    add_gx(scene, "b", second);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(fy_t3dm_path_hash("rom:/link_x10_y20.ci4.sprite"),
                      fy_t3dm_path_hash("rom:/link_x20_y10.ci4.sprite"));
    ck_assert_str_eq(plan.materials[1].paths[0], "rom:/link_x20_y10_2.ci4.sprite");
    ck_assert_uint_ne(plan.materials[0].rdp.tiles[0].hash, plan.materials[1].rdp.tiles[0].hash);
    close_scene(job, scene);
}
END_TEST

START_TEST(odd_sizes_are_rescaled_where_they_repeat) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    add_gx(scene, "repeat", add_texture(scene, "r", 24, 40, ten_colors, FERRY_WRAP_REPEAT));
    add_gx(scene, "clamp", add_texture(scene, "c", 24, 40, ten_colors, FERRY_WRAP_CLAMP));
    uint32_t low = add_texture(scene, "low", 16, 4, ten_colors, FERRY_WRAP_CLAMP);
    scene->textures.data[low].wrap_t =
        FERRY_WRAP_REPEAT; /* clamped across, repeating down: no less than eight rows */
    add_gx(scene, "low", low);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].rdp.tiles[0].width, 32);
    ck_assert_uint_eq(plan.materials[0].rdp.tiles[0].height, 64);
    ck_assert_uint_eq(plan.materials[1].rdp.tiles[0].width, 24);
    ck_assert_uint_eq(plan.materials[1].rdp.tiles[0].height, 40);
    ck_assert_uint_eq(plan.materials[2].rdp.tiles[0].height, 8);
    ck_assert(has_loss(job, "t3dm.texture-size"));
    close_scene(job, scene);
}
END_TEST

/* Made smaller for the texture memory: the library's tile edge overflows below eight rows all the same. */
START_TEST(pictures_that_only_repeat_down_keep_eight_rows) {
    static const uint32_t sizes[][2] = {{1024, 8}, {512, 16}, {6, 1024}};
    static const uint32_t budgets[] = {4096, 2048, 512};
    ferry_job *job = fy_test_job();
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            fy_texels texels = vertex_color_group(job, sizes[i][0], sizes[i][1], smooth_colors);
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

START_TEST(console_state_passes_through) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_texture *texture = ferry_append(scene, &scene->textures, ferry_texture);
    *texture = (ferry_texture){.name = "x", .path = "rom:/a/x.ci4.sprite", .image = FERRY_NONE};
    ferry_rdp_material *rdp = ferry_scene_new(scene, ferry_rdp_material, 1);
    *rdp = (ferry_rdp_material){.combiner = 0x123456789ABCDEF,
                                .other_mode = FERRY_RDP_Z_DECAL,
                                .other_mode_mask = FERRY_RDP_MODE_MASK,
                                .flags = 0x1F & ~0x18,
                                .fog = 2,
                                .colors = 7,
                                .effect = 5,
                                .prim = {1, 2, 3, 4},
                                .env = {5, 6, 7, 8},
                                .blend = {9, 10, 11, 12}};
    rdp->tiles[0] =
        (ferry_rdp_tile){.texture = 0, .hash = 77, .width = 12, .height = 13, .s = {1.5f, 20, 4, -2, 1, 0}};
    rdp->tiles[1] = (ferry_rdp_tile){.reference = 42, .texture = FERRY_NONE};
    add_material(scene, "kept")->rdp = rdp;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(files.count, 0);
    ck_assert_mem_eq(&plan.materials[0].rdp.prim, rdp->prim, 12);
    ck_assert_uint_eq(plan.materials[0].rdp.combiner, rdp->combiner);
    ck_assert_uint_eq(plan.materials[0].rdp.tiles[0].hash, 77);
    ck_assert_float_eq(plan.materials[0].rdp.tiles[0].s.low, 1.5f);
    ck_assert_uint_eq(plan.materials[0].rdp.tiles[1].reference, 42);
    ck_assert_str_eq(plan.materials[0].paths[0], "rom:/a/x.ci4.sprite");
    ck_assert_ptr_null(plan.materials[0].paths[1]);
    ck_assert_int_eq(plan.materials[0].layer, FY_T3DM_DECAL);
    close_scene(job, scene);
}
END_TEST

/* A picture that is too large for texture memory becomes smaller, and its tile shows the same part of it. */
START_TEST(tiles_follow_pictures_that_become_smaller) {
    enum { SIDE = 128 };
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_rdp_material *rdp = ferry_scene_new(scene, ferry_rdp_material, 1);
    *rdp = (ferry_rdp_material){.combiner = 0x00127FFFFFFFFC38, .other_mode_mask = FERRY_RDP_MODE_MASK};
    rdp->tiles[0] =
        (ferry_rdp_tile){.texture = add_texture(scene, "large", SIDE, SIDE, many_greys, FERRY_WRAP_CLAMP),
                         .width = SIDE,
                         .height = SIDE,
                         .s = {.low = 16, .high = 63, .mask = 7, .clamp = 1},
                         .t = {.low = 32, .high = 127, .mask = 7, .clamp = 1}};
    rdp->tiles[1].texture = FERRY_NONE;
    add_material(scene, "given")->rdp = rdp;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const ferry_rdp_tile *tile = &plan.materials[0].rdp.tiles[0];
    ck_assert_uint_lt(tile->width, SIDE);
    ck_assert_uint_lt(tile->height, SIDE);
    double wide = tile->width / (double)SIDE, high = tile->height / (double)SIDE;
    ck_assert_double_eq_tol((double)tile->s.low, 16 * wide, 1e-4);
    ck_assert_double_eq_tol((double)tile->t.low, 32 * high, 1e-4);
    ck_assert_double_eq_tol((double)tile->s.high + 1, 64 * wide, 1e-4);
    ck_assert_double_eq_tol((double)tile->t.high + 1, 128 * high, 1e-4);
    close_scene(job, scene);
}
END_TEST

/* An effect takes the tile's size for its numbers: a picture that is not there is as large as its tile is. */
START_TEST(tiles_of_effects_tell_their_pictures_size) {
    static const struct {
        ferry_rdp_axis axis;
        uint16_t side;
    } rows[] = {{{8, 39, 6, 0, 0, 1}, 32}, {{0, 39, 6, 0, 0, 1}, 40}, {{8, 39, 6, 0, 0, 0}, 64}};
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_texture *texture = ferry_append(scene, &scene->textures, ferry_texture);
    *texture = (ferry_texture){.name = "x", .path = "rom:/a/x.ci4.sprite", .image = FERRY_NONE};
    ferry_rdp_material *rdp = ferry_scene_new(scene, ferry_rdp_material, 1);
    *rdp = (ferry_rdp_material){
        .combiner = 0x123456789ABCDEF, .other_mode_mask = FERRY_RDP_MODE_MASK, .effect = 5};
    rdp->tiles[0] = (ferry_rdp_tile){.texture = 0, .hash = 77, .width = 7, .height = 7};
    rdp->tiles[0].s = rdp->tiles[0].t = rows[_i].axis;
    rdp->tiles[1] = (ferry_rdp_tile){.texture = FERRY_NONE};
    add_material(scene, "kept")->rdp = rdp;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].sizes[0][0], rows[_i].side);
    ck_assert_uint_eq(plan.materials[0].sizes[0][1], rows[_i].side);
    close_scene(job, scene);
}
END_TEST

START_TEST(only_what_no_one_can_tell_apart_is_merged) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t texture = add_texture(scene, "wall", 8, 8, ten_colors, FERRY_WRAP_REPEAT);
    add_gx(scene, "wall", texture);
    add_gx(scene, "wall", texture);
    add_gx(scene, "other", texture);
    add_gx(scene, "wall", texture)->cull = FERRY_GX_CULL_NONE;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.material_count, 3);
    ck_assert_uint_eq(plan.of_draw[0], plan.of_draw[1]);
    ck_assert_uint_ne(plan.of_draw[0], plan.of_draw[2]);
    ck_assert_uint_ne(plan.of_draw[0], plan.of_draw[3]);
    ck_assert_uint_eq(files.count, 1);
    close_scene(job, scene);
}
END_TEST

START_TEST(two_textures_share_memory_without_palettes) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "pair", add_texture(scene, "big", 64, 64, smooth_colors, FERRY_WRAP_REPEAT));
    gx->textures[1] = add_texture(scene, "small", 16, 16, ten_colors, FERRY_WRAP_REPEAT);
    gx->stage_count = 2;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = 1;
    gx->stages[1].color.c = FERRY_GX_CC_CPREV;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const ferry_rdp_tile *tiles = plan.materials[0].rdp.tiles;
    ck_assert_uint_eq(plan.materials[0].rdp.combiner,
                      0x80127E2088FFFDFE); /* TEX0*SHADE, then times TEX1 by its other name */
    ck_assert_str_eq(plan.materials[0].paths[0], "rom:/link_big.rgba16.sprite");
    ck_assert_str_eq(plan.materials[0].paths[1], "rom:/link_small.rgba16.sprite");
    uint32_t used = fy_sprite_tmem(FY_SPRITE_RGBA16, tiles[0].width, tiles[0].height) +
                    fy_sprite_tmem(FY_SPRITE_RGBA16, tiles[1].width, tiles[1].height);
    ck_assert_uint_le(used, 4096);
    ck_assert_uint_eq(tiles[1].width, 16);
    int shift = 0;
    for (uint32_t width = tiles[0].width; width > 16; width /= 2) shift++;
    ck_assert_int_eq(tiles[1].s.shift, shift);
    close_scene(job, scene);
}
END_TEST

/* The second texture, 64 texels wide and clamped, lies `repeats` of itself further right. */
static fy_t3dm_plan plan_moved(ferry_job *job, ferry_scene *scene, float repeats) {
    uint32_t first = add_texture(scene, "near", 64, 8, ten_colors, FERRY_WRAP_CLAMP);
    uint32_t second = add_texture(scene, "far", 64, 16, ten_colors, FERRY_WRAP_CLAMP);
    ferry_gx_material *gx = add_gx(scene, "pair", first);
    gx->textures[1] = second;
    gx->texgen_count = gx->stage_count = 2;
    gx->texgens[1].matrix = 33;
    gx->matrices[1] = (ferry_gx_texture_matrix){
        .present = true, .projection = 1, .scale = {1, 1}, .translate = {-repeats, 0}};
    for (int i = 0; i < 4; i++) gx->matrices[1].effect[i][i] = 1;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = gx->stages[1].texgen = 1;
    gx->stages[1].color.c = FERRY_GX_CC_CPREV;
    ferry_file_list files;
    return plan_of(job, scene, &files);
}

/* The console's library stops at tiles whose edges are beyond 1024. */
START_TEST(tiles_end_below_1024) {
    static const float repeats[] = {14, 15, 15.25f, 20};
    for (int i = 0; i < 4; i++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        fy_t3dm_plan plan = plan_moved(job, scene, repeats[i]);
        const ferry_rdp_tile *tile = &plan.materials[0].rdp.tiles[1];
        ck_assert_uint_eq(tile->width, 64);
        ck_assert(tile->s.clamp);
        ck_assert_float_eq(tile->s.low, i < 2 ? repeats[i] * 64 : 960);
        ck_assert_int_eq(has_loss(job, "t3dm.second-texture"), i >= 2);
        close_scene(job, scene);
    }
}
END_TEST

/* Two textures by one UV set, the second one moved by `u` repeats. */
static const ferry_rdp_tile *second_tile(ferry_job *job, ferry_scene *scene, uint32_t width, uint32_t height,
                                         ferry_wrap wrap, float u) {
    ferry_gx_material *gx =
        add_gx(scene, "pair", add_texture(scene, "first", width, height, many_greys, wrap));
    gx->textures[1] = add_texture(scene, "second", width, height, sixteen_greys, wrap);
    gx->texgen_count = 2;
    gx->texgens[1] = (ferry_gx_texgen){1, FERRY_GX_TG_TEX0, 30};
    gx->matrices[0] = (ferry_gx_texture_matrix){
        .present = true, .projection = 1, .scale = {1, 1}, .translate = {u, 0}, .center = {.5f, .5f, 0}};
    gx->stage_count = 2;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = gx->stages[1].texgen = 1;
    gx->stages[1].color.c = FERRY_GX_CC_CPREV;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_ptr_nonnull(plan.materials[0].paths[1]);
    return &plan.materials[0].rdp.tiles[1];
}

/* The console cuts offsets to quarters of a texel. */
START_TEST(offsets_are_quarters_of_a_texel) {
    static const struct {
        uint32_t width, height;
        ferry_wrap wrap;
        float u;
        double low;
        bool loss;
    } rows[] = {
        {16, 16, FERRY_WRAP_REPEAT, -.305f, 5, false}, /* 4.88 */
        {16, 16, FERRY_WRAP_REPEAT, .25f, 12, false},
        {16, 16, FERRY_WRAP_REPEAT, .005f, 0, false}, /* 15.92: a whole repeat */
        {16, 16, FERRY_WRAP_CLAMP, -.1f, 1.5, false}, /* 1.6 */
        {16, 16, FERRY_WRAP_CLAMP, .05f, 0, false},   /* -0.8: the first begins there */
        {16, 16, FERRY_WRAP_CLAMP, .25f, 0, false},   /* -4 */
        {512, 4, FERRY_WRAP_MIRROR, -1.5f, 0, false}, /* 768, and ends at 1280: both are moved by 256 */
        {512, 4, FERRY_WRAP_MIRROR, -.75f, 384, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        const ferry_rdp_tile *tile =
            second_tile(job, scene, rows[i].width, rows[i].height, rows[i].wrap, rows[i].u);
        ck_assert_uint_eq(tile->width, rows[i].width);
        ck_assert_msg((double)tile->s.low == rows[i].low, "row %zu: %g", i, (double)tile->s.low);
        ck_assert_float_eq(tile->s.high, tile->s.low + (float)rows[i].width - 1);
        ck_assert_int_eq(has_loss(job, "t3dm.second-texture"), rows[i].loss);
        close_scene(job, scene);
    }
}
END_TEST

START_TEST(masks_of_the_frame_alpha_are_left_out) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t texture = add_texture(scene, "eye", 16, 16, hundred_colors, FERRY_WRAP_CLAMP);
    ferry_gx_material *eye = add_gx(scene, "eye", texture);
    eye->blend_mode = FERRY_GX_BLEND_BLEND, eye->blend_src = FERRY_GX_FACTOR_DST_ALPHA,
    eye->blend_dst = FERRY_GX_FACTOR_INV_DST_ALPHA;
    add_gx(scene, "eyeMask", texture)->z_write = 0;
    add_gx(scene, "skin", texture);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_int_eq(plan.materials[plan.of_draw[0]].layer, FY_T3DM_CUTOUT);
    ck_assert_uint_eq(plan.of_draw[1], FERRY_NONE);
    ck_assert_uint_ne(plan.of_draw[2], FERRY_NONE);
    ck_assert(has_loss(job, "t3dm.alpha-mask"));
    close_scene(job, scene);
}
END_TEST

/* A wall, glass that does not write depth, a sky that does not test it. */
static ferry_scene *depth_scene(ferry_job *job) {
    ferry_scene *scene = fy_square_scene(job);
    scene->draws.count = 0;
    add_gx(scene, "wall", FERRY_NONE);
    ferry_gx_material *glass = add_gx(scene, "glass", FERRY_NONE), *sky = add_gx(scene, "sky", FERRY_NONE);
    glass->z_write = 0, glass->blend_mode = FERRY_GX_BLEND_BLEND;
    sky->z_test = 0;
    return scene;
}

START_TEST(depth_write_follows_the_source) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = depth_scene(job);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *m = plan.materials;
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_uint_eq(m[i].rdp.other_mode_mask, UINT64_C(0x0000300000000C21));
        ck_assert_uint_eq(m[i].rdp.other_mode & 0x20, i ? 0 : 0x20);
    }
    ck_assert(m[1].rdp.flags & FERRY_RDP_DEPTH && !(m[2].rdp.flags & FERRY_RDP_DEPTH));
    ck_assert(!has_loss(job, "t3dm.depth-write"));
    scene->draws.count = 1; /* the wall alone: as it always was */
    plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].rdp.other_mode_mask, FERRY_RDP_MODE_MASK);
    close_scene(job, scene);
}
END_TEST

/* The console compares in one way, or not at all. */
START_TEST(other_depth_compares_are_told) {
    for (uint8_t compare = FERRY_GX_NEVER; compare <= FERRY_GX_ALWAYS; compare++)
        for (uint8_t write = 0; write < 2; write++) {
            ferry_job *job;
            ferry_scene *scene = open_scene(&job);
            ferry_file_list files;
            ferry_gx_material *gx = add_gx(scene, "wall", FERRY_NONE);
            gx->z_compare = compare, gx->z_write = write;
            fy_t3dm_plan plan = plan_of(job, scene, &files);
            bool same = compare == FERRY_GX_LESS || compare == FERRY_GX_LEQUAL,
                 none = compare == FERRY_GX_ALWAYS && !write;
            ck_assert_int_eq(has_note(job, "t3dm.depth-compare"), !same && !none);
            ck_assert_int_eq((plan.materials[0].rdp.flags & FERRY_RDP_DEPTH) == 0, none);
            close_scene(job, scene);
        }
}
END_TEST

START_TEST(depth_write_can_be_kept_on) {
    ferry_setting_value setting = {"t3dm.depth-write", "always"};
    ferry_options options = {.size = sizeof options, .settings = &setting, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = depth_scene(job);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert_uint_eq(plan.materials[i].rdp.other_mode_mask, FERRY_RDP_MODE_MASK);
    const ferry_report *report = ferry_job_report(job);
    unsigned losses = 0;
    for (uint32_t i = 0; i < report->count; i++) losses += !strcmp(report->data[i].code, "t3dm.depth-write");
    ck_assert_uint_eq(losses, 2);
    close_scene(job, scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_materials");
    TCase *combiner = tcase_create("combiner"), *modes = tcase_create("modes"),
          *textures = tcase_create("textures"), *plans = tcase_create("plans");
    tcase_add_test(combiner, words_come_apart_and_together);
    tcase_add_test(combiner, the_arithmetic_is_the_hardwares);
    tcase_add_test(combiner, common_formulas_become_their_words);
    tcase_add_test(combiner, fits_keep_the_hardwares_rules);
    tcase_add_loop_test(combiner, alpha_is_one_component, 0, 2);
    tcase_add_test(combiner, moving_constants_take_one_register);
    tcase_add_test(combiner, sums_are_multiplied_out);
    tcase_add_test(modes, alpha_compares_become_thresholds);
    tcase_add_test(modes, blends_become_layers);
    tcase_add_test(modes, texture_matrices_are_baked);
    tcase_add_test(modes, a_second_tile_follows_by_shift_and_offset);
    tcase_add_loop_test(modes, environment_maps_are_laid_on_by_the_effect, 0,
                        sizeof spheres / sizeof *spheres);
    tcase_add_test(modes, environment_maps_keep_their_place);
    tcase_add_test(modes, what_the_effect_cannot_do_is_measured);
    tcase_add_test(modes, textures_by_normals_without_the_viewer_are_baked);
    tcase_add_test(textures, formats_follow_the_content);
    tcase_add_loop_test(textures, i8_is_for_many_greys, 0, 2);
    tcase_add_test(textures, what_does_not_fit_is_made_to);
    tcase_add_test(textures, texture_memory_is_counted_as_the_runtime_does);
    tcase_add_test(textures, resizing_keeps_colors_of_what_is_seen);
    tcase_add_test(textures, pictures_read_back_as_the_console_shows_them);
    tcase_add_test(textures, palettes_are_exact_or_near);
    tcase_add_test(plans, generic_materials_follow_the_table);
    tcase_add_test(plans, thresholds_are_baked_into_textures);
    tcase_add_test(plans, glows_turn_from_hue_to_hue);
    tcase_add_test(plans, effectively_opaque_materials_are_opaque);
    tcase_add_test(plans, translucency_of_all_or_nothing_is_cut_out);
    tcase_add_test(plans, textures_read_at_one_place_are_constants);
    tcase_add_test(plans, textures_read_at_several_places_stay);
    tcase_add_test(plans, colors_that_clips_change_are_constants);
    tcase_add_test(plans, states_differ_by_the_matrices_they_read);
    tcase_add_test(plans, textures_that_clips_exchange_are_materials);
    tcase_add_test(plans, matrices_that_shift_move_tiles);
    tcase_add_test(plans, maps_that_stay_behind_are_told);
    tcase_add_test(plans, toon_shading_becomes_lighting);
    tcase_add_test(plans, doubling_bright_colors_cuts_at_white);
    tcase_add_test(plans, vertex_colors_carry_constants_and_formulas);
    tcase_add_test(plans, the_runtime_is_not_confused);
    tcase_add_test(plans, cutouts_in_a_row_keep_their_compare);
    tcase_add_test(plans, folders_on_the_console_are_below_its_files);
    tcase_add_test(plans, names_are_safe_and_never_collide);
    tcase_add_test(plans, colliding_hashes_get_other_names);
    tcase_add_test(plans, pictures_of_one_name_are_numbered_in_little_memory);
    tcase_add_test(plans, odd_sizes_are_rescaled_where_they_repeat);
    tcase_add_test(textures, pictures_that_only_repeat_down_keep_eight_rows);
    tcase_add_test(plans, console_state_passes_through);
    tcase_add_test(plans, tiles_follow_pictures_that_become_smaller);
    tcase_add_loop_test(plans, tiles_of_effects_tell_their_pictures_size, 0, 3);
    tcase_add_test(plans, only_what_no_one_can_tell_apart_is_merged);
    tcase_add_test(plans, two_textures_share_memory_without_palettes);
    tcase_add_test(plans, tiles_end_below_1024);
    tcase_add_test(plans, offsets_are_quarters_of_a_texel);
    tcase_add_test(plans, masks_of_the_frame_alpha_are_left_out);
    tcase_add_test(plans, depth_write_follows_the_source);
    tcase_add_test(plans, other_depth_compares_are_told);
    tcase_add_test(plans, depth_write_can_be_kept_on);
    suite_add_tcase(suite, combiner);
    suite_add_tcase(suite, modes);
    suite_add_tcase(suite, textures);
    suite_add_tcase(suite, plans);
    return fy_run_suite(suite);
}
