/*
 * look.h: what a mesh shows at a place, as a simple renderer draws it: picture, colour, one light
 * (docs/simplify.md, "How it works").
 */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_LOOK_H
#define FERRY_CORE_SIMPLIFY_PICTURES_LOOK_H

#include "core/simplify/shell.h"

enum { FY_LOOK_S, FY_LOOK_T, FY_LOOK_LIGHT, FY_LOOK_R, FY_LOOK_ALPHA = FY_LOOK_R + 3, FY_LOOK_ATTRIBUTES };

/* How a mesh is shaded. */
typedef struct fy_look {
    uint32_t width, height; /* of the picture, made as small as it is seen; 0: none */
    const uint8_t *rgba;
    uint32_t lights; /* pictures there are, from dark to light, one behind the other; 1: in any light */
    ferry_wrap wraps[2];
    ferry_color color;
    ferry_alpha_mode mode;
    double cutoff;
    ferry_cull cull;
    bool lit;
    uint32_t normal, colors, uv; /* first channels; FERRY_NONE: none */
} fy_look;

/* Of all meshes, in the job's memory: pictures as they look where a pixel is as long as `pixel`. NULL at the
 * limit. */
fy_look *fy_looks_open(fy_shell *shell, double pixel);

/* What a wedge has in full light; `normal`: at rest, of unit length, or 0: it is dark from everywhere. */
void fy_look_at(const fy_shell *shell, const fy_look *look, uint32_t wedge,
                float attributes[FY_LOOK_ATTRIBUTES], fy_point *normal);

/* The same in a light from a direction of unit length. */
void fy_look_lit(const fy_look *look, fy_point normal, fy_point light, float attributes[FY_LOOK_ATTRIBUTES]);

/* A pixel's colour; `plain`: it is the picture's, and the attributes' colour is not read. False: it is cut
 * out. */
bool fy_look_pixel(const fy_look *look, const float attributes[FY_LOOK_ATTRIBUTES], bool plain,
                   uint8_t color[4]);

#endif
