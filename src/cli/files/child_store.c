/* child_store.c: how a child process stores files: it asks the program to do it. */
#include "cli/files/child_store.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/frames.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/files/child_line.h"

static uint64_t sum_of(const char *owner, const ferry_file *files, uint32_t count) {
    uint64_t sum = (3 + 2 * (uint64_t)count) * sizeof(uint64_t) + strlen(owner);
    for (uint32_t i = 0; i < count; i++) sum += strlen(files[i].name) + files[i].bytes.size;
    return sum;
}

/* Says what the program had to complain about. */
static bool take_answer(cli_run *cli, ferry_job *job) {
    cli_frame frame;
    cli_line_get(cli->parent, &frame, sizeof frame);
    uint8_t *bytes = malloc((size_t)frame.size + 1);
    if (!bytes) _exit(CLI_FAILED);
    cli_line_get(cli->parent, bytes, (size_t)frame.size);
    cli_frame_walk walk = {bytes, (size_t)frame.size, 0, false};
    bool done = cli_frame_number(&walk) != 0;
    uint64_t unchanged = cli_frame_number(&walk);
    cli->unchanged_count = 0;
    cli->unchanged = ferry_new(cli->arena, const char *, (size_t)unchanged);
    while (cli->unchanged_count < unchanged && cli->unchanged && !walk.bad)
        cli->unchanged[cli->unchanged_count++] = cli_frame_text(cli, &walk);
    while (!walk.bad && walk.at < walk.size) {
        ferry_severity severity = (ferry_severity)cli_frame_number(&walk);
        const char *file = cli_frame_text(cli, &walk), *text = cli_frame_text(cli, &walk);
        if (!walk.bad) ferry_say(job, severity, "cli.write", file, "", "%s", text);
    }
    free(bytes);
    return done;
}

bool cli_child_store(cli_run *cli, ferry_job *job, const char *owner, const ferry_file *files, uint32_t count,
                     bool make_folders) {
    int line = cli->parent;
    cli_line_head(line, CLI_FRAME_STORE, cli_line_size_of_reads(cli) + sum_of(owner, files, count));
    cli_line_reads(cli);
    cli_line_number(line, make_folders);
    cli_line_bytes(line, owner, strlen(owner));
    cli_line_number(line, count);
    for (uint32_t i = 0; i < count; i++) {
        cli_line_bytes(line, files[i].name, strlen(files[i].name));
        cli_line_bytes(line, files[i].bytes.data, files[i].bytes.size);
    }
    return take_answer(cli, job);
}
