/* session.h: one job of the library for one group of inputs, from opening it to its last message. */
#ifndef FERRY_CLI_PROCESSING_SESSION_H
#define FERRY_CLI_PROCESSING_SESSION_H

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* Opens the job. The user's settings override `settings`, which may be NULL. False after a message, if there
 * is no memory. */
bool cli_session_open(cli_run *cli, const cli_group *group, const cli_setting_list *settings,
                      cli_session *session);

/* Reads the group's inputs and loads them as one scene. False after an error in the report. */
bool cli_session_load(cli_session *session);

/* Converts the loaded scene in memory: the main file first. The files are the job's, and outlive the scene.
 * False after an error in the report. */
bool cli_session_make(cli_session *session, const ferry_format *target, ferry_file_list *files);

/* The number that the target's `agreed_setting` is for the scene that was made files of. False after an error
 * in the report. */
bool cli_session_agreed(cli_session *session, const ferry_format *target, double *value);

/* How many of the files are the model: more than one if it is too large for one file. They come first;
 * textures and animation streams follow. */
uint32_t cli_count_model_files(const ferry_format *target, const ferry_file_list *files);

/* Replaces the scene that cli_session_make() made files of, which are the job's, by what these show. False
 * after an error in the report. */
bool cli_session_read_back(cli_session *session, const ferry_format *target, const ferry_file_list *files);

/* Replaces the loaded scene by its conversion to `target`, written and read back in memory, with its
 * textures. False after an error in the report. */
bool cli_session_convert(cli_session *session, const ferry_format *target);

/* The job's report, in which inputs have the names that the user gave them. */
const ferry_report *cli_session_report(const cli_session *session);

/* Prints the messages that were not printed before. */
void cli_session_print(cli_session *session);

/* Prints, adds to the record and the totals, remembers failure or --strict, frees everything. */
void cli_session_close(cli_session *session);

/* Frees everything, silently: for a first look, which is repeated later. */
void cli_session_drop(cli_session *session);

/* The text of the first error; NULL: there is none, or no memory for it. */
const char *cli_first_error(const cli_session *session);

/* Whether something was lost or repaired. */
bool cli_is_lossy(const cli_session *session);

/* Whether --strict refuses the model: then nothing of it is written. */
bool cli_is_refused(const cli_session *session);

/* Whether an error of the report is about the options, that is, the command line. */
bool cli_is_usage_error(const ferry_report *report);

/* A job for the session's inputs, with side files. */
ferry_job *cli_open_session_job(cli_session *session, const cli_setting_list *settings);

#endif
