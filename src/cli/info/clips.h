/* clips.h: a model's animations, for `info`. */
#ifndef FERRY_CLI_INFO_CLIPS_H
#define FERRY_CLI_INFO_CLIPS_H

#include <jansson.h>

#include "cli/base/request.h"

/* Of a file in the model's archive: its path inside. Jobs know archives by names without `#`. */
const char *cli_info_member(const char *file);

/* The animations, printed and as JSON. */
void cli_info_clips(cli_session *session);
json_t *cli_info_clips_json(const cli_session *session);
json_t *cli_info_beside_json(const cli_session *session); /* animations in its archive that match it */

#endif
