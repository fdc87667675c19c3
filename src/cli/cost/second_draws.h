/* second_draws.h: `--budget` without `--fit`: which second draws are left out to meet it. */
#ifndef FERRY_CLI_COST_SECOND_DRAWS_H
#define FERRY_CLI_COST_SECOND_DRAWS_H

#include "cli/cost/probe.h"

typedef struct cli_second_draws {
    ferry_setting_value gain; /* what second draws have to gain; without a key: all of them stay */
    const char *warning;      /* what that comes to; NULL: nothing is to be said */
} cli_second_draws;

/* What second draws have to gain so that the model is within --budget. All of them stay if the model is
 * within it with them, if it is not within it without them either, and if the user set that gain. Converts
 * the model up to five times in memory. The texts live as long as the run. */
cli_second_draws cli_limit_second_draws(const cli_probing *p);

/* Says so in the session's report. */
void cli_tell_second_draws(cli_session *session, const cli_second_draws *limited);

#endif
