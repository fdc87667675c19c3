/* verb_dump.h: `ferry64 dump`: everything in a scene, as read or after a pass. */
#ifndef FERRY_CLI_VERBS_VERB_DUMP_H
#define FERRY_CLI_VERBS_VERB_DUMP_H

#include "cli/base/request.h"

void cli_verb_dump(cli_run *cli);

#endif
