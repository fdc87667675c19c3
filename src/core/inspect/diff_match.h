/*
 * diff_match.h: which thing of one scene is which of another (diff.c). Nodes by their way from the
 * root, then by name; all else by name. What is left over on both sides, as many here as there, are
 * the same things renamed.
 */
#ifndef FERRY_CORE_INSPECT_DIFF_MATCH_H
#define FERRY_CORE_INSPECT_DIFF_MATCH_H

#include "core/inspect/diff_tell.h"

/* False at the memory limit. */
bool fy_diff_match(fy_diff *d);

#endif
