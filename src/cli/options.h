/*
 * options.h: the one table of verbs, the one table of options, and the parser that walks the command
 * line by them. help.c prints the same tables.
 */
#ifndef FERRY_CLI_OPTIONS_H
#define FERRY_CLI_OPTIONS_H

#include "cli/base/request.h"

/* Reads the command line into cli->request. False after a complaint: exit 2. */
bool cli_parse(cli_run *cli, int argc, char **argv);

#endif
