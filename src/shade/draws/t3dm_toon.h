/*
 * t3dm_toon.h: materials with light in steps, by a ramp (docs/what-is-lost.md, "Toon ramps"): finds the ramp,
 * and the look of the shade drawn over the lit picture.
 */
#ifndef FERRY_SHADE_DRAWS_T3DM_TOON_H
#define FERRY_SHADE_DRAWS_T3DM_TOON_H

#include "ferry64.h"
#include "ferry64_gx.h"
#include "shade/draws/t3dm_appearance.h"
#include "shade/t3dm_measure.h"
#include "shade/t3dm_reference_state.h"

/* Steps of the ramp that the console looks up: eight of light each. */
enum { FY_TOON_LEVELS = 32 };

/* Shade over a picture in full light, which keeps 1 - alpha * ramp of itself; `color` takes the rest. */
typedef struct fy_toon {
    uint8_t channel; /* whose red light the ramps follow */
    /* how much of the shade, 255: all of it, where red light is 8 * i, the last in full light */
    uint8_t ramp[FY_TOON_LEVELS];
    double color[3], alpha;
    bool shades;      /* no light differs from full light; else only what is between does */
    bool plain;       /* the colour is nothing but the ramp */
    bool plain_alpha; /* so is the alpha, or it is constant */
    bool alpha_steps; /* the alpha follows the ramp */
    /* the ramp's ends, red, green, blue and alpha, on most samples: pictures may change it here and there */
    double dark[4], bright[4];
    /* how far each of them has gone from `bright` to `dark`, 255: all the way */
    uint8_t parts[FY_TOON_LEVELS][4];
} fy_toon;

/* Whether the colour of a material that was started with `state` follows ramps of one channel, and nothing
 * but colours that clips leave alone. The alpha may follow them, too. */
bool fy_toon_find(const fy_reference *reference, const ferry_gx_material *state, fy_toon *toon);

/* What the source would draw in full light; a look with the shade over it. */
void fy_toon_full_light(const fy_reference *reference, const ferry_gx_material *state, fy_appearance *look);
void fy_toon_shade(const fy_reference *reference, const fy_toon *toon, fy_appearance *look);

/* Nothing but the ramp, in one draw; what of it is seen; and how far its alpha is off on average, of 255. */
void fy_toon_ramp(const fy_reference *reference, const fy_toon *toon, fy_appearance *look);
fy_seen_difference fy_toon_seen(const fy_reference *reference, const fy_toon *toon);
double fy_toon_alpha_error(const fy_reference *reference, const fy_toon *toon);

#endif
