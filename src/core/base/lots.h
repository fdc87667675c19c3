/*
 * lots.h: numbers as if drawn by lot, the same ones each time: a linear congruential generator. For samples
 * of what has no samples of its own.
 */
#ifndef FERRY_CORE_BASE_LOTS_H
#define FERRY_CORE_BASE_LOTS_H

#include <stdint.h>

typedef struct fy_lots {
    uint32_t state; /* any number to begin with */
} fy_lots;

/* The next number, from 0 up to but without 1, in steps of 2^-24. */
static inline double fy_lot(fy_lots *lots) {
    lots->state = lots->state * 1664525u + 1013904223u;
    return (lots->state >> 8) / 16777216.0;
}

#endif
