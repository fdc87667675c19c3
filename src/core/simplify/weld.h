/* weld.h: wedges that are in one place in every pose become one vertex. */
#ifndef FERRY_CORE_SIMPLIFY_WELD_H
#define FERRY_CORE_SIMPLIFY_WELD_H

#include "core/simplify/shell.h"

/* Numbers vertices by their places, so that the order of meshes and triangles does not matter. Where wedges
 * are in one place at rest and part in another pose, their vertices are fixed: what is closed at rest stays
 * closed. False at the limit, or stopped. */
bool fy_weld(fy_shell *shell);

#endif
