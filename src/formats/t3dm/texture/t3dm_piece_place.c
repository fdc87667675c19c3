/* t3dm_piece_place.c: see t3dm_piece_place.h. */
#include "formats/t3dm/texture/t3dm_piece_place.h"

#include "formats/t3dm/texture/t3dm_reach.h"

/* As much as possible of it lies in the piece. Returns how far the rest sticks out, in texels. */
static double move_into(const fy_pieces *pieces, const fy_reach *of, fy_piece_place *at) {
    fy_reach moved = *of;
    for (int axis = 0; axis < 2; axis++) {
        moved.low[axis] -= pieces->reach[at->piece].low[axis];
        at->periods[axis] = fy_reach_periods(&moved, axis, pieces->periods[axis]);
        double back = at->periods[axis] * (double)pieces->periods[axis];
        moved.low[axis] = of->low[axis];
        fy_reach_move(&moved, axis, -back);
    }
    return fy_reach_beyond(&moved, &pieces->reach[at->piece]);
}

static double texels_of(const fy_reach *piece) {
    return (piece->high[0] - piece->low[0]) * (piece->high[1] - piece->low[1]);
}

fy_piece_place fy_piece_place_of(const fy_pieces *pieces, const fy_reach *of) {
    fy_piece_place best = {0, {0, 0}};
    double least = move_into(pieces, of, &best);
    for (uint32_t i = 1; i < pieces->count; i++) {
        fy_piece_place other = {i, {0, 0}};
        double out = move_into(pieces, of, &other);
        bool smaller = texels_of(&pieces->reach[i]) < texels_of(&pieces->reach[best.piece]);
        bool holds = out <= FY_REACH_BESIDE;
        if (holds && least <= FY_REACH_BESIDE ? !smaller : out >= least) continue;
        least = out;
        best = other;
    }
    return best;
}
