/* j3d_mat3.h: MAT3 and its older form MAT2, the materials (docs/formats/j3d.md, "MAT3"). */
#ifndef FERRY_FORMATS_J3D_J3D_MAT3_H
#define FERRY_FORMATS_J3D_J3D_MAT3_H

#include "formats/j3d/j3d.h"

bool fy_j3d_read_materials(fy_j3d *j3d); /* MAT3, MAT2 -> scene materials */

#endif
