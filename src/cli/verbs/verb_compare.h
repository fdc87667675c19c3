/* verb_compare.h: `ferry64 compare`: how similar two models look, or a model and its conversion. */
#ifndef FERRY_CLI_VERBS_VERB_COMPARE_H
#define FERRY_CLI_VERBS_VERB_COMPARE_H

#include "cli/base/request.h"

void cli_verb_compare(cli_run *cli);

#endif
