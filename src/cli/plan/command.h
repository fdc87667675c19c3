/* command.h: command lines that convert as planned, for a shell. */
#ifndef FERRY_CLI_PLAN_COMMAND_H
#define FERRY_CLI_PLAN_COMMAND_H

#include "cli/plan/curve.h"

/* "ferry64 convert link.bdl --triangles 1070 --effort fast": one model, with the options given now. */
const char *cli_plan_command(const cli_plan_run *run, uint32_t group);

/* "ferry64 convert -r assets --plan plan.json": all of them, by the plan in that file. */
const char *cli_plan_command_by_file(const cli_plan_run *run, const char *path);

#endif
