/* compare_materials.h: which materials of a comparison differ, as text and as JSON. */
#ifndef FERRY_CLI_VERBS_COMPARE_MATERIALS_H
#define FERRY_CLI_VERBS_COMPARE_MATERIALS_H

#include <jansson.h>

#include "cli/verbs/compare_run.h"

/* All of them, in the model's order. */
json_t *cli_materials_json(const compare_run *run);

/* The few that differ most, if any differs much. */
void cli_print_materials(const compare_run *run);

#endif
