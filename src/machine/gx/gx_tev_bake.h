/*
 * gx_tev_bake.h: parts of TEV formulas that follow one texture alone, and can be worked out beforehand, texel
 * by texel (docs/what-is-lost.md, "Baking").
 */
#ifndef FERRY_MACHINE_GX_GX_TEV_BAKE_H
#define FERRY_MACHINE_GX_GX_TEV_BAKE_H

#include "machine/gx/gx_tev_formula.h"

/* The largest parts of formula `root` that follow one texture by one texgen, as texels of that texture baked
 * beforehand. `root` itself if there are none. */
uint16_t fy_tev_bake(fy_tev *tev, uint16_t root);

/* The texture of node `leaf` with the texels of node `at`, which follows it alone, in their place. */
uint16_t fy_tev_baked(fy_tev *tev, uint16_t leaf, uint16_t at);

/* FY_TEV_WRAP of a formula that follows one texture alone, and goes beyond 0..1 for some texel; else the same
 * formula. */
uint16_t fy_tev_wrapped(fy_tev *tev, uint16_t at);

/* FY_TEV_PASS of the alpha, where the material's alpha compare is no threshold, the alpha follows one texture
 * alone, and a colour and alpha of 0 leave the ground as it is; else FY_TEV_NONE. */
uint16_t fy_tev_mask_of(fy_tev *tev);

/* Alpha times such a mask, and colour, too, unless the blend multiplies it by the alpha: `tev->masked`. And
 * the same of a pixel that the stages made. */
void fy_tev_mask(fy_tev *tev, uint16_t mask);
void fy_tev_mask_pixel(const ferry_gx_material *gx, uint8_t rgba[4]);

#endif
