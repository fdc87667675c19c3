/*
 * t3dm_affine.h: formulas of vertex colours and one texture, multiplied out (docs/what-is-lost.md,
 * "Materials").
 */
#ifndef FERRY_SHADE_FIT_T3DM_AFFINE_H
#define FERRY_SHADE_FIT_T3DM_AFFINE_H

#include "machine/gx/gx_tev_formula.h"

/* Formula `root` as texture * f + g, where f and g are formulas of vertex colours that vertices can hold: the
 * console has a vertex's colour for the one and its alpha for the other. FY_TEV_NONE if it is no such
 * formula, or is written that way already. */
uint16_t fy_affine_of(fy_tev *tev, uint16_t root);

#endif
