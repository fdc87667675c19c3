/* compare_run.h: one comparison of `ferry64 compare`: what it was asked and what it found. */
#ifndef FERRY_CLI_VERBS_COMPARE_RUN_H
#define FERRY_CLI_VERBS_COMPARE_RUN_H

#include <jansson.h>

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/verbs/at.h"

/* Two models side by side, or one and its conversion; `found`, the mean of `each` moment's, holds once
 * `done`. */
typedef struct compare_run {
    cli_run *cli;
    bool pair;      /* two models */
    bool apart;     /* every model of an archive, with its conversion */
    uint32_t group; /* the first one */
    json_t *all;    /* of them, with --json */
    uint32_t failed, below;
    ferry_view view;
    bool has_least;
    double least; /* SSIM, of cli_figure() */
    cli_session sides[2];
    const char *names[2];
    bool done;
    const char *death; /* of the process that compared them */
    cli_moments moments;
    ferry_similarity *each, found;
    ferry_picture sheet; /* of the moment at which they are least alike */
} compare_run;

#endif
