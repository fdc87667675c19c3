/* frame.h: spreads a frame's time over models, so that they lose as little as they can of their looks. */
#ifndef FERRY_CLI_PLAN_FRAME_H
#define FERRY_CLI_PLAN_FRAME_H

#include "cli/plan/curve.h"

/* Reads --frame; false after a complaint. */
bool cli_read_frame(cli_plan_run *run);

/* Chooses a point of each curve, and measures more where that helps. False without memory. */
bool cli_plan_frame(cli_plan_run *run);

/* What all draws of the model's chosen point take, in cycles. */
uint64_t cli_plan_taken_cycles(const cli_plan_model *model);

#endif
