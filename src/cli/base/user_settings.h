/* user_settings.h: the settings that the user gave. */
#ifndef FERRY_CLI_BASE_USER_SETTINGS_H
#define FERRY_CLI_BASE_USER_SETTINGS_H

#include "cli/base/request.h"

/* Sets a setting, replacing an earlier value of the same key. False: no memory; then no job can be opened. */
bool cli_set(cli_run *cli, const char *key, const char *value);

/* Removes the value that the user gave for the key. */
void cli_unset(cli_run *cli, const char *key);

/* The value the user gave for the key; NULL if none. */
const char *cli_setting(const cli_run *cli, const char *key);

/* The option that stands for the setting and was given; NULL: only --set can have set it. */
const cli_option *cli_option_of(const cli_run *cli, const char *key);

#endif
