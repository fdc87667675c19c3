/*
 * j3d_shp1.h: SHP1, the shapes: attribute lists, matrix groups and display lists (docs/formats/j3d.md,
 * "SHP1").
 */
#ifndef FERRY_FORMATS_J3D_J3D_SHP1_H
#define FERRY_FORMATS_J3D_J3D_SHP1_H

#include "formats/j3d/j3d.h"

/* Adds a mesh to the scene for each shape of SHP1, in order: mesh i is shape i. False after an error. */
bool fy_j3d_read_shapes(fy_j3d *j3d);

#endif
