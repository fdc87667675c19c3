/* user_settings.c: settings that the user gave. */
#include "cli/base/user_settings.h"

#include <stddef.h>
#include <string.h>

#include "ferry64.h"
#include "cli/base/option_table.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/setting_list.h"

bool cli_set(cli_run *cli, const char *key, const char *value) {
    cli_setting_list *settings = &cli->request.settings;
    for (uint32_t i = 0; i < settings->count; i++)
        if (strcmp(settings->data[i].key, key) == 0) {
            settings->data[i].value = value;
            return true;
        }
    cli_add_setting(cli, settings, key, value);
    return !settings->failed;
}

void cli_unset(cli_run *cli, const char *key) {
    cli_setting_list *settings = &cli->request.settings;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < settings->count; i++)
        if (strcmp(settings->data[i].key, key) != 0) settings->data[kept++] = settings->data[i];
    settings->count = kept;
}

const char *cli_setting(const cli_run *cli, const char *key) {
    const cli_setting_list *settings = &cli->request.settings;
    for (uint32_t i = 0; i < settings->count; i++)
        if (strcmp(settings->data[i].key, key) == 0) return settings->data[i].value;
    return NULL;
}

const cli_option *cli_option_of(const cli_run *cli, const char *key) {
    const size_t length = strlen(key);
    for (const cli_option *option = cli_options; option->name; option++) {
        bool alias = option->kind == OPTION_ALIAS || option->kind == OPTION_LIST;
        if (alias && cli->request.given[option - cli_options] && strncmp(option->key, key, length) == 0 &&
            (!option->key[length] || option->key[length] == '='))
            return option;
    }
    return NULL;
}
