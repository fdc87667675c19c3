/* man.h: the tables of verbs and options as a page for man(1), in the man macros. */
#ifndef FERRY_CLI_HELP_MAN_H
#define FERRY_CLI_HELP_MAN_H

#include <stdio.h>

void cli_man(FILE *stream); /* for man(1) */

#endif
