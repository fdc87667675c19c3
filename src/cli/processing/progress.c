/* progress.c: for people who wait: on a terminal, a line that tells which input is being worked on, and at
 * the end a summary. The line is wiped before anything else is printed. */
#include "cli/processing/progress.h"

#include <string.h>
#include <unistd.h>

#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/files/input.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/processing/clock.h"

#define COUNTED (VERB_CONVERT | VERB_TEXTURES | VERB_UNPACK | VERB_RENDER)

enum { NAME_ROOM = 60 };

void cli_progress_begin(cli_run *cli) {
    cli->progress = (cli_progress){.on_terminal = isatty(STDERR_FILENO) && !cli->request.quiet,
                                   .start = cli_clock_seconds()};
}

static bool is_counted(const cli_run *cli) {
    return cli->group_count > 1 && cli->request.verb->id & COUNTED && !cli->request.quiet;
}

void cli_progress_show(cli_run *cli, uint32_t group) {
    if (!cli->progress.on_terminal || !is_counted(cli)) return;
    const char *name = cli_printable(cli, cli_input_name(cli, cli_group_model(cli, &cli->groups[group])));
    size_t length = strlen(name), left_out = length > NAME_ROOM ? length - NAME_ROOM : 0;
    while (((unsigned char)name[left_out] & 0xC0) == 0x80) left_out++; /* no half characters */
    cli_wipe_line(stderr);
    cli_print(stderr, "[%u/%u] %s%s", group + 1, cli->group_count, left_out ? "..." : "", name + left_out);
    fflush(stderr);
    cli->progress.shown = true;
}

void cli_tell_summary(cli_run *cli) {
    cli_progress_wipe(cli);
    if (!is_counted(cli)) return;
    const cli_ends *ends = &cli->ends;
    cli_print(stderr, "ferry64: %s: %u done", cli_count(cli, cli->group_count, "input", "inputs"),
              ends->done);
    if (ends->failed) cli_print(stderr, ", %u failed", ends->failed);
    if (ends->strict) cli_print(stderr, ", %u not written because of --strict", ends->strict);
    if (ends->lossy) cli_print(stderr, "; %u with losses or repairs", ends->lossy);
    if (ends->nothing) cli_print(stderr, "; %u with nothing to draw", ends->nothing);
    if (cli->progress.on_terminal) cli_print(stderr, "; %.1f s", cli_clock_seconds() - cli->progress.start);
    cli_print(stderr, "\n");
}
