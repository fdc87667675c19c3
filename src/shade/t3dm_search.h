/*
 * t3dm_search.h: the search for a combiner where a formula cannot be held (docs/what-is-lost.md, "The
 * search").
 */
#ifndef FERRY_FORMATS_T3DM_SEARCH_H
#define FERRY_FORMATS_T3DM_SEARCH_H

#include "formats/t3dm/material/t3dm_material.h"

/* Looks for the colour half of the combiner, constants and what the vertices carry, that comes nearest to the
 * shader's samples, with the textures and vertex colours of colour formula `color`. The alpha half of `fit`
 * is left open. Deterministic, of bounded effort. False if there is nothing to start from. */
bool fy_search_color(fy_shader *shader, uint16_t color, fy_fit *fit);

/* The same for the alpha half, beside a colour half that stands: what its slots and constants hold stays, the
 * rest is free. */
bool fy_search_alpha(fy_shader *shader, uint16_t alpha, fy_fit *fit);

#endif
