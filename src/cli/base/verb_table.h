/* verb_table.h: the table of verbs. */
#ifndef FERRY_CLI_BASE_VERB_TABLE_H
#define FERRY_CLI_BASE_VERB_TABLE_H

#include "cli/base/request.h"

extern const cli_verb cli_verbs[];

const cli_verb *cli_find_verb(const char *name);

#endif
