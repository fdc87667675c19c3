/*
 * diff_clips.h: animations of two scenes (docs/diff.md): tracks that only one of them has, values of
 * the others, and where the nodes are at sampled moments.
 */
#ifndef FERRY_CORE_INSPECT_DIFF_CLIPS_H
#define FERRY_CORE_INSPECT_DIFF_CLIPS_H

#include "core/inspect/diff_tell.h"

bool fy_diff_clips(fy_diff *d, uint32_t a, uint32_t b);

#endif
