/* option_table.h: the table of options: parser, help, manual page and completions are made from it. */
#ifndef FERRY_CLI_BASE_OPTION_TABLE_H
#define FERRY_CLI_BASE_OPTION_TABLE_H

#include "cli/base/request.h"

/* Room for a mark for each of cli_options. */
enum { CLI_MAX_OPTIONS = 96 };

extern const cli_option cli_options[];

/* "MF": what the option is called behind one dash, as compilers have it; NULL: it is not. */
const char *cli_option_word(const cli_option *option);

#endif
