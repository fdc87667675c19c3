/* store.h: stores the simplified surface in the scene's meshes. */
#ifndef FERRY_CORE_SIMPLIFY_STORE_H
#define FERRY_CORE_SIMPLIFY_STORE_H

#include "core/simplify/shell.h"

/* Changes vertices in place and shortens lists of triangles, which keep the order of the source. Vertices
 * that no triangle uses any more stay, for the caller to drop. */
bool fy_shell_store(fy_shell *shell);

#endif
