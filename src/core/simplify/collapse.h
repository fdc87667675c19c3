/* collapse.h: makes the cheapest change again and again, until there are few enough triangles. */
#ifndef FERRY_CORE_SIMPLIFY_COLLAPSE_H
#define FERRY_CORE_SIMPLIFY_COLLAPSE_H

#include "core/simplify/components.h"
#include "core/simplify/heap.h"
#include "core/simplify/judge.h"
#include "core/simplify/move.h"
#include "core/simplify/track.h"

/* A vertex beside another one, and what going there costs. */
typedef struct fy_ring_item {
    uint32_t vertex;
    bool still; /* it stays where it is */
    double cost;
} fy_ring_item;

typedef struct fy_collapse {
    fy_shell *shell;
    fy_heap heap;      /* vertices, and behind them components */
    uint32_t *targets; /* by vertex: where it goes */
    bool *stills;      /* ... and whether that stays where it is */
    bool *olds;        /* ... and whether something moved since that was found: looked at when it is first */
    fy_components components;
    fy_track_list track;
    fy_move move, nearest; /* at hand; and the cheapest of those before */
    fy_ring_item *ring;    /* vertices around one */
    uint32_t ring_capacity;
    uint32_t *around, around_capacity; /* those around the last move */
    const fy_judge *judge;             /* says what things cost; NULL: planes and attributes do */
} fy_collapse;

/* `missed`: what pictures miss of components; NULL: not known. False at the limit, or stopped. */
bool fy_collapse_open(fy_shell *shell, const fy_missed *missed, fy_collapse *collapse);

/* Until `most` triangles are left, or nothing can go any more without moving the surface further than
 * `error`, or the judge is tired. */
bool fy_collapse_run(fy_collapse *collapse, uint32_t most, double error);

void fy_collapse_close(fy_collapse *collapse);

#endif
