/* t3dm_piece_halves.h: triangles on a picture in two halves, which reach as little of it as they can */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_PIECE_HALVES_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_PIECE_HALVES_H

#include "ferry64.h"
#include "formats/t3dm/texture/t3dm_piece_spots.h"

/* Sorts the spots into two halves: how many come into the first one; 0: there is one spot only. `sorted` and
 * `ahead` are room for as many. */
uint32_t fy_piece_halve(fy_piece_spot *spots, uint32_t count, fy_piece_spot *sorted, fy_reach *ahead);

#endif
