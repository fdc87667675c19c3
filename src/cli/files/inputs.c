/* inputs.c: from the arguments of the command line to files. */
#include "cli/files/inputs.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/files/input.h"
#include "cli/files/reads.h"
#include "cli/files/sidecars.h"
#include "cli/files/walk.h"
#include "cli/print/print.h"
#include "cli/print/say.h"

/* Splits `archive.arc#path/in/it`. A file of the whole name wins; then the longest existing name before a
 * `#`. */
static void split_member(cli_run *cli, cli_input *input) {
    struct stat status;
    input->path = input->argument;
    if (cli_exists(input->argument, &status)) return;
    const char *first = strchr(input->argument, '#');
    for (const char *at = input->argument + strlen(input->argument); first && at >= first; at--) {
        if (*at != '#') continue;
        const char *path = cli_text(cli, "%.*s", (int)(at - input->argument), input->argument);
        bool found = strcmp(path, "-") == 0 || cli_exists(path, &status);
        if (!found && at != first) continue;
        input->path = path; /* if nothing exists, complain about the name before the first # */
        input->member = at + 1;
        return;
    }
}

static void find_input(cli_run *cli, cli_input *input) {
    split_member(cli, input);
    bool is_stdin = strcmp(input->path, "-") == 0;
    input->name = is_stdin ? "stdin" : input->path;
}

/* All of them before the first is processed: none may be overwritten by the output of another one. */
static bool note_inputs(cli_run *cli) {
    for (uint32_t i = 0; i < cli->input_count; i++)
        if (!cli_note_read(cli, cli->inputs[i].path)) return cli_wrong(cli, "out of memory");
    return cli_keep_sidecar(cli) || cli_wrong(cli, "out of memory");
}

static const char *what_is_missing(const cli_run *cli) {
    unsigned verb = cli->request.verb->id;
    return verb == VERB_UNPACK     ? "there is nothing to unpack"
           : verb == VERB_TEXTURES ? "there are no models or textures"
           : verb == VERB_CHECK    ? "there are no T3DM files"
                                   : "there are no models";
}

bool cli_find_inputs(cli_run *cli) {
    uint32_t from_stdin = cli->request.sidecar && strcmp(cli->request.sidecar, "-") == 0;
    for (size_t i = 0; i < cli->request.input_count; i++) {
        const char *argument = cli->request.inputs[i];
        uint32_t before = cli->input_count;
        if (cli->request.recursive && cli_is_folder(argument)) {
            if (!cli_walk(cli, argument)) return false;
            if (cli->input_count > before) continue;
            cli_print(stderr, "%s: error: %s in this folder\n", argument, what_is_missing(cli));
            cli_remember(cli, CLI_FAILED);
            continue;
        }
        cli_input *input = cli_add_input(cli);
        if (!input) return cli_wrong(cli, "too many inputs");
        input->argument = argument;
        find_input(cli, input);
        from_stdin += strcmp(input->path, "-") == 0;
    }
    if (from_stdin > 1) return cli_wrong(cli, "standard input can be read only once");
    return note_inputs(cli);
}
