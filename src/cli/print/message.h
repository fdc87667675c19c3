/* message.h: prints the library's messages on standard error, one line each, with the severity in colour. */
#ifndef FERRY_CLI_PRINT_MESSAGE_H
#define FERRY_CLI_PRINT_MESSAGE_H

#include "ferry64.h"
#include "cli/base/request.h"

/* Decides on colours by --color, NO_COLOR and the terminal. False after a complaint. */
bool cli_choose_colors(cli_run *cli);

/* Prints one line on standard error. `name` stands before messages that name no file. */
void cli_print_message(cli_run *cli, const ferry_message *message, const char *name);

#endif
