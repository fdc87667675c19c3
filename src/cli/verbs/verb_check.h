/* verb_check.h: `ferry64 check`: checks T3DM files against the rules of the runtime, one line per finding. */
#ifndef FERRY_CLI_VERBS_VERB_CHECK_H
#define FERRY_CLI_VERBS_VERB_CHECK_H

#include "cli/base/request.h"

void cli_verb_check(cli_run *cli);

#endif
