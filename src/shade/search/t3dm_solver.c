/*
 * t3dm_solver.c: a formula on its way to a combiner: what its halves fit, and how far they are from the
 * source (docs/what-is-lost.md, "Materials").
 */
#include "shade/search/t3dm_solver.h"

#include <stdio.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_measure.h"
#include "shade/t3dm_reference_state.h"

void fy_solver_say(fy_solver *s, const char *text) {
    size_t used = strlen(s->out->changes), size = sizeof s->out->changes;
    if (used + strlen(text) + 3 > size) return;
    snprintf(s->out->changes + used, size - used, "%s%s", used ? ", " : "", text);
}

void fy_solver_measure(const fy_reference *reference, const fy_fit *fit, double *color, double *alpha) {
    fy_reference_measure(reference, fit, fy_fit_word(fit), color, alpha);
}

double fy_solver_seen(const fy_reference *reference, const fy_fit *fit) {
    return fy_reference_seen(reference, fit, fy_fit_word(fit)).mean;
}

double fy_solver_color_difference(const fy_reference *reference, const fy_fit *fit) {
    double color, alpha;
    fy_solver_measure(reference, fit, &color, &alpha);
    return color;
}

bool fy_solver_fits_color(fy_solver *s, uint16_t color, fy_fit *fit) {
    return fy_fit_formula(s->tev, color, FY_TEV_NONE, &s->reference->rules, fit);
}

bool fy_solver_any(const fy_solver *s, uint16_t root, fy_leaf_test test, const void *user) {
    return fy_tev_any(s->tev, root, test, user);
}

bool fy_solver_fits_both(fy_solver *s, uint16_t alpha, fy_fit *fit) {
    if (!s->found) return fy_fit_formula(s->tev, s->color, alpha, &s->reference->rules, fit);
    *fit = *s->found;
    return fy_fit_alpha(s->tev, alpha, &s->reference->rules, fit);
}

bool fy_solver_may_search(fy_reference *reference) {
    if (reference->searches == FY_SOLVER_MOST_SEARCHES)
        ferry_say(reference->job, FERRY_WARNING, "t3dm.combiner-search",
                  reference->name ? reference->name : "", "",
                  "limit of %d combiner searches per model reached: the other materials use simpler formulas",
                  FY_SOLVER_MOST_SEARCHES);
    return reference->searches++ < FY_SOLVER_MOST_SEARCHES;
}
