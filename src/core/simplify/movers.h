/* movers.h: which movers of a surface move alike, and whether a wedge may hang where another one does. */
#ifndef FERRY_CORE_SIMPLIFY_MOVERS_H
#define FERRY_CORE_SIMPLIFY_MOVERS_H

#include "core/simplify/shell.h"

/* Numbers the movers of influences and uses, and says of which kind each is. False at the limit. */
bool fy_movers_open(fy_shell *shell);

/* A mover of this mesh that would carry a wedge as those at the vertex are carried; FERRY_NONE: none. */
uint32_t fy_mover_at(const fy_shell *shell, uint32_t mesh, uint32_t vertex);

#endif
