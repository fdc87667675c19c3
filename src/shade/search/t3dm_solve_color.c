/*
 * t3dm_solve_color.c: the colour half of a combiner: the formula exactly if that is possible, else what
 * cannot be held is replaced, in a fixed order and one kind at a time, until the rest fits
 * (docs/what-is-lost.md, "Materials").
 */
#include "shade/search/t3dm_solve_color.h"

#include <math.h>

#include "machine/gx/gx_tev_bake.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/search/t3dm_leaves.h"
#include "shade/search/t3dm_rewrites.h"
#include "shade/search/t3dm_solver.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* Of a formula that need not fit. */
static double formula_difference(const fy_reference *reference, uint16_t root) {
    double sum = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i += 4) {
        const uint8_t *source = reference->samples[i].wanted;
        double value[3];
        fy_tev_value(&reference->tev, root, &reference->samples[i].lit, value);
        for (int k = 0; k < 3; k++) {
            double off = value[k] * 255 - source[k];
            sum += off < 0 ? -off : off;
        }
    }
    return sum;
}

/* --------------------------------------------------------------------------------------------- steps */

/* Rewrites all of the formula; true if it fits now. */
static bool rewrite_step(fy_solver *s, uint16_t (*map)(void *, fy_tev *, uint16_t), const char *change) {
    uint16_t next = fy_tev_replace(s->tev, s->color, map, s->reference);
    if (next == s->color) return false;
    s->color = next;
    fy_solver_say(s, change);
    return fy_solver_fits_color(s, next, &s->out->fit);
}

/* The best of several candidates: of those that fit the least different; else the least different formula. */
typedef struct contest {
    bool found;
    double least;
    uint16_t color;
    fy_fit fit;
} contest;

/* Nodes from number `mark` on were made for this candidate alone and go with it. */
static void enter(fy_solver *s, uint16_t color, uint16_t mark, contest *best) {
    fy_fit fit;
    bool fitted = fy_solver_fits_color(s, color, &fit), wins = fitted || !best->found;
    double difference = 0;
    if (wins)
        difference =
            fitted ? fy_solver_color_difference(s->reference, &fit) : formula_difference(s->reference, color);
    if (fitted == best->found && best->color != FY_TEV_NONE && difference >= best->least) wins = false;
    if (wins)
        *best = (contest){fitted, difference, color, fit};
    else
        s->tev->count = mark;
}

/* Leaves are replaced by nothing, by one or by their mean, whichever hurts least. */
static void enter_without(fy_solver *s, fy_leaf_test test, const void *user, contest *best) {
    for (int value = 2; value >= 0; value--) {
        fy_leaf_swap swap = {test, user, value, s->reference};
        uint16_t mark = s->tev->count;
        enter(s, fy_tev_replace(s->tev, s->color, fy_formula_swap_leaf, &swap), mark, best);
    }
}

static bool conclude(fy_solver *s, const contest *best, const char *change) {
    if (best->color == FY_TEV_NONE) return false;
    s->color = best->color;
    fy_solver_say(s, change);
    if (best->found) s->out->fit = best->fit;
    return best->found;
}

static bool drop_step(fy_solver *s, fy_leaf_test test, const void *user, const char *change) {
    if (!fy_solver_any(s, s->color, test, user)) return false;
    contest best = {.color = FY_TEV_NONE};
    enter_without(s, test, user, &best);
    return conclude(s, &best, change);
}

static bool one_texture_step(fy_solver *s) {
    contest best = {.color = FY_TEV_NONE};
    uint16_t count = s->tev->count;
    for (uint16_t i = 0; i < count; i++) {
        const fy_tev_node kept = s->tev->nodes[i];
        if (!fy_leaf_is_picture(&kept, NULL) || !fy_solver_any(s, s->color, fy_leaf_is_other, &kept))
            continue;
        bool seen = false;
        for (uint16_t k = 0; k < i; k++)
            seen |= s->tev->nodes[k].op == FY_TEV_TEX && !fy_leaf_is_other(&s->tev->nodes[k], &kept);
        if (!seen) enter_without(s, fy_leaf_is_other, &kept, &best);
    }
    return conclude(s, &best, "one texture kept");
}

/* Lit colours matter more on characters, painted ones on terrain. */
static bool one_raster_step(fy_solver *s) {
    const fy_tev_node *kept = NULL;
    for (uint16_t i = 0; i < s->tev->count && (!kept || kept->lit != s->reference->skinned); i++)
        if (fy_leaf_is_raster(&s->tev->nodes[i], NULL) &&
            (!kept || s->tev->nodes[i].lit == s->reference->skinned))
            kept = &s->tev->nodes[i];
    if (!kept) return false;
    fy_tev_node copy = *kept;
    return drop_step(s, fy_leaf_is_other_raster, &copy,
                     copy.lit ? "one lit colour kept" : "one vertex colour kept");
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
static bool merge_constants_step(fy_solver *s) {
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
static void last_resort(fy_solver *s) {
    contest best = {.color = FY_TEV_NONE};
    fy_tev *tev = s->tev;
    uint16_t count = tev->count, colors[4], color_count = 0;
    colors[color_count++] = fy_tev_const(tev, 1, 1, 1);
    bool had_ramp = fy_solver_any(s, tev->color, fy_leaf_is_ramp, NULL);
    if (had_ramp) colors[color_count++] = fy_formula_light(tev);
    for (uint16_t i = 0; i < count && color_count < 4; i++)
        if (fy_leaf_is_raster(&tev->nodes[i], NULL) &&
            fy_solver_any(s, tev->color, fy_leaf_is_raster, NULL) && tev->nodes[i].swizzle[0] != 3)
            colors[color_count++] = i;
    bool pictures = false;
    for (uint16_t i = 0; i < count; i++) {
        if (!fy_leaf_is_picture(&tev->nodes[i], NULL) || tev->nodes[i].indirect ||
            tev->nodes[i].source != FY_TEV_UV)
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
        fy_solver_fits_color(s, s->color, &s->out->fit);
    }
    s->out->changes[0] = 0;
    conclude(s, &best, pictures ? "only one texture and one colour kept" : "only one colour kept");
}

/* --------------------------------------------------------------------------------------- all in order */

/* Colours that clips add, without a sum past white. */
static bool fits_screened(fy_solver *s, double most) {
    fy_fit fit;
    uint16_t screened = fy_tev_replace(s->tev, s->color, fy_formula_screened, s->reference);
    if (screened == s->color || !fy_solver_fits_color(s, screened, &fit) ||
        fy_solver_color_difference(s->reference, &fit) >= most)
        return false;
    s->out->fit = fit;
    s->color = screened;
    fy_solver_say(s, "an added colour stops at white");
    return true;
}

/* A fitted formula whose inner results leave the console's -128..383 comes out wrong: then something simpler
 * may be nearer. */
static bool check_overflow(fy_solver *s) {
    fy_fit exact = s->out->fit;
    double difference = fy_solver_color_difference(s->reference, &exact);
    if (difference <= FY_SOLVER_WELL_FITTED) return true;
    if (fits_screened(s, difference / 2)) return false;
    uint16_t color = s->color;
    last_resort(s);
    if (fy_solver_color_difference(s->reference, &s->out->fit) < difference / 2) return false;
    s->out->fit = exact;
    s->color = color;
    s->out->changes[0] = 0;
    return true;
}

/* Parts that follow one texture alone can be worked out beforehand, texel by texel. */
static bool fits_baked(fy_solver *s) {
    uint16_t baked = fy_tev_bake(s->tev, s->color);
    if (baked == s->color || !fy_solver_fits_color(s, baked, &s->out->fit)) return false;
    s->color = baked;
    return true;
}

bool fy_solve_color(fy_solver *s) {
    static const uint8_t proj = FY_TEV_PROJ, env = FY_TEV_ENV;
    if (fy_solver_fits_color(s, s->color, &s->out->fit) || fits_baked(s)) return check_overflow(s);
    if (fits_screened(s, HUGE_VAL)) return false;
    if (rewrite_step(s, fy_formula_without_indirect, "indirect texture offsets left out")) return false;
    if (rewrite_step(s, fy_formula_without_compare, "comparisons decided for an average pixel")) return false;
    if (fy_solver_any(s, s->color, fy_leaf_is_ramp, NULL)) {
        if (rewrite_step(s, fy_formula_without_ramp_highlight, "toon highlights left out")) return false;
        if (rewrite_step(s, fy_formula_ramps_to_light, "toon ramps became plain lighting")) return false;
    }
    if (rewrite_step(s, fy_formula_without_light_highlight, "highlights left out")) return false;
    if (drop_step(s, fy_leaf_is_from, &proj, "projected texture left out")) return false;
    if (drop_step(s, fy_leaf_is_from, &env, "environment map left out")) return false;
    if (one_texture_step(s)) return false;
    if (rewrite_step(s, fy_formula_without_dark_end, "the dark end of a gradient left out")) return false;
    if (rewrite_step(s, fy_formula_saturated, "brightening clamped at white")) return false;
    if (one_raster_step(s)) return false;
    if (merge_constants_step(s)) return false;
    last_resort(s);
    return false;
}

bool fy_solve_prefer_saturated(fy_solver *s) {
    fy_fit fit;
    double before = fy_solver_color_difference(s->reference, &s->out->fit);
    if (before <= FY_SOLVER_WELL_FITTED) return false;
    uint16_t color = fy_tev_replace(s->tev, s->color, fy_formula_saturated, s->reference);
    if (color == s->color || !fy_solver_fits_color(s, color, &fit) ||
        fy_solver_color_difference(s->reference, &fit) >= before)
        return false;
    s->color = color;
    s->out->fit = fit;
    fy_solver_say(s, "brightening clamped at white");
    return true;
}
