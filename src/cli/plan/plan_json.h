/* plan_json.h: what `plan --json` prints, and -o writes (docs/json.md). */
#ifndef FERRY_CLI_PLAN_PLAN_JSON_H
#define FERRY_CLI_PLAN_PLAN_JSON_H

#include <jansson.h>

#include "cli/plan/curve.h"

json_t *cli_plan_json(const cli_plan_run *run);

#endif
