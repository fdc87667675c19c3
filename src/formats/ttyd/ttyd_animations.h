/*
 * ttyd_animations.h: the animation table and its records: key frames, and the deltas of all five kinds
 * as moves (docs/formats/ttyd.md, "Animations").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_ANIMATIONS_H
#define FERRY_FORMATS_TTYD_TTYD_ANIMATIONS_H

#include "formats/ttyd/ttyd.h"

/* Reads every animation into `clips`, and marks in `moved` and `shifted` what any of them changes. Moves that
 * name an element beyond its block are refused. False after an error. */
bool fy_ttyd_read_animations(fy_ttyd *t);

/* The index of the first move of `element`, in moves that are sorted by element (placings, switches, floats);
 * `moves->count` if there is none. */
uint32_t fy_ttyd_find_moves(const fy_ttyd_moves *moves, uint32_t element);

#endif
