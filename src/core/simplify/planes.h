/* planes.h: the initial quadrics of vertices: the planes of their triangles in all poses, and perpendicular
 * planes along open borders and seams, so that these keep their shape. */
#ifndef FERRY_CORE_SIMPLIFY_PLANES_H
#define FERRY_CORE_SIMPLIFY_PLANES_H

#include "core/simplify/shell.h"

/* Fills quadrics and marks borders. False at the limit, or stopped. */
bool fy_planes_open(fy_shell *shell);

#endif
