/*
 * ttyd_animations.h: the animation table and its records: key frames, and the deltas of all five kinds
 * as moves (docs/formats/ttyd.md, "Animations").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_ANIMATIONS_H
#define FERRY_FORMATS_TTYD_TTYD_ANIMATIONS_H

#include "formats/ttyd/ttyd.h"

bool fy_ttyd_read_animations(fy_ttyd *t);

/* First of the moves of `element` among moves that stand by element; `moves->count` if there is none. */
uint32_t fy_ttyd_find_moves(const fy_ttyd_moves *moves, uint32_t element);

#endif
