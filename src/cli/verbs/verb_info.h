/* verb_info.h: `ferry64 info`: a model on one screen. */
#ifndef FERRY_CLI_VERBS_VERB_INFO_H
#define FERRY_CLI_VERBS_VERB_INFO_H

#include "cli/base/request.h"

void cli_verb_info(cli_run *cli);

#endif
