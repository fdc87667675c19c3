/*
 * diff_near.h: how far the points of one cloud are from the nearest of another (diff.c): a balanced
 * tree that is cut along the axes in turn, laid out in one array.
 */
#ifndef FERRY_CORE_INSPECT_DIFF_NEAR_H
#define FERRY_CORE_INSPECT_DIFF_NEAR_H

#include "ferry64.h"

/* The largest distance from a point of either cloud to the nearest of the other. False at the
 * memory limit. */
bool fy_diff_nearest(ferry_job *job, const ferry_vec3 *a, uint32_t a_count, const ferry_vec3 *b,
                     uint32_t b_count, double *largest);

#endif
