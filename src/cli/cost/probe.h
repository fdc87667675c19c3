/* probe.h: what a model would cost, converted in memory with one more setting. */
#ifndef FERRY_CLI_COST_PROBE_H
#define FERRY_CLI_COST_PROBE_H

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/cost/cost.h"

/* A group of inputs that is converted again and again, as files that begin at `path`. */
typedef struct cli_probing {
    cli_run *cli;
    const cli_group *group;
    const ferry_format *target;
    const char *path;
    const cli_setting_list *settings;
} cli_probing;

typedef struct cli_probe {
    uint32_t triangles; /* that are left */
    bool second_draws;  /* some triangles may be drawn twice; false: none is */
    bool films;         /* some layers are pictures that take turns */
    bool pieces;        /* some pictures are stored in pieces */
    bool bones;         /* there are bones between joints */
    double share;       /* of the budget that is used, of the key that uses most of its own */
    const char *most;   /* that key: "rsp: 62,000 of 60,000 RSP cycles"; lives as long as the run */
    const char *error;  /* why it failed, as long; NULL: it did not, or nothing was said */
} cli_probe;

/* Converts with the settings of `p` and more, and measures. False if it cannot be converted; what is said of
 * that is told in `error` alone. */
bool cli_probe_with(const cli_probing *p, const cli_setting_list *more, cli_probe *to);

/* The same of a conversion that is made and measured already. False: no memory. */
bool cli_probe_made(const cli_session *session, const cli_cost *cost, cli_probe *to);

#endif
