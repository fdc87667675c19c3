/* format_names.h: names of formats. */
#ifndef FERRY_CLI_PRINT_FORMAT_NAMES_H
#define FERRY_CLI_PRINT_FORMAT_NAMES_H

#include "cli/base/request.h"

/* The maximum number of formats that cli_format_names() lists. */
enum { CLI_MAX_FORMATS = 64 };

/* The names of the formats that can be written: "t3dm, x". */
const char *cli_writable(cli_run *cli);

/* The names of the formats that can be read, or written; at most CLI_MAX_FORMATS. */
size_t cli_format_names(const cli_run *cli, bool to_write, const char *names[CLI_MAX_FORMATS]);

#endif
