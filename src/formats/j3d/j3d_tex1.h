/* j3d_tex1.h: TEX1, the textures: headers as in BTI files, and names (docs/formats/j3d.md, "TEX1"). */
#ifndef FERRY_FORMATS_J3D_J3D_TEX1_H
#define FERRY_FORMATS_J3D_J3D_TEX1_H

#include "formats/j3d/j3d.h"

bool fy_j3d_read_textures(fy_j3d *j3d); /* TEX1 -> scene textures */

#endif
