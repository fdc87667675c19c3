/* help.h: the tables of options.c as text. */
#ifndef FERRY_CLI_HELP_HELP_H
#define FERRY_CLI_HELP_HELP_H

#include <stdio.h>

#include "cli/base/request.h"

extern const char cli_about[], cli_about_inputs[], cli_about_statuses[]; /* lines end in \n */

void cli_help(FILE *stream);

void cli_help_verb(const cli_verb *verb, FILE *stream);

#endif
