/* archive.h */
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
    uint32_t users; /* groups that it is still needed for */
    uint32_t first, end; /* of the inputs that come out of it, others may stand between them */
    const uint32_t *tellers; /* by message, the rest of them last: the input that tells it first; NULL: not known yet */
    const char *folder; /* what its members are written to */
};

const ferry_contents *cli_archive_contents(const cli_archive *archive);

/* Those of the group that are open, ended by NULL, for ferry_options.opened. */
const ferry_contents *const *cli_opened(cli_run *cli, const cli_group *group);

/* Its bytes, if the file of the input is open. */
bool cli_read_opened(const cli_input *input, ferry_bytes *bytes);

#endif
