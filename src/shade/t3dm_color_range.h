/*
 * t3dm_color_range.h: colours that clips give to vertices: a material is fitted to them as to those at rest
 * (docs/what-is-lost.md, "Animations").
 */
#ifndef FERRY_SHADE_T3DM_COLOR_RANGE_H
#define FERRY_SHADE_T3DM_COLOR_RANGE_H

#include "ferry64.h"

enum { FY_RANGE_COLORS = 8 };

/* Of a mesh. */
typedef struct fy_color_range {
    ferry_color colors[FERRY_COLOR_SETS][FY_RANGE_COLORS]; /* some that its vertices get */
    unsigned count[FERRY_COLOR_SETS];
    float min_alpha[FERRY_COLOR_SETS]; /* of all; 1 without any */
} fy_color_range;

/* Of each mesh of the scene, NULL where no clip colours one; in the job's memory. NULL at the limit. */
fy_color_range **fy_t3dm_find_color_ranges(ferry_job *job, const ferry_scene *scene);

#endif
