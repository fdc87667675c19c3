/*
 * test_t3dm_tiles.c: tiles and the pictures in them: sizes, offsets, ends (docs/what-is-lost.md,
 * "Textures").
 */
#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/material_scene.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "helpers.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_combiner.h"

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

/* A clamped tile that begins before its picture: libdragon stops there, so it begins at 0, and that is told.
 * One that repeats begins where it is given. The second texture alone is the one that gets a file. */
START_TEST(clamped_tiles_begin_with_their_picture) {
    for (unsigned slot = 0; slot < 2; slot++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        ferry_rdp_material *rdp = ferry_scene_new(scene, ferry_rdp_material, 1);
        *rdp = (ferry_rdp_material){.other_mode_mask = FERRY_RDP_MODE_MASK,
                                    .flags = FERRY_RDP_TEXTURED | FERRY_RDP_SHADED};
        rdp->tiles[0].texture = rdp->tiles[1].texture = FERRY_NONE;
        ferry_rdp_tile *tile = &rdp->tiles[slot];
        tile->texture = add_texture(scene, "p", 16, 16, many_greys, FERRY_WRAP_REPEAT);
        tile->width = tile->height = 16;
        tile->s = (ferry_rdp_axis){.low = -2, .high = 13, .mask = 4, .clamp = true};
        tile->t = (ferry_rdp_axis){.low = -2, .high = 13, .mask = 4};
        add_material(scene, "given")->rdp = rdp;
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        const fy_t3dm_material *made = &plan.materials[0];
        ck_assert_uint_eq(files.count, 1);
        ck_assert_float_eq(made->rdp.tiles[slot].s.low, 0);
        ck_assert_float_eq(made->rdp.tiles[slot].t.low, -2);
        ck_assert_double_eq(loss_number(job, "t3dm.tile", "starts at "), -2);
        ck_assert_ptr_nonnull(made->paths[slot]);
        ck_assert_ptr_null(made->paths[!slot]);
        close_scene(job, scene);
    }
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

/* It also stops where a picture of fewer than eight rows is clamped across and repeats down. That is how an
 * environment map that is clamped on both sides is laid on, where its v points up: the other way round. */
START_TEST(environment_maps_that_repeat_down_have_eight_rows) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "mirror", add_texture(scene, "flat", 8, 4, ten_colors, FERRY_WRAP_CLAMP));
    gx->texgens[0] = (ferry_gx_texgen){1, FERRY_GX_TG_NORMAL, 30};
    gx->matrices[0] = (ferry_gx_texture_matrix){
        .present = true, .projection = 1, .mode = 6, .scale = {1, -1}, .center = {.5f, .5f}};
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const ferry_rdp_material *made = &plan.materials[0].rdp;
    ck_assert_uint_eq(made->effect, FERRY_RDP_EFFECT_SPHERICAL_UV);
    ck_assert(made->tiles[0].s.clamp && !made->tiles[0].t.clamp);
    ck_assert_uint_ge(plan.materials[0].sizes[0][1], 8);
    close_scene(job, scene);
}
END_TEST

/* The second texture of two by one UV set, moved by `u` repeats. */
static void add_second(ferry_gx_material *gx, uint32_t texture, float u) {
    gx->textures[1] = texture;
    gx->texgen_count = 2;
    gx->texgens[1] = (ferry_gx_texgen){1, FERRY_GX_TG_TEX0, 30};
    gx->matrices[0] = (ferry_gx_texture_matrix){
        .present = true, .projection = 1, .scale = {1, 1}, .translate = {u, 0}, .center = {.5f, .5f, 0}};
    gx->stage_count = 2;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = gx->stages[1].texgen = 1;
    gx->stages[1].color.c = FERRY_GX_CC_CPREV;
}

static const ferry_rdp_tile *second_tile(ferry_job *job, ferry_scene *scene, uint32_t width, uint32_t height,
                                         ferry_wrap wrap, float u) {
    ferry_gx_material *gx =
        add_gx(scene, "pair", add_texture(scene, "first", width, height, many_greys, wrap));
    add_second(gx, add_texture(scene, "second", width, height, sixteen_greys, wrap), u);
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

/* A lid and a pupil, each in the middle of a large picture. */
static void lid(uint32_t x, uint32_t y, uint8_t *to) {
    bool inside = x >= 24 && x < 72 && y >= 36 && y < 60;
    uint32_t grey = inside ? (x / 3 + y / 2) % 8 * 36 : 255;
    set(to, grey, grey, grey, inside ? 255 : 0);
}

static void pupil(uint32_t x, uint32_t y, uint8_t *to) {
    bool inside = x >= 40 && x < 56 && y >= 40 && y < 56;
    uint32_t grey = inside ? 0 : 255;
    set(to, grey, inside ? 8 * (x - 40) : 255, inside ? 8 * (y - 40) : 255, 255);
}

/* Both lose edges that go on, but for five texels, in multiples of eight; each starts where its own part
 * does. Where that is before the first one starts, the vertices move. */
START_TEST(both_pictures_are_stored_in_part) {
    static const float moves[] = {-.125F, .25F};
    for (int i = 0; i < 2; i++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        ferry_gx_material *gx =
            add_gx(scene, "eye", add_texture(scene, "lid", 96, 96, lid, FERRY_WRAP_CLAMP));
        add_second(gx, add_texture(scene, "pupil", 96, 96, pupil, FERRY_WRAP_CLAMP), moves[i]);
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        const fy_t3dm_material *made = &plan.materials[0];
        const ferry_rdp_tile *first = &made->rdp.tiles[0], *second = &made->rdp.tiles[1];
        ck_assert_uint_eq(first->width, 64); /* 19 to 77 */
        ck_assert_uint_eq(first->height, 40);
        ck_assert_uint_eq(second->width, 32); /* 35 to 61 */
        ck_assert_uint_eq(second->height, 32);
        ck_assert_double_eq(made->uv_matrix[0][0], 1.5);
        ck_assert_double_eq(made->uv_matrix[0][3], -19 / 64.0);
        ck_assert_double_eq(made->uv_matrix[1][3], -31 / 40.0);
        ck_assert_float_eq(second->s.low - first->s.low, -96 * moves[i] + 35 - 19);
        ck_assert_float_eq(second->t.low - first->t.low, 35 - 31);
        ck_assert_int_eq(made->uv_move[0] == 0, i == 0);
        ck_assert(second->s.clamp && second->t.clamp && !has_loss(job, "t3dm.second-texture"));
        close_scene(job, scene);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_tiles");
    TCase *plans = tcase_create("plans");
    tcase_add_test(plans, odd_sizes_are_rescaled_where_they_repeat);
    tcase_add_test(plans, tiles_follow_pictures_that_become_smaller);
    tcase_add_test(plans, clamped_tiles_begin_with_their_picture);
    tcase_add_loop_test(plans, tiles_of_effects_tell_their_pictures_size, 0, 3);
    tcase_add_test(plans, two_textures_share_memory_without_palettes);
    tcase_add_test(plans, tiles_end_below_1024);
    tcase_add_test(plans, environment_maps_that_repeat_down_have_eight_rows);
    tcase_add_test(plans, offsets_are_quarters_of_a_texel);
    tcase_add_test(plans, both_pictures_are_stored_in_part);
    suite_add_tcase(suite, plans);
    return fy_run_suite(suite);
}
