/*
 * order.h: finds equal elements of a growing list in logarithmic time. It does not hash, since crafted input
 * could defeat that.
 *
 * A skip list over the indices 0, 1, 2, ... of elements that the caller keeps. Heights are derived from the
 * indices.
 */
#ifndef FERRY_CORE_BASE_ORDER_H
#define FERRY_CORE_BASE_ORDER_H

#include "ferry64.h"

enum { FY_ORDER_LEVELS = 16 };

typedef struct fy_order {
    /* Less than, equal to or greater than 0; a total order. `user` is passed through from the caller. */
    int (*compare)(const void *user, uint32_t a, uint32_t b);
    uint32_t *links; /* towers: an element's index, then its successors, lowest level first */
    uint32_t link_count, link_capacity;
    uint32_t heads[FY_ORDER_LEVELS]; /* towers; 0: none */
    uint32_t count;
} fy_order;

/* The element of the list that equals element `number` (which need not be in the list); UINT32_MAX: none. */
uint32_t fy_order_find(const fy_order *order, const void *user, uint32_t number);

/* Adds an element, unless one in the list equals it. The list grows in the job's memory. False at the
 * limit. */
bool fy_order_add(ferry_job *job, fy_order *order, const void *user, uint32_t number);

/* The first of `count` sorted elements that does not come before `wanted`; `count`: all do. `compare` is what
 * qsort() sorted them by. */
uint32_t fy_first_not_before(const void *wanted, const void *sorted, uint32_t count, size_t size,
                             int (*compare)(const void *, const void *));

/* For qsort() and fy_first_not_before(), of uint32_t or of structs whose first member is one: rising. */
int fy_by_number(const void *a, const void *b);

#endif
