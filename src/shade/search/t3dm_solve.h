/*
 * t3dm_solve.h: from a GameCube formula to a combiner: exactly if that is possible, else what cannot
 * be held is replaced, in a fixed order and one kind at a time, until the rest fits (docs/what-is-
 * lost.md, "Materials").
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_SOLVE_H
#define FERRY_SHADE_SEARCH_T3DM_SOLVE_H

#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_shading.h"

/* What the console draws of a cutout has at least this alpha, of 255. */
enum { FY_CUT_FROM = 32 };

/* The alpha, 32..106, from which on a cutout's texels are drawn whose alpha is sharpened; 0: it is not. */
uint8_t fy_fit_cuts_from(const fy_fit *fit);

/* Finds a combiner for colour formula `color` and alpha formula `alpha` (FY_TEV_NONE: free). Never fails. */
void fy_reference_solve(fy_reference *reference, uint16_t color, uint16_t alpha, fy_shading *shading);

#endif
