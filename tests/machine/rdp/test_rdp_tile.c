/*
 * test_rdp_tile.c: the console's texels: tiles and filters against measured values
 * (docs/formats/n64_drawing.md).
 */
#include <string.h>

#include "ferry64_rdp.h"
#include "builders/rdp_values.h"
#include "helpers.h"
#include "machine/rdp/rdp_color.h"
#include "machine/rdp/rdp_tile.h"

/* (80 x, 80 y, 60 (x xor y), 255 on odd fields) */
static void measured_texture(uint8_t rgba[64]) {
    for (unsigned y = 0; y < 4; y++)
        for (unsigned x = 0; x < 4; x++) {
            uint8_t *texel = rgba + 4 * (4 * y + x);
            texel[0] = (uint8_t)(80 * x), texel[1] = (uint8_t)(80 * y), texel[2] = (uint8_t)(60 * (x ^ y));
            texel[3] = (x + y) & 1 ? 255 : 0;
        }
}

START_TEST(filters_are_exact) {
    static const int16_t places[6][2] = {{8, 4}, {20, 20}, {16, 16}, {100, 40}, {-16, -16}, {130, -5}};
    static const struct {
        uint8_t mirror, clamp;
        fy_rdp_filter filter;
        uint8_t rgba[6][4];
    } cases[] = {
        {0,
         0,
         FY_RDP_BILINEAR,
         {{20, 10, 23, 96},
          {50, 50, 45, 191},
          {40, 40, 60, 255},
          {210, 100, 98, 96},
          {120, 120, 180, 255},
          {5, 38, 24, 24}}},
        {0,
         0,
         FY_RDP_POINT,
         {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {240, 80, 120, 0}, {240, 240, 0, 0}, {0, 240, 180, 255}}},
        {0,
         0,
         FY_RDP_MEDIAN,
         {{20, 10, 23, 96},
          {50, 50, 45, 191},
          {40, 40, 30, 128},
          {210, 100, 98, 96},
          {120, 120, 90, 128},
          {5, 38, 24, 24}}},
        {1,
         0,
         FY_RDP_BILINEAR,
         {{20, 10, 23, 96},
          {50, 50, 45, 191},
          {40, 40, 60, 255},
          {240, 100, 105, 64},
          {0, 0, 0, 0},
          {235, 0, 176, 239}}},
        {0,
         1,
         FY_RDP_BILINEAR,
         {{20, 10, 23, 96},
          {50, 50, 45, 191},
          {40, 40, 60, 255},
          {240, 100, 105, 64},
          {0, 0, 0, 0},
          {240, 0, 180, 255}}},
    };
    uint8_t texels[64], out[4];
    measured_texture(texels);
    for (size_t i = 0; i < COUNT(cases); i++) {
        ferry_rdp_tile slot = slot_of(4, cases[i].mirror, cases[i].clamp);
        fy_rdp_sampler sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
        for (size_t k = 0; k < COUNT(places); k++) {
            fy_rdp_sample(&sampler, cases[i].filter, places[k][0], places[k][1], out);
            const uint8_t *e = cases[i].rgba[k];
            expect_rgba(out, e[0], e[1], e[2], e[3]);
        }
    }
}
END_TEST

static uint8_t red_at(const fy_rdp_sampler *sampler, int32_t s) {
    uint8_t out[4];
    fy_rdp_sample(sampler, FY_RDP_POINT, s, 0, out);
    return out[0];
}

START_TEST(slots_become_tiles_as_the_library_sets_them) {
    uint8_t texels[64];
    measured_texture(texels);
    /* two mirrored repeats, then clamp: 0 1 2 3 3 2 1 0 0 0 .. */
    ferry_rdp_tile slot = slot_of(4, 1, 1);
    slot.s.high = slot.t.high = 7;
    fy_rdp_sampler sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
    static const uint8_t mirrored[] = {0, 80, 160, 240, 240, 160, 80, 0, 0, 0};
    for (int i = 0; i < 10; i++) ck_assert_int_eq(red_at(&sampler, i * 32 + 16), mirrored[i]);
    ck_assert_int_eq(red_at(&sampler, -32), 0);
    /* low moves the picture: texel 0 stands at S = low */
    slot = slot_of(4, 0, 0);
    slot.s.low = 1.5f;
    sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
    ck_assert_int_eq(red_at(&sampler, 48), 0);
    ck_assert_int_eq(red_at(&sampler, 47), 240);
    ck_assert_int_eq(red_at(&sampler, 80), 80);
    /* shift 1 halves, -1 doubles the coordinate */
    slot = slot_of(4, 0, 0);
    slot.s.shift = 1;
    sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
    ck_assert_int_eq(red_at(&sampler, 64), 80);
    slot.s.shift = -1;
    sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
    ck_assert_int_eq(red_at(&sampler, 16), 80);
    ck_assert_int_eq(red_at(&sampler, 64), 0);
    /* a fraction of a repeat stops earlier */
    slot = slot_of(4, 0, 1);
    slot.s.high = 1;
    sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
    ck_assert_int_eq(sampler.s.high, 4 * (1 * 4 - 2) - 4);
    /* T stops after its first repeat if S does not clamp */
    slot = slot_of(4, 0, 0);
    slot.t.clamp = 1, slot.t.high = 7;
    sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
    ck_assert_int_eq(sampler.t.high, 12);
    slot.s.clamp = 1;
    sampler = fy_rdp_tile_of(&slot, 4, 4, texels);
    ck_assert_int_eq(sampler.t.high, 28);
    /* clamps because it must: three texels cannot repeat */
    slot = slot_of(3, 1, 0);
    sampler = fy_rdp_tile_of(&slot, 3, 3, texels);
    ck_assert(sampler.s.clamp && !sampler.s.mirror && sampler.s.mask == 0);
    ck_assert_int_eq(red_at(&sampler, 5000), 160);
    /* no picture: white */
    uint8_t out[4];
    sampler.rgba = NULL;
    fy_rdp_sample(&sampler, FY_RDP_BILINEAR, 3, 4, out);
    expect_rgba(out, 255, 255, 255, 255);
}
END_TEST

/* What leaves 16 bits comes back 2048 texels away, which a picture that repeats does not show. */
START_TEST(shifts_to_the_left_repeat_beyond_the_range) {
    uint8_t texels[64];
    measured_texture(texels);
    for (int8_t shift = 1; shift <= 5; shift++) {
        ferry_rdp_tile slot = slot_of(4, shift & 1, 0), plain = slot;
        slot.s.shift = (int8_t)-shift;
        fy_rdp_sampler wide = fy_rdp_tile_of(&slot, 4, 4, texels),
                       near = fy_rdp_tile_of(&plain, 4, 4, texels);
        for (int32_t s = -32768; s <= 32767; s += 7) /* 8 texels: two repeats */
            ck_assert_int_eq(red_at(&wide, s), red_at(&near, (int32_t)((uint32_t)s << shift & 255)));
    }
}
END_TEST

static void sample_twice(const fy_rdp_sampler *sampler, int32_t s, int32_t t) {
    const int32_t s16 = s < -32768 ? -32768 : s > 32767 ? 32767 : s;
    const int32_t t16 = t < -32768 ? -32768 : t > 32767 ? 32767 : t;
    uint8_t out[4], within[4];
    fy_rdp_sample(sampler, FY_RDP_BILINEAR, s, t, out);
    fy_rdp_sample(sampler, FY_RDP_BILINEAR, s16, t16, within);
    ck_assert_mem_eq(out, within, 4);
    for (int k = 0; k < 4; k++) ck_assert_msg(out[k] >= 40 && out[k] <= 200, "%d at %d, %d", out[k], s, t);
}

/* Coordinates have 16 bits: what lies beyond them counts as the last one. Nothing beside the picture, which
 * is white and black here, is read. */
START_TEST(any_tile_shows_its_picture_alone) {
    uint8_t memory[3 * 64];
    static const float edges[] = {-1e30f, -700, -1, 0, 0.3f, 5, 1023, 1e30f};
    static const uint32_t sizes[] = {1, 2, 3, 4};
    for (size_t i = 0; i < COUNT(edges) * COUNT(edges) * COUNT(sizes); i++) {
        const uint32_t size = sizes[i / 64];
        memset(memory, 0, 64);
        memset(memory + 64, 255, sizeof memory - 64);
        for (uint32_t k = 0; k < size * 4 * 4; k++) memory[64 + k] = (uint8_t)(40 + 37 * k % 161);
        ferry_rdp_tile slot = slot_of(4, i & 1, i / 2 & 1);
        slot.width = (uint16_t)(i % 5);
        slot.s.low = edges[i % 8], slot.s.high = edges[i / 8 % 8], slot.s.shift = (int8_t)(i % 16 - 5);
        fy_rdp_sampler sampler = fy_rdp_tile_of(&slot, size, 4, memory + 64);
        for (int32_t s = -40000; s <= 40000; s += 997) sample_twice(&sampler, s, -s);
        sample_twice(&sampler, INT32_MIN, INT32_MAX);
    }
}
END_TEST

/* What the divider of the emulated console made of them. */
START_TEST(coordinates_are_divided_in_whole_numbers) {
    static const struct {
        int32_t over_w, inverse_w, result;
    } rows[] = {
        {16384, 0x7FFF, 16384}, {100, 0x4000, 200}, {100, 0x3FFF, 200}, {1000, 0x5555, 1500},
        {-1000, 0x5555, -1500}, {77, 0x1234, 541},  {12, 300, 1310},    {9, 0x4010, 17},
        {-3, 0x6001, -4},       {0, 1, 0},          {1, 0, 32767},      {-9, -5, -32768},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        ck_assert_int_eq(fy_rdp_divide(rows[i].over_w, rows[i].inverse_w), rows[i].result);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rdp_tile");
    TCase *texels = tcase_create("texels");
    tcase_add_test(texels, filters_are_exact);
    tcase_add_test(texels, slots_become_tiles_as_the_library_sets_them);
    tcase_add_test(texels, shifts_to_the_left_repeat_beyond_the_range);
    tcase_add_test(texels, any_tile_shows_its_picture_alone);
    tcase_add_test(texels, coordinates_are_divided_in_whole_numbers);
    suite_add_tcase(suite, texels);
    return fy_run_suite(suite);
}
