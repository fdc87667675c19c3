/* one_layer.h: whether a mesh is ever seen through itself */
#ifndef FERRY_CORE_SCENE_ONE_LAYER_H
#define FERRY_CORE_SCENE_ONE_LAYER_H

#include "ferry64.h"

/* Whether hardly two of its triangles are seen one behind the other from anywhere: it is flat or, where one
 * side of them is not drawn (`culls`), curved one way, as a shield, a dome or a box. Its corners are taken as
 * they are in the mesh, at rest, and some 256 of its triangles. Linear in the triangles. */
bool fy_mesh_is_one_layer(const ferry_mesh *mesh, bool culls);

#endif
