/* diff_tell.h: what differs is told here, with its measure. */
#ifndef FERRY_CORE_INSPECT_DIFF_TELL_H
#define FERRY_CORE_INSPECT_DIFF_TELL_H

#include "ferry64.h"
#include "core/scene/labels.h"

typedef struct fy_diff {
    ferry_job *job;
    const ferry_scene *a, *b;
    fy_labels labels_a, labels_b; /* of B: what is matched bears its name in A */
    uint32_t *to_b[FY_THINGS];    /* by index in A; FERRY_NONE: not there */
    uint32_t *to_a[FY_THINGS];
    ferry_differences *found;
    double scale;    /* lengths of B in those of A */
    double length;   /* by how much lengths may differ */
    double rounding; /* of places that are products of matrices */
    double ratio;    /* and all other numbers, angles in radians */
} fy_diff;

/* One difference of the thing; texts are copied, `before` and `after` may be NULL. */
void fy_diff_tell(fy_diff *d, fy_thing thing, const char *name, const char *what, const char *before,
                  const char *after);

/* The same with a measure; what it returns takes more of it, and is NULL at the memory limit. */
ferry_difference *fy_diff_measure(fy_diff *d, fy_thing thing, const char *name, const char *what,
                                  const char *before, const char *after, double amount, const char *unit);

/* The same where there is too much to show. */
ferry_difference *fy_diff_apart(fy_diff *d, fy_thing thing, const char *name, const char *what, double amount,
                                const char *unit);

/* Numbers between blanks, in the job's memory. */
const char *fy_diff_numbers(fy_diff *d, const float *numbers, uint32_t count);

/* Angle in radians between two nodes' own rotations. */
double fy_diff_turned(const ferry_node *a, const ferry_node *b);

/* One more difference; NULL at the memory limit. */
ferry_difference *fy_diff_add(fy_diff *d, char sign, const char *thing, const char *name, const char *what);

#endif
