/* diff_tell.h: records differences with their measures. */
#ifndef FERRY_CORE_INSPECT_DIFF_TELL_H
#define FERRY_CORE_INSPECT_DIFF_TELL_H

#include "ferry64.h"
#include "core/scene/labels.h"

typedef struct fy_diff {
    ferry_job *job;
    const ferry_scene *a, *b;
    fy_labels labels_a, labels_b; /* of B: matched things have their label in A */
    uint32_t *to_b[FY_THINGS];    /* by index in A; FERRY_NONE: no match */
    uint32_t *to_a[FY_THINGS];
    ferry_differences *found;
    double scale;    /* units of B per unit of A */
    double length;   /* tolerance of lengths */
    double rounding; /* tolerance of positions that are products of matrices */
    double ratio;    /* tolerance of all other numbers, angles in radians */
} fy_diff;

/* Records a difference; texts are copied, `before` and `after` may be NULL. */
void fy_diff_tell(fy_diff *d, fy_thing thing, const char *name, const char *what, const char *before,
                  const char *after);

/* The same with a measure; the caller may add to the result, which is NULL at the memory limit. */
ferry_difference *fy_diff_measure(fy_diff *d, fy_thing thing, const char *name, const char *what,
                                  const char *before, const char *after, double amount, const char *unit);

/* The same without values, for those that are too long to show. */
ferry_difference *fy_diff_apart(fy_diff *d, fy_thing thing, const char *name, const char *what, double amount,
                                const char *unit);

/* Numbers separated by spaces, in the job's memory. */
const char *fy_diff_numbers(fy_diff *d, const float *numbers, uint32_t count);

/* Angle in radians between two nodes' own rotations. */
double fy_diff_turned(const ferry_node *a, const ferry_node *b);

/* Appends a difference; NULL at the memory limit. */
ferry_difference *fy_diff_add(fy_diff *d, char sign, const char *thing, const char *name, const char *what);

#endif
