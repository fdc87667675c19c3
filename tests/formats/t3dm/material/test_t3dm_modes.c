/*
 * test_t3dm_modes.c: what is cut out, blended, added or hidden, and what writes depth (docs/what-is-lost.md,
 * "Materials"; docs/formats/t3dm.md, "Depth write").
 */
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/material_scene.h"
#include "core/image/image.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_shade.h"
#include "helpers.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/blend/t3dm_blend.h"
#include "shade/blend/t3dm_blend_grounds.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_modes.h"
#include "shade/t3dm_reference_state.h"

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

/* Over a ground: what is discarded leaves it as it is, the rest is blended with it component by component. */
START_TEST(sources_are_blended_with_their_ground) {
    static const uint8_t ground[3] = {200, 100, 40};
    const fy_sample sample = {.wanted = {100, 60, 80, 51}};
    static const double shown[2][3] = {{200, 100, 40}, {180, 92, 48}}; /* by a fifth */
    for (int seen = 0; seen < 2; seen++) {
        ferry_gx_material gx = compare_record(seen ? 7 : 0, 0, 0, 7, 0);
        gx.blend_mode = FERRY_GX_BLEND_BLEND, gx.blend_src = 4, gx.blend_dst = 5;
        const fy_reference reference = {.gx = &gx};
        double out[3];
        fy_blend_source(&reference, &sample, ground, out);
        for (int k = 0; k < 3; k++) ck_assert_double_eq_tol(255 * out[k], shown[seen][k], 1.5);
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
        ck_assert_int_eq(blend.unsupported != NULL, rows[i].asks);
        ck_assert_int_eq(blend.fades, rows[i].fades);
    }
}
END_TEST

/* A threshold of 100 goes into the picture: alpha 100 becomes the 127 from which on the console draws. What
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
    /* alpha TEX0 - PRIM * PRIM: filtered edges lie in the middle, not at an eighth */
    ck_assert_uint_eq(plan.materials[0].rdp.combiner, 0x0012762488EFB3D9);
    ck_assert_uint_eq(plan.materials[0].rdp.prim[3], 156);
    ck_assert_uint_eq(plan.materials[0].rdp.colors & FERRY_RDP_SET_PRIM, FERRY_RDP_SET_PRIM);
    for (int alpha = 0; alpha < 256; alpha++) { /* what the console makes of a filtered alpha */
        fy_rdp_inputs inputs = {.tex0 = {0, 0, 0, (uint8_t)alpha}, .prim = {0, 0, 0, 156}};
        uint8_t out[4];
        fy_rdp_combine(plan.materials[0].rdp.combiner, &inputs, out);
        ck_assert_int_eq(out[3] >= 32, alpha >= 127);
    }
    ck_assert_uint_eq(files.count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t width, height;
        const uint8_t *rgba;
        ck_assert(fy_png_read(job, files.data[i].name, files.data[i].bytes, &width, &height, &rgba));
        /* columns have alpha 84, 88 .. 112; half of 103 is the first that rounds to 52 */
        for (uint32_t x = 0; x < 8; x++)
            ck_assert_int_eq(rgba[4 * x + 3], x * 4 + 84 + 127 - (i ? 103u : 100u));
        for (uint32_t x = 0; x < 8; x++) ck_assert_int_eq(rgba[4 * (7 * width + x) + 3], 255);
    }
    close_scene(job, scene);
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

/* Glows of all hues from red to blue, each weak and strong: translucency of few hues shows none of them. */
static void hues(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 4 * y * (8 - x), 0, 4 * y * x, 255);
}

/* Painted light is right over one ground, which light over the model has not. */
START_TEST(light_over_the_model_is_not_painted) {
    for (int over = 0; over < 2; over++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        ferry_gx_material *gx = add_gx(scene, "hues", add_texture(scene, "h", 9, 9, hues, FERRY_WRAP_REPEAT));
        gx->blend_mode = FERRY_GX_BLEND_BLEND;
        gx->blend_dst = FERRY_GX_FACTOR_ONE;
        gx->stages[0].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO,
                                                 FERRY_GX_CC_TEXC, .clamp = 1};
        gx->stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                                 FERRY_GX_CA_TEXA, .clamp = 1};
        fy_vertex_summary facts = {.min_alpha = {1, 1}, .count = {0, 0}};
        fy_reference reference = {.job = job, .scene = scene};
        ck_assert(fy_reference_start(&reference, gx, &facts));
        for (unsigned i = 0; i < FY_SAMPLES && over; i++) reference.samples[i].over = true;
        fy_blend_fit found =
            fy_blend_choose(&reference, reference.tev.color, reference.tev.alpha, true, FY_BLEND_PAINTS);
        ck_assert_int_eq(found.method == FY_BLEND_PAINTED, !over);
        fy_reference_end(&reference);
        close_scene(job, scene);
    }
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
    ck_assert_int_eq(plan.materials[plan.of_draw[0]].layer, FY_T3DM_DECAL); /* it lies on the skin */
    ck_assert_uint_eq(plan.of_draw[1], FERRY_NONE);
    ck_assert_uint_ne(plan.of_draw[2], FERRY_NONE);
    ck_assert(has_loss(job, "t3dm.alpha-mask"));
    close_scene(job, scene);
}
END_TEST

/* Eyes so far in front of a face as wide as this. */
static fy_t3dm_material eye_in_front(double part) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    add_gx(scene, "face", FERRY_NONE);
    ferry_gx_material *eye = add_gx(scene, "eye", FERRY_NONE);
    eye->blend_mode = FERRY_GX_BLEND_BLEND, eye->blend_src = FERRY_GX_FACTOR_DST_ALPHA,
    eye->blend_dst = FERRY_GX_FACTOR_INV_DST_ALPHA;
    eye->z_test = eye->z_write = 0;
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = scene->meshes.data[0];
    mesh->positions = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        mesh->positions[v] = scene->meshes.data[0].positions[v];
        mesh->positions[v].z += (float)(part * (double)mesh->positions[2].x);
    }
    scene->draws.data[1].mesh = scene->meshes.count - 1;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    fy_t3dm_material made = plan.materials[plan.of_draw[1]];
    close_scene(job, scene);
    return made;
}

/* They test depth, as the mask did that the game drew for them: they do not show through hands and walls. As
 * decals do where they lie in the face's plane; what stands out from it would be lost so. */
START_TEST(frame_alpha_is_tested_by_depth) {
    static const struct {
        double part;
        bool decal;
    } rows[] = {{0, true}, {1e-4, true}, {-1e-4, true}, {.002, false}, {.1, false}, {-.01, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fy_t3dm_material eye = eye_in_front(rows[i].part);
        ck_assert(eye.rdp.flags & FERRY_RDP_DEPTH && fy_t3dm_keeps_depth(&eye.rdp));
        ck_assert_int_eq((eye.rdp.other_mode & FERRY_RDP_Z_DECAL) == FERRY_RDP_Z_DECAL, rows[i].decal);
        ck_assert_int_eq(eye.layer == FY_T3DM_DECAL, rows[i].decal);
        ck_assert_int_eq(eye.own_z_mode, rows[i].decal);
    }
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
    Suite *suite = suite_create("t3dm_modes");
    TCase *modes = tcase_create("modes");
    tcase_add_test(modes, alpha_compares_become_thresholds);
    tcase_add_test(modes, sources_are_blended_with_their_ground);
    tcase_add_test(modes, blends_become_layers);
    TCase *plans = tcase_create("plans");
    tcase_add_test(plans, thresholds_are_baked_into_textures);
    tcase_add_test(plans, glows_turn_from_hue_to_hue);
    tcase_add_test(plans, light_over_the_model_is_not_painted);
    tcase_add_test(plans, effectively_opaque_materials_are_opaque);
    tcase_add_test(plans, translucency_of_all_or_nothing_is_cut_out);
    tcase_add_test(plans, cutouts_in_a_row_keep_their_compare);
    tcase_add_test(plans, masks_of_the_frame_alpha_are_left_out);
    tcase_add_test(plans, frame_alpha_is_tested_by_depth);
    tcase_add_test(plans, depth_write_follows_the_source);
    tcase_add_test(plans, other_depth_compares_are_told);
    tcase_add_test(plans, depth_write_can_be_kept_on);
    suite_add_tcase(suite, modes);
    suite_add_tcase(suite, plans);
    return fy_run_suite(suite);
}
