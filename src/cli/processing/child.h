/* child.h: the work on one group in a process of its own (docs/architecture.md, "Processes"). */
#ifndef FERRY_CLI_PROCESSING_CHILD_H
#define FERRY_CLI_PROCESSING_CHILD_H

#include "cli/base/request.h"
#include "cli/processing/work_item.h"

/* Does the work in this process, which is a child, and ends it. `parent` is the socket to the program;
 * `seconds` is the limit of processor time, 0: none. */
_Noreturn void cli_child_work(cli_run *cli, const cli_work *work, uint32_t group, int parent, double seconds);

#endif
