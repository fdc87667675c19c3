/*
 * print.h: the one place where lines leave the program. Names, paths and messages come from files that
 * anybody may have made: what would end a line or steer a terminal is shown as `\xNN`
 * (core/base/printable.h). Documents (JSON, dumps, pictures) are made by the library and leave by
 * cli_put_stdout() and cli_print_json().
 */
#ifndef FERRY_CLI_PRINT_PRINT_H
#define FERRY_CLI_PRINT_PRINT_H

#include <stdarg.h>
#include <stdio.h>

#include "ferry64.h"
#include "cli/base/request.h"

/* The one place where lines leave the program. As fprintf(); but what the arguments hold is shown on one line, with what
 * would steer a terminal as `\xNN`. Line ends count where the format begins and ends with them. */
void cli_print(FILE *stream, const char *format, ...) FERRY_PRINTF(2, 3);
void cli_print_list(FILE *stream, const char *format, va_list arguments);

/* A word of ours, in the colour of the severity. */
void cli_print_word(FILE *stream, bool colored, ferry_severity severity, const char *word);

/* Text as cli_print() shows it, in the memory of the run. */
const char *cli_printable(cli_run *cli, const char *text);

/* Empties the line where the cursor is. */
void cli_wipe_line(FILE *stream);

void cli_progress_wipe(cli_run *cli);                 /* before anything else is printed */

#endif
