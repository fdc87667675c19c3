/* verb_convert.h: `ferry64 convert`: writes the files of each model. */
#ifndef FERRY_CLI_VERBS_VERB_CONVERT_H
#define FERRY_CLI_VERBS_VERB_CONVERT_H

#include "cli/base/request.h"

void cli_verb_convert(cli_run *cli);

#endif
