/* settings.c: which setting of a format an option or a verb means. */
#include "cli/processing/settings.h"

#include <stddef.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/option_table.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/user_settings.h"
#include "cli/print/say.h"

static bool has_setting(const ferry_format *format, const char *key) {
    for (const ferry_setting *s = format->settings; s && s->key; s++)
        if (strcmp(s->key, key) == 0) return true;
    return false;
}

const char *cli_format_key(cli_run *cli, const ferry_format *format, const char *name) {
    const char *own = cli_text(cli, "%s.%s", format->name, name);
    if (has_setting(format, own)) return own;
    const ferry_format *owner =
        format->settings_of ? ferry_find_format(cli->arena, format->settings_of) : NULL;
    const char *key = owner ? cli_text(cli, "%s.%s", owner->name, name) : NULL;
    return key && has_setting(owner, key) ? key : NULL;
}

/* The format that a key belongs to; NULL: a pass. */
static const ferry_format *owner_of(cli_run *cli, const char *key) {
    return ferry_find_format(cli->arena, cli_text(cli, "%.*s", (int)strcspn(key, "."), key));
}

/* Whether the pass with this setting has something to do for the format. */
static bool runs_for(const ferry_format *target, const char *key) {
    if (strncmp(key, "rigid.", 6) == 0) return target->caps->max_influences == 1;
    if (strncmp(key, "poses.", 6) == 0) return target->caps->clips || target->caps->tracks;
    return true;
}

bool cli_lend_options(cli_run *cli, const ferry_format *target) {
    for (const cli_option *option = cli_options; option->name; option++) {
        if (!cli->request.given[option - cli_options] || option->kind != OPTION_ALIAS) continue;
        const ferry_format *owner = owner_of(cli, option->key);
        if (owner == target) continue;
        if (!owner && !runs_for(target, option->key))
            return cli_wrong(cli, "--%s has no effect on format `%s`", option->name, target->name);
        if (!owner) continue;
        const char *key = cli_format_key(cli, target, strchr(option->key, '.') + 1);
        if (!key) return cli_wrong(cli, "--%s: format `%s` has no such setting", option->name, target->name);
        cli_set(cli, key, cli_setting(cli, option->key));
    }
    return true;
}

bool cli_check_lods_as(cli_run *cli) {
    bool levels = cli_setting(cli, "simplify.levels") || !cli_setting(cli, "t3dm.lods");
    for (uint32_t i = 0; i < cli->input_count && !levels; i++)
        levels =
            cli->inputs[i].failed || (cli->inputs[i].format && strcmp(cli->inputs[i].format, "t3dm") == 0);
    return levels || cli_wrong(cli, "--lods-as needs --lods: no input has levels of detail");
}
