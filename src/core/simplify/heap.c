/* heap.c: see the header. */
#include "core/simplify/heap.h"

#include <math.h>

#include "ferry64_format.h"

static bool is_before(const fy_heap *heap, uint32_t a, uint32_t b) {
    double x = heap->costs[a], y = heap->costs[b];
    return x < y || (x == y && a < b);
}

static void put(fy_heap *heap, uint32_t spot, uint32_t number) {
    heap->items[spot] = number;
    heap->spots[number] = spot;
}

static void rise(fy_heap *heap, uint32_t spot) {
    uint32_t number = heap->items[spot];
    while (spot && is_before(heap, number, heap->items[(spot - 1) / 2])) {
        put(heap, spot, heap->items[(spot - 1) / 2]);
        spot = (spot - 1) / 2;
    }
    put(heap, spot, number);
}

static void sink(fy_heap *heap, uint32_t spot) {
    uint32_t number = heap->items[spot];
    for (uint32_t child; (child = 2 * spot + 1) < heap->count; spot = child) {
        if (child + 1 < heap->count && is_before(heap, heap->items[child + 1], heap->items[child])) child++;
        if (!is_before(heap, heap->items[child], number)) break;
        put(heap, spot, heap->items[child]);
    }
    put(heap, spot, number);
}

bool fy_heap_open(ferry_job *job, fy_heap *heap, uint32_t most) {
    heap->count = 0;
    heap->costs = ferry_new(job, double, (size_t)most + 1);
    heap->spots = ferry_new(job, uint32_t, (size_t)most + 1);
    heap->items = ferry_new(job, uint32_t, (size_t)most + 1);
    if (!heap->costs || !heap->spots || !heap->items) return false;
    for (uint32_t i = 0; i < most; i++) heap->spots[i] = FERRY_NONE;
    return true;
}

static void take_out(fy_heap *heap, uint32_t spot) {
    uint32_t last = heap->items[--heap->count];
    heap->spots[heap->items[spot]] = FERRY_NONE;
    if (spot == heap->count) return;
    put(heap, spot, last);
    rise(heap, spot);
    sink(heap, heap->spots[last]);
}

void fy_heap_set(fy_heap *heap, uint32_t number, double cost) {
    uint32_t spot = heap->spots[number];
    heap->costs[number] = cost;
    if (!(cost < HUGE_VAL)) {
        if (spot != FERRY_NONE) take_out(heap, spot);
        return;
    }
    if (spot == FERRY_NONE) put(heap, spot = heap->count++, number);
    rise(heap, spot);
    sink(heap, heap->spots[number]);
}
