/*
 * t3dm_fit.h: fits a folded TEV formula into the combiner's one or two cycles (docs/what-is-lost.md,
 * "Materials").
 */
#ifndef FERRY_SHADE_FIT_T3DM_FIT_H
#define FERRY_SHADE_FIT_T3DM_FIT_H

#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_combiner.h"

/* Fits colour formula `color` and alpha formula `alpha` (FY_TEV_NONE: any alpha will do, it becomes 1). False
 * if no way is known. Deterministic; prefers one cycle, then fewer constants. */
bool fy_fit_formula(fy_tev *tev, uint16_t color, uint16_t alpha, const fy_fit_rules *rules, fy_fit *fit);

/* Adds alpha formula `alpha` (FY_TEV_NONE: as above) to a fit whose colour half is settled. */
bool fy_fit_alpha(fy_tev *tev, uint16_t alpha, const fy_fit_rules *rules, fy_fit *fit);

/* The combiner's word for a fit. */
uint64_t fy_fit_word(const fy_fit *fit);

#endif
