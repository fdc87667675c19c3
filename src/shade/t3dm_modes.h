/* t3dm_modes.h: blending of the GameCube as layers (docs/what-is-lost.md, "Pixels"). */
#ifndef FERRY_SHADE_T3DM_MODES_H
#define FERRY_SHADE_T3DM_MODES_H

#include "ferry64.h"

typedef struct fy_t3dm_blend {
    bool drop; /* leaves the picture as it is, or cannot be shown in any way */
    bool translucent;
    uint32_t blender;
    bool opaque_alpha; /* alpha counts as 1 */
    bool cutout;       /* drawn where the texture's alpha is high */
    bool fades;        /* opaque, but its colour counts times fy_t3dm_faded_by() */
    /* what the console does not have and t3dm_blend.h is to find the nearest way for; NULL */
    const char *unsupported;
    const char *loss; /* what else is not the same; NULL: nothing */
} fy_t3dm_blend;

/* The console's blend for a material's, and what it cannot do of it. */
fy_t3dm_blend fy_t3dm_blend_of(const ferry_gx_material *gx);

/* Of a blend that fades: what a pixel's colour is multiplied by, 0..255. */
uint8_t fy_t3dm_faded_by(const ferry_gx_material *gx, uint8_t alpha);

/* Multiplies the colour of a pixel, if the blend fades. */
void fy_t3dm_fade(const ferry_gx_material *gx, uint8_t pixel[4]);

#endif
