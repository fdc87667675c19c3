/* record.h: messages and statistics as JSON (docs/json.md). Keys stand in the order written here. */
#ifndef FERRY_CLI_PROCESSING_RECORD_H
#define FERRY_CLI_PROCESSING_RECORD_H

#include "cli/base/request.h"

/* Writes the report file. */
void cli_record_save(cli_run *cli);

#endif
