/* weld.h: merges wedges that coincide in every pose into one vertex. */
#ifndef FERRY_CORE_SIMPLIFY_WELD_H
#define FERRY_CORE_SIMPLIFY_WELD_H

#include "core/simplify/shell.h"

/* Numbers vertices by their positions, so that the order of meshes and triangles does not matter. Vertices
 * that coincide at rest but separate in another pose are fixed, so that closed surfaces stay closed. False at
 * the limit, or stopped. */
bool fy_weld(fy_shell *shell);

#endif
