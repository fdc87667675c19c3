/* t3dm_solve_alpha.h: the alpha half of a combiner (docs/what-is-lost.md, "Materials"). */
#ifndef FERRY_SHADE_SEARCH_T3DM_SOLVE_ALPHA_H
#define FERRY_SHADE_SEARCH_T3DM_SOLVE_ALPHA_H

#include "shade/search/t3dm_solver.h"

/* Fits the solver's alpha formula, or something near to it; nothing if it has none. */
void fy_solve_alpha(fy_solver *solver);

#endif
