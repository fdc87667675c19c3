/*
 * t3dm_glow.h: what becomes of light that is added to the picture (docs/what-is-lost.md, "Glows").
 */
#ifndef FERRY_FORMATS_T3DM_GLOW_H
#define FERRY_FORMATS_T3DM_GLOW_H

#include "formats/t3dm/t3dm_material.h"

typedef enum fy_glow_way {
    FY_GLOW_ADDED,   /* added; wraps around beyond white */
    FY_GLOW_MIXED,   /* ordinary translucency */
    FY_GLOW_SCREENED /* translucency whose alpha is its brightness */
} fy_glow_way;

typedef struct fy_glow {
    fy_glow_way way;
    uint16_t color, alpha; /* formulas of that way */
    double error, added;   /* mean difference over dark and bright grounds in 255ths: of the way, of adding */
} fy_glow;

/* Chooses how a material with colour and alpha formula `color` and `alpha`, whose `gx` asks for adding,
 * screening or premultiplied blending, is drawn. What the samples want becomes what that way needs. */
fy_glow fy_glow_choose(fy_shader *shader, uint16_t color, uint16_t alpha);

#endif
