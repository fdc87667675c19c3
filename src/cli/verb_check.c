/* verb_check.c: `ferry64 check`: T3DM files held against the rules of the runtime, a line for each finding.
 */
#include "cli/cli.h"

#include "core/job.h"
#include "formats/t3dm/t3dm_check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* `file:0x1ab: error: object[0].part[1]: text`. Notes are not findings. */
static void print_finding(const ferry_message *m, const char *name) {
    printf("%s", *m->file ? m->file : name);
    if (m->has_offset) printf(":0x%" PRIx64, m->offset);
    printf(": %s: ", m->severity == FERRY_ERROR ? "error" : "advice");
    if (*m->path) printf("%s: ", m->path);
    printf("%s", m->text);
    if (m->times > 1) printf(" (x%" PRIu32 ")", m->times);
    putchar('\n');
}

static void print_findings(cli_session *session) {
    const ferry_report *report = ferry_job_report(session->job);
    bool quiet = session->cli->request.quiet;
    for (; session->shown < report->count; session->shown++) {
        const ferry_message *m = &report->data[session->shown];
        if (m->severity == FERRY_ERROR || (m->severity == FERRY_WARNING && !quiet))
            print_finding(m, session->name);
    }
    if (quiet) return;
    printf("%s: %s%s%s, %s of advice\n", session->name, session->scene ? "layout " : "",
           session->scene ? session->scene->layout : "not readable",
           report->totals[FERRY_ERROR]
               ? cli_text(session->cli, ", %s",
                          cli_count(session->cli, report->totals[FERRY_ERROR], "error", "errors"))
               : ", no error",
           cli_count(session->cli, report->totals[FERRY_WARNING], "piece", "pieces"));
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
        ferry_say(session->job, FERRY_ERROR, "input.check", found.name, "",
                  "%s cannot be checked, only T3DM files can", found.format->title);
        return false;
    }
    ferry_window window = ferry_window_open(session->job, found.name, found.bytes);
    session->scene = fy_scene_open(session->job);
    if (session->scene && fy_t3dm_check(session->job, &window, session->scene)) return true;
    ferry_scene_free(session->scene);
    session->scene = NULL;
    return false;
}

static void check_group(cli_run *cli, uint32_t group, void *plan, cli_result *result) {
    cli_session session;
    (void)plan;
    (void)result;
    if (!cli_session_open(cli, &cli->groups[group], NULL, 0, &session)) return;
    if (check_file(&session)) session.status = "checked";
    print_findings(&session);
    cli_session_close(&session);
}

void cli_verb_check(cli_run *cli) {
    if (cli_plan(cli)) cli_work_on_groups(cli, &(cli_work){.one = check_group});
}
