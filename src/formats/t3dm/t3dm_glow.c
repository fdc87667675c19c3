/*
 * t3dm_glow.c: what becomes of light that is added to the picture (docs/what-is-lost.md, "Glows").
 *
 * The GameCube stops at white; the console's sum wraps around, and a glow before a bright wall turns into
 * dark blotches. Translucency cannot wrap. With an alpha that is the light's own brightness it comes close:
 * light + ground * (1 - brightness) is what remains of light + ground where both are bright, and the same
 * where either is dark.
 */
#include "formats/t3dm/t3dm_glow.h"

#include <math.h>

#include "core/maths.h"

/* Grounds that a glow may be seen before. */
static const double grounds[] = {0, .3, .6, .9};

enum { GROUNDS = 4 };

static double at_most_white(double value) {
    return value > 1 ? 1 : value;
}

static double largest(const double k[3]) {
    double most = k[0] > k[1] ? k[0] : k[1];
    return k[2] > most ? k[2] : most;
}

/* Colour, alpha, and the largest component of what is added. */
typedef struct light {
    double color[3], alpha, brightness;
} light;

static light light_of(const fy_sample *sample, bool whole) {
    light l = {.alpha = whole ? 1 : sample->wanted[3] / 255.0};
    for (int k = 0; k < 3; k++) {
        l.color[k] = sample->wanted[k] / 255.0;
        if (l.color[k] * l.alpha > l.brightness) l.brightness = l.color[k] * l.alpha;
    }
    return l;
}

/* What the GameCube makes of it. */
static double source_blend(const ferry_gx_material *gx, double color, double alpha, double true_alpha,
                           double ground) {
    if (gx->blend_dst == FERRY_GX_FACTOR_INV_OTHER_COLOR) return color * alpha + ground * (1 - color);
    if (gx->blend_dst == FERRY_GX_FACTOR_INV_SRC_ALPHA)
        return at_most_white(color * alpha + ground * (1 - true_alpha));
    return at_most_white(color * alpha + ground);
}

/* What a light becomes whose alpha is its brightness, or a share of that. */
typedef struct screen {
    double hue[3], share;
} screen;

static double way_blend(fy_glow_way way, const light *l, const screen *as, int k, double ground) {
    double source = l->color[k] * l->alpha, sum = source + ground, alpha = as->share * l->brightness;
    switch (way) {
    case FY_GLOW_MIXED:
        return source + ground * (1 - l->alpha);
    case FY_GLOW_SCREENED:
        return as->hue[k] * alpha + ground * (1 - alpha);
    default:
        return sum > 1 ? sum - 1 : sum;
    }
}

static double wanted_of(const fy_shader *shader, const fy_sample *sample, const light *l, int k,
                        double ground) {
    return source_blend(shader->gx, l->color[k], l->alpha, sample->wanted[3] / 255.0, ground);
}

static bool is_whole(const fy_shader *shader) {
    return shader->gx->blend_src == FERRY_GX_FACTOR_ONE;
}

static double error_of(const fy_shader *shader, fy_glow_way way, const screen *as) {
    double sum = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &shader->samples[i];
        light l = light_of(sample, is_whole(shader));
        for (int g = 0; g < GROUNDS; g++)
            for (int k = 0; k < 3; k++)
                sum += fabs(wanted_of(shader, sample, &l, k, grounds[g]) -
                            way_blend(way, &l, as, k, grounds[g]));
    }
    return sum * 255 / (FY_SAMPLES * GROUNDS * 3);
}

/* The hue that suits a share best, by least squares over all grounds. */
static void fit_hue(const fy_shader *shader, screen *as) {
    double over[3] = {0}, under = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &shader->samples[i];
        light l = light_of(sample, is_whole(shader));
        double alpha = as->share * l.brightness;
        for (int g = 0; g < GROUNDS; g++) {
            under += alpha * alpha;
            for (int k = 0; k < 3; k++)
                over[k] += alpha * (wanted_of(shader, sample, &l, k, grounds[g]) - grounds[g] * (1 - alpha));
        }
    }
    for (int k = 0; k < 3; k++) {
        double hue = under > 0 ? over[k] / under : 1;
        as->hue[k] = hue < 0 ? 0 : at_most_white(hue);
    }
}

static screen fit_screen(const fy_shader *shader) {
    screen best = {.share = 1};
    fit_hue(shader, &best);
    double least = error_of(shader, FY_GLOW_SCREENED, &best);
    for (double share = .75; share > .2; share -= .25) {
        screen next = {.share = share};
        fit_hue(shader, &next);
        double error = error_of(shader, FY_GLOW_SCREENED, &next);
        if (error >= least - .2) continue;
        least = error;
        best = next;
    }
    return best;
}

/* A picture whose colours are all grey is as good as one component of it. */
static uint16_t grey_texels(void *user, fy_tev *tev, uint16_t at) {
    const fy_shader *shader = user;
    fy_tev_node leaf = tev->nodes[at];
    if (leaf.op != FY_TEV_TEX || leaf.baked || !shader->rules.grey[leaf.map]) return at;
    for (int k = 0; k < 3; k++)
        if (leaf.swizzle[k] < 3) leaf.swizzle[k] = 0;
    return fy_tev_leaf(tev, &leaf);
}

/* The brightness of a colour that is one constant times one scalar formula. False: it is not. */
static bool split(fy_tev *tev, uint16_t color, uint16_t *brightness) {
    const fy_tev_node node = tev->nodes[color];
    const double *k = NULL;
    *brightness = color;
    if (node.op == FY_TEV_CONST) {
        k = node.k;
        *brightness = fy_tev_const(tev, 1, 1, 1);
    } else if (node.op == FY_TEV_MUL && tev->nodes[node.b].op == FY_TEV_CONST) {
        k = tev->nodes[node.b].k;
        *brightness = node.a;
    }
    if (!fy_tev_is_scalar(tev, *brightness)) return false;
    if (!k) return true;
    double most = largest(k);
    if (most <= 0 || most > 1) return false;
    *brightness = fy_tev_mul(tev, *brightness, fy_tev_const(tev, most, most, most));
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

static uint8_t to_byte(double value) {
    return (uint8_t)fy_round(value * 255);
}

/* From now on the samples want the hue, and the brightness as alpha. */
static void want_screened(fy_shader *shader, const screen *as) {
    bool whole = is_whole(shader);
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        light l = light_of(&shader->samples[i], whole);
        for (int k = 0; k < 3; k++) shader->samples[i].wanted[k] = to_byte(as->hue[k]);
        shader->samples[i].wanted[3] = to_byte(as->share * l.brightness);
    }
}

static void consider(fy_glow *best, const fy_shader *shader, fy_glow_way way, const screen *as,
                     uint16_t color, uint16_t alpha) {
    double error = error_of(shader, way, as);
    if (error >= best->error - .5) return;
    best->way = way, best->color = color, best->alpha = alpha, best->error = error;
}

fy_glow fy_glow_choose(fy_shader *shader, uint16_t color, uint16_t alpha) {
    fy_tev *tev = &shader->tev;
    screen as = fit_screen(shader);
    double added = error_of(shader, FY_GLOW_ADDED, &as);
    fy_glow best = {FY_GLOW_ADDED, color, alpha, added, added};
    uint16_t brightness, plain = fy_tev_replace(tev, color, grey_texels, shader);
    if (!split(tev, plain, &brightness)) brightness = fy_tev_replace(tev, color, one_component, NULL);
    consider(&best, shader, FY_GLOW_MIXED, &as, color, alpha);
    brightness = fy_tev_mul(tev, brightness, fy_tev_const(tev, as.share, as.share, as.share));
    consider(&best, shader, FY_GLOW_SCREENED, &as, fy_tev_const(tev, as.hue[0], as.hue[1], as.hue[2]),
             fy_tev_mul(tev, brightness, alpha));
    if (best.way == FY_GLOW_SCREENED) want_screened(shader, &as);
    return best;
}
