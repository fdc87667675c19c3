/*
 * reads.h: which files this run has read: inputs, --materials, and all that lies beside models or
 * comes by --companion. store.c never writes over one. A child tells the program what it has read
 * before it asks for its files to be stored.
 */
#ifndef FERRY_CLI_FILES_READS_H
#define FERRY_CLI_FILES_READS_H

#include "cli/base/frames.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* The one of that identity; NULL: there is none. */
cli_file *cli_find_file(const cli_files *files, cli_identity identity);

/* One whose identity is not there. False: no memory. */
bool cli_add_file(cli_run *cli, cli_files *files, cli_identity identity, const char *text);

/* Notes that this run reads the file at `path`, before it is read; what is no file ("-", pipes, folders) is passed over.
 * False: no memory. */
bool cli_note_read(cli_run *cli, const char *path);

/* The path by which this run has read, or is to read, the file; NULL: it does not. */
const char *cli_find_read(const cli_run *cli, cli_identity identity);

/* Notes what a child has read: how many, and of each the device, the number and the path. False: no memory, or a bad frame. */
bool cli_frame_reads(cli_run *cli, cli_frame_walk *walk);

#endif
