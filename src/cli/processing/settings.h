/* settings.h: which setting of a format an option or a verb means. */
#ifndef FERRY_CLI_PROCESSING_SETTINGS_H
#define FERRY_CLI_PROCESSING_SETTINGS_H

#include "ferry64.h"
#include "cli/base/request.h"

/* The key of the setting `name` of a format, or of the one whose settings it shares; NULL: it has none. */
const char *cli_format_key(cli_run *cli, const ferry_format *format, const char *name);

/* Applies options that stand for a setting of one format to the setting of the same name of `target`. False
 * after a complaint that it has none: exit 2. */
bool cli_lend_options(cli_run *cli, const ferry_format *target);

/* Whether there may be levels of detail if it is said how to write them: --lods, or an input that may have
 * some. False after a complaint: exit 2. */
bool cli_check_lods_as(cli_run *cli);

#endif
