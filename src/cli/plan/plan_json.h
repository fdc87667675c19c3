/* plan_json.h: what `plan --json` prints (docs/json.md). */
#ifndef FERRY_CLI_PLAN_PLAN_JSON_H
#define FERRY_CLI_PLAN_PLAN_JSON_H

#include <jansson.h>

#include "cli/plan/curve.h"

/* The points of a model, the most triangles first. */
json_t *cli_plan_levels_json(const cli_plan_model *model);

#endif
