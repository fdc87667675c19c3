/*
 * t3dm_blend_hues.h: the shares and hues of translucency that come nearest to a blend, by least squares.
 */
#ifndef FERRY_SHADE_BLEND_T3DM_BLEND_HUES_H
#define FERRY_SHADE_BLEND_T3DM_BLEND_HUES_H

#include "shade/blend/t3dm_blend_grounds.h"

/* The hue that suits a candidate's share best; both, if it turns. */
void fy_blend_fit_hue(const fy_blend_view *views, fy_blend_candidate *as);

/* The share that makes the strongest pixel opaque; above 1 the alpha formula cannot go but where it is
 * constant. */
double fy_blend_full_share(const fy_blend_view *views, fy_blend_method method, bool constant);

/* The best share and hue of a way: larger shares and one hue are preferred unless others gain visibly. More
 * than all of the strength is alpha that stops at 1 before the light does. */
fy_blend_candidate fy_blend_fit_share(const fy_blend_view *views, fy_blend_method method, bool constant,
                                      bool may_exceed);

/* The same of a hue that turns, if that gains what another picture is worth. */
fy_blend_candidate fy_blend_fit_turning(const fy_blend_view *views, fy_blend_candidate plain);

/* The share and the hue of even translucency that suit best, tinted or not as `as` is; it keeps its share
 * where all grounds are one. */
void fy_blend_fit_even_share(const fy_blend_view *views, fy_blend_candidate *as);

#endif
