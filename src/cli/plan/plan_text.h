/* plan_text.h: what `plan` prints for people: tables. */
#ifndef FERRY_CLI_PLAN_PLAN_TEXT_H
#define FERRY_CLI_PLAN_PLAN_TEXT_H

#include "cli/base/request.h"
#include "cli/plan/curve.h"

/* A model's table. */
void cli_plan_print_model(cli_run *cli, const cli_plan_model *model);

/* All models together, where there are several: rows of the first `rows` points of each. */
void cli_plan_print_sum(cli_run *cli, const cli_plan_model *models, uint32_t count, uint32_t rows);

/* What the columns mean. */
void cli_plan_print_legend(cli_run *cli);

#endif
