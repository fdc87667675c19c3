/* message.h: what the library reports, a line each, on standard error, with a colour for what counts. */
#ifndef FERRY_CLI_PRINT_MESSAGE_H
#define FERRY_CLI_PRINT_MESSAGE_H

#include "ferry64.h"
#include "cli/base/request.h"

/* What --color, NO_COLOR and the terminal want. False after a complaint. */
bool cli_choose_colors(cli_run *cli);

/* A line on standard error. `name` stands before messages that name no file. */
void cli_print_message(cli_run *cli, const ferry_message *message, const char *name);

#endif
