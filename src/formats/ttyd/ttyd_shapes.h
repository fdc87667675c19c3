/*
 * ttyd_shapes.h: shapes, subshapes, polygons and the index arithmetic: a mesh for each subshape of
 * each shape (docs/formats/ttyd.md, "Geometry").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_SHAPES_H
#define FERRY_FORMATS_TTYD_TTYD_SHAPES_H

#include "formats/ttyd/ttyd.h"

/* Adds the meshes to the scene, and fills in `parts` and `first_parts`. Equal corners share a vertex.
 * Polygons with fewer than three corners are skipped with a warning; indices beyond their pools are refused.
 * False after an error. */
bool fy_ttyd_read_shapes(fy_ttyd *t);

#endif
