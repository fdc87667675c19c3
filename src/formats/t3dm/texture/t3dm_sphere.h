/*
 * t3dm_sphere.h: the console's spherical effect in place of an environment map (docs/formats/t3dm.md,
 * "Environment maps"; docs/formats/n64_drawing.md, "Vertices").
 */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_SPHERE_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_SPHERE_H

#include "ferry64.h"
#include "ferry64_rdp.h"
#include "shade/t3dm_uv.h"

/* What makes the console's spherical effect lay on a texture like an environment map. */
typedef struct fy_sphere {
    uint16_t width, height; /* what the effect takes for the texture's size */
    ferry_rdp_axis s, t;    /* shift, low, mirror and clamp only */
    bool turned[2];         /* s and t: the picture lies there the other way round, in a mirrored repeat */
    double error;           /* mean distance in texels over normals, in the middle of the screen */
} fy_sphere;

/* `map`: FY_UV_SPHERE. `size`, `wraps`: the texture's, s and t. */
fy_sphere fy_t3dm_sphere(const fy_uv_map *map, const uint32_t size[2], const ferry_wrap wraps[2],
                         bool filtered);

#endif
