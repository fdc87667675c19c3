/*
 * t3dm_blend.c: what becomes of blends that the console does not have (docs/what-is-lost.md, "Blends").
 *
 * Light that is added stops at white on the GameCube; the console's sum wraps around, and a glow before a
 * bright wall turns into dark blotches. Translucency cannot wrap. With an alpha that is the light's own
 * brightness it comes close: light + ground * (1 - brightness) is what remains of light + ground where both
 * are bright, and the same where either is dark. What is subtracted darkens the ground by its brightness,
 * what is multiplied by its darkness: both are translucency again, of a hue that is nearly black.
 */
#include "shade/t3dm_blend.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_reference_state.h"

/* Grounds that a pixel may be seen before where the model has nothing behind it: dark and bright ones, and
 * the grey that pictures are drawn on. */
static const uint8_t grounds[] = {51, 102, 128, 153, 230};

static void ground_of(const fy_sample *sample, int number, uint8_t out[3]) {
    for (int k = 0; k < 3; k++) out[k] = sample->over ? sample->ground[k] : grounds[number];
}

/* Shares of the strength that are tried: each three quarters of the one before, and some beyond all of it. */
enum { GROUNDS = 5, SHARES = 12, BEYOND = 3 };

static double largest(const double k[3]) {
    double most = k[0] > k[1] ? k[0] : k[1];
    return k[2] > most ? k[2] : most;
}

/* What is drawn over a ground: colour, colour times alpha, alpha, and how strong that is. */
typedef struct light {
    double color[3], source[3], alpha, brightness, darkness;
} light;

static bool is_whole(const fy_reference *reference) {
    const ferry_gx_material *gx = reference->gx;
    return gx->blend_mode == FERRY_GX_BLEND_SUBTRACT || gx->blend_src == FERRY_GX_FACTOR_ONE;
}

static light light_of(const fy_reference *reference, const fy_sample *sample) {
    light l = {.alpha = is_whole(reference) ? 1 : sample->wanted[3] / 255.0, .darkness = 1};
    /* What is whole has no alpha left that the console could compare: it is drawn, and differs. */
    if (!is_whole(reference) && !fy_gx_alpha_passes(reference->gx, sample->wanted[3])) return (light){0};
    for (int k = 0; k < 3; k++) {
        l.color[k] = sample->wanted[k] / 255.0;
        l.source[k] = l.color[k] * l.alpha;
        l.darkness -= sample->wanted[k] / 765.0;
    }
    l.brightness = largest(l.source);
    return l;
}

/* Translucency whose alpha is a share of the colour's strength, of one hue, or of the colour times one, or of
 * a hue that goes from `hue` to `strong` with the strength. */
typedef struct screen {
    fy_blend_method method;
    bool tinted, turns;
    double hue[3], strong[3], share;
    double ground[3]; /* over which what is painted is right */
    bool screens;     /* the source's light is screened */
} screen;

/* How far from `hue` to `strong` a colour is. */
static double place_of(const screen *as, const double color[3]) {
    double way = 0, length = 0;
    for (int k = 0; k < 3; k++) {
        way += (color[k] - as->hue[k]) * (as->strong[k] - as->hue[k]);
        length += (as->strong[k] - as->hue[k]) * (as->strong[k] - as->hue[k]);
    }
    return length > 0 ? fmin(fmax(way / length, 0), 1) : 0;
}

static double painted_color(const screen *as, const light *l, int k) {
    double color[3];
    fy_tev_paint(l->source, as->ground, as->screens, color);
    return as->hue[k] + (as->strong[k] - as->hue[k]) * place_of(as, color);
}

static double screen_alpha(const screen *as, const light *l) {
    if (as->method == FY_BLEND_PAINTED) return fy_tev_cover(l->source, as->ground, as->screens);
    if (as->method == FY_BLEND_EVEN) return as->share;
    return fmin(1, as->share * (as->method == FY_BLEND_FILTERED ? l->darkness : l->brightness));
}

static double screen_color(const screen *as, const light *l, int k) {
    if (as->method == FY_BLEND_PAINTED) return painted_color(as, l, k);
    if (as->turns) return as->hue[k] + (as->strong[k] - as->hue[k]) * l->brightness;
    return as->tinted ? fmin(1, as->hue[k] * l->color[k]) : as->hue[k];
}

static double method_blend(const screen *as, const light *l, int k, double ground) {
    double sum = l->source[k] + ground, alpha = screen_alpha(as, l);
    switch (as->method) {
    case FY_BLEND_MIXED:
        return l->source[k] + ground * (1 - l->alpha);
    case FY_BLEND_ADDED:
        return sum > 1 ? sum - 1 : sum;
    default:
        return screen_color(as, l, k) * alpha + ground * (1 - alpha);
    }
}

/* What the GameCube makes of a ground. */
static void source_blend(const fy_reference *reference, const fy_sample *sample, const uint8_t ground[3],
                         double out[3]) {
    uint8_t there[4] = {ground[0], ground[1], ground[2], 255};
    if (fy_gx_alpha_passes(reference->gx, sample->wanted[3]))
        fy_gx_blend(reference->gx, sample->wanted, there);
    for (int k = 0; k < 3; k++) out[k] = there[k] / 255.0;
}

/* A sample over all grounds: asked for again and again, for each way and share. */
typedef struct view {
    light light;
    double ground[GROUNDS][3], wanted[GROUNDS][3]; /* before it is drawn, and after that */
} view;

/* Of all samples. NULL at the memory limit. */
static const view *view_all(const fy_reference *reference) {
    view *views = ferry_new(reference->job, view, FY_SAMPLES);
    for (unsigned i = 0; views && i < FY_SAMPLES; i++) {
        const fy_sample *sample = &reference->samples[i];
        views[i].light = light_of(reference, sample);
        for (int g = 0; g < GROUNDS; g++) {
            uint8_t ground[3];
            ground_of(sample, g, ground);
            source_blend(reference, sample, ground, views[i].wanted[g]);
            for (int k = 0; k < 3; k++) views[i].ground[g][k] = ground[k] / 255.0;
        }
    }
    return views;
}

/* What a hue that turns has to gain, in 255ths. */
#define TURNS_GAIN .5

/* And what a picture of its own has to. */
#define PAINT_GAIN .2

#define ALL_GROUNDS (FY_SAMPLES * GROUNDS * 3)

/* Not to its end once it is `enough`: no more is asked for. */
static double error_up_to(const view *views, const screen *as, double enough) {
    double sum = 0;
    for (unsigned i = 0; i < FY_SAMPLES && sum * 255 / ALL_GROUNDS < enough; i++)
        for (int g = 0; g < GROUNDS; g++)
            for (int k = 0; k < 3; k++)
                sum +=
                    fabs(views[i].wanted[g][k] - method_blend(as, &views[i].light, k, views[i].ground[g][k]));
    return sum * 255 / ALL_GROUNDS;
}

static double error_of(const view *views, const screen *as) {
    return error_up_to(views, as, HUGE_VAL);
}

/* What nothing is known to be behind of is seen before a mean ground most often. */
static double central_error(const view *views, const screen *as) {
    static const double weights[GROUNDS] = {.1, .2, .4, .2, .1};
    double sum = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        for (int g = 0; g < GROUNDS; g++)
            for (int k = 0; k < 3; k++)
                sum += weights[g] * fabs(views[i].wanted[g][k] -
                                         method_blend(as, &views[i].light, k, views[i].ground[g][k]));
    return sum * 255 / (FY_SAMPLES * 3);
}

static double within(double value) {
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* x and y of 0 to 1 for which a x^2 + 2 b x y + c y^2 - 2 (d x + e y) is least: inside, or on an edge. */
static void least_of(double a, double b, double c, const double right[2], double *x, double *y) {
    double det = a * c - b * b, least = HUGE_VAL;
    const double edges[2] = {0, 1};
    for (int i = 0; i < 5; i++) {
        double u, v;
        if (i == 0) {
            u = det > 1e-9 * a * c ? (c * right[0] - b * right[1]) / det : -1;
            v = det > 1e-9 * a * c ? (a * right[1] - b * right[0]) / det : -1;
            if (!(u >= 0 && u <= 1 && v >= 0 && v <= 1)) continue;
        } else if (i < 3) {
            u = edges[i - 1];
            v = c > 0 ? within((right[1] - b * u) / c) : 1;
        } else {
            v = edges[i - 3];
            u = a > 0 ? within((right[0] - b * v) / a) : 1;
        }
        double value = a * u * u + 2 * b * u * v + c * v * v - 2 * (right[0] * u + right[1] * v);
        if (value >= least) continue;
        least = value;
        *x = u, *y = v;
    }
}

/* Both hues that suit a share best, by least squares over all grounds. */
static void fit_hues(const view *views, screen *as) {
    double right[3][2] = {{0}}, both = 0, squares[2] = {0};
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const light *l = &views[i].light;
        double alpha = screen_alpha(as, l), weights[2] = {alpha * (1 - l->brightness), alpha * l->brightness};
        for (int end = 0; end < 2; end++) squares[end] += GROUNDS * weights[end] * weights[end];
        both += GROUNDS * weights[0] * weights[1];
        for (int g = 0; g < GROUNDS; g++)
            for (int k = 0; k < 3; k++)
                for (int end = 0; end < 2; end++)
                    right[k][end] +=
                        weights[end] * (views[i].wanted[g][k] - views[i].ground[g][k] * (1 - alpha));
    }
    for (int k = 0; k < 3; k++) least_of(squares[0], both, squares[1], right[k], &as->hue[k], &as->strong[k]);
}

/* The hue that suits a share best, by least squares over all grounds. */
static void fit_hue(const view *views, screen *as) {
    double over[3] = {0}, under[3] = {0};
    if (as->turns) {
        fit_hues(views, as);
        return;
    }
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const light *l = &views[i].light;
        double alpha = screen_alpha(as, l);
        for (int g = 0; g < GROUNDS; g++)
            for (int k = 0; k < 3; k++) {
                double weight = as->tinted ? alpha * l->color[k] : alpha;
                under[k] += weight * weight;
                over[k] += weight * (views[i].wanted[g][k] - views[i].ground[g][k] * (1 - alpha));
            }
    }
    for (int k = 0; k < 3; k++) {
        double hue = under[k] > 0 ? over[k] / under[k] : 1, most = as->method == FY_BLEND_EVEN ? 2 : 1;
        as->hue[k] = hue < 0 ? 0 : hue > most ? most : hue;
    }
}

/* The share that makes the strongest pixel opaque; above 1 the alpha formula cannot go but where it is
 * constant. */
static double full_share(const view *views, fy_blend_method method, bool constant) {
    screen as = {.method = method, .share = 1};
    double alpha = screen_alpha(&as, &views[0].light);
    return constant && alpha > 0 ? 1 / alpha : 1; /* which is 1 where the alpha is the share itself */
}

/* Three quarters of a share, and of that, so many times; of a negative number the other way. */
static double lessened(double share, int times) {
    for (int k = 0; k < times; k++) share *= .75;
    for (int k = times; k < 0; k++) share /= .75;
    return share;
}

/* The best share and hue of a way: larger shares and one hue are preferred unless others gain visibly. More
 * than all of the strength is alpha that stops at 1 before the light does. */
static screen fit_screen(const view *views, fy_blend_method method, bool constant, bool may_exceed) {
    screen best = {.method = method};
    double least = 1000, full = full_share(views, method, constant);
    for (int i = 0; i < 2 * SHARES; i++) {
        int step = i % SHARES;
        bool beyond = step >= SHARES - BEYOND;
        if (beyond && (constant || !may_exceed || method == FY_BLEND_EVEN)) continue;
        if (i < SHARES && method == FY_BLEND_EVEN) continue;
        int times = beyond ? SHARES - BEYOND - 1 - step : step;
        screen next = {.method = method, .tinted = i >= SHARES, .share = lessened(full, times)};
        fit_hue(views, &next);
        double wanted = least - (next.tinted || beyond ? 1 : .2), error = error_up_to(views, &next, wanted);
        if (error >= wanted) continue;
        least = error;
        best = next;
    }
    return best;
}

/* The same of a hue that turns, if that gains what another picture is worth. */
static screen fit_turning(const view *views, screen plain) {
    screen best = plain;
    double least = error_of(views, &plain) - TURNS_GAIN;
    for (int i = -1; i < SHARES - BEYOND; i++) { /* a third more than all stays within what wraps around */
        screen next = {.method = FY_BLEND_SCREENED, .turns = true, .share = lessened(1, i)};
        fit_hue(views, &next);
        double error = error_up_to(views, &next, least);
        if (error >= least) continue;
        least = error - .2;
        best = next;
    }
    return best;
}

/* From now on the samples want the hue, and the strength as alpha. */
static void want_screened(fy_reference *reference, const screen *as) {
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        light l = light_of(reference, &reference->samples[i]);
        for (int k = 0; k < 3; k++) reference->samples[i].wanted[k] = fy_unit_byte(screen_color(as, &l, k));
        reference->samples[i].wanted[3] = fy_unit_byte(screen_alpha(as, &l));
    }
}

/* ------------------------------------------------------------------------------------ painted pictures */

/* Colours that lie closer together are one, 0..1. */
#define ONE_COLOR .03

static void mean_ground(const view *views, double out[3]) {
    for (int k = 0; k < 3; k++) {
        double sum = 0;
        for (unsigned i = 0; i < FY_SAMPLES; i++)
            for (int g = 0; g < GROUNDS; g++) sum += views[i].ground[g][k];
        out[k] = sum / (FY_SAMPLES * GROUNDS);
    }
}

/* What painted colours are on average and how they vary together, as far as they are seen. */
static void vary(const view *views, const screen *as, double mean[3], double together[3][3]) {
    double weight = 0, sums[3] = {0}, squares[3][3] = {{0}};
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        double color[3], alpha = screen_alpha(as, &views[i].light);
        fy_tev_paint(views[i].light.source, as->ground, as->screens, color);
        weight += alpha;
        for (int k = 0; k < 3; k++) {
            sums[k] += alpha * color[k];
            for (int n = 0; n < 3; n++) squares[k][n] += alpha * color[k] * color[n];
        }
    }
    for (int k = 0; k < 3; k++) mean[k] = weight > 0 ? sums[k] / weight : 1;
    for (int k = 0; k < 3; k++)
        for (int n = 0; n < 3; n++)
            together[k][n] = weight > 0 ? squares[k][n] / weight - mean[k] * mean[n] : 0;
}

/* The direction in which they vary most. */
static void main_direction(const double together[3][3], double out[3]) {
    enum { ROUNDS = 24 };
    for (int k = 0; k < 3; k++) out[k] = together[0][k] + together[1][k] + together[2][k] + 1e-9 * (k + 1);
    for (int round = 0; round < ROUNDS; round++) {
        double next[3] = {0}, length = 0;
        for (int k = 0; k < 3; k++) {
            for (int n = 0; n < 3; n++) next[k] += together[k][n] * out[n];
            length += next[k] * next[k];
        }
        if (length <= 0) return;
        for (int k = 0; k < 3; k++) out[k] = next[k] / sqrt(length);
    }
}

/* Both ends of the line that painted colours are put on: one number tells where a texel is. */
static void fit_line(const view *views, screen *as) {
    double mean[3], together[3][3], way[3], low = 0, high = 0, length = 0;
    vary(views, as, mean, together);
    main_direction(together, way);
    for (int k = 0; k < 3; k++) length += way[k] * way[k];
    for (unsigned i = 0; i < FY_SAMPLES && length > 0; i++) {
        double color[3], at = 0;
        if (screen_alpha(as, &views[i].light) < 4 / 255.0) continue;
        fy_tev_paint(views[i].light.source, as->ground, as->screens, color);
        for (int k = 0; k < 3; k++) at += (color[k] - mean[k]) * way[k] / length;
        low = fmin(low, at), high = fmax(high, at);
    }
    if ((high - low) * sqrt(length) < ONE_COLOR) low = high = 0;
    for (int k = 0; k < 3; k++) as->hue[k] = within(mean[k] + low * way[k]);
    for (int k = 0; k < 3; k++) as->strong[k] = within(mean[k] + high * way[k]);
}

/* The formulas of colour and alpha, each one picture's. False: they are not. */
static bool paint(fy_reference *reference, const screen *as, uint16_t *color, uint16_t *alpha) {
    fy_tev *tev = &reference->tev;
    const uint16_t source[2] = {*color, is_whole(reference) ? fy_tev_const(tev, 1, 1, 1) : *alpha};
    uint16_t ground = fy_tev_const(tev, as->ground[0], as->ground[1], as->ground[2]),
             weak = fy_tev_const(tev, as->hue[0], as->hue[1], as->hue[2]),
             strong = fy_tev_const(tev, as->strong[0], as->strong[1], as->strong[2]);
    uint16_t cover = fy_tev_bake(tev, fy_tev_painted(tev, FY_TEV_COVER, as->screens, source, ground)),
             own = fy_tev_painted(tev, FY_TEV_PAINT, as->screens, source, ground),
             place = fy_tev_bake(tev, fy_tev_along(tev, own, weak, strong));
    if (tev->nodes[cover].op != FY_TEV_TEX || tev->nodes[place].op != FY_TEV_TEX) return false;
    *alpha = cover;
    *color = fy_tev_lerp(tev, weak, strong, place);
    return true;
}

/* Light that is added or screened, whatever its alpha compares with. */
static bool may_paint(const fy_reference *reference, screen *as) {
    const ferry_gx_material *gx = reference->gx;
    uint16_t threshold;
    bool exact, whole = gx->blend_src == FERRY_GX_FACTOR_ONE;
    as->screens = gx->blend_dst == FERRY_GX_FACTOR_INV_OTHER_COLOR;
    return gx->blend_mode == FERRY_GX_BLEND_BLEND && (whole || gx->blend_src == FERRY_GX_FACTOR_SRC_ALPHA) &&
           (gx->blend_dst == FERRY_GX_FACTOR_ONE || (whole && as->screens)) &&
           fy_gx_alpha_test(gx, &threshold, &exact) == FY_ALPHA_TEST_NONE;
}

/* Whether any of it is seen before the model, itself included: light on light is more than either. */
static bool is_over(const fy_reference *reference) {
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        if (reference->samples[i].over) return true;
    return false;
}

/* Takes the place of `best` where it gains what a picture with an alpha of its own is worth. */
static bool try_painted(fy_reference *reference, const view *views, uint16_t color, uint16_t alpha,
                        const screen *chosen, fy_blend_fit *best) {
    screen as = {.method = FY_BLEND_PAINTED, .share = 1};
    if (!may_paint(reference, &as) || is_over(reference)) return false;
    mean_ground(views, as.ground);
    fit_line(views, &as);
    double error = error_of(views, &as);
    if (central_error(views, &as) >= central_error(views, chosen) - PAINT_GAIN ||
        !paint(reference, &as, &color, &alpha))
        return false;
    *best = (fy_blend_fit){.method = FY_BLEND_PAINTED,
                           .color = color,
                           .alpha = alpha,
                           .error = error,
                           .added = best->added,
                           .share = 1,
                           .paint = {.screens = as.screens}};
    memcpy(best->paint.ground, as.ground, sizeof as.ground);
    memcpy(best->paint.weak, as.hue, sizeof as.hue);
    memcpy(best->paint.strong, as.strong, sizeof as.strong);
    want_screened(reference, &as);
    return true;
}

/* A picture whose colours are all grey is as good as one component of it. */
static uint16_t grey_texels(void *user, fy_tev *tev, uint16_t at) {
    const fy_reference *reference = user;
    fy_tev_node leaf = tev->nodes[at];
    if (leaf.op != FY_TEV_TEX || leaf.baked || !reference->rules.grey[leaf.map]) return at;
    for (int k = 0; k < 3; k++)
        if (leaf.swizzle[k] < 3) leaf.swizzle[k] = 0;
    return fy_tev_leaf(tev, &leaf);
}

/* The brightness of a colour that is one constant times one scalar formula. False: it is not. */
static bool split_brightness(fy_tev *tev, uint16_t color, uint16_t *brightness) {
    const fy_tev_node node = tev->nodes[color];
    const double *k = NULL;
    uint32_t moves = 0;
    *brightness = color;
    if (node.op == FY_TEV_CONST) {
        k = node.k, moves = node.moves;
        *brightness = fy_tev_const(tev, 1, 1, 1);
    } else if (node.op == FY_TEV_MUL && tev->nodes[node.b].op == FY_TEV_CONST) {
        k = tev->nodes[node.b].k, moves = tev->nodes[node.b].moves;
        *brightness = node.a;
    }
    if (!fy_tev_is_scalar(tev, *brightness)) return false;
    if (!k) return true;
    double most = largest(k);
    if (most <= 0 || most > 1) return false;
    const double strength[3] = {most, most, most};
    *brightness = fy_tev_mul(tev, *brightness, fy_tev_moving(tev, strength, moves));
    return true;
}

/* Of light of many hues: a formula that follows its strength. */
static uint16_t one_component(void *user, fy_tev *tev, uint16_t at) {
    fy_tev_node leaf = tev->nodes[at];
    (void)user;
    if (leaf.op >= FY_TEV_ADD || leaf.baked) return at;
    double most = largest(leaf.k);
    for (int k = 0; k < 3; k++) {
        if (leaf.op != FY_TEV_TEX) leaf.k[k] = most;
        leaf.swizzle[k] = leaf.op == FY_TEV_CONST ? 0 : leaf.swizzle[1];
    }
    return fy_tev_leaf(tev, &leaf);
}

/* A scalar formula that follows the strength of a colour. */
static uint16_t brightness_of(fy_reference *reference, uint16_t color) {
    fy_tev *tev = &reference->tev;
    uint16_t brightness, plain = fy_tev_replace(tev, color, grey_texels, reference);
    if (!split_brightness(tev, plain, &brightness))
        brightness = fy_tev_replace(tev, color, one_component, NULL);
    return brightness;
}

static uint16_t alpha_formula(fy_reference *reference, const screen *as, uint16_t color, uint16_t alpha) {
    fy_tev *tev = &reference->tev;
    uint16_t share = fy_tev_const(tev, as->share, as->share, as->share);
    if (as->method == FY_BLEND_EVEN) return share;
    uint16_t strength = brightness_of(reference, color);
    if (as->method == FY_BLEND_FILTERED)
        return fy_tev_mul(tev, fy_tev_sub(tev, fy_tev_const(tev, 1, 1, 1), strength), share);
    return fy_tev_mul(tev, fy_tev_mul(tev, strength, share), alpha);
}

/* Half a step must be gained: the ways are asked from the plainest on. */
static bool is_better(const view *views, const screen *as, fy_blend_fit *best) {
    double error = error_of(views, as);
    if (error >= best->error - .5) return false;
    best->method = as->method, best->error = error;
    return true;
}

/* The best of the translucent ways, where one is better than `best`; NULL: none is. */
static const screen *choose_screen(const view *views, const screen screens[3], fy_blend_fit *best) {
    const screen *as = NULL;
    for (int i = 0; i < 3; i++)
        if (is_better(views, &screens[i], best)) as = &screens[i];
    return as;
}

/* Colour and alpha follow one picture, which each has the strength of. */
static void draw_turning(fy_reference *reference, const screen *as, fy_blend_fit *best) {
    fy_tev *tev = &reference->tev;
    uint16_t strength = fy_tev_bake(tev, fy_tev_mul(tev, brightness_of(reference, best->color), best->alpha));
    uint16_t weak = fy_tev_const(tev, as->hue[0], as->hue[1], as->hue[2]),
             strong = fy_tev_const(tev, as->strong[0], as->strong[1], as->strong[2]);
    best->alpha = fy_tev_mul(tev, strength, fy_tev_const(tev, as->share, as->share, as->share));
    best->color = fy_tev_lerp(tev, weak, strong, strength);
    best->turns = true, best->share = as->share;
    best->exceeds = as->share > 1;
    want_screened(reference, as);
}

/* The formulas of a way. */
static void draw_screened(fy_reference *reference, const view *views, const screen *as, bool constant,
                          fy_blend_fit *best) {
    if (as->turns) {
        draw_turning(reference, as, best);
        return;
    }
    uint16_t color = best->color;
    best->alpha = alpha_formula(reference, as, color, best->alpha);
    uint16_t hue = fy_tev_const(&reference->tev, as->hue[0], as->hue[1], as->hue[2]);
    best->tinted = as->tinted, best->share = as->share;
    best->exceeds = as->share > full_share(views, as->method, constant);
    best->color = as->tinted ? fy_tev_mul(&reference->tev, color, hue) : hue;
    want_screened(reference, as);
}

fy_blend_fit fy_blend_choose(fy_reference *reference, uint16_t color, uint16_t alpha, bool adds,
                             fy_blend_ways ways) {
    screen added = {.method = FY_BLEND_ADDED}, mixed = {.method = FY_BLEND_MIXED};
    const fy_tev_node *nodes = reference->tev.nodes;
    bool constant = nodes[color].op == FY_TEV_CONST && nodes[alpha].op == FY_TEV_CONST;
    fy_blend_fit best = {.method = adds ? FY_BLEND_ADDED : FY_BLEND_MIXED, .color = color, .alpha = alpha};
    ferry_mark mark = ferry_job_mark(reference->job);
    const view *views = view_all(reference);
    if (!views) return best;
    best.error = error_of(views, adds ? &added : &mixed);
    best.added = error_of(views, &added);
    is_better(views, &mixed, &best);
    if (ways != FY_BLEND_OWN) {
        bool beyond = ways >= FY_BLEND_BEYOND;
        screen screens[3] = {fit_screen(views, FY_BLEND_SCREENED, constant, beyond),
                             fit_screen(views, FY_BLEND_FILTERED, constant, beyond),
                             fit_screen(views, FY_BLEND_EVEN, constant, false)};
        if (ways >= FY_BLEND_TURNS && !constant) screens[0] = fit_turning(views, screens[0]);
        const screen *as = choose_screen(views, screens, &best);
        bool painted = ways == FY_BLEND_PAINTS && !constant &&
                       try_painted(reference, views, color, alpha,
                                   as                              ? as
                                   : best.method == FY_BLEND_ADDED ? &added
                                                                   : &mixed,
                                   &best);
        if (as && !painted) draw_screened(reference, views, as, constant, &best);
    }
    ferry_job_release(reference->job, mark);
    return best;
}

bool fy_blend_has_own_alpha(const fy_blend_fit *fit) {
    return fit->method >= FY_BLEND_SCREENED;
}

/* As it was when it was chosen: its colours are in the picture. */
static void set_paint(screen *as, const fy_blend_paint *paint) {
    memcpy(as->ground, paint->ground, sizeof as->ground);
    memcpy(as->hue, paint->weak, sizeof as->hue);
    memcpy(as->strong, paint->strong, sizeof as->strong);
    as->screens = paint->screens;
}

double fy_blend_want(fy_reference *reference, const fy_blend_fit *fit) {
    screen as = {.method = fit->method, .tinted = fit->tinted, .share = fit->share};
    ferry_mark mark = ferry_job_mark(reference->job);
    const view *views = view_all(reference);
    if (!views) return 0;
    if (fit->method == FY_BLEND_PAINTED)
        set_paint(&as, &fit->paint);
    else if (fy_blend_has_own_alpha(fit))
        fit_hue(views, &as);
    double error = error_of(views, &as);
    if (fy_blend_has_own_alpha(fit)) want_screened(reference, &as);
    ferry_job_release(reference->job, mark);
    return error;
}

/* What the console leaves of a ground. */
static double blended(const fy_blend_fit *fit, double color, double alpha, double ground) {
    double sum = color * alpha + ground;
    if (fit->method != FY_BLEND_ADDED) return sum - ground * alpha;
    return sum > 1 ? sum - 1 : sum;
}

double fy_blend_seen(const fy_reference *reference, const fy_blend_fit *way, const fy_fit *fit, uint64_t word,
                     const uint8_t wanted[FY_SAMPLES][4]) {
    const fy_ready_fit ready = fy_reference_ready(reference, fit, word);
    double sum = 0, drawn[3];
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        fy_sample sample = reference->samples[i];
        uint8_t rgba[4], ground[3];
        fy_reference_pixel(reference, &ready, &sample, rgba);
        memcpy(sample.wanted, wanted[i], sizeof sample.wanted);
        for (int g = 0; g < GROUNDS; g++) {
            ground_of(&sample, g, ground);
            source_blend(reference, &sample, ground, drawn);
            for (int k = 0; k < 3; k++)
                sum += fabs(drawn[k] - blended(way, rgba[k] / 255.0, rgba[3] / 255.0, ground[k] / 255.0));
        }
    }
    return sum * 255 / (FY_SAMPLES * GROUNDS * 3);
}
