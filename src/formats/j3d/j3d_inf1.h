/*
 * j3d_inf1.h: INF1, the scaling rule and the tree of joints, materials and shapes
 * (docs/formats/j3d.md, "INF1").
 */
#ifndef FERRY_FORMATS_J3D_J3D_INF1_H
#define FERRY_FORMATS_J3D_J3D_INF1_H

#include "formats/j3d/j3d.h"

bool fy_j3d_read_hierarchy(fy_j3d *j3d); /* INF1 -> scale rule, parents, order, draws */

#endif
