/*
 * t3dm_dissolve.c: see t3dm_dissolve.h. A picture holds what the source compares, and the console compares it
 * with a constant that clips drive: (t - c) * t reaches a small limit nearly where t passes c, whatever c is,
 * takes no input but these two, and never leaves the combiner's range.
 */
#include "shade/samples/t3dm_dissolve.h"

#include <math.h>
#include <string.h>

#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_tev_bake.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/blend/t3dm_blend_grounds.h"
#include "shade/t3dm_console_pixel.h"

/* What differs by less has no threshold. */
#define LEAST_RANGE (4. / 255)

/* --------------------------------------------------------------------------------------- the formula */

bool fy_dissolve_is_mask(const fy_tev *tev, uint16_t alpha, bool *moves) {
    const fy_tev_node *node = &tev->nodes[alpha];
    const bool greater = node->op == FY_TEV_COMPARE && !(node->test & 1) && node->test >= 14;
    if (!greater || tev->nodes[node->c].op != FY_TEV_CONST) return false;
    *moves = fy_tev_moves_in(tev, node->a) || fy_tev_moves_in(tev, node->b);
    return true;
}

bool fy_dissolve_learn(fy_reference *reference) {
    const fy_tev *tev = &reference->tev;
    bool moves;
    reference->mode.dissolve = (fy_dissolve){0, 0};
    if (!fy_dissolve_is_mask(tev, tev->alpha, &moves)) return false;
    const fy_tev_node *mask = &tev->nodes[tev->alpha];
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        double a[3], b[3];
        fy_tev_value(tev, mask->a, &reference->samples[i].lit, a);
        fy_tev_value(tev, mask->b, &reference->samples[i].lit, b);
        low = fmin(low, a[0] - b[0]);
        high = fmax(high, a[0] - b[0]);
    }
    if (high - low < LEAST_RANGE) return false;
    reference->mode.dissolve = (fy_dissolve){low, high};
    return true;
}

void fy_dissolve_substitute(fy_reference *reference) {
    fy_tev *tev = &reference->tev;
    const fy_dissolve *by = &reference->mode.dissolve;
    bool moves;
    if (!fy_dissolves(reference) || !fy_dissolve_is_mask(tev, tev->alpha, &moves)) return;
    const fy_tev_node mask = tev->nodes[tev->alpha];
    const double low = by->low, scale = 1 / (by->high - by->low);
    const uint16_t above = fy_tev_sub(tev, fy_tev_sub(tev, mask.a, mask.b), fy_tev_const(tev, low, low, low));
    tev->color = tev->alpha = fy_tev_mul(tev, above, fy_tev_const(tev, scale, scale, scale));
}

/* ------------------------------------------------------------------------------------ the combiner */

/* The picture that holds the mask, in the first slot. */
static bool take_picture(fy_reference *reference, fy_fit_texture *texture) {
    fy_tev *tev = &reference->tev;
    const fy_tev_node *node = &tev->nodes[fy_tev_bake(tev, tev->alpha)];
    if (node->op != FY_TEV_TEX) return false;
    *texture = (fy_fit_texture){.used = true,
                                .map = node->map,
                                .texgen = node->texgen,
                                .source = node->source,
                                .alpha = node->baked ? 3 : node->swizzle[0],
                                .baked = node->baked,
                                .baked_alpha = node->baked};
    memset(texture->swizzle, texture->alpha, sizeof texture->swizzle);
    return true;
}

/* What the second cycle makes of ENV's alpha and of the picture, which it calls the second texture. */
static const fy_rdp_equation opacities[FY_DISSOLVE_OPACITIES] = {
    {FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ENV},
    {FY_RDP_TEX1, FY_RDP_ZERO, FY_RDP_ENV, FY_RDP_ZERO},
    {FY_RDP_ONE, FY_RDP_ENV, FY_RDP_TEX1, FY_RDP_ENV},
};

bool fy_dissolve_fit(fy_reference *reference, unsigned number, double opacity, fy_fit *fit) {
    static const fy_rdp_equation between = {FY_RDP_PRIM, FY_RDP_ENV, FY_RDP_TEX0, FY_RDP_ENV},
                                 above = {FY_RDP_TEX0, FY_RDP_PRIM, FY_RDP_TEX0, FY_RDP_ZERO},
                                 pass = {FY_RDP_ZERO_AB, FY_RDP_ZERO_AB, FY_RDP_ZERO_C, FY_RDP_COMBINED};
    *fit = (fy_fit){.cycles = {{between, above}, {pass, opacities[number]}},
                    .two_cycles = true,
                    .shade = FY_TEV_NONE,
                    .shade_alpha = FY_TEV_NONE,
                    .prim = {.75, .75, .75, 0},
                    .env = {.25, .25, .25, opacity},
                    .has_prim = 3,
                    .has_env = 3,
                    .pinned = {true, true},
                    .dissolves = true};
    return take_picture(reference, &fit->textures[0]);
}

void fy_dissolve_want(fy_reference *reference, const fy_fit *fit) {
    fy_fit whole = *fit;
    uint8_t alphas[FY_SAMPLES];
    whole.dissolves = false;
    const fy_ready_fit ready = fy_reference_ready(reference, &whole, fy_rdp_encode(fit->cycles, true));
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        uint8_t rgba[4];
        fy_reference_pixel(reference, &ready, &reference->samples[i], rgba);
        alphas[i] = rgba[3];
    }
    fy_blend_want_colors(reference, alphas);
}

/* How many values of the constant, from 0 on, a texel's alpha is drawn with: those for which the combiner's
 * ((t - c) * t + 128) / 256 reaches the limit. */
static int drawn_up_to(int alpha) {
    const int product = FY_DISSOLVE_LEAST * 256 - 128;
    const int apart = alpha ? (product + alpha - 1) / alpha : 256;
    return apart <= alpha ? alpha - apart + 1 : 0;
}

/* The middle of the longest row of values that are right for most samples. At an end it is that end: all or
 * nothing is right for texels that none of the samples shows, too. */
static int best_constant(const int gained[257]) {
    int wrong = 0, least = 0, start = 0, first = 0, last = -1;
    for (int value = 0; value < 256; value++) {
        const bool goes_on = value && !gained[value];
        wrong += gained[value];
        if (!goes_on) start = value;
        if (value && wrong > least) continue;
        if (!value || wrong < least || value - start > last - first) first = start, last = value;
        least = wrong;
    }
    return first == 0 ? 0 : last == 255 ? 255 : (first + last) / 2;
}

void fy_dissolve_solve(const fy_reference *reference, fy_fit *fit) {
    int gained[257] = {0};
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &reference->samples[i];
        uint8_t texel[4];
        fy_reference_texel(reference, &fit->textures[0], sample, texel);
        gained[drawn_up_to(texel[3])] += sample->shows ? 1 : -1; /* from there on it is not drawn */
    }
    fit->prim[3] = best_constant(gained) / 255.;
}
