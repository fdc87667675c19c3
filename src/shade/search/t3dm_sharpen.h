/* t3dm_sharpen.h: cutouts whose edge lies where the source has it (docs/what-is-lost.md, "Materials"). */
#ifndef FERRY_SHADE_SEARCH_T3DM_SHARPEN_H
#define FERRY_SHADE_SEARCH_T3DM_SHARPEN_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* What the console draws of a cutout has at least this alpha, of 255. */
enum { FY_CUT_FROM = 32 };

/* The alpha, 32..159, from which on a cutout's texels are drawn whose alpha is sharpened; 0: it is not. */
uint8_t fy_fit_cuts_from(const fy_fit *fit);

/* The console cuts out at an eighth of full alpha: between texels that are seen and texels that are not, that
 * lies nearly at the latter. Alpha less a constant cuts where the source does; halfway where other alphas may
 * have become all or nothing. */
void fy_sharpen_cutout(const fy_reference *reference, fy_fit *fit);

/* A formula that is 32/255 or more, which the console draws, where `alpha` is `from` (of 255) or more, and
 * less elsewhere. `whole`: the alpha is one for the whole surface; then it is all or nothing. */
uint16_t fy_cut_above(fy_tev *tev, uint16_t alpha, uint16_t from, bool whole);

#endif
