/* t3dm_blend_paint.c: see t3dm_blend_paint.h. */
#include "shade/blend/t3dm_blend_paint.h"

#include <math.h>

#include "ferry64_gx.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/blend/t3dm_blend_grounds.h"
#include "shade/t3dm_reference_state.h"

/* What a picture of its own has to gain, in 255ths. */
#define PAINT_GAIN .2

/* Colours that lie closer together are one, 0..1. */
#define ONE_COLOR .03

static void mean_ground(const fy_blend_view *views, double out[3]) {
    for (int k = 0; k < 3; k++) {
        double sum = 0;
        for (unsigned i = 0; i < FY_SAMPLES; i++)
            for (int g = 0; g < FY_BLEND_GROUNDS; g++) sum += views[i].ground[g][k];
        out[k] = sum / (FY_SAMPLES * FY_BLEND_GROUNDS);
    }
}

/* What painted colours are on average and how they vary together, as far as they are seen. */
static void vary(const fy_blend_view *views, const fy_blend_candidate *as, double mean[3],
                 double together[3][3]) {
    double weight = 0, sums[3] = {0}, squares[3][3] = {{0}};
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        double color[3], alpha = fy_blend_alpha_of(as, &views[i].light);
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
static void fit_line(const fy_blend_view *views, fy_blend_candidate *as) {
    double mean[3], together[3][3], way[3], low = 0, high = 0, length = 0;
    vary(views, as, mean, together);
    main_direction(together, way);
    for (int k = 0; k < 3; k++) length += way[k] * way[k];
    for (unsigned i = 0; i < FY_SAMPLES && length > 0; i++) {
        double color[3], at = 0;
        if (fy_blend_alpha_of(as, &views[i].light) < 4 / 255.0) continue;
        fy_tev_paint(views[i].light.source, as->ground, as->screens, color);
        for (int k = 0; k < 3; k++) at += (color[k] - mean[k]) * way[k] / length;
        low = fmin(low, at), high = fmax(high, at);
    }
    if ((high - low) * sqrt(length) < ONE_COLOR) low = high = 0;
    for (int k = 0; k < 3; k++) as->hue[k] = fy_blend_within(mean[k] + low * way[k]);
    for (int k = 0; k < 3; k++) as->strong[k] = fy_blend_within(mean[k] + high * way[k]);
}

/* The formulas of colour and alpha, each one picture's. False: they are not. */
static bool write_formulas(fy_reference *reference, const fy_blend_candidate *as, uint16_t *color,
                           uint16_t *alpha) {
    fy_tev *tev = &reference->tev;
    const uint16_t source[2] = {*color, fy_blend_is_whole(reference) ? fy_tev_const(tev, 1, 1, 1) : *alpha};
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
static bool may_paint(const fy_reference *reference, fy_blend_candidate *as) {
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

bool fy_blend_try_paint(fy_reference *reference, const fy_blend_view *views, const fy_blend_candidate *chosen,
                        fy_blend_candidate *as, uint16_t *color, uint16_t *alpha) {
    *as = (fy_blend_candidate){.method = FY_BLEND_PAINTED, .share = 1};
    if (!may_paint(reference, as) || is_over(reference)) return false;
    mean_ground(views, as->ground);
    fit_line(views, as);
    return fy_blend_central_error(views, as) < fy_blend_central_error(views, chosen) - PAINT_GAIN &&
           write_formulas(reference, as, color, alpha);
}
