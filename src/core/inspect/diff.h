/*
 * diff.h: what the parts of the comparison share (docs/diff.md). The way: match (diff_match.c: which thing of
 * B is which of A), properties of each pair (diff.c), then what comes in thousands (diff_many.c) and moves
 * (diff_clips.c).
 */
#ifndef FERRY_CORE_INSPECT_DIFF_H
#define FERRY_CORE_INSPECT_DIFF_H

#include <stdbool.h>

/* Whether numbers may count as the same, within what is allowed. */
static inline bool fy_diff_same(double a, double b, double allowed) {
    return a == b || (a - b <= allowed && b - a <= allowed);
}

#endif
