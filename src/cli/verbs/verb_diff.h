/* verb_diff.h: `ferry64 diff`: the differences between two models, one line each (docs/diff.md). */
#ifndef FERRY_CLI_VERBS_VERB_DIFF_H
#define FERRY_CLI_VERBS_VERB_DIFF_H

#include "cli/base/request.h"

void cli_verb_diff(cli_run *cli);

#endif
