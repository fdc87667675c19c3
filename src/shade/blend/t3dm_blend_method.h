/*
 * t3dm_blend_method.h: ways to draw that replace blends which the console does not have.
 */
#ifndef FERRY_SHADE_BLEND_T3DM_BLEND_METHOD_H
#define FERRY_SHADE_BLEND_T3DM_BLEND_METHOD_H

#include <stdbool.h>

typedef enum fy_blend_method {
    FY_BLEND_ADDED,    /* added; wraps around beyond white */
    FY_BLEND_MIXED,    /* ordinary translucency */
    FY_BLEND_SCREENED, /* translucency of one hue whose alpha is the colour's brightness */
    FY_BLEND_FILTERED, /* the same by the colour's darkness */
    FY_BLEND_PAINTED,  /* translucency of colours and alphas that each texel has of its own */
    FY_BLEND_EVEN,     /* translucency of the colour times one hue, everywhere of the same alpha */
} fy_blend_method;

/* Two colours between which a way's colour lies, where its light is weak and where it is strong. Painted
 * light looks like the source's over `ground`; the source adds it, or `screens` it. */
typedef struct fy_blend_colors {
    double weak[3], strong[3], ground[3];
    bool screens;
} fy_blend_colors;

#endif
