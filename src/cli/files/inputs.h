/* inputs.h: from the arguments of the command line to files. */
#ifndef FERRY_CLI_FILES_INPUTS_H
#define FERRY_CLI_FILES_INPUTS_H

#include "cli/base/request.h"

/* Finds the file of each argument, and with --recursive those in folders; only the latter are opened.
 * Standard input may be named once. */
bool cli_find_inputs(cli_run *cli);

#endif
