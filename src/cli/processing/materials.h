/* materials.h: the file of --materials, and which of its rules matched a material. */
#ifndef FERRY_CLI_PROCESSING_MATERIALS_H
#define FERRY_CLI_PROCESSING_MATERIALS_H

#include <jansson.h>

#include "ferry64.h"
#include "cli/base/request.h"

/* Reads the file of --materials and checks it for the target. False after a complaint. */
bool cli_read_materials(cli_run *cli, const ferry_format *target);

/* Counts the rules that the session used. */
void cli_count_rules(cli_session *session);

/* Warns about rules that no model used. */
void cli_tell_unused_rules(cli_run *cli);

/* The rules for the report file; NULL without --materials. */
json_t *cli_record_rules(const cli_run *cli);

#endif
