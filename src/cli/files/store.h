/*
 * store.h: files to disk, a model's files all together or not at all. Every file is complete in
 * memory; it is written to a temporary name in its folder, and only when all stand there they are
 * renamed.
 */
#ifndef FERRY_CLI_FILES_STORE_H
#define FERRY_CLI_FILES_STORE_H

#include "ferry64.h"
#include "cli/base/request.h"

/* Writes all files or none: each to a temporary name in its folder first, then renames them, the first file
 * of the list last. `files` are borrowed. Missing folders are made if asked for by name (--output-dir, --textures, -o DIR/), and
 * removed again on failure. Never writes over a file that the run reads, nor with other bytes over a file that this
 * run made from another input. False after an error said in the job. */
bool cli_store(cli_run *cli, ferry_job *job, const char *owner, const ferry_file *files, uint32_t count,
               bool make_folders);

/* Bytes to standard output. */
bool cli_put_stdout(ferry_job *job, ferry_bytes bytes);

/* One line about a written file, and its entry in the record. */
void cli_tell_written(cli_session *session, const ferry_file *file, const char *remark);

/* Whether this run found the file of that name as it was to be, and left it. */
bool cli_is_unchanged(const cli_run *cli, const char *name);

/* A file of the run itself, as the report, and complaints about it. `owner`: the option that asked for it. */
void cli_save_file(cli_run *cli, const char *path, const char *owner, ferry_bytes bytes);

#endif
