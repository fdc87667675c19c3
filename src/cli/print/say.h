/* say.h: complaints about the command line, exit statuses, and numbers as text. */
#ifndef FERRY_CLI_PRINT_SAY_H
#define FERRY_CLI_PRINT_SAY_H

#include "ferry64.h"
#include "cli/base/request.h"

/* Remembers the worst that happened: a wrong command line, then a failed input, then --strict. */
void cli_remember(cli_run *cli, cli_status status);

/* Judges --strict: true, and remembered as exit 3, if it is given and something was lost or repaired. */
bool cli_is_strict_about(cli_run *cli, bool lossy);

/* `ferry64: text` on stderr; remembers CLI_USAGE. Always returns false. */
bool cli_wrong(cli_run *cli, const char *format, ...) FERRY_PRINTF(2, 3);

/* 1234567 -> "1,234,567", in the memory of the run. */
const char *cli_number(cli_run *cli, uint64_t number);

/* "1 byte", "12,345 bytes". */
const char *cli_count(cli_run *cli, uint64_t number, const char *one, const char *many);

#endif
