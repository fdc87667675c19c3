/* info_n64.h: what a material's textures become on the Nintendo 64, for `ferry64 info`. */
#ifndef FERRY_CLI_INFO_INFO_N64_H
#define FERRY_CLI_INFO_INFO_N64_H

#include <jansson.h>

#include "cli/base/request.h"

/* The texture memory of each material, printed, or as key "n64" of each object of `list`. */
void cli_info_n64(const cli_session *session);
void cli_info_n64_json(const cli_session *session, json_t *list);

#endif
