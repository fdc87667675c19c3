/* t3dm_solve_color.h: the colour half of a combiner (docs/what-is-lost.md, "Materials"). */
#ifndef FERRY_SHADE_SEARCH_T3DM_SOLVE_COLOR_H
#define FERRY_SHADE_SEARCH_T3DM_SOLVE_COLOR_H

#include "shade/search/t3dm_solver.h"

/* Fits the solver's colour formula, or what is left of it. True: the very formula was fitted. */
bool fy_solve_color(fy_solver *solver);

/* Doubling a bright colour leaves the console's range and comes out dark. Uses the plain or the clamped
 * colour instead if that is closer; true: it was. */
bool fy_solve_prefer_saturated(fy_solver *solver);

#endif
