/* jobs.h: jobs of the library, with the user's options. */
#ifndef FERRY_CLI_FILES_JOBS_H
#define FERRY_CLI_FILES_JOBS_H

#include "ferry64.h"
#include "cli/base/request.h"

/* A job with the user's options, without side files. */
ferry_job *cli_open_job(cli_run *cli);

/* The same with `settings`, which the user's override and which may be NULL, and with the opened inputs and
 * side files of `options`. NULL: no memory. */
ferry_job *cli_open_job_with(cli_run *cli, ferry_options options, const cli_setting_list *settings);

#endif
