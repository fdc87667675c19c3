/* user_settings.c: settings that the user gave. */
#include "cli/base/user_settings.h"

#include <stddef.h>
#include <string.h>

#include "ferry64.h"
#include "cli/base/option_table.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

bool cli_set(cli_run *cli, const char *key, const char *value) {
    cli_request *request = &cli->request;
    for (size_t i = 0; i < request->setting_count; i++)
        if (strcmp(request->settings[i].key, key) == 0) {
            request->settings[i].value = value;
            return true;
        }
    request->settings[request->setting_count++] = (ferry_setting_value){key, value};
    return true;
}

void cli_unset(cli_run *cli, const char *key) {
    cli_request *request = &cli->request;
    size_t kept = 0;
    for (size_t i = 0; i < request->setting_count; i++)
        if (strcmp(request->settings[i].key, key) != 0) request->settings[kept++] = request->settings[i];
    request->setting_count = kept;
}

const char *cli_setting(const cli_run *cli, const char *key) {
    for (size_t i = 0; i < cli->request.setting_count; i++)
        if (strcmp(cli->request.settings[i].key, key) == 0) return cli->request.settings[i].value;
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
