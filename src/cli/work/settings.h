/* settings.h: settings of formats: which one a verb means by a name. */
#ifndef FERRY_CLI_WORK_SETTINGS_H
#define FERRY_CLI_WORK_SETTINGS_H

#include "ferry64.h"
#include "cli/base/request.h"

/* The key of the setting `name` of a format, or of the one whose settings it shares; NULL: it has none. */
const char *cli_format_key(cli_run *cli, const ferry_format *format, const char *name);

/* Options for a setting of one format mean the setting of that name of `target`. False after a complaint about one that it
 * does not have: exit 2. */
bool cli_lend_options(cli_run *cli, const ferry_format *target);

#endif
