/*
 * diff_match.h: matches the things of two scenes (diff.c): nodes by their path from the root, then by name;
 * everything else by name. If the same number is left over on both sides, these count as renamed.
 */
#ifndef FERRY_CORE_INSPECT_DIFF_MATCH_H
#define FERRY_CORE_INSPECT_DIFF_MATCH_H

#include "core/inspect/diff_tell.h"

/* False at the memory limit. */
bool fy_diff_match(fy_diff *d);

#endif
