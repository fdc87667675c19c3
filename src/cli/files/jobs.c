/* jobs.c: jobs of the library, with the user's options. */
#include "cli/files/jobs.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

ferry_job *cli_open_job_with(cli_run *cli, ferry_options options, const ferry_setting_value *settings,
                             size_t setting_count) {
    const cli_request *request = &cli->request;
    size_t count = setting_count + request->setting_count;
    ferry_setting_value *all = ferry_new(cli->arena, ferry_setting_value, count);
    if (count && !all) return NULL;
    for (size_t i = 0; i < setting_count; i++) all[i] = settings[i];
    for (size_t i = 0; i < request->setting_count; i++)
        all[setting_count + i] = request->settings[i]; /* the last wins */
    options.size = sizeof options;
    options.memory_limit = request->memory_limit;
    options.deadline = request->deadline;
    options.unpack_limit = request->unpack_limit;
    options.from = request->from;
    options.settings = all;
    options.setting_count = count;
    options.materials = cli->materials.name ? &cli->materials : NULL;
    options.extra_formats = cli->extra_formats;
    return ferry_open(&options);
}

ferry_job *cli_open_job(cli_run *cli) {
    return cli_open_job_with(cli, (ferry_options){.opened = NULL}, NULL, 0);
}
