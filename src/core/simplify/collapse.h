/* collapse.h: repeats the cheapest change until there are few enough triangles. */
#ifndef FERRY_CORE_SIMPLIFY_COLLAPSE_H
#define FERRY_CORE_SIMPLIFY_COLLAPSE_H

#include "core/simplify/components.h"
#include "core/simplify/heap.h"
#include "core/simplify/judge.h"
#include "core/simplify/move.h"
#include "core/simplify/track.h"

/* A neighbour of a vertex, and the cost of moving there. */
typedef struct fy_ring_item {
    uint32_t vertex;
    bool still; /* the neighbour stays in place */
    double cost;
} fy_ring_item;

typedef struct fy_collapse {
    fy_shell *shell;
    fy_heap heap;      /* vertices, followed by components */
    uint32_t *targets; /* by vertex: its cheapest target */
    bool *stills;      /* ... and whether that stays in place */
    bool *olds;        /* ... and whether that is outdated: it is found again when the vertex is first */
    fy_components components;
    fy_track_list track;
    fy_move move, nearest; /* the current one, and the cheapest so far */
    fy_ring_item *ring;    /* vertices around one */
    uint32_t ring_capacity;
    uint32_t *around, around_capacity; /* vertices around the last move */
    const fy_judge *judge;             /* determines costs; NULL: planes and attributes do */
} fy_collapse;

/* `missed`: by component, see fy_missed; NULL: not known. False at the limit, or stopped. */
bool fy_collapse_open(fy_shell *shell, const fy_missed *missed, fy_collapse *collapse);

/* Collapses until `most` triangles are left, every further change would move the surface by more than
 * `error`, or the judge is exhausted. */
bool fy_collapse_run(fy_collapse *collapse, uint32_t most, double error);

void fy_collapse_close(fy_collapse *collapse);

#endif
