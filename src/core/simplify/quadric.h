/*
 * quadric.h: the sum of squared distances to planes, as a quadratic form of a place (Garland and Heckbert
 * 1997). Adding planes costs nothing later on: a sum of a thousand is evaluated like one.
 */
#ifndef FERRY_CORE_SIMPLIFY_QUADRIC_H
#define FERRY_CORE_SIMPLIFY_QUADRIC_H

#include "core/simplify/points.h"

/* x'Ax + 2 b'x + c: A symmetric */
typedef struct fy_quadric {
    double xx, xy, xz, yy, yz, zz, x, y, z, c;
} fy_quadric;

void fy_quadric_add(fy_quadric *to, const fy_quadric *from);

/* weight * (direction * place + offset) squared */
void fy_quadric_add_linear(fy_quadric *to, fy_point direction, double offset, double weight);

/* Half of its slope there. */
static inline fy_point fy_quadric_slope(const fy_quadric *q, fy_point p) {
    return (fy_point){q->xx * p.x + q->xy * p.y + q->xz * p.z + q->x,
                      q->xy * p.x + q->yy * p.y + q->yz * p.z + q->y,
                      q->xz * p.x + q->yz * p.y + q->zz * p.z + q->z};
}

/* Inline, since it is the most frequent call. */
static inline double fy_quadric_at(const fy_quadric *q, fy_point p) {
    fy_point slope = fy_quadric_slope(q, p);
    return fy_point_dot(slope, p) + q->x * p.x + q->y * p.y + q->z * p.z + q->c;
}

#endif
