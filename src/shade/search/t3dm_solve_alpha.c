/*
 * t3dm_solve_alpha.c: the alpha half of a combiner, beside a colour half that stands: the formula, the
 * nearest of some others, or what a search finds (docs/what-is-lost.md, "Materials").
 */
#include "shade/search/t3dm_solve_alpha.h"

#include "machine/gx/gx_tev_bake.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/search/t3dm_leaves.h"
#include "shade/search/t3dm_rewrites.h"
#include "shade/search/t3dm_search_alpha.h"
#include "shade/search/t3dm_solver.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* Formulas that can stand for an alpha formula that does not fit beside the colour's. */
static unsigned alpha_candidates(fy_solver *s, uint16_t list[24]) {
    fy_tev *tev = s->tev;
    uint16_t count = tev->count;
    unsigned found = 0;
    list[found++] = fy_tev_bake(tev, s->wanted_alpha);
    list[found++] = fy_tev_replace(tev, s->wanted_alpha, fy_formula_without_indirect, NULL);
    list[found++] = fy_tev_const(tev, 1, 1, 1);
    list[found++] = fy_tev_const(tev, 0, 0, 0);
    fy_leaf_swap mean = {fy_leaf_is_not_constant, NULL, 2, s->reference};
    list[found++] = fy_tev_replace(tev, s->wanted_alpha, fy_formula_swap_leaf, &mean);
    uint16_t texels[8], rasters[2];
    unsigned texel_count = 0, raster_count = 0;
    for (uint16_t i = 0; i < count; i++) {
        const fy_tev_node *node = &tev->nodes[i];
        bool scalar = node->swizzle[0] == node->swizzle[1] && node->swizzle[1] == node->swizzle[2];
        if (fy_leaf_is_picture(node, NULL) && scalar && !node->indirect && texel_count < 8)
            texels[texel_count++] = i;
        if (fy_leaf_is_raster(node, NULL) && scalar && raster_count < 2) rasters[raster_count++] = i;
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
static void read_once(fy_solver *s) {
    const fy_fit_texture *slots = s->out->fit.textures;
    fy_fit fit;
    if (!slots[0].used || !slots[1].used || slots[0].map != slots[1].map ||
        slots[0].texgen != slots[1].texgen)
        return;
    if (fy_solver_fits_both(s, fy_tev_bake(s->tev, s->wanted_alpha), &fit) &&
        !(fit.textures[0].used && fit.textures[1].used))
        s->out->fit = fit;
}

/* The nearest of some formulas. False: the formula itself was fitted, and well. */
static bool simplify_alpha(fy_solver *s, double *least) {
    double unused;
    bool found = fy_solver_fits_both(s, s->wanted_alpha, &s->out->fit), exact = found;
    if (found) read_once(s);
    if (found) fy_solver_measure(s->reference, &s->out->fit, &unused, least);
    if (found && *least <= FY_SOLVER_WELL_FITTED) return false;
    uint16_t list[24];
    unsigned count = alpha_candidates(s, list);
    fy_fit best = s->out->fit;
    double seen = found ? fy_solver_seen(s->reference, &best) : 0;
    for (unsigned i = 0; i < count; i++) {
        fy_fit fit;
        if (!fy_solver_fits_both(s, list[i], &fit)) continue;
        double now = fy_solver_seen(s->reference, &fit);
        if (found && now >= seen) continue;
        found = true;
        exact = false;
        seen = now;
        best = fit;
    }
    s->out->fit = best;
    fy_solver_measure(s->reference, &best, &unused, least);
    return !exact;
}

/* A colour half alone, as it stands in the present fit. */
static bool color_alone(fy_solver *s, fy_fit *fit) {
    return fy_solver_fits_both(s, FY_TEV_NONE, fit);
}

static void search_alpha(fy_solver *s, double least) {
    fy_fit fit;
    double color, alpha;
    if (!fy_solver_may_search(s->reference) || !color_alone(s, &fit) ||
        !fy_search_alpha(s->reference, s->wanted_alpha, &fit))
        return;
    fy_solver_measure(s->reference, &fit, &color, &alpha);
    if (alpha < least - FY_SOLVER_SEARCH_GAIN &&
        fy_solver_seen(s->reference, &fit) < fy_solver_seen(s->reference, &s->out->fit))
        s->out->fit = fit;
}

void fy_solve_alpha(fy_solver *s) {
    double least = 0;
    if (s->wanted_alpha == FY_TEV_NONE || !simplify_alpha(s, &least)) return;
    s->out->fitted = false;
    fy_solver_say(s, "alpha simplified");
    if (least > FY_SOLVER_SEARCH_FROM) search_alpha(s, least);
}
