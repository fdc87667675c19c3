/* command.c: command lines that convert as planned, for a shell: the options that conversions know are
 * repeated as they were given. */
#include "cli/plan/command.h"

#include <string.h>

#include "cli/base/option_table.h"
#include "cli/base/run_state.h"
#include "cli/base/user_settings.h"
#include "cli/files/input.h"
#include "cli/plan/points.h"

/* As one word of a shell. */
static const char *quoted(cli_run *cli, const char *text) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:=%,+@-";
    if (*text && !text[strspn(text, plain)]) return text;
    const char *word = "'";
    for (size_t length; *text; text += length + (text[length] != 0)) {
        length = strcspn(text, "'");
        word = cli_text(cli, "%s%.*s%s", word, (int)length, text, text[length] ? "'\\''" : "");
    }
    return cli_text(cli, "%s'", word);
}

/* A name that begins with a dash would be an option. */
static const char *quoted_input(cli_run *cli, const char *name) {
    bool dash = *name == '-' && name[1] && name[1] != '#';
    return quoted(cli, dash ? cli_text(cli, "./%s", name) : name);
}

/* What names an input again: for messages standard input has a name that is no file's. */
static const char *argument_of(cli_run *cli, const cli_input *input) {
    if (strcmp(input->path, "-") != 0) return cli_input_name(cli, input);
    return input->member ? cli_text(cli, "-#%s", input->member) : "-";
}

/* The argument as given; NULL: it takes none. */
static const char *value_of(cli_run *cli, const cli_option *option) {
    if (!option->argument) return NULL;
    if (option->kind == OPTION_TEXT) return *(const char **)(void *)((char *)&cli->request + option->field);
    return cli_setting(cli, option->key);
}

static bool is_for_converting(const cli_option *option) {
    bool kind = option->kind == OPTION_TEXT || option->kind == OPTION_ALIAS || option->kind == OPTION_LIST;
    return kind && option->verbs & VERB_CONVERT && option->verbs & VERB_PLAN &&
           option->group < GROUP_PICTURE && strcmp(option->name, "output") != 0;
}

static const char *options_text(cli_run *cli) {
    const cli_request *request = &cli->request;
    const char *text = "";
    for (const cli_option *option = cli_options; option->name; option++) {
        if (!request->given[option - cli_options] || !is_for_converting(option)) continue;
        const char *value = value_of(cli, option);
        text = cli_text(cli, "%s --%s%s%s", text, option->name, value ? " " : "",
                        value ? quoted(cli, value) : "");
    }
    for (size_t i = 0; i < request->settings.count; i++) {
        const ferry_setting_value *set = &request->settings.data[i];
        if (cli_option_of(cli, set->key)) continue;
        text = cli_text(cli, "%s --set %s", text, quoted(cli, cli_text(cli, "%s=%s", set->key, set->value)));
    }
    return text;
}

const char *cli_plan_command(const cli_plan_run *run, uint32_t group) {
    cli_run *cli = run->cli;
    const cli_group *of = &cli->groups[group];
    const cli_plan_model *model = &run->models[group];
    uint32_t triangles = cli_plan_triangles(&model->points[model->taken]);
    const char *text = "ferry64 convert";
    for (uint32_t i = 0; i < of->count; i++)
        text = cli_text(cli, "%s %s", text, quoted_input(cli, argument_of(cli, &cli->inputs[of->first + i])));
    if (triangles) text = cli_text(cli, "%s --triangles %u", text, triangles);
    return cli_text(cli, "%s%s", text, options_text(cli));
}

const char *cli_plan_command_by_file(const cli_plan_run *run, const char *path) {
    cli_run *cli = run->cli;
    const char *text = cli->request.recursive ? "ferry64 convert -r" : "ferry64 convert";
    for (size_t i = 0; i < cli->request.input_count; i++)
        text = cli_text(cli, "%s %s", text, quoted_input(cli, cli->request.inputs[i]));
    return cli_text(cli, "%s --plan %s%s", text, quoted(cli, path), options_text(cli));
}
