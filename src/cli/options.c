/* options.c: the parser: walks the command line by the tables of verbs and options. */
#include "cli/options.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/option_table.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/user_settings.h"
#include "cli/base/verb_table.h"
#include "cli/print/near.h"
#include "cli/print/say.h"
#include "core/base/settings.h"

#define FIELD(name) offsetof(cli_request, name)

/* What the parser carries along the command line. */
typedef struct option_walk {
    cli_run *cli;
    int argc, at;
    char **argv;
    bool options_ended;                 /* behind -- */
    bool *used;                         /* of all options */
    const char *shown[CLI_MAX_OPTIONS]; /* the option as typed, for complaints */
} option_walk;

static bool set_setting(cli_run *cli, const char *text) {
    const char *equals = strchr(text, '=');
    if (!equals || equals == text) return cli_wrong(cli, "--set needs KEY=VALUE, not `%s`", text);
    return cli_set(cli, cli_text(cli, "%.*s", (int)(equals - text), text), equals + 1);
}

static bool set_size(cli_run *cli, const cli_option *option, const char *text, size_t *size) {
    static const char letters[] = "KMG";
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    const char *unit = *end ? strchr(letters, *end & ~0x20) : NULL;
    unsigned shift = unit ? 10u * (unsigned)(unit - letters + 1) : 0;
    bool whole = *text >= '0' && *text <= '9' && (!*end || (unit && *unit && !end[1]));
    if (!whole || !number || number > SIZE_MAX >> shift)
        return cli_wrong(cli, "--%s needs a size such as 800000, 512M or 2G, not `%s`", option->name, text);
    *size = (size_t)number << shift;
    return true;
}

static bool set_seconds(cli_run *cli, const cli_option *option, const char *text, double *seconds) {
    char *end;
    *seconds = strtod(text, &end);
    if (end == text || *end || !isfinite(*seconds) || *seconds <= 0)
        return cli_wrong(cli, "--%s needs a number of seconds above 0, not `%s`", option->name, text);
    return true;
}

static bool set_count(cli_run *cli, const cli_option *option, const char *text, uint32_t *count) {
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || number > UINT32_MAX)
        return cli_wrong(cli, "--%s needs a whole number, not `%s`", option->name, text);
    *count = (uint32_t)number;
    return true;
}

static bool wrong_value(cli_run *cli, const cli_option *option, const char *value, const char *allowed) {
    char text[FY_PROBLEM_SIZE];
    const char *problem = fy_setting_problem(option->key, value, text);
    return cli_wrong(cli, "--%s cannot be `%s`%s%s", option->name, value,
                     problem ? ": " : "; allowed: ", problem ? problem : allowed);
}

/* Complaints name the option that the user gave, not the setting behind it. */
static bool set_alias(cli_run *cli, const cli_option *option, const char *value) {
    const char *allowed;
    if (!value) return set_setting(cli, option->key);
    if (!*value && option->kind == OPTION_LIST)
        return cli_wrong(cli, "--%s needs %s, not an empty value", option->name, option->argument);
    if (!ferry_setting_allows(option->key, value, &allowed)) return wrong_value(cli, option, value, allowed);
    const char *before = option->kind == OPTION_LIST ? cli_setting(cli, option->key) : NULL;
    return cli_set(cli, option->key, before ? cli_text(cli, "%s,%s", before, value) : value);
}

/* Of most options the last one counts. A second output would leave the first one unwritten, so it is
 * refused. */
static bool is_output(const cli_option *option) {
    return option->field == FIELD(output) || option->field == FIELD(output_dir);
}

static bool set_option(cli_run *cli, const cli_option *option, const char *value) {
    char *field = (char *)&cli->request + option->field;
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)(void *)field = true;
        return true;
    case OPTION_TEXT: /* usually a shell variable that is not set */
        if (!*value)
            return cli_wrong(cli, "--%s needs %s, not an empty value", option->name, option->argument);
        if (*(const char **)(void *)field && is_output(option))
            return cli_wrong(cli, "--%s is given twice: `%s` and `%s`", option->name,
                             *(const char **)(void *)field, value);
        *(const char **)(void *)field = value;
        return true;
    case OPTION_SIZE:
        return set_size(cli, option, value, (size_t *)(void *)field);
    case OPTION_SECONDS:
        return set_seconds(cli, option, value, (double *)(void *)field);
    case OPTION_COUNT:
        return set_count(cli, option, value, (uint32_t *)(void *)field);
    case OPTION_SETTING:
        return set_setting(cli, value);
    case OPTION_ALIAS:
    case OPTION_LIST:
        return set_alias(cli, option, value);
    }
    return false;
}

static void note_use(option_walk *walk, const cli_option *option, const char *shown) {
    walk->used[option - cli_options] = true;
    walk->shown[option - cli_options] = shown;
}

/* The value of an option that stands as the next argument; NULL after a complaint. */
static const char *next_value(option_walk *walk, const cli_option *option, const char *shown) {
    if (walk->at + 1 < walk->argc) return walk->argv[++walk->at];
    cli_wrong(walk->cli, "%s needs %s", shown, option->argument);
    return NULL;
}

/* The verb that the user means, also where it stands behind the option. */
static const cli_verb *find_meant_verb(const option_walk *walk) {
    const cli_request *request = &walk->cli->request;
    int at = walk->at + 1;
    if (request->verb_given || request->input_count) return request->verb;
    while (at < walk->argc && walk->argv[at][0] == '-') at++;
    const cli_verb *verb = at < walk->argc ? cli_find_verb(walk->argv[at]) : NULL;
    return verb ? verb : request->verb;
}

static bool unknown_option(const option_walk *walk, const char *shown, const char *name) {
    cli_run *cli = walk->cli;
    cli_near near = cli_near_to(name);
    for (const cli_option *option = cli_options; option->name; option++) cli_near_offer(&near, option->name);
    if (near.found) return cli_wrong(cli, "unknown option `%s`; did you mean `--%s`?", shown, near.found);
    return cli_wrong(cli, "unknown option `%s`; see `ferry64 %s --help`", shown, find_meant_verb(walk)->name);
}

/* `--name`, `--name=value`, `--name value` */
static bool take_long(option_walk *walk, const char *argument) {
    cli_run *cli = walk->cli;
    const char *equals = strchr(argument, '=');
    size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
    const char *shown = cli_text(cli, "%.*s", (int)length, argument);
    for (const cli_option *option = cli_options; option->name; option++) {
        if (strcmp(option->name, shown + 2) != 0) continue;
        note_use(walk, option, shown);
        if (!option->argument) {
            if (equals) return cli_wrong(cli, "%s takes no value", shown);
            return set_option(cli, option, NULL);
        }
        const char *value = equals ? equals + 1 : next_value(walk, option, shown);
        return value && set_option(cli, option, value);
    }
    return unknown_option(walk, shown, shown + 2);
}

/* `-MD`, `-MF FILE`, `-MFFILE`. `taken`: it is such an option. */
static bool take_word(option_walk *walk, const char *argument, bool *taken) {
    for (const cli_option *option = cli_options; option->name; option++) {
        const char *word = cli_option_word(option);
        size_t length = word ? strlen(word) : 0;
        if (!length || strncmp(argument + 1, word, length) != 0) continue;
        const char *rest = argument + 1 + length, *shown = cli_text(walk->cli, "-%s", word);
        if (*rest && !option->argument) continue;
        *taken = true;
        note_use(walk, option, shown);
        const char *value = !option->argument ? NULL : *rest ? rest : next_value(walk, option, shown);
        return (value || !option->argument) && set_option(walk->cli, option, value);
    }
    return true;
}

/* `-q`, `-qv`, `-oFILE`, `-o FILE` */
static bool take_letters(option_walk *walk, const char *argument) {
    bool taken = false;
    if (!take_word(walk, argument, &taken)) return false;
    if (taken) return true;
    for (const char *letter = argument + 1; *letter; letter++) {
        const char *shown = cli_text(walk->cli, "-%c", *letter);
        const cli_option *option = cli_options;
        while (option->name && option->letter != *letter) option++;
        if (!option->name)
            return unknown_option(walk, letter == argument + 1 ? argument : shown, argument + 1);
        note_use(walk, option, shown);
        if (!option->argument) {
            if (!set_option(walk->cli, option, NULL)) return false;
            continue;
        }
        const char *value = letter[1] ? letter + 1 : next_value(walk, option, shown);
        return value && set_option(walk->cli, option, value);
    }
    return true;
}

static bool take_argument(option_walk *walk, const char *argument) {
    cli_request *request = &walk->cli->request;
    bool first = !request->verb_given && request->input_count == 0;
    if (!walk->options_ended && argument[0] == '-' && argument[1] &&
        argument[1] != '#') { /* -#x: out of stdin */
        if (strcmp(argument, "--") == 0) return walk->options_ended = true;
        return argument[1] == '-' ? take_long(walk, argument) : take_letters(walk, argument);
    }
    if (!*argument) return cli_wrong(walk->cli, "an input is empty; is a shell variable not set?");
    const cli_verb *verb = first && !walk->options_ended ? cli_find_verb(argument) : NULL;
    if (verb) {
        request->verb = verb;
        request->verb_given = true;
        return true;
    }
    request->inputs[request->input_count++] = argument;
    return true;
}

/* The verbs that accept the option, for a complaint. */
static const char *verbs_of(cli_run *cli, const cli_option *option) {
    const char *list = "";
    for (const cli_verb *verb = cli_verbs; verb->name; verb++)
        if (option->verbs & verb->id) list = cli_text(cli, "%s%s`%s`", list, *list ? ", " : "", verb->name);
    return list;
}

static bool check_uses(option_walk *walk) {
    cli_run *cli = walk->cli;
    const cli_verb *verb = cli->request.verb;
    for (size_t i = 0; cli_options[i].name; i++)
        if (walk->used[i] && !(cli_options[i].verbs & verb->id))
            return cli_wrong(cli, "%s is not an option of `%s`, only of %s", walk->shown[i], verb->name,
                             verbs_of(cli, &cli_options[i]));
    return true;
}

bool cli_parse(cli_run *cli, int argc, char **argv) {
    cli_request *request = &cli->request;
    request->verb = cli_find_verb("convert");
    request->inputs = ferry_new(cli->arena, const char *, (size_t)argc + 1);
    request->given = ferry_new(cli->arena, bool, CLI_MAX_OPTIONS);
    if (!request->inputs || !request->given) return cli_wrong(cli, "out of memory");
    option_walk walk = {.cli = cli, .argc = argc, .at = 1, .argv = argv, .used = request->given};
    for (; walk.at < argc; walk.at++)
        if (!take_argument(&walk, argv[walk.at])) return false;
    if (request->help || request->version) return true;
    return check_uses(&walk);
}
