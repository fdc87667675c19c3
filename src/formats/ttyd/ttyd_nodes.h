/*
 * ttyd_nodes.h: transforms become nodes: one where a plain T * R * S says the same in every pose, a
 * chain of them where pivots or joint orientations meet channels that move (docs/formats/ttyd.md,
 * "Transforms").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_NODES_H
#define FERRY_FORMATS_TTYD_TTYD_NODES_H

#include "formats/ttyd/ttyd.h"

/* Adds the nodes of all groups that the tree reaches, and sets `frame` of each; what the clips move is noted
 * in `channels`. False after an error. */
bool fy_ttyd_add_nodes(fy_ttyd *t);

#endif
