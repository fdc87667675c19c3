/*
 * worker.c: one child process as the program sees it: how it begins, what it says, until when it may live
 * (docs/architecture.md, "Processes"). The other side: child.c.
 */
#include "cli/processing/worker.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ferry64.h"
#include "cli/base/frames.h"
#include "cli/base/interrupt.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/processing/child.h"
#include "cli/processing/work_item.h"

enum {
    PIECE = 1 << 16,      /* read at once */
    FOREIGN_SECONDS = 120 /* of the processor, where nobody says --deadline */
};

void cli_worker_drop(cli_worker_buffer *buffer) {
    free(buffer->data);
    *buffer = (cli_worker_buffer){0};
}

bool cli_worker_make_room(cli_worker_buffer *buffer, size_t more) {
    if (buffer->capacity - buffer->size >= more) return true;
    size_t capacity = buffer->capacity * 2 > buffer->size + more ? buffer->capacity * 2 : buffer->size + more;
    uint8_t *data = realloc(buffer->data, capacity);
    if (!data) return false;
    buffer->data = data;
    buffer->capacity = capacity;
    return true;
}

static void close_stream(cli_worker_stream *stream) {
    if (stream->file >= 0) close(stream->file);
    stream->file = -1;
}

void cli_worker_close(cli_worker *child) {
    close_stream(&child->out);
    close_stream(&child->err);
    close_stream(&child->frames);
}

/* ---------------------------------------------------------------------------------------- its start */

/* `ends`: of standard output, standard error and the line, the child's end last. */
static bool open_lines(int ends[3][2]) {
    for (int i = 0; i < 3; i++) ends[i][0] = ends[i][1] = -1;
    return pipe(ends[0]) == 0 && pipe(ends[1]) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, ends[2]) == 0;
}

static void close_ends(int ends[3][2], int side) {
    for (int i = 0; i < 3; i++)
        if (ends[i][side] >= 0) close(ends[i][side]);
}

static _Noreturn void be_child(cli_run *cli, const cli_work *work, uint32_t group, const cli_workers *others,
                               int ends[3][2], double seconds) {
    for (uint32_t i = 0; i < others->count; i++) cli_worker_close(&others->all[i]);
    close_ends(ends, 0);
    if (dup2(ends[0][1], STDOUT_FILENO) < 0 || dup2(ends[1][1], STDERR_FILENO) < 0) _exit(CLI_FAILED);
    close(ends[0][1]);
    close(ends[1][1]);
    cli_child_work(cli, work, group, ends[2][1], seconds);
}

/* Seconds of the processor. The library keeps to --deadline by itself; twice that is for two jobs on one
 * group. */
static double seconds_for(const cli_run *cli, const cli_work *work, uint32_t group) {
    double deadline = cli->request.deadline;
    if (deadline > 0) return 2 * deadline + 2;
    return cli_work_is_foreign(cli, work, group) ? FOREIGN_SECONDS : 0;
}

/* By the clock a child may take longer, since the machine has other things to do, but not without end. */
static double clock_limit(const cli_run *cli, double seconds) {
    if (seconds <= 0) return -1;
    return cli->request.deadline > 0 ? seconds : 5 * seconds;
}

bool cli_worker_start(cli_run *cli, const cli_work *work, uint32_t group, const cli_workers *others,
                      cli_worker *started) {
    int ends[3][2];
    uint32_t slot = 0;
    double seconds = seconds_for(cli, work, group);
    fflush(stdout);
    fflush(stderr);
    cli_work_ready_archives(cli, work, group);
    cli_load_libraries(cli, &cli->groups[group]);
    pid_t pid = open_lines(ends) ? cli_fork(&slot) : -1;
    if (pid == 0) be_child(cli, work, group, others, ends, seconds);
    close_ends(ends, 1);
    if (pid < 0) {
        close_ends(ends, 0);
        return false;
    }
    cli_work_leave_archives(cli, work, group);
    *started = (cli_worker){.group = group,
                            .slot = slot,
                            .pid = pid,
                            .out = {.file = ends[0][0]},
                            .err = {.file = ends[1][0]},
                            .frames = {.file = ends[2][0]},
                            .left = clock_limit(cli, seconds)};
    return true;
}

/* ------------------------------------------------------------------------------------------ hearing */

void cli_worker_end_for(cli_worker *child, const char *what) {
    if (!child->protocol_error) child->protocol_error = what;
    kill(child->pid, SIGKILL);
}

/* Whether the frame is whole; what cannot be one is a protocol error. */
static void look_at_frame(const cli_run *cli, cli_worker *child) {
    cli_frame frame;
    const cli_worker_buffer *kept = &child->frames.kept;
    if (kept->size < sizeof frame) return;
    memcpy(&frame, kept->data, sizeof frame);
    size_t most = cli->request.memory_limit ? cli->request.memory_limit : (size_t)1 << 30;
    bool known = frame.kind == CLI_FRAME_STORE || frame.kind == CLI_FRAME_DONE;
    if (frame.magic != CLI_FRAME_MAGIC || !known || frame.size > most + CLI_WORKER_FRAME_ROOM)
        cli_worker_end_for(child, "sent an invalid message");
    else if (kept->size - sizeof frame > frame.size)
        cli_worker_end_for(child, "sent too much data");
    else if (kept->size - sizeof frame == frame.size)
        *(frame.kind == CLI_FRAME_STORE ? &child->stores : &child->done) = true;
}

void cli_worker_hear(const cli_run *cli, cli_worker *child, cli_worker_stream *stream) {
    if (!cli_worker_make_room(&stream->kept, PIECE)) {
        cli_worker_end_for(child, "sent more data than fits in memory");
        close_stream(stream);
        return;
    }
    ssize_t got = read(stream->file, stream->kept.data + stream->kept.size, PIECE);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) { /* the end */
        close_stream(stream);
        return;
    }
    stream->kept.size += (size_t)got;
    if (stream == &child->frames) look_at_frame(cli, child);
}
