/*
 * rest_bound.h: positions by least squares over many poses, with a bound on the error in one of them, the
 * rest pose (docs/what-is-lost.md, "Skinning").
 *
 * If the bound is exceeded, or the other poses gain little by an error at rest, the rest pose gets a higher
 * weight. The weight is given as a share: 0: it counts like any other pose; 1: it decides alone, as far as it
 * can, and the others decide what it leaves open.
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

/* What a vertex may be off: `most` at rest; at share 0 the squared errors over all `poses` sum to `squares`.
 * Where they have grown by `enough`, the share is looked for no longer. */
typedef struct fy_rest_limit {
    double most, squares;
    uint32_t poses;
    double enough;
} fy_rest_limit;

/* A share at which a vertex keeps its bound at rest and minimises the sum of its error at rest and twice the
 * root mean square over the other poses; one of them, if there are several. 1 if there is none. */
double fy_rest_share(const fy_rest_ways *w, const ferry_matrix *off, ferry_vec3 bind,
                     const fy_rest_limit *limit);

ferry_matrix fy_rest_place(const fy_rest_ways *w, const ferry_matrix *place, const ferry_matrix *off,
                           double share);

#endif
