/* verb_formats.h: `ferry64 formats`: the formats and their settings. */
#ifndef FERRY_CLI_VERBS_VERB_FORMATS_H
#define FERRY_CLI_VERBS_VERB_FORMATS_H

#include "cli/base/request.h"

void cli_verb_formats(cli_run *cli);

#endif
