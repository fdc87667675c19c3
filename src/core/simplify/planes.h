/* planes.h: what each vertex stands for at first: the planes of its triangles in all poses, and walls along
 * open borders and seams, so that these keep their course. */
#ifndef FERRY_CORE_SIMPLIFY_PLANES_H
#define FERRY_CORE_SIMPLIFY_PLANES_H

#include "core/simplify/shell.h"

/* Fills quadrics and marks borders. False at the limit, or stopped. */
bool fy_planes_open(fy_shell *shell);

#endif
