/*
 * t3dm_rewrites.c: what stands for parts of a TEV formula that the combiner cannot hold
 * (docs/what-is-lost.md, "Materials").
 */
#include "shade/search/t3dm_rewrites.h"

#include <math.h>
#include <string.h>

#include "ferry64_gx.h"
#include "machine/gx/gx_tev_bake.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/search/t3dm_leaves.h"
#include "shade/t3dm_fit_shade.h"
#include "shade/t3dm_reference_state.h"

uint16_t fy_formula_without_indirect(void *user, fy_tev *tev, uint16_t at) {
    (void)user;
    if (!fy_leaf_is_indirect(&tev->nodes[at], NULL)) return at;
    fy_tev_node plain = tev->nodes[at];
    plain.indirect = false;
    return fy_tev_leaf(tev, &plain);
}

uint16_t fy_formula_without_compare(void *user, fy_tev *tev, uint16_t at) {
    (void)user;
    const fy_tev_node node = tev->nodes[at];
    if (node.op != FY_TEV_COMPARE) return at;
    fy_tev_inputs middle;
    memset(&middle, 128, sizeof middle);
    double a[3], b[3];
    fy_tev_value(tev, node.a, &middle, a);
    fy_tev_value(tev, node.b, &middle, b);
    bool taken = node.test & 1 ? a[0] == b[0] : a[0] > b[0];
    return taken ? node.c : fy_tev_const(tev, 0, 0, 0);
}

/* The register's colour of the channel is no tint here: it only says how far up a ramp full light reaches. */
uint16_t fy_formula_light(fy_tev *tev) {
    fy_tev_node lit = {.op = FY_TEV_RAS, .swizzle = {0, 1, 2}, .lit = true, .k = {1, 1, 1}};
    lit.vertex = tev->gx->channels[0].material_source == FERRY_GX_SOURCE_VERTEX;
    return fy_tev_leaf(tev, &lit);
}

static bool is_const_node(const fy_tev *tev, uint16_t at) {
    return tev->nodes[at].op == FY_TEV_CONST;
}

/* RAMP or RAMP*k */
static bool is_ramp_term(const fy_tev *tev, uint16_t at) {
    const fy_tev_node *node = &tev->nodes[at];
    if (node->op == FY_TEV_MUL && is_const_node(tev, node->b)) node = &tev->nodes[node->a];
    return fy_leaf_is_ramp(node, NULL);
}

/* Something that can be seen without a highlight: a picture, or a gradient between two colours. */
static bool is_base(const fy_tev *tev, uint16_t at) {
    const fy_tev_node *node = &tev->nodes[at];
    bool gradient = node->op == FY_TEV_LERP && is_const_node(tev, node->a) && is_const_node(tev, node->b);
    return gradient || fy_tev_any(tev, at, fy_leaf_is_picture, NULL);
}

uint16_t fy_formula_without_ramp_highlight(void *user, fy_tev *tev, uint16_t at) {
    (void)user;
    const fy_tev_node node = tev->nodes[at];
    if (node.op != FY_TEV_ADD) return at;
    if (is_ramp_term(tev, node.b) && is_base(tev, node.a)) return node.a;
    if (is_ramp_term(tev, node.a) && is_base(tev, node.b)) return node.b;
    return at;
}

static double brightness(const double k[3]) {
    return k[0] + k[1] + k[2];
}

uint16_t fy_formula_ramps_to_light(void *user, fy_tev *tev, uint16_t at) {
    const fy_tev_node node = tev->nodes[at];
    (void)user;
    if (fy_leaf_is_ramp(&node, NULL)) return fy_formula_light(tev);
    bool twice = node.op == FY_TEV_MUL && fy_fit_shade_of(tev, node.a) == FY_FIT_LIT &&
                 fy_fit_shade_of(tev, node.b) == FY_FIT_LIT;
    return twice ? node.a : at;
}

uint16_t fy_formula_without_dark_end(void *user, fy_tev *tev, uint16_t at) {
    const fy_tev_node node = tev->nodes[at];
    (void)user;
    if (node.op != FY_TEV_LERP || fy_fit_shade_of(tev, node.c) != FY_FIT_LIT) return at;
    const fy_tev_node *dark = &tev->nodes[node.a], *bright = &tev->nodes[node.b];
    if (dark->op != FY_TEV_CONST || bright->op != FY_TEV_CONST ||
        brightness(bright->k) <= brightness(dark->k))
        return at;
    return fy_tev_mul(tev, node.c, node.b);
}

uint16_t fy_formula_without_light_highlight(void *user, fy_tev *tev, uint16_t at) {
    (void)user;
    const fy_tev_node node = tev->nodes[at];
    if (node.op != FY_TEV_ADD) return at;
    bool a_picture = fy_tev_any(tev, node.a, fy_leaf_is_picture, NULL),
         b_picture = fy_tev_any(tev, node.b, fy_leaf_is_picture, NULL);
    if (a_picture && !b_picture && fy_tev_any(tev, node.b, fy_leaf_is_lit, NULL)) return node.a;
    if (b_picture && !a_picture && fy_tev_any(tev, node.a, fy_leaf_is_lit, NULL)) return node.b;
    return at;
}

uint16_t fy_formula_saturated(void *user, fy_tev *tev, uint16_t at) {
    (void)user;
    fy_tev_node node = tev->nodes[at];
    if (node.op == FY_TEV_CONST) {
        for (int k = 0; k < 3; k++) node.k[k] = node.k[k] < 0 ? 0 : node.k[k] > 1 ? 1 : node.k[k];
        return fy_tev_moving(tev, node.k, node.moves);
    }
    if (node.op != FY_TEV_ADD || node.a != node.b) return at;
    const fy_tev_node product = tev->nodes[node.a];
    if (product.op != FY_TEV_MUL || tev->nodes[product.b].op != FY_TEV_RAS) return node.a;
    fy_tev_node twice = tev->nodes[product.b];
    for (int k = 0; k < 3; k++) twice.k[k] *= 2;
    return fy_tev_mul(tev, product.a, fy_tev_leaf(tev, &twice));
}

static bool is_moving(const fy_tev *tev, uint16_t at) {
    return is_const_node(tev, at) && tev->nodes[at].moves != 0;
}

uint16_t fy_formula_screened(void *user, fy_tev *tev, uint16_t at) {
    (void)user;
    const fy_tev_node node = tev->nodes[at];
    if (node.op != FY_TEV_ADD || is_moving(tev, node.a) == is_moving(tev, node.b)) return at;
    const uint16_t added = is_moving(tev, node.a) ? node.a : node.b, to = added == node.a ? node.b : node.a;
    for (int k = 0; k < 3; k++)
        if (tev->nodes[added].k[k] < 0) return at;
    return is_const_node(tev, to) ? at : fy_tev_lerp(tev, to, fy_tev_const(tev, 1, 1, 1), added);
}

/* How much brighter texels may get: beyond that most of them would be white. */
#define MOST_BRIGHTENED 2.5

/* The largest component of a formula over the samples, up to 4. */
static double most_over_samples(const fy_reference *reference, fy_tev *tev, uint16_t color) {
    const uint16_t quarter = fy_tev_mul(tev, color, fy_tev_const(tev, .25, .25, .25));
    double most = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        double value[3];
        fy_tev_value(tev, quarter, &reference->samples[i].lit, value);
        for (int k = 0; k < 3; k++) most = fmax(most, 4 * value[k]);
    }
    return most;
}

static uint16_t brighten(void *user, fy_tev *tev, uint16_t at) {
    const double by = *(const double *)user;
    const fy_tev_node leaf = tev->nodes[at];
    if (leaf.op != FY_TEV_TEX || leaf.baked || leaf.indirect || leaf.source > FY_TEV_PROJ) return at;
    if (leaf.swizzle[0] == 3) return at; /* alpha stays: it is in the same picture as the colours */
    uint16_t brighter = fy_tev_baked(tev, at, fy_tev_mul(tev, at, fy_tev_const(tev, by, by, by)));
    return fy_tev_mul(tev, brighter, fy_tev_const(tev, 1 / by, 1 / by, 1 / by));
}

uint16_t fy_formula_brightened(const fy_reference *reference, fy_tev *tev, uint16_t color, double sum) {
    const uint16_t count = tev->count;
    const bool overflow = tev->overflow;
    double most = most_over_samples(reference, tev, color), by = fmin(most / sum, MOST_BRIGHTENED);
    uint16_t brightened = most > FY_MOST_SUM ? fy_tev_replace(tev, color, brighten, &by) : color;
    if (!tev->overflow || overflow) return brightened;
    tev->count = count; /* as if it had not been tried */
    tev->overflow = overflow;
    return color;
}

uint16_t fy_formula_swap_leaf(void *user, fy_tev *tev, uint16_t at) {
    const fy_leaf_swap *swap = user;
    if (tev->nodes[at].op >= FY_TEV_ADD || !swap->test(&tev->nodes[at], swap->user)) return at;
    if (swap->value < 2) return fy_tev_const(tev, swap->value, swap->value, swap->value);
    double sum[3] = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i += 4, count++) {
        double value[3];
        fy_tev_value(tev, at, &swap->reference->samples[i].lit, value);
        for (int k = 0; k < 3; k++) sum[k] += value[k];
    }
    return fy_tev_const(tev, sum[0] / count, sum[1] / count, sum[2] / count);
}
