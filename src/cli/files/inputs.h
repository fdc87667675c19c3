/* inputs.h */
#ifndef FERRY_CLI_FILES_INPUTS_H
#define FERRY_CLI_FILES_INPUTS_H

#include "cli/base/request.h"

/* Finds the file of every argument, and with --recursive those in folders. Only the latter are looked into; standard input
 * is claimed once. */
bool cli_find_inputs(cli_run *cli);

#endif
