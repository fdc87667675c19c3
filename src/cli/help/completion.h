/* completion.h: the tables of verbs and options as completions for bash, zsh and fish. */
#ifndef FERRY_CLI_HELP_COMPLETION_H
#define FERRY_CLI_HELP_COMPLETION_H

#include "cli/base/request.h"

/* For "bash", "zsh" or "fish", on standard output. False after a complaint. */
bool cli_completion(cli_run *cli, const char *shell);

#endif
