/*
 * look.h: a first look at models that may read what the run writes, so that the result does not depend on
 * --jobs (docs/architecture.md, "Processes").
 */
#ifndef FERRY_CLI_PROCESSING_LOOK_H
#define FERRY_CLI_PROCESSING_LOOK_H

#include "cli/base/request.h"
#include "cli/processing/work_item.h"

/* To be called before work that stores files. Reads the groups whose side files may lie where an earlier
 * group writes, so that store.c overwrites none of these, and the groups are told the same later. False after
 * a complaint. */
bool cli_look_first(cli_run *cli, const cli_work *work);

#endif
