/* setting_list.c: a list of settings that grows. */
#include "cli/base/setting_list.h"

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "core/base/job.h"

void cli_add_setting(cli_run *cli, cli_setting_list *list, const char *key, const char *value) {
    list->failed = list->failed || !fy_job_reserve(cli->arena, (void **)&list->data, list->count,
                                                   &list->capacity, 1, sizeof *list->data);
    if (!list->failed) list->data[list->count++] = (ferry_setting_value){key, value};
}

void cli_add_settings(cli_run *cli, cli_setting_list *list, const cli_setting_list *more) {
    for (uint32_t i = 0; i < more->count; i++)
        cli_add_setting(cli, list, more->data[i].key, more->data[i].value);
    list->failed = list->failed || more->failed;
}
