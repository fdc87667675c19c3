/* depfile.h: -MD and -MF: what a model was made from, as rules for make, which ninja and CMake read too. */
#ifndef FERRY_CLI_FILES_DEPFILE_H
#define FERRY_CLI_FILES_DEPFILE_H

#include "ferry64.h"
#include "cli/base/request.h"

/* Checks the options about depfiles. False after a complaint. */
bool cli_check_depfile(cli_run *cli);

/* To be called before the files of a session are stored, the main file first: adds a depfile to them (-MD),
 * or a rule to the run's depfile (-MF). False after an error in the report. */
bool cli_note_depends(cli_session *session, ferry_file_list *files);

/* Adds rules to those of the run. */
void cli_add_depends(cli_run *cli, const char *rules);

/* Writes the rules of the run. */
void cli_save_depends(cli_run *cli);

#endif
