/* test_t3dm_uv_fit.c: texture coordinates that span too much for a vertex, and second textures that begin
 * before the first: what the console samples from what vertices hold is what the source says. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/material_scene.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_uv_range.h"
#include "helpers.h"
#include "machine/rdp/rdp_tile.h"

enum { SIDE = 64 };

/* Each texel's red is its number. */
static void column_numbers(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 4 * x, (x * 7 + y * 3) % 64 * 4, (x ^ y) * 4, 255);
}

/* The square's u goes from `from` on over `wide` repeats, its v over half of one. */
static void spread(ferry_scene *scene, float from, float wide) {
    static const float corners[4][2] = {{0, 0}, {1, 0}, {1, .5f}, {0, .5f}};
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int i = 0; i < 4; i++) mesh->uvs[0][i] = (ferry_vec2){from + wide * corners[i][0], corners[i][1]};
}

static const fy_t3dm_material *planned(ferry_job *job, const ferry_scene *scene) {
    static fy_t3dm_plan plan;
    ferry_file_list files;
    plan = plan_of(job, scene, &files);
    return &plan.materials[0];
}

/* Number of the texel, of a picture so wide, that a tile shows for a stored coordinate. */
static int shown(const ferry_rdp_tile *tile, double stored) {
    uint8_t numbers[4 * SIDE * 4] = {0}, out[4];
    for (int i = 0; i < SIDE; i++) numbers[4 * i] = (uint8_t)(4 * i);
    ferry_rdp_tile row = *tile;
    row.height = 1, row.t = (ferry_rdp_axis){.clamp = 1};
    fy_rdp_sampler sampler = fy_rdp_tile_of(&row, tile->width, 1, numbers);
    fy_rdp_sample(&sampler, FY_RDP_POINT, (int32_t)floor(stored), 0, out);
    return out[0] / 4;
}

/* The same as the source says, `texels` from the picture's left edge. */
static int wanted(double texels, ferry_wrap wrap) {
    int64_t at = (int64_t)floor(texels), period = wrap == FERRY_WRAP_MIRROR ? 2 * SIDE : SIDE;
    if (wrap == FERRY_WRAP_CLAMP) return (int)(at < 0 ? 0 : at >= SIDE ? SIDE - 1 : at);
    at = (at % period + period) % period;
    return (int)(at < SIDE ? at : period - 1 - at);
}

static int apart(int a, int b) {
    int by = abs(a - b);
    return by > SIDE / 2 ? SIDE - by : by;
}

/* Along u: what a triangle from `from` over `wide` repeats shows, in a tile that starts `low` texels later
 * than the vertices' and counts `scale` texels for each of theirs. */
static void expect_shown(const fy_t3dm_material *material, int tile, float from, float wide, double scale,
                         double low, ferry_wrap wrap) {
    int64_t ends[2], period[2];
    for (int i = 0; i < 2; i++)
        ends[i] = fy_t3dm_store_uv(material, &fy_t3dm_layouts[FY_T3DM_LAYOUTS - 1], 0,
                                   (double)from + (i ? (double)wide : 0));
    fy_t3dm_uv_periods(material, period);
    int64_t by;
    if (!fy_t3dm_object_move(ends[0], ends[1], period[0], &by))
        by = fy_t3dm_triangle_move(ends[0], ends[1], period[0]);
    ck_assert_int_ge(ends[0] + by, FY_T3DM_UV_MIN);
    ck_assert_int_le(ends[1] + by, FY_T3DM_UV_MAX);
    ck_assert_int_le(ends[1] - ends[0], FY_T3DM_UV_SPAN);
    double step = (1 << material->uv_shift[0]) / 32.0;
    for (int i = 1; i < 997; i++) {
        double part = i / 997.0, stored = (double)(ends[0] + by) + part * (double)(ends[1] - ends[0]);
        /* filtered: texel i is centred at i */
        double texels = ((double)from + part * (double)wide) * SIDE * scale - low - .5;
        int expected = wanted(texels, wrap), found = shown(&material->rdp.tiles[tile], stored);
        ck_assert_msg(apart(found, expected) <= ceil(2 * step * scale), "at %g texels: %d, expected %d",
                      texels, found, expected);
    }
}

/* ------------------------------------------------------------------------------------------------ spans */

static const struct {
    float from, wide;
    ferry_wrap wrap;
    int shift;
} spans[] = {
    {0, 16, FERRY_WRAP_REPEAT, 0},  {-9000, 15, FERRY_WRAP_REPEAT, 0},    {0, 17, FERRY_WRAP_REPEAT, 1},
    {5, 32, FERRY_WRAP_MIRROR, 1},  {-100.25f, 50, FERRY_WRAP_REPEAT, 2}, {-70, 120, FERRY_WRAP_MIRROR, 3},
    {3, 250, FERRY_WRAP_REPEAT, 4}, {-200, 500, FERRY_WRAP_MIRROR, 5},
};

/* Without the shift, what spans more than 1024 texels is clamped. */
START_TEST(wide_spans_are_divided_and_multiplied_again) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    spread(scene, spans[_i].from, spans[_i].wide);
    add_gx(scene, "water", add_texture(scene, "waves", SIDE, SIDE, column_numbers, spans[_i].wrap));
    const fy_t3dm_material *material = planned(job, scene);
    const ferry_rdp_tile *tile = &material->rdp.tiles[0];
    ck_assert_uint_eq(tile->width, SIDE);
    ck_assert_int_eq(tile->s.shift, -spans[_i].shift);
    ck_assert_int_eq(material->uv_shift[0], spans[_i].shift);
    ck_assert_int_eq(tile->t.shift, 0);
    expect_shown(material, 0, spans[_i].from, spans[_i].wide, 1, 0, spans[_i].wrap);
    ck_assert_int_eq(has_loss(job, "t3dm.uv-range"), spans[_i].shift >= 3);
    if (spans[_i].shift)
        ck_assert_double_eq_tol(loss_number(job, "t3dm.uv-range", "in steps of "),
                                (1 << spans[_i].shift) / 32.0, 1e-9);
    close_scene(job, scene);
}
END_TEST

/* What comes back on the other side would not be clamped. */
START_TEST(clamped_tiles_are_not_shifted) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    spread(scene, 0, 100);
    add_gx(scene, "sign", add_texture(scene, "letters", SIDE, SIDE, column_numbers, FERRY_WRAP_CLAMP));
    const fy_t3dm_material *material = planned(job, scene);
    ck_assert_int_eq(material->rdp.tiles[0].s.shift, 0);
    ck_assert_int_eq(material->uv_shift[0], 0);
    close_scene(job, scene);
}
END_TEST

/* Many colours, the same from left to right as from right to left. */
static void shield_colors(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t column = x < SIDE ? x : 2 * SIDE - 1 - x;
    set(texel, 4 * column, (column * 37 + y * 3) % 64 * 4, (column ^ y) * 4, 255);
}

/* Only the half is stored of a clamped picture that is mirror-symmetric: its tile ends behind the mirrored
 * one. Before, it ended behind the stored half. */
START_TEST(a_clamped_picture_is_mirrored_once) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    spread(scene, 0, 1);
    uint32_t shield = add_texture(scene, "shield", 2 * SIDE, SIDE, shield_colors, FERRY_WRAP_CLAMP);
    add_gx(scene, "shield", shield);
    const fy_t3dm_material *material = planned(job, scene);
    const ferry_rdp_tile *tile = &material->rdp.tiles[0];
    ck_assert_uint_eq(tile->width, SIDE);
    ck_assert(tile->s.mirror && tile->s.clamp);
    ck_assert_float_eq(tile->s.high - tile->s.low, 2 * SIDE - 1);
    for (int i = -8; i < 2 * SIDE + 8; i++) {
        int column = i < 0 ? 0 : i < SIDE ? i : i < 2 * SIDE ? 2 * SIDE - 1 - i : 0;
        ck_assert_int_eq(shown(tile, i * 32 + 16), column);
    }
    close_scene(job, scene);
}
END_TEST

/* The widest triangle of all draws decides. */
START_TEST(draws_of_one_material_share_its_shift) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    spread(scene, 0, 1);
    add_gx(scene, "floor", add_texture(scene, "tiles", SIDE, SIDE, column_numbers, FERRY_WRAP_REPEAT));
    ferry_mesh *far = ferry_append(scene, &scene->meshes, ferry_mesh);
    *far = scene->meshes.data[0];
    far->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int i = 0; i < 4; i++) far->uvs[0][i] = (ferry_vec2){0, (float)(i / 2) * 40};
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = scene->draws.data[0];
    draw->mesh = 1;
    const fy_t3dm_material *material = planned(job, scene);
    ck_assert_int_eq(material->uv_shift[0], 0);
    uint32_t texels = 40u * material->rdp.tiles[0].height; /* its picture was made smaller */
    ck_assert_uint_le(texels >> material->uv_shift[1], 1024);
    ck_assert_uint_gt(texels >> material->uv_shift[1], 512);
    close_scene(job, scene);
}
END_TEST

/* ------------------------------------------------------------------------------------- second textures */

/* A second texture by the same UV set, `scale` times as often, moved by `u` of its repeats. */
static void add_pair(ferry_scene *scene, ferry_wrap first, ferry_wrap second, float scale, float u) {
    ferry_gx_material *gx = add_gx(scene, "pair", add_texture(scene, "a", SIDE, 8, column_numbers, first));
    gx->textures[1] = add_texture(scene, "b", SIDE, 8, column_numbers, second);
    gx->texgen_count = gx->stage_count = 2;
    gx->texgens[1].matrix = 33;
    gx->matrices[1] =
        (ferry_gx_texture_matrix){.present = true, .projection = 1, .scale = {scale, 1}, .translate = {u, 0}};
    for (int i = 0; i < 4; i++) gx->matrices[1].effect[i][i] = 1;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = gx->stages[1].texgen = 1;
    gx->stages[1].color.c = FERRY_GX_CC_CPREV;
}

START_TEST(second_tiles_are_shifted_as_well) {
    static const struct {
        float wide, scale;
        int shift, second;
    } rows[] = {
        {60, 2, 2, -3},
        {60, .25f, 2, 0},
        {120, 4, 3, -5},
        {250, 4, 3, -5}, /* the second one has no more bits: its triangles are cut */
    };
    for (int i = 0; i < 4; i++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        spread(scene, 0, rows[i].wide);
        add_pair(scene, FERRY_WRAP_REPEAT, FERRY_WRAP_REPEAT, rows[i].scale, 0);
        const fy_t3dm_material *material = planned(job, scene);
        ck_assert_int_eq(material->rdp.tiles[1].width, SIDE);
        ck_assert_int_eq(material->uv_shift[0], rows[i].shift);
        ck_assert_int_eq(material->rdp.tiles[0].s.shift, -rows[i].shift);
        ck_assert_int_eq(material->rdp.tiles[1].s.shift, rows[i].second);
        close_scene(job, scene);
    }
}
END_TEST

static const struct {
    ferry_wrap first, second;
    float scale, u;
    double lows[2];
    bool loss;
} pairs[] = {
    {FERRY_WRAP_REPEAT, FERRY_WRAP_CLAMP, 1, -.25f, {0, 16}, false},
    {FERRY_WRAP_REPEAT, FERRY_WRAP_CLAMP, 1, .25f, {16, 0}, false},
    {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP, 1, .25f, {16, 0}, false},
    {FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP, 1, -15.25f, {0, 960}, true},
    {FERRY_WRAP_REPEAT, FERRY_WRAP_CLAMP, 1, -15.25f, {48, 960}, false},
    {FERRY_WRAP_MIRROR, FERRY_WRAP_CLAMP, 4, .0625f, {1.5, .5}, false},
};

/* Before, the second one began at 0 wherever its offset was not possible. */
START_TEST(both_tiles_begin_later_where_one_could_not) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    spread(scene, 0, 2);
    add_pair(scene, pairs[_i].first, pairs[_i].second, pairs[_i].scale, pairs[_i].u);
    const fy_t3dm_material *material = planned(job, scene);
    for (int i = 0; i < 2; i++) {
        const ferry_rdp_axis *s = &material->rdp.tiles[i].s;
        ck_assert_msg((double)s->low == pairs[_i].lows[i], "tile %d: %g", i, (double)s->low);
        ck_assert_float_eq(s->high, s->low + SIDE - 1);
    }
    ck_assert_int_eq(has_loss(job, "t3dm.second-texture"), pairs[_i].loss);
    expect_shown(material, 0, 0, 2, 1, 0, pairs[_i].first);
    if (!pairs[_i].loss)
        expect_shown(material, 1, 0, 2, (double)pairs[_i].scale, -(double)pairs[_i].u * SIDE,
                     pairs[_i].second);
    else
        ck_assert_double_eq(loss_number(job, "t3dm.second-texture", "misplaced by "), 16);
    close_scene(job, scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_uv_fit");
    TCase *one = tcase_create("spans"), *two = tcase_create("pairs");
    tcase_add_loop_test(one, wide_spans_are_divided_and_multiplied_again, 0, sizeof spans / sizeof *spans);
    tcase_add_test(one, clamped_tiles_are_not_shifted);
    tcase_add_test(one, a_clamped_picture_is_mirrored_once);
    tcase_add_test(one, draws_of_one_material_share_its_shift);
    tcase_add_test(two, second_tiles_are_shifted_as_well);
    tcase_add_loop_test(two, both_tiles_begin_later_where_one_could_not, 0, sizeof pairs / sizeof *pairs);
    suite_add_tcase(suite, one);
    suite_add_tcase(suite, two);
    return fy_run_suite(suite);
}
