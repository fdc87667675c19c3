/* store.h: writes files, a model's files all together or not at all. Each file is complete in memory and is
 * written under a temporary name in its folder. Once all are there, they are renamed. */
#ifndef FERRY_CLI_FILES_STORE_H
#define FERRY_CLI_FILES_STORE_H

#include "ferry64.h"
#include "cli/base/request.h"

/* Writes all files or none: each to a temporary name in its folder first, then renames them, the first file
 * of the list last. `files` are borrowed. Missing folders are created if `make_folders`, and removed again on
 * failure. Never overwrites a file that the run reads, nor one that it made from another input, unless the
 * bytes are the same. False after an error in the job's report. */
bool cli_store(cli_run *cli, ferry_job *job, const char *owner, const ferry_file *files, uint32_t count,
               bool make_folders);

/* Writes bytes to standard output. False after an error in the job's report. */
bool cli_put_stdout(ferry_job *job, ferry_bytes bytes);

/* One line about a written file, and its entry in the record. */
void cli_tell_written(cli_session *session, const ferry_file *file, const char *remark);

/* Whether --only-if-changed left the file alone. */
bool cli_is_unchanged(const cli_run *cli, const char *name);

/* Writes a file of the run itself, such as the report, and prints complaints. `owner`: the option that asked
 * for it. */
void cli_save_file(cli_run *cli, const char *path, const char *owner, ferry_bytes bytes);

#endif
