/* help.h: the tables of verbs and options as help texts. */
#ifndef FERRY_CLI_HELP_HELP_H
#define FERRY_CLI_HELP_HELP_H

#include <stdio.h>

#include "cli/base/request.h"

/* What the program is; what an input is. Paragraphs, each of which ends in \n. */
extern const char cli_about[], cli_about_inputs[];

/* What each exit status means, by number. */
extern const char *const cli_about_statuses[CLI_STRICT + 1];

/* Command lines to start from; NULL ends the list. */
extern const char *const cli_examples[];

/* `ferry64` alone: a dozen lines. */
void cli_short_help(FILE *stream);

/* `ferry64 --help`: all verbs, and the options of the default verb. */
void cli_help(FILE *stream);

/* `ferry64 VERB --help` */
void cli_help_verb(const cli_verb *verb, FILE *stream);

#endif
