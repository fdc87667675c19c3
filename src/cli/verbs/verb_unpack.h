/* verb_unpack.h: `ferry64 unpack`: the members of archives and packed files. */
#ifndef FERRY_CLI_VERBS_VERB_UNPACK_H
#define FERRY_CLI_VERBS_VERB_UNPACK_H

#include "cli/base/request.h"

void cli_verb_unpack(cli_run *cli);

#endif
