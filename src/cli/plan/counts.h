/* counts.h: how often models are drawn in a frame, and how much their looks count: --count, --weight. */
#ifndef FERRY_CLI_PLAN_COUNTS_H
#define FERRY_CLI_PLAN_COUNTS_H

#include "cli/plan/curve.h"

/* Fills `drawn` and `weight` of all models. False after a complaint. */
bool cli_read_counts(cli_plan_run *run);

#endif
