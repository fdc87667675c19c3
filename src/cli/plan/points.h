/* points.h: points of models' curves: adding them, and what is asked about them. */
#ifndef FERRY_CLI_PLAN_POINTS_H
#define FERRY_CLI_PLAN_POINTS_H

#include "cli/plan/curve.h"
#include "cli/processing/work_item.h"

/* All triangles stay. */
bool cli_plan_is_all(const cli_plan_request *request);

/* Adds what was measured to the curve, in its place. False without memory. */
bool cli_plan_add_points(cli_run *cli, cli_plan_model *model, const cli_result *result);

/* Cycles of the signal processor to draw it once. */
uint64_t cli_plan_cycles(const cli_plan_point *point);

/* How much is lost against all triangles: 0 to about 1. The square of what SSIM loses: what looks bad already
 * loses little SSIM more, and one model would be given up for the others. */
double cli_plan_loss(const cli_plan_model *model, const cli_plan_point *point);

/* The number for --triangles that makes this point; 0: it needs none. */
uint32_t cli_plan_triangles(const cli_plan_point *point);

#endif
