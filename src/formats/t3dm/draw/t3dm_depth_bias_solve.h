/* t3dm_depth_bias_solve.h: how far coplanar layers are raised (docs/formats/t3dm.md, "Depth bias"). */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_DEPTH_BIAS_SOLVE_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_DEPTH_BIAS_SOLVE_H

#include "ferry64.h"
#include "formats/t3dm/draw/t3dm_depth_bias_pairs.h"

/* How far coplanar layers are raised so that each is `step` units nearer than what it shows over: as little
 * as that takes, so that few are two draws, and most stay where they are. Below 0: lowered. Of pairs that
 * contradict each other drawing order holds; *beyond are coplanar layers that would go beyond
 * FY_DEPTH_BIAS_LEVELS and stay there. Coplanar layers that may lie on others do, unless something speaks
 * against it. False at the memory limit. */
bool fy_depth_bias_solve(ferry_job *job, fy_coplanar_layer *coplanar_layers, uint32_t count,
                         const fy_coplanar_pairs *pairs, double step, uint32_t *beyond);

#endif
