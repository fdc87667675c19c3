/* movers.h: which movers of a surface are equivalent, and whether a wedge can be attached where another one
 * is. */
#ifndef FERRY_CORE_SIMPLIFY_MOVERS_H
#define FERRY_CORE_SIMPLIFY_MOVERS_H

#include "core/simplify/shell.h"

/* Numbers the movers of influences and meshes, and determines their kinds. False at the limit. */
bool fy_movers_open(fy_shell *shell);

/* A mover of this mesh that is equivalent to those at the vertex; FERRY_NONE: none. */
uint32_t fy_mover_at(const fy_shell *shell, uint32_t mesh, uint32_t vertex);

#endif
