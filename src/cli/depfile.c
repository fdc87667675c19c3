/*
 * depfile.c: -MD and -MF: what a model was made of, as rules for make, which ninja and CMake read too. The
 * files that it became are the targets (or -MT), and depend on the inputs, on all files beside them that the
 * model asked for, and on --materials. A line for each of these alone makes sure that make does not miss one
 * that is deleted later.
 *
 * A file that was asked for and is not there cannot stand in a rule: make and ninja would build for ever.
 * With --depfile-style make it stands there as $(wildcard FILE), so that make builds again once there is such
 * a file.
 *
 * Names come from files that anybody may have made. One that a rule cannot hold is an error, and nothing is written.
 */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

static void add_byte(cli_run *cli, cli_rule_text *text, char byte) {
    if (text->size + 1 >= text->capacity) {
        size_t capacity = text->capacity ? text->capacity * 2 : 256;
        char *data = ferry_new(cli->home, char, capacity);
        text->bad |= !data;
        if (!data) return;
        if (text->size) memcpy(data, text->data, text->size);
        text->data = data;
        text->capacity = capacity;
    }
    text->data[text->size++] = byte;
    text->data[text->size] = '\0';
}

static void add(cli_run *cli, cli_rule_text *text, const char *plain) {
    for (; *plain; plain++) add_byte(cli, text, *plain);
}

static bool is_for_make(const cli_run *cli) {
    return cli->request.depfile_style && strcmp(cli->request.depfile_style, "make") == 0;
}

/* Where a name stands in a rule: make reads % of targets and | of sources. */
typedef enum path_place { PLACE_TARGET, PLACE_SOURCE } path_place;

/* What make and ninja protect alike, and what make alone does: to ninja a backslash before that is part of the name. */
static bool is_protected(const cli_run *cli, path_place place, char byte) {
    if (byte == ' ' || byte == '\t' || byte == '#' || byte == ':') return true;
    return is_for_make(cli) && byte == (place == PLACE_TARGET ? '%' : '|');
}

/* As compilers do: backslashes count only before what they protect. */
static void add_path(cli_run *cli, cli_rule_text *text, path_place place, const char *path) {
    size_t backslashes = 0;
    for (; *path; path++) {
        if (*path == '=' && is_for_make(cli)) { /* else it would set a variable */
            add(cli, text, "$(or =)");
            backslashes = 0;
            continue;
        }
        bool protect = is_protected(cli, place, *path);
        for (size_t i = 0; protect && i < backslashes; i++) add_byte(cli, text, '\\');
        if (protect) add_byte(cli, text, '\\');
        if (*path == '$') add_byte(cli, text, '$');
        add_byte(cli, text, *path);
        backslashes = *path == '\\' ? backslashes + 1 : 0;
    }
}

typedef struct path_list {
    const char **paths;
    size_t count, room;
} path_list;

/* ------------------------------------------------------------------------------- names that no rule holds */

/* A line end would end the rule, `;` begin a recipe: what follows would be run. */
static const char *find_unheld(const cli_run *cli, const char *path) {
    static const char never_in_ninja[] = "*<>^`|";
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        if (c < 0x20 || c == 0x7F || c == ';') return path;
        if (!is_for_make(cli) && (strchr(never_in_ninja, c) || (c == '\\' && path[1] == '#'))) return path;
    }
    return NULL;
}

static bool is_held(const cli_session *session, const char *path) {
    const cli_run *cli = session->cli;
    const char *at = find_unheld(cli, path);
    bool control = at && ((unsigned char)*at < 0x20 || *at == 0x7F);
    if (at)
        ferry_say(session->job, FERRY_ERROR, "cli.depfile-name", path, "",
                  "%s cannot hold a name with %s%.*s%s: rename the file, or do without a depfile",
                  is_for_make(cli) ? "a rule of make" : "a rule that make and ninja read",
                  control ? "a control character" : "`", control ? 0 : *at == '\\' ? 2 : 1, at, control ? "" : "`");
    return !at;
}

/* Of a file that is not there: it stands inside of $(wildcard), which brackets would end or open again. */
static bool is_held_inside(const cli_session *session, const char *path) {
    if (!strpbrk(path, "()")) return is_held(session, path);
    ferry_say(session->job, FERRY_ERROR, "cli.depfile-name", path, "",
              "the file is not there, and make cannot ask for it by a name with brackets");
    return false;
}

static bool are_held(const cli_session *session, const path_list *sources, const ferry_file_list *files) {
    const char *target = session->cli->request.target;
    bool held = !target || is_held(session, target);
    for (uint32_t i = 0; !target && i < files->count; i++) held &= is_held(session, files->data[i].name);
    for (size_t i = 0; i < sources->count; i++) held &= is_held(session, sources->paths[i]);
    for (const cli_looked *at = session->looked; at && is_for_make(session->cli); at = at->next)
        held &= at->found || is_held_inside(session, at->path);
    return held;
}

/* ------------------------------------------------------------------------------------------- a rule */

static bool was_before(const char *const *paths, size_t count, const char *path) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(paths[i], path) == 0) return true;
    return false;
}

static void add_once(path_list *list, const char *path) {
    if (path && strcmp(path, "-") != 0 && list->count < list->room &&
        !was_before(list->paths, list->count, path))
        list->paths[list->count++] = path;
}

/* The files that are there: each once, in the order in which they were wanted. */
static bool list_sources(const cli_session *session, path_list *list) {
    cli_run *cli = session->cli;
    list->room = session->group->count + 1u;
    for (const cli_looked *at = session->looked; at; at = at->next) list->room++;
    list->paths = ferry_new(cli->home, const char *, list->room);
    if (!list->paths) return false;
    for (uint32_t i = 0; i < session->group->count; i++)
        add_once(list, cli->inputs[session->group->first + i].path);
    for (const cli_looked *at = session->looked; at; at = at->next)
        if (at->found) add_once(list, at->path);
    add_once(list, cli->request.materials);
    return true;
}

static void add_targets(cli_run *cli, cli_rule_text *text, const ferry_file_list *files) {
    const char *target = cli->request.target;
    if (target) add_path(cli, text, PLACE_TARGET, target);
    for (uint32_t i = 0; !target && i < files->count; i++) {
        if (i) add(cli, text, " \\\n ");
        add_path(cli, text, PLACE_TARGET, files->data[i].name);
    }
    add_byte(cli, text, ':');
}

/* NULL: no memory. */
static const char *make_rule(const cli_session *session, const path_list *sources, const ferry_file_list *files) {
    cli_run *cli = session->cli;
    cli_rule_text text = {0};
    add_targets(cli, &text, files);
    for (size_t i = 0; i < sources->count; i++) {
        add(cli, &text, " \\\n ");
        add_path(cli, &text, PLACE_SOURCE, sources->paths[i]);
    }
    for (const cli_looked *at = session->looked; at && is_for_make(cli); at = at->next) {
        if (at->found) continue;
        add(cli, &text, " \\\n $(wildcard ");
        add_path(cli, &text, PLACE_SOURCE, at->path);
        add_byte(cli, &text, ')');
    }
    add_byte(cli, &text, '\n');
    for (size_t i = 0; i < sources->count; i++) {
        add_byte(cli, &text, '\n');
        add_path(cli, &text, PLACE_TARGET, sources->paths[i]);
        add(cli, &text, ":\n");
    }
    return text.bad ? NULL : text.data;
}

/* -------------------------------------------------------------------------------------------- files */

bool cli_check_depfile(cli_run *cli) {
    const cli_request *request = &cli->request;
    const char *style = request->depfile_style;
    if (style && strcmp(style, "make") != 0 && strcmp(style, "ninja") != 0)
        return cli_wrong(cli, "--depfile-style is make or ninja, not `%s`", style);
    if ((style || request->target) && !request->depfile && !request->depend)
        return cli_wrong(cli, "%s needs -MD or -MF FILE", style ? "--depfile-style" : "-MT");
    return true;
}

void cli_add_depends(cli_run *cli, const char *rules) {
    if (cli->depends.size) add_byte(cli, &cli->depends, '\n');
    add(cli, &cli->depends, rules);
}

bool cli_note_depends(cli_session *session, ferry_file_list *files) {
    cli_run *cli = session->cli;
    if ((!cli->request.depend && !cli->request.depfile) || !files->count) return true;
    path_list sources = {0};
    bool listed = list_sources(session, &sources);
    if (listed && !are_held(session, &sources, files)) return false;
    const char *rule = listed ? make_rule(session, &sources, files) : NULL, *main_file = files->data[0].name;
    if (!rule) {
        ferry_say(session->job, FERRY_ERROR, "limits.memory", session->name, "",
                  "no memory for what it depends on");
        return false;
    }
    if (cli->request.depfile) {
        cli_add_depends(cli, rule);
        return true;
    }
    const char *name =
        cli_text(cli, "%.*s.d", (int)(strlen(main_file) - strlen(cli_path_extension(main_file))), main_file);
    return ferry_add_file(session->job, files, name, (ferry_bytes){(const uint8_t *)rule, strlen(rule)});
}

void cli_save_depends(cli_run *cli) {
    const cli_rule_text *text = &cli->depends;
    if (text->bad) {
        cli_print(stderr, "ferry64: error: no memory for what the outputs depend on\n");
        cli_remember(cli, CLI_FAILED);
    } else if (text->size) {
        cli_save_file(cli, cli->request.depfile, "-MF",
                      (ferry_bytes){(const uint8_t *)text->data, text->size});
    }
}
