/* session_state.h: what the work on one group knows */
#ifndef FERRY_CLI_BASE_SESSION_STATE_H
#define FERRY_CLI_BASE_SESSION_STATE_H

#include <jansson.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* Where a side file was looked for. */
typedef struct cli_looked {
    struct cli_looked *next;
    const char *path;
    bool found;
} cli_looked;

/* A side file that the library has asked for. */
typedef struct cli_sidecar {
    struct cli_sidecar *next;
    void *buffer;
} cli_sidecar;

/* The paths of all files below a folder, each ended by NUL, in no order. */
typedef struct cli_listing {
    char *paths;
    size_t size, capacity;
    bool done, cut; /* `cut`: there are more files */
    bool told;      /* that it is cut */
} cli_listing;

/* One job of the library at work on one group. */
struct cli_session {
    cli_run *cli;
    const cli_group *group;
    ferry_job *job;
    ferry_scene *scene;
    double scale; /* after conversion: what all lengths were multiplied by; 0: unknown */
    /* of `job`: converted, not written; side files are looked up among them, not on disk; or NULL */
    const ferry_file_list *made;
    void **buffers; /* one per input */
    cli_sidecar *sidecars;
    cli_listing listings[2]; /* of the model's folder, and the one that --companion names */
    cli_looked *looked;      /* in the order of asking */
    cli_looked **looked_end;
    const char *name;   /* of the group, for messages */
    json_t *record;     /* object of the report file, or NULL */
    const char *status; /* word for the report file */
    uint32_t shown;     /* messages already printed */
    ferry_out *asked;   /* in a first look: what the model asks for, and the answers; else NULL */
};

#endif
