/* setting_list.h: a list of settings that grows. */
#ifndef FERRY_CLI_BASE_SETTING_LIST_H
#define FERRY_CLI_BASE_SETTING_LIST_H

#include "ferry64.h"
#include "cli/base/request.h"

/* Adds a setting. The list lives as long as the run, and so must the texts. Without memory for it the list is
 * marked as `failed`, and no job can be opened with it. */
void cli_add_setting(cli_run *cli, cli_setting_list *list, const char *key, const char *value);

/* Adds those of another list. */
void cli_add_settings(cli_run *cli, cli_setting_list *list, const cli_setting_list *more);

#endif
