/* heap.h: a priority queue of numbered items whose costs change. Ties go to the lower number. */
#ifndef FERRY_CORE_SIMPLIFY_HEAP_H
#define FERRY_CORE_SIMPLIFY_HEAP_H

#include "ferry64.h"

typedef struct fy_heap {
    double *costs;   /* of each number */
    uint32_t *spots; /* by number: its position in `items`; FERRY_NONE: not in the heap */
    uint32_t *items, count;
} fy_heap;

/* For numbers below `most`, in the job's memory. False at the limit. */
bool fy_heap_open(ferry_job *job, fy_heap *heap, uint32_t most);

/* Adds a number or changes its cost; removes it if the cost is infinite. */
void fy_heap_set(fy_heap *heap, uint32_t number, double cost);

#endif
