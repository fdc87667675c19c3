/* test_t3dm_textures.c: what becomes of pictures on their way to the console: sizes, filters, mirrored
 * halves, shares of the texture memory, dither, and what is asked for. */
#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "builders/material_scene.h"
#include "core/image/quantise.h"
#include "core/image/texels.h"
#include "core/image/texels_difference.h"
#include "core/image/texels_resize.h"
#include "formats/sprite/t3dm_dither.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/texture/t3dm_choose.h"
#include "formats/t3dm/texture/t3dm_margins.h"
#include "formats/t3dm/texture/t3dm_mirror.h"
#include "formats/t3dm/texture/t3dm_texture_build.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "formats/t3dm/texture/t3dm_textures.h"
#include "shade/t3dm_importance.h"

#define FORMAT(name) (1u << FY_SPRITE_##name)

static const fy_texel_needs color_only = {true, false}, both = {true, true};
static const fy_texel_wraps repeated = {FERRY_WRAP_REPEAT, FERRY_WRAP_REPEAT}, clamped = {0};

static fy_texels vertex_color_group(ferry_job *job, uint32_t width, uint32_t height, painter by) {
    fy_texels texels = {width, height, ferry_new(job, uint8_t, (size_t)width * height * 4)};
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) by(x, y, texels.rgba + 4 * ((size_t)y * width + x));
    return texels;
}

/* The same on every machine, without a pattern. */
static uint32_t noise(uint32_t x, uint32_t y, uint32_t k) {
    uint32_t value = x * 0x9E3779B1u ^ y * 0x85EBCA6Bu ^ k * 0xC2B2AE35u;
    value ^= value >> 15, value *= 0x2C1B3C6Du, value ^= value >> 12, value *= 0x297A2D39u;
    return (value ^ value >> 15) & 255;
}

/* Many colours, of which each covers a few texels. */
static void leaves(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, noise(x / 3, y / 3, 1), noise(x / 5, y / 4, 2), noise(x / 4, y / 5, 3) / 2, 255);
}

static void tall_stripes(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, noise(x, 0, 1), noise(x, 0, 2), noise(x, 0, 3) + y / 64, 255);
    texel[2] = (uint8_t)(texel[2] / 2 + y / 4);
}

static void wide_stripes(uint32_t x, uint32_t y, uint8_t texel[4]) {
    tall_stripes(y, x, texel);
}

static void slow_ramp(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 100 + x / 4, 80 + y / 8, 60, 255);
}

static void ramp(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x * 3, y * 3, (x + y) / 2, 255);
}

static void wires(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 200, 180, 20, x % 16 == 3 || y % 16 == 5 ? 255 : 0);
}

/* ------------------------------------------------------------------------------------------ filtering */

static fy_texels resized(ferry_job *job, const fy_texels *from, fy_texel_wraps wraps, uint32_t width,
                         uint32_t height) {
    fy_texels to;
    ck_assert(fy_texels_resize(job, from, wraps, width, height, &to));
    return to;
}

/* What is drawn bilinearly comes nearer to the source than plain means do. */
START_TEST(shrinking_fits_the_bilinear_filter) {
    ferry_job *job = fy_test_job();
    fy_texels source = vertex_color_group(job, 64, 64, leaves), means;
    for (uint32_t part = 2; part <= 4; part *= 2) {
        ck_assert(fy_texels_reduce(job, &source, part, part, &means));
        fy_texels fitted = resized(job, &source, repeated, 64 / part, 64 / part);
        double plain = fy_texels_difference(&source, &means, repeated, color_only);
        double better = fy_texels_difference(&source, &fitted, repeated, color_only);
        ck_assert_double_lt(better, plain * .97);
        double worse = 0;
        for (int i = 0; i < 40; i++) { /* chance changes to single texels harm */
            uint8_t *at = &fitted.rgba[4 * (noise((uint32_t)i, part, 7) % (fitted.width * fitted.height))],
                    old = *at;
            *at = (uint8_t)(old < 128 ? old + 60 : old - 60);
            worse += fy_texels_difference(&source, &fitted, repeated, color_only) > better;
            *at = old;
        }
        ck_assert_double_ge(worse, 36);
    }
    ferry_close(job);
}
END_TEST

/* Where a repeating picture is cut open makes no difference; where one ends does. */
START_TEST(filters_go_on_over_the_edges) {
    ferry_job *job = fy_test_job();
    uint8_t row[64 * 4], turned[64 * 4];
    for (uint32_t x = 0; x < 64; x++) wide_stripes(0, x, row + 4 * x);
    for (uint32_t x = 0; x < 64; x++) memcpy(turned + 4 * x, row + 4 * ((x + 24) % 64), 4);
    fy_texels ring = {64, 1, row}, other = {64, 1, turned};
    fy_texels a = resized(job, &ring, repeated, 16, 1), b = resized(job, &other, repeated, 16, 1);
    fy_texels c = resized(job, &ring, clamped, 16, 1);
    for (uint32_t x = 0; x < 16; x++) ck_assert_mem_eq(a.rgba + 4 * ((x + 6) % 16), b.rgba + 4 * x, 4);
    ck_assert_mem_ne(a.rgba, c.rgba, 4);
    ck_assert_mem_eq(a.rgba + 4 * 8, c.rgba + 4 * 8, 4); /* far from both ends */
    fy_texels flat = {64, 1, row};
    for (uint32_t x = 0; x < 64; x++) set(row + 4 * x, 90, 91, 92, 255);
    for (uint32_t width = 1; width <= 100; width += 9) {
        fy_texels made = resized(job, &flat, clamped, width, 3);
        for (uint32_t i = 0; i < width * 3; i++) ck_assert_mem_eq(made.rgba + 4 * i, row, 4);
    }
    ferry_close(job);
}
END_TEST

static double coverage(const fy_texels *of) {
    double count = 0;
    for (uint32_t i = 0; i < of->width * of->height; i++) count += of->rgba[4 * i + 3] >= 128;
    return count / (of->width * of->height);
}

/* Wires of one texel in sixteen are below half everywhere once four texels become one. */
START_TEST(cutouts_keep_their_coverage) {
    ferry_job *job = fy_test_job();
    fy_texels source = vertex_color_group(job, 128, 128, wires),
              plain = resized(job, &source, repeated, 32, 32);
    double wanted = coverage(&source);
    ck_assert_double_eq_tol(wanted, 31. / 256, 1e-9);
    ck_assert_double_lt(coverage(&plain), wanted * .6);
    fy_texels_keep_coverage(fy_texels_coverage(&source), &plain);
    ck_assert_double_eq_tol(coverage(&plain), wanted, .06);
    fy_sprite sprite;
    fy_texture_limits limits = {
        .budget = 2048, .pair = true, .wraps = repeated, .least_rows = 1, .formats = FORMAT(RGBA16)};
    ck_assert(fy_sprite_choose(job, &source, both, &limits, &sprite));
    ck_assert_uint_eq(sprite.texels.width * sprite.texels.height, 1024);
    ck_assert_double_eq_tol(coverage(&sprite.texels), wanted, .06);
    ferry_close(job);
}
END_TEST

/* Half of the texels one step off looks better than all of them half a step. */
START_TEST(a_wrong_colour_counts_more_than_grain) {
    ferry_job *job = fy_test_job();
    fy_texels source = vertex_color_group(job, 16, 16, slow_ramp),
              grain = vertex_color_group(job, 16, 16, slow_ramp),
              tint = vertex_color_group(job, 16, 16, slow_ramp);
    for (uint32_t i = 0; i < 256; i++) {
        grain.rgba[4 * i + 1] = (uint8_t)(grain.rgba[4 * i + 1] + ((i ^ i / 16) & 1 ? 10 : -10));
        tint.rgba[4 * i + 1] = (uint8_t)(tint.rgba[4 * i + 1] + 10);
    }
    double of_grain = fy_texels_difference(&source, &grain, clamped, color_only);
    double of_tint = fy_texels_difference(&source, &tint, clamped, color_only);
    ck_assert_double_eq_tol(of_tint, 10 * sqrt(4 / 9.), 1e-4); /* green counts four ninths */
    ck_assert_double_eq_tol(of_grain, 10 * sqrt(2 / 9.), 1e-4);
    ck_assert_double_eq(fy_texels_difference(&source, &source, clamped, both), 0);
    ferry_close(job);
}
END_TEST

/* --------------------------------------------------------------------------------------------- sizes */

static fy_sprite chosen(ferry_job *job, uint32_t width, uint32_t height, painter by,
                        fy_texture_limits limits) {
    fy_texels source = vertex_color_group(job, width, height, by);
    fy_sprite sprite;
    if (!limits.budget) limits.budget = 4096;
    if (!limits.least_rows) limits.least_rows = 1;
    ck_assert(fy_sprite_choose(job, &source, color_only, &limits, &sprite));
    uint32_t bytes = fy_sprite_tmem(sprite.format, sprite.texels.width, sprite.texels.height);
    ck_assert_uint_le(bytes, fy_sprite_tmem_limit(sprite.format) * limits.budget / 4096);
    ck_assert(fy_texture_size_is_legal(&limits, sprite.texels.width, sprite.texels.height));
    return sprite;
}

START_TEST(sizes_between_halves_are_used_where_nothing_repeats) {
    ferry_job *job = fy_test_job();
    fy_sprite sprite = chosen(job, 64, 64, leaves, (fy_texture_limits){.formats = FORMAT(RGBA16)});
    uint32_t texels = sprite.texels.width * sprite.texels.height;
    ck_assert_uint_gt(texels, 1900); /* of the 2,048 that fit; halves would be 1,024 */
    ck_assert_uint_le(texels, 2048);
    ck_assert_uint_eq(sprite.texels.width % 4, 0); /* rows take whole eight bytes */
    fy_sprite halves = chosen(job, 64, 64, leaves,
                              (fy_texture_limits){.formats = FORMAT(RGBA16), .width = 32, .height = 32});
    ck_assert_uint_eq(halves.texels.width, 32);
    ck_assert_double_lt(sprite.error, halves.error);
    ferry_close(job);
}
END_TEST

START_TEST(proportions_follow_the_content) {
    ferry_job *job = fy_test_job();
    static const uint32_t wraps[] = {FERRY_WRAP_REPEAT, FERRY_WRAP_MIRROR};
    for (int i = 0; i < 2; i++) {
        fy_texture_limits limits = {.formats = FORMAT(RGBA16),
                                    .wraps = {(ferry_wrap)wraps[i], (ferry_wrap)wraps[i]}};
        fy_sprite tall = chosen(job, 64, 64, tall_stripes, limits),
                  wide = chosen(job, 64, 64, wide_stripes, limits);
        ck_assert_uint_eq(tall.texels.width, 64); /* what changes from left to right keeps its width */
        ck_assert_uint_eq(tall.texels.height, 32);
        ck_assert_uint_eq(wide.texels.width, 32);
        ck_assert_uint_eq(wide.texels.height, 64);
    }
    /* one side clamped: any height beside a power of two */
    fy_texture_limits limits = {.formats = FORMAT(RGBA16), .wraps = {FERRY_WRAP_REPEAT, FERRY_WRAP_CLAMP}};
    fy_sprite sprite = chosen(job, 64, 45, tall_stripes, limits);
    ck_assert_uint_eq(sprite.texels.width, 64);
    ck_assert_uint_eq(sprite.texels.height, 32);
    sprite = chosen(job, 32, 100, wide_stripes, limits);
    ck_assert_uint_eq(sprite.texels.width, 16);
    ck_assert_uint_eq(sprite.texels.height, 100);
    ferry_close(job);
}
END_TEST

/* Full size with sixteen colours, or all colours in less: whichever looks better. */
START_TEST(formats_and_sizes_compete) {
    ferry_job *job = fy_test_job();
    fy_texture_limits limits = {.wraps = repeated};
    fy_sprite smooth = chosen(job, 64, 64, ramp, limits), noisy = chosen(job, 64, 64, leaves, limits);
    ck_assert_double_lt(smooth.error, 5);
    for (fy_sprite_format format = 0; format < FY_SPRITE_FORMATS; format++) {
        if (format == FY_SPRITE_RGBA32) continue; /* is for soft alpha only */
        limits.formats = 1u << format;
        ck_assert_double_ge(chosen(job, 64, 64, ramp, limits).error, smooth.error);
        ck_assert_double_ge(chosen(job, 64, 64, leaves, limits).error, noisy.error);
    }
    ferry_close(job);
}
END_TEST

START_TEST(what_is_asked_for_is_done_where_it_can_be) {
    ferry_job *job = fy_test_job();
    fy_sprite sprite = chosen(job, 64, 32, leaves, (fy_texture_limits){.wraps = repeated, .most = 20});
    ck_assert_uint_eq(sprite.texels.width, 16);
    ck_assert_uint_eq(sprite.texels.height, 16);
    sprite = chosen(job, 64, 32, leaves, (fy_texture_limits){.most = 20});
    ck_assert_uint_eq(sprite.texels.width, 20);
    sprite = chosen(job, 16, 16, leaves,
                    (fy_texture_limits){.wraps = repeated, .formats = FORMAT(I4) | FORMAT(IA8)});
    ck_assert(sprite.format == FY_SPRITE_I4 || sprite.format == FY_SPRITE_IA8); /* grey, as asked */
    sprite = chosen(job, 16, 16, leaves, (fy_texture_limits){.pair = true, .formats = FORMAT(CI8)});
    ck_assert_int_eq(sprite.format, FY_SPRITE_RGBA16); /* two textures take no palette */
    sprite = chosen(job, 64, 64, leaves,
                    (fy_texture_limits){.formats = FORMAT(RGBA16), .width = 64, .height = 64});
    ck_assert_uint_lt(sprite.texels.width * sprite.texels.height, 4096 + 1); /* it does not fit: let go */
    ck_assert(sprite.format != FY_SPRITE_RGBA16 || sprite.texels.width < 64 || sprite.texels.height < 64);
    sprite = chosen(job, 64, 64, leaves, (fy_texture_limits){.width = 24, .height = 20});
    ck_assert_uint_eq(sprite.texels.width, 24);
    ck_assert_uint_eq(sprite.texels.height, 20);
    ferry_close(job);
}
END_TEST

/* Of what is too large, and of what would fit: no size whose rows the console's library mixes up. */
START_TEST(sizes_are_such_as_are_loaded_whole) {
    ferry_job *job = fy_test_job();
    fy_texture_limits limits = {.formats = FORMAT(RGBA32)};
    for (uint32_t width = 20; width <= 72; width += 4)
        for (uint32_t height = 20; height <= 80; height += 12) {
            fy_sprite sprite = chosen(job, width, height, leaves, limits);
            ck_assert_int_eq(sprite.format, FY_SPRITE_RGBA32);
            ck_assert_msg(fy_sprite_loads_whole(sprite.format, sprite.texels.width, sprite.texels.height),
                          "%u x %u of %u x %u", sprite.texels.width, sprite.texels.height, width, height);
        }
    fy_sprite sprite = chosen(job, 28, 36, leaves, limits);
    ck_assert_uint_eq(sprite.texels.width, 27); /* as much memory */
    ck_assert_uint_eq(sprite.texels.height, 36);
    sprite = chosen(job, 24, 36, leaves, limits);
    ck_assert_uint_eq(sprite.texels.width, 24);
    sprite =
        chosen(job, 28, 36, leaves,
               (fy_texture_limits){.formats = FORMAT(RGBA32) | FORMAT(RGBA16), .width = 28, .height = 36});
    ck_assert_int_eq(sprite.format, FY_SPRITE_RGBA16); /* the size is asked for, and kept */
    ck_assert_uint_eq(sprite.texels.width, 28);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------ mirroring */

static void butterfly(uint32_t x, uint32_t y, uint8_t texel[4]) {
    leaves(x < 32 ? x : 63 - x, y, texel);
}

static void flower(uint32_t x, uint32_t y, uint8_t texel[4]) {
    butterfly(x, y < 32 ? y : 63 - y, texel);
}

static void nearly_butterfly(uint32_t x, uint32_t y, uint8_t texel[4]) {
    butterfly(x, y, texel);
    if (x > 40 && texel[0] < 250) texel[0] = (uint8_t)(texel[0] + y % 4);
}

static fy_built_texture made_large(ferry_job *job, painter by, uint32_t side, bool pair, fy_texture_use use,
                                   uint32_t budget) {
    fy_texels source = vertex_color_group(job, side, side, by);
    ferry_mip_level level = {side, side, source.rgba};
    ferry_image image = {
        .width = side, .height = side, .levels = &level, .level_count = 1, .alpha = FERRY_ALPHA_ALL_OPAQUE};
    fy_built_texture made;
    use.swizzle[1] = 1, use.swizzle[2] = 2;
    use.alpha = FY_NO_COMPONENT;
    ck_assert(fy_texture_build(job, &image, &use, budget, pair, &made));
    return made;
}

static fy_built_texture made_of(ferry_job *job, painter by, fy_texture_use use, uint32_t budget) {
    return made_large(job, by, 64, false, use, budget);
}

/* A soft shape, and a hard one; both white. */
static void soft_spot(uint32_t x, uint32_t y, uint8_t texel[4]) {
    int off = abs((int)x - 16) + abs((int)y - 16);
    set(texel, 255, 255, 255, off < 25 ? 250 - (uint32_t)off * 10 : 0);
}

static void hard_spot(uint32_t x, uint32_t y, uint8_t texel[4]) {
    soft_spot(x, y, texel);
    texel[3] = texel[3] >= 128 ? 255 : 0;
}

static void soft_leaves(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint8_t alpha[4];
    leaves(x, y, texel);
    soft_spot(x / 2, y / 2, alpha);
    texel[3] = alpha[3];
}

static fy_built_texture cutout_of(ferry_job *job, painter by, uint32_t size, uint8_t limit) {
    fy_texels source = vertex_color_group(job, size, size, by);
    ferry_mip_level level = {size, size, source.rgba};
    ferry_image image = {
        .width = size, .height = size, .levels = &level, .level_count = 1, .alpha = FERRY_ALPHA_VARIED};
    fy_texture_use use = {.swizzle = {0, 1, 2}, .alpha = 3, .threshold = 128, .limit = limit, .whole = true};
    fy_built_texture made;
    ck_assert(fy_texture_build(job, &image, &use, 4096, false, &made));
    return made;
}

static uint32_t alphas_of(const fy_built_texture *made) {
    bool met[256] = {false};
    uint32_t count = 0;
    for (size_t i = 0; i < (size_t)made->sprite.texels.width * made->sprite.texels.height; i++) {
        uint8_t alpha = made->sprite.texels.rgba[4 * i + 3];
        count += !met[alpha];
        met[alpha] = true;
    }
    return count;
}

/* The edge of a soft shape lies between texels that are neither all nor nothing: they stay, moved to where
 * the console cuts. Not where the console draws no sharpened alpha, where there is nothing to gain, or where
 * the picture would lose texels. */
START_TEST(soft_edges_of_cutouts_stay_where_they_are) {
    ferry_job *job = fy_test_job();
    fy_built_texture soft = cutout_of(job, soft_spot, 32, 106);
    ck_assert_uint_gt(alphas_of(&soft), 8);
    for (uint32_t x = 0; x < 32; x++) {
        uint8_t source[4];
        soft_spot(x, 16, source);
        int alpha = soft.sprite.texels.rgba[4 * (16 * (size_t)32 + x) + 3], wanted = source[3] - 128 + 106;
        ck_assert_int_le(abs(alpha - (wanted < 0 ? 0 : wanted)), 9); /* half a step of four bits */
    }
    fy_built_texture others[] = {cutout_of(job, soft_spot, 32, 0), cutout_of(job, hard_spot, 32, 106),
                                 cutout_of(job, soft_leaves, 64, 106)};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_msg(alphas_of(&others[i]) <= 2, "case %zu", i);
    ferry_close(job);
}
END_TEST

/* What the console reads at a whole texel of the full picture: n64_render.md's mirror, bit by bit. */
static const uint8_t *mirrored_texel(const fy_built_texture *made, uint32_t x, uint32_t y) {
    uint32_t width = made->sprite.texels.width, height = made->sprite.texels.height;
    if (made->mirrored[0] && x & width) x ^= width - 1;
    if (made->mirrored[1] && y & height) y ^= height - 1;
    return made->sprite.texels.rgba + 4 * ((size_t)(y & (height - 1)) * width + (x & (width - 1)));
}

/* Where nothing of a picture is read, nothing of it can be off. */
START_TEST(what_nobody_reads_folds_without_an_error) {
    ferry_job *job = fy_test_job();
    fy_texels texels = vertex_color_group(job, 8, 8, leaves), half;
    double error = -1;
    ck_assert(fy_texels_fold(job, &texels, (fy_texel_needs){false, false}, 0, &half, &error));
    ck_assert_double_eq(error, 0);
    ck_assert(fy_texels_fold(job, &texels, (fy_texel_needs){true, false}, 0, &half, &error));
    ck_assert_double_gt(error, 10);
    ferry_close(job);
}
END_TEST

START_TEST(halves_of_symmetric_pictures_are_mirrored) {
    ferry_job *job = fy_test_job();
    static const painter painters[] = {butterfly, flower};
    for (int i = 0; i < 2; i++) {
        fy_texture_use use = {.wrap_s = FERRY_WRAP_REPEAT,
                              .wrap_t = i ? FERRY_WRAP_MIRROR : FERRY_WRAP_REPEAT};
        use.constraint = (fy_texture_constraint){.has_format = true, .format = FY_SPRITE_RGBA16};
        fy_built_texture made = made_of(job, painters[i], use, 4096);
        ck_assert(made.mirrored[0]);
        ck_assert(made.mirrored[1] == (i == 1));
        ck_assert_uint_eq(made.sprite.texels.width, 32);
        ck_assert_uint_eq(made.sprite.texels.height, i ? 32 : 64);
        ck_assert(made.sprite.faithful); /* 64 x 64 would not have fitted */
        ck_assert_double_eq(made.mirror_error, 0);
        for (uint32_t y = 0; y < 64; y++)
            for (uint32_t x = 0; x < 64; x++) {
                uint8_t texel[4];
                painters[i](x, y, texel);
                for (int k = 0; k < 3; k++)
                    ck_assert_int_eq(mirrored_texel(&made, x, y)[k], fy_round_5(texel[k]));
            }
    }
    ferry_close(job);
}
END_TEST

START_TEST(not_all_symmetric_pictures_are_mirrored) {
    ferry_job *job = fy_test_job();
    fy_texture_use repeats = {.wrap_s = FERRY_WRAP_REPEAT, .wrap_t = FERRY_WRAP_REPEAT}, use = repeats;
    use.wrap_s = FERRY_WRAP_CLAMP; /* beyond the edge the outermost texels go on */
    ck_assert(!made_of(job, butterfly, use, 4096).mirrored[0]);
    use = repeats, use.whole = true;
    ck_assert(!made_of(job, butterfly, use, 4096).mirrored[0]);
    use = repeats, use.constraint.width = use.constraint.height = 32;
    ck_assert(!made_of(job, butterfly, use, 4096).mirrored[0]);
    ck_assert(!made_of(job, leaves, repeats, 4096).mirrored[0]);
    ferry_close(job);
}
END_TEST

static void sparse_butterfly(uint32_t x, uint32_t y, uint8_t texel[4]) {
    butterfly(x, y, texel);
    if (x > 32 && x % 16 == 3 && y % 16 == 5) set(texel, 255 - texel[0], 255 - texel[1], 255 - texel[2], 255);
}

/* A few texels that are not alike weigh less than a picture of half the size. */
START_TEST(single_texels_do_not_forbid_mirroring) {
    ferry_job *job = fy_test_job();
    fy_texture_use use = {.wrap_s = FERRY_WRAP_REPEAT, .wrap_t = FERRY_WRAP_REPEAT};
    fy_built_texture made = made_of(job, sparse_butterfly, use, 4096);
    ck_assert(made.mirrored[0] && !made.mirrored[1]);
    ck_assert_double_gt(made.mirror_error, 1);
    ferry_close(job);
}
END_TEST

/* The tile of a clamped picture repeats once, mirrored; rows only below clamped columns. */
START_TEST(clamped_halves_are_mirrored_once) {
    ferry_job *job = fy_test_job();
    fy_texture_use use = {.follows = true};
    fy_built_texture made = made_of(job, flower, use, 4096);
    ck_assert(made.mirrored[0] && made.mirrored[1]);
    use.wrap_s = FERRY_WRAP_REPEAT;
    made = made_of(job, flower, use, 4096);
    ck_assert(made.mirrored[0] && !made.mirrored[1]);
    ferry_close(job);
}
END_TEST

static void leaves_on_both_sides(uint32_t x, uint32_t y, uint8_t texel[4]) {
    leaves(x < 48 ? x : 95 - x, y, texel);
}

/* What is mirrored has powers of two of texels. A half that is none would be stored smaller, by less than
 * half: the coordinates of two pictures do not follow that. */
START_TEST(halves_of_pairs_are_powers_of_two) {
    ferry_job *job = fy_test_job();
    fy_texture_use use = {.follows = true};
    ck_assert(made_large(job, leaves_on_both_sides, 96, false, use, 4096).mirrored[0]);
    ck_assert(!made_large(job, leaves_on_both_sides, 96, true, use, 4096).mirrored[0]);
    ck_assert(made_large(job, flower, 64, true, use, 4096).mirrored[0]);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------ the margins */

/* Leaves in a corner of a plain. */
static void corner_of_leaves(uint32_t x, uint32_t y, uint8_t texel[4]) {
    if (x < 40 && y >= 24 && y < 48)
        leaves(x, y, texel);
    else
        set(texel, 90, 80, 70, 255);
}

START_TEST(edges_that_go_on_are_not_stored) {
    ferry_job *job = fy_test_job();
    fy_texture_use use = {.follows = true};
    fy_built_texture made = made_of(job, corner_of_leaves, use, 4096), whole;
    ck_assert_int_eq(made.window.from[0], 0); /* leaves at this edge */
    ck_assert_uint_eq(made.window.size[0], 40 + 4);
    ck_assert_int_eq(made.window.from[1], 24 - 4);
    ck_assert_uint_eq(made.window.size[1], 4 + 24 + 4);
    ck_assert_uint_eq(made.from_width, 44);
    use.follows = false;
    whole = made_of(job, corner_of_leaves, use, 4096);
    ck_assert_uint_eq(whole.window.size[0], 0);
    ck_assert_double_lt(made.sprite.error, whole.sprite.error);
    use.follows = true, use.wrap_s = FERRY_WRAP_REPEAT;
    made = made_of(job, corner_of_leaves, use, 4096);
    ck_assert_uint_eq(made.window.size[0], 64);
    ck_assert_uint_eq(made.window.size[1], 32);
    ferry_close(job);
}
END_TEST

/* Texels a little apart are alike: both edges may reach over the middle. Then nothing is taken off. */
START_TEST(edges_that_overlap_stay) {
    uint8_t rgba[4 * 128 * 128];
    fy_texels of = {128, 128, rgba};
    for (uint32_t y = 0; y < 128; y++)
        for (uint32_t x = 0; x < 128; x++) {
            uint32_t grey = y * 53 % 200 + (x < 58 ? 0 : x < 70 ? 1 : 3);
            set(rgba + 4 * (y * 128 + x), grey, grey, grey, 255);
        }
    fy_texture_window window = fy_texels_trimmed(&of, (fy_texel_needs){true, true}, false, 1);
    ck_assert_int_eq(window.from[0], 0);
    ck_assert_uint_eq(window.size[0], 128);
}
END_TEST

START_TEST(hidden_colours_are_no_edges) {
    ferry_job *job = fy_test_job();
    uint8_t rgba[4 * 64 * 64];
    fy_texels of = {64, 64, rgba};
    for (uint32_t y = 0; y < 64; y++)
        for (uint32_t x = 0; x < 64; x++) {
            leaves(x, y, rgba + 4 * (64 * y + x));
            rgba[4 * (64 * y + x) + 3] = x >= 20 && x < 30 ? 255 : 0;
        }
    fy_texture_window window = fy_texels_trimmed(&of, both, true, 3);
    ck_assert_int_eq(window.from[0], 20 - 4);
    ck_assert_uint_eq(window.size[0], 4 + 10 + 4);
    ck_assert_uint_eq(window.size[1], 64);
    window = fy_texels_trimmed(&of, both, false, 3);
    ck_assert_uint_eq(window.size[0], 64);
    ferry_close(job);
}
END_TEST

/* Vertices that stay within one repeat need no repeating picture: its sides may have any size. */
START_TEST(only_what_is_reached_is_stored) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    add_gx(scene, "skin", add_texture(scene, "skin", 128, 128, leaves, FERRY_WRAP_REPEAT));
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int i = 0; i < 4; i++) mesh->uvs[0][i] = (ferry_vec2){i & 1 ? 1.9f : 1.1f, i & 2 ? -.1f : -.95f};
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *one = &plan.materials[plan.of_draw[0]];
    ck_assert_uint_eq(one->rdp.tiles[0].s.clamp & one->rdp.tiles[0].t.clamp, 1);
    ck_assert(one->rdp.tiles[0].width & (one->rdp.tiles[0].width - 1)); /* no power of two */
    double low = one->uv_matrix[0][0] * 1.1 + one->uv_matrix[0][3],
           high = one->uv_matrix[0][0] * 1.9 + one->uv_matrix[0][3];
    ck_assert_double_gt(low, 0);
    ck_assert_double_lt(low, .02);
    ck_assert_double_lt(high, 1);
    ck_assert_double_gt(high, .98);
    close_scene(job, scene);
}
END_TEST

/* Differences of a rounding are given up only if that makes the whole better. */
START_TEST(nearly_symmetric_pictures_are_mirrored_for_room) {
    ferry_job *job = fy_test_job();
    fy_texture_use use = {.wrap_s = FERRY_WRAP_REPEAT, .wrap_t = FERRY_WRAP_REPEAT};
    fy_built_texture made = made_of(job, nearly_butterfly, use, 4096);
    ck_assert(made.mirrored[0]);
    ck_assert_double_gt(made.mirror_error, 0);
    ck_assert_double_lt(made.mirror_error, 2);
    ck_assert_double_ge(made.sprite.error, made.mirror_error);
    ferry_close(job);
}
END_TEST

/* Coordinates count stored texels, so a half has twice of them; the second texture keeps its place. */
START_TEST(coordinates_follow_the_mirrored_half) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    add_gx(scene, "one", add_texture(scene, "butterfly", 64, 64, butterfly, FERRY_WRAP_REPEAT));
    ferry_gx_material *gx =
        add_gx(scene, "pair", add_texture(scene, "leaves", 32, 32, leaves, FERRY_WRAP_REPEAT));
    gx->textures[1] = add_texture(scene, "flower", 64, 64, flower, FERRY_WRAP_REPEAT);
    gx->stage_count = 2;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = 1;
    gx->stages[1].color.c = FERRY_GX_CC_CPREV;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *one = &plan.materials[plan.of_draw[0]], *pair = &plan.materials[plan.of_draw[1]];
    ck_assert_uint_eq(one->rdp.tiles[0].width, 32);
    ck_assert_uint_eq(one->rdp.tiles[0].s.mirror, 1);
    ck_assert_uint_eq(one->rdp.tiles[0].t.mirror, 0);
    ck_assert_double_eq(one->uv_matrix[0][0], 2);
    ck_assert_double_eq(one->uv_matrix[1][1], 1);
    ck_assert_uint_eq(pair->rdp.tiles[0].width, 32);
    ck_assert_double_eq(pair->uv_matrix[0][0], 1);
    ck_assert_uint_eq(pair->rdp.tiles[1].width, 32); /* 64 texels in one repeat of 32: half the steps */
    ck_assert_uint_eq(pair->rdp.tiles[1].s.mirror & pair->rdp.tiles[1].t.mirror, 1);
    ck_assert_int_eq(pair->rdp.tiles[1].s.shift, -1);
    close_scene(job, scene);
}
END_TEST

/* ---------------------------------------------------------------------------------------------- pairs */

static void fine_leaves(uint32_t x, uint32_t y, uint8_t texel[4]) {
    leaves(2 * x + 100, 2 * y, texel);
}

typedef struct pair {
    uint32_t bytes[2];
    double error;
} pair;

static pair share(uint32_t width, uint32_t height, painter first, uint32_t other_width, uint32_t other_height,
                  painter second) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    fy_texture_store store = {.job = job, .scene = scene, .name = "x.t3dm"};
    fy_texture_use uses[2] = {{.swizzle = {0, 1, 2},
                               .alpha = FY_NO_COMPONENT,
                               .wrap_s = FERRY_WRAP_REPEAT,
                               .wrap_t = FERRY_WRAP_REPEAT}};
    uint32_t exports[2], again[2];
    pair found = {.error = 0};
    uses[1] = uses[0];
    uses[0].texture = add_texture(scene, "a", width, height, first, FERRY_WRAP_REPEAT);
    uses[1].texture = add_texture(scene, "b", other_width, other_height, second, FERRY_WRAP_REPEAT);
    ck_assert(fy_texture_store_add(&store, uses, 2, exports));
    for (int i = 0; i < 2; i++) {
        const fy_sprite *sprite = &store.exports[exports[i]].made.sprite;
        ck_assert(!fy_sprite_has_palette(sprite->format) && sprite->format != FY_SPRITE_RGBA32);
        found.bytes[i] = fy_sprite_tmem(sprite->format, sprite->texels.width, sprite->texels.height);
        found.error += sprite->error;
    }
    ck_assert_uint_le(found.bytes[0] + found.bytes[1], 4096);
    ck_assert(fy_texture_store_add(&store, uses, 2, again)); /* the same files once more */
    ck_assert_uint_eq(again[0], exports[0]);
    ck_assert_uint_eq(again[1], exports[1]);
    ck_assert_uint_eq(store.count, 2);
    ferry_scene_free(scene);
    ferry_close(job);
    return found;
}

START_TEST(pairs_share_the_memory_as_suits_them) {
    pair found = share(32, 32, leaves, 32, 32, fine_leaves); /* both as they are */
    ck_assert_uint_eq(found.bytes[0], 2048);
    ck_assert_uint_eq(found.bytes[1], 2048);
    found = share(16, 16, leaves, 64, 64, fine_leaves); /* 512 bytes; the rest is for the other */
    ck_assert_uint_eq(found.bytes[0], 512);
    ck_assert_uint_eq(found.bytes[1], 2048); /* the next power of two would be 4,096 */
    found = share(64, 64, fine_leaves, 64, 16, leaves);
    ck_assert_uint_eq(found.bytes[1], 2048);
    /* nothing to see in the one, much in the other */
    found = share(64, 64, slow_ramp, 64, 64, fine_leaves);
    ck_assert_uint_lt(found.bytes[0], found.bytes[1] + 1);
    ck_assert_double_lt(found.error, 60);
}
END_TEST

/* --------------------------------------------------------------------------------------------- dither */

static void between(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 100 + x % 2, 60 + y / 16, 201, 255);
}

static double mean(const fy_texels *of, int k) {
    double sum = 0;
    for (uint32_t i = 0; i < of->width * of->height; i++) sum += of->rgba[4 * i + (uint32_t)k];
    return sum / (of->width * of->height);
}

START_TEST(dither_keeps_the_mean) {
    static const fy_sprite_format formats[] = {FY_SPRITE_RGBA16, FY_SPRITE_I4, FY_SPRITE_IA4, FY_SPRITE_CI4};
    ferry_job *job = fy_test_job();
    for (int i = 0; i < 4; i++) {
        fy_sprite plain, mixed;
        bool dithered;
        painter by = formats[i] == FY_SPRITE_CI4 ? leaves : between;
        fy_texels source = vertex_color_group(job, 32, 32, by);
        ck_assert(fy_sprite_encode(job, &source, color_only, formats[i], &plain));
        ck_assert(fy_sprite_encode(job, &source, color_only, formats[i], &mixed));
        ck_assert(fy_sprite_dither(job, &source, color_only, repeated, &mixed, &dithered));
        ck_assert(dithered);
        ck_assert_mem_ne(mixed.texels.rgba, plain.texels.rgba, 4 * 32 * 32);
        fy_sprite grey; /* what grey formats are about is the source's brightness */
        ck_assert(fy_sprite_encode(job, &source, color_only, FY_SPRITE_I8, &grey));
        bool of_grey = fy_sprite_is_grey(formats[i]);
        const fy_texels *wanted = of_grey ? &grey.texels : &source;
        double before = 0, after = 0;
        for (int k = 0; k < 3; k++) {
            before += fabs(mean(&plain.texels, k) - mean(wanted, k));
            after += fabs(mean(&mixed.texels, k) - mean(wanted, k));
        }
        ck_assert_double_lt(after, formats[i] == FY_SPRITE_CI4 ? before + 3 : before / 2);
        ck_assert_double_lt(after, 6);
        fy_sprite again = mixed;
        ck_assert(fy_sprite_encode(job, &source, color_only, formats[i], &again));
        ck_assert(fy_sprite_dither(job, &source, color_only, repeated, &again, &dithered));
        ck_assert_mem_eq(again.texels.rgba, mixed.texels.rgba, 4 * 32 * 32);
    }
    ferry_close(job);
}
END_TEST

START_TEST(exact_pictures_are_not_dithered) {
    ferry_job *job = fy_test_job();
    uint8_t rgba[16] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 255};
    fy_texels four = {4, 1, rgba};
    static const fy_sprite_format formats[] = {FY_SPRITE_CI4, FY_SPRITE_RGBA16, FY_SPRITE_RGBA32};
    for (int i = 0; i < 3; i++) {
        fy_sprite sprite;
        bool dithered;
        ck_assert(fy_sprite_encode(job, &four, color_only, formats[i], &sprite));
        ck_assert(fy_sprite_dither(job, &four, color_only, repeated, &sprite, &dithered));
        ck_assert(!dithered);
    }
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------- palettes */

static double palette_error(ferry_job *job, const fy_texels *of, uint32_t colors) {
    fy_palette palette;
    uint32_t count = of->width * of->height;
    uint8_t *indices = ferry_new(job, uint8_t, count);
    static const uint32_t shares[3] = {3, 4, 2};
    double squares = 0;
    ck_assert(fy_palette_build(job, of->rgba, NULL, count, colors, &palette));
    fy_palette_map(&palette, of->rgba, count, indices);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t least = UINT32_MAX, own = 0;
        for (uint32_t c = 0; c < palette.count; c++) { /* no index is worse than a search through all finds */
            uint32_t far = 0;
            for (int k = 0; k < 3; k++) {
                int apart = palette.colors[c][k] - of->rgba[4 * i + (uint32_t)k];
                far += shares[k] * (uint32_t)(apart * apart);
            }
            if (c == indices[i]) own = far;
            if (far < least) least = far;
        }
        ck_assert_uint_eq(own, least);
        squares += own;
    }
    return sqrt(squares / count / 9);
}

/* Transparent texels take the transparent colour; where there is none, the nearest one. */
START_TEST(transparent_texels_find_a_color) {
    fy_palette palette = {.count = 3, .colors = {{0, 0, 0, 255}, {248, 0, 0, 255}, {0, 248, 0, 255}}};
    static const uint8_t texels[] = {240, 0, 0, 0, 0, 240, 0, 0, 0, 240, 0, 255};
    uint8_t indices[3];
    fy_palette_map(&palette, texels, 3, indices);
    ck_assert(indices[0] == 1 && indices[1] == 2 && indices[2] == 2);
    palette.colors[0][3] = 0;
    fy_palette_map(&palette, texels, 3, indices);
    ck_assert(indices[0] == 0 && indices[1] == 0 && indices[2] == 2);
}
END_TEST

/* Where nothing moves any more, each colour is the mean of the texels that are nearest to it. */
START_TEST(settled_palettes_are_means) {
    enum { SIDE = 24, COLORS = 32 };
    ferry_job *job = fy_test_job();
    uint8_t rgba[SIDE * SIDE * 4], indices[SIDE * SIDE];
    uint32_t state = 1 + (uint32_t)_i;
    for (uint32_t i = 0; i < sizeof rgba; i++) {
        state = state * 1664525 + 1013904223;
        rgba[i] = i % 4 == 3 ? 255 : fy_round_5((uint8_t)(state >> 24));
    }
    fy_palette palette;
    ck_assert(fy_palette_build(job, rgba, NULL, SIDE * SIDE, COLORS, &palette));
    fy_palette_map(&palette, rgba, SIDE * SIDE, indices);
    for (uint32_t c = 0; c < palette.count; c++) {
        double sum[3] = {0}, count = 0;
        for (uint32_t i = 0; i < SIDE * SIDE; i++)
            if (indices[i] == c) {
                for (uint32_t k = 0; k < 3; k++) sum[k] += rgba[4 * i + k];
                count++;
            }
        ck_assert_double_gt(count, 0);
        for (int k = 0; k < 3; k++)
            ck_assert_uint_eq(palette.colors[c][k], fy_round_5((uint8_t)(sum[k] / count + .5)));
    }
    ferry_close(job);
}
END_TEST

START_TEST(palettes_settle_at_little_error) {
    ferry_job *job = fy_test_job();
    fy_texels texels = vertex_color_group(job, 64, 64, leaves),
              ramp = vertex_color_group(job, 64, 64, slow_ramp);
    double sixteen = palette_error(job, &texels, 16), many = palette_error(job, &texels, 256);
    ck_assert_double_lt(sixteen, 27); /* three components of noise */
    ck_assert_double_lt(many, 10.5);
    ck_assert_double_lt(palette_error(job, &ramp, 16), 3.2); /* five bits alone cost 2.2 */
    ferry_close(job);
}
END_TEST

/* ---------------------------------------------------------------------------------------- importance */

/* The first triangle of the square (area 3) shows the lower left quarter's cell row by row, the second one
 * (area about 3.35) a single spot. */
START_TEST(surfaces_tell_what_is_important) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t texture = add_texture(scene, "skin", 64, 64, leaves, FERRY_WRAP_REPEAT);
    ferry_gx_material *gx = add_gx(scene, "skin", texture);
    add_gx(scene, "other", add_texture(scene, "unseen", 64, 64, leaves, FERRY_WRAP_REPEAT));
    scene->draws.count = 1;
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int i = 0; i < 4; i++) mesh->uvs[0][i] = (ferry_vec2){1.7f, -.2f}; /* wraps to (.7, .8) */
    fy_image_draws draws = {0};
    fy_importance importance;
    ck_assert(fy_image_draws_find(job, scene, &draws));
    ck_assert(fy_importance_of(scene, &draws, 0, NULL, &importance));
    ck_assert(!fy_importance_of(scene, &draws, 1, NULL, &importance)); /* nothing shows it */
    ck_assert(fy_importance_of(scene, &draws, 0, NULL, &importance));
    double sum = 0;
    for (int y = 0; y < FY_IMPORTANCE_CELLS; y++)
        for (int x = 0; x < FY_IMPORTANCE_CELLS; x++) {
            sum += (double)importance.cells[y][x];
            if (y != 25 || x != 22) ck_assert_float_eq_tol(importance.cells[y][x], .25f, 1e-6f);
        }
    ck_assert_double_eq_tol(sum / (FY_IMPORTANCE_CELLS * FY_IMPORTANCE_CELLS), 1, 1e-4);
    mesh->uvs[0][0] = (ferry_vec2){0, 0}; /* now they spread from corner to corner */
    mesh->uvs[0][1] = (ferry_vec2){1, 0};
    mesh->uvs[0][2] = (ferry_vec2){1, 1};
    mesh->uvs[0][3] = (ferry_vec2){0, 1};
    ck_assert(fy_importance_of(scene, &draws, 0, NULL, &importance));
    sum = 0;
    for (int y = 0; y < FY_IMPORTANCE_CELLS; y++)
        for (int x = y; x < FY_IMPORTANCE_CELLS; x++) sum += (double)importance.cells[y][x];
    double share = sum / (FY_IMPORTANCE_CELLS * FY_IMPORTANCE_CELLS);
    ck_assert_double_gt(share, .42); /* half of it, the first triangle's area a little less */
    ck_assert_double_lt(share, .56);
    /* shifted by a half down and a quarter to the right, a corner's triangle lies elsewhere */
    for (int i = 0; i < 4; i++) mesh->uvs[0][i] = (ferry_vec2){.05f, .05f};
    gx->texgens[0].matrix = 30;
    gx->matrices[0] = (ferry_gx_texture_matrix){
        .present = true, .scale = {1, 1}, .translate = {.25f, .4f}, .center = {0, 0}};
    ck_assert(fy_importance_of(scene, &draws, 0, NULL, &importance));
    int spot[2] = {-1, -1};
    for (int y = 0; y < FY_IMPORTANCE_CELLS; y++)
        for (int x = 0; x < FY_IMPORTANCE_CELLS; x++)
            if (importance.cells[y][x] > 1) spot[0] = x, spot[1] = y;
    ck_assert_int_eq(spot[0], (int)(.3 * FY_IMPORTANCE_CELLS));
    ck_assert_int_eq(spot[1], (int)(.45 * FY_IMPORTANCE_CELLS));
    mesh->positions[0].x = NAN;
    (void)fy_importance_of(scene, &draws, 0, NULL, &importance);
    close_scene(job, scene);
}
END_TEST

/* Sixteen greys, and in one corner a spot of red that palettes of few colours would swallow. */
static void spotted(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t grey = noise(x, y, 1);
    if (x < 2 && y < 2)
        set(texel, 255, 0, 0, 255);
    else
        set(texel, grey, 255 - grey, noise(x, y, 2), 255);
}

START_TEST(important_spots_keep_their_colour) {
    ferry_job *job = fy_test_job();
    fy_texels source = vertex_color_group(job, 64, 64, spotted);
    fy_importance importance;
    for (int y = 0; y < FY_IMPORTANCE_CELLS; y++)
        for (int x = 0; x < FY_IMPORTANCE_CELLS; x++) importance.cells[y][x] = .25f;
    importance.cells[0][0] = .75f * FY_IMPORTANCE_CELLS * FY_IMPORTANCE_CELLS;
    fy_sprite plain, weighed;
    ck_assert(fy_sprite_convert(job, &source, NULL, FY_SPRITE_CI4, &plain));
    ck_assert(fy_sprite_convert(job, &source, &importance, FY_SPRITE_CI4, &weighed));
    int off[2] = {0};
    for (int k = 0; k < 3; k++) {
        off[0] += abs(plain.texels.rgba[k] - source.rgba[k]);
        off[1] += abs(weighed.texels.rgba[k] - source.rgba[k]);
    }
    ck_assert_int_gt(off[0], 60);
    ck_assert_int_lt(off[1], 20);
    ck_assert_double_lt(
        fy_texels_weighed_difference(&source, &weighed.texels, repeated, color_only, &importance, INFINITY),
        fy_texels_weighed_difference(&source, &plain.texels, repeated, color_only, &importance, INFINITY));
    fy_importance even;
    for (int y = 0; y < FY_IMPORTANCE_CELLS; y++)
        for (int x = 0; x < FY_IMPORTANCE_CELLS; x++) even.cells[y][x] = 1;
    ck_assert_double_eq_tol(
        fy_texels_weighed_difference(&source, &plain.texels, repeated, color_only, &even, INFINITY),
        fy_texels_difference(&source, &plain.texels, repeated, color_only), 1e-6);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_textures");
    TCase *filter = tcase_create("filter"), *sizes = tcase_create("sizes"), *mirror = tcase_create("mirror"),
          *others = tcase_create("others");
    tcase_add_test(filter, shrinking_fits_the_bilinear_filter);
    tcase_add_test(filter, filters_go_on_over_the_edges);
    tcase_add_test(filter, cutouts_keep_their_coverage);
    tcase_add_test(filter, a_wrong_colour_counts_more_than_grain);
    tcase_add_test(sizes, sizes_between_halves_are_used_where_nothing_repeats);
    tcase_add_test(sizes, proportions_follow_the_content);
    tcase_add_test(sizes, formats_and_sizes_compete);
    tcase_add_test(sizes, what_is_asked_for_is_done_where_it_can_be);
    tcase_add_test(sizes, sizes_are_such_as_are_loaded_whole);
    tcase_add_test(mirror, soft_edges_of_cutouts_stay_where_they_are);
    tcase_add_test(mirror, halves_of_symmetric_pictures_are_mirrored);
    tcase_add_test(mirror, what_nobody_reads_folds_without_an_error);
    tcase_add_test(mirror, not_all_symmetric_pictures_are_mirrored);
    tcase_add_test(mirror, nearly_symmetric_pictures_are_mirrored_for_room);
    tcase_add_test(mirror, coordinates_follow_the_mirrored_half);
    tcase_add_test(mirror, single_texels_do_not_forbid_mirroring);
    tcase_add_test(mirror, clamped_halves_are_mirrored_once);
    tcase_add_test(mirror, halves_of_pairs_are_powers_of_two);
    tcase_add_test(mirror, edges_that_go_on_are_not_stored);
    tcase_add_test(mirror, hidden_colours_are_no_edges);
    tcase_add_test(mirror, edges_that_overlap_stay);
    tcase_add_test(mirror, only_what_is_reached_is_stored);
    tcase_add_test(others, pairs_share_the_memory_as_suits_them);
    tcase_add_test(others, dither_keeps_the_mean);
    tcase_add_test(others, exact_pictures_are_not_dithered);
    tcase_add_test(others, transparent_texels_find_a_color);
    tcase_add_loop_test(others, settled_palettes_are_means, 0, 8);
    tcase_add_test(others, palettes_settle_at_little_error);
    tcase_add_test(others, surfaces_tell_what_is_important);
    tcase_add_test(others, important_spots_keep_their_colour);
    suite_add_tcase(suite, filter);
    suite_add_tcase(suite, sizes);
    suite_add_tcase(suite, mirror);
    suite_add_tcase(suite, others);
    return fy_run_suite(suite);
}
