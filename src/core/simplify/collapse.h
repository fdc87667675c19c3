/* collapse.h: makes the cheapest change again and again, until there are few enough triangles. */
#ifndef FERRY_CORE_SIMPLIFY_COLLAPSE_H
#define FERRY_CORE_SIMPLIFY_COLLAPSE_H

#include "core/simplify/components.h"
#include "core/simplify/heap.h"
#include "core/simplify/move.h"
#include "core/simplify/track.h"

typedef struct fy_collapse {
    fy_shell *shell;
    fy_heap heap;      /* vertices, and behind them components */
    uint32_t *targets; /* by vertex: where it goes */
    fy_components components;
    fy_track_list track;
    fy_move move;
    uint32_t *ring, ring_capacity; /* vertices around one, and what going there costs */
    double *ring_costs;
    uint32_t cost_capacity;
    uint32_t *around, around_capacity; /* those around the last move */
} fy_collapse;

/* False at the limit, or stopped. */
bool fy_collapse_open(fy_shell *shell, fy_collapse *collapse);

/* Until `most` triangles are left, or nothing can go any more without moving the surface further than
 * `error`. */
bool fy_collapse_run(fy_collapse *collapse, uint32_t most, double error);

void fy_collapse_close(fy_collapse *collapse);

#endif
