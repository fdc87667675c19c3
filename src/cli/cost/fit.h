/* fit.h: `--fit`: how many triangles of a model may stay so that it is within --budget. */
#ifndef FERRY_CLI_COST_FIT_H
#define FERRY_CLI_COST_FIT_H

#include "cli/cost/probe.h"

typedef struct cli_fitted {
    const char *most; /* of the setting `simplify.most`; NULL: triangles need not go */
    const char *note; /* what was found; NULL: nothing is to be said */
    const char *why;  /* no number of triangles is within the budget; NULL: one is */
} cli_fitted;

/* Converts again and again. What fails with all triangles fails again in earnest, and is told then; what
 * fails with fewer is told in `why`. */
cli_fitted cli_fit(const cli_probing *f);

/* Says so in the session's report: a note, or an error. */
void cli_tell_fit(cli_session *session, const cli_fitted *fitted);

#endif
