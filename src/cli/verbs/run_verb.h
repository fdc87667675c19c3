/* run_verb.h: runs the verb of the command line. */
#ifndef FERRY_CLI_VERBS_RUN_VERB_H
#define FERRY_CLI_VERBS_RUN_VERB_H

#include "cli/base/request.h"

/* Runs the verb of cli->request. */
void cli_run_verb(cli_run *cli);

#endif
