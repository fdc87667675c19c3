/* jobs.h: jobs of the library, with the user's options. */
#ifndef FERRY_CLI_FILES_JOBS_H
#define FERRY_CLI_FILES_JOBS_H

#include "ferry64.h"
#include "cli/base/request.h"

/* A job with the user's options, without side files. */
ferry_job *cli_open_job(cli_run *cli);

/* The same with `settings`, which the user's override, and with the opened inputs and side files of
 * `options`. */
ferry_job *cli_open_job_with(cli_run *cli, ferry_options options, const ferry_setting_value *settings,
                             size_t setting_count);

#endif
