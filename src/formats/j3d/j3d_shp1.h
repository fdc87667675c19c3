/*
 * j3d_shp1.h: SHP1, the shapes: attribute lists, matrix groups and display lists (docs/formats/j3d.md,
 * "SHP1").
 */
#ifndef FERRY_FORMATS_J3D_J3D_SHP1_H
#define FERRY_FORMATS_J3D_J3D_SHP1_H

#include "formats/j3d/j3d.h"

bool fy_j3d_read_shapes(fy_j3d *j3d); /* SHP1 -> scene meshes: mesh i of the file is shape i */

#endif
