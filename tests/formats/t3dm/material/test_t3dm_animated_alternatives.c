/*
 * test_t3dm_animated_alternatives.c: materials that clips change, and that come nearer with layers in one
 * picture, with the formula of one moment, or without clips (docs/what-is-lost.md, "Animated materials").
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "builders/material_clips.h"
#include "builders/material_layers.h"
#include "builders/material_scene.h"
#include "formats/t3dm/animated/t3dm_motion_rating.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "helpers.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/samples/t3dm_compared_alpha.h"
#include "shade/samples/t3dm_dissolve.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_reference_state.h"

static const ferry_gx_combine zero = {15, 15, 15, 15, 0, 0, 0, 1, 0};

/* The layers as one picture, by a colour that goes on changing. */
START_TEST(layers_under_a_color_that_clips_change_are_one_picture) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    lay_square(scene, 0, 1);
    add_layers(scene);
    add_clip(scene, "glow", 1, FERRY_TARGET_KONST, 0, 0, 0, 255);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert(has_note(job, "t3dm.composite-texture"));
    for (int end = 0; end < 2; end++) {
        uint8_t out[4];
        run_material(&plan.materials[0], end, 200, 255, out);
        ck_assert_int_le(abs(out[0] - (end ? 200 : 0)), 3);
        ck_assert_int_le(abs(out[1] - 200 * 200 / 255), 3);
    }
    close_scene(job, scene);
}
END_TEST

/* A clip shows them in its last moments alone, by an alpha compare: the rest, where nothing is seen, says
 * nothing about how they look. */
START_TEST(layers_that_are_seldom_seen_are_one_picture) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    lay_square(scene, 0, 1);
    ferry_gx_material *gx = add_layers(scene);
    gx->stages[1].alpha = (ferry_gx_combine){7, 7, 7, 6, 0, 0, 0, 1, 0};
    gx->stages[1].konst_alpha = 0x1C;
    gx->konst[0].a = 0;
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->alpha_compare0 = FERRY_GX_GEQUAL, gx->alpha_ref0 = 230;
    add_clip(scene, "appear", 1, FERRY_TARGET_KONST, 0, 3, 0, 255);
    ferry_file_list files;
    plan_of(job, scene, &files);
    ck_assert(has_note(job, "t3dm.composite-texture"));
    close_scene(job, scene);
}
END_TEST

/* A mask by the sum of both layers, whose threshold a clip moves. */
static ferry_gx_material *add_mask(ferry_scene *scene) {
    lay_square(scene, 0, 1);
    ferry_gx_material *gx = add_layers(scene);
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->stage_count = 3;
    gx->stages[2] = gx->stages[1];
    gx->stages[2].map = gx->stages[2].texgen = 0xFF;
    for (int i = 0; i < 3; i++) gx->stages[i].color = zero, gx->stages[i].color.d = 14;
    gx->stages[0].alpha = (ferry_gx_combine){7, 2, 4, 7, 0, 0, 0, 1, 0};
    gx->stages[1].alpha = (ferry_gx_combine){7, 2, 4, 0, 0, 0, 0, 1, 0};
    gx->stages[2].alpha = (ferry_gx_combine){0, 3, 6, 7, 14, 3, 3, 1, 0};
    gx->registers[1].a = 100, gx->registers[2].a = 80;
    add_clip(scene, "grow", 1, FERRY_TARGET_REGISTER, 2, 3, 80, 120);
    return gx;
}

/* The least texel that a material's compare lets through; 256: none. */
static unsigned least_drawn(const fy_t3dm_material *made, bool end) {
    for (unsigned texel = 0; texel < 256; texel++) {
        uint8_t out[4];
        if (run_compared(made, end, (uint8_t)texel, 255, out) >= made->rdp.blend[3]) return texel;
    }
    return 256;
}

/* A cutout whose threshold passes all that is seen: brighter texels, of which no sample knows, are not drawn
 * either. */
START_TEST(what_dissolves_is_gone) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    lay_square(scene, 0, 1);
    ferry_gx_material *gx =
        add_gx(scene, "drops", add_texture(scene, "slopes", 16, 16, layer_slopes, FERRY_WRAP_CLAMP));
    gx->stages[0].alpha = (ferry_gx_combine){6, 7, 7, 4, 1, 0, 0, 1, 0};
    gx->stages[0].konst_alpha = 0x1C;
    gx->alpha_compare0 = FERRY_GX_GEQUAL, gx->alpha_ref0 = 54;
    add_clip(scene, "end", 1, FERRY_TARGET_KONST, 0, 3, 0, 255);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    for (int texel = 0; texel <= 250; texel += 25) {
        uint8_t start[4], end[4];
        run_material(&plan.materials[0], false, (uint8_t)texel, 255, start);
        run_material(&plan.materials[0], true, (uint8_t)texel, 255, end);
        ck_assert_int_eq(start[3] >= 32, texel >= 54);
        ck_assert_int_lt(end[3], 32);
    }
    close_scene(job, scene);
}
END_TEST

/* The console compares it: what is seen of the picture has sharp edges, which move. Light that is added is
 * translucent as well. */
START_TEST(a_mask_whose_threshold_moves_dissolves) {
    for (int adds = 0; adds < 2; adds++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        ferry_gx_material *gx = add_mask(scene);
        if (adds) gx->blend_src = FERRY_GX_FACTOR_SRC_ALPHA, gx->blend_dst = FERRY_GX_FACTOR_ONE;
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        const fy_t3dm_material *made = &plan.materials[0];
        ck_assert(has_note(job, "t3dm.composite-texture"));
        ck_assert(!has_loss(job, "t3dm.vanishes") && !has_loss(job, "t3dm.appears"));
        ck_assert_uint_eq(made->rdp.blender, FERRY_RDP_BLEND_MULTIPLY);
        ck_assert(made->rdp.other_mode & FERRY_RDP_ALPHA_COMPARE);
        const unsigned start = least_drawn(made, false), later = least_drawn(made, true);
        ck_assert_uint_gt(start, 60);
        ck_assert_uint_gt(later, start + 30);
        ck_assert_uint_lt(later, 256);
        close_scene(job, scene);
    }
}
END_TEST

/* Whatever the threshold is, a constant draws just what the source draws, as the combiner computes it; but
 * for the lowest texels, whose squares never pass. */
START_TEST(dissolving_masks_are_sharp) {
    static fy_sample samples[FY_SAMPLES];
    static ferry_gx_material gx = {.stage_count = 1};
    const fy_reference reference = {.gx = &gx, .samples = samples};
    for (unsigned from = 0; from <= 256; from += 8) {
        fy_fit fit = {.cycles = {{.alpha = {FY_RDP_TEX0, FY_RDP_PRIM, FY_RDP_TEX0, FY_RDP_ZERO}},
                                 {.alpha = {FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ENV}}},
                      .two_cycles = true,
                      .pinned = {true, true},
                      .shade = FY_TEV_NONE,
                      .shade_alpha = FY_TEV_NONE,
                      .env = {0, 0, 0, 1},
                      .textures = {{.used = true, .alpha = 3}},
                      .dissolves = true};
        for (unsigned i = 0; i < FY_SAMPLES; i++) {
            samples[i].lit.texels[0][3] = (uint8_t)(i * 7);
            samples[i].shows = (uint8_t)(i * 7) >= from;
        }
        fy_dissolve_solve(&reference, &fit);
        const fy_ready_fit ready = fy_reference_ready(&reference, &fit, fy_fit_word(&fit));
        for (unsigned i = 0; i < FY_SAMPLES; i++) {
            uint8_t out[4];
            fy_reference_pixel(&reference, &ready, &samples[i], out);
            const unsigned alpha = samples[i].lit.texels[0][3];
            ck_assert_int_eq(out[3] != 0, samples[i].shows && alpha >= 44);
        }
    }
}
END_TEST

/* Texels 104 and 184 show, 74 and 164 do not: no constant suits all. Constants below 44 draw all, which half
 * of the samples do not want, those between only three of the four. */
START_TEST(masks_of_many_thresholds_lose_few_samples) {
    static const uint8_t texels[4] = {74, 104, 164, 184};
    static fy_sample samples[FY_SAMPLES];
    static ferry_gx_material gx = {.stage_count = 1};
    const fy_reference reference = {.gx = &gx, .samples = samples};
    fy_fit fit = {.two_cycles = true,
                  .pinned = {true, true},
                  .shade = FY_TEV_NONE,
                  .shade_alpha = FY_TEV_NONE,
                  .textures = {{.used = true, .alpha = 3}},
                  .dissolves = true};
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        samples[i].lit.texels[0][3] = texels[i % 4];
        samples[i].shows = i % 2;
    }
    fy_dissolve_solve(&reference, &fit);
    unsigned wrong = 0;
    const int constant = (int)(fit.prim[3] * 255 + .5);
    for (int k = 0; k < 4; k++) {
        const int product = ((texels[k] - constant) * texels[k] + 128) / 256;
        wrong += (constant <= texels[k] && product >= 8) != k % 2;
    }
    ck_assert_uint_eq(wrong, 1);
}
END_TEST

/* A clip that hardly moves a layer is not followed, and that is told: both layers are drawn. One that moves
 * it far is, by pictures that take turns: one that stands still looks like something else. */
START_TEST(what_hardly_moves_stands_still) {
    for (int far = 0; far < 2; far++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        lay_square(scene, 0, 1);
        ferry_gx_material *gx = add_layers(scene);
        gx->matrices[1].rotation = 0;
        add_clip(scene, "drift", 1, FERRY_TARGET_TEXTURE_MATRIX, 1, FERRY_MATRIX_TRANSLATE_S, 0,
                 far ? 1 : .02F);
        ferry_file_list files;
        plan_of(job, scene, &files);
        ck_assert(has_note(job, "t3dm.composite-texture"));
        ck_assert_int_eq(has_note(job, "t3dm.film"), far);
        if (!far) ck_assert_double_lt(loss_number(job, "t3dm.tracks", "mean difference "), 4);
        close_scene(job, scene);
    }
}
END_TEST

static void ice(uint32_t x, uint32_t y, uint8_t *to) {
    (void)y;
    set(to, x < 32 ? 40 : 240, x < 32 ? 60 : 250, x < 32 ? 70 : 255, x < 32 ? 128 : 255);
}

static void stripes(uint32_t x, uint32_t y, uint8_t *to) {
    ice(x / 8 % 2 * 32, y, to);
}

static bool is_left_out(ferry_job *job, const char *why) {
    const ferry_report *report = ferry_job_report(job);
    for (uint32_t i = 0; i < report->count; i++)
        if (strcmp(report->data[i].code, "t3dm.tracks") == 0 && report->data[i].severity == FERRY_LOSS &&
            strstr(report->data[i].text, why))
            return true;
    return false;
}

/* Light of all kinds: the corners look to all sides. */
static void bend_square(ferry_scene *scene) {
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->normals = ferry_scene_new(scene, ferry_vec3, 4);
    for (int i = 0; i < 4; i++)
        mesh->normals[i] = (ferry_vec3){i == 1 || i == 2 ? .8F : -.8F, i >= 2 ? .6F : -.6F, 0};
}

/* Light that a picture looks up, times a constant. */
static ferry_gx_material *add_ramp(ferry_scene *scene, painter by, uint8_t konst) {
    bend_square(scene);
    ferry_gx_material *gx = add_gx(scene, "ice", add_texture(scene, "ice", 64, 4, by, FERRY_WRAP_CLAMP));
    gx->texgens[0] = (ferry_gx_texgen){10, FERRY_GX_TG_COLOR0, 60};
    gx->channels[0] = (ferry_gx_channel){.lit = 1, .light_mask = 1, .diffuse = 2, .attenuation = 1};
    gx->stages[0].color = (ferry_gx_combine){15, 8, 14, 15, 0, 0, 0, 1, 0};
    gx->stages[0].alpha = (ferry_gx_combine){7, 7, 7, 4, 0, 0, 0, 1, 0};
    gx->konst[0] = (ferry_gx_color){konst, konst, konst, 255};
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    return gx;
}

/* Light in steps is one draw that has no room for what clips change: those that hardly change anything give
 * way to it, and that is told; one that changes much is followed. */
START_TEST(clips_give_way_to_light_in_steps) {
    for (int much = 0; much < 2; much++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        add_ramp(scene, ice, 255);
        for (uint32_t k = 0; k < 3; k++)
            add_clip(scene, "pulse", 1, FERRY_TARGET_KONST, 0, k, 255, much ? 0 : 250);
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_int_eq(plan.materials[0].rdp.effect == FERRY_RDP_EFFECT_CEL_COLOR, !much);
        ck_assert_int_eq(is_left_out(job, "as it is at rest, it comes closer"), !much);
        ck_assert_int_eq(plan.materials[0].motion != NULL, much);
        close_scene(job, scene);
    }
}
END_TEST

/* All clips show it brighter than it is at rest, about alike: it is drawn as it is in one of them. */
START_TEST(what_clips_show_alike_is_drawn_as_in_one_of_them) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    add_ramp(scene, stripes, 200);
    for (uint32_t k = 0; k < 3; k++) add_clip(scene, "pulse", 1, FERRY_TARGET_KONST, 0, k, 255, 250);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *made = &plan.materials[0];
    ck_assert_int_eq(made->rdp.effect, FERRY_RDP_EFFECT_CEL_COLOR);
    ck_assert(is_left_out(job, "as it is at one moment, it comes closer"));
    ck_assert_int_gt(made->rdp.prim[0] > made->rdp.env[0] ? made->rdp.prim[0] : made->rdp.env[0], 225);
    close_scene(job, scene);
}
END_TEST

static void noise(uint32_t x, uint32_t y, uint8_t *to) {
    const uint32_t light = (x * 2654435761U ^ y * 2246822519U) >> 29 & 1 ? 230 : 20;
    set(to, light, light, light, 255);
}

/* A pattern that two clips shift against itself, which the console has no way to do. */
static ferry_gx_material *add_mud(ferry_scene *scene) {
    lay_square(scene, 0, 1);
    ferry_gx_material *gx =
        add_gx(scene, "mud", add_texture(scene, "noise", 32, 32, noise, FERRY_WRAP_REPEAT));
    gx->textures[1] = add_texture(scene, "slopes", 16, 16, layer_slopes, FERRY_WRAP_REPEAT);
    gx->texgen_count = 2;
    gx->texgens[1] = (ferry_gx_texgen){1, FERRY_GX_TG_TEX0, 33};
    for (int i = 0; i < 2; i++)
        gx->matrices[i] = (ferry_gx_texture_matrix){.present = true, .projection = 1, .scale = {1, 1}};
    gx->stages[0].color = (ferry_gx_combine){15, 15, 15, 8, 0, 0, 0, 1, 0};
    gx->indirect_enabled = true;
    gx->indirect_stage_count = 1;
    gx->indirect_orders[0] = (ferry_gx_indirect_order){.texgen = 1, .map = 1};
    gx->indirect_matrices[0] = (ferry_gx_indirect_matrix){{{.3F, 0, 0}, {0, .3F, 0}}, 0};
    gx->stages[0].indirect = (ferry_gx_indirect_use){.bias = 7, .matrix = 1};
    add_clip(scene, "boil", 1, FERRY_TARGET_TEXTURE_MATRIX, 0, FERRY_MATRIX_TRANSLATE_S, 0, 2);
    add_clip(scene, "drift", 1, FERRY_TARGET_TEXTURE_MATRIX, 1, FERRY_MATRIX_TRANSLATE_T, 0, 1);
    return gx;
}

/* Grey comes nearer to a pattern that boils than any pattern that stands still. It is drawn all the same. */
START_TEST(a_pattern_that_nothing_follows_is_not_grey) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    add_mud(scene);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    uint8_t dark[4], bright[4];
    run_material(&plan.materials[0], false, 20, 255, dark);
    run_material(&plan.materials[0], false, 230, 255, bright);
    ck_assert_ptr_nonnull(plan.materials[0].paths[0]);
    ck_assert_int_gt(bright[0] - dark[0], 150);
    close_scene(job, scene);
}
END_TEST

/* Light that is added wraps around where it passes white, which the moment that shows next to none of it does
 * not tell: what follows from that one is no good in the others. */
START_TEST(light_that_fades_in_does_not_wrap_around) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    ferry_gx_material *gx = add_mud(scene);
    gx->stages[0].alpha = (ferry_gx_combine){7, 7, 7, 6, 0, 0, 0, 1, 0};
    gx->stages[0].konst_alpha = 0x1C;
    gx->konst[0].a = 255;
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->blend_src = FERRY_GX_FACTOR_SRC_ALPHA, gx->blend_dst = FERRY_GX_FACTOR_ONE;
    add_clip(scene, "shine", 1, FERRY_TARGET_KONST, 0, 3, 0, 255);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].rdp.blender, FERRY_RDP_BLEND_MULTIPLY);
    close_scene(job, scene);
}
END_TEST

/* A colour that is added to its product with the ground is nearly opaque, and a filter once nothing is added.
 * How translucent it is evenly follows the clip from one to the other. */
START_TEST(even_translucency_follows_clips) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    lay_square(scene, 0, 1);
    ferry_gx_material *gx = add_gx(scene, "stone", FERRY_NONE);
    gx->registers[0] = (ferry_gx_color_s16){255, 100, 100, 255};
    ferry_color *colors = scene->meshes.data[0].colors[0] = ferry_scene_new(scene, ferry_color, 4);
    for (int i = 0; i < 4; i++) colors[i] = (ferry_color){.7F + .1F * (float)i, .6F + .1F * (float)i, .8F, 1};
    gx->channels[0].lit = gx->channels[1].lit = 0;
    gx->stages[0].color = (ferry_gx_combine){15, 2, 10, 15, 0, 0, 0, 1, 0};
    gx->stages[0].alpha = (ferry_gx_combine){7, 7, 7, 1, 0, 0, 0, 1, 0};
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->blend_src = FERRY_GX_FACTOR_SRC_ALPHA, gx->blend_dst = FERRY_GX_FACTOR_OTHER_COLOR;
    add_clip(scene, "fade", 1, FERRY_TARGET_REGISTER, 0, 3, 255, 0);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    uint8_t glowing[4], filtering[4];
    run_material(&plan.materials[0], false, 255, 255, glowing);
    run_material(&plan.materials[0], true, 255, 255, filtering);
    ck_assert_uint_gt(glowing[3], 220);
    ck_assert_uint_lt(filtering[3], 180);
    close_scene(job, scene);
}
END_TEST

/* Alpha from nothing at the top to all near the bottom. */
static void bright_slopes(uint32_t x, uint32_t y, uint8_t *to) {
    set(to, 255, 255, 255, 18 * y > 255 ? 255 : 18 * y);
    (void)x;
}

/* Light of layers that fades in: alpha by its brightness, and more of it than there is, would be a picture
 * that is cut at white; without one, the sum of the brightest texels wraps around. */
START_TEST(shares_of_what_fades_in_do_not_wrap_around) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    lay_square(scene, 0, 1);
    ferry_gx_material *gx = add_layers(scene);
    gx->textures[1] = add_texture(scene, "bright", 16, 16, bright_slopes, FERRY_WRAP_REPEAT);
    gx->stage_count = 3;
    gx->stages[2] = gx->stages[1];
    gx->stages[0].color = gx->stages[1].color = zero;
    gx->stages[2].color = (ferry_gx_combine){15, 15, 15, 12, 0, 0, 0, 1, 0};
    gx->stages[0].alpha = (ferry_gx_combine){7, 7, 7, 4, 0, 0, 0, 1, 0};
    gx->stages[1].alpha = (ferry_gx_combine){7, 0, 4, 7, 0, 0, 0, 1, 0};
    gx->stages[2].alpha = (ferry_gx_combine){7, 0, 6, 7, 0, 0, 0, 1, 0};
    gx->stages[2].map = gx->stages[2].texgen = 0xFF;
    gx->stages[2].konst_alpha = 0x1C;
    gx->konst[0].a = 255;
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->blend_src = FERRY_GX_FACTOR_SRC_ALPHA, gx->blend_dst = FERRY_GX_FACTOR_ONE;
    add_clip(scene, "shine", 1, FERRY_TARGET_KONST, 0, 3, 255, 60);
    add_clip(scene, "drift", 1, FERRY_TARGET_TEXTURE_MATRIX, 1, FERRY_MATRIX_TRANSLATE_S, 0, 1);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    for (int end = 0; end < 2; end++) {
        uint8_t out[4], least = 0;
        for (int texel = 0; texel < 256; texel += 5) {
            run_material(&plan.materials[0], end, (uint8_t)texel, 255, out);
            ck_assert_uint_ge(out[3], least);
            least = out[3];
        }
        ck_assert_uint_gt(least, 50);
    }
    close_scene(job, scene);
}
END_TEST

static void grey(uint32_t x, uint32_t y, uint8_t *to) {
    set(to, 40 + 13 * x, 40 + 13 * x, 40 + 13 * x, 255);
    (void)y;
}

/* A flash: light is added to the vertices' colours before the texture is multiplied by them. The sum must
 * not pass white, where the console's factor turns negative. */
START_TEST(a_flash_goes_up_to_white) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    lay_square(scene, 0, 1);
    ferry_gx_material *gx =
        add_gx(scene, "wall", add_texture(scene, "grey", 16, 16, grey, FERRY_WRAP_REPEAT));
    ferry_color *colors = scene->meshes.data[0].colors[0] = ferry_scene_new(scene, ferry_color, 4);
    for (int i = 0; i < 4; i++) colors[i] = (ferry_color){.3F + .2F * (float)i, .3F + .2F * (float)i, .9F, 1};
    gx->stage_count = 2;
    gx->stages[1] = gx->stages[0];
    gx->stages[0].color = (ferry_gx_combine){15, 12, 10, 2, 0, 0, 0, 1, 0};
    gx->stages[1].color = (ferry_gx_combine){15, 0, 8, 15, 0, 0, 0, 1, 0};
    gx->channels[0].lit = gx->channels[1].lit = 0;
    for (uint32_t k = 0; k < 3; k++) add_clip(scene, "flash", 1, FERRY_TARGET_REGISTER, 0, k, 0, 255);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    for (int vertex = 80; vertex < 240; vertex += 40)
        for (int texel = 40; texel <= 240; texel += 40) {
            uint8_t out[4];
            run_material(&plan.materials[0], false, (uint8_t)texel, (uint8_t)vertex, out);
            ck_assert_int_le(abs(out[1] - texel * vertex / 255), 4);
        }
    close_scene(job, scene);
}
END_TEST

/* What the console compares is the first cycle's alpha: a lower threshold, if that is right for more. Never a
 * higher one, and not for a few pixels. */
START_TEST(thresholds_follow_the_first_cycle) {
    enum { LIMIT = 64, OTHER = 30, HIGH = 100 };
    fy_compared_alpha of = {.wrong = {0}};
    for (int t = 0; t < 256; t++) of.wrong[t] = 255 * FY_SAMPLES / 2;
    ck_assert_uint_eq(fy_compared_alpha_threshold(&of, LIMIT), LIMIT);
    of.wrong[HIGH] = 0;
    ck_assert_uint_eq(fy_compared_alpha_threshold(&of, LIMIT), LIMIT);
    of.wrong[OTHER] = of.wrong[LIMIT] - 300;
    ck_assert_uint_eq(fy_compared_alpha_threshold(&of, LIMIT), LIMIT);
    of.wrong[OTHER] = of.wrong[LIMIT] / 3;
    ck_assert_uint_eq(fy_compared_alpha_threshold(&of, LIMIT), OTHER);
    of.wrong[0] = 0;
    ck_assert_uint_eq(fy_compared_alpha_threshold(&of, LIMIT), 0);
}
END_TEST

/* Alpha is twice a product, of which the first cycle has half: what is compared there is half of what the
 * source compares. */
START_TEST(doubled_alpha_is_compared_by_half) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    lay_square(scene, 0, 1);
    ferry_gx_material *gx =
        add_gx(scene, "wind", add_texture(scene, "slopes", 16, 16, layer_slopes, FERRY_WRAP_REPEAT));
    gx->stages[0].color = (ferry_gx_combine){15, 8, 14, 15, 0, 0, 0, 1, 0};
    gx->stages[0].alpha = (ferry_gx_combine){7, 4, 6, 7, 0, 0, 1, 1, 0};
    gx->stages[0].konst_alpha = 0x1D;
    gx->konst[0] = (ferry_gx_color){255, 255, 255, 255};
    gx->konst[1].a = 120;
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->alpha_compare0 = FERRY_GX_GEQUAL, gx->alpha_ref0 = 100;
    add_clip(scene, "blow", 1, FERRY_TARGET_KONST, 1, 3, 120, 100);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const ferry_rdp_material *rdp = &plan.materials[0].rdp;
    ck_assert_uint_eq(rdp->combiner >> 63, 1);
    ck_assert_int_le(abs(rdp->blend[3] - 50), 4);
    close_scene(job, scene);
}
END_TEST

static void other_checks(uint32_t x, uint32_t y, uint8_t *to) {
    layer_checks(x + 1, y, to);
}

/* Layers that would be one picture stay apart where a clip exchanges one of them, however alike the other one
 * is. */
START_TEST(pictures_that_clips_exchange_are_drawn) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    lay_square(scene, 0, 1);
    ferry_gx_material *gx = add_layers(scene);
    const uint32_t other = add_texture(scene, "other", 16, 16, other_checks, FERRY_WRAP_REPEAT);
    add_clip(scene, "blink", 1, FERRY_TARGET_TEXTURE, 0, 0, (float)gx->textures[0], (float)other);
    scene->clips.data[0].tracks[0].interpolation = FERRY_STEP;
    add_clip(scene, "glow", 1, FERRY_TARGET_KONST, 0, 0, 0, 255);
    ferry_file_list files;
    plan_of(job, scene, &files);
    ck_assert(!has_note(job, "t3dm.composite-texture"));
    close_scene(job, scene);
}
END_TEST

static void tall(uint32_t x, uint32_t y, uint8_t *to) {
    set(to, x * 4, y * 2, (x * 7 + y * 13) & 255, 255);
}

/* Clips that change colours alone leave pictures where they are: these are stored in parts as ever. */
START_TEST(colors_leave_pictures_in_parts) {
    for (int clip = 0; clip < 2; clip++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        lay_square(scene, 0, 1);
        for (int i = 0; i < 4; i++) scene->meshes.data[0].uvs[0][i].y *= .4F;
        ferry_gx_material *gx =
            add_gx(scene, "bomb", add_texture(scene, "tall", 64, 96, tall, FERRY_WRAP_REPEAT));
        gx->stages[0].color = (ferry_gx_combine){15, 8, 14, 15, 0, 0, 0, 1, 0};
        gx->konst[0] = (ferry_gx_color){255, 255, 255, 255};
        if (clip) add_clip(scene, "burn", 1, FERRY_TARGET_KONST, 0, 0, 255, 100);
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_ptr_nonnull(strstr(plan.materials[0].paths[0], "_part"));
        close_scene(job, scene);
    }
}
END_TEST

/* What a state draws over what lies behind: nothing where the alpha compare fails, else a mix, or the colour
 * alone where the blend has faded it already. */
START_TEST(states_are_drawn_over_their_grounds) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx = add_gx(scene, "glass", FERRY_NONE);
    fy_sample *samples = ferry_new(job, fy_sample, FY_SAMPLES);
    fy_appearance *found = ferry_new(job, fy_appearance, 1);
    const fy_reference reference = {.job = job, .scene = scene, .samples = samples};
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        samples[i] = (fy_sample){.ground = {10, 50, 90}, .wanted = {200, 100, 0, i % 2 ? 51 : 0}};
    gx->alpha_compare0 = gx->alpha_compare1 = FERRY_GX_GREATER;
    gx->alpha_op = FERRY_GX_AND;
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->blend_src = FERRY_GX_FACTOR_SRC_ALPHA;
    static const struct {
        uint8_t destination, shown[3];
    } rows[] = {{FERRY_GX_FACTOR_INV_SRC_ALPHA, {48, 60, 72}}, {FERRY_GX_FACTOR_ZERO, {200, 100, 0}}};
    for (int row = 0; row < 2; row++) {
        gx->blend_dst = rows[row].destination;
        fy_motion_draw_source(&reference, gx, found);
        for (unsigned i = 0; i < FY_SAMPLES; i++)
            for (int k = 0; k < 3; k++)
                ck_assert_int_le(abs(found->rgb[i][k] - (i % 2 ? rows[row].shown[k] : samples[i].ground[k])),
                                 1);
    }
    close_scene(job, scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_animated_alternatives");
    TCase *motion = tcase_create("motion"), *constants = tcase_create("constants");
    tcase_add_test(motion, layers_under_a_color_that_clips_change_are_one_picture);
    tcase_add_test(motion, layers_that_are_seldom_seen_are_one_picture);
    tcase_add_test(motion, what_dissolves_is_gone);
    tcase_add_test(motion, a_mask_whose_threshold_moves_dissolves);
    tcase_add_test(constants, masks_of_many_thresholds_lose_few_samples);
    tcase_add_test(motion, what_hardly_moves_stands_still);
    tcase_add_test(motion, states_are_drawn_over_their_grounds);
    tcase_add_test(motion, clips_give_way_to_light_in_steps);
    tcase_add_test(motion, what_clips_show_alike_is_drawn_as_in_one_of_them);
    tcase_add_test(motion, a_pattern_that_nothing_follows_is_not_grey);
    tcase_add_test(motion, light_that_fades_in_does_not_wrap_around);
    tcase_add_test(motion, even_translucency_follows_clips);
    tcase_add_test(motion, shares_of_what_fades_in_do_not_wrap_around);
    tcase_add_test(motion, pictures_that_clips_exchange_are_drawn);
    tcase_add_test(motion, colors_leave_pictures_in_parts);
    tcase_add_test(constants, a_flash_goes_up_to_white);
    tcase_add_test(constants, doubled_alpha_is_compared_by_half);
    tcase_add_test(constants, thresholds_follow_the_first_cycle);
    tcase_add_test(constants, dissolving_masks_are_sharp);
    suite_add_tcase(suite, motion);
    suite_add_tcase(suite, constants);
    return fy_run_suite(suite);
}
