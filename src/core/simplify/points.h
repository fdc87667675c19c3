/* points.h: positions and directions as three doubles: sums of squares need more digits than floats have. */
#ifndef FERRY_CORE_SIMPLIFY_POINTS_H
#define FERRY_CORE_SIMPLIFY_POINTS_H

#include <math.h>

#include "ferry64.h"

typedef struct fy_point {
    double x, y, z;
} fy_point;

static inline fy_point fy_point_of(ferry_vec3 v) {
    return (fy_point){v.x, v.y, v.z};
}

static inline fy_point fy_point_add(fy_point a, fy_point b) {
    return (fy_point){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline fy_point fy_point_sub(fy_point a, fy_point b) {
    return (fy_point){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline fy_point fy_point_scale(fy_point a, double by) {
    return (fy_point){a.x * by, a.y * by, a.z * by};
}

static inline double fy_point_dot(fy_point a, fy_point b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline fy_point fy_point_cross(fy_point a, fy_point b) {
    return (fy_point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double fy_point_length(fy_point a) {
    return sqrt(fy_point_dot(a, a));
}

/* Twice the area of a triangle, as a vector along its normal. */
static inline fy_point fy_point_normal(fy_point a, fy_point b, fy_point c) {
    return fy_point_cross(fy_point_sub(b, a), fy_point_sub(c, a));
}

static inline fy_point fy_point_move(const ferry_matrix *m, fy_point p) {
    return (fy_point){m->m[0][0] * p.x + m->m[0][1] * p.y + m->m[0][2] * p.z + m->m[0][3],
                      m->m[1][0] * p.x + m->m[1][1] * p.y + m->m[1][2] * p.z + m->m[1][3],
                      m->m[2][0] * p.x + m->m[2][1] * p.y + m->m[2][2] * p.z + m->m[2][3]};
}

#endif
