/* verb_diff.h: `ferry64 diff`: what tells two models apart, a line for each fact (docs/diff.md). */
#ifndef FERRY_CLI_VERBS_VERB_DIFF_H
#define FERRY_CLI_VERBS_VERB_DIFF_H

#include "cli/base/request.h"

void cli_verb_diff(cli_run *cli);

#endif
