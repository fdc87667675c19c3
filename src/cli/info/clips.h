/* clips.h: the animations of a model as `info` tells them. */
#ifndef FERRY_CLI_INFO_CLIPS_H
#define FERRY_CLI_INFO_CLIPS_H

#include <jansson.h>

#include "cli/base/request.h"

/* The animations, for people and as a list. */
void cli_info_clips(cli_session *session);
json_t *cli_info_clips_json(const cli_session *session);
json_t *cli_info_beside_json(const cli_session *session); /* what fits it in its archive */

#endif
