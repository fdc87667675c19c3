/* info_json.h: `ferry64 info --json` (docs/json.md). */
#ifndef FERRY_CLI_INFO_INFO_JSON_H
#define FERRY_CLI_INFO_INFO_JSON_H

#include <jansson.h>

#include "cli/base/request.h"

json_t *cli_info_json(const cli_session *session);

/* The document of all models, their sums, and all archives. Takes over the lists. */
json_t *cli_info_document(json_t *models, json_t *archives);

#endif
