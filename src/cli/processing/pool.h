/*
 * pool.h: the same work on all groups, in this process or in child processes (docs/architecture.md,
 * "Processes").
 */
#ifndef FERRY_CLI_PROCESSING_POOL_H
#define FERRY_CLI_PROCESSING_POOL_H

#include "cli/base/request.h"
#include "cli/processing/work_item.h"

/* Runs the work on all groups, here or in children (docs/architecture.md, "Processes"). */
void cli_run_groups(cli_run *cli, const cli_work *work);

/* To be called before a group's text on standard output: separates it from the one before. */
void cli_begin_text(cli_run *cli);

#endif
