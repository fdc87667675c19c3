/* t3dm_fit_shade.h: which parts of a formula vertices can hold (docs/what-is-lost.md, "Materials"). */
#ifndef FERRY_SHADE_T3DM_FIT_SHADE_H
#define FERRY_SHADE_T3DM_FIT_SHADE_H

#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_combiner.h"

/* Whether formula `node` is a constant, follows vertex colours alone, or is lit vertex colours. */
fy_fit_shade fy_fit_shade_of(const fy_tev *tev, uint16_t node);

#endif
