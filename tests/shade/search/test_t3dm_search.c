/* test_t3dm_search.c: the search for combiners: what it finds of what combiners draw, constants, alpha, what
 * is left out, and what is asked again. */
#include "ferry64.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/formula_bench.h"
#include "builders/material_scene.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_shade.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/search/t3dm_constants.h"
#include "shade/search/t3dm_search.h"
#include "shade/search/t3dm_search_alpha.h"
#include "shade/search/t3dm_search_color.h"
#include "shade/search/t3dm_solve.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_vertex_summary.h"

/* ------------------------------------------------------------------------------------------- search */

/* The console's pixel. */
static void draw_sample(const fy_reference *reference, const fy_fit *fit, const fy_sample *sample,
                        uint8_t out[4]) {
    const fy_ready_fit ready = fy_reference_ready(reference, fit, fy_fit_word(fit));
    fy_reference_pixel(reference, &ready, sample, out);
}

/* What the formula TEX0*VTX of the bench reads, put into `slot`. */
static fy_fit start_fit(const bench *b, int slot) {
    const fy_tev *tev = &b->reference.tev;
    fy_fit fit = {.shade = FY_TEV_NONE, .shade_alpha = FY_TEV_NONE};
    for (uint16_t i = 0; i < tev->count; i++) {
        if (tev->nodes[i].op == FY_TEV_RAS && tev->nodes[i].swizzle[0] == 0) fit.shade = i;
        if (tev->nodes[i].op != FY_TEV_TEX || tev->nodes[i].swizzle[0] != 0) continue;
        fit.textures[slot] = (fy_fit_texture){.used = true, .alpha = FY_FIT_NO_COMPONENT};
        memcpy(fit.textures[slot].swizzle, tev->nodes[i].swizzle, 3);
    }
    for (int i = 0; i < 2; i++)
        fit.cycles[i].alpha = (fy_rdp_equation){FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ONE};
    return fit;
}

#define C_ FY_RDP_COMBINED
#define T0 FY_RDP_TEX0
#define P_ FY_RDP_PRIM
#define S_ FY_RDP_SHADE
#define E_ FY_RDP_ENV
#define Z_ FY_RDP_ZERO_AB
#define ZD FY_RDP_ZERO
#define ON FY_RDP_ONE

typedef struct hidden {
    fy_rdp_equation cycles[2];
    bool two;
    int slot; /* of the texture */
    double prim[3], env[3];
    double most; /* mean difference in 255ths that is let pass */
} hidden;

static const hidden combiners[] = {
    {{{T0, Z_, S_, ZD}}, false, 0, {0}, {0}, .6},
    {{{P_, E_, T0, E_}}, false, 0, {.9, .2, .4}, {.1, .6, .3}, .6},
    {{{T0, E_, S_, E_}}, false, 0, {0}, {.7, .1, .9}, .6},
    {{{T0, P_, S_, E_}}, false, 0, {.2, .4, .1}, {.3, .2, .5}, .6},
    {{{P_, E_, T0, E_}, {C_, Z_, S_, ZD}}, true, 0, {.9, .2, .4}, {.1, .6, .3}, 2},
    {{{T0, Z_, S_, ZD}, {C_, Z_, P_, E_}}, true, 0, {.5, .6, .7}, {.2, .3, .1}, 2},
    {{{ON, P_, S_, P_}, {C_, Z_, T0, ZD}}, true, 1, {.5, .5, .5}, {0}, 2},
    {{{P_, E_, S_, E_}, {C_, Z_, T0, E_}}, true, 1, {.9, .8, .7}, {.1, .2, .3}, 2},
};

static void draw_hidden(bench *b, const hidden *h) {
    fy_fit fit = start_fit(b, h->slot);
    for (int i = 0; i < 2; i++) fit.cycles[i].color = h->cycles[i];
    fit.two_cycles = h->two;
    memcpy(fit.prim, h->prim, sizeof h->prim);
    memcpy(fit.env, h->env, sizeof h->env);
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        fy_sample *sample = &b->reference.samples[i];
        draw_sample(&b->reference, &fit, sample, sample->wanted);
    }
}

static double difference(const bench *b, const fy_fit *fit) {
    double sum = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &b->reference.samples[i];
        uint8_t out[4];
        draw_sample(&b->reference, fit, sample, out);
        for (int k = 0; k < 3; k++) sum += abs(out[k] - sample->wanted[k]);
    }
    return sum / (3 * FY_SAMPLES);
}

/* Whatever a combiner can draw the search comes close to, whichever combiner it takes for it. */
START_TEST(finds_what_a_combiner_drew) {
    for (size_t i = 0; i < sizeof combiners / sizeof *combiners; i++)
        for (int lit = 0; lit < 2; lit++) {
            bench b;
            fy_fit found, again;
            open_bench(&b, lit);
            draw_hidden(&b, &combiners[i]);
            ck_assert(fy_search_color(&b.reference, b.reference.tev.color, NULL, &found));
            ck_assert(fy_fit_alpha(&b.reference.tev, FY_TEV_NONE, &b.reference.rules, &found));
            ck_assert_msg(difference(&b, &found) < combiners[i].most, "combiner %zu, lit %d: %f", i, lit,
                          difference(&b, &found));
            if (!combiners[i].two) ck_assert_msg(!found.two_cycles, "combiner %zu", i);
            b.reference.answer_count = 0; /* or it would be told again what it found */
            ck_assert(fy_search_color(&b.reference, b.reference.tev.color, NULL, &again));
            ck_assert(fy_fit_alpha(&b.reference.tev, FY_TEV_NONE, &b.reference.rules, &again));
            ck_assert_uint_eq(fy_fit_word(&found), fy_fit_word(&again));
            ck_assert_mem_eq(found.prim, again.prim, sizeof found.prim);
            close_bench(&b);
        }
}
END_TEST

/* A colour that takes both cycles keeps them, whatever its alpha takes. */
START_TEST(alpha_leaves_the_colour_as_it_is) {
    bench b;
    open_bench(&b, true);
    const hidden *h = &combiners[4];
    draw_hidden(&b, h);
    fy_fit fit = start_fit(&b, h->slot);
    for (int i = 0; i < 2; i++) fit.cycles[i].color = h->cycles[i];
    memcpy(fit.prim, h->prim, sizeof h->prim);
    memcpy(fit.env, h->env, sizeof h->env);
    fit.has_prim = fit.has_env = 1;
    fit.two_cycles = fit.pinned[0] = true;
    ck_assert(fy_search_alpha(&b.reference, b.reference.tev.alpha, &fit));
    ck_assert(fit.two_cycles);
    ck_assert(difference(&b, &fit) < .01);
    close_bench(&b);
}
END_TEST

/* What was found is told again, as long as the question is the same to the last byte. */
START_TEST(asks_each_question_once) {
    bench b;
    fy_fit found, again;
    open_bench(&b, true);
    draw_hidden(&b, &combiners[6]);
    uint16_t color = b.reference.tev.color;
    ck_assert(fy_search_color(&b.reference, color, NULL, &found));
    ck_assert_uint_eq(b.reference.answer_count, 1);
    ck_assert(fy_search_color(&b.reference, color, NULL, &again));
    ck_assert_uint_eq(b.reference.answer_count, 1);
    ck_assert_uint_eq(fy_fit_word(&found), fy_fit_word(&again));
    ck_assert_mem_eq(found.prim, again.prim, sizeof found.prim);
    b.reference.samples[0].wanted[1] ^= 1; /* the first sample is among those that are looked at */
    ck_assert(fy_search_color(&b.reference, color, NULL, &again));
    ck_assert_uint_eq(b.reference.answer_count, 2);
    b.reference.thorough = true;
    ck_assert(fy_search_color(&b.reference, color, NULL, &again));
    ck_assert_uint_eq(b.reference.answer_count, 3);
    close_bench(&b);
}
END_TEST

/* The texture's red, and a constant where its alpha says so: whichever the formula names first. */
START_TEST(reads_a_component_and_the_alpha_of_one_texture) {
    bench b;
    fy_fit found;
    open_bench_of(&b, half_solid, false);
    fy_tev *tev = &b.reference.tev;
    fy_tev_node leaf = {.op = FY_TEV_TEX, .source = FY_TEV_UV, .swizzle = {3, 3, 3}};
    uint16_t alpha = fy_tev_leaf(tev, &leaf);
    memset(leaf.swizzle, 0, sizeof leaf.swizzle);
    uint16_t red = fy_tev_leaf(tev, &leaf),
             color = fy_tev_lerp(tev, fy_tev_const(tev, .1, .9, .4), red, alpha);
    ck_assert_uint_lt(alpha, red);
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        double value[3];
        fy_tev_value(tev, color, &b.reference.samples[i].lit, value);
        for (int k = 0; k < 3; k++) b.reference.samples[i].wanted[k] = fy_unit_byte(value[k]);
    }
    ck_assert(fy_search_color(&b.reference, color, NULL, &found));
    ck_assert(fy_fit_alpha(tev, FY_TEV_NONE, &b.reference.rules, &found));
    ck_assert_double_lt(difference(&b, &found), 1.5);
    close_bench(&b);
}
END_TEST

/* Dull, but for one texel of 64. */
static void one_spark(uint32_t x, uint32_t y, uint8_t texel[4]) {
    bool spark = x % 8 == 5 && y % 8 == 1;
    set(texel, spark ? 230 : 40 + x * 4, spark ? 230 : 40 + y * 4, 60, 255);
}

/* Nearly half as much again, and 99 more: the spark in full light would wrap around to black. Few samples see
 * it, if any. */
START_TEST(rare_bright_pixels_do_not_wrap) {
    bench b;
    open_bench(&b, true);
    const ferry_mip_level *level = &b.scene->images.data[0].levels[0];
    for (uint32_t i = 0; i < 256; i++) one_spark(i % 16, i / 16, (uint8_t *)(uintptr_t)level->rgba + 4 * i);
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    fy_fit found;
    ck_assert(fy_reference_start(&b.reference, b.reference.gx, &facts));
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        fy_sample *sample = &b.reference.samples[i];
        for (int k = 0; k < 3; k++) {
            double value = sample->lit.texels[0][k] * 1.45 * fy_reference_light(sample->towards) + 99;
            sample->wanted[k] = fy_unit_byte(value / 255);
        }
    }
    ck_assert(fy_search_color(&b.reference, b.reference.tev.color, NULL, &found));
    ck_assert(fy_fit_alpha(&b.reference.tev, FY_TEV_NONE, &b.reference.rules, &found));
    ck_assert_double_lt(difference(&b, &found), 12);
    fy_sample spark = b.reference.samples[0];
    uint8_t out[4];
    spark.towards = 1;
    memset(spark.lit.raster, 255, sizeof spark.lit.raster);
    memset(spark.plain.raster, 255, sizeof spark.plain.raster);
    for (unsigned i = 0; i < FERRY_GX_MAX_STAGES; i++)
        one_spark(5, 9, spark.lit.texels[i]), one_spark(5, 9, spark.plain.texels[i]);
    draw_sample(&b.reference, &found, &spark, out);
    ck_assert_uint_gt(out[0], 200);
    close_bench(&b);
}
END_TEST

/* A model gets so many searches; then what fits without one has to do, and the file is told once. */
START_TEST(searches_of_a_model_are_bounded) {
    bench b;
    fy_shading found, known, again;
    open_bench(&b, true);
    b.reference.name = "out/link.t3dm";
    draw_hidden(&b, &combiners[6]);
    uint16_t color = b.reference.tev.color;
    fy_reference_solve(&b.reference, color, FY_TEV_NONE, &found);
    ck_assert_uint_gt(b.reference.searches, 0);
    ck_assert_uint_eq(ferry_job_report(b.job)->count, 0);
    b.reference.searches = 512;
    fy_reference_solve(&b.reference, color, FY_TEV_NONE, &known);
    fy_reference_solve(&b.reference, color, FY_TEV_NONE, &again);
    ck_assert_double_lt(found.color_error, known.color_error / 2);
    ck_assert_uint_eq(known.word, again.word);
    const ferry_report *report = ferry_job_report(b.job);
    ck_assert_uint_eq(report->count, 1);
    ck_assert_str_eq(report->data[0].code, "t3dm.combiner-search");
    ck_assert_str_eq(report->data[0].file, "out/link.t3dm");
    ck_assert_int_eq(report->data[0].severity, FERRY_WARNING);
    close_bench(&b);
}
END_TEST

/* What is solved again leaves the same combiner, nodes and number of searches; what wants another pixel is
 * another question. */
START_TEST(formulas_are_solved_once) {
    bench b;
    fy_shading first, again;
    open_bench(&b, true);
    draw_hidden(&b, &combiners[6]);
    uint16_t color = b.reference.tev.color;
    fy_reference_solve(&b.reference, color, FY_TEV_NONE, &first);
    uint32_t nodes = b.reference.tev.count, searches = b.reference.searches;
    ck_assert_uint_eq(b.reference.solved_count, 1);
    ck_assert(fy_reference_start(&b.reference, b.reference.gx, &b.facts));
    draw_hidden(&b, &combiners[6]);
    fy_reference_solve(&b.reference, color, FY_TEV_NONE, &again);
    ck_assert_uint_eq(b.reference.solved_count, 1);
    ck_assert_uint_eq(first.word, again.word);
    ck_assert_double_eq(first.color_error, again.color_error);
    ck_assert_uint_eq(b.reference.tev.count, nodes);
    ck_assert_uint_gt(searches, 0);
    ck_assert_uint_eq(b.reference.searches, 2 * searches);
    ck_assert(fy_reference_start(&b.reference, b.reference.gx, &b.facts));
    draw_hidden(&b, &combiners[6]);
    b.reference.samples[0].wanted[0] ^= 1;
    fy_reference_solve(&b.reference, color, FY_TEV_NONE, &again);
    ck_assert_uint_eq(b.reference.solved_count, 2);
    close_bench(&b);
}
END_TEST

static void dim(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 10 + x, 10 + y, 12, 255);
}

/* A model without searches left gets the formula itself, as far as it fits: what goes first is an environment
 * map, before pictures and constants. Nothing stands for it where no constant is free for its mean. */
START_TEST(environment_maps_go_first) {
    bench b;
    fy_shading found;
    open_bench(&b, true);
    ferry_gx_material gx = *b.scene->materials.data[0].gx;
    gx.textures[1] = add_texture(b.scene, "shine", 16, 16, dim, FERRY_WRAP_REPEAT);
    gx.texgens[1] = (ferry_gx_texgen){1, FERRY_GX_TG_NORMAL, 60};
    gx.texgen_count = 2;
    gx.stages[1] = gx.stages[2] = gx.stages[0];
    gx.stages[0].color = (ferry_gx_combine){2, 14, 8, 15, 0, 0, 0, 1, 0};  /* between two colours, */
    gx.stages[1].color = (ferry_gx_combine){15, 0, 10, 15, 0, 0, 0, 1, 0}; /* times the vertices' */
    gx.stages[2].color = (ferry_gx_combine){8, 15, 15, 0, 0, 0, 0, 1, 0};  /* and the map */
    gx.stages[2].map = gx.stages[2].texgen = 1;
    gx.stage_count = 3;
    gx.registers[0] = (ferry_gx_color_s16){40, 90, 10, 255};
    gx.konst[0] = (ferry_gx_color){200, 100, 50, 255};
    b.reference.searches = 1 << 20;
    ck_assert(fy_reference_start(&b.reference, &gx, &b.facts));
    fy_reference_solve(&b.reference, b.reference.tev.color, FY_TEV_NONE, &found);
    ck_assert_str_eq(found.changes, "environment map left out");
    ck_assert_double_lt(found.color_error, 20);
    close_bench(&b);
}
END_TEST

/* A texture in slot B is no texture in slot A. */
START_TEST(names_the_slots_that_it_reads) {
    bench b;
    fy_fit found;
    open_bench(&b, true);
    draw_hidden(&b, &combiners[6]);
    ck_assert(fy_search_color(&b.reference, b.reference.tev.color, NULL, &found));
    ck_assert(found.textures[0].used != found.textures[1].used);
    ck_assert(fy_rdp_reads_color(fy_fit_word(&found), FY_RDP_TEX0) == found.textures[0].used);
    ck_assert(fy_rdp_reads_color(fy_fit_word(&found), FY_RDP_TEX1) == found.textures[1].used);
    close_bench(&b);
}
END_TEST

/* A square on which u and v run from 0 to 1. */
static void spread_coordinates(ferry_scene *scene) {
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        mesh->uvs[0][i] = (ferry_vec2){mesh->positions[i].x / 3, mesh->positions[i].y / 2};
}

/* The colour of one texture where another one, which cannot share its coordinates, is dense: a quarter of the
 * square. Its colour is worth less than its shape. */
START_TEST(a_shape_counts_more_than_its_colour) {
    static const ferry_setting_value no = {"t3dm.composite-textures", "no"};
    ferry_options options = {.size = sizeof options, .settings = &no, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(job);
    scene->draws.count = 0;
    spread_coordinates(scene);
    uint32_t shape = add_texture(scene, "shape", 16, 16, half_solid, FERRY_WRAP_REPEAT),
             colored = add_texture(scene, "colored", 16, 16, spread_colors, FERRY_WRAP_REPEAT);
    ferry_gx_material *gx = add_gx(scene, "goop", colored);
    gx->cull = FERRY_GX_CULL_NONE;
    scene->materials.data[0].cull = FERRY_CULL_NONE;
    gx->textures[1] = shape;
    gx->texgen_count = 2, gx->stage_count = 2;
    gx->texgens[0].matrix = 30;
    gx->matrices[0] = (ferry_gx_texture_matrix){.present = true, .scale = {3.3F, 3.3F}, .center = {.5F, .5F}};
    gx->stages[0].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO,
                                             FERRY_GX_CC_TEXC, .clamp = 1};
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = gx->stages[1].texgen = 1;
    gx->stages[1].color.d = FERRY_GX_CC_CPREV;
    gx->stages[1].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                             FERRY_GX_CA_TEXA, .clamp = 1};
    gx->alpha_compare0 = FERRY_GX_GEQUAL, gx->alpha_ref0 = 128, gx->alpha_op = FERRY_GX_AND;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *made = &plan.materials[0];
    ck_assert(!made->drop);
    ck_assert_int_eq(made->layer, FY_T3DM_CUTOUT);
    ck_assert(fy_rdp_reads_alpha(made->rdp.combiner, FY_RDP_TEX0) ||
              fy_rdp_reads_alpha(made->rdp.combiner, FY_RDP_TEX1));
    ck_assert(!has_note(job, "t3dm.vanishes"));
    ck_assert(!has_note(job, "t3dm.appears"));
    ck_assert(has_note(job, "t3dm.combiner")); /* the colour is not the same */
    close_scene(job, scene);
}
END_TEST

/* A mask of which only one side is seen is a constant: the other textures have room. */
START_TEST(what_is_constant_where_seen_is_a_constant) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    spread_coordinates(scene);
    for (uint32_t i = 0; i < 4; i++)
        scene->meshes.data[0].uvs[0][i].x *= .45F; /* the left half of the mask */
    uint32_t mask = add_texture(scene, "mask", 16, 16, half_solid, FERRY_WRAP_CLAMP),
             colored = add_texture(scene, "colored", 16, 16, spread_colors, FERRY_WRAP_REPEAT);
    ferry_gx_material *gx = add_gx(scene, "clean", colored);
    gx->cull = FERRY_GX_CULL_NONE;
    scene->materials.data[0].cull = FERRY_CULL_NONE;
    gx->textures[1] = mask;
    gx->stage_count = 2;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = 1;
    gx->stages[1].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_CPREV, FERRY_GX_CC_TEXA,
                                             FERRY_GX_CC_ZERO, .clamp = 1};
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].rdp.tiles[1].texture, FERRY_NONE);
    ck_assert_uint_eq(plan.materials[0].rdp.combiner >> 63, 0);
    ck_assert(!has_loss(job, "t3dm.combiner"));
    ck_assert_uint_eq(files.count, 1);
    close_scene(job, scene);
}
END_TEST

static void tinted(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, x < 8 ? 200 : 0, x < 8 ? 120 : 255, x < 8 ? 60 : 0, 255);
}

/* The constant is the colour that is seen. */
START_TEST(constants_are_what_is_seen) {
    static const uint8_t wanted[3] = {200, 120, 60};
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    spread_coordinates(scene);
    for (uint32_t i = 0; i < 4; i++) scene->meshes.data[0].uvs[0][i].x *= .45F;
    ferry_gx_material *gx =
        add_gx(scene, "tinted", add_texture(scene, "colored", 16, 16, spread_colors, FERRY_WRAP_REPEAT));
    gx->cull = FERRY_GX_CULL_NONE;
    scene->materials.data[0].cull = FERRY_CULL_NONE;
    gx->textures[1] = add_texture(scene, "tint", 16, 16, tinted, FERRY_WRAP_CLAMP);
    gx->stage_count = 2;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = 1;
    gx->stages[0].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO,
                                             FERRY_GX_CC_TEXC, .clamp = 1};
    gx->stages[1].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_CPREV, FERRY_GX_CC_TEXC,
                                             FERRY_GX_CC_ZERO, .clamp = 1};
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const ferry_rdp_material *rdp = &plan.materials[0].rdp;
    const uint8_t *found = fy_rdp_reads_color(rdp->combiner, FY_RDP_PRIM) ? rdp->prim : rdp->env;
    ck_assert_uint_eq(files.count, 1);
    for (int k = 0; k < 3; k++) ck_assert_int_le(abs(found[k] - wanted[k]), 2);
    close_scene(job, scene);
}
END_TEST

typedef struct hidden_alpha {
    fy_rdp_equation equation;
    double prim, env;
} hidden_alpha;

/* (a - b) * c + d of TEX0's red as alpha, PRIM, ENV. */
static const hidden_alpha alphas[] = {
    {{FY_RDP_TEX0, FY_RDP_ZERO, FY_RDP_PRIM, FY_RDP_ENV}, .5, .25},
    {{FY_RDP_PRIM, FY_RDP_ENV, FY_RDP_TEX0, FY_RDP_ENV}, .2, .9},
    {{FY_RDP_TEX0, FY_RDP_ENV, FY_RDP_PRIM, FY_RDP_ZERO}, .8, .4},
};

/* The colour half stands: texture in slot A, the vertex colour, one cycle. */
START_TEST(finds_alpha_beside_a_colour) {
    for (size_t i = 0; i < sizeof alphas / sizeof *alphas; i++) {
        bench b;
        open_bench(&b, false);
        fy_tev_node red = {.op = FY_TEV_TEX, .source = FY_TEV_UV};
        uint16_t alpha = fy_tev_leaf(&b.reference.tev, &red);
        fy_fit fit = start_fit(&b, 0), found;
        fit.cycles[0].color = fit.cycles[1].color = (fy_rdp_equation){T0, Z_, S_, ZD};
        found = fit;
        fit.cycles[0].alpha = fit.cycles[1].alpha = alphas[i].equation;
        fit.textures[0].alpha = 0;
        fit.prim[3] = alphas[i].prim, fit.env[3] = alphas[i].env;
        for (unsigned k = 0; k < FY_SAMPLES; k++) {
            fy_sample *sample = &b.reference.samples[k];
            draw_sample(&b.reference, &fit, sample, sample->wanted);
        }
        ck_assert(fy_search_alpha(&b.reference, alpha, &found));
        double sum = difference(&b, &found);
        for (unsigned k = 0; k < FY_SAMPLES; k++) {
            uint8_t out[4];
            draw_sample(&b.reference, &found, &b.reference.samples[k], out);
            sum += abs(out[3] - b.reference.samples[k].wanted[3]) / (double)FY_SAMPLES;
        }
        ck_assert_msg(sum < 1, "alpha %zu: %f", i, sum);
        ck_assert_uint_eq(found.textures[0].alpha, 0);
        ck_assert(!found.two_cycles);
        close_bench(&b);
    }
}
END_TEST

/* A goop of which an alpha test leaves little: what is left has to be right. */
START_TEST(few_pixels_that_show_a_colour_are_enough) {
    bench b;
    fy_fit found;
    double sum = 0;
    unsigned count = 0;
    open_bench(&b, false);
    draw_hidden(&b, &combiners[1]);
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        fy_sample *sample = &b.reference.samples[i];
        sample->weight = i % 12 == 5;
        if (!(sample->weight > 0)) memset(sample->wanted, i & 255, 3);
    }
    ck_assert(fy_search_color(&b.reference, b.reference.tev.color, NULL, &found));
    ck_assert(fy_fit_alpha(&b.reference.tev, FY_TEV_NONE, &b.reference.rules, &found));
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &b.reference.samples[i];
        uint8_t out[4];
        if (!(sample->weight > 0)) continue;
        draw_sample(&b.reference, &found, sample, out);
        for (int k = 0; k < 3; k++) sum += abs(out[k] - sample->wanted[k]);
        count += 3;
    }
    ck_assert_msg(sum / count < 2, "%f", sum / count);
    close_bench(&b);
}
END_TEST

/* PRIM's alpha as a factor of colours is found like PRIM's colour. */
START_TEST(constants_are_solved_in_their_slots) {
    static const fy_rdp_equation colors_of[] = {{T0, Z_, FY_RDP_PRIM_ALPHA, ZD}, {T0, Z_, P_, ZD}};
    bench b;
    open_bench(&b, false);
    fy_fit fit = start_fit(&b, 0), found;
    fit.cycles[0].color = fit.cycles[1].color = colors_of[_i];
    fit.prim[0] = .7, fit.prim[1] = .4, fit.prim[2] = .9, fit.prim[3] = .6;
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        draw_sample(&b.reference, &fit, &b.reference.samples[i], b.reference.samples[i].wanted);
    found = fit;
    for (int k = 0; k < 4; k++) found.prim[k] = .2;
    fy_solve_constants(&b.reference, FY_PRIM_COLOR | FY_PRIM_ALPHA, false, &found);
    for (int k = 0; k < 4; k++)
        ck_assert_double_eq_tol(found.prim[k], (k == 3) == (_i == 0) ? fit.prim[k] : .2, .01);
    close_bench(&b);
}
END_TEST

/* A texture that turns to white by PRIM's alpha, and next to black: on the way there is none of either. */
START_TEST(constants_turn_from_white_to_black) {
    bench b;
    open_bench(&b, false);
    fy_fit fit = start_fit(&b, 0), found;
    fit.two_cycles = true;
    fit.cycles[0].color = (fy_rdp_equation){Z_, Z_, Z_, T0};
    fit.cycles[1].color = (fy_rdp_equation){P_, C_, FY_RDP_PRIM_ALPHA, C_};
    for (int k = 0; k < 3; k++) fit.prim[k] = 0;
    fit.prim[3] = .4;
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        draw_sample(&b.reference, &fit, &b.reference.samples[i], b.reference.samples[i].wanted);
    found = fit;
    for (int k = 0; k < 3; k++) found.prim[k] = 1;
    found.prim[3] = 0;
    fy_solve_constants(&b.reference, FY_PRIM_COLOR | FY_PRIM_ALPHA, false, &found);
    for (int k = 0; k < 4; k++) ck_assert_double_eq_tol(found.prim[k], fit.prim[k], .05);
    close_bench(&b);
}
END_TEST

/* A factor beyond white is a negative one on the console. A constant that is added to the vertex colour
 * before the texture is multiplied by the sum goes no further than where the brightest pixels turn black,
 * though more were nearer to the others. */
START_TEST(factors_do_not_turn_round) {
    bench b;
    open_bench_of(&b, whites, false);
    fy_fit found = start_fit(&b, 1);
    uint8_t brightest = 0;
    found.two_cycles = true;
    found.cycles[0].color = (fy_rdp_equation){ON, Z_, P_, S_};
    found.cycles[1].color = (fy_rdp_equation){T0, Z_, C_, ZD};
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        uint8_t *wanted = b.reference.samples[i].wanted; /* the vertex colour: the texture is white */
        if (wanted[0] > brightest) brightest = wanted[0];
        for (int k = 0; k < 3; k++) wanted[k] = wanted[k] > 255 - 150 ? 255 : (uint8_t)(wanted[k] + 150);
    }
    ck_assert_uint_gt(brightest, 250);
    fy_solve_constants(&b.reference, FY_PRIM_COLOR, false, &found);
    ck_assert_double_gt(found.prim[0] * 255, 10);
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        uint8_t out[4];
        draw_sample(&b.reference, &found, &b.reference.samples[i], out);
        ck_assert_uint_gt(out[0], b.reference.samples[i].wanted[0] / 3);
    }
    close_bench(&b);
}
END_TEST

/* What is not to be drawn counts as well. */
START_TEST(holes_are_searched_for) {
    bench b;
    unsigned wrong = 0;
    open_bench(&b, false);
    fy_tev_node green = {.op = FY_TEV_TEX, .source = FY_TEV_UV, .swizzle = {1, 1, 1}};
    uint16_t alpha = fy_tev_leaf(&b.reference.tev, &green);
    fy_fit found = start_fit(&b, 0);
    found.cycles[0].color = found.cycles[1].color = (fy_rdp_equation){T0, Z_, S_, ZD};
    b.reference.threshold = 32;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        fy_sample *sample = &b.reference.samples[i];
        sample->wanted[3] = sample->lit.texels[0][1] >= 128 ? 255 : 0;
        sample->weight = sample->wanted[3] ? 1 : 0;
    }
    ck_assert(fy_search_alpha(&b.reference, alpha, &found));
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        uint8_t out[4];
        draw_sample(&b.reference, &found, &b.reference.samples[i], out);
        wrong += (out[3] >= 32) != (b.reference.samples[i].wanted[3] > 0);
    }
    ck_assert_msg(wrong < FY_SAMPLES / 5, "%u wrong", wrong);
    close_bench(&b);
}
END_TEST

static void to_white(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)x;
    uint8_t grey = (uint8_t)(15 + 16 * y);
    set(texel, grey, grey, grey, 255);
}

/* Twice a lit texture: its brightest sums are beyond what the console holds. */
START_TEST(textures_are_brightened_where_sums_would_wrap) {
    bench b;
    fy_shading found;
    open_bench_of(&b, to_white, true);
    ferry_gx_material *gx = (ferry_gx_material *)(uintptr_t)b.scene->materials.data[0].gx;
    gx->stages[0].color.scale = 1;
    for (int i = 0; i < 8; i++) b.facts.colors[0][i] = (ferry_color){1, 1, 1, 1};
    ck_assert(fy_reference_start(&b.reference, gx, &b.facts));
    fy_reference_solve(&b.reference, b.reference.tev.color, FY_TEV_NONE, &found);
    ck_assert(found.fit.textures[0].baked || found.fit.textures[1].baked);
    ck_assert_double_lt(found.seen.mean, 15); /* 16.7 with the texture as it is */
    close_bench(&b);
}
END_TEST

/* Three constants and no vertex colour: the vertices hold the third. */
START_TEST(vertices_hold_a_third_constant) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "wall", add_texture(scene, "wall", 16, 16, spread_colors, FERRY_WRAP_REPEAT));
    gx->stage_count = 2;
    gx->texgen_count = 2;
    gx->textures[1] = add_texture(scene, "mask", 16, 16, diagonal_greys, FERRY_WRAP_REPEAT);
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = gx->stages[1].texgen = 1;
    gx->registers[0] = (ferry_gx_color_s16){10, 40, 80, 255};
    gx->registers[1] = (ferry_gx_color_s16){60, 50, 90, 255};
    gx->registers[2] = (ferry_gx_color_s16){100, 110, 130, 255};
    /* TEX0*c0 + c1, then + TEX1*c2: the first texture's part could be baked, but needs not */
    gx->stages[0].color =
        (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_C0, FERRY_GX_CC_C1, .clamp = 1};
    gx->stages[1].color =
        (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_C2, FERRY_GX_CC_CPREV, .clamp = 1};
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    uint64_t word = plan.materials[0].rdp.combiner;
    ck_assert(!has_loss(job, "t3dm.combiner"));
    ck_assert(fy_rdp_reads_color(word, FY_RDP_SHADE));
    ck_assert_uint_eq(plan.materials[0].rdp.flags & FERRY_RDP_UNLIT, FERRY_RDP_UNLIT);
    double uv[2];
    uint8_t carried[4], sets[3][3] = {{10, 40, 80}, {60, 50, 90}, {100, 110, 130}};
    fy_t3dm_shade(&plan.materials[0], scene, &scene->draws.data[0], 1, uv, carried);
    bool one_of_them = false;
    for (int i = 0; i < 3; i++) one_of_them |= memcmp(carried, sets[i], 3) == 0;
    ck_assert(one_of_them);
    close_scene(job, scene);
}
END_TEST

/* Three components alike, as those of an alpha are: some number of each sample. */
static void fill_grey(fy_color_plane *plane, uint32_t seed) {
    for (int i = 0; i < FY_SEARCH_COLUMNS; i++) {
        seed = seed * 1103515245 + 12345;
        for (int k = 0; k < 3; k++) plane->v[FY_SEARCH_AT(k, i)] = (float)(seed >> 24) / 255.0F;
    }
}

START_TEST(grey_is_searched_as_one_component) {
    static fy_search_question questions[2];
    fy_search_question *q = &questions[0];
    fy_candidate found[2][FY_SEARCH_FINALISTS];
    unsigned counts[2];
    const uint32_t seed = 100 * (uint32_t)_i;
    *q = (fy_search_question){.count = 0};
    fill_grey(&q->wanted, seed + 1), fill_grey(&q->textures[0].color, seed + 2);
    fill_grey(&q->textures[0].alpha, seed + 3), fill_grey(&q->textures[1].color, seed + 4);
    fill_grey(&q->shades[0], seed + 5);
    q->textures[0].has_alpha = true;
    for (int i = 0; i < FY_SEARCH_VALUES; i++) {
        q->one.v[i] = 1;
        q->counts.v[i] = i % FY_SEARCH_COLUMNS < FY_SEARCH_PICKED ? .75F : 0;
        q->count += q->counts.v[i];
    }
    q->setups[q->setup_count++] = (fy_setup){{0, FY_SEARCH_NO_TEXTURE}, 0};
    q->setups[q->setup_count++] = (fy_setup){{0, 1}, 0};
    questions[1] = *q;
    questions[1].grey = true;
    for (int i = 0; i < 2; i++) counts[i] = fy_search_run(&questions[i], found[i]);
    ck_assert_uint_eq(counts[0], counts[1]);
    for (unsigned i = 0; i < counts[0]; i++) {
        const fy_candidate *a = &found[0][i], *b = &found[1][i];
        ck_assert_mem_eq(a->cycles, b->cycles, sizeof a->cycles);
        ck_assert_mem_eq(&a->k, &b->k, sizeof a->k);
        ck_assert_mem_eq(&a->error, &b->error, sizeof a->error);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_search");
    TCase *search = tcase_create("search");
    tcase_add_test(search, a_shape_counts_more_than_its_colour);
    tcase_add_test(search, what_is_constant_where_seen_is_a_constant);
    tcase_add_test(search, constants_are_what_is_seen);
    tcase_add_test(search, finds_what_a_combiner_drew);
    tcase_add_test(search, alpha_leaves_the_colour_as_it_is);
    tcase_add_test(search, asks_each_question_once);
    tcase_add_test(search, reads_a_component_and_the_alpha_of_one_texture);
    tcase_add_test(search, rare_bright_pixels_do_not_wrap);
    tcase_add_test(search, searches_of_a_model_are_bounded);
    tcase_add_test(search, formulas_are_solved_once);
    tcase_add_test(search, environment_maps_go_first);
    tcase_add_test(search, names_the_slots_that_it_reads);
    tcase_add_test(search, finds_alpha_beside_a_colour);
    tcase_add_test(search, few_pixels_that_show_a_colour_are_enough);
    tcase_add_test(search, holes_are_searched_for);
    tcase_add_loop_test(search, constants_are_solved_in_their_slots, 0, 2);
    tcase_add_test(search, constants_turn_from_white_to_black);
    tcase_add_test(search, factors_do_not_turn_round);
    tcase_add_loop_test(search, grey_is_searched_as_one_component, 0, 6);
    tcase_add_test(search, textures_are_brightened_where_sums_would_wrap);
    tcase_add_test(search, vertices_hold_a_third_constant);
    suite_add_tcase(suite, search);
    return fy_run_suite(suite);
}
