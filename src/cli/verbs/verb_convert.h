/* verb_convert.h: `ferry64 convert`: each model to its files. */
#ifndef FERRY_CLI_VERBS_VERB_CONVERT_H
#define FERRY_CLI_VERBS_VERB_CONVERT_H

#include "cli/base/request.h"

void cli_verb_convert(cli_run *cli);

#endif
