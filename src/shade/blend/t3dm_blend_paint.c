/* t3dm_blend_paint.c: see t3dm_blend_paint.h. */
#include "shade/blend/t3dm_blend_paint.h"

#include <math.h>

#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_tev_bake.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/blend/t3dm_blend_grounds.h"
#include "shade/t3dm_reference_state.h"

/* What a picture of its own has to gain, in 255ths. */
#define PAINT_GAIN .2

/* Colours that lie closer together are one, 0..1: their difference is hardly seen in what is translucent. */
#define ONE_COLOR .03

/* Below this alpha colours hardly show, and the ends of the line do not reach out for them. */
#define FAINT (4 / 255.0)

static void mean_ground(const fy_blend_view *views, double out[3]) {
    for (int k = 0; k < 3; k++) {
        double sum = 0;
        for (unsigned i = 0; i < FY_SAMPLES; i++)
            for (int g = 0; g < FY_BLEND_GROUNDS; g++) sum += fy_blend_weights[g] * views[i].ground[g][k];
        out[k] = sum / FY_SAMPLES;
    }
}

/* Mean and covariance of painted colours, weighted by their alpha. */
static void measure_colors(const fy_blend_view *views, const fy_blend_candidate *as, double mean[3],
                           double covariance[3][3]) {
    double weight = 0, sums[3] = {0}, squares[3][3] = {{0}};
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        double color[3], alpha = fy_blend_alpha_of(as, &views[i].light);
        fy_tev_paint(views[i].light.source, as->colors.ground, as->colors.screens, color);
        weight += alpha;
        for (int k = 0; k < 3; k++) {
            sums[k] += alpha * color[k];
            for (int n = 0; n < 3; n++) squares[k][n] += alpha * color[k] * color[n];
        }
    }
    for (int k = 0; k < 3; k++) mean[k] = weight > 0 ? sums[k] / weight : 1;
    for (int k = 0; k < 3; k++)
        for (int n = 0; n < 3; n++)
            covariance[k][n] = weight > 0 ? squares[k][n] / weight - mean[k] * mean[n] : 0;
}

/* The direction in which colours vary most, by power iteration. The start has a little of each component,
 * unevenly: rows that cancel out do not make it zero. */
static void principal_direction(const double covariance[3][3], double out[3]) {
    enum { ROUNDS = 24 };
    for (int k = 0; k < 3; k++)
        out[k] = covariance[0][k] + covariance[1][k] + covariance[2][k] + 1e-9 * (k + 1);
    for (int round = 0; round < ROUNDS; round++) {
        double next[3] = {0}, length = 0;
        for (int k = 0; k < 3; k++) {
            for (int n = 0; n < 3; n++) next[k] += covariance[k][n] * out[n];
            length += next[k] * next[k];
        }
        if (length <= 0) return;
        for (int k = 0; k < 3; k++) out[k] = next[k] / sqrt(length);
    }
}

/* Both ends of the line that painted colours are put on: one number tells where a texel is. */
static void fit_line(const fy_blend_view *views, fy_blend_candidate *as) {
    double mean[3], covariance[3][3], way[3], low = 0, high = 0;
    measure_colors(views, as, mean, covariance);
    principal_direction(covariance, way);
    double square = fy_dot3(way, way);
    for (unsigned i = 0; i < FY_SAMPLES && square > 0; i++) {
        double color[3], at = 0;
        if (fy_blend_alpha_of(as, &views[i].light) < FAINT) continue;
        fy_tev_paint(views[i].light.source, as->colors.ground, as->colors.screens, color);
        for (int k = 0; k < 3; k++) at += (color[k] - mean[k]) * way[k] / square;
        low = fmin(low, at), high = fmax(high, at);
    }
    if ((high - low) * sqrt(square) < ONE_COLOR) low = high = 0;
    for (int k = 0; k < 3; k++) as->colors.weak[k] = fy_blend_within(mean[k] + low * way[k]);
    for (int k = 0; k < 3; k++) as->colors.strong[k] = fy_blend_within(mean[k] + high * way[k]);
}

/* The formulas of colour and alpha, each of one picture. False: they follow more than one. */
static bool write_formulas(fy_reference *reference, const fy_blend_candidate *as, uint16_t *color,
                           uint16_t *alpha) {
    fy_tev *tev = &reference->tev;
    const fy_blend_colors *colors = &as->colors;
    const uint16_t source[2] = {*color,
                                fy_blend_ignores_alpha(reference) ? fy_tev_const(tev, 1, 1, 1) : *alpha};
    uint16_t ground = fy_blend_constant(tev, colors->ground), weak = fy_blend_constant(tev, colors->weak),
             strong = fy_blend_constant(tev, colors->strong);
    uint16_t cover = fy_tev_bake(tev, fy_tev_painted(tev, FY_TEV_COVER, colors->screens, source, ground)),
             own = fy_tev_painted(tev, FY_TEV_PAINT, colors->screens, source, ground),
             place = fy_tev_bake(tev, fy_tev_along(tev, own, weak, strong));
    if (tev->nodes[cover].op != FY_TEV_TEX || tev->nodes[place].op != FY_TEV_TEX) return false;
    *alpha = cover;
    *color = fy_tev_lerp(tev, weak, strong, place);
    return true;
}

/* Light that is added or screened, and whose alpha is not compared. */
static bool may_paint(const fy_reference *reference, fy_blend_candidate *as) {
    const ferry_gx_material *gx = reference->gx;
    uint16_t threshold;
    bool exact, whole = gx->blend_src == FERRY_GX_FACTOR_ONE;
    as->colors.screens = gx->blend_dst == FERRY_GX_FACTOR_INV_OTHER_COLOR;
    return gx->blend_mode == FERRY_GX_BLEND_BLEND && (whole || gx->blend_src == FERRY_GX_FACTOR_SRC_ALPHA) &&
           (gx->blend_dst == FERRY_GX_FACTOR_ONE || (whole && as->colors.screens)) &&
           fy_gx_alpha_test(gx, &threshold, &exact) == FY_ALPHA_TEST_NONE;
}

/* Whether any of it is seen before the model: painted light is right over one ground, and light on light is
 * more than either. */
static bool is_over(const fy_reference *reference) {
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        if (reference->samples[i].over) return true;
    return false;
}

bool fy_blend_try_paint(fy_reference *reference, const fy_blend_view *views, const fy_blend_candidate *chosen,
                        fy_blend_candidate *as, uint16_t *color, uint16_t *alpha) {
    *as = (fy_blend_candidate){.method = FY_BLEND_PAINTED, .share = 1};
    if (!may_paint(reference, as) || is_over(reference)) return false;
    mean_ground(views, as->colors.ground);
    fit_line(views, as);
    return fy_blend_error(views, as) < fy_blend_error(views, chosen) - PAINT_GAIN &&
           write_formulas(reference, as, color, alpha);
}
