/*
 * progress.h: for people who wait: on a terminal a line that tells how far many inputs have come, and
 * at their end a summary. The line is wiped before anything else is printed.
 */
#ifndef FERRY_CLI_WORK_PROGRESS_H
#define FERRY_CLI_WORK_PROGRESS_H

#include "cli/base/request.h"

void cli_progress_begin(cli_run *cli);

void cli_progress_show(cli_run *cli, uint32_t group); /* which is the next one in turn */

void cli_tell_summary(cli_run *cli);                  /* of more than one input */

#endif
