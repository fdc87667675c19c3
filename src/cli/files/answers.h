/* answers.h: what models were told about side files in a first look (processing/look.c). */
#ifndef FERRY_CLI_FILES_ANSWERS_H
#define FERRY_CLI_FILES_ANSWERS_H

#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* During the first look: keeps an answer. */
void cli_note_answer(cli_session *session, cli_question question, const char *name, const char *path);

/* After it: what the session's group was told. False: it has not asked. */
bool cli_find_answer(const cli_session *session, cli_question question, const char *name, const char **path);

#endif
