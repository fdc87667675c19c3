/*
 * diff.h: what the parts of the comparison share (docs/diff.md). The way: match (diff_match.c: which thing of
 * B is which of A), facts of each pair (diff.c), then what comes in thousands (diff_many.c) and moves
 * (diff_clips.c).
 */
#ifndef FERRY_CORE_DIFF_H
#define FERRY_CORE_DIFF_H

#include "core/inspect/facts.h"

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

/* False at the memory limit. */
bool fy_diff_match(fy_diff *d);

/* Both are matched: indices in A and B. False at the memory limit. */
bool fy_diff_meshes(fy_diff *d, uint32_t a, uint32_t b);
bool fy_diff_images(fy_diff *d, uint32_t a, uint32_t b);
bool fy_diff_morphs(fy_diff *d, uint32_t a, uint32_t b);
bool fy_diff_clips(fy_diff *d, uint32_t a, uint32_t b);

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

/* diff_near.c: the largest distance from a point of either cloud to the nearest of the other. False at the
 * memory limit. */
bool fy_diff_nearest(ferry_job *job, const ferry_vec3 *a, uint32_t a_count, const ferry_vec3 *b,
                     uint32_t b_count, double *largest);

/* Angle in radians between two nodes' own rotations. */
double fy_diff_turned(const ferry_node *a, const ferry_node *b);

/* Whether numbers may count as the same, within what is allowed. */
static inline bool fy_diff_same(double a, double b, double allowed) {
    return a == b || (a - b <= allowed && b - a <= allowed);
}

#endif
