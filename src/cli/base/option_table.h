/* option_table.h: the table of options. The parser, help texts, man page and completions are made from it. */
#ifndef FERRY_CLI_BASE_OPTION_TABLE_H
#define FERRY_CLI_BASE_OPTION_TABLE_H

#include "cli/base/request.h"

/* An upper bound for the length of cli_options. */
enum { CLI_MAX_OPTIONS = 96 };

/* Ends with an option without a name. */
extern const cli_option cli_options[];

/* The heading of each group, for help texts and the man page. */
extern const char *const cli_option_groups[GROUP_COUNT];

/* "MF": the option's name after a single dash, as compilers have it; NULL: it has none. */
const char *cli_option_word(const cli_option *option);

#endif
