/* print.h: the one place where lines leave the program. Names, paths and messages come from files that
 * anybody may have made: what would end a line or control a terminal is shown as `\xNN`
 * (core/base/printable.h). Documents (JSON, dumps, pictures) are made by the library and leave by
 * cli_put_stdout() and cli_print_json(). */
#ifndef FERRY_CLI_PRINT_PRINT_H
#define FERRY_CLI_PRINT_PRINT_H

#include <stdarg.h>
#include <stdio.h>

#include "ferry64.h"
#include "cli/base/request.h"

/* Like fprintf(), but shows the arguments on one line, and what would control a terminal as `\xNN`. Line ends
 * count only at the beginning and the end of the format. */
void cli_print(FILE *stream, const char *format, ...) FERRY_PRINTF(2, 3);
void cli_print_list(FILE *stream, const char *format, va_list arguments);

/* A word of the program's own, in the colour of the severity. */
void cli_print_word(FILE *stream, bool colored, ferry_severity severity, const char *word);

/* Text as cli_print() shows it, in the memory of the run. */
const char *cli_printable(cli_run *cli, const char *text);

/* Clears the line with the cursor. */
void cli_wipe_line(FILE *stream);

/* Clears the line of progress; to be called before anything else is printed. */
void cli_progress_wipe(cli_run *cli);

#endif
