/* verb_help.h: `ferry64 help [VERB]`. */
#ifndef FERRY_CLI_VERBS_VERB_HELP_H
#define FERRY_CLI_VERBS_VERB_HELP_H

#include "cli/base/request.h"

void cli_verb_help(cli_run *cli);

#endif
