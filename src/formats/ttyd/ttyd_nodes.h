/*
 * ttyd_nodes.h: transforms become nodes: one where a plain T * R * S says the same in every pose, a
 * chain of them where pivots or joint orientations meet channels that move (docs/formats/ttyd.md,
 * "Transforms").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_NODES_H
#define FERRY_FORMATS_TTYD_TTYD_NODES_H

#include "formats/ttyd/ttyd.h"

bool fy_ttyd_add_nodes(fy_ttyd *t);

#endif
