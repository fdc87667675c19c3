/* test_tev.c: TEV stages on numbers and on symbols, against values worked out by hand. */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "helpers.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_bake.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/gx/gx_tev_print.h"

/* One stage that hands on the rasterised colour; no texture; swap tables straight. */
static ferry_gx_material plain_material(void) {
    ferry_gx_material gx = {.stage_count = 1, .texgen_count = 8};
    for (int i = 0; i < 4; i++)
        for (uint8_t k = 0; k < 4; k++) gx.swap_tables[i][k] = k;
    for (int i = 0; i < 2; i++) gx.material_colors[i] = (ferry_gx_color){255, 255, 255, 255};
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++) gx.textures[i] = (uint32_t)i;
    for (int i = 0; i < FERRY_GX_MAX_TEXGENS; i++) gx.texgens[i] = (ferry_gx_texgen){1, FERRY_GX_TG_TEX0, 60};
    for (int i = 0; i < FERRY_GX_MAX_STAGES; i++) {
        ferry_gx_combine color = {FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_CPREV,
                                  .clamp = 1};
        ferry_gx_combine alpha = {FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_APREV,
                                  .clamp = 1};
        gx.stages[i] = (ferry_gx_stage){.texgen = (uint8_t)(i & 7),
                                        .map = (uint8_t)(i & 7),
                                        .channel = 4,
                                        .color = color,
                                        .alpha = alpha,
                                        .konst_color = 0x0C,
                                        .konst_alpha = 0x1C};
    }
    return gx;
}

static void set_color(ferry_gx_material *gx, int stage, uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
    gx->stages[stage].color.a = a;
    gx->stages[stage].color.b = b;
    gx->stages[stage].color.c = c;
    gx->stages[stage].color.d = d;
}

static void expect_run(const ferry_gx_material *gx, const fy_tev_inputs *inputs, int r, int g, int b, int a) {
    uint8_t out[4];
    fy_tev_run(gx, inputs, out);
    ck_assert_int_eq(out[0], r);
    ck_assert_int_eq(out[1], g);
    ck_assert_int_eq(out[2], b);
    ck_assert_int_eq(out[3], a);
}

/* The formula says of the colour what the hardware draws, where nothing is cut off. */
static void expect_value(const ferry_gx_material *gx, const fy_tev_inputs *inputs) {
    ferry_job *job = fy_test_job();
    fy_tev tev;
    uint8_t out[4];
    double value[3];
    fy_tev_run(gx, inputs, out);
    fy_tev_fold(gx, NULL, ferry_new(job, fy_tev_node, FY_TEV_MAX_NODES), &tev);
    fy_tev_value(&tev, tev.color, inputs, value);
    for (int k = 0; k < 3; k++) ck_assert_double_eq_tol(255 * value[k], out[k], .5);
    ferry_close(job);
}

static void expect_formula(const ferry_gx_material *gx, const char *color, const char *alpha) {
    ferry_job *job = fy_test_job();
    fy_tev tev;
    char text[160];
    fy_tev_fold(gx, NULL, ferry_new(job, fy_tev_node, FY_TEV_MAX_NODES), &tev);
    ck_assert(!tev.overflow);
    fy_tev_print(&tev, tev.color, text, sizeof text);
    ck_assert_str_eq(text, color);
    fy_tev_print(&tev, tev.alpha, text, sizeof text);
    ck_assert_str_eq(text, alpha);
    ferry_close(job);
}

static const fy_tev_inputs inputs_1 = {.texels = {{200, 100, 50, 128}, {10, 20, 30, 40}},
                                       .raster = {{128, 64, 255, 32}, {9, 8, 7, 6}}};

/* 200 * (128 + 1) + 128 >> 8 = 101; 100 * 64 + 128 >> 8 = 25; 50 * 256 + 128 >> 8 = 50. */
START_TEST(multiplies_as_the_hardware) {
    ferry_gx_material gx = plain_material();
    set_color(&gx, 0, FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_RASC, FERRY_GX_CC_ZERO);
    gx.stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_TEXA, FERRY_GX_CA_RASA,
                                            FERRY_GX_CA_ZERO, .clamp = 1};
    expect_run(&gx, &inputs_1, 101, 25, 50, 16);
}
END_TEST

/* lerp(10, 200, 128): (10 * 127 + 200 * 129 + 128) >> 8 = 106. */
START_TEST(mixes_biases_scales_and_clamps) {
    ferry_gx_material gx = plain_material();
    gx.registers[0] = (ferry_gx_color_s16){10, -100, 700, 255};
    gx.konst[0] = (ferry_gx_color){200, 40, 60, 5};
    gx.konst[1] = (ferry_gx_color){128, 0, 255, 128};
    set_color(&gx, 0, FERRY_GX_CC_C0, FERRY_GX_CC_TEXC, FERRY_GX_CC_RASC, FERRY_GX_CC_ZERO);
    fy_tev_inputs inputs = inputs_1;
    /* g: C0 is cut to eight bits, -100 & 255 = 156: (156 * 192 + 100 * 64 + 128) >> 8 = 142; b: 50 */
    expect_run(&gx, &inputs, 106, 142, 50, 0);
    /* (700 - 128) * 2 clamps to 255; (-100 - 128) * 2 to 0; (10 - 128) * 2 to 0 */
    set_color(&gx, 0, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_C0);
    gx.stages[0].color.bias = 2;
    gx.stages[0].color.scale = 1;
    expect_run(&gx, &inputs, 0, 0, 255, 0);
    /* D keeps its sign: -100 + 128 = 28, halved 14 */
    gx.stages[0].color.bias = 1;
    gx.stages[0].color.scale = 3;
    expect_run(&gx, &inputs, 69, 14, 255, 0);
}
END_TEST

/* The frame buffer gets the lower eight bits of what the last stage made, in whatever register: 700 & 255 =
 * 188, -100 & 255 = 156, 300 & 255 = 44. */
START_TEST(draws_eight_bits_of_what_the_last_stage_made) {
    ferry_gx_material gx = plain_material();
    gx.registers[0] = (ferry_gx_color_s16){700, -100, 10, 300};
    set_color(&gx, 0, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_C0);
    gx.stages[0].alpha.d = FERRY_GX_CA_A0;
    expect_run(&gx, &inputs_1, 255, 0, 10, 255);
    gx.stages[0].color.clamp = gx.stages[0].alpha.clamp = 0;
    expect_run(&gx, &inputs_1, 188, 156, 10, 44);
    expect_value(&gx, &inputs_1);
    gx.stage_count = 2;
    set_color(&gx, 1, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_HALF);
    gx.stages[1].color.destination = 2;
    gx.stages[1].alpha.d = FERRY_GX_CA_TEXA;
    gx.stages[1].alpha.destination = 3;
    expect_run(&gx, &inputs_1, 128, 128, 128, 40);
    expect_value(&gx, &inputs_1);
}
END_TEST

/* Alphas of 1 to 49, of one texture, are a part of the formulas where nothing else is drawn: colour where its
 * alpha does not count, and alpha. */
START_TEST(alpha_in_a_range_masks_the_formulas) {
    ferry_job *job = fy_test_job();
    ferry_gx_material gx = plain_material();
    set_color(&gx, 0, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC);
    gx.stages[0].alpha.d = FERRY_GX_CA_TEXA;
    gx.blend_mode = FERRY_GX_BLEND_BLEND;
    gx.blend_src = FERRY_GX_FACTOR_ONE;
    gx.blend_dst = FERRY_GX_FACTOR_INV_SRC_ALPHA;
    gx.alpha_compare0 = 6, gx.alpha_ref0 = 50;
    gx.alpha_op = FERRY_GX_XNOR;
    gx.alpha_compare1 = 3;
    fy_tev tev;
    fy_tev_node *nodes = ferry_new(job, fy_tev_node, FY_TEV_MAX_NODES);
    fy_tev_fold(&gx, NULL, nodes, &tev);
    fy_tev_mask(&tev, fy_tev_mask_of(&tev));
    ck_assert(tev.masked);
    static const uint8_t texels[] = {0, 1, 49, 50, 255};
    for (int i = 0; i < 5; i++) {
        fy_tev_inputs inputs;
        double color[3], alpha[3];
        memset(&inputs, texels[i], sizeof inputs);
        fy_tev_value(&tev, tev.color, &inputs, color);
        fy_tev_value(&tev, tev.alpha, &inputs, alpha);
        const double left = i == 1 || i == 2 ? texels[i] : 0;
        ck_assert_double_eq_tol(color[0] * 255, left, .01);
        ck_assert_double_eq_tol(alpha[0] * 255, left, .01);
    }
    ferry_gx_material other = gx;
    fy_tev its;
    other.alpha_ref0 = 40;
    fy_tev_fold(&other, NULL, ferry_new(job, fy_tev_node, FY_TEV_MAX_NODES), &its);
    fy_tev_mask(&its, fy_tev_mask_of(&its));
    ck_assert(fy_tev_same(&tev, tev.alpha, &tev, tev.alpha));
    ck_assert(!fy_tev_same(&tev, tev.alpha, &its, its.alpha));
    gx.blend_src = FERRY_GX_FACTOR_SRC_ALPHA; /* then the alpha is enough */
    fy_tev_fold(&gx, NULL, nodes, &tev);
    fy_tev_mask(&tev, fy_tev_mask_of(&tev));
    ck_assert(tev.masked && nodes[tev.color].op == FY_TEV_TEX);
    gx.blend_dst = FERRY_GX_FACTOR_ZERO; /* black is drawn there */
    fy_tev_fold(&gx, NULL, nodes, &tev);
    ck_assert_uint_eq(fy_tev_mask_of(&tev), FY_TEV_NONE);
    gx.blend_dst = FERRY_GX_FACTOR_ONE;
    gx.alpha_op = FERRY_GX_AND, gx.alpha_compare1 = 7; /* a threshold */
    fy_tev_fold(&gx, NULL, nodes, &tev);
    ck_assert_uint_eq(fy_tev_mask_of(&tev), FY_TEV_NONE);
    ferry_close(job);
}
END_TEST

/* Four times a texel's alpha: 40 is 160, 100 is 400 & 255 = 144. With a clamp nothing wraps around. */
START_TEST(alpha_of_one_texture_wraps_in_the_formula) {
    ferry_job *job = fy_test_job();
    ferry_gx_material gx = plain_material();
    ferry_gx_combine *alpha = &gx.stages[0].alpha;
    *alpha = (ferry_gx_combine){.a = FERRY_GX_CA_ZERO,
                                .b = FERRY_GX_CA_ZERO,
                                .c = FERRY_GX_CA_ZERO,
                                .d = FERRY_GX_CA_TEXA,
                                .scale = 2};
    fy_tev tev;
    fy_tev_fold(&gx, NULL, ferry_new(job, fy_tev_node, FY_TEV_MAX_NODES), &tev);
    ck_assert_uint_eq(tev.nodes[tev.alpha].op, FY_TEV_WRAP);
    for (int texel = 0; texel < 256; texel += 20) {
        fy_tev_inputs inputs;
        uint8_t out[4];
        double value[3];
        memset(&inputs, texel, sizeof inputs);
        fy_tev_run(&gx, &inputs, out);
        fy_tev_value(&tev, tev.alpha, &inputs, value);
        ck_assert_int_eq(out[3], (4 * texel) & 255);
        ck_assert_double_eq_tol(value[0] * 255, out[3], .01);
    }
    alpha->clamp = 1;
    fy_tev_fold(&gx, NULL, tev.nodes, &tev);
    ck_assert_uint_ne(tev.nodes[tev.alpha].op, FY_TEV_WRAP);
    alpha->clamp = alpha->scale = 0; /* never beyond 255 */
    fy_tev_fold(&gx, NULL, tev.nodes, &tev);
    ck_assert_uint_eq(tev.nodes[tev.alpha].op, FY_TEV_TEX);
    ferry_close(job);
}
END_TEST

/* Twice a texel's alpha by light of 128/255, clamped: 257 of 255 at most, which the clamp cuts. What a
 * later stage without a clamp passes on, or mixes, stays within eight bits. */
START_TEST(alpha_that_was_clamped_before_does_not_wrap) {
    enum {
        PREV = FERRY_GX_CA_APREV,
        TEXA = FERRY_GX_CA_TEXA,
        KONST = FERRY_GX_CA_KONST,
        NONE = FERRY_GX_CA_ZERO
    };
    static const struct {
        uint8_t a, b, c, d, scale;
        bool wraps;
    } cases[] = {{PREV, NONE, NONE, NONE, 0, false}, {NONE, NONE, NONE, PREV, 0, false},
                 {PREV, NONE, TEXA, NONE, 0, false}, {NONE, TEXA, NONE, PREV, 0, false},
                 {NONE, NONE, NONE, PREV, 1, true},  {NONE, PREV, KONST, PREV, 0, true}};
    ferry_job *job = fy_test_job();
    ferry_gx_material gx = plain_material();
    fy_tev_node *nodes = ferry_new(job, fy_tev_node, FY_TEV_MAX_NODES);
    gx.channels[1] = (ferry_gx_channel){.lit = true, .light_mask = 4};
    gx.material_colors[0].a = 255;
    gx.ambient_colors[0].a = 128;
    gx.stages[1] = gx.stages[0];
    gx.stages[0].alpha =
        (ferry_gx_combine){.a = NONE, .b = TEXA, .c = FERRY_GX_CA_RASA, .d = NONE, .scale = 1, .clamp = true};
    gx.stages[0].channel = gx.stages[1].channel = 4;
    gx.stage_count = 2;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fy_tev tev;
        gx.stages[1].konst_alpha = 0; /* one */
        gx.stages[1].alpha = (ferry_gx_combine){
            .a = cases[i].a, .b = cases[i].b, .c = cases[i].c, .d = cases[i].d, .scale = cases[i].scale};
        fy_tev_fold(&gx, NULL, nodes, &tev);
        ck_assert_msg((tev.nodes[tev.alpha].op == FY_TEV_WRAP) == cases[i].wraps, "case %zu", i);
    }
    gx.stages[0].alpha.clamp = false; /* what passes it on reads the lower eight bits of 257 */
    gx.stages[1].alpha = (ferry_gx_combine){.a = PREV, .b = NONE, .c = NONE, .d = NONE};
    fy_tev tev;
    fy_tev_fold(&gx, NULL, nodes, &tev);
    ck_assert_uint_eq(tev.nodes[tev.alpha].op, FY_TEV_WRAP);
    ferry_close(job);
}
END_TEST

/* 250 - (100 * 64 + 127 >> 8) = 225 */
START_TEST(subtracts_and_reads_konsts) {
    ferry_gx_material gx = plain_material();
    gx.konst[2] = (ferry_gx_color){250, 250, 250, 77};
    gx.stages[0].konst_color = 0x0E;
    gx.stages[0].konst_alpha = 0x1E;
    set_color(&gx, 0, FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_RASC, FERRY_GX_CC_KONST);
    gx.stages[0].color.op = 1;
    gx.stages[0].alpha.d = FERRY_GX_CA_KONST;
    expect_run(&gx, &inputs_1, 250 - ((200 * 129 + 127) >> 8), 225, 250 - 50, 77);
    gx.stages[0].konst_color = 0x16; /* green of K2 */
    gx.stages[0].konst_alpha = 3;    /* five eighths */
    expect_run(&gx, &inputs_1, 250 - ((200 * 129 + 127) >> 8), 225, 200, 159);
}
END_TEST

START_TEST(compares) {
    ferry_gx_material gx = plain_material();
    set_color(&gx, 0, FERRY_GX_CC_TEXC, FERRY_GX_CC_RASC, FERRY_GX_CC_ONE, FERRY_GX_CC_ZERO);
    gx.stages[0].color.op = 8; /* red alone decides: 200 > 128 */
    expect_run(&gx, &inputs_1, 255, 255, 255, 0);
    gx.stages[0].color.op = 12; /* blue weighs most: 50 < 255 */
    expect_run(&gx, &inputs_1, 0, 0, 0, 0);
    fy_tev_inputs greener = inputs_1;
    greener.raster[0][1] = 101;
    gx.stages[0].color.op = 10; /* green weighs more than red: 100 < 101 */
    expect_run(&gx, &greener, 0, 0, 0, 0);
    fy_tev_inputs bluer = inputs_1;
    bluer.texels[0][2] = 90, bluer.raster[0][1] = 200, bluer.raster[0][2] = 60;
    gx.stages[0].color.op = 12; /* blue weighs more than green: 90 > 60, 100 < 200 */
    expect_run(&gx, &bluer, 255, 255, 255, 0);
    gx.stages[0].color.op = 14; /* each for itself */
    expect_run(&gx, &inputs_1, 255, 255, 0, 0);
    gx.channels[0].material_source = FERRY_GX_SOURCE_VERTEX; /* or the formula knows it */
    for (uint8_t op = 8; op < 16; op++) {
        gx.stages[0].color.op = op;
        expect_value(&gx, &inputs_1);
        expect_value(&gx, &greener);
        expect_value(&gx, &bluer);
    }
    gx.stages[0].color.op = 14;
    gx.stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_TEXA, FERRY_GX_CA_RASA, FERRY_GX_CA_TEXA,
                                            FERRY_GX_CA_RASA, .op = 14,         .clamp = 1};
    expect_run(&gx, &inputs_1, 255, 255, 0, 160);
}
END_TEST

START_TEST(swaps_components_and_passes_registers_on) {
    ferry_gx_material gx = plain_material();
    gx.stage_count = 2;
    memcpy(gx.swap_tables[1], (uint8_t[]){1, 1, 1, 3}, 4);
    memcpy(gx.swap_tables[2], (uint8_t[]){2, 0, 1, 0}, 4);
    gx.stages[0].tex_swap = 1;
    gx.stages[0].color.destination = 2; /* C1 */
    set_color(&gx, 0, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC);
    gx.stages[1].ras_swap = 2;
    set_color(&gx, 1, FERRY_GX_CC_ZERO, FERRY_GX_CC_RASC, FERRY_GX_CC_C1, FERRY_GX_CC_ZERO);
    gx.stages[1].alpha.d = FERRY_GX_CA_RASA;
    /* C1 = 100 grey; raster (255, 128, 64), alpha 128 */
    expect_run(&gx, &inputs_1, (255 * 100 + 128) >> 8, (128 * 100 + 128) >> 8, (64 * 100 + 128) >> 8, 128);
    gx.channels[0].lit = 1;
    expect_formula(&gx, "TEX0.g*LIT.brg", "LIT.r");
}
END_TEST

START_TEST(folds_the_common_formulas) {
    ferry_gx_material gx = plain_material();
    gx.channels[0].material_source = gx.channels[1].material_source = FERRY_GX_SOURCE_VERTEX;
    set_color(&gx, 0, FERRY_GX_CC_ZERO, FERRY_GX_CC_RASC, FERRY_GX_CC_TEXC, FERRY_GX_CC_ZERO);
    gx.stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_TEXA, FERRY_GX_CA_RASA,
                                            FERRY_GX_CA_ZERO, .clamp = 1};
    expect_formula(&gx, "TEX0*VTX", "TEX0.a*VTX.a");
    /* lerp(black, white, raster) is the raster */
    gx.konst[0] = (ferry_gx_color){255, 255, 255, 255};
    set_color(&gx, 0, FERRY_GX_CC_C0, FERRY_GX_CC_KONST, FERRY_GX_CC_RASC, FERRY_GX_CC_ZERO);
    expect_formula(&gx, "VTX", "TEX0.a*VTX.a");
    gx.registers[0] = (ferry_gx_color_s16){64, 32, 16, 0};
    set_color(&gx, 0, FERRY_GX_CC_C0, FERRY_GX_CC_TEXC, FERRY_GX_CC_RASC, FERRY_GX_CC_ZERO);
    expect_formula(&gx, "lerp(#402010, TEX0, VTX)", "TEX0.a*VTX.a");
    set_color(&gx, 0, FERRY_GX_CC_ONE, FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_ZERO);
    expect_formula(&gx, "(1 - TEX0)", "TEX0.a*VTX.a");
    set_color(&gx, 0, FERRY_GX_CC_C0, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC);
    gx.stages[0].color.op = 1;
    expect_formula(&gx, "TEX0 - #402010", "TEX0.a*VTX.a");
    gx.stages[0].color.op = 0;
    gx.channels[0].lit = 1;
    gx.channels[0].material_source = FERRY_GX_SOURCE_REGISTER;
    gx.material_colors[0] = (ferry_gx_color){255, 128, 0, 255};
    set_color(&gx, 0, FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_RASC, FERRY_GX_CC_ZERO);
    expect_formula(&gx, "TEX0*LIT*#ff8000", "TEX0.a*VTX.a");
    gx.channels[0].lit = 0; /* a constant now */
    expect_formula(&gx, "TEX0*#ff8000", "TEX0.a*VTX.a");
    gx.registers[0] = (ferry_gx_color_s16){51, -51, 102, 0}; /* what is less than nothing is no colour */
    set_color(&gx, 0, FERRY_GX_CC_ZERO, FERRY_GX_CC_ONE, FERRY_GX_CC_TEXC, FERRY_GX_CC_C0);
    expect_formula(&gx, "TEX0 + (0.20 -0.20 0.40)", "TEX0.a*VTX.a");
}
END_TEST

/* Wind Waker's characters: two ramps by the lit colour, one for light, one for highlights. */
START_TEST(tags_toon_ramps) {
    ferry_gx_material gx = plain_material();
    gx.stage_count = 3;
    gx.texgens[1] = gx.texgens[2] = (ferry_gx_texgen){FERRY_GX_TEXGEN_COLOR, FERRY_GX_TG_COLOR0, 60};
    memcpy(gx.swap_tables[1], (uint8_t[]){0, 0, 0, 3}, 4);
    memcpy(gx.swap_tables[2], (uint8_t[]){1, 1, 1, 3}, 4);
    gx.konst[0] = (ferry_gx_color){255, 255, 255, 255};
    gx.konst[1] = (ferry_gx_color){51, 51, 51, 255};
    gx.registers[0] = (ferry_gx_color_s16){64, 64, 64, 0};
    gx.stages[0].texgen = gx.stages[0].map = 1;
    gx.stages[0].tex_swap = 1;
    set_color(&gx, 0, FERRY_GX_CC_C0, FERRY_GX_CC_KONST, FERRY_GX_CC_TEXC, FERRY_GX_CC_ZERO);
    gx.stages[1].texgen = gx.stages[1].map = 0;
    set_color(&gx, 1, FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_CPREV, FERRY_GX_CC_ZERO);
    gx.stages[2].tex_swap = 2;
    gx.stages[2].konst_color = 0x0D;
    set_color(&gx, 2, FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_KONST, FERRY_GX_CC_CPREV);
    expect_formula(&gx, "TEX0*lerp(0.25, 1, RAMP1.r) + RAMP2.g*0.20", "0");
    gx.texgens[0] = (ferry_gx_texgen){1, FERRY_GX_TG_NORMAL, 30};
    gx.texgens[1] = (ferry_gx_texgen){0, FERRY_GX_TG_POSITION, 33};
    gx.indirect_enabled = true;
    gx.indirect_stage_count = 1;
    gx.stages[2].indirect.matrix = 1;
    expect_formula(&gx, "ENV0*lerp(0.25, 1, PROJ1.r) + INDRAMP2.g*0.20", "0");
}
END_TEST

START_TEST(a_missing_texture_is_white_and_long_formulas_stay_bounded) {
    ferry_gx_material gx = plain_material();
    gx.textures[0] = FERRY_NONE;
    set_color(&gx, 0, FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_ONE, FERRY_GX_CC_ZERO);
    expect_formula(&gx, "1", "0");
    /* Every stage uses the one before three times: a tree of 3^15 leaves, a chain of nodes. */
    gx = plain_material();
    gx.stage_count = 16;
    for (int i = 0; i < 16; i++) {
        set_color(&gx, i, i ? FERRY_GX_CC_CPREV : FERRY_GX_CC_TEXC, FERRY_GX_CC_TEXC, FERRY_GX_CC_CPREV,
                  FERRY_GX_CC_CPREV);
        if (i == 0) gx.stages[0].color.c = FERRY_GX_CC_RASC;
    }
    gx.channels[0].lit = 1;
    ferry_job *job = fy_test_job();
    fy_tev tev;
    char text[64];
    fy_tev_fold(&gx, NULL, ferry_new(job, fy_tev_node, FY_TEV_MAX_NODES), &tev);
    ck_assert_uint_lt(tev.count, 200);
    fy_tev_print(&tev, tev.color, text, sizeof text);
    ck_assert_uint_eq(strlen(text), 63);
    ck_assert_str_eq(text + 61, "..");
    ferry_close(job);
}
END_TEST

/* Alpha that is lit by lights that are off is what the ambient register leaves of it. */
START_TEST(alpha_in_the_dark_is_constant) {
    ferry_gx_material gx = plain_material();
    gx.channels[0].lit = gx.channels[1].lit = 1;
    gx.channels[0].light_mask = 1, gx.channels[1].light_mask = 4;
    gx.ambient_colors[0].a = 51;
    set_color(&gx, 0, FERRY_GX_CC_ZERO, FERRY_GX_CC_RASA, FERRY_GX_CC_RASC, FERRY_GX_CC_ZERO);
    gx.stages[0].alpha.d = FERRY_GX_CA_RASA;
    expect_formula(&gx, "LIT*0.20", "0.20");
    gx.channels[1].light_mask = 1;
    gx.stages[0].color.c = FERRY_GX_CC_ONE;
    expect_formula(&gx, "LIT.a", "LIT.a");
    gx.channels[1].light_mask = 4;
    gx.channels[1].material_source = FERRY_GX_SOURCE_VERTEX; /* the vertices carry the product */
    expect_formula(&gx, "VTX.a", "VTX.a");
    ck_assert_double_eq_tol(fy_tev_dark_alpha(&gx, 0), .2, 1e-9);
    gx.channels[1].lit = 0;
    ck_assert_double_eq_tol(fy_tev_dark_alpha(&gx, 0), 1, 1e-9);
}
END_TEST

static uint32_t random_state;

static uint32_t random_below(uint32_t limit) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 10) % limit;
}

/* A product, mix or sum of bytes without overflow: the folded formula and the hardware may differ by
 * roundings only. */
static void random_stages(ferry_gx_material *gx, unsigned stages) {
    gx->stage_count = (uint8_t)stages;
    for (unsigned i = 0; i < stages; i++) {
        ferry_gx_stage *stage = &gx->stages[i];
        set_color(gx, (int)i, (uint8_t)random_below(16), (uint8_t)random_below(16), (uint8_t)random_below(16),
                  FERRY_GX_CC_ZERO);
        stage->alpha = (ferry_gx_combine){(uint8_t)random_below(8), (uint8_t)random_below(8),
                                          (uint8_t)random_below(8), FERRY_GX_CA_ZERO, .clamp = 1};
        stage->konst_color = (uint8_t)random_below(32);
        stage->konst_alpha = (uint8_t)random_below(32);
        stage->tex_swap = (uint8_t)random_below(4);
        stage->color.destination = i + 1 < stages ? (uint8_t)random_below(4) : 0;
        stage->alpha.destination = i + 1 < stages ? (uint8_t)random_below(4) : 0;
    }
}

START_TEST(the_folded_formula_computes_what_the_stages_do) {
    random_state = 7;
    for (int round = 0; round < 400; round++) {
        ferry_gx_material gx = plain_material();
        memcpy(gx.swap_tables[1], (uint8_t[]){0, 0, 0, 3}, 4);
        memcpy(gx.swap_tables[2], (uint8_t[]){2, 0, 1, 1}, 4);
        for (int i = 0; i < 4; i++)
            gx.konst[i] = (ferry_gx_color){(uint8_t)random_below(256), (uint8_t)random_below(256), 255, 0};
        gx.registers[1] = (ferry_gx_color_s16){200, 0, 255, 90};
        gx.channels[0].lit = gx.channels[1].lit = 1;
        gx.channels[0].light_mask = gx.channels[1].light_mask = 1;
        random_stages(&gx, 1 + random_below(4));
        ferry_job *job = fy_test_job();
        fy_tev tev;
        fy_tev_fold(&gx, NULL, ferry_new(job, fy_tev_node, FY_TEV_MAX_NODES), &tev);
        for (int sample = 0; sample < 8; sample++) {
            fy_tev_inputs inputs;
            for (int i = 0; i < FERRY_GX_MAX_STAGES; i++)
                for (int k = 0; k < 4; k++) inputs.texels[i][k] = (uint8_t)random_below(256);
            for (int k = 0; k < 4; k++) inputs.raster[0][k] = (uint8_t)random_below(256);
            uint8_t out[4];
            double color[3], alpha[3];
            fy_tev_run(&gx, &inputs, out);
            fy_tev_value(&tev, tev.color, &inputs, color);
            fy_tev_value(&tev, tev.alpha, &inputs, alpha);
            for (int k = 0; k < 3; k++) ck_assert_double_eq_tol(color[k] * 255, out[k], 4.5);
            ck_assert_double_eq_tol(alpha[0] * 255, out[3], 4.5);
        }
        ferry_close(job);
    }
}
END_TEST

/* Any stages at all, nonsense codes included. */
START_TEST(any_state_folds_and_runs) {
    random_state = 99;
    for (int round = 0; round < 300; round++) {
        ferry_gx_material gx = plain_material();
        uint8_t *bytes = (uint8_t *)gx.stages;
        for (size_t i = 0; i < sizeof gx.stages; i++) bytes[i] = (uint8_t)random_below(256);
        for (int i = 0; i < FERRY_GX_MAX_STAGES; i++) gx.stages[i].map &= 7;
        gx.stage_count = 16;
        gx.channels[0].lit = 1;
        gx.channels[2].material_source = 1;
        ferry_job *job = fy_test_job();
        fy_tev tev;
        uint8_t out[4];
        char text[200];
        fy_tev_fold(&gx, NULL, ferry_new(job, fy_tev_node, FY_TEV_MAX_NODES), &tev);
        fy_tev_run(&gx, &inputs_1, out);
        fy_tev_print(&tev, tev.color, text, sizeof text);
        ck_assert_uint_gt(strlen(text), 0);
        ck_assert(!tev.overflow);
        ferry_close(job);
    }
}
END_TEST

/* How far along the way from one colour to another a third one lies. */
START_TEST(colors_have_a_place_between_two) {
    static const double from[3] = {.1, .2, .3}, to[3] = {.9, .2, .7};
    static const struct {
        double color[3], place;
    } rows[] = {{{.1, .2, .3}, 0},  {{.9, .2, .7}, 1},  {{.3, .2, .4}, .25}, {{.5, .2, .5}, .5},
                {{.5, .9, .5}, .5}, {{.4, .2, .7}, .5}, {{0, .2, .2}, 0},    {{1, .2, 1}, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_double_eq_tol(fy_tev_place(rows[i].color, from, to), rows[i].place, 1e-12);
    ck_assert_double_eq(fy_tev_place(to, from, from), 0);
}
END_TEST

/* Colour and alpha of one texture at one place are worked out texel by texel; two textures, or one at two
 * places, are not. */
START_TEST(what_follows_one_texture_is_baked) {
    static const struct {
        uint8_t map, texgen;
        bool baked;
    } rows[] = {{0, 0, true}, {1, 0, false}, {0, 1, false}};
    for (int row = 0; row < 3; row++) {
        ferry_job *job = fy_test_job();
        fy_tev tev = {.nodes = ferry_new(job, fy_tev_node, FY_TEV_MAX_NODES)};
        const fy_tev_node color = {.op = FY_TEV_TEX, .source = FY_TEV_UV, .swizzle = {0, 1, 2}},
                          alpha = {.op = FY_TEV_TEX,
                                   .source = FY_TEV_UV,
                                   .map = rows[row].map,
                                   .texgen = rows[row].texgen,
                                   .swizzle = {3, 3, 3}};
        uint16_t first = fy_tev_leaf(&tev, &color), second = fy_tev_leaf(&tev, &alpha),
                 product = fy_tev_mul(&tev, first, second), baked = fy_tev_bake(&tev, product);
        ck_assert_int_eq(baked != product, rows[row].baked);
        ck_assert_uint_eq(tev.nodes[baked].baked, rows[row].baked ? product + 1 : 0);
        ferry_close(job);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tev");
    TCase *numbers = tcase_create("numbers"), *symbols = tcase_create("symbols");
    tcase_add_test(numbers, multiplies_as_the_hardware);
    tcase_add_test(numbers, mixes_biases_scales_and_clamps);
    tcase_add_test(numbers, draws_eight_bits_of_what_the_last_stage_made);
    tcase_add_test(symbols, alpha_of_one_texture_wraps_in_the_formula);
    tcase_add_test(symbols, alpha_that_was_clamped_before_does_not_wrap);
    tcase_add_test(symbols, alpha_in_a_range_masks_the_formulas);
    tcase_add_test(numbers, subtracts_and_reads_konsts);
    tcase_add_test(numbers, compares);
    tcase_add_test(numbers, swaps_components_and_passes_registers_on);
    tcase_add_test(symbols, folds_the_common_formulas);
    tcase_add_test(symbols, tags_toon_ramps);
    tcase_add_test(symbols, a_missing_texture_is_white_and_long_formulas_stay_bounded);
    tcase_add_test(symbols, alpha_in_the_dark_is_constant);
    tcase_add_test(symbols, the_folded_formula_computes_what_the_stages_do);
    tcase_add_test(symbols, any_state_folds_and_runs);
    tcase_add_test(symbols, colors_have_a_place_between_two);
    tcase_add_test(symbols, what_follows_one_texture_is_baked);
    suite_add_tcase(suite, numbers);
    suite_add_tcase(suite, symbols);
    return fy_run_suite(suite);
}
