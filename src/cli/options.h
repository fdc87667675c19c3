/* options.h: the parser of the command line. */
#ifndef FERRY_CLI_OPTIONS_H
#define FERRY_CLI_OPTIONS_H

#include "cli/base/request.h"

/* Parses the command line into cli->request. False after a complaint: exit 2. */
bool cli_parse(cli_run *cli, int argc, char **argv);

#endif
