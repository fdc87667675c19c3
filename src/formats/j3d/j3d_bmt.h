/*
 * j3d_bmt.h: bmt3, a material table: MAT3 and TEX1 without a model (docs/formats/j3d.md, "Material
 * tables").
 */
#ifndef FERRY_FORMATS_J3D_J3D_BMT_H
#define FERRY_FORMATS_J3D_J3D_BMT_H

#include "ferry64.h"

extern const ferry_format fy_format_bmt;

#endif
