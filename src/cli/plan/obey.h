/* obey.h: `--plan FILE`: how many triangles each model is to have, as `plan -o FILE` wrote it. */
#ifndef FERRY_CLI_PLAN_OBEY_H
#define FERRY_CLI_PLAN_OBEY_H

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* Reads the file; without --plan there is nothing to do. False after a complaint. */
bool cli_read_plan(cli_run *cli);

/* Adds the setting that the plan has for the group's model, if it has one. */
void cli_obey_plan(cli_run *cli, const cli_group *group, cli_setting_list *settings);

/* Says in the session's report if there is a plan and it does not name the model, or several times. */
void cli_tell_plan(cli_session *session);

#endif
