/* progress.h: for people who wait: on a terminal, a line that tells which input is being worked on, and at
 * the end a summary. The line is wiped before anything else is printed. */
#ifndef FERRY_CLI_PROCESSING_PROGRESS_H
#define FERRY_CLI_PROCESSING_PROGRESS_H

#include "cli/base/request.h"

void cli_progress_begin(cli_run *cli);

void cli_progress_show(cli_run *cli, uint32_t group); /* the group whose turn it is */

void cli_tell_summary(cli_run *cli); /* if there is more than one input */

#endif
