/*
 * t3dm_solve.c: from a GameCube formula to a combiner: its halves exactly or with parts replaced, else what
 * a search finds (docs/what-is-lost.md, "Materials").
 */
#include "shade/search/t3dm_solve.h"

#include "machine/gx/gx_tev_bake.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/search/t3dm_leaves.h"
#include "shade/search/t3dm_rewrites.h"
#include "shade/search/t3dm_search_color.h"
#include "shade/search/t3dm_sharpen.h"
#include "shade/search/t3dm_solve_alpha.h"
#include "shade/search/t3dm_solve_color.h"
#include "shade/search/t3dm_solve_memory.h"
#include "shade/search/t3dm_solver.h"
#include "shade/t3dm_measure.h"

static void rate(fy_solver *s) {
    fy_shading *out = s->out;
    out->word = fy_fit_word(&out->fit);
    fy_solver_measure(s->reference, &out->fit, &out->color_error, &out->alpha_error);
    if (s->wanted_alpha == FY_TEV_NONE) out->alpha_error = 0;
    out->seen = fy_reference_seen(s->reference, &out->fit, out->word);
}

/* What a search finds, where it comes clearly nearer than what is known. `must`: a texture that the colour
 * half has to do with, since the alpha half needs it; NULL: any. */
static void search_instead(fy_solver *s, uint16_t color, const fy_tev_node *must) {
    fy_fit found;
    fy_shading other = {.fitted = false}, *known = s->out;
    if (!fy_solver_may_search(s->reference) ||
        !fy_search_color(s->reference, fy_tev_bake(s->tev, color), must, &found))
        return;
    fy_solver searched = *s;
    searched.found = &found;
    searched.out = &other;
    if (!fy_solver_fits_both(&searched, s->wanted_alpha, &other.fit) && s->wanted_alpha == FY_TEV_NONE)
        return;
    fy_solver_say(&searched, "the nearest combiner found by search");
    fy_solve_alpha(&searched);
    rate(&searched);
    if (other.seen.mean < known->seen.mean - FY_SOLVER_SEARCH_GAIN) *known = other;
}

/* Sums that would wrap around force what is found to stay dark. With textures that are cut at white sooner
 * there are none: the brightest one just fits, or is about white. */
static void search_brightened(fy_solver *s, uint16_t color) {
    static const double sums[] = {FY_MOST_SUM, 1};
    uint16_t last = color;
    for (unsigned i = 0; i < 2 && s->out->seen.mean > FY_SOLVER_SEARCH_FROM; i++) {
        uint16_t brightened = fy_formula_brightened(s->reference, s->tev, color, sums[i]);
        if (brightened == color || brightened == last) return;
        search_instead(s, brightened, NULL);
        last = brightened;
    }
}

/* Two textures that cannot share coordinates: what is drawn at all may matter more than its colour. */
static void search_for_alpha(fy_solver *s, uint16_t color) {
    if (s->wanted_alpha == FY_TEV_NONE) return;
    bool used[FY_TEV_MAX_NODES];
    uint16_t count = s->wanted_alpha + 1u;
    fy_tev_reach(s->tev, s->wanted_alpha, used);
    for (uint16_t i = 0; i < count; i++) {
        const fy_tev_node leaf = s->tev->nodes[i];
        if (used[i] && fy_leaf_is_picture(&leaf, NULL)) search_instead(s, color, &leaf);
    }
}

static void solve(fy_reference *reference, uint16_t color, uint16_t alpha, fy_shading *shading) {
    *shading = (fy_shading){.fitted = false};
    fy_solver s = {.reference = reference,
                   .tev = &reference->tev,
                   .color = color,
                   .wanted_alpha = alpha,
                   .out = shading};
    shading->fitted = fy_solve_color(&s);
    if (fy_solve_prefer_saturated(&s)) shading->fitted = false;
    fy_solve_alpha(&s);
    rate(&s);
    if (shading->seen.mean > FY_SOLVER_SEARCH_FROM ||
        shading->color_error + shading->alpha_error > FY_SOLVER_SEARCH_FROM)
        search_instead(&s, color, NULL);
    search_brightened(&s, color);
    if (shading->seen.mean > FY_SOLVER_SEARCH_FROM && shading->alpha_error > FY_SOLVER_SEARCH_FROM)
        search_for_alpha(&s, color);
    fy_sharpen_cutout(reference, &shading->fit);
    shading->word = fy_fit_word(&shading->fit);
}

/* Clips' states are solved once each; and where searches end, that is said once. */
void fy_reference_solve(fy_reference *reference, uint16_t color, uint16_t alpha, fy_shading *shading) {
    if (reference->mode.states) {
        solve(reference, color, alpha, shading);
        return;
    }
    const fy_solve_question question = fy_solve_question_of(reference, color, alpha);
    if (fy_solve_recall(reference, &question, FY_SOLVER_MOST_SEARCHES, shading)) return;
    solve(reference, color, alpha, shading);
    if (reference->searches <= FY_SOLVER_MOST_SEARCHES) fy_solve_keep(reference, &question, shading);
}
