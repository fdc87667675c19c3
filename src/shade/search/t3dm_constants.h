/*
 * t3dm_constants.h: the best PRIM and ENV for a given combiner (docs/what-is-lost.md, "Animated materials").
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_CONSTANTS_H
#define FERRY_SHADE_SEARCH_T3DM_CONSTANTS_H

#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* Only every n-th sample is used here. */
enum { FY_CONSTANTS_STEP = 4 };

/* Parts of the constants, as bits. */
enum { FY_PRIM_COLOR = 1, FY_PRIM_ALPHA = 2, FY_ENV_COLOR = 4, FY_ENV_ALPHA = 8 };

/* Makes `free` parts of fit->prim and fit->env those with which its combiner comes nearest to what the
 * shader's samples want, by least squares from where they are; parts that decide nothing stay. `alpha`: alpha
 * counts as much as a colour's component. */
void fy_solve_constants(const fy_reference *reference, unsigned free, bool alpha, fy_fit *fit);

#endif
