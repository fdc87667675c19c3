/* print.c: the one place where lines leave the program. Names, paths and messages come from files that
 * anybody may have made: what would end a line or control a terminal is shown as `\xNN`
 * (core/base/printable.h). Documents (JSON, dumps, pictures) are made by the library and leave by
 * cli_put_stdout() and cli_print_json(). */
#include "cli/print/print.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "core/base/printable.h"

const char *cli_printable(cli_run *cli, const char *text) {
    return fy_shown(cli->arena, text);
}

static size_t line_ends_behind(const char *text) {
    size_t length = strlen(text), count = 0;
    while (count < length && text[length - 1 - count] == '\n') count++;
    return count;
}

static void put_line_ends(FILE *stream, size_t count) {
    for (size_t i = 0; i < count; i++) fputc('\n', stream);
}

static void put_shown(FILE *stream, const char *raw) {
    size_t shown = fy_printable(NULL, 0, raw);
    char *line = malloc(shown + 1);
    if (!line) return;
    fy_printable(line, shown + 1, raw);
    fwrite(line, 1, shown, stream);
    free(line);
}

/* Only line ends that begin and end the format itself are ours. */
void cli_print_list(FILE *stream, const char *format, va_list arguments) {
    size_t before = strspn(format, "\n"), behind = line_ends_behind(format + before);
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *raw = length < 0 ? NULL : malloc((size_t)length + 1);
    if (!raw) return;
    vsnprintf(raw, (size_t)length + 1, format, arguments);
    raw[(size_t)length - behind] = '\0';
    put_line_ends(stream, before);
    put_shown(stream, raw + before);
    put_line_ends(stream, behind);
    free(raw);
}

void cli_print(FILE *stream, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    cli_print_list(stream, format, arguments);
    va_end(arguments);
}

void cli_print_word(FILE *stream, bool colored, ferry_severity severity, const char *word) {
    static const char *const colors[] = {[FERRY_NOTE] = "\033[2m",
                                         [FERRY_LOSS] = "\033[36m",
                                         [FERRY_WARNING] = "\033[33m",
                                         [FERRY_ERROR] = "\033[1;31m"};
    if (colored) fputs(colors[severity], stream);
    cli_print(stream, "%s", word);
    if (colored) fputs("\033[0m", stream);
}

void cli_wipe_line(FILE *stream) {
    fputs("\r\033[K", stream);
}

void cli_progress_wipe(cli_run *cli) {
    if (cli->progress.shown) cli_wipe_line(stderr);
    cli->progress.shown = false;
}
