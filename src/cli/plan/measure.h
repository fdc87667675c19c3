/* measure.h: measures points of a model's curve: converts it, and compares that with the source. */
#ifndef FERRY_CLI_PLAN_MEASURE_H
#define FERRY_CLI_PLAN_MEASURE_H

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/plan/curve.h"
#include "cli/processing/work_item.h"

/* Measures a point for each request; they are the result's bytes, or its summary has the first `error`. What
 * the first conversion says is told and recorded if `tells`; of others only what makes them fail. */
void cli_plan_measure(cli_run *cli, const cli_group *group, const ferry_format *target,
                      const cli_plan_request *requests, uint32_t count, bool tells, cli_result *result);

#endif
