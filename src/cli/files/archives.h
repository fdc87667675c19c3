/*
 * archives.h: inputs that are packed, opened once for all that comes out of them. Planning opens each
 * to see what is in it and leaves it open, up to a sum of memory; beyond that it is closed, and opened
 * again for the first of its models. It is closed behind its last one. Children get what is open with
 * the process that they are made of.
 */
#ifndef FERRY_CLI_FILES_ARCHIVES_H
#define FERRY_CLI_FILES_ARCHIVES_H

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* The file of the input, opened: everything in it. NULL: it cannot be opened, and it is not said why; `*read`: its bytes could
 * be read. */
cli_archive *cli_open_archive(cli_run *cli, cli_input *input, bool *read);

/* After what is in it was looked at, which is not to be used any more. NULL: it is no archive, and not packed either. */
cli_archive *cli_keep_archive(cli_run *cli, cli_archive *archive);

/* Before work on all groups; before and behind that on one of them. `comes_back`: there is more to be done with all groups. */
void cli_count_archive_users(cli_run *cli);
void cli_ready_archives(cli_run *cli, const cli_group *group);
void cli_leave_archives(cli_run *cli, const cli_group *group, bool comes_back);
void cli_close_archives(cli_run *cli);

/* Which of the contents the input is; 0: none, or several. */
uint32_t cli_content_number(const ferry_contents *contents, const cli_input *input);

/* The folder for what comes out of it: called after it, and no two of one folder have the same. */
const char *cli_archive_folder(cli_run *cli, cli_archive *archive);

/* Says what was found wrong with the archive that the input comes out of; what an earlier input of the run has
 * told is not printed again. */
void cli_repeat_archive_messages(cli_session *session, const cli_input *input);

#endif
