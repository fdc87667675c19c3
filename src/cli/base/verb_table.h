/* verb_table.h: the table of verbs. */
#ifndef FERRY_CLI_BASE_VERB_TABLE_H
#define FERRY_CLI_BASE_VERB_TABLE_H

#include "cli/base/request.h"

/* In the order of their groups. Ends with a verb without a name. */
extern const cli_verb cli_verbs[];

/* The heading of each group. */
extern const char *const cli_verb_groups[VERB_GROUP_COUNT];

const cli_verb *cli_find_verb(const char *name);

#endif
