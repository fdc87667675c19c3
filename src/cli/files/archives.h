/* archives.h: packed inputs, each opened once for everything that comes out of it. Planning opens each to see
 * what is in it and leaves it open, up to a total amount of memory; beyond that it is closed, and opened
 * again for the first of its models. It is closed after the last one. Children inherit what is open. */
#ifndef FERRY_CLI_FILES_ARCHIVES_H
#define FERRY_CLI_FILES_ARCHIVES_H

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* Opens the file of the input. NULL, without a message: it cannot be opened; `*read` tells whether it could
 * be read. */
cli_archive *cli_open_archive(cli_run *cli, cli_input *input, bool *read);

/* After looking at its contents, which must not be used any more. NULL: it is neither an archive nor
 * packed. */
cli_archive *cli_keep_archive(cli_run *cli, cli_archive *archive);

/* Before the work on all groups; before and after that on one group (`comes_back`: all groups will be worked
 * on again); after all work. */
void cli_count_archive_users(cli_run *cli);
void cli_ready_archives(cli_run *cli, const cli_group *group);
void cli_leave_archives(cli_run *cli, const cli_group *group, bool comes_back);
void cli_close_archives(cli_run *cli);

/* Which of the contents the input is; 0: none, or several. */
uint32_t cli_content_number(const ferry_contents *contents, const cli_input *input);

/* The name of the output folder for what comes from it: its own name, numbered if another archive has the
 * same. */
const char *cli_archive_folder(cli_run *cli, cli_archive *archive);

/* Repeats the messages about the archive that the input comes from. Those that an earlier input has reported
 * are not printed again. */
void cli_repeat_archive_messages(cli_session *session, const cli_input *input);

#endif
