/*
 * diff_clips.h: compares animations of two scenes (docs/diff.md): tracks that only one scene has, values of
 * the others, and positions of nodes at sampled moments.
 */
#ifndef FERRY_CORE_INSPECT_DIFF_CLIPS_H
#define FERRY_CORE_INSPECT_DIFF_CLIPS_H

#include "core/inspect/diff_tell.h"

bool fy_diff_clips(fy_diff *d, uint32_t a, uint32_t b);

#endif
