/* ttyd_curves.h: changes of transform floats become tracks of nodes (docs/formats/ttyd.md, "Curves"). */
#ifndef FERRY_FORMATS_TTYD_TTYD_CURVES_H
#define FERRY_FORMATS_TTYD_TTYD_CURVES_H

#include "formats/ttyd/ttyd.h"

/* Adds a track for each number of a node that the clip moves: steps where all of its changes are steps; a key
 * a frame where it is 1 divided by a sum; Hermite otherwise. False after an error. */
bool fy_ttyd_move_nodes(fy_ttyd *t, const fy_ttyd_clip *clip);

#endif
