/*
 * t3dm_modes.h: alpha compare and blending of the GameCube as thresholds and layers (docs/what-is-
 * lost.md, "Pixels").
 */
#ifndef FERRY_SHADE_T3DM_MODES_H
#define FERRY_SHADE_T3DM_MODES_H

#include "ferry64.h"

typedef enum fy_alpha_test {
    FY_ALPHA_TEST_NONE,
    FY_ALPHA_TEST_INVISIBLE,
    FY_ALPHA_TEST_THRESHOLD
} fy_alpha_test;

typedef struct fy_t3dm_blend {
    bool drop; /* leaves the picture as it is, or cannot be shown in any way */
    bool translucent;
    uint32_t blender;
    bool opaque_alpha; /* alpha counts as 1 */
    bool cutout;       /* drawn where the texture's alpha is high */
    const char *asks;  /* what the console does not have and t3dm_blend.h is to find the nearest way for; NULL */
    const char *loss;  /* what else is not the same; NULL: nothing */
} fy_t3dm_blend;

/* The alpha compare as a threshold: alpha >= *threshold is drawn. *exact is false where the record asks for
 * something that no threshold can say. */
fy_alpha_test fy_t3dm_alpha_test(const ferry_gx_material *gx, uint16_t *threshold, bool *exact);

/* Whether the record draws a pixel of that alpha. */
bool fy_t3dm_alpha_passes(const ferry_gx_material *gx, uint8_t alpha);

fy_t3dm_blend fy_t3dm_blend_of(const ferry_gx_material *gx);

#endif
