/*
 * t3dm_blend.h: replacements for blends that the console does not have (docs/what-is-lost.md, "Blends").
 */
#ifndef FERRY_SHADE_BLEND_T3DM_BLEND_H
#define FERRY_SHADE_BLEND_T3DM_BLEND_H

#include "shade/blend/t3dm_blend_method.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* Ways that are asked for, each with those before it. */
typedef enum fy_blend_ways {
    FY_BLEND_OWN,    /* colour and alpha as they are */
    FY_BLEND_WITHIN, /* alpha by strength */
    FY_BLEND_BEYOND, /* and more of it than there is: it stops at 1 before the light does */
    FY_BLEND_TURNS,  /* and of a hue that turns with the strength: what nears white gets pale */
    FY_BLEND_PAINTS, /* and with all that one picture can hold */
} fy_blend_ways;

typedef struct fy_blend_fit {
    fy_blend_method method;
    uint16_t color, alpha; /* formulas of that way */
    double error, added;   /* mean difference over dark and bright grounds in 255ths: of the way, of adding */
    bool tinted;           /* of a way with another alpha: its own colour times a hue; else one hue */
    bool turns;            /* from one hue to another */
    bool follows;          /* even translucency of a share that clips change */
    double share;          /* of the strength, or the alpha */
    bool exceeds;          /* the share is more than all: alpha stops at 1 before the strength does */
    fy_blend_colors paint; /* of painted light */
} fy_blend_fit;

/* Chooses how a material with colour and alpha formula `color` and `alpha` is drawn whose `gx` asks for a
 * blend that is not plain translucency; `adds`: adding is one of the ways. What the samples want becomes what
 * that way needs. */
fy_blend_fit fy_blend_choose(fy_reference *reference, uint16_t color, uint16_t alpha, bool adds,
                             fy_blend_ways ways);

/* Whether a way replaces the material's alpha. */
bool fy_blend_has_own_alpha(const fy_blend_fit *fit);

/* Whether the alpha of a way, which `fit` draws, is a sum that wraps around where a picture is brightest: a
 * share of more than all is a picture that is cut at white, but what clips change has no place in one. */
bool fy_blend_wraps(const fy_reference *reference, const fy_blend_fit *way, const fy_fit *fit);

/* Mean difference over grounds, in 255ths, of what a combiner makes of a way. `wanted`: what the samples
 * wanted before the way was chosen. */
double fy_blend_seen(const fy_reference *reference, const fy_blend_fit *way, const fy_fit *fit, uint64_t word,
                     const uint8_t wanted[FY_SAMPLES][4]);

/* Samples of another state of the same material: what they want becomes what the way needs, of the hue that
 * suits that state. How the way differs then, over dark and bright grounds, in 255ths. */
double fy_blend_want(fy_reference *reference, const fy_blend_fit *fit);

#endif
