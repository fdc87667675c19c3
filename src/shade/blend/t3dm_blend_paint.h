/*
 * t3dm_blend_paint.h: painted light: one picture that holds an alpha and a place between two colours.
 */
#ifndef FERRY_SHADE_BLEND_T3DM_BLEND_PAINT_H
#define FERRY_SHADE_BLEND_T3DM_BLEND_PAINT_H

#include <stdbool.h>
#include <stdint.h>

#include "shade/blend/t3dm_blend_grounds.h"
#include "shade/t3dm_reference_state.h"

/* Whether painted light gains beside `chosen` what a picture with an alpha of its own is worth: then `as`
 * becomes it, and `color` and `alpha` its formulas. */
bool fy_blend_try_paint(fy_reference *reference, const fy_blend_view *views, const fy_blend_candidate *chosen,
                        fy_blend_candidate *as, uint16_t *color, uint16_t *alpha);

#endif
