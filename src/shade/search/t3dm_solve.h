/*
 * t3dm_solve.h: from a GameCube formula to a combiner: exactly, with parts replaced, or searched for
 * (docs/what-is-lost.md, "Materials").
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_SOLVE_H
#define FERRY_SHADE_SEARCH_T3DM_SOLVE_H

#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_shading.h"

/* Finds a combiner for colour formula `color` and alpha formula `alpha` (FY_TEV_NONE: free). Never fails. */
void fy_reference_solve(fy_reference *reference, uint16_t color, uint16_t alpha, fy_shading *shading);

#endif
