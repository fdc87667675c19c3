/* frame_text.h: what `plan --frame` says, for people. */
#ifndef FERRY_CLI_PLAN_FRAME_TEXT_H
#define FERRY_CLI_PLAN_FRAME_TEXT_H

#include "cli/plan/curve.h"

/* The choice as a table. */
void cli_plan_print_frame(const cli_plan_run *run);

/* The commands that convert by it: one that obeys the plan written to `path`, or one for each model. */
void cli_plan_print_commands(const cli_plan_run *run, const char *path);

/* One sentence: how near the time it came. */
const char *cli_plan_frame_text(const cli_plan_run *run);

/* What SSIM loses in the mean (the root of the mean square), by how often models are drawn and how much they
 * count; `loss` is the sum of all of them. */
double cli_plan_mean_loss(const cli_plan_run *run, double loss);

#endif
