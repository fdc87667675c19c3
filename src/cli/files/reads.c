/* reads.c: which files this run reads: inputs, --materials, side files and --companion. store.c never
 * overwrites one of them. A child tells the program what it has read before it asks the program to store
 * files. */
#include "cli/files/reads.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/base/frames.h"
#include "cli/base/index.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "core/base/job.h"

/* -------------------------------------------------------------------------------------- files by identity */

enum { KEY_SIZE = 2 * 16 + 2 };

static void write_key(cli_identity identity, char key[KEY_SIZE]) {
    snprintf(key, KEY_SIZE, "%" PRIx64 " %" PRIx64, (uint64_t)identity.device, (uint64_t)identity.number);
}

cli_file *cli_find_file(const cli_files *files, cli_identity identity) {
    char key[KEY_SIZE];
    write_key(identity, key);
    uint32_t number = cli_index_find(&files->by_identity, key);
    return number == CLI_NONE ? NULL : &files->data[number];
}

bool cli_add_file(cli_run *cli, cli_files *files, cli_identity identity, const char *text) {
    char key[KEY_SIZE];
    uint32_t number = files->by_identity.count;
    write_key(identity, key);
    const char *kept = cli_text(cli, "%s", key);
    if (!fy_job_reserve(cli->arena, (void **)&files->data, number, &files->capacity, 1, sizeof *files->data))
        return false;
    files->data[number] = (cli_file){.identity = identity, .text = text};
    return cli_index_add(cli->arena, &files->by_identity, kept);
}

static bool identify_file(const char *path, cli_identity *identity) {
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) return false;
    *identity = (cli_identity){status.st_dev, status.st_ino};
    return true;
}

/* ------------------------------------------------------------------------------------- what the run reads */

static bool leads_to(const char *path, cli_identity identity) {
    cli_identity now;
    return identify_file(path, &now) && now.device == identity.device && now.number == identity.number;
}

/* Once a file is gone its number is given to another one: what counts is what a path leads to now. */
static bool note_identity(cli_run *cli, cli_identity identity, const char *path) {
    cli_file *noted = cli_find_file(&cli->reads, identity);
    if (!noted) return cli_add_file(cli, &cli->reads, identity, path);
    if (!leads_to(noted->text, identity)) noted->text = path;
    return true;
}

const char *cli_find_read(const cli_run *cli, cli_identity identity) {
    const cli_file *noted = cli_find_file(&cli->reads, identity);
    return noted && leads_to(noted->text, identity) ? noted->text : NULL;
}

bool cli_note_read(cli_run *cli, const char *path) {
    cli_identity identity;
    return strcmp(path, "-") == 0 || !identify_file(path, &identity) || note_identity(cli, identity, path);
}

bool cli_frame_reads(cli_run *cli, cli_frame_walk *walk) {
    uint64_t count = cli_frame_number(walk);
    for (uint64_t i = 0; i < count && !walk->bad; i++) {
        cli_identity identity = {.device = (dev_t)cli_frame_number(walk)};
        identity.number = (ino_t)cli_frame_number(walk);
        const char *path = cli_frame_text(cli, walk);
        if (!walk->bad && !note_identity(cli, identity, path)) return false;
    }
    return !walk->bad;
}
