/*
 * test_t3dm_fit.c: combiner words, and formulas that they compute exactly (docs/what-is-lost.md,
 * "Materials").
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "builders/material_scene.h"
#include "helpers.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/t3dm_combiner.h"

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

int main(void) {
    Suite *suite = suite_create("t3dm_fit");
    TCase *combiner = tcase_create("combiner");
    tcase_add_test(combiner, words_come_apart_and_together);
    tcase_add_test(combiner, the_arithmetic_is_the_hardwares);
    tcase_add_test(combiner, common_formulas_become_their_words);
    tcase_add_test(combiner, fits_keep_the_hardwares_rules);
    tcase_add_loop_test(combiner, alpha_is_one_component, 0, 2);
    tcase_add_test(combiner, moving_constants_take_one_register);
    tcase_add_test(combiner, sums_are_multiplied_out);
    suite_add_tcase(suite, combiner);
    return fy_run_suite(suite);
}
