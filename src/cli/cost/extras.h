/* extras.h: `--budget` without `--fit`: leaves out optional features of a model to meet it. */
#ifndef FERRY_CLI_COST_EXTRAS_H
#define FERRY_CLI_COST_EXTRAS_H

#include "cli/cost/cost.h"
#include "cli/cost/fit.h"
#include "cli/cost/probe.h"

/* Makes the files of a model, and measures them where there is a budget. False after an error in the
 * report. */
typedef bool cli_maker(void *user, cli_session *session, ferry_file_list *files, cli_cost *cost);

/* A conversion in earnest. */
typedef struct cli_made {
    cli_session session;   /* to be closed by the caller, if it is `open` */
    bool open, made;       /* `made`: there are files */
    ferry_file_list files; /* the session's */
    cli_cost cost;         /* to be closed by the caller */
} cli_made;

/* Opens a session with the settings of `p` and what --fit found, and makes the model's files in it. If they
 * are above --budget, looks for optional features (second draws, films, pieces of pictures, bones between
 * joints) without which they are not, and makes the files without these in a new session. All features stay
 * if the model is not within the budget without any of them either, and so does what the user has set.
 * Converts the model up to twenty-four times in memory. The session's report says what --fit and --budget
 * came to. */
void cli_make_limited(const cli_probing *p, const cli_fitted *fitted, cli_maker *make, void *user,
                      cli_made *to);

#endif
