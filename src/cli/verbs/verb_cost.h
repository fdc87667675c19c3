/* verb_cost.h: `ferry64 cost`: what models cost on the console, as they are or after conversion
 * (docs/cost.md). */
#ifndef FERRY_CLI_VERBS_VERB_COST_H
#define FERRY_CLI_VERBS_VERB_COST_H

#include "cli/base/request.h"

void cli_verb_cost(cli_run *cli);

#endif
