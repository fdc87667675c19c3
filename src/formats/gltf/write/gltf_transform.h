/*
 * gltf_transform.h: matrices of texture coordinates as offset, rotation and scale (docs/formats/gltf.md,
 * "Materials").
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_TRANSFORM_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_TRANSFORM_H

#include "ferry64.h"

/* Where coordinates lie. */
typedef struct fy_gltf_box {
    double least[2], most[2];
} fy_gltf_box;

/* Of all vertices of these draws in a set. */
fy_gltf_box fy_gltf_box_of(const ferry_scene *scene, const uint32_t *draws, uint32_t count, uint32_t set);

/* As KHR_texture_transform says it: scaled first, then turned to the left as one looks at the picture, where
 * v runs down, then moved. */
typedef struct fy_gltf_transform {
    double offset[2], rotation, scale[2];
    double off; /* at the worst place of the box, in pictures: what a shear is more */
} fy_gltf_transform;

/* The nearest one; `before`: of the moment before, whose rotation goes on; NULL: none. */
fy_gltf_transform fy_gltf_split(const double m[2][3], const fy_gltf_box *box,
                                const fy_gltf_transform *before);

/* What is told of a texture that is off, in texels. */
#define FY_GLTF_TEXELS .5

/* Pictures as texels of one. */
double fy_gltf_texels_off(double off, const ferry_image *image);

#endif
