/*
 * t3dm_solver.h: the state of solving a formula: the fit of its halves, and their differences from the source
 * (docs/what-is-lost.md, "Materials").
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_SOLVER_H
#define FERRY_SHADE_SEARCH_T3DM_SOLVER_H

#include "machine/gx/gx_tev_formula.h"
#include "shade/search/t3dm_leaves.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_shading.h"

/* Mean difference in 255ths up to which a fitted formula is taken as it is. */
#define FY_SOLVER_WELL_FITTED 8

/* Mean difference from which on a search may find something better, and what it has to gain. */
#define FY_SOLVER_SEARCH_FROM 1.5
#define FY_SOLVER_SEARCH_GAIN .5

/* The most searches per model: real models need a few dozen, and a file that asks for thousands must not take
 * minutes. */
#define FY_SOLVER_MOST_SEARCHES 512

/* What the steps work on. */
typedef struct fy_solver {
    fy_reference *reference;
    fy_tev *tev;
    uint16_t color, wanted_alpha;
    const fy_fit *found; /* the colour half that a search found; NULL: `color` is fitted */
    fy_shading *out;
} fy_solver;

/* Adds to what is told of the material. */
void fy_solver_say(fy_solver *solver, const char *change);

/* Mean differences to the source over all samples; and that of its pictures. */
void fy_solver_measure(const fy_reference *reference, const fy_fit *fit, double *color, double *alpha);
double fy_solver_color_difference(const fy_reference *reference, const fy_fit *fit);
double fy_solver_seen(const fy_reference *reference, const fy_fit *fit);

/* Whether a colour formula fits, with any alpha; and an alpha formula beside the colour at hand. */
bool fy_solver_fits_color(fy_solver *solver, uint16_t color, fy_fit *fit);
bool fy_solver_fits_both(fy_solver *solver, uint16_t alpha, fy_fit *fit);

/* Whether any leaf of a formula is of a kind. */
bool fy_solver_any(const fy_solver *solver, uint16_t root, fy_leaf_test test, const void *user);

/* Counts a search. The first that is too many is reported: what each material then differs by is in its own
 * message. */
bool fy_solver_may_search(fy_reference *reference);

#endif
