/* verb_render.h: `ferry64 render`: pictures of models: one each, a strip around one, or all on a sheet. */
#ifndef FERRY_CLI_VERBS_VERB_RENDER_H
#define FERRY_CLI_VERBS_VERB_RENDER_H

#include "cli/base/request.h"

void cli_verb_render(cli_run *cli);

#endif
