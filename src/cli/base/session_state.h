/* session_state.h: what the work on one group knows */
#ifndef FERRY_CLI_BASE_SESSION_STATE_H
#define FERRY_CLI_BASE_SESSION_STATE_H

#include <jansson.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* A path at which a file was looked for that a model asked for. */
typedef struct cli_looked {
    struct cli_looked *next;
    const char *path;
    bool found;
} cli_looked;

/* A file beside the model that the library asked for. */
typedef struct cli_companion {
    struct cli_companion *next;
    void *buffer;
} cli_companion;

/* The files beneath a folder, by the ways to them, each ended by NUL, in no order. */
typedef struct cli_listing {
    char *ways;
    size_t size, capacity;
    bool done;
} cli_listing;

/* One job of the library at work on one group. */
struct cli_session {
    cli_run *cli;
    const cli_group *group;
    ferry_job *job;
    ferry_scene *scene;
    double scale; /* of what the model was converted to: what all its lengths were multiplied by; 0: not known */
    const ferry_file_list *made; /* of `job`: files that stand for the model's folder: converted, not written; or NULL */
    void **buffers;     /* one per input */
    cli_companion *companions;
    cli_listing listings[2]; /* of the model's folder, and the one that --companion names */
    cli_looked *looked; /* in the order in which they were asked for */
    cli_looked **looked_end;
    const char *name;   /* of the group, for messages */
    json_t *record;     /* object of the report file, or NULL */
    const char *status; /* word for the report file */
    uint32_t shown;     /* messages already printed */
    ferry_out *asked;   /* in a first look: what the model asks for, and the answers; else NULL */
};

#endif
