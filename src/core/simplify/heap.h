/* heap.h: what is cheapest next, among numbered things whose costs change. Ties go to the lower number. */
#ifndef FERRY_CORE_SIMPLIFY_HEAP_H
#define FERRY_CORE_SIMPLIFY_HEAP_H

#include "ferry64.h"

typedef struct fy_heap {
    double *costs;   /* of each number */
    uint32_t *spots; /* of each number: where it is in `items`; FERRY_NONE: it is not */
    uint32_t *items, count;
} fy_heap;

/* For numbers below `most`, in the job's memory. False at the limit. */
bool fy_heap_open(ferry_job *job, fy_heap *heap, uint32_t most);

/* Puts a number in or changes its cost; takes it out where that is infinite. */
void fy_heap_set(fy_heap *heap, uint32_t number, double cost);

#endif
