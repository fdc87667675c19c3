/* message.c: prints the library's messages on standard error, one line each, with the severity in colour. */
#include "cli/print/message.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "core/base/printable.h"

static bool is_colorful(int file) {
    const char *refuse = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return !(refuse && *refuse) && isatty(file) && !(terminal && strcmp(terminal, "dumb") == 0);
}

/* Decided once: a child's streams are pipes, whatever they lead to. */
bool cli_choose_colors(cli_run *cli) {
    const char *color = cli->request.color;
    if (color && strcmp(color, "auto") != 0 && strcmp(color, "always") != 0 && strcmp(color, "never") != 0)
        return cli_wrong(cli, "--color needs auto, always or never, not `%s`", color);
    bool chosen = color && strcmp(color, "auto") != 0, always = chosen && strcmp(color, "always") == 0;
    cli->color_out = chosen ? always : is_colorful(STDOUT_FILENO);
    cli->color_err = chosen ? always : is_colorful(STDERR_FILENO);
    return true;
}

/* The severity stands behind the file and its offset. */
static void print_colored(const ferry_message *message, const char *line) {
    const char *word = ferry_severity_name(message->severity);
    const char *at = strstr(line + fy_printable(NULL, 0, message->file), word);
    if (!at) at = line;
    size_t length = at == line ? 0 : strlen(word);
    cli_print(stderr, "%.*s", (int)(at - line), line);
    if (length) cli_print_word(stderr, true, message->severity, word);
    cli_print(stderr, "%s\n", at + length);
}

void cli_print_message(cli_run *cli, const ferry_message *message, const char *name) {
    int length = ferry_message_text(message, NULL, 0);
    char *line = malloc((size_t)length + 1);
    if (!line) return;
    ferry_message_text(message, line, (size_t)length + 1);
    cli_progress_wipe(cli);
    if (!*message->file && *name) cli_print(stderr, "%s: ", name);
    if (cli->color_err)
        print_colored(message, line);
    else
        cli_print(stderr, "%s\n", line);
    free(line);
}
