/*
 * process_groups.c: work on all groups: a first look at those that may read what earlier ones write, then
 * the work itself (docs/architecture.md, "Processes").
 */
#include "cli/processing/process_groups.h"

#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/processing/look.h"
#include "cli/processing/pool.h"
#include "cli/processing/work_item.h"

void cli_process_groups(cli_run *cli, const cli_work *work) {
    if (cli_look_first(cli, work)) cli_run_groups(cli, work);
}
