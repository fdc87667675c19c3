/*
 * export_transform.h: matrices of texture coordinates as offset, rotation and scale (docs/formats/gltf.md,
 * "Materials").
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_TRANSFORM_H
#define FERRY_FORMATS_EXPORT_EXPORT_TRANSFORM_H

#include "ferry64.h"

/* The range of coordinates. */
typedef struct fy_export_box {
    double least[2], most[2];
} fy_export_box;

/* The range of all vertices of these draws in a UV set. */
fy_export_box fy_export_box_of(const ferry_scene *scene, const uint32_t *draws, uint32_t count, uint32_t set);

/* As KHR_texture_transform says it: scaled first, then turned to the left as one looks at the picture, where
 * v runs down, then moved. */
typedef struct fy_export_transform {
    double offset[2], rotation, scale[2];
    double off; /* the error of ignoring a shear at the worst point of the box, in pictures */
} fy_export_transform;

/* The closest transform; `before`: that of the previous moment, whose rotation continues; NULL: none. */
fy_export_transform fy_export_split_transform(const double m[2][3], const fy_export_box *box,
                                              const fy_export_transform *before);

/* The text of a texture's error, in texels. */
#define FY_EXPORT_TEXELS .5

/* Pictures as texels of one. */
double fy_export_texels_off(double off, const ferry_image *image);

#endif
