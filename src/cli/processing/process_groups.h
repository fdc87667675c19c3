/*
 * process_groups.h: work on all groups: a first look at those that may read what earlier ones write, then
 * the work itself (docs/architecture.md, "Processes").
 */
#ifndef FERRY_CLI_PROCESSING_PROCESS_GROUPS_H
#define FERRY_CLI_PROCESSING_PROCESS_GROUPS_H

#include "cli/base/request.h"
#include "cli/processing/work_item.h"

/* Works on all groups. Text, files, records and results come in the order of the groups, whatever --jobs
 * says. Groups that use a foreign library, and with --jobs all groups, get a process of their own. */
void cli_process_groups(cli_run *cli, const cli_work *work);

#endif
