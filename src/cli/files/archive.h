/* archive.h: an open archive. */
#ifndef FERRY_CLI_FILES_ARCHIVE_H
#define FERRY_CLI_FILES_ARCHIVE_H

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

struct cli_archive {
    cli_archive *next;
    const char *path;
    cli_input file; /* to open it again */
    ferry_job *job;
    void *buffer;
    const ferry_contents *contents; /* NULL: it is closed */
    size_t held;
    uint32_t users;      /* groups that still need it */
    uint32_t first, end; /* of the inputs that come from it; others may stand between them */
    /* for each message, and last for all others: the first input that reports it; NULL: not known yet */
    const uint32_t *tellers;
    const char *folder; /* what its members are written to */
};

const ferry_contents *cli_archive_contents(const cli_archive *archive);

/* The open archives of the group, ended by NULL, for ferry_options.opened. */
const ferry_contents *const *cli_opened(cli_run *cli, const cli_group *group);

/* The bytes of the input's file, if that is open. */
bool cli_read_opened(const cli_input *input, ferry_bytes *bytes);

#endif
