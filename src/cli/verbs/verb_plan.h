/* verb_plan.h: `ferry64 plan`: what models cost and look like with fewer triangles. */
#ifndef FERRY_CLI_VERBS_VERB_PLAN_H
#define FERRY_CLI_VERBS_VERB_PLAN_H

#include "cli/base/request.h"

void cli_verb_plan(cli_run *cli);

#endif
