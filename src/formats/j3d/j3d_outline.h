/*
 * j3d_outline.h: as much of a model as tells which animations were made for it: joints at rest, names
 * of materials, how many shapes and textures. No vertices and no pictures, so that all models of an
 * archive can be looked at for one of them.
 */
#ifndef FERRY_FORMATS_J3D_J3D_OUTLINE_H
#define FERRY_FORMATS_J3D_J3D_OUTLINE_H

#include "formats/j3d/j3d.h"

/* What tells which animations were made for the model, and no more (ferry_format.outline). */
bool fy_j3d_outline(fy_j3d *j3d);

#endif
