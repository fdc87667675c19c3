/* verb_textures.h: `ferry64 textures`: all images of a model, material table or texture file as PNG. */
#ifndef FERRY_CLI_VERBS_VERB_TEXTURES_H
#define FERRY_CLI_VERBS_VERB_TEXTURES_H

#include "cli/base/request.h"

void cli_verb_textures(cli_run *cli);

#endif
