/* move.h: a half-edge collapse: one vertex moves to another one. What happens to its wedges, whether it is
 * allowed, and what it costs. */
#ifndef FERRY_CORE_SIMPLIFY_MOVE_H
#define FERRY_CORE_SIMPLIFY_MOVE_H

#include "core/simplify/fit.h"
#include "core/simplify/shell.h"

/* The result for a wedge: it merges with one at the target, or moves there with a mover of its mesh. */
typedef struct fy_transfer {
    uint32_t wedge, to; /* to: FERRY_NONE: it moves there itself */
    uint32_t mover;
} fy_transfer;

typedef struct fy_move {
    uint32_t from, to;
    bool placed;       /* `to` moves to a place in between, too */
    fy_vertex_fit fit; /* where */
    fy_transfer *transfers;
    uint32_t count, capacity;
} fy_move;

/* Plans a move; `still`: `to` stays in place. `cost`: the squared change of surface and attributes, times the
 * changed area; infinite: a wedge cannot go there. False at the limit. */
bool fy_move_plan(fy_shell *shell, uint32_t from, uint32_t to, bool still, fy_move *move, double *cost);

/* Whether a vertex on an open border would leave the border by this move; fy_move_is_sound() checks it
 * as well. */
bool fy_move_leaves_border(const fy_shell *shell, uint32_t from, uint32_t to);

/* Whether the surface stays valid: no triangle turns over or becomes a sliver, no hole opens or closes, and
 * open borders only move along themselves. `may_flatten`: closed pieces may fall together to two sides, which
 * closes what was a hole between them. */
bool fy_move_is_sound(fy_shell *shell, const fy_move *move, bool may_flatten);

/* The attributes with the lowest cost at a position for a wedge and all that merge with it, and that cost. */
double fy_move_values(const fy_shell *shell, const fy_move *move, uint32_t wedge, fy_point at,
                      double *values);

/* The wedge that corners of a wedge at `from` get. */
uint32_t fy_move_wedge(const fy_move *move, uint32_t wedge);

/* Performs a planned move. */
void fy_move_make(fy_shell *shell, const fy_move *move);

/* Whether moving a vertex spoils none of its triangles. */
bool fy_vertex_fits(const fy_shell *shell, uint32_t vertex, const fy_point *new_places);

/* The roundness of a triangle (1: equilateral; 0: degenerate), and whether that makes it a sliver. */
double fy_shape_of(fy_point a, fy_point b, fy_point c);
bool fy_is_sliver(double shape);

/* Whether two normals of a triangle point to the same side. */
bool fy_still_faces(fy_point now, fy_point before, uint32_t pose);

double fy_area_at(const fy_shell *s, uint32_t vertex);
#endif
