/* reads.h: which files this run reads: inputs, --materials, side files and --companion. store.c never
 * overwrites one of them. A child tells the program what it has read before it asks the program to store
 * files. */
#ifndef FERRY_CLI_FILES_READS_H
#define FERRY_CLI_FILES_READS_H

#include "cli/base/frames.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* The file of that identity; NULL: there is none. */
cli_file *cli_find_file(const cli_files *files, cli_identity identity);

/* Adds a file whose identity is not there. False: no memory. */
bool cli_add_file(cli_run *cli, cli_files *files, cli_identity identity, const char *text);

/* Notes that this run is about to read the file at `path`. Everything else ("-", pipes, folders) is ignored.
 * False: no memory. */
bool cli_note_read(cli_run *cli, const char *path);

/* The path by which this run reads the file; NULL: it does not. */
const char *cli_find_read(const cli_run *cli, cli_identity identity);

/* Notes what a child has read: how many, and of each the device, the number and the path. False: no memory,
 * or a bad frame. */
bool cli_frame_reads(cli_run *cli, cli_frame_walk *walk);

#endif
