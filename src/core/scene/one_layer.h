/* one_layer.h: whether a mesh ever overlaps itself in a view. */
#ifndef FERRY_CORE_SCENE_ONE_LAYER_H
#define FERRY_CORE_SCENE_ONE_LAYER_H

#include "ferry64.h"

/* Whether, from any direction, hardly any two triangles are visible one behind the other: the mesh is flat
 * or, if one side is culled (`culls`), convex like a shield, a dome or a box. Examines the mesh at rest and
 * at most some 256 of its triangles. Linear in the triangles. */
bool fy_mesh_is_one_layer(const ferry_mesh *mesh, bool culls);

#endif
