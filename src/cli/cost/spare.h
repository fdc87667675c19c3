/* spare.h: `--budget` without `--fit`: which second draws it allows. */
#ifndef FERRY_CLI_COST_SPARE_H
#define FERRY_CLI_COST_SPARE_H

#include "cli/cost/probe.h"

typedef struct cli_spared {
    const char *gain; /* of the setting `t3dm.second-draw-gain`; NULL: all second draws stay */
    const char *note; /* what that comes to */
} cli_spared;

/* What second draws have to gain so that the model is within --budget. All of them stay where it is so with
 * them, where it is not without them either, and where the user said something of them. */
cli_spared cli_spare_draws(const cli_probing *p);

/* Says so in the session's report. */
void cli_tell_spared(cli_session *session, const cli_spared *spared);

#endif
