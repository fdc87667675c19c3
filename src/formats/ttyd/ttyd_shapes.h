/*
 * ttyd_shapes.h: shapes, subshapes, polygons and the index arithmetic: a mesh for each subshape of
 * each shape (docs/formats/ttyd.md, "Geometry").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_SHAPES_H
#define FERRY_FORMATS_TTYD_TTYD_SHAPES_H

#include "formats/ttyd/ttyd.h"

bool fy_ttyd_read_shapes(fy_ttyd *t);

#endif
