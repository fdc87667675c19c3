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

/* Room for an option's help text, with its end. */
enum { CLI_OPTION_HELP_SIZE = 640 };

/* What the option does, written to `text`, which is returned: in the help of the verb with this id, or, if
 * that is 0, for all verbs, with their names before what is true of one of them only. */
const char *cli_option_help(const cli_option *option, unsigned verb, char text[CLI_OPTION_HELP_SIZE]);

/* "MF": the option's name after a single dash, as compilers have it; NULL: it has none. */
const char *cli_option_word(const cli_option *option);

#endif
