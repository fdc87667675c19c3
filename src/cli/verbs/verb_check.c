/* verb_check.c: `ferry64 check`: checks T3DM files against the rules of the runtime, one line per finding. */
#include "cli/verbs/verb_check.h"

#include <inttypes.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/index.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/groups.h"
#include "cli/files/input.h"
#include "cli/print/json.h"
#include "cli/print/print.h"
#include "cli/print/record_json.h"
#include "cli/print/say.h"
#include "cli/processing/process_groups.h"
#include "cli/processing/session.h"
#include "cli/processing/work_item.h"
#include "core/base/job.h"
#include "core/base/job_state.h"
#include "core/base/report.h"
#include "core/scene/scene.h"
#include "formats/sprite/rom_path.h"
#include "formats/t3dm/check/t3dm_check.h"

/* `file:0x1ab: error: object[0].part[1]: text`. Notes are not findings. */
static void print_finding(const cli_run *cli, const ferry_message *m, const char *name) {
    cli_print(stdout, "%s", *m->file ? m->file : name);
    if (m->has_offset) cli_print(stdout, ":0x%" PRIx64, m->offset);
    cli_print(stdout, ": ");
    cli_print_word(stdout, cli->color_out, m->severity, m->severity == FERRY_ERROR ? "error" : "advice");
    char folded[FY_REPEATS_TEXT];
    fy_message_repeats(m, folded);
    cli_print(stdout, ": %s%s%s%s\n", m->path, *m->path ? ": " : "", m->text, folded);
}

static void print_findings(cli_session *session) {
    const ferry_report *report = cli_session_report(session);
    bool quiet = session->cli->request.quiet;
    for (; session->shown < report->count; session->shown++) {
        const ferry_message *m = &report->data[session->shown];
        if (m->severity == FERRY_ERROR || (m->severity == FERRY_WARNING && !quiet))
            print_finding(session->cli, m, session->name);
    }
    if (quiet) return;
    cli_print(stdout, "%s: %s%s%s, %s\n", session->name, session->scene ? "layout " : "",
              session->scene ? session->scene->layout : "not readable",
              report->totals[FERRY_ERROR]
                  ? cli_text(session->cli, ", %s",
                             cli_count(session->cli, report->totals[FERRY_ERROR], "error", "errors"))
                  : ", no errors",
              report->totals[FERRY_WARNING]
                  ? cli_text(session->cli, "%s of advice",
                             cli_count(session->cli, report->totals[FERRY_WARNING], "piece", "pieces"))
                  : "no advice");
}

/* The file itself, unpacked; its pictures and streams are looked for beside it. */
static bool check_file(cli_session *session) {
    cli_run *cli = session->cli;
    cli_input *input = cli_group_model(cli, session->group);
    ferry_recognised found;
    ferry_bytes bytes;
    if (!cli_read(cli, input, session->job, &session->buffers[0], &bytes)) return false;
    if (!ferry_recognise(session->job, &(ferry_input){cli_input_library_name(cli, input), bytes}, &found))
        return false;
    if (strcmp(found.format->name, "t3dm") != 0) {
        ferry_say(session->job, FERRY_ERROR, "input.not-checkable", found.name, "",
                  "only T3DM files can be checked; this is: %s", found.format->title);
        return false;
    }
    ferry_window window = ferry_window_open(session->job, found.name, found.bytes);
    session->scene = fy_scene_open(session->job);
    if (session->scene && fy_t3dm_check(session->job, &window, session->scene)) return true;
    ferry_scene_free(session->scene);
    session->scene = NULL;
    return false;
}

/* -------------------------------------------------------------------------------------------- the verdict */

enum { HASH_LENGTH = 8 };

static const char PATHS[] = "paths"; /* in a file's result, for the run only */

typedef struct check_run {
    json_t *files; /* NULL without --json */
    uint32_t readable, faulty, failed;
    const char *reason;           /* of the first that is not as it should be */
    cli_index hashes;             /* of the sprites' paths, in hexadecimal */
    const char **paths, **owners; /* by the number of the hash */
    uint32_t path_capacity, owner_capacity;
} check_run;

/* The paths of sprites behind their hashes, for what files have to do with each other. */
static json_t *list_paths(const cli_session *session) {
    json_t *list = json_array();
    for (uint32_t i = 0; session->scene && i < session->scene->textures.count; i++) {
        size_t size;
        const char *path = ferry_text_bytes(session->job, session->scene->textures.data[i].path, &size);
        if (path && *path)
            json_array_append_new(list, cli_record_text(cli_text(session->cli, "%08" PRIx32 " %s",
                                                                 fy_t3dm_path_hash(path), path)));
    }
    return list;
}

static json_t *file_json(const cli_session *session) {
    const ferry_report *report = cli_session_report(session);
    json_t *object = json_object();
    json_object_set_new(object, "input", cli_record_text(session->name));
    json_object_set_new(object, "layout",
                        session->scene ? cli_record_text(session->scene->layout) : json_null());
    json_object_set_new(object, "errors", json_integer(report->totals[FERRY_ERROR]));
    json_object_set_new(object, "advice", json_integer(report->totals[FERRY_WARNING]));
    json_object_set_new(object, "findings", cli_record_messages(report));
    return object;
}

/* The result: what --json prints. */
static void check_group(cli_run *cli, uint32_t group, void *user, cli_result *result) {
    cli_session session;
    (void)user;
    if (!cli_session_open(cli, &cli->groups[group], NULL, &session)) return;
    if (check_file(&session)) session.status = "checked";
    result->summary = file_json(&session);
    json_object_set_new(result->summary, PATHS, list_paths(&session));
    if (cli->request.json)
        session.shown = ferry_job_report(session.job)->count; /* all is said there */
    else
        print_findings(&session);
    cli_session_close(&session);
}

/* ------------------------------------------------------------------------------------- sprites of several */

static bool remember_path(cli_run *cli, check_run *run, const char *hash, const char *path,
                          const char *owner) {
    uint32_t number = run->hashes.count;
    if (!fy_job_reserve(cli->arena, (void **)&run->paths, number, &run->path_capacity, 1,
                        sizeof *run->paths) ||
        !fy_job_reserve(cli->arena, (void **)&run->owners, number, &run->owner_capacity, 1,
                        sizeof *run->owners))
        return false;
    run->paths[number] = cli_text(cli, "%s", path);
    run->owners[number] = owner;
    return cli_index_add(cli->arena, &run->hashes, hash);
}

static void tell_shared_hash(cli_run *cli, check_run *run, const char *name, const char *path, uint32_t other,
                             json_t *summary) {
    const char *text = cli_text(
        cli,
        "%s has the hash of %s, which %s uses: the runtime keeps sprites by their hash, and draws "
        "both models with one of them; give one of the models another name or folder, or load only one of "
        "them at a time",
        path, run->paths[other], run->owners[other]);
    ferry_message message = {
        .severity = FERRY_WARNING, .code = "t3dm.hash", .file = "", .path = "", .text = text, .times = 1};
    const ferry_report report = {.data = &message, .count = 1};
    json_t *one = cli_record_messages(&report);
    json_array_extend(json_object_get(summary, "findings"), one);
    json_decref(one);
    json_object_set_new(summary, "advice",
                        json_integer(json_integer_value(json_object_get(summary, "advice")) + 1));
    if (!cli->request.json && !cli->request.quiet) print_finding(cli, &message, name);
    cli_is_strict_about(cli, true);
}

/* The runtime's hash is weak: rom:/box_box.i8.sprite has that of rom:/hat_hat.i8.sprite. */
static void compare_paths(cli_run *cli, check_run *run, const char *name, json_t *summary) {
    size_t i;
    json_t *element;
    json_array_foreach(json_object_get(summary, PATHS), i, element) {
        const char *text = json_string_value(element), *path = text + HASH_LENGTH + 1;
        const char *hash = cli_text(cli, "%.*s", HASH_LENGTH, text);
        uint32_t other = cli_index_find(&run->hashes, hash);
        if (other == CLI_NONE)
            remember_path(cli, run, hash, path, name);
        else if (strcmp(path, run->paths[other]) != 0)
            tell_shared_hash(cli, run, name, path, other, summary);
    }
    json_object_del(summary, PATHS);
}

static const char *first_error(cli_run *cli, const json_t *findings) {
    size_t i;
    json_t *message;
    json_array_foreach(findings, i, message) {
        const char *severity = json_string_value(json_object_get(message, "severity"));
        if (strcmp(severity, ferry_severity_name(FERRY_ERROR)) != 0) continue;
        const char *path = json_string_value(json_object_get(message, "path"));
        return cli_text(cli, "%s%s%s", path, *path ? ": " : "",
                        json_string_value(json_object_get(message, "text")));
    }
    return "out of memory";
}

static void add_file_result(cli_run *cli, uint32_t group, void *user, const cli_result *result) {
    check_run *run = user;
    const char *name = cli_input_name(cli, cli_group_model(cli, &cli->groups[group]));
    const char *death = cli->groups[group].death;
    bool readable = result->summary && !json_is_null(json_object_get(result->summary, "layout"));
    bool faulty = readable && json_integer_value(json_object_get(result->summary, "errors"));
    run->readable += readable;
    run->failed += !readable;
    run->faulty += faulty;
    if ((!readable || faulty) && !run->reason)
        run->reason =
            cli_text(cli, "%s: %s", name,
                     death ? death : first_error(cli, json_object_get(result->summary, "findings")));
    if (result->summary) compare_paths(cli, run, name, result->summary);
    if (run->files && result->summary) json_array_append(run->files, result->summary);
}

static json_t *as_json(cli_run *cli, const check_run *run) {
    json_t *object = cli_document("check");
    const char *fine = cli_text(cli, "no error in %s", cli_count(cli, run->readable, "file", "files"));
    const char *verdict = run->failed ? "failed" : run->faulty ? "errors" : "no error";
    json_object_set_new(object, "verb", json_string("check"));
    json_object_set_new(object, "files", run->files);
    json_object_set_new(object, "verdict", json_string(verdict));
    json_object_set_new(object, "reason", cli_record_text(run->reason ? run->reason : fine));
    return object;
}

void cli_verb_check(cli_run *cli) {
    check_run run = {0};
    if (!cli_find_groups(cli)) return;
    if (cli->request.json) run.files = json_array();
    cli_process_groups(cli, &(cli_work){.one = check_group, .take = add_file_result, .user = &run});
    if (run.files) cli_print_json(cli, as_json(cli, &run));
}
