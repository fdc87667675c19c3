/* test_t3dm_materials.c: whole material plans (docs/what-is-lost.md, "Materials"). */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/material_scene.h"
#include "core/base/maths.h"
#include "formats/sprite/rom_path.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_shade.h"
#include "helpers.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"

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

/* Skin with a line as thin as a texel, which lies between the pixels that are looked at. */
static uint32_t line_at;

static void thin_line(uint32_t x, uint32_t y, uint8_t texel[4]) {
    bool line = y == line_at && x >= 16;
    set(texel, line ? 60 : 240, line ? 30 : 200, line ? 20 : 160, 255);
}

static void plain_skin(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)x;
    (void)y;
    set(texel, 240, 200, 160, 255);
}

/* What shows one colour at all pixels is a constant, unless its triangles show another one between them. */
START_TEST(lines_between_pixels_stay) {
    static const ferry_vec2 corners[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int row = 0; row < 10; row++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        ferry_mesh *mesh = &scene->meshes.data[0];
        mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
        memcpy(mesh->uvs[0], corners, sizeof corners);
        line_at = 120 + (uint32_t)row;
        add_gx(scene, "face",
               add_texture(scene, "mouth", 256, 256, row ? thin_line : plain_skin, FERRY_WRAP_CLAMP));
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_int_eq(plan.materials[0].paths[0] || plan.materials[0].paths[1], row > 0);
        close_scene(job, scene);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_materials");
    TCase *plans = tcase_create("plans");
    tcase_add_test(plans, generic_materials_follow_the_table);
    tcase_add_test(plans, lines_between_pixels_stay);
    tcase_add_test(plans, textures_read_at_one_place_are_constants);
    tcase_add_test(plans, textures_read_at_several_places_stay);
    tcase_add_test(plans, toon_shading_becomes_lighting);
    tcase_add_test(plans, doubling_bright_colors_cuts_at_white);
    tcase_add_test(plans, vertex_colors_carry_constants_and_formulas);
    tcase_add_test(plans, the_runtime_is_not_confused);
    tcase_add_test(plans, console_state_passes_through);
    tcase_add_test(plans, only_what_no_one_can_tell_apart_is_merged);
    suite_add_tcase(suite, plans);
    return fy_run_suite(suite);
}
