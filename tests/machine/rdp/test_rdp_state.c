/*
 * test_rdp_state.c: which registers materials leave behind, object after object
 * (docs/formats/n64_drawing.md).
 */
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/rdp_values.h"
#include "helpers.h"
#include "machine/rdp/rdp_color.h"
#include "machine/rdp/rdp_depth.h"
#include "machine/rdp/rdp_state.h"
#include "machine/rdp/rdp_tile.h"

typedef struct stage {
    fy_rdp_state state;
    ferry_mip_level pictures[2];
} stage;

static const uint8_t one_texel[4] = {1, 2, 3, 4};

static void set_stage(stage *on) {
    fy_rdp_start_frame(&on->state);
    fy_rdp_start_model(&on->state);
    for (int i = 0; i < 2; i++) on->pictures[i] = (ferry_mip_level){1, 1, one_texel};
}

static ferry_rdp_material textured(uint32_t hash, uint64_t combiner, uint64_t other_mode) {
    ferry_rdp_material material = {.combiner = combiner,
                                   .other_mode = other_mode,
                                   .other_mode_mask = FERRY_RDP_MODE_MASK,
                                   .flags = 0x17,
                                   .tiles = {slot_of(1, 0, 1), {.texture = UINT32_MAX}}};
    material.tiles[0].hash = hash;
    return material;
}

START_TEST(colours_stay_and_zero_is_not_sent) {
    stage on;
    set_stage(&on);
    ferry_rdp_material material = textured(1, TEX_SHADE, FERRY_RDP_BILINEAR);
    material.colors = FERRY_RDP_SET_PRIM;
    memcpy(material.prim, (uint8_t[]){9, 8, 7, 6}, 4);
    memcpy(material.env, (uint8_t[]){5, 5, 5, 5}, 4);
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &material, on.pictures), 0);
    fy_rdp_modes modes = fy_rdp_modes_of(&on.state);
    expect_rgba(modes.prim, 9, 8, 7, 6);
    expect_rgba(modes.env, 0, 0, 0, 0);
    material.colors = 0;
    memset(material.prim, 1, 4);
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &material, on.pictures), 0);
    expect_rgba(on.state.prim, 9, 8, 7, 6);
    /* the next model begins with all zero, which counts as sent */
    fy_rdp_start_model(&on.state);
    material.colors = FERRY_RDP_SET_PRIM;
    memset(material.prim, 0, 4);
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &material, on.pictures), FY_RDP_KEPT_COLOR);
    expect_rgba(on.state.prim, 9, 8, 7, 6);
    /* a threshold needs no bit of its own */
    material.colors = 0, material.other_mode |= FERRY_RDP_ALPHA_COMPARE, material.blend[3] = 77;
    fy_rdp_apply(&on.state, &material, on.pictures);
    ck_assert_int_eq(on.state.blend[3], 77);
}
END_TEST

START_TEST(equal_hashes_keep_the_old_tile) {
    stage on;
    set_stage(&on);
    ferry_rdp_material first = textured(5, TEX_SHADE, FERRY_RDP_BILINEAR), second = first;
    second.tiles[0].s.shift = 2;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &first, on.pictures), 0);
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &second, on.pictures), FY_RDP_STALE_TILE);
    ck_assert_int_eq(on.state.tiles[0].s.shift, 0);
    second.tiles[0].hash = 6;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &second, on.pictures), 0);
    ck_assert_int_eq(on.state.tiles[0].s.shift, 2);
    /* B with A's hash shows A's picture; without B, tile 1 stays */
    uint8_t other[4] = {9, 9, 9, 9};
    on.pictures[1].rgba = other;
    second.tiles[1] = second.tiles[0];
    second.tiles[1].s.shift = 1;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &second, on.pictures), 0);
    ck_assert_ptr_eq(on.state.tiles[1].rgba, one_texel);
    ck_assert_int_eq(on.state.tiles[1].s.shift, 1);
    fy_rdp_apply(&on.state, &first, on.pictures);
    ck_assert_int_eq(on.state.tiles[1].s.shift, 1);
    ck_assert_ptr_eq(on.state.tiles[1].rgba, one_texel);
}
END_TEST

START_TEST(cutouts_get_lost) {
    const uint64_t cutout = FERRY_RDP_BILINEAR | FERRY_RDP_ALPHA_COMPARE;
    stage on;
    set_stage(&on);
    ferry_rdp_material first = textured(5, TEX_SHADE, cutout), second = first, third;
    first.blend[3] = second.blend[3] = 128;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &first, on.pictures), 0);
    ck_assert(fy_rdp_modes_of(&on.state).compare);
    /* another colour only: kept */
    second.colors = FERRY_RDP_SET_PRIM, second.prim[0] = 3;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &second, on.pictures), 0);
    ck_assert(fy_rdp_modes_of(&on.state).compare);
    /* another combiner: lost */
    third = second, third.combiner = TEX_PRIM_ALPHA;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &third, on.pictures), FY_RDP_LOST_CUTOUT);
    ck_assert(!fy_rdp_modes_of(&on.state).compare);
    /* another texture brings it back */
    third.tiles[0].hash = 6;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &third, on.pictures), 0);
    ck_assert(fy_rdp_modes_of(&on.state).compare);
}
END_TEST

START_TEST(z_modes_are_inherited_without_their_mask) {
    stage on;
    set_stage(&on);
    ferry_rdp_material decal = textured(5, TEX_SHADE, FERRY_RDP_BILINEAR | FERRY_RDP_Z_DECAL);
    ferry_rdp_material next = textured(6, TEX_SHADE, FERRY_RDP_BILINEAR);
    next.other_mode_mask &= ~FERRY_RDP_Z_DECAL;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &decal, on.pictures), 0);
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &next, on.pictures), FY_RDP_INHERITED_Z);
    ck_assert_int_eq(fy_rdp_modes_of(&on.state).z_mode, FY_RDP_Z_DECAL);
    next.other_mode_mask = FERRY_RDP_MODE_MASK, next.tiles[0].hash = 7;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &next, on.pictures), 0);
    ck_assert_int_eq(fy_rdp_modes_of(&on.state).z_mode, FY_RDP_Z_OPAQUE);
}
END_TEST

/* Depth write is on as a frame starts; it stays as it is where the mask does not name it, from one model to
 * the next as well. */
START_TEST(depth_write_is_inherited_without_its_mask) {
    stage on;
    set_stage(&on);
    ferry_rdp_material glass = textured(5, TEX_SHADE, FERRY_RDP_BILINEAR), wall = glass;
    glass.other_mode_mask |= FERRY_RDP_Z_WRITE;
    wall.tiles[0].hash = 6;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &wall, on.pictures), 0);
    ck_assert(!fy_rdp_modes_of(&on.state).keeps_depth);
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &glass, on.pictures), 0);
    ck_assert(fy_rdp_modes_of(&on.state).keeps_depth);
    fy_rdp_start_model(&on.state);
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &wall, on.pictures), FY_RDP_INHERITED_Z);
    ck_assert(fy_rdp_modes_of(&on.state).keeps_depth);
    wall.other_mode_mask |= FERRY_RDP_Z_WRITE, wall.other_mode |= FERRY_RDP_Z_WRITE;
    ck_assert_uint_eq(fy_rdp_apply(&on.state, &wall, on.pictures), 0);
    ck_assert(!fy_rdp_modes_of(&on.state).keeps_depth);
}
END_TEST

START_TEST(a_material_without_combiner_leaves_the_rest) {
    stage on;
    set_stage(&on);
    ferry_rdp_material first = textured(5, TEX_SHADE, 0), none = textured(6, 0, FERRY_RDP_BILINEAR);
    first.blender = FERRY_RDP_BLEND_ADD, first.fog = 2;
    none.flags = 0x05, none.effect = FERRY_RDP_EFFECT_SPHERICAL_UV, none.tiles[0].width = 48;
    fy_rdp_apply(&on.state, &first, on.pictures);
    ck_assert_int_eq(fy_rdp_filter_of(on.state.other_mode), FY_RDP_POINT);
    fy_rdp_apply(&on.state, &none, on.pictures);
    ck_assert_uint_eq(on.state.combiner, TEX_SHADE);
    ck_assert_uint_eq(on.state.blender, FERRY_RDP_BLEND_ADD);
    ck_assert_int_eq(fy_rdp_filter_of(on.state.other_mode), FY_RDP_POINT);
    ck_assert_uint_eq(on.state.flags, 0x05);
    ck_assert(on.state.fog);
    ck_assert_uint_eq(on.state.effect_width, 48);
    /* draw flags 0 are never sent first */
    fy_rdp_start_model(&on.state);
    ck_assert_uint_eq(on.state.effect, FERRY_RDP_EFFECT_NONE);
    none.flags = 0;
    fy_rdp_apply(&on.state, &none, on.pictures);
    ck_assert_uint_eq(on.state.flags, 0x05);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rdp_state");
    TCase *state = tcase_create("state");
    tcase_add_test(state, colours_stay_and_zero_is_not_sent);
    tcase_add_test(state, equal_hashes_keep_the_old_tile);
    tcase_add_test(state, cutouts_get_lost);
    tcase_add_test(state, z_modes_are_inherited_without_their_mask);
    tcase_add_test(state, depth_write_is_inherited_without_its_mask);
    tcase_add_test(state, a_material_without_combiner_leaves_the_rest);
    suite_add_tcase(suite, state);
    return fy_run_suite(suite);
}
