/*
 * rdp_fixed.h: the fixed-point habits of the console's two graphics processors (docs/formats/n64_drawing.md).
 * A shift to the right of a negative number rounds down, as on every compiler this project is built with.
 */
#ifndef FERRY_MACHINE_RDP_RDP_FIXED_H
#define FERRY_MACHINE_RDP_RDP_FIXED_H

#include <stdint.h>

static inline int16_t fy_sat16(int64_t value) {
    return (int16_t)(value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value);
}

static inline int32_t fy_sat32(int64_t value) {
    return (int32_t)(value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : value);
}

/* Product of two fractions with 15 bits, rounded: the vector unit's favourite. */
static inline int16_t fy_mulf(int32_t a, int32_t b) {
    return fy_sat16(((int64_t)a * b * 2 + 0x8000) >> 16);
}

/* A real number as s15.16, truncated like the runtime's own conversion; what does not fit saturates. */
static inline int32_t fy_fixed16(double value) {
    double scaled = value * 65536;
    if (!(scaled > INT32_MIN)) return INT32_MIN; /* NaN too */
    return scaled < INT32_MAX ? (int32_t)scaled : INT32_MAX;
}

#endif
