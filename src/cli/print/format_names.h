/* format_names.h: names of formats. */
#ifndef FERRY_CLI_PRINT_FORMAT_NAMES_H
#define FERRY_CLI_PRINT_FORMAT_NAMES_H

#include "cli/base/request.h"

/* The names of the formats that can be written: "t3dm, x". */
const char *cli_writable(cli_run *cli);

#endif
