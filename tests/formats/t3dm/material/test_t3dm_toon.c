/*
 * test_t3dm_toon.c: light that comes in steps: which materials it is found in, how many draws they take, what
 * rules and settings make of that, in which order the draws come, and that the picture gains.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/material_scene.h"
#include "builders/planned.h"
#include "formats/t3dm/choice/t3dm_toon_material.h"
#include "formats/t3dm/draw/t3dm_second_draws.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/material/t3dm_material.h"
#include "helpers.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/draws/t3dm_appearance.h"
#include "shade/draws/t3dm_toon.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_vertex_summary.h"

static const char name[] = "gallery-steps.bdl";

static const fy_t3dm_material *shade_of(const planned *p, const char *which) {
    const fy_t3dm_material *first = planned_material(p, which);
    return first->second ? &p->plan.materials[first->second] : NULL;
}

static bool is_lit(const fy_t3dm_material *of) {
    return fy_rdp_reads(of->rdp.combiner, FY_RDP_SHADE) && !(of->rdp.flags & FERRY_RDP_UNLIT);
}

/* ------------------------------------------------------------------------------------------- materials */

START_TEST(a_picture_takes_two_draws) {
    static const char *const two[] = {"picture", "hue", "thin", "holes", "base", "over"};
    planned p = open_planned(name, NULL, NULL, NULL);
    for (size_t i = 0; i < sizeof two / sizeof *two; i++) {
        const fy_t3dm_material *shade = shade_of(&p, two[i]);
        ck_assert_msg(shade != NULL, "\"%s\" has no second draw", two[i]);
        ck_assert(!is_lit(planned_material(&p, two[i])));
        const ferry_rdp_material *rdp = &shade->rdp;
        ck_assert_uint_eq(rdp->effect, FERRY_RDP_EFFECT_CEL_COLOR);
        ck_assert(!(rdp->flags & FERRY_RDP_UNLIT));
        ck_assert(rdp->flags & FERRY_RDP_CULL_BACK); /* even of "thin" */
        ck_assert_uint_eq(rdp->blender, FERRY_RDP_BLEND_MULTIPLY);
        ck_assert(rdp->other_mode & FERRY_RDP_Z_DECAL);
        ck_assert(!fy_rdp_reads_color(rdp->combiner, FY_RDP_TEX0));
        ck_assert(fy_rdp_reads_alpha(rdp->combiner, FY_RDP_TEX0));
        ck_assert(fy_rdp_reads_alpha(rdp->combiner, FY_RDP_PRIM));
        ck_assert_int_eq(rdp->tiles[0].s.shift, 5);
        ck_assert_uint_eq(rdp->tiles[0].width, FY_TOON_LEVELS);
        ck_assert_str_eq(shade->paths[0], shade_of(&p, "picture")->paths[0]); /* one ramp for all */
    }
    close_planned(&p);
}
END_TEST

/* The picture keeps 110/255 of its light; the hue's shade is mixed in. */
START_TEST(prim_says_how_dark_it_gets) {
    planned p = open_planned(name, NULL, NULL, NULL);
    const uint8_t *grey = shade_of(&p, "picture")->rdp.prim, *hue = shade_of(&p, "hue")->rdp.prim;
    ck_assert_int_le(abs(grey[3] - (255 - 110)), 3);
    for (int k = 0; k < 3; k++) ck_assert_uint_le(grey[k], 4);
    ck_assert_uint_gt(hue[2], hue[1] + 20); /* (90, 60, 160) */
    close_planned(&p);
}
END_TEST

/* The blender drops three bits of alpha: what is stored lies in the middle of what is mixed in. */
START_TEST(shade_is_rounded_to_what_the_console_blends) {
    planned p = open_planned(name, NULL, NULL, NULL);
    unsigned shades = 0;
    for (uint32_t i = 0; i < p.plan.material_count; i++) {
        const fy_t3dm_material *shade = &p.plan.materials[p.plan.materials[i].second];
        if (!p.plan.materials[i].second || !strstr(shade->name, ".shade")) continue;
        ck_assert_uint_eq(shade->rdp.prim[3] % 8, 4);
        shades++;
    }
    ck_assert_uint_gt(shades, 2);
    close_planned(&p);
}
END_TEST

START_TEST(without_a_picture_one_draw_is_exact) {
    planned p = open_planned(name, NULL, NULL, NULL);
    const fy_t3dm_material *of = planned_material(&p, "alone");
    ck_assert_uint_eq(of->second, 0);
    ck_assert_uint_eq(of->rdp.effect, FERRY_RDP_EFFECT_CEL_COLOR);
    ck_assert_uint_eq(of->rdp.blender, 0);
    ck_assert_uint_eq(of->rdp.combiner >> 63, 0); /* one cycle */
    ck_assert(fy_rdp_reads_color(of->rdp.combiner, FY_RDP_TEX0));
    static const uint8_t dark[3] = {150, 60, 90}, bright[3] = {255, 255, 255};
    ck_assert_mem_eq(of->rdp.prim, dark, 3);
    ck_assert_mem_eq(of->rdp.env, bright, 3);
    close_planned(&p);
}
END_TEST

/* Steps of light: red early, green late, blue in full light alone; opaque in between. */
static void ice(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, x < 20 ? 40 : 240, x < 40 ? 60 : 250, x < 63 ? 70 : 255, x < 20 || x >= 40 ? 128 : 255);
}

/* Ice is nothing but its ramp, which says how translucent it is, too. */
static ferry_gx_material *add_ice(ferry_scene *scene) {
    ferry_gx_material *gx = add_gx(scene, "ice", add_texture(scene, "ramp", 64, 4, ice, FERRY_WRAP_CLAMP));
    gx->texgens[0] = (ferry_gx_texgen){10, FERRY_GX_TG_COLOR0, 60};
    gx->channels[0] = (ferry_gx_channel){.lit = 1, .diffuse = 2, .attenuation = 1};
    gx->stages[0].color.c = FERRY_GX_CC_ONE;
    gx->stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                             FERRY_GX_CA_TEXA, .clamp = 1};
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    return gx;
}

START_TEST(a_translucent_ramp_is_one_draw) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    add_ice(scene);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *of = &plan.materials[0];
    ck_assert_uint_eq(of->rdp.effect, FERRY_RDP_EFFECT_CEL_COLOR);
    ck_assert_uint_eq(of->second, 0);
    ck_assert_uint_eq(of->layer, FY_T3DM_BLEND);
    ck_assert_uint_eq(of->rdp.blender, FERRY_RDP_BLEND_MULTIPLY);
    ck_assert(fy_rdp_reads_alpha(of->rdp.combiner, FY_RDP_TEX0));
    static const uint8_t dark[4] = {40, 60, 70, 128}, bright[4] = {240, 250, 255, 255};
    ck_assert_mem_eq(of->rdp.prim, dark, 4);
    ck_assert_mem_eq(of->rdp.env, bright, 4);
    close_scene(job, scene);
}
END_TEST

/* Dark ice without green and blue. */
static void lava(uint32_t x, uint32_t y, uint8_t texel[4]) {
    ice(x, y, texel);
    if (x < 20) texel[1] = texel[2] = 0;
}

/* What is black in the dark is black. */
START_TEST(dark_components_may_be_nothing) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    add_ice(scene)->textures[0] = add_texture(scene, "lava", 64, 4, lava, FERRY_WRAP_CLAMP);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    static const uint8_t dark[4] = {40, 0, 0, 128}, bright[4] = {240, 250, 255, 255};
    ck_assert_mem_eq(plan.materials[0].rdp.prim, dark, 4);
    ck_assert_mem_eq(plan.materials[0].rdp.env, bright, 4);
    close_scene(job, scene);
}
END_TEST

/* One texel of many is white. */
static void glint(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t on = x == 3 && y == 3 ? 255 : 0;
    set(texel, on, on, on, on);
}

/* A highlight of few pixels, added to the colour and to the alpha, does not change the steps: they are what
 * they are without it, on most samples. */
START_TEST(highlights_do_not_change_steps) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx = add_ice(scene);
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    fy_reference reference = {.job = job, .scene = scene};
    fy_toon plain, with;
    ck_assert(fy_reference_start(&reference, gx, &facts));
    ck_assert(fy_toon_find(&reference, gx, &plain));
    ck_assert(plain.plain && plain.plain_alpha);
    gx->textures[1] = add_texture(scene, "glint", 16, 16, glint, FERRY_WRAP_CLAMP);
    gx->stage_count = gx->texgen_count = 2;
    gx->texgens[1] = (ferry_gx_texgen){1, FERRY_GX_TG_TEX0, 60};
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = gx->stages[1].texgen = 1;
    gx->stages[1].color = (ferry_gx_combine){FERRY_GX_CC_TEXC, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO,
                                             FERRY_GX_CC_CPREV, .clamp = 1};
    gx->stages[1].alpha = (ferry_gx_combine){FERRY_GX_CA_TEXA, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                             FERRY_GX_CA_APREV, .clamp = 1};
    ck_assert(fy_reference_start(&reference, gx, &facts));
    ck_assert(fy_toon_find(&reference, gx, &with));
    ck_assert(!with.plain && !with.plain_alpha && with.alpha_steps);
    ck_assert_mem_eq(with.parts, plain.parts, sizeof plain.parts);
    for (int k = 0; k < 4; k++)
        ck_assert(fabs(with.dark[k] - plain.dark[k]) < 1e-9 && fabs(with.bright[k] - plain.bright[k]) < 1e-9);
    fy_reference_end(&reference);
    close_scene(job, scene);
}
END_TEST

/* Light that is added and alpha that is compared cannot be looked up. */
START_TEST(other_translucent_ramps_are_smooth) {
    for (int compares = 0; compares < 2; compares++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        ferry_gx_material *gx = add_ice(scene);
        if (compares)
            gx->alpha_compare0 = FERRY_GX_GREATER, gx->alpha_ref0 = 100, gx->alpha_op = FERRY_GX_AND;
        else
            gx->blend_dst = FERRY_GX_FACTOR_ONE;
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_uint_eq(plan.materials[0].rdp.effect, FERRY_RDP_EFFECT_NONE);
        close_scene(job, scene);
    }
}
END_TEST

/* Each component goes its own way, the last step is full light, and a step may lie beyond both ends. Shade
 * leaves backs alone. */
START_TEST(parts_follow_each_component) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    fy_reference reference = {.job = job, .scene = scene};
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    fy_vertex_summary_learn(&scene->meshes.data[0], &facts);
    const ferry_gx_material *gx = add_ice(scene);
    fy_toon toon;
    ck_assert(fy_reference_start(&reference, gx, &facts) && fy_toon_find(&reference, gx, &toon));
    static const struct {
        unsigned level;
        uint8_t parts[4];
    } rows[] = {
        {2, {255, 255, 255, 255}}, {15, {0, 255, 255, 0}}, {25, {0, 0, 255, 255}}, {31, {0, 0, 0, 255}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_mem_eq(toon.parts[rows[i].level], rows[i].parts, 4);
    fy_appearance look;
    memset(&look, 200, sizeof look);
    for (unsigned i = 0; i < FY_SAMPLES; i++) reference.samples[i].back = i % 2;
    fy_toon_shade(&reference, &toon, &look);
    unsigned shaded = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        ck_assert(i % 2 == 0 || look.rgb[i][0] == 200);
        shaded += look.rgb[i][0] != 200;
    }
    ck_assert_uint_gt(shaded, FY_SAMPLES / 16);
    fy_reference_end(&reference);
    close_scene(job, scene);
}
END_TEST

/* What is behind glass must not be shaded; a step that nobody sees is worth no draw. */
START_TEST(some_stay_smooth) {
    planned p = open_planned(name, NULL, NULL, NULL), all = open_planned(name, "t3dm.toon", "ramp", NULL);
    ck_assert_ptr_null(shade_of(&p, "glass"));
    ck_assert_ptr_null(shade_of(&all, "glass"));
    ck_assert_ptr_null(shade_of(&p, "faint"));
    ck_assert_ptr_nonnull(shade_of(&all, "faint"));
    close_planned(&p);
    close_planned(&all);
}
END_TEST

/* A second draw by a mask is not a draw of light. */
START_TEST(smooth_is_without_steps) {
    planned p = open_planned(name, "t3dm.toon", "smooth", NULL);
    for (uint32_t i = 0; i < p.plan.material_count; i++) {
        ck_assert_ptr_null(strstr(p.plan.materials[i].name, ".shade"));
        ck_assert_uint_eq(p.plan.materials[i].rdp.effect, FERRY_RDP_EFFECT_NONE);
    }
    ck_assert(is_lit(planned_material(&p, "picture")));
    close_planned(&p);
}
END_TEST

/* Layouts before L9 have no such effect. */
START_TEST(old_layouts_are_smooth) {
    planned p = open_planned(name, "t3dm.layout", "L8", NULL);
    ck_assert_ptr_null(shade_of(&p, "picture"));
    close_planned(&p);
}
END_TEST

START_TEST(rules_name_the_second_draw) {
    planned p =
        open_planned(name, NULL, NULL,
                     "{\"version\": 1, \"rules\": ["
                     "{\"set\": {\"fog\": \"on\"}},"
                     "{\"material\": \"*\", \"set\": {\"cull\": \"none\"}},"
                     "{\"material\": \"base\", \"set\": {\"combiner\": \"(TEX0,0,SHADE,0),(0,0,0,1)\"}},"
                     "{\"material\": \"hue.shade\", \"set\": {\"draw\": false}},"
                     "{\"material\": \"pic*.shade\", \"set\": {\"prim\": \"#01020380\"}}]}");
    static const uint8_t prim[4] = {1, 2, 3, 0x80};
    ck_assert_ptr_null(shade_of(&p, "base")); /* the rule says what its light does */
    ck_assert_ptr_null(shade_of(&p, "hue"));
    ck_assert(!is_lit(planned_material(&p, "hue")));
    ck_assert_mem_eq(shade_of(&p, "picture")->rdp.prim, prim, 4);
    ck_assert(!(planned_material(&p, "picture")->rdp.flags & FERRY_RDP_CULL_BACK));
    ck_assert(shade_of(&p, "picture")->rdp.flags & FERRY_RDP_CULL_BACK);
    ck_assert_uint_eq(shade_of(&p, "picture")->rdp.fog, 1);
    close_planned(&p);
}
END_TEST

/* ------------------------------------------------------------------------------------------------- draws */

static uint32_t place_of(const ferry_scene *scene, const char *which, uint32_t after) {
    for (uint32_t d = after; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        if (draw->material != FERRY_NONE && strcmp(scene->materials.data[draw->material].name, which) == 0)
            return d;
    }
    return FERRY_NONE;
}

/* The gallery as the file has it. */
static ferry_scene *read_back(ferry_job *job, ferry_bytes bytes) {
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = name, .bytes = bytes}, 1);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL));
    ck_assert(ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ferry_scene *back = ferry_load(job, &(ferry_input){.name = "x.t3dm", .bytes = files.data[0].bytes}, 1);
    ck_assert_ptr_nonnull(back);
    ferry_scene_free(scene);
    return back;
}

START_TEST(the_shade_comes_behind_what_it_lies_on) {
    ferry_bytes bytes = fy_read_fixture(name);
    ferry_job *job = fy_test_job();
    ferry_scene *back = read_back(job, bytes);
    uint32_t shade = place_of(back, "picture.shade", 0), glass = place_of(back, "glass", 0);
    ck_assert_uint_ne(shade, FERRY_NONE);
    ck_assert_uint_lt(place_of(back, "picture", 0), shade);
    ck_assert_uint_lt(shade, glass);
    /* "over" is a decal: it is shaded behind the shade of what it lies on */
    ck_assert_uint_lt(place_of(back, "base.shade", 0), place_of(back, "over", 0));
    ck_assert_uint_lt(place_of(back, "over", 0), place_of(back, "over.shade", 0));
    ferry_scene_free(back);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* --------------------------------------------------------------------------------------------- pictures */

static double similarity_with(const char *toon) {
    ferry_bytes bytes = fy_read_fixture(name);
    const ferry_setting_value setting = {"t3dm.toon", toon};
    ferry_file_list files = {0};
    ferry_options options = {.size = sizeof options,
                             .settings = &setting,
                             .setting_count = 1,
                             .sidecar = fy_find_made,
                             .user = &files};
    ferry_job *job = ferry_open(&options);
    ck_assert_ptr_nonnull(job);
    ferry_scene *source = ferry_load(job, &(ferry_input){.name = name, .bytes = bytes}, 1),
                *scene = ferry_load(job, &(ferry_input){.name = name, .bytes = bytes}, 1);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL));
    ck_assert(ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ferry_scene *back =
        ferry_load(job, &(ferry_input){.name = files.data[0].name, .bytes = files.data[0].bytes}, 1);
    ferry_view view = {.size = sizeof view, .width = 160, .height = 120};
    ferry_similarity found;
    ck_assert(back && ferry_compare(job, source, back, &view, &found, NULL));
    ferry_scene_free(scene), ferry_scene_free(source), ferry_scene_free(back);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
    return found.ssim;
}

START_TEST(the_picture_gains) {
    double smooth = similarity_with("smooth"), steps = similarity_with("auto");
    ck_assert_msg(steps > smooth + .03, "SSIM %.4f with steps, %.4f without", steps, smooth);
}
END_TEST

static void early_step(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, x < 6 ? 90 : 255, x < 6 ? 60 : 255, x < 6 ? 120 : 255, 255);
}

static void late_step(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, x < 11 ? 140 : 255, x < 11 ? 160 : 255, x < 11 ? 100 : 255, 255);
}

/* A ramp, two of them by one light, and two by two lights, of which a draw can show but one. */
START_TEST(ramps_follow_one_channel) {
    for (int which = 0; which < 3; which++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        uint32_t first = add_texture(scene, "early", 16, 4, early_step, FERRY_WRAP_CLAMP);
        ferry_gx_material *gx = add_gx(scene, "toon", first);
        gx->textures[1] = add_texture(scene, "late", 16, 4, late_step, FERRY_WRAP_CLAMP);
        gx->channel_count = gx->texgen_count = 2;
        gx->stage_count = which ? 2 : 1;
        for (int k = 0; k < 4; k += 2) {
            gx->channels[k].lit = 1, gx->channels[k].light_mask = 1;
            gx->channels[k].material_source = FERRY_GX_SOURCE_REGISTER;
        }
        gx->texgens[0] = gx->texgens[1] =
            (ferry_gx_texgen){FERRY_GX_TEXGEN_COLOR, FERRY_GX_TG_COLOR0, FERRY_GX_IDENTITY};
        if (which == 2) gx->texgens[1].source = FERRY_GX_TG_COLOR1;
        gx->stages[0].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO,
                                                 FERRY_GX_CC_TEXC, .clamp = 1};
        gx->stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                                 FERRY_GX_CA_KONST, .clamp = 1};
        gx->stages[1] = gx->stages[0];
        gx->stages[1].texgen = gx->stages[1].map = 1;
        gx->stages[1].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_CPREV,
                                                 FERRY_GX_CC_ZERO, .clamp = 1};
        fy_vertex_summary facts = {.min_alpha = {1, 1}};
        fy_reference reference = {.job = job, .scene = scene};
        fy_toon toon;
        ck_assert(fy_reference_start(&reference, gx, &facts));
        ck_assert_msg(fy_toon_find(&reference, gx, &toon) == (which < 2), "%d", which);
        fy_reference_end(&reference);
        close_scene(job, scene);
    }
}
END_TEST

/* Less in steps: nothing in light. */
static void lost_step(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, x < 8 ? 120 : 0, x < 8 ? 120 : 0, x < 8 ? 120 : 0, 255);
}

static void noise(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t value = (x * 151 + y * 83) * 2654435761u >> 24;
    set(texel, value, value, value, 255);
}

static void half_step(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t light = x < 8 ? 129 : 255;
    (void)y;
    set(texel, light, light, light, 255);
}

/* Halves of two values round to one: so little grain looks as if the shade covered it. */
static void skin(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t grain = (x + y) % 2;
    set(texel, 247 + grain, 217 + grain, 156 + grain, 255);
}

/* A ramp by light, and a picture for the second stage to mix it with. */
static ferry_gx_material *add_stepped(ferry_scene *scene, painter step, painter picture) {
    ferry_gx_material *gx =
        add_gx(scene, "stepped", add_texture(scene, "step", 16, 4, step, FERRY_WRAP_CLAMP));
    gx->textures[1] = add_texture(scene, "picture", 32, 32, picture, FERRY_WRAP_REPEAT);
    gx->texgens[0] = (ferry_gx_texgen){FERRY_GX_TEXGEN_COLOR, FERRY_GX_TG_COLOR0, FERRY_GX_IDENTITY};
    gx->channels[0] = (ferry_gx_channel){.lit = 1, .diffuse = 2, .attenuation = 1};
    gx->texgen_count = gx->stage_count = 2;
    gx->stages[0].color.c = FERRY_GX_CC_ONE;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].texgen = gx->stages[1].map = 1;
    return gx;
}

/* What has one colour, but for grain, is as near by any alpha from a half on. The least keeps what no sample
 * shows: black lines stay black. */
START_TEST(one_colour_takes_the_least_alpha) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx = add_stepped(scene, half_step, skin);
    gx->stages[1].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_CPREV, FERRY_GX_CC_TEXC,
                                             FERRY_GX_CC_ZERO, .clamp = 1};
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    fy_reference reference = {.job = job, .scene = scene};
    fy_toon toon;
    ck_assert(fy_reference_start(&reference, gx, &facts));
    ck_assert(fy_toon_find(&reference, gx, &toon));
    ck_assert_double_eq_tol(toon.alpha, .5, .02);
    for (int k = 0; k < 3; k++) ck_assert_double_lt(toon.color[k], .02);
    fy_reference_end(&reference);
    close_scene(job, scene);
}
END_TEST

/* Of a picture that the dark takes an amount away from, no shade is right: the nearest one is black,
 * mixed in by as much as leaves the least squares. */
START_TEST(shade_is_the_nearest_there_is) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx = add_stepped(scene, lost_step, noise);
    gx->stages[1].color = (ferry_gx_combine){FERRY_GX_CC_CPREV, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO,
                                             FERRY_GX_CC_TEXC,  .op = 1,          .clamp = 1};
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    fy_reference reference = {.job = job, .scene = scene};
    fy_toon toon;
    ck_assert(fy_reference_start(&reference, gx, &facts));
    ck_assert(fy_toon_find(&reference, gx, &toon));
    double less = 0, full = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        double light = reference.samples[i].lit.texels[1][0] / 255.0, dark = fmax(0, light - 120 / 255.0);
        less += light * (light - dark), full += light * light;
    }
    ck_assert_double_eq_tol(toon.alpha, less / full, .05);
    for (int k = 0; k < 3; k++) ck_assert_double_lt(toon.color[k], .02);
    fy_reference_end(&reference);
    close_scene(job, scene);
}
END_TEST

/* Mother-of-pearl: a stripe in half light, which the alpha follows. */
static void pearl(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    uint32_t light = x < 6 || x >= 10 ? 90 : 255;
    set(texel, light, light, light, light);
}

/* What differs most from full light is the shade, even if no light at all does not; and alpha that nothing
 * reads is no reason against a second draw. */
START_TEST(stripes_in_between_are_shade) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx = add_stepped(scene, pearl, skin);
    gx->channels[0].light_mask = 1, gx->channels[0].attenuation = 2;
    gx->stages[1].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_CPREV, FERRY_GX_CC_TEXC,
                                             FERRY_GX_CC_ZERO, .clamp = 1};
    gx->stages[1].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                             FERRY_GX_CA_APREV, .clamp = 1};
    gx->stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                             FERRY_GX_CA_TEXA, .clamp = 1};
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    fy_reference reference = {.job = job, .scene = scene};
    fy_toon toon;
    ck_assert(fy_reference_start(&reference, gx, &facts));
    ck_assert(fy_toon_find(&reference, gx, &toon));
    ck_assert(toon.shades && toon.alpha_steps);
    ck_assert_uint_eq(toon.ramp[0], 0);
    ck_assert_uint_eq(toon.ramp[15], 255);
    ck_assert_uint_eq(toon.ramp[FY_TOON_LEVELS - 1], 0);
    fy_reference_end(&reference);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_ne(plan.materials[0].second, 0);
    const fy_t3dm_material *shade = &plan.materials[plan.materials[0].second];
    ck_assert_uint_eq(shade->rdp.effect, FERRY_RDP_EFFECT_CEL_COLOR);
    close_scene(job, scene);
}
END_TEST

static void dim_step(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, x < 8 ? 60 : 255, x < 8 ? 60 : 255, x < 8 ? 60 : 255, 255);
}

/* A plate that one side shows, in shade, and near views in light. */
START_TEST(light_that_shows_from_nearby_stays) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    static const ferry_vec3 corners[4] = {{0, 0, 0}, {3, 0, 0}, {3, 0, 2}, {0, 0, 2}};
    mesh->normals = ferry_scene_new(scene, ferry_vec3, 4);
    for (int i = 0; i < 4; i++) mesh->positions[i] = corners[i], mesh->normals[i] = (ferry_vec3){0, -1, 0};
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int i = 0; i < 4; i++) mesh->uvs[0][i] = (ferry_vec2){corners[i].x / 3, corners[i].z / 2};
    uint32_t picture = add_texture(scene, "picture", 16, 16, late_step, FERRY_WRAP_CLAMP);
    ferry_gx_material *gx = add_gx(scene, "plate", picture);
    gx->textures[1] = add_texture(scene, "step", 16, 4, dim_step, FERRY_WRAP_CLAMP);
    gx->channels[0].lit = 1, gx->channels[0].light_mask = 1;
    gx->channels[0].diffuse = FERRY_GX_DIFFUSE_CLAMP, gx->channels[0].attenuation = FERRY_GX_ATTENUATION_SPOT;
    gx->channels[0].material_source = FERRY_GX_SOURCE_REGISTER;
    gx->texgen_count = gx->stage_count = 2;
    gx->texgens[1] = (ferry_gx_texgen){FERRY_GX_TEXGEN_COLOR, FERRY_GX_TG_COLOR0, FERRY_GX_IDENTITY};
    gx->stages[0].color.c = FERRY_GX_CC_ONE;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].texgen = gx->stages[1].map = 1;
    gx->stages[1].color.c = FERRY_GX_CC_CPREV;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *of = &plan.materials[plan.of_material[0]];
    ck_assert(is_lit(of) || is_lit(&plan.materials[of->second]));
    close_scene(job, scene);
}
END_TEST

/* Plates before a wall, which makes them small on all pictures, face downwards: those few pixels are in the
 * shade. What that looks like in the sun counts as well. */
START_TEST(few_pixels_stand_in_all_light) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    ferry_mesh *mesh = &scene->meshes.data[0], *wall;
    static const ferry_vec3 corners[4] = {{0, 0, 0}, {3, 0, 0}, {3, 2, 0}, {0, 2, 0}};
    mesh->normals = ferry_scene_new(scene, ferry_vec3, 4);
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int i = 0; i < 4; i++) {
        mesh->positions[i] = corners[i], mesh->normals[i] = (ferry_vec3){0, -1, 0};
        mesh->uvs[0][i] = (ferry_vec2){corners[i].x / 3, corners[i].y / 2};
    }
    ferry_append(scene, &scene->meshes, ferry_mesh);
    mesh = &scene->meshes.data[0], wall = &scene->meshes.data[1];
    *wall = *mesh;
    wall->positions = ferry_scene_new(scene, ferry_vec3, 4);
    for (int i = 0; i < 4; i++)
        wall->positions[i] = (ferry_vec3){40 * corners[i].x - 60, 40 * corners[i].y - 40, -1};
    ferry_gx_material *gx = add_stepped(scene, dim_step, late_step);
    gx->channels[0].light_mask = 1, gx->channels[0].attenuation = 2;
    gx->stages[1].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_CPREV, FERRY_GX_CC_TEXC,
                                             FERRY_GX_CC_ZERO, .clamp = 1};
    add_gx(scene, "wall", FERRY_NONE);
    scene->draws.data[1].mesh = 1;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *of = &plan.materials[plan.of_material[0]];
    ck_assert(of->second && plan.materials[of->second].rdp.effect == FERRY_RDP_EFFECT_CEL_COLOR);
    close_scene(job, scene);
}
END_TEST

/* Backs, which are not shaded, make looks less alike, but little else is off. */
START_TEST(steps_may_miss_a_few) {
    ck_assert(fy_steps_are_wanted(.02, .03, 1.5, 9) && fy_steps_are_wanted(.02, .001, 2.5, 9));
    ck_assert(!fy_steps_are_wanted(.02, .03, .5, 9)); /* hardly another colour anywhere */
    ck_assert(!fy_steps_are_wanted(.02, .001, 2.5, 12) && !fy_steps_are_wanted(.02, .001, 1.5, 2));
    ck_assert(fy_steps_are_wanted(.02, -.01, 9, 12) && !fy_steps_are_wanted(.02, -.01, 7, 12));
    ck_assert(!fy_steps_are_wanted(.02, -.03, 9, 12) && !fy_steps_are_wanted(.02, -.01, 3.5, 4));
    ck_assert(!fy_steps_are_wanted(1, -.01, 250, 250) && !fy_steps_are_wanted(.05, -.01, 9, 12));
}
END_TEST

/* Each level of a ramp that falls by eight is eight steps of light. */
START_TEST(ramps_are_straight_between_their_texels) {
    static fy_sample samples[FY_SAMPLES];
    static fy_appearance look;
    fy_reference reference = {.samples = samples};
    fy_toon toon = {.channel = 1, .dark = {0, .5}, .bright = {1, 1, 1}};
    for (unsigned i = 0; i < FY_TOON_LEVELS; i++)
        for (int k = 0; k < 4; k++) toon.parts[i][k] = (uint8_t)(8 * i);
    for (unsigned i = 0; i < FY_SAMPLES; i++) samples[i].lit.raster[1][0] = (uint8_t)i;
    fy_toon_ramp(&reference, &toon, &look);
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        unsigned light = i & 255, part = light < 248 ? light : 248;
        ck_assert_int_eq(look.rgb[i][0], 255 - (int)part);
        ck_assert_int_le(abs(2 * look.rgb[i][1] - 510 + (int)part), 1);
    }
}
END_TEST

/* Looks of light: equal ones are 1, a gradient in the place of a step is less, and the picture that both have
 * in common does not matter. */
START_TEST(likeness_is_that_of_light) {
    fy_appearance step = {{{0}}}, slope = step, full = step, plain = step;
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        for (int k = 0; k < 3; k++) {
            unsigned texel = i % 2 ? 200 : 90;
            full.rgb[i][k] = (uint8_t)texel;
            plain.rgb[i][k] = 150;
            step.rgb[i][k] = (uint8_t)(texel - (i < FY_SAMPLES / 2 ? 60 : 0));
            slope.rgb[i][k] = (uint8_t)(texel - 60 + 60 * i / FY_SAMPLES);
        }
    ck_assert(fabs(fy_appearance_similarity(&step, &step, &full) - 1) < 1e-9);
    double light = fy_appearance_similarity(&step, &slope, &full),
           all = fy_appearance_similarity(&step, &slope, &plain);
    ck_assert_msg(light > .7 && light < .9, "%.3f", light);
    ck_assert_msg(all > light + .05, "%.3f", all);
    ck_assert(fy_appearance_difference(&step, &slope) > 10);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_toon");
    TCase *tests = tcase_create("materials"), *results = fy_results_case(suite);
    tcase_add_test(tests, a_picture_takes_two_draws);
    tcase_add_test(tests, prim_says_how_dark_it_gets);
    tcase_add_test(tests, shade_is_rounded_to_what_the_console_blends);
    tcase_add_test(tests, without_a_picture_one_draw_is_exact);
    tcase_add_test(tests, a_translucent_ramp_is_one_draw);
    tcase_add_test(tests, dark_components_may_be_nothing);
    tcase_add_test(tests, highlights_do_not_change_steps);
    tcase_add_test(tests, other_translucent_ramps_are_smooth);
    tcase_add_test(tests, parts_follow_each_component);
    tcase_add_test(tests, some_stay_smooth);
    tcase_add_test(tests, smooth_is_without_steps);
    tcase_add_test(tests, old_layouts_are_smooth);
    tcase_add_test(tests, rules_name_the_second_draw);
    suite_add_tcase(suite, tests);
    tests = tcase_create("draws");
    tcase_add_test(tests, the_shade_comes_behind_what_it_lies_on);
    suite_add_tcase(suite, tests);
    tests = tcase_create("pictures");
    tcase_add_test(results, the_picture_gains);
    tcase_add_test(tests, likeness_is_that_of_light);
    tcase_add_test(tests, ramps_are_straight_between_their_texels);
    tcase_add_test(tests, ramps_follow_one_channel);
    tcase_add_test(tests, one_colour_takes_the_least_alpha);
    tcase_add_test(tests, shade_is_the_nearest_there_is);
    tcase_add_test(tests, stripes_in_between_are_shade);
    tcase_add_test(tests, light_that_shows_from_nearby_stays);
    tcase_add_test(tests, few_pixels_stand_in_all_light);
    tcase_add_test(tests, steps_may_miss_a_few);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
