/*
 * t3dm_search_alpha.h: the search for the alpha half, for a given colour half (docs/internals/materials.md,
 * "The search").
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_SEARCH_ALPHA_H
#define FERRY_SHADE_SEARCH_T3DM_SEARCH_ALPHA_H

#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* The same for the alpha half, beside a colour half that stands: what its slots and constants hold stays, the
 * rest is free. */
bool fy_search_alpha(fy_reference *reference, uint16_t alpha, fy_fit *fit);

#endif
