/*
 * t3dm_dissolve.h: masks whose threshold clips move, as an alpha compare of the console
 * (docs/internals/materials.md, "Dissolving masks").
 */
#ifndef FERRY_SHADE_SAMPLES_T3DM_DISSOLVE_H
#define FERRY_SHADE_SAMPLES_T3DM_DISSOLVE_H

#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* Whether an alpha formula is a mask: "greater than" between two formulas, times a constant. *moves: clips
 * change what is compared. */
bool fy_dissolve_is_mask(const fy_tev *tev, uint16_t alpha, bool *moves);

/* Notes in `reference->mode.dissolve` the range of what the mask of the evaluator's formula compares over its
 * samples. False: there is no mask, or it is the same on all of them. After fy_reference_start(). */
bool fy_dissolve_learn(fy_reference *reference);

/* The difference that the mask compares, 0..1 over that range, in place of the mask as the alpha formula, and
 * of the colour: one picture holds both. Does nothing where `reference->mode.dissolve` has no range. */
void fy_dissolve_substitute(fy_reference *reference);

/* How ENV's alpha makes the opacity: by itself; times the picture; or from it to 1 by the picture. */
enum { FY_DISSOLVE_OPACITIES = 3 };

/* The combiner: between ENV and PRIM by a picture of that difference, of an opacity that ENV's alpha,
 * `opacity`, makes in way `number`; drawn where the picture passes PRIM's alpha. False: no picture holds the
 * difference. */
bool fy_dissolve_fit(fy_reference *reference, unsigned number, double opacity, fy_fit *fit);

/* From now on the samples want the colours by which the opacity of `fit` comes nearest to the source's
 * blend. */
void fy_dissolve_want(fy_reference *reference, const fy_fit *fit);

/* PRIM's alpha by which most samples are drawn as the source draws them. */
void fy_dissolve_solve(const fy_reference *reference, fy_fit *fit);

#endif
