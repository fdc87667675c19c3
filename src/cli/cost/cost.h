/* cost.h: what T3DM files cost, and whether that is within --budget: for `cost` and `convert`. */
#ifndef FERRY_CLI_COST_COST_H
#define FERRY_CLI_COST_COST_H

#include <jansson.h>

#include "ferry64.h"
#include "cli/base/request.h"
#include "formats/t3dm/file/t3dm_cost.h"

/* What one of a model's files costs. */
typedef struct cli_cost_file {
    const char *name; /* without its folder */
    fy_t3dm_breakdown breakdown;
} cli_cost_file;

/* What a model costs, which may be several files. Closed by cli_cost_close(). */
typedef struct cli_cost {
    ferry_job *job;
    ferry_scene *scene; /* of all files */
    cli_cost_file *files;
    uint32_t file_count;
    fy_t3dm_breakdown breakdown; /* of all files, without names of objects */
} cli_cost;

/* Reads --budget. False after a complaint. */
bool cli_read_budget(cli_run *cli);

/* Whether files of the format can be measured. False after a complaint. */
bool cli_can_measure(cli_run *cli, const ferry_format *target);

/* Measures what the session made, the model's files first. False after an error in the session's report. */
bool cli_measure_files(cli_session *session, const ferry_file_list *files, cli_cost *cost);
void cli_cost_close(cli_cost *cost);

/* Reports an error for each limit of --budget that is exceeded, and returns them all as one text; NULL:
 * none. */
const char *cli_over_budget(cli_session *session, const fy_t3dm_breakdown *breakdown);

/* The greatest part of a limit of --budget that is used, above 1: too much; and which one it is:
 * "rsp: 62,000 of 60,000 RSP cycles". */
double cli_budget_share(cli_run *cli, const fy_t3dm_breakdown *breakdown, const char **most);

json_t *cli_cost_total_json(const fy_t3dm_breakdown *breakdown);
json_t *cli_cost_objects_json(const cli_cost *cost);
json_t *cli_cost_files_json(const cli_cost *cost);
json_t *cli_budget_json(const cli_run *cli); /* null without --budget */

#endif
