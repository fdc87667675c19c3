/* move.h: one vertex goes to where another one is (half-edge collapse): what becomes of its wedges, whether
 * it may, and what it costs. */
#ifndef FERRY_CORE_SIMPLIFY_MOVE_H
#define FERRY_CORE_SIMPLIFY_MOVE_H

#include "core/simplify/fit.h"
#include "core/simplify/shell.h"

/* What a wedge becomes: one that is there already, or it goes there with a mover of its mesh. */
typedef struct fy_transfer {
    uint32_t wedge, to; /* to: FERRY_NONE: it goes there itself */
    uint32_t mover;
} fy_transfer;

typedef struct fy_move {
    uint32_t from, to;
    bool placed; /* `to` moves to a place in between, too */
    fy_fit fit;  /* where */
    fy_transfer *transfers;
    uint32_t count, capacity;
} fy_move;

/* Plans it; `still`: `to` stays where it is. `cost`: how far surface and attributes change, squared, times
 * the area that does; infinite: a wedge cannot go there. False at the limit. */
bool fy_move_plan(fy_shell *shell, uint32_t from, uint32_t to, bool still, fy_move *move, double *cost);

/* Whether a vertex on an open border would leave it by going there; a part of what the next one asks. */
bool fy_move_leaves_border(const fy_shell *shell, uint32_t from, uint32_t to);

/* Whether what is left stays sound: no triangle turns over or becomes a sliver, no hole opens or closes, open
 * borders go along themselves. */
bool fy_move_is_sound(fy_shell *shell, const fy_move *move);

/* The attributes that cost least at a place for a wedge with all that becomes one with it; and that cost. */
double fy_move_values(const fy_shell *shell, const fy_move *move, uint32_t wedge, fy_point at,
                      double *values);

/* What corners of a wedge at `from` get. */
uint32_t fy_move_wedge(const fy_move *move, uint32_t wedge);

/* Does it. */
void fy_move_make(fy_shell *shell, const fy_move *move);

/* Whether none of a vertex's triangles is spoiled with it in other places. */
bool fy_vertex_fits(const fy_shell *shell, uint32_t vertex, const fy_point *new_places);

/* Of a triangle, 1: all sides are the same; 0: it is a line. And whether that is a sliver. */
double fy_shape_of(fy_point a, fy_point b, fy_point c);
bool fy_is_sliver(double shape);

/* Whether a triangle with one normal is not turned from one with another. */
bool fy_still_faces(fy_point now, fy_point before, uint32_t pose);

double fy_area_at(const fy_shell *s, uint32_t vertex);
#endif
