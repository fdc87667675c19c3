/*
 * t3dm_blend.c: what becomes of blends that the console does not have (docs/what-is-lost.md, "Blends").
 *
 * Light that is added stops at white on the GameCube; the console's sum wraps around, and a glow before a
 * bright wall turns into dark blotches. Translucency cannot wrap. With an alpha that is the light's own
 * brightness it comes close: light + ground * (1 - brightness) is what remains of light + ground where both
 * are bright, and the same where either is dark. What is subtracted darkens the ground by its brightness,
 * what is multiplied by its darkness: both are translucency again, of a hue that is nearly black.
 */
#include "shade/blend/t3dm_blend.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "machine/gx/gx_tev_bake.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/blend/t3dm_blend_grounds.h"
#include "shade/blend/t3dm_blend_hues.h"
#include "shade/blend/t3dm_blend_paint.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_image_summary.h"
#include "shade/t3dm_reference_state.h"

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
    double most = fy_blend_largest(k);
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
    double most = fy_blend_largest(leaf.k);
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

static void collect_moves(const fy_tev_node *leaf, void *user) {
    *(uint32_t *)user |= leaf->moves;
}

/* One number that follows whatever clips change of a colour and its alpha. */
static uint16_t even_share(fy_tev *tev, double share, uint16_t color, uint16_t alpha) {
    const double even[3] = {share, share, share};
    uint32_t moves = 0;
    fy_tev_each(tev, color, collect_moves, &moves);
    fy_tev_each(tev, alpha, collect_moves, &moves);
    return fy_tev_moving(tev, even, moves);
}

static uint16_t alpha_formula(fy_reference *reference, const fy_blend_candidate *as, uint16_t color,
                              uint16_t alpha) {
    fy_tev *tev = &reference->tev;
    uint16_t share = fy_tev_const(tev, as->share, as->share, as->share);
    if (as->method == FY_BLEND_EVEN) return even_share(tev, as->share, color, alpha);
    uint16_t strength = brightness_of(reference, color);
    if (as->method == FY_BLEND_FILTERED)
        return fy_tev_mul(tev, fy_tev_sub(tev, fy_tev_const(tev, 1, 1, 1), strength), share);
    return fy_tev_mul(tev, fy_tev_mul(tev, strength, share), alpha);
}

/* What a way has to gain beside a plainer one, in 255ths: half a step of what is shown. */
#define WAY_GAIN .5

/* Ways are asked from the plainest on. */
static bool is_better(const fy_blend_view *views, const fy_blend_candidate *as, fy_blend_fit *best) {
    double error = fy_blend_error(views, as);
    if (error >= best->error - WAY_GAIN) return false;
    best->method = as->method, best->error = error;
    return true;
}

/* The best of the translucent ways, where one is better than `best`; NULL: none is. */
static const fy_blend_candidate *
choose_translucent(const fy_blend_view *views, const fy_blend_candidate translucent[3], fy_blend_fit *best) {
    const fy_blend_candidate *as = NULL;
    for (int i = 0; i < 3; i++)
        if (is_better(views, &translucent[i], best)) as = &translucent[i];
    return as;
}

/* Colour and alpha follow one picture, which holds the strength. */
static void write_turning(fy_reference *reference, const fy_blend_candidate *as, fy_blend_fit *best) {
    fy_tev *tev = &reference->tev;
    uint16_t strength = fy_tev_bake(tev, fy_tev_mul(tev, brightness_of(reference, best->color), best->alpha));
    uint16_t weak = fy_blend_constant(tev, as->colors.weak),
             strong = fy_blend_constant(tev, as->colors.strong);
    best->alpha = fy_tev_mul(tev, strength, fy_tev_const(tev, as->share, as->share, as->share));
    best->color = fy_tev_lerp(tev, weak, strong, strength);
    best->turns = true, best->share = as->share;
    best->exceeds = as->share > 1;
    fy_blend_want_candidate(reference, as);
}

/* The formulas of a translucent way, which the samples want from now on. */
static void write_translucent(fy_reference *reference, const fy_blend_view *views,
                              const fy_blend_candidate *as, bool constant, fy_blend_fit *best) {
    if (as->turns) {
        write_turning(reference, as, best);
        return;
    }
    uint16_t color = best->color;
    best->alpha = alpha_formula(reference, as, color, best->alpha);
    uint16_t hue = fy_blend_constant(&reference->tev, as->hue);
    best->tinted = as->tinted, best->share = as->share;
    best->follows = as->method == FY_BLEND_EVEN && fy_tev_moves_in(&reference->tev, best->alpha);
    best->exceeds = as->share > fy_blend_full_share(views, as->method, constant);
    best->color = as->tinted ? fy_tev_mul(&reference->tev, color, hue) : hue;
    fy_blend_want_candidate(reference, as);
}

/* Painted light in the place of `best`, where it gains enough beside what was chosen. */
static bool try_painted(fy_reference *reference, const fy_blend_view *views, uint16_t color, uint16_t alpha,
                        const fy_blend_candidate *chosen, fy_blend_fit *best) {
    fy_blend_candidate as;
    if (!fy_blend_try_paint(reference, views, chosen, &as, &color, &alpha)) return false;
    *best = (fy_blend_fit){.method = FY_BLEND_PAINTED,
                           .color = color,
                           .alpha = alpha,
                           .error = fy_blend_error(views, &as),
                           .added = best->added,
                           .share = 1,
                           .paint = as.colors};
    fy_blend_want_candidate(reference, &as);
    return true;
}

fy_blend_fit fy_blend_choose(fy_reference *reference, uint16_t color, uint16_t alpha, bool adds,
                             fy_blend_ways ways) {
    fy_blend_candidate added = {.method = FY_BLEND_ADDED}, mixed = {.method = FY_BLEND_MIXED};
    const fy_tev_node *nodes = reference->tev.nodes;
    bool constant = nodes[color].op == FY_TEV_CONST && nodes[alpha].op == FY_TEV_CONST;
    fy_blend_fit best = {.method = adds ? FY_BLEND_ADDED : FY_BLEND_MIXED, .color = color, .alpha = alpha};
    ferry_mark mark = ferry_job_mark(reference->job);
    const fy_blend_view *views = fy_blend_view_all(reference);
    if (!views) return best;
    best.error = fy_blend_error(views, adds ? &added : &mixed);
    best.added = fy_blend_error(views, &added);
    is_better(views, &mixed, &best);
    if (ways != FY_BLEND_OWN) {
        bool beyond = ways >= FY_BLEND_BEYOND;
        fy_blend_candidate translucent[3] = {fy_blend_fit_share(views, FY_BLEND_SCREENED, constant, beyond),
                                             fy_blend_fit_share(views, FY_BLEND_FILTERED, constant, beyond),
                                             fy_blend_fit_share(views, FY_BLEND_EVEN, constant, false)};
        if (ways >= FY_BLEND_TURNS && !constant) translucent[0] = fy_blend_fit_turning(views, translucent[0]);
        const fy_blend_candidate *as = choose_translucent(views, translucent, &best);
        const fy_blend_candidate *chosen = as ? as : best.method == FY_BLEND_ADDED ? &added : &mixed;
        bool painted = ways == FY_BLEND_PAINTS && !constant &&
                       try_painted(reference, views, color, alpha, chosen, &best);
        if (as && !painted) write_translucent(reference, views, as, constant, &best);
    }
    ferry_job_release(reference->job, mark);
    return best;
}

bool fy_blend_has_own_alpha(const fy_blend_fit *fit) {
    return fit->method >= FY_BLEND_SCREENED;
}

double fy_blend_want(fy_reference *reference, const fy_blend_fit *fit) {
    fy_blend_candidate as = {
        .method = fit->method, .tinted = fit->tinted, .turns = fit->turns, .share = fit->share};
    ferry_mark mark = ferry_job_mark(reference->job);
    const fy_blend_view *views = fy_blend_view_all(reference);
    if (!views) return 0;
    if (fit->method == FY_BLEND_PAINTED)
        as.colors = fit->paint, as.recolored = true; /* the picture says where between which colours */
    else if (fit->method == FY_BLEND_EVEN && fit->follows)
        fy_blend_fit_even_share(views, &as);
    else if (fy_blend_has_own_alpha(fit))
        fy_blend_fit_hue(views, &as);
    double error = fy_blend_error(views, &as);
    if (fy_blend_has_own_alpha(fit)) fy_blend_want_candidate(reference, &as);
    ferry_job_release(reference->job, mark);
    return error;
}

/* The largest value of what a combiner reads of the pictures in its slots for alpha. */
static uint8_t brightest_texel(const fy_reference *reference, const fy_fit *fit) {
    uint8_t most = 0;
    for (int i = 0; i < 2; i++) {
        const fy_fit_texture *of = &fit->textures[i];
        const uint32_t index = of->used ? reference->gx->textures[of->map] : FERRY_NONE;
        const ferry_image *image = fy_reference_texture_image(reference, index);
        const size_t texels = image ? (size_t)image->levels[0].width * image->levels[0].height : 0;
        for (size_t k = 0; k < 4 * texels; k++)
            if ((k % 4 == of->alpha || of->baked_alpha) && image->levels[0].rgba[k] > most)
                most = image->levels[0].rgba[k];
    }
    return most;
}

/* The largest value that nine bits hold. */
#define MOST_ALPHA 1.49

bool fy_blend_wraps(const fy_reference *reference, const fy_blend_fit *way, const fy_fit *fit) {
    enum { PART = 4 }; /* the formula is cut at 1: as many times what such a part of a texel comes to */
    fy_tev_inputs inputs;
    double value[3];
    if (!way->exceeds || !fy_tev_moves_in(&reference->tev, way->alpha)) return false;
    memset(&inputs, brightest_texel(reference, fit) / PART, sizeof inputs);
    memset(inputs.raster, 255, sizeof inputs.raster);
    fy_tev_value(&reference->tev, way->alpha, &inputs, value);
    return PART * value[0] > MOST_ALPHA;
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
        for (int g = 0; g < FY_BLEND_GROUNDS; g++) {
            fy_blend_ground(&sample, g, ground);
            fy_blend_source(reference, &sample, ground, drawn);
            for (int k = 0; k < 3; k++)
                sum += fy_blend_weights[g] *
                       fabs(drawn[k] - blended(way, rgba[k] / 255.0, rgba[3] / 255.0, ground[k] / 255.0));
        }
    }
    return sum * 255 / (FY_SAMPLES * 3);
}
