/*
 * obey.c: see obey.h. Of the document only `frame` and of each model `input` and `triangles` are read. A
 * model's name may be typed from another folder than it was when the plan was made: two names are of one
 * model if the shorter one is the end of the longer one, folder by folder; `.` and `..` at the beginning do
 * not count.
 */
#include "cli/plan/obey.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64_format.h"
#include "cli/base/session_state.h"
#include "cli/base/setting_list.h"
#include "cli/base/user_settings.h"
#include "cli/files/input.h"
#include "cli/files/jobs.h"
#include "cli/files/reads.h"
#include "cli/print/message.h"
#include "cli/print/print.h"
#include "cli/print/say.h"

/* What `of` says of a model. */
typedef struct found {
    const cli_planned *planned;
    uint32_t count; /* of those that name it as well */
} found;

/* ----------------------------------------------------------------------------------------------- the file */

static bool wrong_at(cli_run *cli, const char *place, const char *expected) {
    cli_print(stderr, "%s: error: %s: %s\n", cli->request.plan, place, expected);
    cli_remember(cli, CLI_FAILED);
    return false;
}

static bool wrong_syntax(cli_run *cli, const json_error_t *error) {
    cli_print(stderr, "%s:%d:%d: error: %s\n", cli->request.plan, error->line, error->column, error->text);
    cli_remember(cli, CLI_FAILED);
    return false;
}

static bool read_model(cli_run *cli, const json_t *model, size_t number) {
    const char *input = json_string_value(json_object_get(model, "input"));
    const json_t *triangles = json_object_get(model, "triangles");
    bool counted = json_is_integer(triangles) && json_integer_value(triangles) > 0 &&
                   json_integer_value(triangles) <= 1 << 30;
    if (!input || !*input)
        return wrong_at(cli, cli_text(cli, "models[%zu].input", number), "expected the name of a model");
    if (!counted && !json_is_null(triangles))
        return wrong_at(cli, cli_text(cli, "models[%zu].triangles", number),
                        "expected a whole number above 0, or null: all");
    cli->plan.data[cli->plan.count++] =
        (cli_planned){cli_text(cli, "%s", input),
                      counted ? cli_text(cli, "%u", (unsigned)json_integer_value(triangles)) : NULL};
    return true;
}

static bool read_document(cli_run *cli, const json_t *document) {
    const json_t *models = json_object_get(document, "models"), *frame = json_object_get(document, "frame");
    size_t i;
    json_t *model;
    if (!json_is_array(models))
        return wrong_at(cli, "models", "expected a list, as `plan --frame -o FILE` writes");
    if (json_is_null(frame))
        return wrong_at(cli, "frame", "expected a plan for a frame, but nothing was chosen: `plan --frame`");
    cli->plan.data = ferry_new(cli->arena, cli_planned, json_array_size(models) + 1);
    if (!cli->plan.data) return cli_wrong(cli, "out of memory");
    json_array_foreach(models, i, model) if (!read_model(cli, model, i)) return false;
    return true;
}

static void tell_errors(cli_run *cli, const ferry_job *job) {
    const ferry_report *report = ferry_job_report(job);
    for (uint32_t i = 0; i < report->count; i++) cli_print_message(cli, &report->data[i], "");
    cli_remember(cli, CLI_FAILED);
}

static bool read_file(cli_run *cli, ferry_job *job) {
    const char *path = cli->request.plan;
    cli_input input = {.argument = path, .path = path, .name = path};
    ferry_bytes bytes;
    void *buffer = NULL;
    json_error_t error;
    if (!cli_note_read(cli, path)) return cli_wrong(cli, "out of memory");
    if (!cli_read(cli, &input, job, &buffer, &bytes)) {
        tell_errors(cli, job);
        return false;
    }
    json_t *document = json_loadb((const char *)bytes.data, bytes.size, JSON_REJECT_DUPLICATES, &error);
    free(buffer);
    if (!document) return wrong_syntax(cli, &error);
    bool done = read_document(cli, document);
    json_decref(document);
    return done;
}

bool cli_read_plan(cli_run *cli) {
    if (!cli->request.plan) return true;
    if (strcmp(cli->request.plan, "-") == 0) return cli_wrong(cli, "--plan needs a file name");
    if (cli_setting(cli, "simplify.triangles"))
        return cli_wrong(cli, "--plan and --triangles both say how many triangles are left");
    ferry_job *job = cli_open_job(cli);
    if (!job) return cli_wrong(cli, "out of memory");
    bool done = read_file(cli, job);
    ferry_close(job);
    return done;
}

/* ---------------------------------------------------------------------------------------------- the
 * models */

static const char *without_dots(const char *name) {
    while (name[0] == '.' && (name[1] == '/' || (name[1] == '.' && name[2] == '/')))
        name += name[1] == '/' ? 2 : 3;
    return name;
}

/* Characters that both end with, whole folders of them; 0: not even the file's name. */
static size_t common_end(const char *a, const char *b) {
    size_t x = strlen(a), y = strlen(b);
    while (x && y && a[x - 1] == b[y - 1]) x--, y--;
    bool whole = x ? !y && a[x - 1] == '/' : !y || b[y - 1] == '/';
    return whole ? strlen(a) - x : 0;
}

static found find_planned(cli_run *cli, const cli_group *group) {
    const char *name = without_dots(cli_input_name(cli, cli_group_model(cli, group)));
    found is = {NULL, 0};
    size_t most = 0;
    for (uint32_t i = 0; i < cli->plan.count; i++) {
        size_t common = common_end(without_dots(cli->plan.data[i].input), name);
        if (!common || common < most) continue;
        is.count = common > most ? 1 : is.count + 1;
        is.planned = &cli->plan.data[i];
        most = common;
    }
    return is;
}

void cli_obey_plan(cli_run *cli, const cli_group *group, cli_setting_list *settings) {
    found is = find_planned(cli, group);
    if (is.count == 1 && is.planned->triangles)
        cli_add_setting(cli, settings, "simplify.triangles", is.planned->triangles);
}

void cli_tell_plan(cli_session *session) {
    cli_run *cli = session->cli;
    if (!cli->request.plan) return;
    found is = find_planned(cli, session->group);
    if (!is.count)
        ferry_say(session->job, FERRY_WARNING, "plan.unknown", session->name, "",
                  "all triangles stay: %s does not name it", cli->request.plan);
    else if (is.count > 1)
        ferry_say(session->job, FERRY_ERROR, "plan.ambiguous", session->name, "",
                  "%s names %u models that this could be; give its folder as when the plan was made",
                  cli->request.plan, is.count);
}
