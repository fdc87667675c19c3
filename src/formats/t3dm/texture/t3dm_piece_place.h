/* t3dm_piece_place.h: which piece of a picture a triangle, or a point of one, shows */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_PIECE_PLACE_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_PIECE_PLACE_H

#include "formats/t3dm/file/t3dm_plan.h"

/* A piece, and how many periods coordinates have to go back to lie on it. */
typedef struct fy_piece_place {
    uint32_t piece;
    int32_t periods[2];
} fy_piece_place;

/* The place that holds most of what is reached; of those that hold all of it, the one on the smallest piece,
 * which is the finest. */
fy_piece_place fy_piece_place_of(const fy_pieces *pieces, const fy_reach *of);

#endif
