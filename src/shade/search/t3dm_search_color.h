/*
 * t3dm_search_color.h: the search's colour half: every texture of the formula in either slot, pairs in
 * both, every vertex colour (docs/internals/materials.md, "The search").
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_SEARCH_COLOR_H
#define FERRY_SHADE_SEARCH_T3DM_SEARCH_COLOR_H

#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* Looks for the colour half of the combiner, constants and what the vertices carry, that comes nearest to the
 * shader's samples, with the textures and vertex colours of colour formula `color`. The alpha half of `fit`
 * is left open. `must`: a leaf whose texture is to be in one of the slots; NULL: any will do. Deterministic,
 * of bounded effort. False if there is nothing to start from. */
bool fy_search_color(fy_reference *reference, uint16_t color, const fy_tev_node *must, fy_fit *fit);

#endif
