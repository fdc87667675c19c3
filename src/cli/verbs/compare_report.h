/* compare_report.h: what a comparison says: verdict, reason, text, JSON. */
#ifndef FERRY_CLI_VERBS_COMPARE_REPORT_H
#define FERRY_CLI_VERBS_COMPARE_REPORT_H

#include <jansson.h>

#include "ferry64.h"
#include "cli/verbs/compare_run.h"

/* Its number and label. */
const char *cli_worst_moment(const compare_run *run, uint32_t *number);

bool cli_is_below(const compare_run *run);

/* One sentence: why the verdict is what it is. */
const char *cli_compare_reason(const compare_run *run);

json_t *cli_compare_json(const compare_run *run);
void cli_print_comparison(const compare_run *run);

#endif
