/*
 * reads.c: which files this run has read: inputs, --materials, and all that lies beside models or comes by --companion.
 * store.c never writes over one. A child tells the program what it has read before it asks for its files to be stored.
 */
#include "cli/cli.h"

#include "core/job.h"

#include <string.h>
#include <sys/stat.h>

bool cli_is_same_file(cli_identity a, cli_identity b) {
    return a.device == b.device && a.number == b.number;
}

static bool identify(const char *path, cli_identity *identity) {
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) return false;
    *identity = (cli_identity){status.st_dev, status.st_ino};
    return true;
}

/* Members of one archive come one behind the other, so the search begins at the end. */
static bool is_noted(const cli_run *cli, cli_identity identity) {
    for (uint32_t i = cli->read_count; i > 0; i--)
        if (cli_is_same_file(cli->reads[i - 1].identity, identity)) return true;
    return false;
}

static bool add(cli_run *cli, cli_identity identity, const char *path) {
    if (is_noted(cli, identity)) return true;
    if (!fy_job_reserve(cli->home, (void **)&cli->reads, cli->read_count, &cli->read_capacity, 1, sizeof *cli->reads))
        return false;
    cli->reads[cli->read_count++] = (cli_read_file){identity, path};
    return true;
}

bool cli_note_read(cli_run *cli, const char *path) {
    cli_identity identity;
    return strcmp(path, "-") == 0 || !identify(path, &identity) || add(cli, identity, path);
}

/* Once a file is gone its number is given to another one: what counts is what its path leads to now. */
const char *cli_find_read(const cli_run *cli, cli_identity identity) {
    cli_identity now;
    for (uint32_t i = 0; i < cli->read_count; i++) {
        const cli_read_file *read = &cli->reads[i];
        if (cli_is_same_file(read->identity, identity) && identify(read->path, &now) && cli_is_same_file(now, identity))
            return read->path;
    }
    return NULL;
}

bool cli_frame_reads(cli_run *cli, cli_frame_walk *walk) {
    uint64_t count = cli_frame_number(walk);
    for (uint64_t i = 0; i < count && !walk->bad; i++) {
        cli_identity identity = {.device = (dev_t)cli_frame_number(walk)};
        identity.number = (ino_t)cli_frame_number(walk);
        const char *path = cli_frame_text(cli, walk);
        if (!walk->bad && !add(cli, identity, path)) return false;
    }
    return !walk->bad;
}
