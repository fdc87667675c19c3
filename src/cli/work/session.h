/*
 * session.h: one job of the library at work on one group of inputs, from opening to the last printed
 * message.
 */
#ifndef FERRY_CLI_WORK_SESSION_H
#define FERRY_CLI_WORK_SESSION_H

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* Opens the job; `settings` come on top of the user's and lose against them. False (said) if the job cannot
 * start. */
bool cli_session_open(cli_run *cli, const cli_group *group, const ferry_setting_value *settings,
                      size_t setting_count, cli_session *session);

/* Reads the group's inputs and loads them as one scene. False after an error in the report. */
bool cli_session_load(cli_session *session);

/* Converts the loaded scene in memory: the main file first. The files are the job's, and outlive the scene. False after an error in the report. */
bool cli_session_make(cli_session *session, const ferry_format *target, ferry_file_list *files);

/* How many of the files, the first ones, are the model: more than one where it is too large for one file. What lies beside it,
 * textures and streams, is behind them. */
uint32_t cli_count_model_files(const ferry_format *target, const ferry_file_list *files);

/* Instead of the loaded scene, what its conversion to `target` reads as: with its textures, from memory alone.
 * False after an error in the report. */
bool cli_session_convert(cli_session *session, const ferry_format *target);

/* Prints what the report holds beyond what was printed before. */
void cli_session_print(cli_session *session);

/* Prints, adds to the record and the totals, remembers failure or --strict, frees everything. */
void cli_session_close(cli_session *session);

/* Frees everything, silently: for a first look that is repeated later. */
void cli_session_drop(cli_session *session);

/* The text of the first error; NULL: there is none, or no memory for it. */
const char *cli_first_error(const cli_session *session);

/* Whether something was lost or repaired. */
bool cli_is_lossy(const cli_session *session);

/* Whether --strict refuses the model: then nothing of it is written. */
bool cli_is_refused(const cli_session *session);

/* Whether the report blames the options, that is, the command line. */
bool cli_is_usage_error(const ferry_report *report);

/* A job for inputs of the session, which may ask for its side files. */
ferry_job *cli_open_session_job(cli_session *session, const ferry_setting_value *settings, size_t setting_count);

#endif
