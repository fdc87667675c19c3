/* depfile.c: -MD and -MF: what a model was made from, as rules for make, which ninja and CMake read too. The
 * targets are the files that were written (or -MT). They depend on the inputs, on all side files that the
 * model referenced, on --materials and --plan. Each of these also gets a rule without sources, so that make
 * does not fail once one is deleted.
 *
 * A side file that does not exist cannot stand in a rule: make and ninja would rebuild every time. With
 * --depfile-style make it becomes $(wildcard FILE), so that make rebuilds once such a file appears.
 *
 * Names come from files that anybody may have made. A name that a rule cannot hold is an error, and nothing
 * is written. */
#include "cli/files/depfile.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/index.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/paths.h"
#include "cli/files/store.h"
#include "cli/print/print.h"
#include "cli/print/say.h"

static void add_byte(cli_run *cli, cli_rule_text *text, char byte) {
    if (text->size + 1 >= text->capacity) {
        size_t capacity = text->capacity ? text->capacity * 2 : 256;
        char *data = ferry_new(cli->arena, char, capacity);
        text->bad |= !data;
        if (!data) return;
        if (text->size) memcpy(data, text->data, text->size);
        text->data = data;
        text->capacity = capacity;
    }
    text->data[text->size++] = byte;
    text->data[text->size] = '\0';
}

static void add_plain(cli_run *cli, cli_rule_text *text, const char *plain) {
    for (; *plain; plain++) add_byte(cli, text, *plain);
}

static bool is_for_make(const cli_run *cli) {
    return cli->request.depfile_style && strcmp(cli->request.depfile_style, "make") == 0;
}

/* Where a name stands in a rule: make reads % of targets and | of sources. */
typedef enum path_place { PLACE_TARGET, PLACE_SOURCE } path_place;

/* What make and ninja protect alike, and what make alone does: to ninja a backslash before that is part of
 * the name. */
static bool is_protected(const cli_run *cli, path_place place, char byte) {
    if (byte == ' ' || byte == '\t' || byte == '#' || byte == ':') return true;
    return is_for_make(cli) && (strchr("*?[", byte) || byte == (place == PLACE_TARGET ? '%' : '|'));
}

/* As compilers do: backslashes count only before what they protect. */
static void add_path(cli_run *cli, cli_rule_text *text, path_place place, const char *path) {
    size_t backslashes = 0;
    for (; *path; path++) {
        if (*path == '=' && is_for_make(cli)) { /* else it would set a variable */
            add_plain(cli, text, "$(or =)");
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

/* As an argument of $(wildcard): what would match other names matches itself. */
static void add_pattern(cli_run *cli, cli_rule_text *text, const char *path) {
    for (; *path; path++) {
        if (strchr("\\*?[#", *path) || *path == ' ') add_byte(cli, text, '\\');
        if (*path == '=')
            add_plain(cli, text, "$(or =)");
        else if (*path == '$')
            add_plain(cli, text, "$$");
        else
            add_byte(cli, text, *path);
    }
}

/* make reads what $(wildcard) gives as names without protection: for these it gives the protected one. */
static const char reread_by_make[] = " :|\\";

static void add_missing(cli_run *cli, cli_rule_text *text, const char *path) {
    bool reread = strpbrk(path, reread_by_make);
    add_plain(cli, text, reread ? "$(foreach file,$(wildcard " : "$(wildcard ");
    add_pattern(cli, text, path);
    if (reread) add_plain(cli, text, "),");
    if (reread) add_path(cli, text, PLACE_SOURCE, path);
    add_byte(cli, text, ')');
}

/* ------------------------------------------------------------------------------- names that no rule holds
 *
 * As tried with make 4.3 and ninja 1.11: tests/cli/cases/depfile_tools.sh goes through all of ASCII. */

/* `.PHONY` and its like are orders to make. */
static bool is_order(const char *path) {
    return *path == '.' && path[1] && path[1 + strspn(path + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_")] == '\0';
}

static const char *quote_text(cli_run *cli, const char *text, int length, const char *place) {
    return cli_text(cli, "`%.*s`%s", length, text, place);
}

/* At its ends: make takes a name with brackets for a member of an archive, ~ for a home folder, and loses a
 * blank. */
static const char *find_unheld_end(cli_run *cli, const char *path) {
    const char *last = path + strlen(path) - 1;
    if (*last == '\\' || strchr(is_for_make(cli) ? " &" : ":", *last))
        return quote_text(cli, last, 1, " at its end");
    if (!is_for_make(cli)) return NULL;
    if (*last == ')' && strchr(path, '(')) return "parentheses at its end";
    return *path == '~' ? quote_text(cli, path, 1, " at its start") : NULL;
}

/* A line end would end the rule, `;` begin a recipe: what follows would be run. */
static const char *find_unheld(cli_run *cli, const char *path) {
    static const char never_in_ninja[] = "\"&'*<>?^`|", never_behind_backslash[] = "#:$";
    if (!*path) return NULL;
    if (is_order(path)) return "a special meaning in make";
    for (const char *at = path; *at; at++) {
        unsigned char c = (unsigned char)*at;
        if (c < 0x20 || c == 0x7F) return "a control character";
        if (c == ';' || (!is_for_make(cli) && strchr(never_in_ninja, c))) return quote_text(cli, at, 1, "");
        if (!is_for_make(cli) && c == '\\' && at[1] && strchr(never_behind_backslash, at[1]))
            return quote_text(cli, at, 2, "");
    }
    return find_unheld_end(cli, path);
}

static bool refuse_name(const cli_session *session, const char *path, const char *what) {
    const char *rule = is_for_make(session->cli) ? "a make rule" : "a rule for make and ninja";
    ferry_say(session->job, FERRY_ERROR, "cli.depfile-name", path, "",
              "%s cannot contain a name with %s; rename the file, or do not write a depfile", rule, what);
    return false;
}

static bool is_held(const cli_session *session, const char *path) {
    const char *what = find_unheld(session->cli, path);
    return !what || refuse_name(session, path, what);
}

/* Of a file that is not there: it stands inside of functions, which brackets would end or open again, and
 * where make reads a backslash and # in other ways. */
static bool is_held_inside(const cli_session *session, const char *path) {
    if (!is_held(session, path)) return false;
    const char *what = strpbrk(path, "()") ? "parentheses" : NULL;
    if (!what && strchr(path, '#') && strpbrk(path, reread_by_make))
        what = "`#` together with a space, "
               "`:`, `|` or `\\`";
    if (!what && (strstr(path, "\\ ") || strstr(path, "\\="))) what = "`\\` before a space or `=`";
    if (!what) return true;
    ferry_say(session->job, FERRY_ERROR, "cli.depfile-name", path, "",
              "the file does not exist, and a make rule cannot name a missing file with %s", what);
    return false;
}

static bool are_held(const cli_session *session, const cli_index *sources, const ferry_file_list *files) {
    const char *target = session->cli->request.target;
    bool held = !target || is_held(session, target);
    for (uint32_t i = 0; !target && i < files->count; i++) held &= is_held(session, files->data[i].name);
    for (uint32_t i = 0; i < sources->count; i++) held &= is_held(session, sources->texts[i]);
    for (const cli_looked *at = session->looked; at && is_for_make(session->cli); at = at->next)
        held &= at->found || is_held_inside(session, at->path);
    return held;
}

/* ------------------------------------------------------------------------------------------- a rule */

static bool add_once(cli_run *cli, cli_index *list, const char *path) {
    if (!path || strcmp(path, "-") == 0 || cli_index_find(list, path) != CLI_NONE) return true;
    return cli_index_add(cli->arena, list, path);
}

/* The files that are there: each once, in the order in which they were wanted. */
static bool list_sources(const cli_session *session, cli_index *list) {
    cli_run *cli = session->cli;
    bool fine = true;
    for (uint32_t i = 0; i < session->group->count; i++)
        fine = fine && add_once(cli, list, cli->inputs[session->group->first + i].path);
    for (const cli_looked *at = session->looked; at; at = at->next)
        fine = fine && (!at->found || add_once(cli, list, at->path));
    return fine && add_once(cli, list, cli->request.materials) && add_once(cli, list, cli->request.plan);
}

static void add_targets(cli_run *cli, cli_rule_text *text, const ferry_file_list *files) {
    const char *target = cli->request.target;
    if (target) add_path(cli, text, PLACE_TARGET, target);
    for (uint32_t i = 0; !target && i < files->count; i++) {
        if (i) add_plain(cli, text, " \\\n ");
        add_path(cli, text, PLACE_TARGET, files->data[i].name);
    }
    add_byte(cli, text, ':');
}

/* NULL: no memory. */
static const char *make_rule(const cli_session *session, const cli_index *sources,
                             const ferry_file_list *files) {
    cli_run *cli = session->cli;
    cli_rule_text text = {0};
    add_targets(cli, &text, files);
    for (uint32_t i = 0; i < sources->count; i++) {
        add_plain(cli, &text, " \\\n ");
        add_path(cli, &text, PLACE_SOURCE, sources->texts[i]);
    }
    for (const cli_looked *at = session->looked; at && is_for_make(cli); at = at->next) {
        if (at->found) continue;
        add_plain(cli, &text, " \\\n ");
        add_missing(cli, &text, at->path);
    }
    add_byte(cli, &text, '\n');
    for (uint32_t i = 0; i < sources->count; i++) {
        add_byte(cli, &text, '\n');
        add_path(cli, &text, PLACE_TARGET, sources->texts[i]);
        add_plain(cli, &text, ":\n");
    }
    return text.bad ? NULL : text.data;
}

/* -------------------------------------------------------------------------------------------- files */

bool cli_check_depfile(cli_run *cli) {
    const cli_request *request = &cli->request;
    const char *style = request->depfile_style;
    if (style && strcmp(style, "make") != 0 && strcmp(style, "ninja") != 0)
        return cli_wrong(cli, "--depfile-style needs make or ninja, not `%s`", style);
    if (request->depfile && strcmp(request->depfile, "-") == 0)
        return cli_wrong(cli, "-MF needs a file name");
    if ((style || request->target) && !request->depfile && !request->depend)
        return cli_wrong(cli, "%s needs -MD or -MF FILE", style ? "--depfile-style" : "-MT");
    return true;
}

void cli_add_depends(cli_run *cli, const char *rules) {
    if (cli->depends.size) add_byte(cli, &cli->depends, '\n');
    add_plain(cli, &cli->depends, rules);
}

bool cli_note_depends(cli_session *session, ferry_file_list *files) {
    cli_run *cli = session->cli;
    if ((!cli->request.depend && !cli->request.depfile) || !files->count) return true;
    cli_index sources = {0};
    bool listed = list_sources(session, &sources);
    if (listed && !are_held(session, &sources, files)) return false;
    const char *rule = listed ? make_rule(session, &sources, files) : NULL, *main_file = files->data[0].name;
    if (!rule) {
        ferry_say(session->job, FERRY_ERROR, "cli.memory", session->name, "",
                  "out of memory for its dependencies");
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
        cli_print(stderr, "ferry64: error: out of memory for the dependencies\n");
        cli_remember(cli, CLI_FAILED);
    } else if (text->size) {
        cli_save_file(cli, cli->request.depfile, "-MF",
                      (ferry_bytes){(const uint8_t *)text->data, text->size});
    }
}
