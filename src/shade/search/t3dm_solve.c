/*
 * t3dm_solve.c: from a GameCube formula to a combiner: exactly if that is possible, else what cannot be
 * held is replaced, in a fixed order and one kind at a time, until the rest fits (docs/what-is-lost.md,
 * "Materials").
 */
#include "shade/search/t3dm_solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_fit_shade.h"
#include "shade/t3dm_combiner.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/t3dm_measure.h"
#include "shade/search/t3dm_search_alpha.h"
#include "shade/search/t3dm_search_color.h"
#include "shade/search/t3dm_solve_memory.h"
#include "shade/t3dm_reference_state.h"

/* Mean difference in 255ths up to which a fitted formula is taken as it is. */
#define WELL_FITTED 8

/* Mean difference from which on a search may find something better, and what it has to gain. */
#define SEARCH_FROM 1.5
#define SEARCH_GAIN .5

/* Searches a model: real ones need a few dozen, and a file of thousands shall not take minutes. */
#define MOST_SEARCHES 512

/* What the steps work on. */
typedef struct solver {
    fy_reference *reference;
    fy_tev *tev;
    uint16_t color, wanted_alpha;
    const fy_fit *found; /* the colour half that a search found; NULL: `color` is fitted */
    fy_shading *out;
} solver;

static void say_change(solver *s, const char *text) {
    size_t used = strlen(s->out->changes), size = sizeof s->out->changes;
    if (used + strlen(text) + 3 > size) return;
    snprintf(s->out->changes + used, size - used, "%s%s", used ? ", " : "", text);
}

/* --------------------------------------------------------------------------------------- differences */

static void measure_fit(const fy_reference *reference, const fy_fit *fit, double *color, double *alpha) {
    fy_reference_measure(reference, fit, fy_fit_word(fit), color, alpha);
}

static double seen_difference(const fy_reference *reference, const fy_fit *fit) {
    return fy_reference_seen(reference, fit, fy_fit_word(fit)).mean;
}

static double color_difference(const fy_reference *reference, const fy_fit *fit) {
    double color, alpha;
    measure_fit(reference, fit, &color, &alpha);
    return color;
}

/* Of a formula that need not fit. */
static double formula_difference(const fy_reference *reference, uint16_t root, bool alpha) {
    double sum = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i += 4) {
        const uint8_t *source = reference->samples[i].wanted;
        double value[3];
        fy_tev_value(&reference->tev, root, &reference->samples[i].lit, value);
        for (int k = 0; k < 3; k++) {
            double off = value[k] * 255 - source[alpha ? 3 : k];
            sum += off < 0 ? -off : off;
        }
    }
    return sum;
}

static bool fits_color(solver *s, uint16_t color, fy_fit *fit) {
    return fy_fit_formula(s->tev, color, FY_TEV_NONE, &s->reference->rules, fit);
}

/* ---------------------------------------------------------------------------------- what is in there */

typedef bool (*leaf_test)(const fy_tev_node *leaf, const void *user);

static bool any(const solver *s, uint16_t root, leaf_test test, const void *user) {
    return fy_tev_any(s->tev, root, test, user);
}

static bool is_indirect(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return leaf->op == FY_TEV_TEX && leaf->indirect;
}

static bool is_from(const fy_tev_node *leaf, const void *user) {
    return leaf->op == FY_TEV_TEX && leaf->source == *(const uint8_t *)user;
}

static bool is_ramp(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return leaf->op == FY_TEV_TEX && (leaf->source == FY_TEV_RAMP || leaf->source == FY_TEV_FLAT);
}

static bool is_picture(const fy_tev_node *leaf, const void *user) {
    return leaf->op == FY_TEV_TEX && !is_ramp(leaf, user);
}

static bool is_lit(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return leaf->op == FY_TEV_RAS && leaf->lit;
}

static bool is_raster(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return leaf->op == FY_TEV_RAS;
}

static bool is_not_constant(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return leaf->op != FY_TEV_CONST;
}

/* A texture by another texgen or of another slot than the one to be kept. */
static bool is_other(const fy_tev_node *leaf, const void *user) {
    const fy_tev_node *kept = user;
    return leaf->op == FY_TEV_TEX && (leaf->map != kept->map || leaf->texgen != kept->texgen);
}

static bool is_other_raster(const fy_tev_node *leaf, const void *user) {
    const fy_tev_node *kept = user;
    return leaf->op == FY_TEV_RAS && (leaf->channel != kept->channel || leaf->lit != kept->lit);
}

/* ---------------------------------------------------------------------------------- the replacements */

static uint16_t without_indirect(void *user, fy_tev *tev, uint16_t at) {
    (void)user;
    if (!is_indirect(&tev->nodes[at], NULL)) return at;
    fy_tev_node plain = tev->nodes[at];
    plain.indirect = false;
    return fy_tev_leaf(tev, &plain);
}

/* The branch that a middling pixel takes. */
static uint16_t without_compare(void *user, fy_tev *tev, uint16_t at) {
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
static uint16_t light_leaf(fy_tev *tev) {
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
    return is_ramp(node, NULL);
}

/* Something that can be seen without a highlight: a picture, or a gradient between two colours. */
static bool is_base(const fy_tev *tev, uint16_t at) {
    const fy_tev_node *node = &tev->nodes[at];
    bool gradient = node->op == FY_TEV_LERP && is_const_node(tev, node->a) && is_const_node(tev, node->b);
    return gradient || fy_tev_any(tev, at, is_picture, NULL);
}

/* A light's highlight on top of what is there without it. */
static uint16_t without_ramp_highlight(void *user, fy_tev *tev, uint16_t at) {
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

/* Light upon light is light once. */
static uint16_t ramps_to_light(void *user, fy_tev *tev, uint16_t at) {
    const fy_tev_node node = tev->nodes[at];
    (void)user;
    if (is_ramp(&node, NULL)) return light_leaf(tev);
    bool twice = node.op == FY_TEV_MUL && fy_fit_shade_of(tev, node.a) == FY_FIT_LIT &&
                 fy_fit_shade_of(tev, node.b) == FY_FIT_LIT;
    return twice ? node.a : at;
}

/* lerp(dark, bright, light): nothing but light is left of it. */
static uint16_t without_dark_end(void *user, fy_tev *tev, uint16_t at) {
    const fy_tev_node node = tev->nodes[at];
    (void)user;
    if (node.op != FY_TEV_LERP || fy_fit_shade_of(tev, node.c) != FY_FIT_LIT) return at;
    const fy_tev_node *dark = &tev->nodes[node.a], *bright = &tev->nodes[node.b];
    if (dark->op != FY_TEV_CONST || bright->op != FY_TEV_CONST ||
        brightness(bright->k) <= brightness(dark->k))
        return at;
    return fy_tev_mul(tev, node.c, node.b);
}

static uint16_t without_light_highlight(void *user, fy_tev *tev, uint16_t at) {
    (void)user;
    const fy_tev_node node = tev->nodes[at];
    if (node.op != FY_TEV_ADD) return at;
    bool a_picture = fy_tev_any(tev, node.a, is_picture, NULL),
         b_picture = fy_tev_any(tev, node.b, is_picture, NULL);
    if (a_picture && !b_picture && fy_tev_any(tev, node.b, is_lit, NULL)) return node.a;
    if (b_picture && !a_picture && fy_tev_any(tev, node.a, is_lit, NULL)) return node.b;
    return at;
}

/* Twice a product: into its rasterised colour, cut at white; else once. Negative constants vanish, large ones
 * become 1. */
static uint16_t saturated(void *user, fy_tev *tev, uint16_t at) {
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

typedef struct leaf_swap {
    leaf_test test;
    const void *user;
    int value; /* 0, 1: that constant; 2: the leaf's mean over the samples */
    const fy_reference *reference;
} leaf_swap;

static uint16_t swap_leaf(void *user, fy_tev *tev, uint16_t at) {
    const leaf_swap *swap = user;
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

/* --------------------------------------------------------------------------------------------- steps */

/* Rewrites all of the formula; true if it fits now. */
static bool rewrite_step(solver *s, uint16_t (*map)(void *, fy_tev *, uint16_t), const char *change) {
    uint16_t next = fy_tev_replace(s->tev, s->color, map, s->reference);
    if (next == s->color) return false;
    s->color = next;
    say_change(s, change);
    return fits_color(s, next, &s->out->fit);
}

/* The best of several candidates: of those that fit the least different; else the least different formula. */
typedef struct contest {
    bool found;
    double least;
    uint16_t color;
    fy_fit fit;
} contest;

/* Nodes from number `mark` on were made for this candidate alone and go with it. */
static void enter(solver *s, uint16_t color, uint16_t mark, contest *best) {
    fy_fit fit;
    bool fitted = fits_color(s, color, &fit), wins = fitted || !best->found;
    double difference = 0;
    if (wins)
        difference =
            fitted ? color_difference(s->reference, &fit) : formula_difference(s->reference, color, false);
    if (fitted == best->found && best->color != FY_TEV_NONE && difference >= best->least) wins = false;
    if (wins)
        *best = (contest){fitted, difference, color, fit};
    else
        s->tev->count = mark;
}

/* Leaves are replaced by nothing, by one or by their mean, whichever hurts least. */
static void enter_without(solver *s, leaf_test test, const void *user, contest *best) {
    for (int value = 2; value >= 0; value--) {
        leaf_swap swap = {test, user, value, s->reference};
        uint16_t mark = s->tev->count;
        enter(s, fy_tev_replace(s->tev, s->color, swap_leaf, &swap), mark, best);
    }
}

static bool conclude(solver *s, const contest *best, const char *change) {
    if (best->color == FY_TEV_NONE) return false;
    s->color = best->color;
    say_change(s, change);
    if (best->found) s->out->fit = best->fit;
    return best->found;
}

static bool drop_step(solver *s, leaf_test test, const void *user, const char *change) {
    if (!any(s, s->color, test, user)) return false;
    contest best = {.color = FY_TEV_NONE};
    enter_without(s, test, user, &best);
    return conclude(s, &best, change);
}

static bool one_texture_step(solver *s) {
    contest best = {.color = FY_TEV_NONE};
    uint16_t count = s->tev->count;
    for (uint16_t i = 0; i < count; i++) {
        const fy_tev_node kept = s->tev->nodes[i];
        if (!is_picture(&kept, NULL) || !any(s, s->color, is_other, &kept)) continue;
        bool seen = false;
        for (uint16_t k = 0; k < i; k++)
            seen |= s->tev->nodes[k].op == FY_TEV_TEX && !is_other(&s->tev->nodes[k], &kept);
        if (!seen) enter_without(s, is_other, &kept, &best);
    }
    return conclude(s, &best, "one texture kept");
}

/* Lit colours matter more on characters, painted ones on terrain. */
static bool one_raster_step(solver *s) {
    const fy_tev_node *kept = NULL;
    for (uint16_t i = 0; i < s->tev->count && (!kept || kept->lit != s->reference->skinned); i++)
        if (is_raster(&s->tev->nodes[i], NULL) && (!kept || s->tev->nodes[i].lit == s->reference->skinned))
            kept = &s->tev->nodes[i];
    if (!kept) return false;
    fy_tev_node copy = *kept;
    return drop_step(s, is_other_raster, &copy, copy.lit ? "one lit colour kept" : "one vertex colour kept");
}

typedef struct constant_swap {
    uint16_t from, to;
} constant_swap;

static uint16_t swap_constant(void *user, fy_tev *tev, uint16_t at) {
    const constant_swap *swap = user;
    (void)tev;
    return at == swap->from ? swap->to : at;
}

/* Three constants where two are to be had: one of them becomes like another, whichever hurts least. */
static bool merge_constants_step(solver *s) {
    uint16_t constants[6];
    unsigned count = 0;
    for (uint16_t i = 0; i <= s->color && count < 6; i++)
        if (s->tev->nodes[i].op == FY_TEV_CONST) constants[count++] = i;
    contest best = {.color = FY_TEV_NONE};
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < count; k++) {
            constant_swap swap = {constants[i], constants[k]};
            uint16_t mark = s->tev->count;
            uint16_t merged = i == k ? s->color : fy_tev_replace(s->tev, s->color, swap_constant, &swap);
            if (merged != s->color) enter(s, merged, mark, &best);
        }
    return best.found && conclude(s, &best, "two constants merged into one");
}

/* What is left when nothing else went: one texture times one colour, or less. */
static void last_resort(solver *s) {
    contest best = {.color = FY_TEV_NONE};
    fy_tev *tev = s->tev;
    uint16_t count = tev->count, colors[4], color_count = 0;
    colors[color_count++] = fy_tev_const(tev, 1, 1, 1);
    bool had_ramp = any(s, tev->color, is_ramp, NULL);
    if (had_ramp) colors[color_count++] = light_leaf(tev);
    for (uint16_t i = 0; i < count && color_count < 4; i++)
        if (is_raster(&tev->nodes[i], NULL) && any(s, tev->color, is_raster, NULL) &&
            tev->nodes[i].swizzle[0] != 3)
            colors[color_count++] = i;
    bool pictures = false;
    for (uint16_t i = 0; i < count; i++) {
        if (!is_picture(&tev->nodes[i], NULL) || tev->nodes[i].indirect || tev->nodes[i].source != FY_TEV_UV)
            continue;
        pictures = true;
        for (uint16_t k = 0; k < color_count; k++) {
            uint16_t mark = tev->count;
            enter(s, fy_tev_mul(tev, i, colors[k]), mark, &best);
        }
    }
    for (uint16_t k = 0; k < color_count && !pictures; k++) enter(s, colors[k], tev->count, &best);
    if (!best.found) {
        s->color = colors[0];
        fits_color(s, s->color, &s->out->fit);
    }
    s->out->changes[0] = 0;
    conclude(s, &best, pictures ? "only one texture and one colour kept" : "only one colour kept");
}

/* A fitted formula whose inner results leave the console's -128..383 comes out wrong: then something simpler
 * may be nearer. */
static bool check_overflow(solver *s) {
    fy_fit exact = s->out->fit;
    double difference = color_difference(s->reference, &exact);
    if (difference <= WELL_FITTED) return true;
    uint16_t color = s->color;
    last_resort(s);
    if (color_difference(s->reference, &s->out->fit) < difference / 2) return false;
    s->out->fit = exact;
    s->color = color;
    s->out->changes[0] = 0;
    return true;
}

/* Parts that follow one texture alone can be worked out beforehand, texel by texel. */
static bool fits_baked(solver *s) {
    uint16_t baked = fy_tev_bake(s->tev, s->color);
    if (baked == s->color || !fits_color(s, baked, &s->out->fit)) return false;
    s->color = baked;
    return true;
}

static bool solve_color(solver *s) {
    static const uint8_t proj = FY_TEV_PROJ, env = FY_TEV_ENV;
    if (fits_color(s, s->color, &s->out->fit) || fits_baked(s)) return check_overflow(s);
    if (rewrite_step(s, without_indirect, "indirect texture offsets left out")) return false;
    if (rewrite_step(s, without_compare, "comparisons decided for an average pixel")) return false;
    if (any(s, s->color, is_ramp, NULL)) {
        if (rewrite_step(s, without_ramp_highlight, "toon highlights left out")) return false;
        if (rewrite_step(s, ramps_to_light, "toon ramps became plain lighting")) return false;
    }
    if (rewrite_step(s, without_light_highlight, "highlights left out")) return false;
    if (drop_step(s, is_from, &proj, "projected texture left out")) return false;
    if (drop_step(s, is_from, &env, "environment map left out")) return false;
    if (one_texture_step(s)) return false;
    if (rewrite_step(s, without_dark_end, "the dark end of a gradient left out")) return false;
    if (rewrite_step(s, saturated, "brightening clamped at white")) return false;
    if (one_raster_step(s)) return false;
    if (merge_constants_step(s)) return false;
    last_resort(s);
    return false;
}

/* --------------------------------------------------------------------------------------------- alpha */

static bool fits_both(solver *s, uint16_t alpha, fy_fit *fit) {
    if (!s->found) return fy_fit_formula(s->tev, s->color, alpha, &s->reference->rules, fit);
    *fit = *s->found;
    return fy_fit_alpha(s->tev, alpha, &s->reference->rules, fit);
}

/* Formulas that can stand for an alpha formula that does not fit beside the colour's. */
static unsigned alpha_candidates(solver *s, uint16_t list[24]) {
    fy_tev *tev = s->tev;
    uint16_t count = tev->count;
    unsigned found = 0;
    list[found++] = fy_tev_bake(tev, s->wanted_alpha);
    list[found++] = fy_tev_replace(tev, s->wanted_alpha, without_indirect, NULL);
    list[found++] = fy_tev_const(tev, 1, 1, 1);
    list[found++] = fy_tev_const(tev, 0, 0, 0);
    leaf_swap mean = {is_not_constant, NULL, 2, s->reference};
    list[found++] = fy_tev_replace(tev, s->wanted_alpha, swap_leaf, &mean);
    uint16_t texels[8], rasters[2];
    unsigned texel_count = 0, raster_count = 0;
    for (uint16_t i = 0; i < count; i++) {
        const fy_tev_node *node = &tev->nodes[i];
        bool scalar = node->swizzle[0] == node->swizzle[1] && node->swizzle[1] == node->swizzle[2];
        if (is_picture(node, NULL) && scalar && !node->indirect && texel_count < 8) texels[texel_count++] = i;
        if (is_raster(node, NULL) && scalar && raster_count < 2) rasters[raster_count++] = i;
    }
    for (unsigned i = 0; i < texel_count && found < 16; i++) {
        list[found++] = texels[i];
        if (raster_count) list[found++] = fy_tev_mul(tev, texels[i], rasters[0]);
    }
    for (unsigned i = 0; i < raster_count; i++) list[found++] = rasters[i];
    return found;
}

/* One picture that stands in both slots would take the texture memory twice: then the alpha is worked out
 * beforehand. */
static void read_once(solver *s) {
    const fy_fit_texture *slots = s->out->fit.textures;
    fy_fit fit;
    if (!slots[0].used || !slots[1].used || slots[0].map != slots[1].map ||
        slots[0].texgen != slots[1].texgen)
        return;
    if (fits_both(s, fy_tev_bake(s->tev, s->wanted_alpha), &fit) &&
        !(fit.textures[0].used && fit.textures[1].used))
        s->out->fit = fit;
}

/* The nearest of some formulas. False: the formula itself was fitted, and well. */
static bool simplify_alpha(solver *s, double *least) {
    double unused;
    bool found = fits_both(s, s->wanted_alpha, &s->out->fit), exact = found;
    if (found) read_once(s);
    if (found) measure_fit(s->reference, &s->out->fit, &unused, least);
    if (found && *least <= WELL_FITTED) return false;
    uint16_t list[24];
    unsigned count = alpha_candidates(s, list);
    fy_fit best = s->out->fit;
    double seen = found ? seen_difference(s->reference, &best) : 0;
    for (unsigned i = 0; i < count; i++) {
        fy_fit fit;
        if (!fits_both(s, list[i], &fit)) continue;
        double now = seen_difference(s->reference, &fit);
        if (found && now >= seen) continue;
        found = true;
        exact = false;
        seen = now;
        best = fit;
    }
    s->out->fit = best;
    measure_fit(s->reference, &best, &unused, least);
    return !exact;
}

/* A colour half alone, as it stands in the present fit. */
static bool color_alone(solver *s, fy_fit *fit) {
    return fits_both(s, FY_TEV_NONE, fit);
}

/* Says so where it ends: what each material then differs by is in its own message. */
static bool may_search(fy_reference *reference) {
    if (reference->searches == MOST_SEARCHES)
        ferry_say(reference->job, FERRY_WARNING, "t3dm.combiner-search",
                  reference->name ? reference->name : "", "",
                  "limit of %d combiner searches per model reached: the other materials use simpler formulas",
                  MOST_SEARCHES);
    return reference->searches++ < MOST_SEARCHES;
}

static void search_alpha(solver *s, double least) {
    fy_fit fit;
    double color, alpha;
    if (!may_search(s->reference) || !color_alone(s, &fit) ||
        !fy_search_alpha(s->reference, s->wanted_alpha, &fit))
        return;
    measure_fit(s->reference, &fit, &color, &alpha);
    if (alpha < least - SEARCH_GAIN &&
        seen_difference(s->reference, &fit) < seen_difference(s->reference, &s->out->fit))
        s->out->fit = fit;
}

static void solve_alpha(solver *s) {
    double least = 0;
    if (s->wanted_alpha == FY_TEV_NONE || !simplify_alpha(s, &least)) return;
    s->out->fitted = false;
    say_change(s, "alpha simplified");
    if (least > SEARCH_FROM) search_alpha(s, least);
}

/* (1 + p) * alpha - p leaves the combiner's range at alpha 0 from a half on. */
#define MOST_SHARPENED 127

/* Whether a cutout's texels have no alpha between all and nothing. */
static bool is_hard(const fy_reference *reference, const fy_fit_texture *of) {
    const ferry_scene *scene = reference->scene;
    uint32_t texture = of->used ? reference->gx->textures[of->map] : FERRY_NONE;
    bool changes = reference->states && reference->states->count; /* perhaps the picture */
    if (changes || texture == FERRY_NONE || of->alpha != 3 || of->baked || of->baked_alpha) return false;
    uint32_t image = scene->textures.data[texture].image;
    return image != FERRY_NONE && scene->images.data[image].alpha == FERRY_ALPHA_ALL_BINARY;
}

/* The console cuts out at an eighth of full alpha: between texels that are seen and texels that are not, that
 * lies nearly at the latter. (1 + p) * alpha - p leaves both ends where they are and cuts where the source
 * does between them; halfway where other alphas may have become all or nothing. */
static void sharpen_cutout(const fy_reference *reference, fy_fit *fit) {
    fy_rdp_equation *alpha = &fit->cycles[0].alpha;
    bool texel = alpha->d == FY_RDP_TEX0 || alpha->d == FY_RDP_TEX1;
    bool alone = alpha->a == FY_RDP_ZERO && alpha->b == FY_RDP_ZERO && alpha->c == FY_RDP_ZERO;
    if (!reference->cuts || !texel || !alone || fit->has_prim & 2) return;
    double from = reference->edge ? reference->edge : reference->threshold, p = MOST_SHARPENED;
    if (from < 128 && is_hard(reference, &fit->textures[alpha->d == FY_RDP_TEX1]))
        p = fmin(floor(255 * (from - FY_CUT_FROM) / (255 - from) + .5), p);
    if (p <= 0) return;
    *alpha = (fy_rdp_equation){alpha->d, FY_RDP_ONE, FY_RDP_PRIM, alpha->d}; /* fy_fit_cuts_from() */
    fit->prim[3] = p / 255;
    fit->has_prim |= 2;
}

uint8_t fy_fit_cuts_from(const fy_fit *fit) {
    const fy_rdp_equation *alpha = &fit->cycles[0].alpha;
    bool sharpened = alpha->a == alpha->d && alpha->b == FY_RDP_ONE && alpha->c == FY_RDP_PRIM;
    double p = fmin(fmax(fit->prim[3], 0), .5); /* rules may say anything */
    return sharpened ? (uint8_t)((FY_CUT_FROM + 255 * p) / (1 + p) + .5) : 0;
}

/* Twice a bright colour leaves the console's range and comes out dark: then once, or cut at white,
 * is nearer. */
static bool prefer_saturated(solver *s) {
    fy_fit fit;
    double before = color_difference(s->reference, &s->out->fit);
    if (before <= WELL_FITTED) return false;
    uint16_t color = fy_tev_replace(s->tev, s->color, saturated, s->reference);
    if (color == s->color || !fits_color(s, color, &fit) || color_difference(s->reference, &fit) >= before)
        return false;
    s->color = color;
    s->out->fit = fit;
    say_change(s, "brightening clamped at white");
    return true;
}

/* ----------------------------------------------------------------------------------------- choosing */

static void rate(solver *s) {
    fy_shading *out = s->out;
    out->word = fy_fit_word(&out->fit);
    measure_fit(s->reference, &out->fit, &out->color_error, &out->alpha_error);
    if (s->wanted_alpha == FY_TEV_NONE) out->alpha_error = 0;
    out->seen = fy_reference_seen(s->reference, &out->fit, out->word);
}

/* What a search finds, where it comes clearly nearer than what is known. `must`: a texture that the colour
 * half has to do with, since the alpha half needs it; NULL: any. */
static void search_instead(solver *s, uint16_t color, const fy_tev_node *must) {
    fy_fit found;
    fy_shading other = {.fitted = false}, *known = s->out;
    if (!may_search(s->reference) || !fy_search_color(s->reference, fy_tev_bake(s->tev, color), must, &found))
        return;
    solver searched = *s;
    searched.found = &found;
    searched.out = &other;
    if (!fits_both(&searched, s->wanted_alpha, &other.fit) && s->wanted_alpha == FY_TEV_NONE) return;
    say_change(&searched, "the nearest combiner found by search");
    solve_alpha(&searched);
    rate(&searched);
    if (other.seen.mean < known->seen.mean - SEARCH_GAIN) *known = other;
}

/* Two textures that cannot share coordinates: what is drawn at all may matter more than its colour. */
static void search_for_alpha(solver *s, uint16_t color) {
    if (s->wanted_alpha == FY_TEV_NONE) return;
    bool used[FY_TEV_MAX_NODES];
    uint16_t count = s->wanted_alpha + 1u;
    fy_tev_reach(s->tev, s->wanted_alpha, used);
    for (uint16_t i = 0; i < count; i++) {
        const fy_tev_node leaf = s->tev->nodes[i];
        if (used[i] && is_picture(&leaf, NULL)) search_instead(s, color, &leaf);
    }
}

static void solve(fy_reference *reference, uint16_t color, uint16_t alpha, fy_shading *shading) {
    *shading = (fy_shading){.fitted = false};
    solver s = {.reference = reference,
                .tev = &reference->tev,
                .color = color,
                .wanted_alpha = alpha,
                .out = shading};
    shading->fitted = solve_color(&s);
    if (prefer_saturated(&s)) shading->fitted = false;
    solve_alpha(&s);
    rate(&s);
    if (shading->seen.mean > SEARCH_FROM || shading->color_error + shading->alpha_error > SEARCH_FROM)
        search_instead(&s, color, NULL);
    if (shading->seen.mean > SEARCH_FROM && shading->alpha_error > SEARCH_FROM) search_for_alpha(&s, color);
    sharpen_cutout(reference, &shading->fit);
    shading->word = fy_fit_word(&shading->fit);
}

/* Clips' states are solved once each; and where searches end, that is said once. */
void fy_reference_solve(fy_reference *reference, uint16_t color, uint16_t alpha, fy_shading *shading) {
    if (reference->states) {
        solve(reference, color, alpha, shading);
        return;
    }
    const fy_solve_question question = fy_solve_question_of(reference, color, alpha);
    if (fy_solve_recall(reference, &question, MOST_SEARCHES, shading)) return;
    solve(reference, color, alpha, shading);
    if (reference->searches <= MOST_SEARCHES) fy_solve_keep(reference, &question, shading);
}
