/*
 * rest_bound.h: places by least squares over many poses, of which one, the rest pose, may be missed by a
 * bound only (docs/what-is-lost.md, "Skinning").
 *
 * Where the bound is passed, or where the others gain little by it, the rest pose counts for more than they
 * do. How much more is told as a share: 0: it counts like any other pose; 1: it alone decides, as far as it
 * can, and the others about the rest.
 */
#ifndef FERRY_CORE_PIPELINE_RIGID_REST_BOUND_H
#define FERRY_CORE_PIPELINE_RIGID_REST_BOUND_H

#include "ferry64.h"

/* Three ways to move what hangs on a joint that know nothing of each other. */
typedef struct fy_rest_ways {
    ferry_matrix joint; /* at rest, from places */
    ferry_matrix steps; /* a step of each: column by column */
    ferry_matrix moves; /* what it moves at rest: columns at right angles */
    double lengths[3];  /* of those, squared: 0 to 1; 0: the joint cannot do it */
} fy_rest_ways;

/* `joint` is the joint's matrix at rest, `sum` that of A'A over all poses (3x3), rest among them. */
fy_rest_ways fy_rest_ways_of(const ferry_matrix *joint, const ferry_matrix *sum);

/* From bind pose to how far the place, which is best over all poses, is off at rest, where `wanted` is what
 * the joint should make of it. */
ferry_matrix fy_rest_off(const fy_rest_ways *w, const ferry_matrix *place, const ferry_matrix *wanted);

/* How far a vertex is off at rest, by what fy_rest_off() says. */
double fy_rest_distance(const fy_rest_ways *w, const ferry_matrix *off, ferry_vec3 bind, double share);

/* What a vertex may be off: `most` at rest; at share 0 the squared errors over all `poses` sum to
 * `squares`. */
typedef struct fy_rest_limit {
    double most, squares;
    uint32_t poses;
} fy_rest_limit;

/* The least share at which a vertex is off at rest by no more than it may be, and by no more than pays: what
 * it is off at rest and twice the root of the mean square over the other poses are least together. 1 if there
 * is none. */
double fy_rest_share(const fy_rest_ways *w, const ferry_matrix *off, ferry_vec3 bind,
                     const fy_rest_limit *limit);

ferry_matrix fy_rest_place(const fy_rest_ways *w, const ferry_matrix *place, const ferry_matrix *off,
                           double share);

#endif
