/*
 * worker.h: one child process as the program sees it (docs/architecture.md, "Processes").
 */
#ifndef FERRY_CLI_PROCESSING_WORKER_H
#define FERRY_CLI_PROCESSING_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/base/request.h"
#include "cli/processing/work_item.h"

/* Kept of the frame of a child whose turn has not come; and how much longer than the memory limit one may
 * be. */
enum { CLI_WORKER_FRAME_ROOM = 16 << 20 };

typedef struct cli_worker_buffer {
    uint8_t *data;
    size_t size, capacity;
} cli_worker_buffer;

/* What comes out of a child. */
typedef struct cli_worker_stream {
    int file; /* -1: closed */
    cli_worker_buffer kept;
} cli_worker_stream;

/* A child process, and what of its words is not passed on yet. */
typedef struct cli_worker {
    uint32_t group, slot;
    pid_t pid;
    cli_worker_stream out, err, frames;
    double left;                /* seconds; below 0: any */
    bool late;                  /* ended for that */
    const char *protocol_error; /* what it said that makes no sense; it was ended for that */
    bool stores, done;          /* its frame is whole, and of that kind */
    bool spoke;                 /* on standard output */
} cli_worker;

/* Those that are alive, in the order of their groups. */
typedef struct cli_workers {
    cli_worker *all;
    uint32_t count;
} cli_workers;

/* Starts a process that works on a group and hears nothing of the `others`. False: the system gives no
 * further process while those that are there live. */
bool cli_worker_start(cli_run *cli, const cli_work *work, uint32_t group, const cli_workers *others,
                      cli_worker *started);

/* Reads what a stream has, without waiting if there is something; closes it at its end. */
void cli_worker_hear(const cli_run *cli, cli_worker *worker, cli_worker_stream *stream);

/* Ends it because of what it said. */
void cli_worker_end_for(cli_worker *worker, const char *protocol_error);

void cli_worker_close(cli_worker *worker);

/* Room for `more` bytes behind a buffer's. False: there is no memory. */
bool cli_worker_make_room(cli_worker_buffer *buffer, size_t more);

/* Empties a buffer. */
void cli_worker_drop(cli_worker_buffer *buffer);

#endif
