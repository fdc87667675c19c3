/* test_t3dm_blend_modes.c: blends that the console lacks: light that is added, screened, multiplied or
 * subtracted becomes translucency, and what that costs is told. */
#include "ferry64.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/material_scene.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/blend/t3dm_blend.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_vertex_summary.h"

/* A texture times a constant, added to what is there. */
static ferry_gx_material *add_glow(ferry_scene *scene, const char *name, uint32_t texture, uint8_t level,
                                   uint8_t dst) {
    ferry_gx_material *gx = add_gx(scene, name, texture);
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->blend_src = FERRY_GX_FACTOR_ONE;
    gx->blend_dst = dst;
    gx->konst[0] = (ferry_gx_color){level, level / 2, 0, 255};
    gx->stages[0].color.c = FERRY_GX_CC_KONST;
    return gx;
}

START_TEST(glows_do_not_wrap) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t grey = add_texture(scene, "grey", 16, 16, diagonal_greys, FERRY_WRAP_REPEAT),
             colored = add_texture(scene, "colored", 16, 16, spread_colors, FERRY_WRAP_REPEAT);
    add_glow(scene, "dim", grey, 4, FERRY_GX_FACTOR_ONE);
    add_glow(scene, "bright", grey, 255, FERRY_GX_FACTOR_ONE);
    add_glow(scene, "colored", colored, 255, FERRY_GX_FACTOR_ONE);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].rdp.blender, FERRY_RDP_BLEND_ADD); /* never reaches beyond white */
    const fy_t3dm_material *bright = &plan.materials[1];
    ck_assert_uint_eq(bright->rdp.blender, FERRY_RDP_BLEND_MULTIPLY);
    ck_assert(fy_rdp_reads_alpha(bright->rdp.combiner, FY_RDP_TEX0)); /* the texture is the alpha */
    ck_assert(!fy_rdp_reads_color(bright->rdp.combiner, FY_RDP_TEX0));
    double screened = loss_number(job, "t3dm.additive", "grounds "),
           added = loss_number(job, "t3dm.additive", "/255, added ");
    ck_assert_double_gt(added, 30);
    ck_assert_double_lt(screened, added);
    close_scene(job, scene);
}
END_TEST

/* A faint glow wraps around before what is nearly white, also in front of another one. */
START_TEST(faint_glows_do_not_wrap_before_the_sky) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    uint32_t grey = add_texture(scene, "grey", 16, 16, diagonal_greys, FERRY_WRAP_REPEAT);
    add_glow(scene, "behind", grey, 30, FERRY_GX_FACTOR_ONE);
    add_glow(scene, "before", grey, 90, FERRY_GX_FACTOR_ONE);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    for (uint32_t i = 0; i < 2; i++)
        ck_assert_msg(plan.materials[i].rdp.blender == FERRY_RDP_BLEND_MULTIPLY, "%u", i);
    close_scene(job, scene);
}
END_TEST

/* Light that leaves the range soon: alpha that is as strong as the light alone is too dark before all grounds
 * but black. */
START_TEST(light_beyond_white_is_stronger) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t grey = add_texture(scene, "grey", 16, 16, diagonal_greys, FERRY_WRAP_REPEAT);
    add_glow(scene, "white", grey, 255, FERRY_GX_FACTOR_ONE)->konst[0] = (ferry_gx_color){255, 255, 255, 255};
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].rdp.blender, FERRY_RDP_BLEND_MULTIPLY);
    ck_assert(!(plan.materials[0].rdp.combiner >> 63)); /* the picture carries it, in one cycle */
    ck_assert_double_lt(loss_number(job, "t3dm.additive", "grounds "), 18);
    close_scene(job, scene);
}
END_TEST

/* src + dst * (1 - src) is what a screened grey light is, exactly. */
START_TEST(screened_greys_lose_nothing) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t texture = add_texture(scene, "grey", 16, 16, diagonal_greys, FERRY_WRAP_REPEAT);
    add_glow(scene, "screen", texture, 255, FERRY_GX_FACTOR_INV_OTHER_COLOR)->konst[0] =
        (ferry_gx_color){255, 255, 255, 255};
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].rdp.blender, FERRY_RDP_BLEND_MULTIPLY);
    ck_assert(!has_loss(job, "t3dm.additive"));
    close_scene(job, scene);
}
END_TEST

/* ground * (1 - alpha) is the ground times a grey, exactly, with what the grey lacks to white as alpha. */
START_TEST(multiplied_greys_lose_nothing) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t texture = add_texture(scene, "grey", 16, 16, diagonal_greys, FERRY_WRAP_REPEAT);
    ferry_gx_material *gx = add_glow(scene, "filter", texture, 255, FERRY_GX_FACTOR_ZERO);
    gx->blend_src = FERRY_GX_FACTOR_OTHER_COLOR;
    gx->konst[0] = (ferry_gx_color){255, 255, 255, 255};
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].rdp.blender, FERRY_RDP_BLEND_MULTIPLY);
    ck_assert(fy_rdp_reads_alpha(plan.materials[0].rdp.combiner, FY_RDP_TEX0));
    ck_assert(!has_loss(job, "t3dm.blend"));
    ck_assert(!has_loss(job, "t3dm.combiner"));
    close_scene(job, scene);
}
END_TEST

/* An added light whose alpha is compared is drawn where the GameCube draws nothing: that is measured. */
START_TEST(compares_of_added_light_are_told) {
    double found[2];
    for (int i = 0; i < 2; i++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        uint32_t texture = add_texture(scene, "half", 16, 16, half_solid, FERRY_WRAP_REPEAT);
        ferry_gx_material *gx = add_glow(scene, "glow", texture, 255, FERRY_GX_FACTOR_ONE);
        if (i) gx->alpha_compare0 = FERRY_GX_GREATER, gx->alpha_ref0 = 127, gx->alpha_op = FERRY_GX_AND;
        ferry_file_list files;
        plan_of(job, scene, &files);
        found[i] = loss_number(job, "t3dm.additive", "/255, added ");
        close_scene(job, scene);
    }
    ck_assert_double_gt(found[1], found[0] + 5);
}
END_TEST

/* Subtracting white leaves black; subtracting little leaves nearly the ground. */
START_TEST(what_is_subtracted_darkens) {
    static const uint8_t levels[] = {255, 20};
    for (int i = 0; i < 2; i++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        uint32_t texture = add_texture(scene, "white", 8, 8, whites, FERRY_WRAP_REPEAT);
        ferry_gx_material *gx = add_glow(scene, "shade", texture, 0, FERRY_GX_FACTOR_ZERO);
        gx->blend_mode = FERRY_GX_BLEND_SUBTRACT;
        gx->konst[0] = (ferry_gx_color){levels[i], levels[i], levels[i], 255};
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        const ferry_rdp_material *rdp = &plan.materials[0].rdp;
        ck_assert_uint_eq(rdp->blender, FERRY_RDP_BLEND_MULTIPLY);
        fy_rdp_inputs inputs = {0};
        uint8_t out[4];
        memcpy(inputs.prim, rdp->prim, 4);
        memcpy(inputs.env, rdp->env, 4);
        memset(inputs.tex0, 255, 4);
        memset(inputs.shade, 255, 4);
        fy_rdp_combine(rdp->combiner, &inputs, out);
        ck_assert_uint_lt(out[0], 40);
        if (i == 0)
            ck_assert_uint_eq(out[3], 255);
        else
            ck_assert_uint_lt(out[3], 60);
        ck_assert_int_eq(has_loss(job, "t3dm.blend"), i == 1);
        close_scene(job, scene);
    }
}
END_TEST

static void quarter_solid(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 255, 255, 255, x < 8 && y < 8 ? 128 : 0);
}

/* A share of a picture's alpha that clips change is a sum; it may come to a half more than all. */
START_TEST(shares_that_clips_change_must_not_wrap) {
    static const struct {
        painter picture; /* alpha up to 1, or a half */
        double share;
        bool moves, exceeds, wraps;
    } rows[] = {
        {whites, 2, true, true, true},         {whites, 1.4, true, true, false}, /* of 1.49 */
        {quarter_solid, 2, true, true, false}, {quarter_solid, 3.2, true, true, true},
        {whites, 2, false, true, false},       {whites, 2, true, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        const ferry_gx_material *gx =
            add_glow(scene, "glow", add_texture(scene, "light", 16, 16, rows[i].picture, FERRY_WRAP_REPEAT),
                     255, FERRY_GX_FACTOR_ONE);
        const fy_vertex_summary facts = {.min_alpha = {1, 1}};
        fy_reference reference = {.job = job, .scene = scene};
        ck_assert(fy_reference_start(&reference, gx, &facts));
        const fy_tev_node leaf = {.op = FY_TEV_TEX, .swizzle = {3, 3, 3}, .k = {1, 1, 1}};
        const double k[3] = {rows[i].share, rows[i].share, rows[i].share};
        const uint16_t share =
                           fy_tev_moving(&reference.tev, k, rows[i].moves ? (uint32_t)FY_TEV_MOVES_KONST : 0),
                       alpha = fy_tev_mul(&reference.tev, fy_tev_leaf(&reference.tev, &leaf), share);
        const fy_blend_fit way = {.alpha = alpha, .exceeds = rows[i].exceeds};
        const fy_fit fit = {.textures = {{.used = true, .alpha = 3}}};
        ck_assert_msg(fy_blend_wraps(&reference, &way, &fit) == rows[i].wraps, "row %zu", i);
        fy_reference_end(&reference);
        close_scene(job, scene);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_blend_modes");
    TCase *glows = tcase_create("glows");
    tcase_add_test(glows, glows_do_not_wrap);
    tcase_add_test(glows, faint_glows_do_not_wrap_before_the_sky);
    tcase_add_test(glows, light_beyond_white_is_stronger);
    tcase_add_test(glows, screened_greys_lose_nothing);
    tcase_add_test(glows, multiplied_greys_lose_nothing);
    tcase_add_test(glows, compares_of_added_light_are_told);
    tcase_add_test(glows, shares_that_clips_change_must_not_wrap);
    tcase_add_test(glows, what_is_subtracted_darkens);
    suite_add_tcase(suite, glows);
    return fy_run_suite(suite);
}
