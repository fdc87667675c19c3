/* jobs.c: jobs of the library, with the user's options. */
#include "cli/files/jobs.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/setting_list.h"

ferry_job *cli_open_job_with(cli_run *cli, ferry_options options, const cli_setting_list *settings) {
    const cli_request *request = &cli->request;
    cli_setting_list all = {0};
    if (settings) cli_add_settings(cli, &all, settings);
    cli_add_settings(cli, &all, &request->settings); /* the last wins */
    if (all.failed) return NULL;
    options.size = sizeof options;
    options.memory_limit = request->memory_limit;
    options.deadline = request->deadline;
    options.unpack_limit = request->unpack_limit;
    options.from = request->from;
    options.settings = all.data;
    options.setting_count = all.count;
    options.materials = cli->materials.name ? &cli->materials : NULL;
    options.extra_formats = cli->extra_formats;
    return ferry_open(&options);
}

ferry_job *cli_open_job(cli_run *cli) {
    return cli_open_job_with(cli, (ferry_options){.opened = NULL}, NULL);
}
