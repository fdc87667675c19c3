/*
 * diff_near.h: the distance of two clouds of points (diff.c), with a k-d tree in one array.
 */
#ifndef FERRY_CORE_INSPECT_DIFF_NEAR_H
#define FERRY_CORE_INSPECT_DIFF_NEAR_H

#include "ferry64.h"

/* The largest distance from a point of either cloud to the nearest of the other. False at the
 * memory limit. */
bool fy_diff_nearest(ferry_job *job, const ferry_vec3 *a, uint32_t a_count, const ferry_vec3 *b,
                     uint32_t b_count, double *largest);

#endif
