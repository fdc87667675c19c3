/* answers.c: what models were told about side files in a first look (processing/look.c). */
#include "cli/files/answers.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "ferry64_format.h"
#include "cli/base/index.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"

static const char *key_of(const cli_session *session, cli_question question, const char *name) {
    uint32_t group = (uint32_t)(session->group - session->cli->groups);
    return cli_text(session->cli, "%u %d %s", group, (int)question, name);
}

static void put_text(ferry_out *out, const char *text) {
    uint64_t size = strlen(text);
    ferry_put_bytes(out, &size, sizeof size);
    ferry_put_bytes(out, text, (size_t)size);
}

void cli_note_answer(cli_session *session, cli_question question, const char *name, const char *path) {
    if (!session->asked) return;
    put_text(session->asked, key_of(session, question, name));
    put_text(session->asked, path ? path : "");
}

bool cli_find_answer(const cli_session *session, cli_question question, const char *name, const char **path) {
    const cli_answers *answers = &session->cli->answers;
    uint32_t number = cli_index_find(&answers->questions, key_of(session, question, name));
    *path = number == CLI_NONE ? NULL : answers->paths[number];
    return number != CLI_NONE;
}
