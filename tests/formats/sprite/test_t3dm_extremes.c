/*
 * test_t3dm_extremes.c: a thousand pictures whose channels are constant, extreme, two-coloured, ramps or
 * noise, shrunk and rounded to every texel format, against a slow plain reference: box means, the nearest
 * value that the format holds, the most frequent colours.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/texels.h"
#include "formats/sprite/t3dm_dither.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/texture/t3dm_choose.h"
#include "helpers.h"

enum { PICTURES = 1000, MOST_TEXELS = 128 * 128 };

typedef enum channel_kind { FIXED, STRIPES, CHECKS, RAMP, NOISE, CHANNEL_KINDS } channel_kind;

/* A channel lies between two values; FIXED: has the first. */
typedef struct channel {
    channel_kind kind;
    uint8_t low, high;
} channel;

typedef struct picture {
    uint32_t number;
    channel channels[4];
    bool alpha_is_red; /* cut-outs and smoke whose alpha is their brightness */
    fy_texel_needs needs;
    fy_texture_limits limits;
    fy_texels texels;
} picture;

/* The same on every machine, without a pattern. */
static uint32_t lot(uint32_t number, uint32_t k) {
    uint32_t value = number * 0x9E3779B1u ^ k * 0x85EBCA6Bu;
    value ^= value >> 15, value *= 0x2C1B3C6Du, value ^= value >> 12, value *= 0x297A2D39u;
    return value ^ value >> 15;
}

/* ------------------------------------------------------------------------------------------- the pictures */

static uint8_t value_at(const picture *of, int k, uint32_t x, uint32_t y) {
    const channel *c = &of->channels[k];
    switch (c->kind) {
    case STRIPES:
        return (x / 3 + (uint32_t)k) % 2 ? c->high : c->low;
    case CHECKS:
        return (x / 5 + y / 4) % 3 ? c->high : c->low;
    case RAMP:
        return (uint8_t)(c->low + (c->high - c->low) * (int)x / (int)of->texels.width);
    case NOISE:
        return (uint8_t)(c->low + (int)(lot(x * 128 + y, (uint32_t)k + 9) % 256) * (c->high - c->low) / 255);
    default:
        return c->low;
    }
}

static channel make_channel(uint32_t number, uint32_t k) {
    static const uint8_t extremes[] = {0, 255};
    uint32_t seed = lot(number, k), low = seed & 255, high = seed >> 8 & 255;
    channel made = {(channel_kind)(lot(number, k + 7) % CHANNEL_KINDS), (uint8_t)low, (uint8_t)high};
    if (seed >> 16 & 1) made.low = extremes[seed >> 17 & 1], made.high = 255 - made.low;
    if (lot(number, k + 11) % 3 == 0) made.kind = FIXED;
    return made;
}

static void make_alpha(uint32_t number, picture *made) {
    static const channel opaque = {FIXED, 255, 255}, nothing = {FIXED, 0, 0}, cutout = {CHECKS, 0, 255};
    uint32_t which = lot(number, 21) % 8;
    if (which == 0) return; /* as the channels */
    made->channels[3] = which == 1 ? nothing : which == 2 ? cutout : opaque;
    made->alpha_is_red = which == 3;
}

static void make_limits(uint32_t number, picture *made) {
    static const uint32_t budgets[] = {4096, 2048, 1024, 512};
    uint32_t format = lot(number, 30) % (FY_SPRITE_FORMATS + 2);
    made->limits =
        (fy_texture_limits){.budget = budgets[lot(number, 31) % 4],
                            .pair = lot(number, 32) % 5 == 0,
                            .wraps = {(ferry_wrap)(lot(number, 33) % 3), (ferry_wrap)(lot(number, 34) % 3)},
                            .least_rows = 1,
                            .formats = format < FY_SPRITE_FORMATS ? 1u << format : 0};
}

static picture make_picture(ferry_job *job, uint32_t number) {
    static const uint32_t sizes[][2] = {{8, 8},    {16, 16}, {32, 32}, {64, 64}, {64, 32},  {32, 64},
                                        {128, 16}, {20, 30}, {45, 60}, {48, 48}, {64, 128}, {128, 128}};
    picture made = {.number = number};
    for (uint32_t k = 0; k < 4; k++) made.channels[k] = make_channel(number, k);
    if (lot(number, 20) % 3 == 0) made.channels[1] = made.channels[2] = made.channels[0]; /* nearly greys */
    make_alpha(number, &made);
    make_limits(number, &made);
    made.needs = (fy_texel_needs){lot(number, 22) % 8 > 0, lot(number, 22) % 3 > 0};
    if (!made.needs.color) made.needs.alpha = true;
    const uint32_t *size = sizes[lot(number, 23) % (sizeof sizes / sizeof *sizes)];
    made.texels = (fy_texels){size[0], size[1], ferry_new(job, uint8_t, (size_t)size[0] * size[1] * 4)};
    for (uint32_t y = 0; y < size[1]; y++)
        for (uint32_t x = 0; x < size[0]; x++) {
            uint8_t *texel = made.texels.rgba + 4 * ((size_t)y * size[0] + x);
            for (int k = 0; k < 4; k++) texel[k] = value_at(&made, k, x, y);
            if (lot(number, 20) % 6 == 0) texel[1] = texel[2] = texel[0];
            if (made.alpha_is_red) texel[3] = texel[0];
            if (!made.needs.alpha) texel[3] = 255; /* as textures are read for materials */
            if (!made.needs.color) texel[0] = texel[1] = texel[2] = texel[3];
        }
    return made;
}

/* ------------------------------------------------------------------------------------------ the reference */

typedef struct slow_texel {
    double at[4];
} slow_texel;

typedef struct slow_picture {
    uint32_t width, height;
    slow_texel texels[MOST_TEXELS];
} slow_picture;

static slow_picture source, shrunk, rounded, result;

static void load(const fy_texels *from, slow_picture *to) {
    to->width = from->width, to->height = from->height;
    for (size_t i = 0; i < 4 * (size_t)from->width * from->height; i++)
        to->texels[i / 4].at[i % 4] = from->rgba[i];
}

/* How much of texel `at` lies under texel `to` of a side of other size. */
static double cover(uint32_t at, uint32_t from, uint32_t to, uint32_t size) {
    double left = fmax(at, (double)to * from / size), right = fmin(at + 1., (to + 1.) * from / size);
    return right > left ? right - left : 0;
}

/* The texels of a side that may lie under texel `to` of another one: all others do not. */
static uint32_t first_under(uint32_t from, uint32_t to, uint32_t size) {
    return to * from / size;
}

static uint32_t end_under(uint32_t from, uint32_t to, uint32_t size) {
    return ((to + 1) * from + size - 1) / size;
}

static void add_covered(const slow_picture *from, uint32_t x, uint32_t y, bool weigh, const slow_picture *to,
                        double sum[5]) {
    uint32_t left = first_under(from->width, x, to->width), right = end_under(from->width, x, to->width);
    for (uint32_t v = first_under(from->height, y, to->height); v < end_under(from->height, y, to->height);
         v++) {
        double down = cover(v, from->height, y, to->height);
        if (down <= 0) continue;
        for (uint32_t u = left; u < right; u++) {
            const double *texel = from->texels[v * from->width + u].at;
            double area = down * cover(u, from->width, x, to->width), alpha = weigh ? texel[3] + 1e-6 : 1;
            for (int k = 0; k < 3; k++) sum[k] += area * alpha * texel[k];
            sum[3] += area * texel[3];
            sum[4] += area * alpha;
        }
    }
}

/* Means of what lies under each texel. `weigh`: of colours, by their alpha. */
static void shrink(const slow_picture *from, uint32_t width, uint32_t height, bool weigh, slow_picture *to) {
    to->width = width, to->height = height;
    double area = (double)from->width * from->height / ((double)width * height);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            double sum[5] = {0}, *texel = to->texels[y * width + x].at;
            add_covered(from, x, y, weigh, to, sum);
            for (int k = 0; k < 3; k++) texel[k] = sum[k] / sum[4];
            texel[3] = sum[3] / area;
        }
}

/* What a component of `bits` can be. */
static double widened(unsigned level, unsigned bits) {
    unsigned value = level << (8 - bits);
    for (unsigned shift = bits; shift < 8; shift *= 2) value |= value >> shift;
    return value;
}

static double nearest_of(double value, unsigned bits) {
    unsigned levels = 1u << bits, near = (unsigned)(fmin(fmax(value, 0), 255) * (levels - 1) / 255);
    unsigned first = near > 1 ? near - 1 : 0; /* `widened` is never a level off a straight line */
    double best = widened(first, bits);
    for (unsigned level = first + 1; level < levels && level < near + 3; level++)
        if (fabs(widened(level, bits) - value) < fabs(best - value)) best = widened(level, bits);
    return best;
}

/* Bits of colour and alpha; alpha 0: it is the colour's. */
static void bits_of(fy_sprite_format format, unsigned *color, unsigned *alpha) {
    static const uint8_t bits[FY_SPRITE_FORMATS][2] = {{4, 0}, {5, 1}, {3, 1}, {8, 0}, {4, 4},
                                                       {5, 1}, {5, 1}, {8, 8}, {8, 8}};
    *color = bits[format][0], *alpha = bits[format][1];
}

static bool is_grey_format(fy_sprite_format format) {
    return format == FY_SPRITE_I4 || format == FY_SPRITE_I8 || format == FY_SPRITE_IA4 ||
           format == FY_SPRITE_IA8 || format == FY_SPRITE_IA16;
}

static slow_texel round_texel(fy_sprite_format format, const double texel[4]) {
    unsigned color, alpha;
    slow_texel made;
    bits_of(format, &color, &alpha);
    double grey = .299 * texel[0] + .587 * texel[1] + .114 * texel[2];
    for (int k = 0; k < 3; k++) made.at[k] = nearest_of(is_grey_format(format) ? grey : texel[k], color);
    made.at[3] = alpha == 0   ? made.at[0]
                 : alpha == 1 ? (texel[3] >= 128 ? 255 : 0)
                              : nearest_of(texel[3], alpha);
    return made;
}

static bool same_texel(const slow_texel *a, const slow_texel *b) {
    return memcmp(a->at, b->at, sizeof a->at) == 0;
}

static double apart(const double a[4], const double b[4]) {
    double sum = 0;
    for (int k = 0; k < 4; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}

/* Only the colours that occur most often stay; each texel gets the nearest. */
static void keep_frequent(slow_picture *of, uint32_t most) {
    static slow_texel colors[MOST_TEXELS];
    static uint32_t counts[MOST_TEXELS];
    uint32_t count = 0, texels = of->width * of->height;
    for (uint32_t i = 0; i < texels; i++) {
        uint32_t at = 0;
        while (at < count && !same_texel(&colors[at], &of->texels[i])) at++;
        if (at == count) colors[count] = of->texels[i], counts[count++] = 0;
        counts[at]++;
    }
    for (uint32_t n = 0; n < most && n < count; n++)
        for (uint32_t i = n + 1; i < count; i++)
            if (counts[i] > counts[n]) {
                slow_texel color = colors[n];
                uint32_t often = counts[n];
                colors[n] = colors[i], counts[n] = counts[i];
                colors[i] = color, counts[i] = often;
            }
    for (uint32_t i = 0; i < texels; i++) {
        uint32_t best = 0;
        for (uint32_t n = 1; n < most && n < count; n++)
            if (apart(colors[n].at, of->texels[i].at) < apart(colors[best].at, of->texels[i].at)) best = n;
        of->texels[i] = colors[best];
    }
}

static void round_to_format(const slow_picture *from, fy_sprite_format format, slow_picture *to) {
    to->width = from->width, to->height = from->height;
    for (uint32_t i = 0; i < from->width * from->height; i++)
        to->texels[i] = round_texel(format, from->texels[i].at);
    if (format == FY_SPRITE_CI4 || format == FY_SPRITE_CI8)
        keep_frequent(to, format == FY_SPRITE_CI4 ? 16 : 256);
}

static uint32_t wrapped(int at, uint32_t size, ferry_wrap wrap) {
    int side = (int)size;
    if (wrap == FERRY_WRAP_CLAMP) return (uint32_t)(at < 0 ? 0 : at >= side ? side - 1 : at);
    int period = wrap == FERRY_WRAP_MIRROR ? 2 * side : side;
    at = (at % period + period) % period;
    return (uint32_t)(at < side ? at : period - 1 - at);
}

/* The picture through the bilinear filter, where texel (x, y) of the source lies. */
static slow_texel draw_at(const slow_picture *of, fy_texel_wraps wraps, uint32_t x, uint32_t y) {
    double u = (x + .5) * of->width / source.width - .5, v = (y + .5) * of->height / source.height - .5;
    int left = (int)floor(u), top = (int)floor(v);
    slow_texel made = {{0}};
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            const double *texel = of->texels[wrapped(top + j, of->height, wraps.t) * of->width +
                                             wrapped(left + i, of->width, wraps.s)]
                                      .at;
            double weight = (i ? u - left : 1 - u + left) * (j ? v - top : 1 - v + top);
            for (int k = 0; k < 4; k++) made.at[k] += weight * texel[k];
        }
    return made;
}

/* Squared, before black and before white, of what is read. */
static double difference_of(const double a[4], const double b[4], fy_texel_needs needs) {
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        if (!needs.color) sum += 2 * (a[3] - b[3]) * (a[3] - b[3]);
        if (!needs.color) continue;
        double black = needs.alpha ? (a[k] * a[3] - b[k] * b[3]) / 255 : a[k] - b[k];
        double white = needs.alpha ? black - a[3] + b[3] : black;
        sum += black * black + white * white;
    }
    return sum / 6;
}

static double difference(const slow_picture *of, const picture *p) {
    double sum = 0;
    for (uint32_t y = 0; y < source.height; y++)
        for (uint32_t x = 0; x < source.width; x++) {
            slow_texel drawn = draw_at(of, p->limits.wraps, x, y);
            sum += difference_of(drawn.at, source.texels[y * source.width + x].at, p->needs);
        }
    return sqrt(sum / ((double)source.width * source.height));
}

/* --------------------------------------------------------------------------------------------- the checks */

static const char *describe(const picture *of, const fy_sprite *sprite) {
    static char text[256];
    int at =
        snprintf(text, sizeof text, "picture %u (%u x %u", of->number, of->texels.width, of->texels.height);
    for (int k = 0; k < 4; k++)
        at += snprintf(text + at, sizeof text - (size_t)at, ", %d:%u-%u", (int)of->channels[k].kind,
                       of->channels[k].low, of->channels[k].high);
    snprintf(text + at, sizeof text - (size_t)at, "%s, needs %d%d) as %s %u x %u",
             of->alpha_is_red ? ", alpha is red" : "", of->needs.color, of->needs.alpha,
             fy_sprite_format_name(sprite->format), sprite->texels.width, sprite->texels.height);
    return text;
}

/* Every value is one that the format holds. */
static void check_values(const picture *of, const fy_sprite *sprite) {
    for (uint32_t i = 0; i < result.width * result.height; i++) {
        slow_texel again = round_texel(sprite->format, result.texels[i].at);
        ck_assert_msg(same_texel(&again, &result.texels[i]), "%s: texel %u is not of the format",
                      describe(of, sprite), i);
    }
}

static bool is_shown(const picture *of, const double texel[4]) {
    return !of->needs.alpha || texel[3] >= 128;
}

/* Of what is shown of a channel: least and most. */
static bool range_of(const picture *of, const slow_picture *in, int k, double range[2]) {
    range[0] = 255, range[1] = 0;
    for (uint32_t i = 0; i < in->width * in->height; i++) {
        if (of->needs.alpha && in == &source ? in->texels[i].at[3] <= 0 : !is_shown(of, in->texels[i].at))
            continue;
        range[0] = fmin(range[0], in->texels[i].at[k]);
        range[1] = fmax(range[1], in->texels[i].at[k]);
    }
    return range[0] <= range[1];
}

/* A constant channel stays constant; others stay in their range, but for what a sharp edge needs. */
static void check_ranges(const picture *of, const fy_sprite *sprite) {
    unsigned bits, alpha;
    double from[2], to[2];
    bits_of(sprite->format, &bits, &alpha);
    for (int k = 0; k < 3 && of->needs.color && !is_grey_format(sprite->format); k++) {
        if (!range_of(of, &source, k, from) || !range_of(of, &result, k, to)) continue;
        double over = 1.5 * (from[1] - from[0]);
        double least = fmax(from[0] - over, 0), most = fmin(from[1] + over, 255);
        ck_assert_msg(to[0] >= least - fabs(nearest_of(least, bits) - least) &&
                          to[1] <= most + fabs(nearest_of(most, bits) - most),
                      "%s: channel %d was %g to %g, is %g to %g", describe(of, sprite), k, from[0], from[1],
                      to[0], to[1]);
    }
}

static bool is_cutout(const picture *of) {
    bool opaque = false, clear = false;
    for (uint32_t i = 0; of->needs.alpha && i < source.width * source.height; i++) {
        double alpha = source.texels[i].at[3];
        if (alpha > 0 && alpha < 255) return false;
        opaque |= alpha >= 255, clear |= alpha <= 0;
    }
    return opaque && clear;
}

/* A side of about the same size is made by a filter that box means may beat at the texels themselves. */
static bool is_near(uint32_t from, uint32_t to) {
    return to != from && 2 * to > from;
}

/* No worse than plain means, rounded to what is near. The alpha of cut-outs is made to cover as much as
 * before instead. */
static void check_difference(const picture *of, const fy_sprite *sprite) {
    unsigned color, alpha;
    bool same_size = source.width == result.width && source.height == result.height;
    bits_of(sprite->format, &color, &alpha);
    if (is_cutout(of) && !same_size) return;
    shrink(&source, result.width, result.height, alpha > 0, &shrunk);
    round_to_format(&shrunk, sprite->format, &rounded);
    double plain = difference(&rounded, of), own = difference(&result, of);
    bool near = is_near(source.width, result.width) || is_near(source.height, result.height);
    ck_assert_msg(own <= plain * (near ? 1.7 : 1.06) + (near ? 2.1 : .6),
                  "%s: off by %.2f, plain means by %.2f", describe(of, sprite), own, plain);
}

static void check_sprite(const picture *of, const fy_sprite *sprite) {
    load(&sprite->texels, &result);
    check_values(of, sprite);
    check_ranges(of, sprite);
    check_difference(of, sprite);
}

START_TEST(pictures_are_no_worse_than_plain_means) {
    for (uint32_t number = 0; number < PICTURES; number++) {
        ferry_job *job = fy_test_job();
        picture made = make_picture(job, number);
        fy_sprite sprite;
        load(&made.texels, &source);
        ck_assert(fy_sprite_choose(job, &made.texels, made.needs, &made.limits, &sprite));
        check_sprite(&made, &sprite);
        ferry_close(job);
    }
}
END_TEST

/* Of each channel as it was before rounding. */
static void check_dither(const picture *of, const fy_sprite *plain, const fy_sprite *dithered) {
    unsigned bits, alpha;
    bits_of(plain->format, &bits, &alpha);
    double step = 255. / ((1u << bits) - 1), n = (double)result.width * result.height;
    shrink(&source, result.width, result.height, alpha > 0, &shrunk);
    for (int k = 0; k < 3; k++) {
        double before = 0, after = 0;
        for (uint32_t i = 0; i < result.width * result.height; i++) {
            ck_assert_msg(abs(dithered->texels.rgba[4 * i + (uint32_t)k] -
                              plain->texels.rgba[4 * i + (uint32_t)k]) <= step + 2,
                          "%s: dither moves texel %u by more than a step", describe(of, plain), i);
            before += plain->texels.rgba[4 * i + (uint32_t)k] / n;
            after += result.texels[i].at[k] / n;
        }
        ck_assert_msg(fabs(after - before) <= step * .6 + 1, "%s: dither moves channel %d from %.1f to %.1f",
                      describe(of, plain), k, before, after);
    }
}

/* Ordered dither moves no value by more than a step, and no mean by more than half of one. */
START_TEST(dither_stays_near) {
    for (uint32_t number = 0; number < PICTURES; number++) {
        ferry_job *job = fy_test_job();
        picture made = make_picture(job, number);
        fy_sprite plain, other;
        bool dithered;
        load(&made.texels, &source);
        ck_assert(fy_sprite_choose(job, &made.texels, made.needs, &made.limits, &plain));
        other = plain;
        ck_assert(fy_sprite_dither(job, &made.texels, made.needs, made.limits.wraps, &other, &dithered));
        load(&other.texels, &result);
        check_values(&made, &other);
        if (dithered && !fy_sprite_has_palette(other.format)) check_dither(&made, &plain, &other);
        ferry_close(job);
    }
}
END_TEST

/* The picture of the first such report. */
START_TEST(one_full_channel_leaves_the_others_alone) {
    ferry_job *job = fy_test_job();
    static const uint8_t color[4] = {255, 202, 140, 255};
    fy_texels texels = {128, 128, ferry_new(job, uint8_t, (size_t)4 * 128 * 128)};
    for (uint32_t i = 0; i < 128 * 128; i++) memcpy(texels.rgba + 4 * i, color, 4);
    for (fy_sprite_format format = 0; format < FY_SPRITE_FORMATS; format++) {
        if (is_grey_format(format)) continue;
        fy_texture_limits limits = {.budget = 2048, .least_rows = 1, .formats = 1u << format};
        fy_sprite sprite;
        ck_assert(fy_sprite_choose(job, &texels, (fy_texel_needs){true, false}, &limits, &sprite));
        for (uint32_t i = 0; i < sprite.texels.width * sprite.texels.height; i++)
            for (int k = 0; k < 3; k++)
                ck_assert_int_le(abs(sprite.texels.rgba[4 * i + (uint32_t)k] - color[k]), 4);
    }
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_extremes");
    TCase *all = tcase_create("all");
    tcase_add_test(all, one_full_channel_leaves_the_others_alone);
    tcase_add_test(all, pictures_are_no_worse_than_plain_means);
    tcase_add_test(all, dither_stays_near);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
