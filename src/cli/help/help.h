/* help.h: the tables of verbs and options as help texts. */
#ifndef FERRY_CLI_HELP_HELP_H
#define FERRY_CLI_HELP_HELP_H

#include <stdio.h>

#include "cli/base/request.h"

/* What the program is; what an input is. Paragraphs, each of which ends in \n. */
extern const char cli_about[], cli_about_inputs[];

/* What each exit status means, by number. */
extern const char *const cli_about_statuses[CLI_STRICT + 1];

/* Command lines to start from. Ends with one without a command. */
extern const cli_example cli_everyday[];

/* `ferry64` alone: a dozen lines. */
void cli_short_help(FILE *stream);

/* `ferry64 --help`: what it does, everyday commands, the verbs by purpose: one screen. */
void cli_help(FILE *stream);

/* `ferry64 VERB --help`: what it does, examples, its everyday options, all others. */
void cli_help_verb(const cli_verb *verb, FILE *stream);

#endif
