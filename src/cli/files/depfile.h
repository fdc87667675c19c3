/*
 * depfile.h: -MD and -MF: what a model was made of, as rules for make, which ninja and CMake read too.
 * The files that it became are the targets (or -MT), and depend on the inputs, on all files beside
 * them that the model asked for, and on --materials. A line for each of these alone makes sure that
 * make does not miss one that is deleted later.
 */
#ifndef FERRY_CLI_FILES_DEPFILE_H
#define FERRY_CLI_FILES_DEPFILE_H

#include "ferry64.h"
#include "cli/base/request.h"

/* Whether the options about depfiles fit together. False after a complaint. */
bool cli_check_depfile(cli_run *cli);

/* Before the files of a session are stored, the main one first: adds its depfile to them (-MD), or its rule to that of the
 * run (-MF). False after an error in the report. */
bool cli_note_depends(cli_session *session, ferry_file_list *files);

/* Adds rules to those of the run. */
void cli_add_depends(cli_run *cli, const char *rules);

/* Writes the rules of the run. */
void cli_save_depends(cli_run *cli);

#endif
