/*
 * worker_frames.h: what a child process asks the program to store, and what it reports when it is done
 * (docs/architecture.md, "Processes").
 */
#ifndef FERRY_CLI_PROCESSING_WORKER_FRAMES_H
#define FERRY_CLI_PROCESSING_WORKER_FRAMES_H

#include "cli/processing/work_item.h"
#include "cli/processing/worker.h"

/* Stores the files of a whole frame of a child that `stores`, and answers. */
void cli_worker_store(cli_run *cli, cli_worker *worker);

/* Adds what a child that is `done` counted and recorded, and hands its result to the work. */
void cli_worker_take_result(cli_run *cli, const cli_work *work, cli_worker *worker);

#endif
