/*
 * diff_many.h: compares vertices, triangles, morphs and texels of two scenes (docs/diff.md): how many differ,
 * and the largest difference.
 */
#ifndef FERRY_CORE_INSPECT_DIFF_MANY_H
#define FERRY_CORE_INSPECT_DIFF_MANY_H

#include "core/inspect/diff_tell.h"

/* Compare a matched pair, given by its indices in A and B. False at the memory limit. */
bool fy_diff_meshes(fy_diff *d, uint32_t a, uint32_t b);

bool fy_diff_images(fy_diff *d, uint32_t a, uint32_t b);

bool fy_diff_morphs(fy_diff *d, uint32_t a, uint32_t b);

#endif
