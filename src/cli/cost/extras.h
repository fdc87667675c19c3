/* extras.h: `--budget` without `--fit`: leaves out optional features of a model to meet it. */
#ifndef FERRY_CLI_COST_EXTRAS_H
#define FERRY_CLI_COST_EXTRAS_H

#include "cli/cost/cost.h"
#include "cli/cost/fit.h"
#include "cli/cost/probe.h"

enum { CLI_EXTRAS = CLI_PROBE_MORE };

/* Settings that leave out second draws, films, pieces of pictures and bones between joints. */
typedef struct cli_extras {
    ferry_setting_value settings[CLI_EXTRAS];
    const char *codes[CLI_EXTRAS], *warnings[CLI_EXTRAS]; /* what each comes to */
    size_t count;                                         /* 0: all of them stay */
} cli_extras;

/* What is to be left out so that the model is within --budget. All stays if the model is within it as it is
 * (`made`, `cost`), or if it is not within it without any of it either; and what the user has set. Converts
 * the model up to twenty-four times in memory. The texts live as long as the run. */
cli_extras cli_limit_extras(const cli_probing *p, const cli_session *made, const cli_cost *cost);

/* Opens a session for the conversion itself, and says in its report what --fit and --budget came to. */
bool cli_open_limited(const cli_probing *p, const cli_fitted *fitted, const cli_extras *limited,
                      cli_session *session);

#endif
